"""Mistakes that are made in array code rather than on paper: axes that broadcast the wrong way, constants that stay in.

They are ways of calculating like those of `symattn.checking.mistakes`, in exact numbers only: what compares numbers
cannot be enclosed first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from symattn.checking.mistakes.arithmetic import Arithmetic, Row
from symattn.checking.mistakes.mistake import Mistake, mistake
from symattn.checking.mistakes.ways import Mask, Way
from symattn.errors import SymattnError
from symattn.exact import Exact, exp

ZERO = Exact(0)


def _weights(masked: Sequence[Row], i: int, taken: Sequence[Exact | None], totals: Sequence[Exact] | None) -> Row:
    """exp(score - taken) for row i, divided by the row's own sum, or each column by another one."""
    raised = [_raised(score, less) for score, less in zip(masked[i], taken, strict=True)]
    if totals is None:
        total = sum(raised[1:], raised[0])
        return [power / total for power in raised]
    return [power / total for power, total in zip(raised, totals, strict=True)]


def _raised(score: Exact | None, less: Exact | None) -> Exact:
    return ZERO if score is None or less is None else exp(score - less)


def _largest(entries: Sequence[Exact | None]) -> Exact | None:
    seen = [entry for entry in entries if entry is not None]
    return max(seen) if seen else None


def _row_largest(masked: Sequence[Row]) -> list[Exact | None]:
    return [_largest(row) for row in masked]


def _totals(masked: Sequence[Row], taken: Callable[[int], Sequence[Exact | None]]) -> list[Exact]:
    sums = []
    for k, row in enumerate(masked):
        raised = [_raised(score, less) for score, less in zip(row, taken(k), strict=True)]
        sums.append(sum(raised[1:], raised[0]))
    return sums


@mistake(
    "sums-across",
    "softmax",
    "weights",
    "each column is divided by the sum of the row of the same number: keepdims=True is missing in the sum",
)
def sums_across(way: Way) -> Iterator[Way]:
    """e / e.sum(axis=-1) of a square array."""
    if way.queries != way.keys:
        return

    def shifted(numbers: Arithmetic, masked: Sequence[Row], i: int) -> Row:
        largest = _row_largest(masked)
        return _weights(masked, i, [largest[i]] * len(masked[i]), _totals(masked, lambda k: [largest[k]] * way.keys))

    def plain(numbers: Arithmetic, masked: Sequence[Row], i: int) -> Row:
        nothing: list[Exact | None] = [ZERO] * len(masked[i])
        return _weights(masked, i, nothing, _totals(masked, lambda k: nothing))

    yield replace(way, weigh=plain)
    yield replace(way, weigh=shifted)


@mistake(
    "maxima-across",
    "softmax",
    "weights",
    "the largest score of each row is subtracted from a column instead: keepdims=True is missing in the max",
)
def maxima_across(way: Way) -> Iterator[Way]:
    """x - x.max(axis=-1) of a square array; the sum may have its axis kept or not."""
    if way.queries != way.keys:
        return

    def own_sum(numbers: Arithmetic, masked: Sequence[Row], i: int) -> Row:
        return _weights(masked, i, _row_largest(masked), None)

    def across(numbers: Arithmetic, masked: Sequence[Row], i: int) -> Row:
        largest = _row_largest(masked)
        return _weights(masked, i, largest, _totals(masked, lambda k: largest))

    yield replace(way, weigh=own_sum)
    yield replace(way, weigh=across, detail="and in the sum")


@mistake(
    "maxima-of-columns",
    "softmax",
    "weights",
    "the largest score of each column is subtracted, which changes a row's scores by different amounts",
)
def maxima_of_columns(way: Way) -> Iterator[Way]:
    """x - x.max(axis=0): no shift of a row by one number."""

    def weigh(numbers: Arithmetic, masked: Sequence[Row], i: int) -> Row:
        return _weights(masked, i, [_largest(column) for column in zip(*masked, strict=True)], None)

    yield replace(way, weigh=weigh)


@mistake("zero-score-hidden", "masking", "masked_scores", "a score that happens to be 0 is taken for a hidden one")
def zero_score_hidden(way: Way) -> Iterator[Way]:
    """Scores times the mask, and then -oo wherever there is a 0."""

    def mask(numbers: Arithmetic, scores: Row, seen: Sequence[bool]) -> Row:
        pairs = zip(scores, seen, strict=True)
        return [score if visible and score is not None and score != 0 else None for score, visible in pairs]

    yield replace(way, mask=mask)


MISTAKES: tuple[Mistake, ...] = (sums_across, maxima_across, maxima_of_columns, zero_score_hidden)


def with_added(way: Way, constant: Fraction) -> Iterator[Way]:
    """The ways in which a small constant is added to the sum of exponentials, shifted by the largest score or not."""
    extra = Exact(constant)

    def weigh(shift: bool) -> Callable[[Arithmetic, Sequence[Row], int], Row]:
        def row(numbers: Arithmetic, masked: Sequence[Row], i: int) -> Row:
            less = _largest(masked[i]) if shift else ZERO
            raised = [_raised(score, less) for score in masked[i]]
            total = sum(raised, extra)
            return [power / total for power in raised]

        return row

    yield replace(way, weigh=weigh(True))
    yield replace(way, weigh=weigh(False))


def with_fill(way: Way, fill: Exact) -> Iterator[Way]:
    """The ways in which hidden scores are replaced by a number, or the number is added to them."""

    def put(numbers: Arithmetic, scores: Row, seen: Sequence[bool]) -> Row:
        return [score if visible else fill for score, visible in zip(scores, seen, strict=True)]

    def add(numbers: Arithmetic, scores: Row, seen: Sequence[bool]) -> Row:
        pairs = zip(scores, seen, strict=True)
        return [score if visible or score is None else score + fill for score, visible in pairs]

    masks: tuple[tuple[Mask, str], ...] = ((put, "put in the place of"), (add, "added to"))
    for mask, verb in masks:
        yield replace(way, mask=mask, detail=f"{verb} hidden scores")
        yield replace(way, mask=mask, after=way.visible, detail=f"{verb} hidden scores, weights set to 0 afterwards")


def changed(kind: Mistake, way: Way) -> list[Way]:
    """What a mistake makes of a way; nothing where it does not apply."""
    try:
        return list(kind.change(way))
    except SymattnError:
        return []


__all__ = ["MISTAKES", "changed", "with_added", "with_fill"]
