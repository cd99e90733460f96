"""Softmax rows over any scores: one field and one denominator a row, numerators as polynomials.

This is the general path (free symbols, logarithms, nested exponentials); `powers` is the fast one for square roots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from flint import arb

from symattn.errors import UndecidedError
from symattn.exact.alike import Kinds
from symattn.exact.conditions import joined, refuse_contradiction
from symattn.exact.enclosures import Ball, polynomial_balls
from symattn.exact.field import Field, join_all
from symattn.exact.functions import exp
from symattn.exact.number import Exact
from symattn.exact.polynomials import Poly, common_denominator


@dataclass(frozen=True)
class SharedRow:
    """Numerators by key (absent keys weigh 0) over one denominator, all in one field."""

    field: Field
    numerators: dict[int, Poly]
    denominator: Poly
    conditions: frozenset[str]

    def entry(self, j: int) -> Exact:
        """One weight, in lowest terms."""
        if j not in self.numerators:
            return Exact(0)
        return Exact.from_parts(self.field, self.numerators[j], self.denominator, self.conditions)

    def mixed(self, column: Sequence[Exact]) -> Exact:
        """The sum of weight * value over the keys of the row, cancelled once."""
        present = [(j, column[j]) for j in self.numerators]
        field = join_all([self.field, *(value.field for _, value in present)])
        one = self.field.constant(1)
        terms = []
        for j, value in present:
            weight_top, weight_bottom = field.embed_parts(self.field, self.numerators[j], one)
            value_top, value_bottom = field.embed(value)
            terms.append((weight_top * value_top, weight_bottom * value_bottom))
        top, bottom = added(terms)
        over_top, over_bottom = field.embed_parts(self.field, self.denominator, one)
        conditions = reduce(joined, (value.conditions for _, value in present), self.conditions)
        return Exact.from_parts(field, top * over_bottom, bottom * over_top, conditions)


def added(terms: Sequence[tuple[Poly, Poly]]) -> tuple[Poly, Poly]:
    """The sum of quotients of one ring over a common denominator."""
    below = common_denominator([bottom for _, bottom in terms])
    total = terms[0][0] * (below // terms[0][1])
    for top, bottom in terms[1:]:
        total = total + (top if bottom == below else top * (below // bottom))
    return total, below


def shared_row(scores: Mapping[int, Exact], kinds: Kinds | None = None) -> SharedRow:
    """The softmax of scores given by their column; the other columns weigh 0. Scores of one kind are equal.

    Scores are taken relative to the first one, so that what all of them share never enters an exponential.
    The total is no 0, whatever its size: exponentials of real numbers are positive, and so is their sum; times a
    common denominator, which is no 0 either, it is the denominator of the row.
    """
    kind_of = {j: j if kinds is None else kinds[j] for j in scores}
    first = next(iter(scores.values()))
    raised = {kind_of[j]: score for j, score in scores.items()}
    raised = {kind: exp(score - first) for kind, score in raised.items()}
    conditions = frozenset[str]().union(*(score.conditions for score in scores.values()))
    field = join_all([number.field for number in raised.values()])
    parts = {kind: field.embed(number) for kind, number in raised.items()}
    below = common_denominator([bottom for _, bottom in parts.values()])
    lifted = {kind: top * (below // bottom) for kind, (top, bottom) in parts.items()}
    numerators = {j: lifted[kind] for j, kind in kind_of.items()}
    denominator = field.reduce(sum(numerators.values(), field.constant(0)))
    assert not denominator.is_zero()
    return SharedRow(field, numerators, denominator, conditions)


class SharedWeights:
    """Weights of all rows over any scores."""

    def __init__(self, shape: tuple[int, int], rows: list[SharedRow | None]) -> None:
        self.shape = shape
        self.rows = rows
        refuse_contradiction(self.conditions)

    @property
    def conditions(self) -> frozenset[str]:
        """What the free symbols must satisfy."""
        return frozenset[str]().union(*(row.conditions for row in self.rows if row))

    def entry(self, i: int, j: int) -> Exact:
        """One weight."""
        row = self.rows[i]
        return Exact(0) if row is None else row.entry(j)

    def balls(self, i: int) -> list[Ball] | None:
        """A row as balls at the working precision; None where a symbol is left."""
        row = self.rows[i]
        written = [arb(0)] * self.shape[1]
        if row is None:
            return written
        try:
            bottom, *tops = polynomial_balls([row.denominator, *row.numerators.values()], row.field.generators)
        except UndecidedError:
            return None
        for j, top in zip(row.numerators, tops, strict=True):
            written[j] = top / bottom
        return written

    def mixed(self, i: int, column: Sequence[Exact]) -> Exact:
        """One output: the mixture of a column of values."""
        row = self.rows[i]
        return Exact(0) if row is None else row.mixed(column)
