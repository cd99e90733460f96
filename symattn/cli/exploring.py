"""symattn repl"""

from __future__ import annotations

from argparse import Namespace

from symattn.cli.arguments import Parser
from symattn.cli.commands import COMMANDS


def repl_parser() -> Parser:
    """The arguments of ``symattn repl``."""
    does = (
        f"{COMMANDS['repl'].sentence}\n"
        "Lines are Python with exact numbers, or mathematics as people type it; with Tab completion, in IPython where\n"
        "that is installed. A session runs any Python that is typed into it."
    )
    parser = Parser("repl", does, ["", "--plain", "--traceback"])
    parser.add_argument("--plain", action="store_true", help="Python's own prompt even where IPython is installed")
    parser.add_argument("--traceback", action="store_true", help="show where in Python an error came from")
    return parser


def repl(options: Namespace) -> int:
    """Run a session."""
    from symattn.repl import start

    return start(plain=options.plain, traceback=options.traceback)
