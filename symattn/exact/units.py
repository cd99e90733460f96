"""Exponents of attention scores as integer vectors over fixed units, and polynomials in the exponentials of units.

Scores that are combinations of square roots are integers over a few units (1/sqrt 2, say).  Columns of values are
packed into one Python integer, so that one dictionary addition serves any number of value columns.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, TypeAlias, TypeVar

from flint import arb, fmpz_mat, fmpz_poly

from symattn.exact.enclosures import Ball, rational_ball
from symattn.exact.field import Field, field_of
from symattn.exact.generators import Exp
from symattn.exact.linear import IntegerMatrix, Linear, number_of
from symattn.exact.parts import Parts
from symattn.exact.polynomials import Poly, context, from_terms, terms_of

Vector: TypeAlias = tuple[int, ...]
Exponent: TypeAlias = int | Vector  # an integer where there is one unit
Name = TypeVar("Name")
Polynomial: TypeAlias = Any  # fmpz_poly (one unit, dense) or fmpz_mpoly

DENSE_DEGREE = 1_000_000
DENSE_SPREAD = 64


@dataclass(frozen=True)
class Units:
    """What the integer coordinates of exponents count: combinations of square roots, one for each coordinate."""

    vectors: tuple[tuple[tuple[int, Fraction], ...], ...]

    @cached_property
    def field(self) -> Field:
        """The field of the exponentials of the units."""
        generators = []
        for radicand in self.radicands:
            below = lcm(*(dict(v).get(radicand, Fraction(0)).denominator for v in self.vectors))
            generators.append(Exp(number_of({radicand: Fraction(1)}), below))
        return field_of(frozenset(generators))

    @cached_property
    def radicands(self) -> tuple[int, ...]:
        """The squarefree radicands that occur."""
        return tuple(sorted({m for vector in self.vectors for m, _ in vector}))

    @cached_property
    def images(self) -> tuple[tuple[int, ...], ...]:
        """The exponents in the field's ring of the exponential of each unit; they may be negative."""
        size = len(self.field.generators)
        rows = []
        for vector in self.vectors:
            total = [0] * size
            for radicand, c in vector:
                image = self.field.image(Exp(number_of({radicand: Fraction(1)}), c.denominator))
                total = [a + c.numerator * b for a, b in zip(total, image.exponents, strict=True)]
            rows.append(tuple(total))
        return tuple(rows)

    @property
    def size(self) -> int:
        """How many units there are."""
        return len(self.vectors)

    @cached_property
    def are_plain(self) -> bool:
        """Whether every unit is a positive multiple of one root, each of another."""
        return all(len(vector) == 1 and vector[0][1] > 0 for vector in self.vectors)

    def exponents(self, vector: Vector) -> tuple[int, ...]:
        """A vector of coordinates as exponents in the field's ring."""
        columns = zip(*self.images, strict=True)
        return tuple(sum(k * step for k, step in zip(vector, column, strict=True)) for column in columns)

    def power_balls(self, vectors: Mapping[Name, Vector], stride: int) -> dict[Name, Ball]:
        """The exponential of stride * (vector . units) for each vector, at the working precision."""
        units = [sum((rational_ball(c) * arb(m).sqrt() for m, c in vector), arb(0)) for vector in self.vectors]
        return {
            name: sum((unit * (k * stride) for k, unit in zip(vector, units, strict=True)), arb(0)).exp()
            for name, vector in vectors.items()
        }


def unit_scores(scores: Linear) -> tuple[Units, list[IntegerMatrix]]:
    """Scores as one matrix of integers for each unit."""
    matrices = list(scores.components.items()) or [(1, fmpz_mat(*scores.shape))]
    below = Fraction(1, scores.denominator)
    units: list[tuple[list[tuple[int, Fraction]], IntegerMatrix]] = []
    for m, matrix in matrices:
        for vector, known in units:
            ratio = _ratio(known, matrix)
            if ratio is not None:
                vector.append((m, below * ratio))
                break
        else:
            units.append(([(m, below)], matrix))
    return Units(tuple(tuple(vector) for vector, _ in units)), [matrix for _, matrix in units]


def _ratio(first: IntegerMatrix, second: IntegerMatrix) -> Fraction | None:
    """The rational r with second = r * first, if there is one (first is not zero)."""
    for i in range(first.nrows()):
        for j in range(first.ncols()):
            a, b = int(first[i, j]), int(second[i, j])
            if a:
                return Fraction(b, a) if b and first * b == second * a else None
            if b:
                return None
    return None


def polynomial_of(table: dict[Vector, int], size: int) -> Polynomial:
    """A polynomial from exponent vectors; dense where that is cheaper."""
    if size == 1:
        degree = max(table)[0]
        if degree <= DENSE_DEGREE and degree <= DENSE_SPREAD * len(table) + 256:
            dense = [0] * (degree + 1)
            for (exponent,), value in table.items():
                dense[exponent] = value
            return fmpz_poly(dense)
    return context(size).from_dict(table)


def table_of(poly: Polynomial) -> dict[Vector, int]:
    """The terms of a polynomial by exponent vector."""
    if isinstance(poly, fmpz_poly):
        return {(k,): int(c) for k, c in enumerate(poly.coeffs()) if c != 0}
    return dict(terms_of(poly))


def parts_of(units: Units, stride: int, top: dict[Vector, int], bottom: dict[Vector, int], *, certain: bool) -> Parts:
    """A quotient of polynomials in the exponentials of units as the parts of an exact number."""
    field = units.field
    above = [(units.exponents(tuple(k * stride for k in v)), c) for v, c in top.items()]
    below = [(units.exponents(tuple(k * stride for k in v)), c) for v, c in bottom.items()]
    if not above:
        return field, field.constant(0), field.constant(1), True
    low = tuple(map(min, zip(*(x for x, _ in above + below), strict=True))) if field.generators else ()

    def shifted(terms: list[tuple[Vector, int]]) -> Poly:
        return from_terms(field.ring, ((tuple(e - s for e, s in zip(x, low, strict=True)), c) for x, c in terms))

    numerator, denominator = shifted(above), shifted(below)
    if denominator.leading_coefficient() < 0:
        numerator, denominator = -numerator, -denominator
    return field, numerator, denominator, certain


@dataclass(frozen=True)
class ColumnPacker:
    """Rows of integer values packed into one nonnegative integer each, so that one addition adds all columns."""

    packed: list[int]
    lows: list[int]
    bits: int

    @classmethod
    def of(cls, rows: list[list[int]], most: int) -> ColumnPacker:
        """Pack rows so that a sum of up to `most` of them does not overflow a column."""
        columns = list(zip(*rows, strict=True))
        lows = [min(column) for column in columns]
        spread = max(max(column) - low for column, low in zip(columns, lows, strict=True))
        bits = (spread * most).bit_length() + 1
        packed = []
        for row in rows:
            total = 0
            for value, low in zip(reversed(row), reversed(lows), strict=True):
                total = (total << bits) | (value - low)
            packed.append(total)
        return cls(packed, lows, bits)

    def unpack(self, sums: Collection[int], counts: Collection[int]) -> list[list[int]]:
        """For each column the sums of its values, from packed sums and how many values each of them holds."""
        mask = (1 << self.bits) - 1
        columns = []
        for column, low in enumerate(self.lows):
            shift = column * self.bits
            columns.append([(total >> shift & mask) + low * n for total, n in zip(sums, counts, strict=True)])
        return columns


__all__ = [
    "ColumnPacker",
    "Exponent",
    "Polynomial",
    "Units",
    "Vector",
    "parts_of",
    "polynomial_of",
    "table_of",
    "unit_scores",
]
