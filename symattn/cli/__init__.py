"""The command ``symattn``: a thin shell over the package, one file a group of commands.

A command's module is imported when that command is asked for, and itself imports what it needs when it runs.
"""

from symattn.cli.main import main

__all__ = ["main"]
