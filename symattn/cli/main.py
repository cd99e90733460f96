"""From arguments to an exit status; errors become one sentence.

0: done, or the answer is yes.   1: the answer is no.   2: misuse, with one sentence on stderr.   3: undecided.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper

from symattn.cli.arguments import Parser, parse
from symattn.cli.commands import COMMANDS, overview
from symattn.errors import ClaimError, ConventionError, SymattnError, UndecidedError, UnknownNameError

OK, NO, MISUSE, UNDECIDED = 0, 1, 2, 3
INTERRUPTED, CLOSED_PIPE = 130, 141  # what a shell reports for a process that these signals end


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; ``argv`` defaults to the arguments of the process."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    wants_traceback = arguments[:1] == ["--traceback"]
    _write_utf8()
    try:
        status = _run(arguments[1:] if wants_traceback else arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _abandon_stdout()
    except Exception as error:
        if wants_traceback:
            raise
        return _explain(error)
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


def _explain(error: Exception) -> int:
    """One sentence on stderr, and the status that goes with it."""
    if isinstance(error, SymattnError):
        sentence = str(error)
    elif isinstance(error, OSError):
        sentence = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    elif isinstance(error, RecursionError | MemoryError):
        sentence = "this is too large or too deeply nested to be worked on"
    else:
        sentence = f"a defect of symattn, {type(error).__name__}: {error} (symattn --traceback COMMAND shows where)"
    print(f"symattn: {' '.join(sentence.split())}", file=sys.stderr)
    if isinstance(error, ClaimError | ConventionError):
        return NO
    return UNDECIDED if isinstance(error, UndecidedError) else MISUSE


def _write_utf8() -> None:
    """Read and write UTF-8 whatever the locale says; what UTF-8 cannot hold is escaped."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="strict" if stream is sys.stdin else "backslashreplace")


def _abandon_stdout() -> int:
    """Quietly end when nobody reads any more; the interpreter's own flush at exit must not complain either."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return CLOSED_PIPE
