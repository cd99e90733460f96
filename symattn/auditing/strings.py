"""Strings of JSON and TOML with the place of every character, which escapes move."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

KeyPath: TypeAlias = "tuple[str | int, ...]"  # the keys and positions that lead to a value
_JSON_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "\\": "\\", "/": "/", "e": "\x1b"}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_PAIR = re.compile(r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_FOLD = re.compile(r"\\[ \t]*\r?\n\s*")


class Placed(NamedTuple):
    """The characters of a string and where each stands in its file."""

    text: str
    places: list[int]


def unescaped(source: str, start: int, end: int, *, folds_lines: bool = False) -> Placed:
    r"""The string whose escaped characters stand in [start, end).

    >>> unescaped(r"a\\b", 0, 4)
    Placed(text='a\\b', places=[0, 1, 3])

    ``folds_lines`` is TOML's backslash at the end of a line, which takes the white space after it away.
    """
    characters: list[str] = []
    places: list[int] = []
    at = start
    while at < end:
        if source[at] != "\\":
            characters.append(source[at])
            places.append(at)
            at += 1
            continue
        if folds_lines and (fold := _FOLD.match(source, at, end)):
            at = fold.end()
            continue
        if pair := _PAIR.match(source, at, end):
            characters.append(chr(0x10000 + ((int(pair[1], 16) & 0x3FF) << 10) + (int(pair[2], 16) & 0x3FF)))
            places.append(at)
            at = pair.end()
            continue
        found = _ESCAPE.match(source, at, end)
        if found is None:
            break
        code = found[1] or found[2] or found[3]
        characters.append(_character(code) if code else _JSON_ESCAPES.get(found[4], found[4]))
        places.append(at)
        at = found.end()
    return Placed("".join(characters), places)


def _character(code: str) -> str:
    number = int(code, 16)
    return chr(number) if number <= 0x10FFFF and not 0xD800 <= number < 0xE000 else "\ufffd"


__all__ = ["KeyPath", "Placed", "unescaped"]
