"""Square brackets of data and code: where each that opens is closed."""

from __future__ import annotations

import re


def closings_of(code: str) -> dict[int, int]:
    """Where the square brackets end that are closed."""
    closings: dict[int, int] = {}
    opened: list[int] = []
    for found in re.finditer(r"[\[\]]", code):
        if found[0] == "[":
            opened.append(found.start())
        elif opened:
            closings[opened.pop()] = found.end()
    return closings


__all__ = ["closings_of"]
