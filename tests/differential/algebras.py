"""What a tree becomes for each reader: a number of mpmath, Arb, the engine, SymPy or SymEngine, or text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from math import prod
from typing import Any

import mpmath

from tests.differential.trees import Algebra, Tree, fold

Values = Mapping[str, Fraction]
NO_VALUES: Values = {}


class _Operators:
    """Values that have Python's operators and an exp of their own."""

    def add(self, terms: list[Any]) -> Any:
        total = terms[0]
        for term in terms[1:]:
            total = total + term
        return total

    def multiply(self, factors: list[Any]) -> Any:
        return prod(factors[1:], start=factors[0])

    def divide(self, above: Any, below: Any) -> Any:
        return above / below

    def power(self, base: Any, exponent: int) -> Any:
        return base**exponent

    def exp(self, x: Any) -> Any:
        raise NotImplementedError

    def sigma(self, x: Any) -> Any:
        return 1 / (1 + self.exp(-x))

    def tanh(self, x: Any) -> Any:
        return 1 - 2 / (1 + self.exp(2 * x))


class MpmathAlgebra(_Operators):
    """mpmath numbers at a fixed precision, in a context of their own."""

    def __init__(self, digits: int, values: Values = NO_VALUES) -> None:
        self.mp = _context(digits)
        self.values = values

    def number(self, value: Fraction) -> Any:
        return self.mp.mpf(value.numerator) / self.mp.mpf(value.denominator)

    def name(self, name: str) -> Any:
        return self.number(self.values[name])

    def pi(self) -> Any:
        return +self.mp.pi

    def root(self, x: Any, index: int) -> Any:
        if x < 0:
            raise ValueError("the root of a negative number")
        return self.mp.root(x, index)

    def exp(self, x: Any) -> Any:
        return self.mp.exp(x)

    def ln(self, x: Any) -> Any:
        if x <= 0:
            raise ValueError("the logarithm of a number that is not positive")
        return self.mp.ln(x)


@lru_cache(maxsize=16)
def _context(digits: int) -> Any:
    context = mpmath.MPContext()
    context.dps = digits
    return context


class ArbAlgebra(_Operators):
    """Arb balls at the precision that is set."""

    def __init__(self, values: Values = NO_VALUES) -> None:
        import flint

        self.flint = flint
        self.values = values

    def number(self, value: Fraction) -> Any:
        return self.flint.arb(self.flint.fmpq(value.numerator, value.denominator))

    def name(self, name: str) -> Any:
        return self.number(self.values[name])

    def pi(self) -> Any:
        return self.flint.arb.pi()

    def root(self, x: Any, index: int) -> Any:
        return x.root(index)

    def exp(self, x: Any) -> Any:
        return x.exp()

    def ln(self, x: Any) -> Any:
        return x.log()


class ExactAlgebra(_Operators):
    """The engine's numbers, made by its functions and operators."""

    def __init__(self) -> None:
        # Not `from symattn import exact`: that is the public function of the same name.
        self.exact: Any = import_module("symattn.exact")

    def number(self, value: Fraction) -> Any:
        return self.exact.Exact(value)

    def name(self, name: str) -> Any:
        return self.exact.symbol(name)

    def pi(self) -> Any:
        return self.exact.pi()

    def root(self, x: Any, index: int) -> Any:
        return self.exact.root(x, index)

    def exp(self, x: Any) -> Any:
        return self.exact.exp(x)

    def ln(self, x: Any) -> Any:
        return self.exact.log(x)

    def tanh(self, x: Any) -> Any:
        return self.exact.tanh(x)

    def sigma(self, x: Any) -> Any:
        return self.exact.sigmoid(x)


