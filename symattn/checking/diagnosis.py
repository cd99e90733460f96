"""Which mistakes explain a wrong answer.

Every mistake is enclosed first, which is cheap and refutes nearly all of them; what is left is proved. Pairs of
mistakes are tried only where no single one explains. A `Diagnosis` keeps what it has calculated for its problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TypeAlias

from symattn.checking.candidates import Candidate, Method, Part, of_places, of_value
from symattn.checking.matching import LEAST_FIGURES, LEAST_FIGURES_OF_TWO, Place, Target
from symattn.checking.mistakes import OF_METHOD, LossProblem, Mistake
from symattn.checking.mistakes.arithmetic import BallArithmetic, Row
from symattn.checking.mistakes.evaluating import Evaluation, Given, LazyRows, level_of
from symattn.checking.mistakes.loss import values_by_mistake
from symattn.checking.mistakes.placing import misplaced
from symattn.checking.mistakes.ways import Way, right_way
from symattn.checking.typed import TypedAnswer
from symattn.errors import SymattnError, UndecidedError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.exact.comparing import sample_points
from symattn.exact.enclosures import Values, precision
from symattn.problems import Problem
from symattn.problems.stages import record_of

BITS = 80
MOST_SCORES = 65_536  # of all heads; beyond them no mistake is tried,
MOST_SCORES_OF_PAIRS = 400  # and beyond these no pair
MOST_PAIRS_PROVED = 12

Pair: TypeAlias = tuple[tuple[Mistake, ...], Way]
TOO_WIDE: Row = ()  # a row whose enclosures do not settle what it is


@dataclass(frozen=True)
class Explanation:
    """One mistake, or two, with which an answer comes out; ``detail`` says which variant."""

    mistakes: tuple[Mistake, ...]
    detail: str = ""

    @property
    def name(self) -> str:
        """The name of the mistake, or of both."""
        return " + ".join(mistake.name for mistake in self.mistakes)

    @property
    def when(self) -> str:
        """The end of the sentence "this is what comes out when ..."."""
        said = " and ".join(mistake.when for mistake in self.mistakes)
        return f"{said} ({self.detail})" if self.detail else said


class Diagnosis:
    """The mistakes that can be made with one problem, or with one record (``item``, 0-based) of a batch.

    ``given`` are stages, whole and exact, that are taken as somebody has them instead of being calculated.
    """

    def __init__(self, problem: Problem, item: int | None = None, given: Given | None = None) -> None:
        self._record = record_of(problem, item)
        self._given: Given = dict(given or {})
        self._numbers = BallArithmetic(BITS, values_of(self._record))
        self._shared: dict[tuple[int, str], Sequence[Row]] = {}
        self._pair_rows: dict[tuple[str, int], list[Row | None]] = {}
        self._placed: dict[Part, list[Candidate]] = {}

    def explain(self, part: Part, typed: TypedAnswer, wrong: Iterable[Place]) -> tuple[Explanation, ...]:
        """The mistakes that explain a typed answer to a part of a stage, of which these entries are wrong.

        A mistake explains the answer when it gives all of it; where none does, when it gives all wrong rows, and
        where none does that either, all wrong entries.
        """
        if self._scores > MOST_SCORES or not _symbols(typed) <= self._numbers.symbols:
            return ()
        with precision(BITS):
            target = Target(typed, wrong, self._numbers)
            found = explained(self.candidates(part), target)
            if found or self._scores > MOST_SCORES_OF_PAIRS or target.information < LEAST_FIGURES_OF_TWO:
                return found
            return self._explained_by_two(part, target)

    def candidates(self, part: Part) -> Iterator[Candidate]:
        """What every single mistake makes of a part."""
        yield from (method.candidate(part) for method in self._singles if method.shows_in(part.stage))
        if part not in self._placed:
            self._placed[part] = list(self._misplaced(part))
        yield from self._placed[part]

    def _explained_by_two(self, part: Part, target: Target) -> tuple[Explanation, ...]:
        row, column = part.place(*target.wrong[0])
        rows = zip(self._pairs, self._rows_of_pairs(part.stage, row), strict=True)
        near = [pair for pair, made in rows if _may_hold(target, column, made)]
        everywhere = next(target.parts())
        candidates = (self._method(*pair).candidate(part) for pair in near)
        likely = [candidate for candidate in candidates if target.may_be(candidate, everywhere)]
        proved = (c for c in likely[:MOST_PAIRS_PROVED] if target.is_proved(c, LEAST_FIGURES_OF_TWO, everywhere))
        return explanations(proved)

    # -- ways of calculating ------------------------------------------------------------------------------------

    @cached_property
    def _right(self) -> Method:
        return self._method((), right_way(self._record))

    @cached_property
    def _singles(self) -> list[Method]:
        right = self._right.way
        return [self._method((mistake,), way) for mistake in OF_METHOD for way in mistake.change(right)]

    @cached_property
    def _pairs(self) -> list[Pair]:
        """Two mistakes of different themes, one after the other."""
        return [
            ((*first.mistakes, second), _with_both_details(first.way, way))
            for first in self._singles
            for second in _after(first.mistakes[0])
            for way in second.change(first.way)
        ]

    def _rows_of_pairs(self, stage: str, i: int) -> list[Row | None]:
        """One enclosed row of a stage as every pair has it; only that is kept, for there are hundreds of pairs."""
        if (stage, i) not in self._pair_rows:
            self._pair_rows[stage, i] = [
                _row(self._method(*pair).rough, stage, i) if all(one.shows_in(stage) for one in pair[0]) else None
                for pair in self._pairs
            ]
        return self._pair_rows[stage, i]

    def _method(self, mistakes: tuple[Mistake, ...], way: Way) -> Method:
        return Method(mistakes, way, Evaluation(way, self._numbers, self._rough_given, self._shared), self._given)

    @cached_property
    def _rough_given(self) -> Given:
        number = self._numbers.number
        return {
            stage: [[None if entry is None else number(entry) for entry in row] for row in rows]
            for stage, rows in self._given.items()
        }

    @cached_property
    def _scores(self) -> int:
        way = self._right.way
        return way.queries * way.keys * len(way.heads)

    # -- right values in wrong places ---------------------------------------------------------------------------

    def _misplaced(self, part: Part) -> Iterator[Candidate]:
        try:
            rough, exact = self._rows(part.stage)
        except SymattnError:
            return
        shape = len(rough), len(rough[0])
        for mistake, detail, places in misplaced(shape, part.row, part.column):
            yield of_places(mistake, detail, places, rough, exact)

    def _rows(self, stage: str) -> tuple[Sequence[Row], Sequence[Row]]:
        """The right rows of a stage in both arithmetics."""
        if level_of(stage) is not None:
            return self._right.rough.rows(stage), self._right.proved.rows(stage)
        exact, rough = rows_in_both(self._record.arrays[stage], self._numbers)
        return rough, exact


def _row(evaluation: Evaluation, stage: str, i: int) -> Row | None:
    """A row of a stage; None where there is none, and TOO_WIDE where enclosures do not tell."""
    try:
        rows = evaluation.rows(stage)
        return rows[i] if i < len(rows) else None
    except UndecidedError:
        return TOO_WIDE
    except SymattnError:
        return None


def _may_hold(target: Target, column: int, row: Row | None) -> bool:
    """Whether the most telling wrong entry may be the one in a column of a row."""
    if row is None or row is TOO_WIDE:
        return row is TOO_WIDE
    return column < len(row) and target.may_match(target.wrong[0], row[column])


def explained(candidates: Iterable[Candidate], target: Target) -> tuple[Explanation, ...]:
    """The single mistakes that are proved to give a typed answer: all of it, else its wrong rows, else wrong entries.

    Where a mistake would have made other entries wrong too, a wrong 0 or 1 is no sign of it; nor is a single short
    value that is right elsewhere.
    """
    if target.size == 1 and target.information < LEAST_FIGURES:
        candidates = (candidate for candidate in candidates if candidate.is_partial)
    near = [candidate for candidate in candidates if target.may_be(candidate, target.wrong)]
    for places in target.parts():
        whole = len(places) == target.size
        if not whole and target.information < LEAST_FIGURES:
            break
        chosen = (c for c in near if (whole or c.is_partial) and target.may_be(c, places))
        found = explanations(c for c in chosen if target.is_proved(c, LEAST_FIGURES, places))
        if found:
            return found
    return ()


def explanations(candidates: Iterable[Candidate]) -> tuple[Explanation, ...]:
    """One explanation a mistake, whatever the number of its variants."""
    found: dict[tuple[Mistake, ...], Explanation] = {}
    for candidate in candidates:
        found.setdefault(candidate.mistakes, Explanation(candidate.mistakes, candidate.detail))
    return tuple(found.values())


def explain_value(expected: Exact | LossProblem, typed: TypedAnswer) -> tuple[Explanation, ...]:
    """The mistakes that explain a typed number where a loss, or another value with logarithms, is asked."""
    if typed.is_matrix or _symbols(typed):
        return ()
    made = expected.by_mistake if isinstance(expected, LossProblem) else values_by_mistake(expected)
    with precision(BITS):
        numbers = BallArithmetic(BITS, {})
        candidates = [of_value(mistake, detail, value, numbers) for mistake, detail, value in made]
        return explained(candidates, Target(typed, [(0, 0)], numbers))


def explain_matrix(expected: ExactMatrix, typed: TypedAnswer, wrong: Iterable[Place]) -> tuple[Explanation, ...]:
    """The exchange of rows, columns or both that explains a typed matrix, where nothing is known but what is right."""
    values = sample_points(sorted(expected.symbols))[0] if expected.symbols else {}
    if typed.shape != expected.shape or not _symbols(typed) <= frozenset(values):
        return ()
    with precision(BITS):
        numbers = BallArithmetic(BITS, values)
        exact, rough = rows_in_both(expected, numbers)
        made = misplaced(expected.shape, None, None)
        candidates = [of_places(mistake, detail, places, rough, exact) for mistake, detail, places in made]
        return explained(candidates, Target(typed, wrong, numbers))


def rows_in_both(matrix: ExactMatrix, numbers: BallArithmetic) -> tuple[Sequence[Row], Sequence[Row]]:
    """The rows of a matrix as exact numbers and as balls, None for -oo."""
    exact = [[None if isinstance(entry, MinusInfinity) else entry for entry in row] for row in matrix.rows()]
    rough = LazyRows(len(exact), lambda i: [None if entry is None else numbers.number(entry) for entry in exact[i]])
    return exact, rough


@lru_cache(maxsize=32)
def diagnosis_of(problem: Problem, item: int | None) -> Diagnosis:
    """The diagnosis of a problem, kept for the next answer to it; problems are immutable."""
    return Diagnosis(problem, item)


def _after(first: Mistake) -> list[Mistake]:
    """The mistakes of later themes that may be combined with a mistake."""
    if not first.combines:
        return []
    themes = list(dict.fromkeys(mistake.theme for mistake in OF_METHOD))
    later = themes[themes.index(first.theme) + 1 :]
    return [mistake for mistake in OF_METHOD if mistake.combines and mistake.theme in later]


def _with_both_details(first: Way, both: Way) -> Way:
    """The way with the details of both mistakes; the second keeps that of the first where it has none of its own."""
    if first.detail and both.detail and first.detail != both.detail:
        return replace(both, detail=f"{first.detail}; {both.detail}")
    return both


def values_of(record: Problem) -> Values:
    """A point at which the free symbols of a problem are evaluated, to tell formulas apart."""
    names = frozenset[str]().union(*(matrix.symbols for matrix in record.arrays.values()))
    if record.scale is not None:
        names |= record.scale.symbols
    return sample_points(sorted(names))[0] if names else {}


def _symbols(typed: TypedAnswer) -> frozenset[str]:
    return frozenset[str]().union(*(entry.value.symbols for row in typed.rows for entry in row))


__all__ = ["Diagnosis", "Explanation", "diagnosis_of", "explain_matrix", "explain_value", "values_of"]
