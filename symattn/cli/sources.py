"""Problem and exercise files named on the command line; "-" is standard input."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from symattn.cli.streams import STDIN, stdin_text
from symattn.errors import ProblemError, SymattnError


@contextmanager
def readable(reference: str) -> Iterator[str]:
    """The reference itself; for "-", "-#PROBLEM" or "-:STAGE" one to a file that holds what standard input holds."""
    if not is_stdin(reference):
        yield reference
        return
    from pathlib import Path
    from tempfile import TemporaryDirectory

    text = stdin_text()
    with TemporaryDirectory() as folder:
        file = Path(folder) / ("input.json" if text.lstrip().startswith("{") else "input.toml")
        file.write_bytes(text.encode("utf-8"))
        try:
            yield f"{file}{reference[1:]}"
        except SymattnError as error:
            raise _of_stdin(error, str(file)) from None


def is_stdin(reference: str) -> bool:
    """Whether standard input is meant."""
    return reference == "-" or reference.startswith(("-#", "-:"))


def files_of(reference: str) -> list[str | int]:
    """The files, or the number of the open file, that FILE#PROBLEM may mean: what must not be written to."""
    from symattn.problems.library import find

    if is_stdin(reference):
        return [0]
    bare = reference.partition("#")[0]
    try:
        return [reference, bare, str(find(bare))]
    except SymattnError:
        return [reference, bare]


def _of_stdin(error: SymattnError, file: str) -> SymattnError:
    """The error in words that name no file which is gone."""
    if isinstance(error, ProblemError):
        error.file = error.file.replace(file, STDIN)
        error.message = error.message.replace(file, STDIN)
    error.args = tuple(part.replace(file, STDIN) if isinstance(part, str) else part for part in error.args)
    return error


__all__ = ["STDIN", "files_of", "is_stdin", "readable"]