class SympyAlgebra(_Operators):
    """SymPy expressions as SymPy makes them, or SymEngine's with `module="symengine"`."""

    def __init__(self, module: str = "sympy") -> None:
        self.module: Any = import_module(module)

    def number(self, value: Fraction) -> Any:
        return self.module.Rational(value.numerator, value.denominator)

    def name(self, name: str) -> Any:
        return self.module.Symbol(name, real=True) if self.module.__name__ == "sympy" else self.module.Symbol(name)

    def pi(self) -> Any:
        return self.module.pi

    def root(self, x: Any, index: int) -> Any:
        return x ** self.module.Rational(1, index)

    def exp(self, x: Any) -> Any:
        return self.module.exp(x)

    def ln(self, x: Any) -> Any:
        return self.module.log(x)

    def tanh(self, x: Any) -> Any:
        return self.module.tanh(x)


@dataclass(frozen=True)
class Dialect:
    """How a system spells what it has; None where it has no such function."""

    log: str = "ln"
    pi: str = "pi"
    tanh: str | None = "tanh"
    sigma: str | None = None
    root: str | None = None


OURS = Dialect(sigma="sigma", root="root")
CALCIUM = Dialect(log="log", tanh=None)
SYMPY = Dialect(log="log")
MAXIMA = Dialect(log="log", pi="%pi")
GIAC = Dialect()

_SUM, _PRODUCT, _POWER, _ATOM = range(4)
Written = tuple[str, int]


class TextAlgebra:
    """Text in a dialect, with brackets wherever a reader could differ."""

    def __init__(self, dialect: Dialect = OURS) -> None:
        self.dialect = dialect

    def number(self, value: Fraction) -> Written:
        if value < 0:
            return f"-{abs(value)}", _SUM
        return str(value), _ATOM if value.denominator == 1 else _PRODUCT

    def name(self, name: str) -> Written:
        return name, _ATOM

    def pi(self) -> Written:
        return self.dialect.pi, _ATOM

    def add(self, terms: list[Written]) -> Written:
        pieces = [text for text, _ in terms]
        joined = pieces[0] + "".join(f" - {p[1:]}" if p.startswith("-") else f" + {p}" for p in pieces[1:])
        return joined, _SUM

    def multiply(self, factors: list[Written]) -> Written:
        if factors[0][0] == "-1":
            return "-" + "*".join(_within(f, _POWER) for f in factors[1:]), _SUM
        return "*".join(_within(factor, _POWER) for factor in factors), _PRODUCT

    def divide(self, above: Written, below: Written) -> Written:
        return f"{_within(above, _POWER)}/{_within(below, _ATOM)}", _PRODUCT

    def power(self, base: Written, exponent: int) -> Written:
        return f"{_within(base, _ATOM)}^{exponent if exponent >= 0 else f'({exponent})'}", _POWER

    def root(self, x: Written, index: int) -> Written:
        if index == 2:
            return f"sqrt({x[0]})", _ATOM
        if self.dialect.root:
            return f"{self.dialect.root}({x[0]}, {index})", _ATOM
        return f"({x[0]})^(1/{index})", _POWER

    def exp(self, x: Written) -> Written:
        return f"exp({x[0]})", _ATOM

    def ln(self, x: Written) -> Written:
        return f"{self.dialect.log}({x[0]})", _ATOM

    def tanh(self, x: Written) -> Written:
        if self.dialect.tanh:
            return f"{self.dialect.tanh}({x[0]})", _ATOM
        return f"(1 - 2/(1 + exp(2*({x[0]}))))", _ATOM

    def sigma(self, x: Written) -> Written:
        if self.dialect.sigma:
            return f"{self.dialect.sigma}({x[0]})", _ATOM
        return f"(1/(1 + exp(-({x[0]}))))", _ATOM


def _within(written: Written, least: int) -> str:
    text, rank = written
    return text if rank >= least else f"({text})"


def text_of(tree: Tree, dialect: Dialect = OURS) -> str:
    """The tree as text."""
    algebra: Algebra[Written] = TextAlgebra(dialect)
    return fold(tree, algebra)[0]


def mpmath_value(tree: Tree, digits: int, values: Values = NO_VALUES) -> Any:
    """The tree's value as an mpmath number, computed with so many digits."""
    return fold(tree, MpmathAlgebra(digits, values))


def exact_value(tree: Tree) -> Any:
    """The tree's value made by the engine's own operations."""
    return fold(tree, ExactAlgebra())
