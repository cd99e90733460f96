"""The strings of a JSON file with the keys that lead to them and the place of every character."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symattn.auditing.strings import KeyPath, Placed, unescaped

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|[\[\]{}:,]|[^\s"\[\]{}:,]+', re.DOTALL)


def strings_of_json(source: str) -> Iterator[tuple[KeyPath, Placed]]:
    """Every string value of a document that is known to be right JSON, in order.

    >>> [(path, string.text) for path, string in strings_of_json('{"a": [1, "x"]}')]
    [(('a', 1), 'x')]
    """
    path: list[str | int] = []
    key: str | None = None
    waiting: tuple[int, int] | None = None
    for token in _TOKEN.finditer(source):
        sign = token[0][0]
        if sign == '"':
            waiting = token.span(1)
            if path and isinstance(path[-1], str) and key is None:
                continue
            yield tuple(path), unescaped(source, *waiting)
        elif sign == ":" and waiting is not None:
            key = unescaped(source, *waiting).text
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


__all__ = ["strings_of_json"]
