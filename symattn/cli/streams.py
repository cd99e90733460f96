"""Standard input, output and error: UTF-8 whatever the locale says, and errors of their own where they are closed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from io import TextIOBase, TextIOWrapper
from typing import Any

from symattn.errors import OutputError, ProblemError, SymattnError

STDIN, STDOUT = "standard input", "standard output"
LARGEST_INPUT = 64 << 20  # bytes, as for files


class _Closed(TextIOBase):
    """A stream that the process was started without; whoever uses it is told so."""

    encoding = "utf-8"

    def __init__(self, error: SymattnError) -> None:
        self._error = error

    @property
    def buffer(self) -> _Closed:
        """The bytes below, which are not there either."""
        return self

    def __iter__(self) -> Iterator[Any]:
        raise self._error

    def read(self, size: int | None = -1, /) -> str:
        """Raise the error."""
        raise self._error

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # TextIOBase has an overload for Any
        """Raise the error."""
        raise self._error

    def write(self, text: Any, /) -> int:
        """Raise the error."""
        raise self._error


class _Nowhere(TextIOBase):
    """Standard error where there is none: print would take standard output instead."""

    encoding = "utf-8"

    def write(self, text: Any, /) -> int:
        """Forget the text."""
        return len(text)


def prepare() -> None:
    """Make the standard streams usable: as UTF-8, in which what cannot be written is escaped, or as closed."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        _occupy_numbers()
    sys.stdin = sys.stdin or _Closed(ProblemError("closed, so that nothing can be read", file=STDIN))
    sys.stdout = sys.stdout or _Closed(OutputError(f"{STDOUT} is closed: what should be printed has no place to go"))
    sys.stderr = sys.stderr or _Nowhere()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="strict" if stream is sys.stdin else "backslashreplace")


def stdin_text() -> str:
    """All of standard input, without a byte order mark. Errors: ProblemError where it is no such text."""
    try:
        return stdin_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ProblemError(f"not UTF-8 text (byte {error.start + 1})", file=STDIN) from None


def stdin_bytes() -> bytes:
    """All of standard input as it comes. Errors: ProblemError where it is enormous or cannot be read."""
    try:
        content: bytes | str = getattr(sys.stdin, "buffer", sys.stdin).read(LARGEST_INPUT + 1)
    except OSError as error:
        raise ProblemError(f"cannot be read: {error.strerror}", file=STDIN) from None
    if len(content) > LARGEST_INPUT:
        raise ProblemError(f"larger than {LARGEST_INPUT >> 20} MB", file=STDIN)
    return content.encode("utf-8") if isinstance(content, str) else content


def write_bytes(content: bytes) -> None:
    """Bytes to standard output. Errors: OutputError where that is a terminal."""
    if sys.stdout.isatty():
        raise OutputError(f"{STDOUT} is a terminal, which shows no such file: name a file, or a pipe")
    sys.stdout.flush()
    sys.stdout.buffer.write(content)


def say(sentence: str) -> None:
    """One line on standard error; where that fails there is nobody to be told."""
    with suppress(OSError, ValueError):
        print(sentence, file=sys.stderr, flush=True)


def flush() -> None:
    """Have everything printed. Errors: OutputError where standard output takes no more, BrokenPipeError as it comes."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        abandon_stdout()
        raise OutputError(full(error)) from None


def full(error: OSError) -> str:
    """The sentence for an output that takes no more."""
    return f"{STDOUT} cannot be written: {error.strerror or error}"


def abandon_stdout() -> None:
    """Give up what is not written yet: the interpreter's own attempt at its end would complain once more."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _occupy_numbers() -> None:
    """See to it that no file which is opened later gets the number of a standard stream."""
    with suppress(OSError):
        while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass
        os.close(number)


__all__ = [
    "STDIN",
    "STDOUT",
    "abandon_stdout",
    "flush",
    "full",
    "prepare",
    "say",
    "stdin_bytes",
    "stdin_text",
    "write_bytes",
]
