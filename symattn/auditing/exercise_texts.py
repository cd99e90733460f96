"""Exercise files: the statements, hints and solutions that an author wrote, as pages with places in the file."""

from __future__ import annotations

import re

from symattn.auditing.documents import Page
from symattn.auditing.strings import Placed, unescaped

_TEXTS = re.compile(
    r"^[ \t]*(?:statement|hint|solution|words)[ \t]*=[ \t]*"
    r"(?:\"\"\"\n?(?P<long>.*?)\"\"\"|'''\n?(?P<raw>.*?)'''|\"(?P<short>(?:[^\"\\\n]|\\.)*)\"|'(?P<literal>[^'\n]*)')",
    re.MULTILINE | re.DOTALL,
)
_INSERT = re.compile(r"\{\{.*?\}\}", re.DOTALL)


def pages_of_exercises(source: str) -> tuple[Page, ...]:
    """The texts of an exercise file in TOML; what the program inserts itself is blanked out.

    >>> [page.text for page in pages_of_exercises('statement = "is $1+1=2$?"')]
    ['is $1+1=2$?']
    """
    pages = []
    for found in _TEXTS.finditer(source):
        group = next(name for name in ("long", "raw", "short", "literal") if found[name] is not None)
        start, end = found.span(group)
        if group in ("raw", "literal"):
            placed = Placed(source[start:end], list(range(start, end)))
        else:
            placed = unescaped(source, start, end, folds_lines=group == "long")
        text = _INSERT.sub(lambda insert: "\u25a1" * len(insert[0]), placed.text)
        pages.append(Page(text, "markdown", placed.places))
    return tuple(pages)


__all__ = ["pages_of_exercises"]
