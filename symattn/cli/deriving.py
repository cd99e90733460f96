"""symattn derive"""

from __future__ import annotations

from argparse import Namespace

from symattn.cli.arguments import Parser
from symattn.cli.commands import COMMANDS
from symattn.errors import UnknownNameError


def derive_parser() -> Parser:
    """The arguments of ``symattn derive``."""
    does = f"{COMMANDS['derive'].sentence}\nExit status: 1 when a claim is not proved."
    parser = Parser("derive", does, ["causal_head"])
    parser.add_argument("name", metavar="NAME", help="a derivation that symattn list names")
    return parser


def derive(options: Namespace) -> int:
    """Run the script as Python itself would."""
    import runpy

    from symattn.problems.library import derivation_names, find

    if options.name not in derivation_names():
        raise UnknownNameError.of("derivation", options.name, derivation_names())
    try:
        runpy.run_path(str(find(options.name)), run_name="__main__")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return 0
