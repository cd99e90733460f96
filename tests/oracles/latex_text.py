r"""The value of LaTeX as keys print it, at 60 digits: numbers, \frac, \sqrt, \ln, e^{...}, symbols, bmatrix.

A small recursive reader that shares no code with what it doubts and refuses everything that keys do not print.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tests.oracles.scalar_attention import MINUS_INFINITY, Matrix, Number, mp, number

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|(\\[A-Za-z]+)|([A-Za-z])|([-+/^(){}]))")
_MATRIX = re.compile(r"\\begin\{bmatrix\}(.*?)\\end\{bmatrix\}", re.DOTALL)
_ROW_END = re.compile(r"\\\\(?:\[\d+pt\])?")
_IGNORED = frozenset({"\\displaystyle", "\\left", "\\right"})


def matrices_of(latex: str) -> list[list[list[str]]]:
    """The cells of every bmatrix in a text, in order, as they are written."""
    return [
        [[cell.strip() for cell in row.split("&")] for row in _ROW_END.split(body)] for body in _MATRIX.findall(latex)
    ]


def is_decimal_matrix(cells: list[list[str]]) -> bool:
    """Whether every cell is a decimal or hidden, and some cell has a point."""
    flat = [cell for row in cells for cell in row]
    return any("." in cell for cell in flat) and all(re.fullmatch(r"-?\d+\.\d+|-\\infty", cell) for cell in flat)


def value_of_cells(cells: list[list[str]], symbols: Mapping[str, Number] | None = None) -> Matrix:
    return [[value_of_latex(cell, symbols) for cell in row] for row in cells]


def value_of_latex(latex: str, symbols: Mapping[str, Number] | None = None) -> Number:
    reader = _Reader(latex, symbols or {})
    value = reader.sum()
    reader.expect_end()
    return value


class _Reader:
    def __init__(self, text: str, symbols: Mapping[str, Number]) -> None:
        self.text = text
        self.symbols = symbols
        self.tokens = [token for token in self._split(text) if token not in _IGNORED]
        self.at = 0

    @staticmethod
    def _split(text: str) -> list[str]:
        tokens: list[str] = []
        position, stripped = 0, text.rstrip()
        while position < len(stripped):
            found = _TOKEN.match(stripped, position)
            if found is None:
                raise ValueError(f"not LaTeX of a key at character {position + 1} of {text!r}")
            tokens.append(next(filter(None, found.groups())))
            position = found.end()
        return tokens

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, token: str) -> bool:
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def need(self, token: str) -> None:
        if not self.take(token):
            raise ValueError(f"{token!r} is missing in {self.text!r}")

    def expect_end(self) -> None:
        if self.peek():
            raise ValueError(f"{self.peek()!r} is left over in {self.text!r}")

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
        if self.take("-"):
            if self.take("\\infty"):
                return MINUS_INFINITY
            return -self.product()
        value = self.power()
        while self.peek() not in ("", "+", "-", ")", "}"):
            if self.take("/"):
                value = value / self.power()
            elif self.take("\\cdot"):
                value = value * self.power()
            else:
                value = value * self.power()
        return value

    def power(self) -> Any:
        base = self.atom()
        if self.take("^"):
            self.need("{")
            exponent = self.sum()
            self.need("}")
            return base**exponent
        return base

    def group(self) -> Any:
        self.need("{")
        value = self.sum()
        self.need("}")
        return value

    def atom(self) -> Any:
        token = self.peek()
        self.at += 1
        if token == "\\frac":
            top = self.group()
            return top / self.group()
        if token == "\\sqrt":
            return mp.sqrt(self.group())
        if token == "\\ln":
            return mp.log(self.atom())
        if token == "(":
            value = self.sum()
            self.need(")")
            return value
        if token and token[0].isdigit():
            return number(Fraction(token))
        if token == "e":
            return mp.exp(1)
        if token in self.symbols:
            return self.symbols[token]
        raise ValueError(f"{token!r} is unexpected in {self.text!r}")
