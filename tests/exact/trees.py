"""Expressions kept apart from the engine: one tree, built as an exact number and evaluated by mpmath.

The mpmath side shares no code with the engine, so an agreement of both is evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import mpmath
from hypothesis import strategies as st

from symattn.exact import Exact, exp, log, pi, root, symbol

DIGITS = 60
mp: Any = mpmath.mp.clone()
mp.dps = DIGITS

Number: TypeAlias = Any  # an mpf of the context above


@dataclass(frozen=True)
class Tree:
    """An operation on subtrees; leaves carry a rational or a name."""

    operation: str
    parts: tuple[Tree, ...] = ()
    number: Fraction = Fraction(0)
    name: str = ""

    def exact(self) -> Exact:
        """The tree as the engine's number."""
        parts = [part.exact() for part in self.parts]
        match self.operation:
            case "rational":
                return Exact(self.number)
            case "symbol":
                return symbol(self.name)
            case "pi":
                return pi()
            case "add":
                return parts[0] + parts[1]
            case "subtract":
                return parts[0] - parts[1]
            case "multiply":
                return parts[0] * parts[1]
            case "divide":
                return parts[0] / parts[1]
            case "exp":
                return exp(parts[0])
            case "log":
                return log(parts[0])
            case "root":
                return root(parts[0], int(self.number))
        raise AssertionError(self.operation)

    def value(self, values: Mapping[str, Number] | None = None) -> Number:
        """The tree evaluated by mpmath at 60 digits."""
        parts = [part.value(values) for part in self.parts]
        match self.operation:
            case "rational":
                return mp.mpf(self.number.numerator) / self.number.denominator
            case "symbol":
                return (values or {})[self.name]
            case "pi":
                return +mp.pi
            case "add":
                return parts[0] + parts[1]
            case "subtract":
                return parts[0] - parts[1]
            case "multiply":
                return parts[0] * parts[1]
            case "divide":
                return parts[0] / parts[1]
            case "exp":
                return mp.exp(parts[0])
            case "log":
                return mp.log(parts[0])
            case "root":
                return mp.root(parts[0], int(self.number))
        raise AssertionError(self.operation)

    def __add__(self, other: Tree) -> Tree:
        return Tree("add", (self, other))

    def __sub__(self, other: Tree) -> Tree:
        return Tree("subtract", (self, other))

    def __mul__(self, other: Tree) -> Tree:
        return Tree("multiply", (self, other))

    def __truediv__(self, other: Tree) -> Tree:
        return Tree("divide", (self, other))


def rational(numerator: int | Fraction, denominator: int = 1) -> Tree:
    """A rational leaf."""
    return Tree("rational", number=Fraction(numerator) / denominator)


def exponential(exponent: Tree) -> Tree:
    """exp of a tree."""
    return Tree("exp", (exponent,))


def surd(radicand: int, index: int = 2) -> Tree:
    """A root of a rational."""
    return Tree("root", (rational(radicand),), Fraction(index))


def logarithm(argument: Tree) -> Tree:
    """The natural logarithm of a positive tree."""
    return Tree("log", (argument,))


ONE = rational(1)
E = exponential(ONE)

SMALL = st.fractions(min_value=-6, max_value=6, max_denominator=6).map(rational)
ALGEBRAIC = st.sampled_from([surd(2), surd(3), surd(2, 3), surd(6)])
# Independent exponentials: over these, equality and canonical forms are decided.
POWERS = st.sampled_from(
    [
        E,
        exponential(rational(1, 2)),
        exponential(rational(-2)),
        exponential(surd(2)),
        exponential(surd(2) / rational(2)),
    ]
)
OTHERS = st.sampled_from([logarithm(rational(2)), logarithm(rational(6)), Tree("pi")])
SYMBOLS = st.sampled_from([Tree("symbol", name="x"), Tree("symbol", name="y")])


OPERATIONS = st.sampled_from([Tree.__add__, Tree.__sub__, Tree.__mul__])


def sums(leaves: st.SearchStrategy[Tree], size: int = 6) -> st.SearchStrategy[Tree]:
    """Polynomials over the leaves, such as ((a + b) * c - d) * e."""

    def folded(first: Tree, steps: list[tuple[Callable[[Tree, Tree], Tree], Tree]]) -> Tree:
        for operation, leaf in steps:
            first = operation(first, leaf)
        return first

    return st.builds(folded, leaves, st.lists(st.tuples(OPERATIONS, leaves), max_size=size - 1))


def quotients(leaves: st.SearchStrategy[Tree], size: int = 5) -> st.SearchStrategy[Tree]:
    """Quotients of polynomials over the leaves, with a divisor that is at least 1."""
    return st.builds(lambda top, low: top / (low * low + ONE), sums(leaves, size), sums(leaves, 3))


DECIDED = SMALL | ALGEBRAIC | POWERS
ANY = SMALL | ALGEBRAIC | POWERS | OTHERS
FREE = SMALL | POWERS | SYMBOLS


@st.composite
def softmax_weights(draw: st.DrawFn, scores: st.SearchStrategy[Tree], size: int = 3) -> Tree:
    """One weight of a softmax row over scores."""
    row = [exponential(draw(scores)) for _ in range(draw(st.integers(2, size)))]
    total = row[0]
    for entry in row[1:]:
        total = total + entry
    return draw(st.sampled_from(row)) / total


FIRST_SCORES = SMALL | st.builds(Tree.__mul__, SMALL, ALGEBRAIC)
SECOND_SCORES = st.builds(lambda a, b, w: a + b * w, SMALL, SMALL, softmax_weights(FIRST_SCORES))
NESTED = softmax_weights(SECOND_SCORES)


def close(number: Number, other: Number) -> bool:
    """Whether two mpmath values agree in all but the last digits."""
    return bool(abs(number - other) <= mp.mpf(10) ** (10 - DIGITS) * max(1, abs(number)))
