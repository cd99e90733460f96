"""Matrices of rational combinations of square roots, as integer matrices: one for each squarefree radicand.

A matrix a + b sqrt(2) + c sqrt(6) with rational a, b, c is {1: A, 2: B, 6: C} over one denominator.  Products, sums and
scalings are FLINT's; nothing is an object for each entry until an entry is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Any, TypeAlias

from flint import arb, fmpz, fmpz_mat

from symattn.exact.enclosures import Ball
from symattn.exact.field import field_of
from symattn.exact.generators import Root
from symattn.exact.number import Exact
from symattn.exact.polynomials import from_terms, terms_of

IntegerMatrix: TypeAlias = Any  # flint.fmpz_mat
Coefficients: TypeAlias = dict[int, Fraction]


def coefficients_of(number: Exact) -> Coefficients | None:
    """The number as {squarefree radicand: rational}, or None when it is no such combination.

    >>> from symattn.exact import Exact, sqrt
    >>> coefficients_of(1 - sqrt(Exact(8)))
    {1: Fraction(1, 1), 2: Fraction(-2, 1)}
    """
    if number.conditions:  # a storage of plain numbers has no room for them
        return None
    value = number.as_fraction()
    if value is not None:
        return {1: value} if value else {}
    if not number.is_polynomial:
        return None
    generators = number.field.generators
    below = int(number.denominator.leading_coefficient())
    found: Coefficients = {}
    for exponents, coefficient in terms_of(number.numerator):
        radicand = 1
        for generator, power in zip(generators, exponents, strict=True):
            if power:
                if not isinstance(generator, Root) or power * 2 != generator.index:
                    return None
                radicand *= generator.prime
        found[radicand] = Fraction(coefficient, below)
    return dict(sorted(found.items()))


def number_of(coefficients: Coefficients) -> Exact:
    """The exact number with these coefficients."""
    present = {radicand: c for radicand, c in coefficients.items() if c}
    if not set(present) - {1}:
        return Exact(present.get(1, Fraction(0)))
    primes = sorted({p for radicand in present for p in prime_factors(radicand)})
    field = field_of(frozenset(Root(p, 2) for p in primes))
    scale = lcm(*(c.denominator for c in present.values()))
    order = [generator.prime for generator in field.generators if isinstance(generator, Root)]
    terms = [(tuple(int(m % p == 0) for p in order), int(c * scale)) for m, c in present.items()]
    return Exact.known(field, from_terms(field.ring, terms), field.constant(scale), True)


@lru_cache(maxsize=4096)
def prime_factors(squarefree: int) -> tuple[int, ...]:
    """The primes of a squarefree number, smallest first."""
    return tuple(sorted(int(prime) for prime, _ in fmpz(squarefree).factor()))


@dataclass(frozen=True)
class Linear:
    """Integer matrices by squarefree radicand over one positive denominator; absent radicands are zero."""

    shape: tuple[int, int]
    components: dict[int, IntegerMatrix]
    denominator: int = 1

    conditions = frozenset[str]()
    reduced = True

    # -- construction -------------------------------------------------------------------------------------------

    @classmethod
    def of_integers(cls, rows: Sequence[Sequence[int]]) -> Linear:
        """A matrix of integers; the rows have one length."""
        shape = (len(rows), len(rows[0]))
        return cls(shape, {1: fmpz_mat(rows)})

    @classmethod
    def of_coefficients(cls, rows: Sequence[Sequence[Coefficients]]) -> Linear:
        """A matrix from its entries' coefficients."""
        shape = (len(rows), len(rows[0]))
        denominator = lcm(*{c.denominator for row in rows for entry in row for c in entry.values()} or {1})
        radicands = sorted({m for row in rows for entry in row for m in entry})
        zero = Fraction(0)
        components = {
            m: fmpz_mat([[int(entry.get(m, zero) * denominator) for entry in row] for row in rows]) for m in radicands
        }
        return cls(shape, components, denominator)

    # -- entries ------------------------------------------------------------------------------------------------

    def entry(self, i: int, j: int) -> Exact:
        """One entry as a number."""
        if not self.components:
            return Exact(0)
        if len(self.components) == 1 and 1 in self.components:
            return Exact(Fraction(int(self.components[1][i, j]), self.denominator))
        return number_of({m: Fraction(int(c[i, j]), self.denominator) for m, c in self.components.items()})

    def balls(self, i: int) -> list[Ball]:
        """A row as balls at the working precision."""
        columns = range(self.shape[1])
        row = [arb(0)] * self.shape[1]
        for m, matrix in self.components.items():
            root = arb(m).sqrt()
            row = [total + root * arb(matrix[i, j]) for total, j in zip(row, columns, strict=True)]
        return row if self.denominator == 1 else [ball / self.denominator for ball in row]

    # -- algebra ------------------------------------------------------------------------------------------------

    def times(self, other: Linear) -> Linear:
        """The matrix product."""
        components: dict[int, IntegerMatrix] = {}
        for m, left in self.components.items():
            for n, right in other.components.items():
                radicand, factor = _product_of_roots(m, n)
                _add_to(components, radicand, (left * right) * factor if factor != 1 else left * right)
        return _trimmed((self.shape[0], other.shape[1]), components, self.denominator * other.denominator)

    def scaled(self, coefficients: Coefficients) -> Linear:
        """Every entry times a number given by its coefficients."""
        below = lcm(*(c.denominator for c in coefficients.values())) if coefficients else 1
        components: dict[int, IntegerMatrix] = {}
        for n, c in coefficients.items():
            for m, matrix in self.components.items():
                radicand, factor = _product_of_roots(m, n)
                factor *= int(c * below)
                _add_to(components, radicand, matrix if factor == 1 else matrix * factor)
        return _trimmed(self.shape, components, self.denominator * below)

    def plus(self, other: Linear) -> Linear:
        """The sum."""
        below = lcm(self.denominator, other.denominator)
        components: dict[int, IntegerMatrix] = {}
        for part in (self, other):
            factor = below // part.denominator
            for m, matrix in part.components.items():
                _add_to(components, m, matrix if factor == 1 else matrix * factor)
        return _trimmed(self.shape, components, below)

    def transposed(self) -> Linear:
        """Rows and columns exchanged."""
        components = {m: c.transpose() for m, c in self.components.items()}
        return Linear((self.shape[1], self.shape[0]), components, self.denominator)

    def columns(self, start: int, stop: int) -> Linear:
        """A range of columns."""
        components = {m: fmpz_mat([row[start:stop] for row in c.tolist()]) for m, c in self.components.items()}
        return Linear((self.shape[0], stop - start), components, self.denominator)


