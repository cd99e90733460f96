"""Softmax rows over scores that are combinations of square roots: one denominator a row, integers all the way.

Every visible score of a row is an integer vector over fixed units (1/sqrt 2, say), packed into one Python integer; the
exponentials of the units are t, u, ...  A weight is t^k / D, which is in lowest terms as it stands when every power has
been shifted to start at 0; an output is a polynomial over D, cancelled once.  Rows keep integers and polynomials;
numbers are made when an entry is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import compress
from math import gcd, lcm
from typing import Any, TypeAlias

from flint import arb, fmpz_mat, fmpz_poly

from symattn.exact.decimals import rounded_ball, with_point
from symattn.exact.enclosures import Ball, precision, rational_ball
from symattn.exact.field import Field, field_of
from symattn.exact.generators import Exp
from symattn.exact.linear import Coefficients, IntegerMatrix, Linear, number_of
from symattn.exact.number import Exact, Parts
from symattn.exact.polynomials import Poly, context, from_terms, guarded_gcd, terms_of

RowView: TypeAlias = Callable[[int], "Sequence[bool] | slice"]
Vector: TypeAlias = tuple[int, ...]
Polynomial: TypeAlias = Any  # fmpz_poly (one unit, dense) or fmpz_mpoly

DENSE_DEGREE = 1_000_000
DENSE_SPREAD = 64
GCD_DEGREE = 100_000


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

    def exponents(self, vector: Vector) -> tuple[int, ...]:
        """A vector of coordinates as exponents in the field's ring."""
        columns = zip(*self.images, strict=True)
        return tuple(sum(k * step for k, step in zip(vector, column, strict=True)) for column in columns)

    def balls(self) -> list[Ball]:
        """The units as balls, at the working precision."""
        return [sum((rational_ball(c) * arb(m).sqrt() for m, c in vector), arb(0)) for vector in self.vectors]


@dataclass(frozen=True)
class Packing:
    """Vectors of bounded integers as single integers: sum of coordinate * base^i, base odd."""

    reach: int
    size: int

    def unpack(self, packed: int) -> Vector:
        """The coordinates of a packed vector."""
        if self.size == 1:
            return (packed,)
        base, found = 2 * self.reach + 1, []
        for _ in range(self.size - 1):
            low = (packed + self.reach) % base - self.reach
            found.append(low)
            packed = (packed - low) // base
        return (*found, packed)


def packed_scores(scores: Linear) -> tuple[Units, Packing, IntegerMatrix]:
    """Scores as one matrix of packed integers over units."""
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
    reach = 0
    if len(units) > 1:
        reach = max(abs(int(x)) for _, matrix in units for x in matrix.entries())
    packing = Packing(reach, len(units))
    base, total = 2 * reach + 1, units[-1][1]
    for _, matrix in reversed(units[:-1]):
        total = total * base + matrix
    return Units(tuple(tuple(vector) for vector, _ in units)), packing, total


def _ratio(first: IntegerMatrix, second: IntegerMatrix) -> Fraction | None:
    """The rational r with second = r * first, if there is one (first is not zero)."""
    for a, b in zip(first.entries(), second.entries(), strict=True):
        if a:
            if b and first * b == second * a:
                return Fraction(int(b), int(a))
            return None
        if b:
            return None
    return None


@dataclass(frozen=True)
class PowerRow:
    """One row of weights: for each visible key its packed exponent; the denominator counts each exponent."""

    keys: tuple[int, ...]
    packed: list[int]
    counts: dict[int, int]
    vectors: dict[int, Vector]
    stride: int

    def shifted(self, table: dict[int, int]) -> dict[Vector, int]:
        """A table by packed exponent as a table by exponent vector, shifted to start at 0 and divided by the stride."""
        return {self.vectors[packed]: value for packed, value in table.items()}


