"""Problem and exercise files named on the command line; "-" is standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from symattn.errors import ProblemError

STDIN = "standard input"


@contextmanager
def readable(reference: str) -> Iterator[str]:
    """The reference itself; for "-", "-#PROBLEM" or "-:STAGE" one to a file that holds what standard input holds."""
    if not (reference == "-" or reference.startswith(("-#", "-:"))):
        yield reference
        return
    from pathlib import Path
    from tempfile import TemporaryDirectory

    text = sys.stdin.read()
    with TemporaryDirectory() as folder:
        file = Path(folder) / ("input.json" if text.lstrip().startswith("{") else "input.toml")
        file.write_text(text, encoding="utf-8")
        try:
            yield f"{file}{reference[1:]}"
        except ProblemError as error:
            error.file = error.file.replace(str(file), STDIN)
            raise
