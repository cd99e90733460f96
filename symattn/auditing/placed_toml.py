"""The strings of a TOML file with the keys that lead to them and the place of every character.

The file is known to be right TOML: what is scanned here is only where its strings stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symattn.auditing.strings import KeyPath, Placed, unescaped

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_NAME = re.compile(r"[A-Za-z0-9_-]+")
_OTHER = re.compile(r"[^,\]}\n#]*")
_STRING = re.compile(
    r'"""(?:\r?\n)?(?P<long>(?:[^\\]|\\.)*?)"""(?!")'
    r"|'''(?:\r?\n)?(?P<raw>.*?)'''(?!')"
    r'|"(?P<short>(?:[^"\\\n]|\\.)*)"'
    r"|'(?P<literal>[^'\n]*)'",
    re.DOTALL,
)


def strings_of_toml(source: str) -> Iterator[tuple[KeyPath, Placed]]:
    r"""Every string value, in order.

    >>> [(path, string.text) for path, string in strings_of_toml('[[a]]\nb = "x\\ty"')]
    [(('a', 0, 'b'), 'x\ty')]
    """
    return _Scanner(source).values()


class _Scanner:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.counts: dict[KeyPath, int] = {}  # elements so far of each array of tables

    def values(self) -> Iterator[tuple[KeyPath, Placed]]:
        """The string values of all tables."""
        table: KeyPath = ()
        while True:
            self._skip()
            if self.at >= len(self.source):
                return
            if self._takes("["):
                table = self._header()
            else:
                path = (*table, *self._keys())
                self._takes("=")
                yield from self._value(path)

    def _header(self) -> KeyPath:
        """The path that a heading [a.b] or [[a.b]] opens."""
        is_element = self._takes("[")
        *outer, last = self._keys()
        path: KeyPath = ()
        for key in outer:
            path = self._newest((*path, key))
        path = (*path, last)
        if is_element:
            self.counts[path] = self.counts.get(path, -1) + 1
            self._takes("]")
        self._takes("]")
        return self._newest(path)

    def _newest(self, path: KeyPath) -> KeyPath:
        return (*path, self.counts[path]) if path in self.counts else path

    def _keys(self) -> list[str]:
        """The parts of a key a."b c".d."""
        keys = [self._key()]
        while self._takes("."):
            keys.append(self._key())
        return keys

    def _key(self) -> str:
        self._skip()
        if self.source.startswith(('"', "'"), self.at):
            return self._string().text
        found = _NAME.match(self.source, self.at)
        self.at = found.end() if found else self.at + 1
        return found[0] if found else ""

    def _value(self, path: KeyPath) -> Iterator[tuple[KeyPath, Placed]]:
        self._skip()
        if self.source.startswith(('"', "'"), self.at):
            yield path, self._string()
        elif self._takes("["):
            number = 0
            while not self._takes("]") and self.at < len(self.source):
                yield from self._value((*path, number))
                self._takes(",")
                number += 1
        elif self._takes("{"):
            while not self._takes("}") and self.at < len(self.source):
                keys = self._keys()
                self._takes("=")
                yield from self._value((*path, *keys))
                self._takes(",")
        else:
            found = _OTHER.match(self.source, self.at)
            self.at = max(found.end() if found else 0, self.at + 1)

    def _string(self) -> Placed:
        found = _STRING.match(self.source, self.at)
        if found is None:
            self.at += 1
            return Placed("", [])
        self.at = found.end()
        group = found.lastgroup or "short"
        start, end = found.span(group)
        if group in ("raw", "literal"):
            placed = Placed(self.source[start:end], list(range(start, end)))
        else:
            placed = unescaped(self.source, start, end, folds_lines=group == "long")
        return _with_plain_ends(placed) if "\r\n" in placed.text else placed

    def _takes(self, sign: str) -> bool:
        """Whether this sign comes next; it is taken."""
        self._skip()
        is_there = self.source.startswith(sign, self.at)
        self.at += len(sign) if is_there else 0
        return is_there

    def _skip(self) -> None:
        found = _BLANK.match(self.source, self.at)
        self.at = found.end() if found else self.at


def _with_plain_ends(placed: Placed) -> Placed:
    """Lines that end in CR LF end in LF, as TOML has it."""
    kept = [i for i, sign in enumerate(placed.text) if sign != "\r" or placed.text[i + 1 : i + 2] != "\n"]
    return Placed("".join(placed.text[i] for i in kept), [placed.places[i] for i in kept])


__all__ = ["strings_of_toml"]
