"""What mistakes make of one part of a stage: each entry enclosed at once, exact when it matters.

A `Candidate` offers both for every entry of the part that an answer asks for; where it comes from (another way of
calculating, a right value in the wrong place, another loss) shows nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from symattn.checking.mistakes import Mistake
from symattn.checking.mistakes.arithmetic import BallArithmetic, ExactArithmetic, Number, Row
from symattn.checking.mistakes.evaluating import Evaluation, Given
from symattn.checking.mistakes.placing import Places
from symattn.checking.mistakes.ways import Way
from symattn.exact import MINUS_INFINITY, Exact, MinusInfinity

Shape: TypeAlias = tuple[int, int]


class Part(NamedTuple):
    """A stage, or one row, column or entry of it (0-based)."""

    stage: str
    row: int | None = None
    column: int | None = None

    def place(self, i: int, j: int) -> tuple[int, int]:
        """Where entry (i, j) of the part stands in the stage."""
        return (i if self.row is None else self.row), (j if self.column is None else self.column)

    def shape(self, rows: Sequence[Row]) -> Shape:
        """The shape of the part of a stage with these rows. Errors: IndexError where the stage ends before it."""
        width = len(rows[self.row or 0])
        if self.column is not None and self.column >= width:
            raise IndexError(f"column {self.column} of {width}")
        return (len(rows) if self.row is None else 1), (width if self.column is None else 1)


@dataclass(frozen=True, eq=False)
class Candidate:
    """The part as one mistake, or two, would have it.

    ``rough(i, j)`` is an Arb ball or None for -oo, ``proved(i, j)`` the exact entry; both may raise what the arithmetic
    raises, and IndexError outside the part. ``shape()`` is that of the part.
    """

    mistakes: tuple[Mistake, ...]
    detail: str
    shape: Callable[[], Shape]
    rough: Callable[[int, int], Number]
    proved: Callable[[int, int], Exact | MinusInfinity]
    is_partial: bool = True  # whether it may have been made in some entries only


class Method:
    """A way of calculating with its evaluations in both arithmetics, the exact one made on the first look."""

    def __init__(self, mistakes: tuple[Mistake, ...], way: Way, rough: Evaluation, given: Given) -> None:
        self.mistakes = mistakes
        self.way = way
        self.rough = rough
        self._given = given

    def shows_in(self, stage: str) -> bool:
        """Whether every mistake can change a stage."""
        return all(mistake.shows_in(stage) for mistake in self.mistakes)

    @cached_property
    def proved(self) -> Evaluation:
        """The exact evaluation."""
        return Evaluation(self.way, ExactArithmetic(), self._given)

    def candidate(self, part: Part) -> Candidate:
        """What this way makes of a part."""

        def rough(i: int, j: int) -> Number:
            i, j = part.place(i, j)
            return self.rough.rows(part.stage)[i][j]

        def proved(i: int, j: int) -> Exact | MinusInfinity:
            i, j = part.place(i, j)
            return entry_of(self.proved.rows(part.stage)[i][j])

        def shape() -> Shape:
            return part.shape(self.rough.rows(part.stage))

        return Candidate(self.mistakes, self.way.detail, shape, rough, proved)


def entry_of(entry: Exact | None) -> Exact | MinusInfinity:
    """A number of an exact row, or -oo for None."""
    return MINUS_INFINITY if entry is None else entry


def of_places(mistake: Mistake, detail: str, places: Places, rough: Sequence[Row], exact: Sequence[Row]) -> Candidate:
    """Right values of a stage, given by its rows in both arithmetics, in the wrong places."""

    def roughly(i: int, j: int) -> Number:
        i, j = places[i][j]
        return rough[i][j]

    def exactly(i: int, j: int) -> Exact | MinusInfinity:
        i, j = places[i][j]
        return entry_of(exact[i][j])

    return Candidate((mistake,), detail, lambda: (len(places), len(places[0])), roughly, exactly, is_partial=False)


def of_value(mistake: Mistake, detail: str, value: Exact, numbers: BallArithmetic) -> Candidate:
    """A single number."""
    return Candidate((mistake,), detail, lambda: (1, 1), lambda i, j: numbers.number(value), lambda i, j: value)


__all__ = ["Candidate", "Method", "Part", "entry_of", "of_places", "of_value"]
