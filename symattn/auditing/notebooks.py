"""Notebooks: the cells of an .ipynb file as pages, with places in the file and in the cell.

Cells of Markdown (and raw ones, and headings of format 3) are pages of Markdown, cells of code pages of code. Of what a
cell printed, the streams and the richest text of each result are read: Markdown before LaTeX before plain text; no
pictures, no tracebacks, nothing that went to standard error. Cells are counted from 1, whatever their kind.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from symattn.auditing.documents import Page
from symattn.auditing.placed_json import strings_of_json
from symattn.auditing.strings import KeyPath, Placed
from symattn.errors import ProblemError

_RICHEST = ("text/markdown", "text/latex", "text/plain")
_OLD = {"markdown": "text/markdown", "latex": "text/latex", "text": "text/plain"}  # names in format 3


class _Part(NamedTuple):
    """A text of the notebook: where its strings stand in the data, and how it is read."""

    path: KeyPath
    cell: int
    kind: str
    is_output: bool


def pages_of_notebook(source: str, name: str) -> tuple[Page, ...]:
    """The pages of a notebook in the order of its cells. Errors: ProblemError for text that is no notebook."""
    try:
        data = json.loads(source, parse_int=str, parse_float=str)
    except RecursionError:
        raise ProblemError("not readable as a notebook: it is nested too deeply", file=name) from None
    except ValueError as error:
        raise ProblemError(f"not readable as a notebook: {error}", file=name) from None
    parts = list(_parts(data, name))
    strings: dict[KeyPath, list[Placed]] = {part.path: [] for part in parts}
    for path, string in strings_of_json(source):
        for owner in (path, path[:-1]):  # one string, or a list of lines
            if owner in strings:
                strings[owner].append(string)
    return tuple(_page(part, strings[part.path]) for part in parts)


def _parts(data: Any, name: str) -> Iterator[_Part]:
    if isinstance(data, dict) and isinstance(data.get("cells"), list):
        groups: list[tuple[KeyPath, list[Any]]] = [(("cells",), data["cells"])]
    elif isinstance(data, dict) and isinstance(data.get("worksheets"), list):  # format 3
        sheets = [(i, sheet) for i, sheet in enumerate(data["worksheets"]) if isinstance(sheet, dict)]
        groups = [
            (("worksheets", i, "cells"), sheet["cells"]) for i, sheet in sheets if isinstance(sheet.get("cells"), list)
        ]
    else:
        raise ProblemError("not readable as a notebook: it has no list of cells", file=name)
    number = 0
    for path, cells in groups:
        for i, cell in enumerate(cells):
            number += 1
            if isinstance(cell, dict):
                yield from _of_cell(cell, (*path, i), number)


def _of_cell(cell: dict[str, Any], path: KeyPath, number: int) -> Iterator[_Part]:
    kind = cell.get("cell_type")
    if kind != "code":
        if kind in ("markdown", "raw", "heading"):
            yield _Part((*path, "source"), number, "markdown", False)
        return
    yield _Part((*path, "source" if "source" in cell else "input"), number, "code", False)
    outputs = cell.get("outputs")
    for i, output in enumerate(outputs if isinstance(outputs, list) else []):
        if isinstance(output, dict):
            yield from _of_output(output, (*path, "outputs", i), number)


def _of_output(output: dict[str, Any], path: KeyPath, number: int) -> Iterator[_Part]:
    """The text that is shown of one output."""
    if output.get("output_type") == "stream":
        if "stderr" not in (output.get("name"), output.get("stream")):
            yield _Part((*path, "text"), number, "code", True)
        return
    data = output.get("data")
    if isinstance(data, dict):
        found = {name: (*path, "data", name) for name in _RICHEST if name in data}
    else:
        found = {name: (*path, old) for old, name in _OLD.items() if old in output}
    for name in _RICHEST:
        if name in found:
            yield _Part(found[name], number, "code" if name == "text/plain" else "markdown", True)
            return


def _page(part: _Part, strings: list[Placed]) -> Page:
    text = "".join(string.text for string in strings)
    places = [place for string in strings for place in string.places]
    return Page(text, "markdown" if part.kind == "markdown" else "code", places, part.cell, part.is_output)


__all__ = ["pages_of_notebook"]
