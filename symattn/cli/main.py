"""From arguments to an exit status (`status`); errors become one sentence."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from symattn.cli import streams
from symattn.cli.arguments import Parser, parse
from symattn.cli.commands import COMMANDS, overview
from symattn.cli.status import CLOSED_PIPE, INTERRUPTED, MISUSE, NO, OK, UNDECIDED
from symattn.errors import ClaimError, ConventionError, SymattnError, UndecidedError, UnknownNameError, one_sentence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; ``argv`` defaults to the arguments of the process."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    wants_traceback = arguments[:1] == ["--traceback"]
    streams.prepare()
    try:
        status = _run(arguments[1:] if wants_traceback else arguments)
        streams.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        streams.abandon_stdout()
        return CLOSED_PIPE
    except Exception as error:
        if wants_traceback:
            raise
        return _explain(error, arguments)
    return status


def _run(arguments: list[str]) -> int:
    """The status of a command line without global options."""
    if not arguments:
        print(overview(), file=sys.stderr)
        return MISUSE
    name, *rest = arguments
    if name in ("-h", "--help", "help"):
        print(overview())
        return OK
    if name == "--version":
        from symattn import __version__

        print(f"symattn {__version__}")
        return OK
    if name not in COMMANDS:
        raise UnknownNameError.of("command", name, COMMANDS)
    module = import_module(f"symattn.cli.{COMMANDS[name].module}")
    parser: Parser = getattr(module, f"{name}_parser")()
    try:
        options = parse(parser, rest)
    except SystemExit as asked:  # --help, or a misuse that has been explained
        return asked.code if isinstance(asked.code, int) else MISUSE
    status: int = getattr(module, name if name != "list" else "list_all")(options)
    return status


def _explain(error: Exception, arguments: Sequence[str]) -> int:
    """One sentence on stderr, and the status that goes with it."""
    streams.say(f"symattn: {one_sentence(_sentence(error, arguments))}")
    with suppress(Exception):  # one error is told; what was printed before it is not lost if that can be helped
        streams.flush()
    if isinstance(error, ClaimError | ConventionError):
        return NO
    return UNDECIDED if isinstance(error, UndecidedError) else MISUSE


def _sentence(error: Exception, arguments: Sequence[str]) -> str:
    if isinstance(error, SymattnError):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return streams.full(error) if error.filename is None else f"{error.filename}: {error.strerror}"
    if isinstance(error, RecursionError | MemoryError):
        return "this is too large or too deeply nested to be worked on"
    from symattn.cli.defects import explained  # it loads much that no usual run needs

    return explained(error, arguments)
