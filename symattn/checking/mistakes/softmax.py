"""Mistakes of the softmax: over what it runs, and with what in place of exponentials."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from symattn.checking.mistakes.arithmetic import Arithmetic, Number, Row
from symattn.checking.mistakes.mistake import mistake
from symattn.checking.mistakes.ways import Way, Weigh
from symattn.exact import Exact
from symattn.exact.functions import log

ZERO = Exact(0)


def _weighing(way: Way, weigh: Weigh, detail: str = "") -> Way:
    return replace(way, weigh=weigh, detail=detail)


def _raised(numbers: Arithmetic, row: Row) -> list[Number]:
    """Exponentials, 0 where a score is hidden."""
    zero = numbers.number(ZERO)
    return [zero if entry is None else numbers.exp(entry) for entry in row]


def _over_columns(numbers: Arithmetic, masked: Sequence[Row], i: int) -> Row:
    raised = [_raised(numbers, row) for row in masked]
    totals = [sum(column[1:], column[0]) for column in zip(*raised, strict=True)]
    shares = zip(masked[i], raised[i], totals, strict=True)
    return [power if score is None else power / total for score, power, total in shares]


def _over_everything(numbers: Arithmetic, masked: Sequence[Row], i: int) -> Row:
    every = [entry for row in masked for entry in row]
    weights = numbers.softmax(every)
    width = len(masked[i])
    return weights[i * width : (i + 1) * width]


def _twice_over_visible(numbers: Arithmetic, masked: Sequence[Row], i: int) -> Row:
    once = numbers.softmax(masked[i])
    return numbers.softmax([None if s is None else weight for s, weight in zip(masked[i], once, strict=True)])


def _twice_over_all(numbers: Arithmetic, masked: Sequence[Row], i: int) -> Row:
    return numbers.softmax(numbers.softmax(masked[i]))


def _exponentials(numbers: Arithmetic, masked: Sequence[Row], i: int) -> Row:
    return _raised(numbers, masked[i])


def _shares_of_scores(numbers: Arithmetic, masked: Sequence[Row], i: int) -> Row:
    zero = numbers.number(ZERO)
    shown = [entry for entry in masked[i] if entry is not None]
    total = sum(shown[1:], shown[0])
    return [zero if entry is None else entry / total for entry in masked[i]]


def _with_base(base: int) -> Weigh:
    """The softmax with powers of another base."""
    factor = log(Exact(base))

    def weigh(numbers: Arithmetic, masked: Sequence[Row], i: int) -> Row:
        by = numbers.number(factor)
        return numbers.softmax([None if entry is None else entry * by for entry in masked[i]])

    return weigh


@mistake("softmax-over-columns", "softmax", "weights", "the softmax runs down the columns instead of along the rows")
def softmax_over_columns(way: Way) -> Iterator[Way]:
    """The weights of each key add to 1."""
    yield _weighing(way, _over_columns)


@mistake("softmax-over-matrix", "softmax", "weights", "one softmax runs over the whole matrix")
def softmax_over_matrix(way: Way) -> Iterator[Way]:
    """All weights together add to 1."""
    if way.queries > 1:
        yield _weighing(way, _over_everything)


@mistake("softmax-twice", "softmax", "weights", "the softmax is taken twice")
def softmax_twice(way: Way) -> Iterator[Way]:
    """A softmax of the weights, over the visible keys or over all of them."""
    yield _weighing(way, _twice_over_visible)
    yield _weighing(way, _twice_over_all, "over hidden keys too")


@mistake("not-normalised", "softmax", "weights", "the exponentials are not divided by their sum")
def not_normalised(way: Way) -> Iterator[Way]:
    """exp(score) for a weight."""
    yield _weighing(way, _exponentials)


@mistake("no-exponentials", "softmax", "weights", "the scores themselves are divided by their sum")
def no_exponentials(way: Way) -> Iterator[Way]:
    """score / sum of scores for a weight."""
    yield _weighing(way, _shares_of_scores)


@mistake("other-base", "softmax", "weights", "powers of another base are taken instead of powers of e")
def other_base(way: Way) -> Iterator[Way]:
    """2 or 10 to the score."""
    for base in (2, 10):
        yield _weighing(way, _with_base(base), f"powers of {base}")


MISTAKES = (softmax_over_columns, softmax_over_matrix, softmax_twice, not_normalised, no_exponentials, other_base)
__all__ = ["MISTAKES"]
