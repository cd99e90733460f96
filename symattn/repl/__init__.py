"""``symattn repl``: exact values at a prompt, in IPython where that is installed.

A line is Python with exact numbers (1/2 and 0.5 are rationals, e and pi are themselves, an unknown letter is a free
symbol, a list of numbers is a matrix), or mathematics as people type it (ln 99, 2e/(2e+1), LaTeX); see ``translate``.
A session runs any Python that is typed into it, as every Python prompt does; text that is no Python is only read.
"""

from symattn.repl.session import start

__all__ = ["start"]