def _product_of_roots(m: int, n: int) -> tuple[int, int]:
    """sqrt(m) sqrt(n) = factor * sqrt(radicand) for squarefree m, n."""
    common = gcd(m, n)
    return (m // common) * (n // common), common


def _add_to(components: dict[int, IntegerMatrix], radicand: int, matrix: IntegerMatrix) -> None:
    components[radicand] = components[radicand] + matrix if radicand in components else matrix


def _trimmed(shape: tuple[int, int], components: dict[int, IntegerMatrix], denominator: int) -> Linear:
    """Drop zero components, and divide out what all entries share with the denominator."""
    kept = {m: c for m, c in sorted(components.items()) if not c.is_zero()}
    common = _shared_factor(kept.values(), denominator) if kept else denominator
    if common > 1:
        kept = {m: fmpz_mat([[x // common for x in row] for row in c.tolist()]) for m, c in kept.items()}
    return Linear(shape, kept, denominator // common)


def _shared_factor(matrices: Iterable[IntegerMatrix], denominator: int) -> int:
    """What the denominator shares with every entry; most often a few entries show that it is 1."""
    common = denominator
    if common == 1:
        return 1
    for matrix in matrices:
        for i in range(matrix.nrows()):
            for j in range(matrix.ncols()):
                common = gcd(common, int(matrix[i, j]))
                if common == 1:
                    return 1
    return common


def linear_of(rows: Iterable[Sequence[object]]) -> Linear | None:
    """A matrix of ints, Fractions and Exacts as a Linear, or None when some entry is no combination of roots."""
    table = [list(row) for row in rows]
    if all(type(entry) is int for row in table for entry in row):
        return Linear.of_integers(table)  # type: ignore[arg-type]
    known: dict[int, Coefficients | None] = {}
    coefficients: list[list[Coefficients]] = []
    for row in table:
        line: list[Coefficients] = []
        for entry in row:
            if isinstance(entry, (int, Fraction)):
                line.append({1: Fraction(entry)} if entry else {})
                continue
            if not isinstance(entry, Exact):
                return None
            if id(entry) not in known:
                known[id(entry)] = coefficients_of(entry)
            found = known[id(entry)]
            if found is None:
                return None
            line.append(found)
        coefficients.append(line)
    return Linear.of_coefficients(coefficients)


__all__ = ["Coefficients", "IntegerMatrix", "Linear", "coefficients_of", "linear_of", "number_of"]
