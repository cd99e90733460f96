"""The engine's plain text as a tree, by a small reader of its own that refuses whatever the engine does not write."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from tests.differential.trees import (
    ONE,
    PI,
    Tree,
    add,
    exp,
    ln,
    name,
    neg,
    number,
    over,
    power,
    root,
    sigma,
    tanh,
    times,
)

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Za-z](?:_?\w+)?)|([-+*/^(),]))")
_FUNCTIONS: dict[str, Callable[[Tree], Tree]] = {
    "exp": exp,
    "ln": ln,
    "sqrt": root,
    "tanh": tanh,
    "sigma": sigma,
}


def tree_of(text: str) -> Tree:
    """The expression that a text says."""
    reader = _Reader(text)
    tree = reader.sum()
    if reader.next:
        raise ValueError(f"{reader.next!r} is left over in {text!r}")
    return tree


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.at = 0

    @property
    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *marks: str) -> str:
        if self.next in marks:
            self.at += 1
            return self.tokens[self.at - 1]
        return ""

    def need(self, mark: str) -> None:
        if not self.take(mark):
            raise ValueError(f"{mark!r} is missing before {self.next!r}")

    def sum(self) -> Tree:
        terms = [self.product()]
        while sign := self.take("+", "-"):
            terms.append(self.product() if sign == "+" else neg(self.product()))
        return add(*terms)

    def product(self) -> Tree:
        negative = self.take("-")
        value = self.power()
        while sign := self.take("*", "/"):
            factor = self.power()
            value = times(value, factor) if sign == "*" else over(value, factor)
        return neg(value) if negative else value

    def power(self) -> Tree:
        is_euler = self.next == "e"
        base = self.atom()
        if not self.take("^"):
            return base
        exponent = self.atom()
        if is_euler:
            return exp(exponent)
        if exponent.op != "number" or not isinstance(exponent.leaf, Fraction) or exponent.leaf.denominator != 1:
            raise ValueError("an exponent that is no whole number")
        return power(base, int(exponent.leaf))

    def atom(self) -> Tree:
        token = self.next
        self.at += 1
        if token == "(":
            inside = self.sum()
            self.need(")")
            return inside
        if token[:1].isdigit():
            return number(Fraction(token))
        if token == "root":
            return self.root()
        if token in _FUNCTIONS:
            self.need("(")
            argument = self.sum()
            self.need(")")
            return _FUNCTIONS[token](argument)
        if token[:1].isalpha():
            return {"e": exp(ONE), "pi": PI}.get(token, name(token))
        raise ValueError(f"{token!r} is unexpected")

    def root(self) -> Tree:
        self.need("(")
        radicand = self.sum()
        self.need(",")
        index = self.atom()
        self.need(")")
        assert isinstance(index.leaf, Fraction)
        return root(radicand, int(index.leaf))


def _tokens(text: str) -> list[str]:
    found: list[str] = []
    position = 0
    text = text.rstrip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise ValueError(f"not the engine's text at character {position + 1} of {text!r}")
        found.append(match.group().strip())
        position = match.end()
    return found
