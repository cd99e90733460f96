"""Columns of a table that were worked out from those beside them: from the printed figures, or from unrounded ones.

A product of 1.23 and 4.56 may be printed as 5.62 where the factors were rounded for the table. Whether they were is
told by the other rows: where these agree with the printed figures to more digits than chance would give, the figures
are meant exactly. A column of which half the rows disagree is none of that formula.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from symattn.auditing.environment import Binding, Environment, Value
from symattn.auditing.evaluation import value_of
from symattn.auditing.expressions import Expression
from symattn.auditing.findings import GOOD
from symattn.auditing.judging import Judged
from symattn.auditing.matching import is_slip, is_trivial, size_of
from symattn.checking.typed import Typed
from symattn.exact import Exact

MUCH = 200  # units of the last digit that rounding may explain, of which a slip of a few is no coincidence
UNLIKELY = Fraction(1, 50)


@dataclass(frozen=True)
class Row:
    """One printed figure, judged by the printed figures beside it, and how far these may be off by their rounding."""

    figure: Judged
    reach: Fraction

    @property
    def is_good(self) -> bool:
        """Whether it agrees with the printed figures."""
        return self.figure.verdict in GOOD

    @property
    def unit(self) -> Fraction:
        """One unit of the last digit."""
        digits = self.figure.typed.digits
        return digits.unit if digits is not None else Fraction(0)

    @property
    def is_telling(self) -> bool:
        """Whether it agrees, and is none of the 0 and 1 of logic."""
        return self.is_good and not is_trivial(self.figure.typed)

    @property
    def is_beyond(self) -> bool:
        """Whether no rounding of the figures beside it explains it."""
        if self.is_good or not isinstance(self.figure.typed.value, Exact):
            return False
        try:
            right = Fraction(self.figure.expected)
        except ValueError:
            return False
        return abs(size_of(self.figure.typed.value) - right) > self.reach + self.unit / 2

    @property
    def chance(self) -> Fraction:
        """How likely it agrees by chance, had the figures beside it been rounded."""
        return min(Fraction(1), self.unit / (2 * self.reach)) if self.reach and self.is_good else Fraction(1)


def sure_rows(rows: Sequence[Row], *, is_named: bool = True) -> list[Row]:
    """The rows to report: those that agree, and those that are surely wrong; ``is_named`` by a heading's formula."""
    beyond = sum(row.is_beyond for row in rows)
    is_column = 2 * beyond < len(rows) or (is_named and 2 * beyond == len(rows) and any(row.is_telling for row in rows))
    return [row for row in rows if row.is_good or _is_wrong(row, rows, is_column)]


def _is_wrong(row: Row, rows: Sequence[Row], is_column: bool) -> bool:
    if row.is_beyond:
        return is_column or is_slip([row.figure])
    return is_column and is_exact(row, rows) and (is_slip([row.figure]) or _luck(rows) < UNLIKELY)


def is_exact(row: Row, rows: Sequence[Row]) -> bool:
    """Whether the figures beside one are meant as they are printed, which a slip of a few units would show."""
    return row.reach > MUCH * row.unit or _luck(rows) < UNLIKELY


def _luck(rows: Sequence[Row]) -> Fraction:
    """How likely so many of the rows agree by chance; two and more that do not are no slips but roundings."""
    astray = sum(not row.is_good for row in rows)
    if astray > 1 and 4 * astray > len(rows):
        return Fraction(1)
    return math.comb(len(rows), astray) * math.prod((row.chance for row in rows), start=Fraction(1))


def reach_in_row(formula: Expression, own: Environment, given: Sequence[tuple[str, Typed]]) -> Fraction:
    """How far the value of a formula moves when the decimals of a row move by half a unit of their last digit."""
    middle = value_of(formula, own)
    total = Fraction(0)
    for name, typed in given:
        if typed.digits is None or "." not in typed.digits.digits or not isinstance(typed.value, Exact):
            continue
        moved = own.overlaid()
        moved.bind(name, Binding(typed.value + typed.digits.unit / 2))
        total += _distance(middle, value_of(formula, moved))
    return total


def _distance(one: Value | None, two: Value | None) -> Fraction:
    if not isinstance(one, Exact) or not isinstance(two, Exact):
        return Fraction(0)
    return abs(size_of(one) - size_of(two))


__all__ = ["MUCH", "Row", "is_exact", "reach_in_row", "sure_rows"]
