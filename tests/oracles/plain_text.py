"""The value of a plain exact text such as "2e/(2e+1)" or "[1, e]/(1+e)", at 60 digits.

A small recursive reader for the texts of the project's own data files. It shares no code with what it doubts, and it
refuses everything that those files do not use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from tests.oracles.scalar_attention import MINUS_INFINITY, Number, mp, number

_TOKEN = re.compile(r"\s*(?:(?P<number>\d+(?:\.\d+)?|\.\d+)|(?P<name>[A-Za-z]+)|(?P<mark>[-+*/^()\[\],]))")
_FUNCTIONS: dict[str, Callable[[Any], Any]] = {"ln": mp.log, "exp": mp.exp, "sqrt": mp.sqrt}


def value_of(text: str, symbols: Mapping[str, Number] | None = None) -> Any:
    """A number, or a list (a row) or list of lists (a matrix) of numbers."""
    reader = _Reader(text, symbols or {})
    value = reader.sum()
    reader.expect_end()
    return value


def rows_of(value: Any) -> list[list[Number]]:
    """A number as 1 x 1, a row as 1 x n, a matrix as it is."""
    if not isinstance(value, list):
        return [[value]]
    return value if isinstance(value[0], list) else [value]


def _each(value: Any, change: Callable[[Number], Number]) -> Any:
    return [_each(entry, change) for entry in value] if isinstance(value, list) else change(value)


class _Reader:
    def __init__(self, text: str, symbols: Mapping[str, Number]) -> None:
        self.text = text
        self.symbols = symbols
        self.tokens = self._split(text)
        self.at = 0

    @staticmethod
    def _split(text: str) -> list[tuple[str, str]]:
        tokens: list[tuple[str, str]] = []
        position = 0
        stripped = text.rstrip()
        while position < len(stripped):
            found = _TOKEN.match(stripped, position)
            if found is None:
                raise ValueError(f"not plain exact text at character {position + 1} of {text!r}")
            kind = found.lastgroup or ""
            tokens.append((kind, found.group(kind)))
            position = found.end()
        return tokens

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def take(self, mark: str) -> bool:
        if self.peek() == ("mark", mark):
            self.at += 1
            return True
        return False

    def need(self, mark: str) -> None:
        if not self.take(mark):
            raise ValueError(f"{mark!r} is missing in {self.text!r}")

    def expect_end(self) -> None:
        if self.peek()[0] != "end":
            raise ValueError(f"{self.peek()[1]!r} is left over in {self.text!r}")

    def sum(self) -> Any:
        value = self.product()
        while True:
            if self.take("+"):
                value = value + self.product()
            elif self.take("-"):
                value = value - self.product()
            else:
                return value

    def product(self) -> Any:
        value = self.signed()
        while True:
            if self.take("*"):
                value = value * self.signed()
            elif self.take("/"):
                divisor = self.signed()
                value = _each(value, lambda entry, by=divisor: entry / by)  # type: ignore[misc]
            elif self.peek()[0] == "name" or self.peek() == ("mark", "("):
                value = value * self.power()
            else:
                return value

    def signed(self) -> Any:
        if self.take("-"):
            if self.peek() == ("name", "oo"):
                self.at += 1
                return MINUS_INFINITY
            return -self.signed()
        return self.power()

    def power(self) -> Any:
        base = self.atom()
        return base ** self.signed() if self.take("^") else base

    def atom(self) -> Any:
        kind, token = self.peek()
        self.at += 1
        if kind == "number":
            return number(Fraction(token))
        if kind == "name":
            return self.named(token)
        if token == "(":
            value = self.sum()
            self.need(")")
            return value
        if token == "[":
            return self.listed()
        raise ValueError(f"{token!r} is unexpected in {self.text!r}")

    def named(self, name: str) -> Any:
        if name in _FUNCTIONS:
            return _FUNCTIONS[name](self.power())
        if name == "e":
            return mp.exp(1)
        if name in self.symbols:
            return self.symbols[name]
        raise ValueError(f"unknown name {name!r} in {self.text!r}")

    def listed(self) -> list[Any]:
        entries = [self.sum()]
        while self.take(","):
            entries.append(self.sum())
        self.need("]")
        return entries
