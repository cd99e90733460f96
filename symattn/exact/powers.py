"""Softmax rows over scores that are combinations of square roots: one denominator a row, integers all the way.

With t, u, ... the exponentials of the units, a weight is t^k / D, which is in lowest terms as it stands when every
power has been shifted to start at 0; an output is a polynomial over D, cancelled once.  Rows keep integers and
polynomials; numbers are made when an entry is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from math import gcd
from typing import Any

from flint import arb, fmpz_poly

from symattn.exact.enclosures import Ball
from symattn.exact.linear import Linear
from symattn.exact.number import Exact
from symattn.exact.parts import Parts
from symattn.exact.polynomials import DEGREE_CAP, WorkBudget, context, guarded_gcd
from symattn.exact.units import ColumnPacker, Packing, Polynomial, Units, Vector, parts_of, polynomial_of, table_of


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
    vectors: dict[int, Vector]
    if packing.size == 1:
        low = min(counts)
        stride = gcd(*(p - low for p in counts)) or 1
        vectors = {p: ((p - low) // stride,) for p in counts}
    else:
        columns = list(zip(*map(packing.unpack, counts), strict=True))
        lows = list(map(min, columns))
        shifted = ([k - low for k in column] for column, low in zip(columns, lows, strict=True))
        stride = 1
        vectors = dict(zip(counts, zip(*shifted, strict=True), strict=True))
    return PowerRow(keys, packed, counts, vectors, stride)


class PowerWeights:
    """Weights of all rows; entries outside the visible keys are exactly 0."""

    conditions = frozenset[str]()
    reduced = True

    def __init__(self, shape: tuple[int, int], units: Units, packing: Packing, rows: list[PowerRow | None]) -> None:
        self.shape = shape
        self.units = units
        self.packing = packing
        self.rows = rows  # None: an unused query, whose row is zero by convention
        self._known: dict[tuple[int, int], Exact] = {}  # equal weights of a row are one number
        self.denominators = [
            None if row is None else polynomial_of(row.shifted(row.counts), packing.size) for row in rows
        ]

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
        packed = row.packed[place]
        if (i, packed) not in self._known:
            top = {row.vectors[packed]: 1}
            self._known[i, packed] = Exact.deferred(lambda: self._parts(row, top, self.denominators[i]))
        return self._known[i, packed]

    def _parts(self, row: PowerRow, top: dict[Vector, int], bottom: Polynomial) -> Parts:
        return parts_of(self.units, row.stride, top, table_of(bottom), certain=True)

    def times(self, values: Linear, budget: WorkBudget) -> PowerOutputs | None:
        """weights @ values, each entry cancelled once; None when the values have roots (another storage serves)."""
        if set(values.components) - {1}:
            return None
        columns = values.shape[1]
        table = values.components[1].tolist() if values.components else [[0] * columns] * values.shape[0]
        packer = ColumnPacker.of([list(map(int, row)) for row in table], self.shape[1])
        rows: list[list[Quotient] | None] = []
        for row, bottom in zip(self.rows, self.denominators, strict=True):
            rows.append(None if row is None else self._mixed(row, bottom, packer, values.denominator, budget))
        return PowerOutputs((self.shape[0], columns), self.units, self.rows, rows)

    def _mixed(
        self, row: PowerRow, bottom: Polynomial, packer: ColumnPacker, below: int, budget: WorkBudget
    ) -> list[Quotient]:
        sums: dict[int, int] = {}
        get = sums.get
        for packed, value in zip(row.packed, map(packer.packed.__getitem__, row.keys), strict=True):
            sums[packed] = get(packed, 0) + value
        if below != 1:
            bottom = bottom * below
        tables = packer.unpack(sums, row.counts)
        return [cancelled(row.shifted(table), bottom, self.packing.size, budget) for table in tables]

    def balls(self, i: int) -> list[Ball]:
        """A row as balls at the working precision; equal weights are one object."""
        row = self.rows[i]
        written = [arb(0)] * self.shape[1]
        if row is None:
            return written
        powers = self.units.power_balls(row.vectors, row.stride)
        bottom = sum((powers[p] * n for p, n in row.counts.items()), arb(0))
        weights = {p: ball / bottom for p, ball in powers.items()}
        for key, p in zip(row.keys, row.packed, strict=True):
            written[key] = weights[p]
        return written


@dataclass(frozen=True)
class Quotient:
    """A polynomial over a polynomial in the exponentials of units.

    `reduced` says whether they are certainly coprime, `whole` that nothing was cancelled: the bottom is the row's own.
    """

    top: Polynomial
    bottom: Polynomial
    reduced: bool
    whole: bool = False


def cancelled(top: dict[Vector, int], bottom: Polynomial, size: int, budget: WorkBudget) -> Quotient:
    """The quotient in lowest terms where its degree and the budget allow a gcd."""
    top = {vector: value for vector, value in top.items() if value}
    if not top:
        return Quotient(context(size).constant(0), context(size).constant(1), True)
    above: Polynomial
    if isinstance(bottom, fmpz_poly):
        above = _dense(top)
        degree = bottom.degree()
        factor = above.gcd(bottom) if degree <= DEGREE_CAP and budget.spend(degree) else None
    else:
        above = context(size).from_dict(top)
        factor = guarded_gcd(above, bottom) if budget.spend(len(above) + len(bottom)) else None
    if factor is None:
        return Quotient(above, bottom, False, True)
    return Quotient(above, bottom, True, True) if factor.is_one() else Quotient(above // factor, bottom // factor, True)


def _dense(table: dict[Vector, int]) -> fmpz_poly:
    row = [0] * (max(table)[0] + 1)
    for (exponent,), value in table.items():
        row[exponent] = value
    return fmpz_poly(row)


class PowerOutputs:
    """Rows of quotients: what weights make of integer values."""

    conditions = frozenset[str]()

    def __init__(
        self,
        shape: tuple[int, int],
        units: Units,
        sources: list[PowerRow | None],
        rows: list[list[Quotient] | None],
    ) -> None:
        self.shape = shape
        self.units = units
        self.sources = sources  # the rows of weights that were mixed
        self.rows = rows

    @property
    def reduced(self) -> bool:
        """Whether every entry is certainly in lowest terms."""
        return all(quotient.reduced for row in self.rows if row for quotient in row)

    def entry(self, i: int, j: int) -> Exact:
        """One output."""
        row, source = self.rows[i], self.sources[i]
        if row is None or source is None:
            return Exact(0)
        found, stride = row[j], source.stride
        return Exact.deferred(
            lambda: parts_of(self.units, stride, table_of(found.top), table_of(found.bottom), certain=found.reduced)
        )

    def balls(self, i: int) -> list[Ball]:
        """A row as balls at the working precision."""
        row, source = self.rows[i], self.sources[i]
        if row is None or source is None:
            return [arb(0)] * self.shape[1]
        return [self._ball(quotient, source.stride) for quotient in row]

    def _ball(self, quotient: Quotient, stride: int) -> Ball:
        if isinstance(quotient.bottom, fmpz_poly) and isinstance(quotient.top, fmpz_poly):
            t = self.units.power_balls({0: (1,)}, stride)[0]
            return quotient.top(t) / quotient.bottom(t)
        return self._sum(quotient.top, stride) / self._sum(quotient.bottom, stride)

    def _sum(self, poly: Polynomial, stride: int) -> Ball:
        table = table_of(poly)
        vectors = dict(enumerate(table))
        powers = self.units.power_balls(vectors, stride)
        return sum((powers[n] * arb(table[vector]) for n, vector in vectors.items()), arb(0))


__all__ = ["PowerOutputs", "PowerRow", "PowerWeights", "Quotient", "power_row"]