def power_row(row: Sequence[Any], view: Sequence[bool] | slice, packing: Packing) -> PowerRow:
    """The row's visible scores as shifted exponents."""
    if isinstance(view, slice):
        keys = tuple(range(*view.indices(len(row))))
        packed = list(map(int, row[view]))
    else:
        keys = tuple(compress(range(len(row)), view))
        packed = list(map(int, compress(row, view)))
    counts = Counter(packed)
    if packing.size == 1:
        low = min(counts)
        stride = gcd(*(p - low for p in counts)) or 1
        vectors = {p: ((p - low) // stride,) for p in counts}
    else:
        raw = {p: packing.unpack(p) for p in counts}
        lows = tuple(map(min, zip(*raw.values(), strict=True)))
        stride = 1
        vectors = {p: tuple(a - b for a, b in zip(v, lows, strict=True)) for p, v in raw.items()}
    return PowerRow(keys, packed, counts, vectors, stride)


def polynomial(table: dict[Vector, int], size: int) -> Polynomial:
    """A polynomial from exponent vectors; dense where that is cheaper."""
    if size == 1:
        degree = max(table)[0]
        if degree <= DENSE_DEGREE and degree <= DENSE_SPREAD * len(table) + 256:
            dense = [0] * (degree + 1)
            for (exponent,), value in table.items():
                dense[exponent] = value
            return fmpz_poly(dense)
    return context(size).from_dict(table)


class PowerWeights:
    """Weights of all rows; entries outside the visible keys are exactly 0."""

    conditions = frozenset[str]()
    reduced = True

    def __init__(self, shape: tuple[int, int], units: Units, packing: Packing, rows: list[PowerRow | None]) -> None:
        self.shape = shape
        self.units = units
        self.packing = packing
        self.rows = rows  # None: an unused query, whose row is zero by convention
        self.denominators = [None if row is None else polynomial(row.shifted(row.counts), packing.size) for row in rows]

    def entry(self, i: int, j: int) -> Exact:
        """One weight."""
        row = self.rows[i]
        if row is None:
            return Exact(0)
        try:
            place = row.keys.index(j) if row.keys[-1] - row.keys[0] + 1 != len(row.keys) else j - row.keys[0]
        except ValueError:
            return Exact(0)
        if not 0 <= place < len(row.keys):
            return Exact(0)
        top = {row.vectors[row.packed[place]]: 1}
        return Exact.deferred(lambda: self._parts(row, top, self.denominators[i]))

    def _parts(self, row: PowerRow, top: dict[Vector, int], bottom: Polynomial) -> Parts:
        return parts_of(self.units, row.stride, top, table_of(bottom), certain=True)

    def times(self, values: Linear) -> PowerOutputs | None:
        """weights @ values, each entry cancelled once; None when the values have roots (another storage serves)."""
        if set(values.components) - {1}:
            return None
        columns = values.shape[1]
        table = values.components[1].tolist() if values.components else [[0] * columns] * values.shape[0]
        packer = ColumnPacker.of([list(map(int, row)) for row in table], self.shape[1])
        rows: list[list[Quotient] | None] = []
        for row, bottom in zip(self.rows, self.denominators, strict=True):
            rows.append(None if row is None else self._mixed(row, bottom, packer, values.denominator))
        return PowerOutputs((self.shape[0], columns), self.units, [r.stride if r else 1 for r in self.rows], rows)

    def _mixed(self, row: PowerRow, bottom: Polynomial, packer: ColumnPacker, below: int) -> list[Quotient]:
        sums: dict[int, int] = {}
        get = sums.get
        for packed, value in zip(row.packed, map(packer.packed.__getitem__, row.keys), strict=True):
            sums[packed] = get(packed, 0) + value
        if below != 1:
            bottom = bottom * below
        tables = packer.unpack(sums, row.counts)
        return [cancelled(row.shifted(table), bottom, self.packing.size) for table in tables]

    def decimal_row(self, i: int, places: int) -> list[str | None]:
        """A row of certified decimals; None where this precision did not settle an entry."""
        row = self.rows[i]
        zero = with_point(0, places)
        written: list[str | None] = [zero] * self.shape[1]
        if row is None:
            return written
        bits = 96 + int(places * 3.4)
        with precision(bits):
            powers = {p: _ball_of(self.units, row.stride, v) for p, v in row.vectors.items()}
            bottom = sum((powers[p] * n for p, n in row.counts.items()), arb(0))
            known: dict[int, str | None] = {}
            for p, ball in powers.items():
                found = None if len(powers) == 1 else rounded_ball(ball / bottom, places, bits)
                known[p] = None if found is None else with_point(found, places)
        for key, p in zip(row.keys, row.packed, strict=True):
            written[key] = known[p]
        return written


def _ball_of(units: Units, stride: int, vector: Vector) -> Ball:
    exponent = sum((ball * (k * stride) for k, ball in zip(vector, units.balls(), strict=True)), arb(0))
    return exponent.exp()


@dataclass(frozen=True)
class Quotient:
    """A polynomial over a polynomial in the exponentials of units, and whether they are certainly coprime."""

    top: Polynomial
    bottom: Polynomial
    reduced: bool


def cancelled(top: dict[Vector, int], bottom: Polynomial, size: int) -> Quotient:
    """The quotient in lowest terms where its degree allows a gcd."""
    top = {vector: value for vector, value in top.items() if value}
    if not top:
        return Quotient(context(size).constant(0), context(size).constant(1), True)
    if isinstance(bottom, fmpz_poly):
        above = polynomial(top, size)
        if not isinstance(above, fmpz_poly):
            above = _dense(top)
        if bottom.degree() > GCD_DEGREE:
            return Quotient(above, bottom, False)
        factor = above.gcd(bottom)
        return Quotient(above // factor, bottom // factor, True) if factor != 1 else Quotient(above, bottom, True)
    above = context(size).from_dict(top)
    factor = guarded_gcd(above, bottom)
    if factor is None:
        return Quotient(above, bottom, False)
    return Quotient(above, bottom, True) if factor.is_one() else Quotient(above // factor, bottom // factor, True)


def _dense(table: dict[Vector, int]) -> fmpz_poly:
    row = [0] * (max(table)[0] + 1)
    for (exponent,), value in table.items():
        row[exponent] = value
    return fmpz_poly(row)


class PowerOutputs:
    """Rows of quotients: what weights make of integer values."""

    conditions = frozenset[str]()

    def __init__(
        self, shape: tuple[int, int], units: Units, strides: list[int], rows: list[list[Quotient] | None]
    ) -> None:
        self.shape = shape
        self.units = units
        self.strides = strides
        self.rows = rows

    @property
    def reduced(self) -> bool:
        """Whether every entry is certainly in lowest terms."""
        return all(quotient.reduced for row in self.rows if row for quotient in row)

    def entry(self, i: int, j: int) -> Exact:
        """One output."""
        row = self.rows[i]
        if row is None:
            return Exact(0)
        found = row[j]
        return Exact.deferred(
            lambda: parts_of(
                self.units, self.strides[i], table_of(found.top), table_of(found.bottom), certain=found.reduced
            )
        )


def table_of(poly: Polynomial) -> dict[Vector, int]:
    """The terms of a polynomial by exponent vector."""
    if isinstance(poly, fmpz_poly):
        return {(k,): int(c) for k, c in enumerate(poly.coeffs()) if c}
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

    def unpack(self, sums: dict[int, int], counts: dict[int, int]) -> list[dict[int, int]]:
        """For each column the sums of its values, from packed sums and how many values each holds."""
        tables: list[dict[int, int]] = []
        mask = (1 << self.bits) - 1
        for column, low in enumerate(self.lows):
            shift = column * self.bits
            tables.append({key: (total >> shift & mask) + low * counts[key] for key, total in sums.items()})
        return tables


__all__ = ["Coefficients", "PowerOutputs", "PowerWeights", "RowView", "Units", "packed_scores", "power_row"]
