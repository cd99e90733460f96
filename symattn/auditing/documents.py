"""Documents and where their characters stand: a file is one or several pages of text, each with its offsets.

A page of a Markdown, LaTeX or plain text file is the file itself. Cells of notebooks and texts of exercise files are
strings of another language, whose escapes make characters stand elsewhere than in the page.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from symattn.auditing.findings import CellPlace, Span
from symattn.errors import FormatError, LimitError, ProblemError

if TYPE_CHECKING:
    from symattn.problems import Answer, Problem

Format: TypeAlias = Literal["markdown", "latex", "text", "notebook", "exercises"]
FORMATS: tuple[Format, ...] = get_args(Format)
ENDINGS: dict[str, Format] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".rmd": "markdown",
    ".qmd": "markdown",
    ".rst": "text",
    ".tex": "latex",
    ".ltx": "latex",
    ".txt": "text",
    ".ipynb": "notebook",
    ".toml": "exercises",
    ".json": "exercises",
}
LARGEST = 16 << 20  # characters
TEXT_NAME = "text"
NO_NUMBER = "\u25a1"
_ENORMOUS = re.compile(r"\d{1000,}")  # digits that nobody means as a number


@dataclass(frozen=True)
class Page:
    """Text that is read in one piece; ``places`` has the offset in the file of every character, or of the first.

    ``cell`` and ``is_output`` say where in a notebook it stands. A text of an exercise file ``is_apart`` from the text
    before it; it has its ``problem``, the answer of which it is what is expected, and places that the program fills in.
    """

    text: str
    kind: Literal["markdown", "latex", "code"]
    places: Sequence[int] | int = 0
    cell: int = 0
    is_output: bool = False
    is_apart: bool = False
    problem: Problem | None = None
    answer: Answer | None = None
    inserts: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        """Let lines that end in CR LF end in a space and LF, and blank enormous numbers out: all else stays."""
        text = self.text.replace("\r\n", " \n") if "\r\n" in self.text else self.text
        object.__setattr__(self, "text", _ENORMOUS.sub(lambda found: NO_NUMBER * len(found[0]), text))

    def span(self, start: int, end: int) -> Span:
        """Where a piece of the text stands in the file."""
        if isinstance(self.places, int):
            return self.places + start, self.places + end
        if end <= start:
            return self.places[start], self.places[start]
        low, high = self.places[start], self.places[end - 1] + 1
        touched = [one for one in self.inserts if one[0] < high and low < one[1]]
        return min([low, *(one[0] for one in touched)]), max([high, *(one[1] for one in touched)])

    def cell_place(self, start: int) -> CellPlace | None:
        """Where a piece of the text of a notebook stands, for people."""
        if not self.cell:
            return None
        line_start = self.text.rfind("\n", 0, start) + 1
        return CellPlace(self.cell, self.text.count("\n", 0, start) + 1, start - line_start + 1, self.is_output)


@dataclass(frozen=True)
class Document:
    """One file: its name, its characters and its pages."""

    name: str
    source: str
    pages: tuple[Page, ...]

    @cached_property
    def _lines(self) -> list[int]:
        starts, at = [0], self.source.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.source.find("\n", at + 1)
        return starts

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """The 1-based line and column of an offset."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1


def document_of(text_or_path: str | os.PathLike[str], format: str | None = None, called: str = "") -> Document:
    r"""The document of a path, or of text.

    >>> document_of("one\ntwo").line_and_column(4)
    (2, 1)

    ``called`` is how claims and errors name it. Errors: ProblemError for a file that cannot be read, FormatError for
    another format, LimitError for an enormous one.
    """
    is_file = not isinstance(text_or_path, str)
    path = os.fspath(text_or_path) if is_file else TEXT_NAME
    name = called or path
    chosen = _format(path, format, is_file)
    source = _characters(path) if is_file else str(text_or_path)
    if len(source) > LARGEST:
        raise LimitError(f"{name}: larger than {LARGEST >> 20} MB, which is not audited")
    return Document(name, source, _pages(source, chosen, name))


def _format(name: str, format: str | None, is_file: bool) -> Format:
    if format is None:
        return ENDINGS.get(os.path.splitext(name)[1].lower(), "text") if is_file else "markdown"
    for known in FORMATS:
        if format == known:
            return known
    raise FormatError(f"there is no format {format!r} of a document: {', '.join(FORMATS)}")


def _pages(source: str, format: Format, name: str) -> tuple[Page, ...]:
    if format == "notebook":
        from symattn.auditing.notebooks import pages_of_notebook

        return pages_of_notebook(source, name)
    if format == "exercises":
        from symattn.auditing.exercise_texts import pages_of_exercises

        return pages_of_exercises(source, name)
    return (Page(source, "latex" if format == "latex" else "markdown"),)


def _characters(name: str) -> str:
    """The characters of a file as they stand: line ends are kept, so that offsets are those of the file."""
    try:
        return Path(name).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ProblemError(f"not UTF-8 text (byte {error.start + 1})", file=name) from None
    except OSError as error:
        raise ProblemError(f"cannot be opened: {error.strerror}", file=name) from None
    except ValueError as error:  # a sign of code 0, or half of a pair
        raise ProblemError(f"no file can have this name: {error}", file=name) from None


__all__ = ["NO_NUMBER", "Document", "Page", "document_of"]
