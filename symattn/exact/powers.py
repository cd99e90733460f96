"""Softmax rows over scores that are combinations of square roots: one denominator a row, integers all the way.

With t, u, ... the exponentials of the units, a weight is t^k / D, which is in lowest terms as it stands when every
power has been shifted to start at 0; an output is a polynomial over D, cancelled once.  Rows keep integers and
polynomials; numbers are made when an entry is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from math import gcd
from typing import Any, TypeAlias

from flint import arb, fmpz_poly

from symattn.exact.alike import Kinds, tallies
from symattn.exact.enclosures import Ball
from symattn.exact.linear import IntegerMatrix, Linear
from symattn.exact.number import Exact
from symattn.exact.parts import Parts
from symattn.exact.polynomials import DEGREE_CAP, WorkBudget, context, gcd_is_affordable, guarded_gcd
from symattn.exact.units import ColumnPacker, Exponent, Polynomial, Units, Vector, parts_of, polynomial_of, table_of

View: TypeAlias = slice | Sequence[bool]


@dataclass(frozen=True)
class PowerRow:
    """One row of weights: the visible keys, the exponent of each kind of key, and how often each exponent occurs.

    `vectors` are the exponents as vectors, shifted to start at 0 and divided by the stride.
    """

    keys: Sequence[int]
    exponents: dict[int, Exponent]
    counts: dict[Exponent, int]
    vectors: dict[Exponent, Vector]
    stride: int

    def by_vector(self, amounts: Iterable[int]) -> dict[Vector, int]:
        """A table by exponent vector from amounts in the order of the counts."""
        return dict(zip(self.vectors.values(), amounts, strict=True))


def power_rows(
    scores: Sequence[IntegerMatrix], views: Sequence[View | None], kinds: Kinds | None
) -> list[PowerRow | None]:
    """The rows' visible scores (one matrix for each unit) as shifted exponents; None for a view that is None.

    Keys of one kind have equal scores in every row; without kinds no two keys are taken together.
    """
    size = scores[0].ncols()
    chosen = [None if view is None else chosen_keys(view, size) for view in views]
    if kinds is None:
        return [None if keys is None else _row_of_keys(scores, i, keys) for i, keys in enumerate(chosen)]
    counted = tallies(chosen, kinds, [1] * len(kinds))
    return [
        None if keys is None else _row_of_kinds(scores, i, keys, tally)
        for i, (keys, tally) in enumerate(zip(chosen, counted, strict=True))
    ]


def chosen_keys(view: View, size: int) -> Sequence[int]:
    """The 0-based keys of a view."""
    return range(size)[view] if isinstance(view, slice) else tuple(compress(range(size), view))


def _row_of_keys(scores: Sequence[IntegerMatrix], i: int, keys: Sequence[int]) -> PowerRow:
    exponents = _exponents(scores, i, keys)
    counts = dict(Counter(exponents.values()))
    return PowerRow(keys, exponents, counts, *_shifted(counts, len(scores)))


def _row_of_kinds(scores: Sequence[IntegerMatrix], i: int, keys: Sequence[int], tally: Mapping[int, int]) -> PowerRow:
    """A row from how many visible keys there are of each kind."""
    exponents = _exponents(scores, i, tally)
    counts: dict[Exponent, int] = {}
    for exponent, number in zip(exponents.values(), tally.values(), strict=True):
        counts[exponent] = counts.get(exponent, 0) + number
    return PowerRow(keys, exponents, counts, *_shifted(counts, len(scores)))


def _exponents(scores: Sequence[IntegerMatrix], i: int, columns: Iterable[int]) -> dict[int, Exponent]:
    """Some scores of a row, by column."""
    if len(scores) == 1:
        (matrix,) = scores
        return {j: int(matrix[i, j]) for j in columns}
    places = list(columns)
    coordinates = [[int(matrix[i, j]) for j in places] for matrix in scores]
    return dict(zip(places, zip(*coordinates, strict=True), strict=True))


def _shifted(exponents: Iterable[Any], size: int) -> tuple[dict[Exponent, Vector], int]:
    """Exponents as vectors, shifted to start at 0 and divided by a stride; and the stride."""
    if size == 1:
        low = min(exponents)
        stride = gcd(*(k - low for k in exponents)) or 1
        return {k: ((k - low) // stride,) for k in exponents}, stride
    columns = ([k - low for k in column] for column in zip(*exponents, strict=True) for low in [min(column)])
    return dict(zip(exponents, zip(*columns, strict=True), strict=True)), 1


class PowerWeights:
    """Weights of all rows; entries outside the visible keys are exactly 0."""

    conditions = frozenset[str]()
    reduced = True

    def __init__(
        self,
        shape: tuple[int, int],
        units: Units,
        rows: list[PowerRow | None],
        kinds: Kinds | None = None,
    ) -> None:
        self.shape = shape
        self.units = units
        self.rows = rows  # None: an unused query, whose row is zero by convention
        self.kinds: Kinds = range(shape[1]) if kinds is None else kinds
        self._known: dict[tuple[int, Exponent], Exact] = {}  # equal weights of a row are one number
        self.denominators = [
            None if row is None else polynomial_of(row.by_vector(row.counts.values()), units.size) for row in rows
        ]

    def entry(self, i: int, j: int) -> Exact:
        """One weight."""
        row = self.rows[i]
        if row is None or j not in row.keys:
            return Exact(0)
        exponent = row.exponents[self.kinds[j]]
        if (i, exponent) not in self._known:
            top = {row.vectors[exponent]: 1}
            self._known[i, exponent] = Exact.deferred(lambda: self._parts(row, top, self.denominators[i]))
        return self._known[i, exponent]

    def _parts(self, row: PowerRow, top: dict[Vector, int], bottom: Polynomial) -> Parts:
        return parts_of(self.units, row.stride, top, table_of(bottom), certain=True)

    def by_key(self, row: PowerRow) -> Iterator[tuple[int, Exponent]]:
        """The visible keys of a row with their exponents."""
        return ((j, row.exponents[self.kinds[j]]) for j in row.keys)

    def times(self, values: Linear, budget: WorkBudget) -> PowerOutputs | None:
        """weights @ values, each entry cancelled once; None when the values have roots (another storage serves)."""
        if set(values.components) - {1}:
            return None
        columns = values.shape[1]
        table = values.components[1].tolist() if values.components else [[0] * columns] * values.shape[0]
        packer = ColumnPacker.of([list(map(int, row)) for row in table], self.shape[1])
        rows: list[list[Quotient] | None] = []
        for row, bottom, amounts in zip(self.rows, self.denominators, self._amounts(packer.packed), strict=True):
            if row is None or bottom is None:
                rows.append(None)
                continue
            bottom = bottom if values.denominator == 1 else bottom * values.denominator
            mixed = packer.unpack(_by_exponent(row, amounts), row.counts.values())
            rows.append(_cancelled_row(row, mixed, bottom, self.units.size, budget))
        return PowerOutputs((self.shape[0], columns), self.units, self.rows, rows)

    def _amounts(self, packed_values: list[int]) -> Iterator[Sequence[int]]:
        """For each row the sum of the visible keys' values, by kind in the order of the row's exponents."""
        chosen = [None if row is None else row.keys for row in self.rows]
        if isinstance(self.kinds, range):
            yield from ([] if keys is None else [packed_values[j] for j in keys] for keys in chosen)
        else:
            yield from (list(table.values()) for table in tallies(chosen, self.kinds, packed_values))

    def balls(self, i: int) -> list[Ball]:
        """A row as balls at the working precision; equal weights are one object."""
        row = self.rows[i]
        written = [arb(0)] * self.shape[1]
        if row is None:
            return written
        powers = self.units.power_balls(row.vectors, row.stride)
        bottom = sum((powers[p] * n for p, n in row.counts.items()), arb(0))
        weights = {p: ball / bottom for p, ball in powers.items()}
        for key, p in self.by_key(row):
            written[key] = weights[p]
        return written


def _by_exponent(row: PowerRow, amounts: Sequence[int]) -> list[int]:
    """Amounts by kind as amounts by exponent, in the order of the counts."""
    sums: dict[Exponent, int] = {}
    get = sums.get
    for exponent, value in zip(row.exponents.values(), amounts, strict=True):
        sums[exponent] = get(exponent, 0) + value
    return list(sums.values())


@dataclass(frozen=True)
class Quotient:
    """A polynomial over a polynomial in the exponentials of units.

    `reduced` says whether they are certainly coprime, `whole` that nothing was cancelled: the bottom is the row's own.
    """

    top: Polynomial
    bottom: Polynomial
    reduced: bool
    whole: bool = False


def _cancelled_row(
    row: PowerRow, mixed: Sequence[Sequence[int]], bottom: Polynomial, size: int, budget: WorkBudget
) -> list[Quotient]:
    """A row's numerators, given in the order of its counts, over its denominator: lowest terms where they are cheap.

    No numerator reaches beyond the exponents of the denominator, which therefore says what a gcd may cost.
    """
    dense = isinstance(bottom, fmpz_poly)
    cheap = bottom.degree() <= DEGREE_CAP if dense else gcd_is_affordable(bottom, bottom)
    found = []
    for amounts in mixed:
        if not any(amounts):
            found.append(Quotient(context(size).constant(0), context(size).constant(1), True))
            continue
        top = _dense(row, amounts, bottom) if dense else context(size).from_dict(row.by_vector(amounts))
        found.append(cancelled(top, bottom, cheap, budget))
    return found


def cancelled(top: Polynomial, bottom: Polynomial, cheap: bool, budget: WorkBudget) -> Quotient:
    """The quotient in lowest terms where its degree and the budget allow a gcd."""
    if isinstance(bottom, fmpz_poly):
        factor = top.gcd(bottom) if cheap and budget.spend(bottom.degree()) else None
    elif budget.spend(len(top) + len(bottom)):
        factor = top.gcd(bottom) if cheap else guarded_gcd(top, bottom)
        factor = None if factor is None or factor.is_zero() else factor  # how FLINT's sparse gcd fails
    else:
        factor = None
    if factor is None:
        return Quotient(top, bottom, False, True)
    return Quotient(top, bottom, True, True) if factor.is_one() else Quotient(top // factor, bottom // factor, True)


def _dense(row: PowerRow, amounts: Sequence[int], bottom: fmpz_poly) -> fmpz_poly:
    coefficients = [0] * (bottom.degree() + 1)
    for (exponent,), value in zip(row.vectors.values(), amounts, strict=True):
        coefficients[exponent] = value
    return fmpz_poly(coefficients)


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


__all__ = ["PowerOutputs", "PowerRow", "PowerWeights", "Quotient", "View", "chosen_keys", "power_rows"]
