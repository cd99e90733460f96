"""Notebooks: the cells of an .ipynb file as pages, with places in the file.

The file is scanned once as JSON, keeping where each string stands. A cell of Markdown is a page of Markdown, a cell of
code one of code, and the text that it printed, one of code as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from symattn.auditing.documents import Page
from symattn.auditing.strings import Placed, unescaped
from symattn.errors import ProblemError

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|[\[\]{}:,]|[^\s"\[\]{}:,]+', re.DOTALL)


def pages_of_notebook(source: str, name: str) -> tuple[Page, ...]:
    """The pages of a notebook in the order of its cells. Errors: ProblemError for text that is no notebook."""
    try:
        data = json.loads(source)
    except (ValueError, RecursionError) as error:
        raise ProblemError(f"not readable as a notebook: {error}", file=name) from None
    if not isinstance(data, dict) or not isinstance(data.get("cells"), list):
        raise ProblemError("not readable as a notebook: it has no list of cells", file=name)
    kinds = [cell.get("cell_type") if isinstance(cell, dict) else None for cell in data["cells"]]
    pages: dict[tuple[int, int, str], list[Placed]] = {}
    for path, string in _strings(source):
        if len(path) < 3 or path[0] != "cells" or not isinstance(path[1], int):
            continue
        kind = kinds[path[1]] if path[1] < len(kinds) else None
        where = _part(path, kind)
        if where is not None:
            pages.setdefault((path[1], *where), []).append(string)
    return tuple(_page(pages[key], key[2]) for key in sorted(pages))


def _part(path: tuple[str | int, ...], kind: object) -> tuple[int, str] | None:
    """Which part of a cell a string belongs to, in the order of reading: its source, then what it printed."""
    if path[2] == "source":
        return (0, "markdown") if kind == "markdown" else (0, "code") if kind == "code" else None
    is_output = path[2] == "outputs" and len(path) > 4
    is_text = is_output and (path[4] == "text" or (path[4] == "data" and path[5:6] == ("text/plain",)))
    return (1, "code") if is_text else None


def _page(strings: list[Placed], kind: str) -> Page:
    text = "".join(string.text for string in strings)
    places = [place for string in strings for place in string.places]
    return Page(text, "markdown" if kind == "markdown" else "code", places)


def _strings(source: str) -> Iterator[tuple[tuple[str | int, ...], Placed]]:
    """Every string value of a JSON document with the keys and positions that lead to it."""
    path: list[str | int] = []
    key: str | None = None
    waiting: tuple[str, int, int] | None = None
    for token in _TOKEN.finditer(source):
        sign = token[0][0]
        if sign == '"':
            waiting = ("string", token.start(1), token.end(1))
            if path and isinstance(path[-1], str) and key is None:
                continue
            here = tuple(path)
            yield here, unescaped(source, waiting[1], waiting[2])
        elif sign == ":" and waiting is not None:
            key = unescaped(source, waiting[1], waiting[2]).text
            path[-1] = key
        elif sign in "[{":
            path.append(0 if sign == "[" else "")
            key = None
        elif sign in "]}":
            path.pop()
            key = path[-1] if path and isinstance(path[-1], str) else None
        elif sign == ",":
            if path and isinstance(path[-1], int):
                path[-1] += 1
            key = None


__all__ = ["pages_of_notebook"]
