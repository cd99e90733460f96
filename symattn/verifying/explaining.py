"""Why a result differs: a scale that is a rounded double, a finite fill that leaks, a named mistake.

Constants that the code brought in are tried as what they may be, and only what is proved to give the whole result
counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement

from symattn.checking.candidates import Part
from symattn.checking.diagnosis import Diagnosis, Explanation
from symattn.checking.mistakes import scaling
from symattn.checking.mistakes.arithmetic import ExactArithmetic, Row
from symattn.checking.mistakes.evaluating import Evaluation
from symattn.checking.mistakes.mistake import Mistake
from symattn.checking.mistakes.ways import Way, right_way
from symattn.checking.typed import TypedAnswer, typed_answer
from symattn.errors import SymattnError
from symattn.exact import MINUS_INFINITY, Exact, MinusInfinity
from symattn.exact.comparing import compare_entries
from symattn.exact.floats import FORMATS, nearest_float
from symattn.problems import Problem
from symattn.verifying.code_mistakes import MISTAKES, changed, with_added, with_fill
from symattn.verifying.scalars import Scalar

MOST_TRIED = 8  # constants
NEAR = Fraction(1, 1000)  # how far from the scale a constant is tried beside other mistakes
NOISE = Fraction(1, 2**20)  # how far one may be that was calculated in floating point
LEAST_DIGITS = 3  # of a scale that was typed as a decimal
LARGEST_ADDED = Fraction(1, 100)
LEAST_FILL = 1

FINITE_FILL = Mistake("finite-for-infinity", "masking", "hidden scores get a finite number instead of -oo")
CONSTANT_ADDED = Mistake("constant-in-the-sum", "softmax", "a small constant is added to the sum of exponentials")
OTHER_SCALE = Mistake("other-scale", "scaling", "the dot products are scaled by another number")


@dataclass(frozen=True)
class Finding:
    """An explanation that is proved: a scale, a leak of hidden keys, or mistakes."""

    scale: Fraction | None = None
    leak: Exact | None = None
    fill: str = ""
    explanations: tuple[Explanation, ...] = ()


class Result:
    """The rows of one stage as a function gave them for a problem, and the constants that it used.

    Rows with a NaN or oo are broken; mistakes have to explain the others.
    """

    def __init__(self, problem: Problem, stage: str, rows: Sequence[Sequence[Scalar]], constants: Iterable[Fraction]):
        self.problem = problem
        self.stage = stage
        self.constants = list(constants)[:MOST_TRIED]
        self.entries = [[scalar.entry() for scalar in row] for row in rows]
        valid = problem.query_valid or (True,) * len(rows)
        self.broken = [used and None in row for row, used in zip(self.entries, valid, strict=True)]
        self.used = [used and not broken for used, broken in zip(valid, self.broken, strict=True)]

    def is_of(self, way: Way) -> bool:
        """Whether a way of calculating is proved to give the used rows."""
        try:
            rows = Evaluation(way, ExactArithmetic()).rows(self.stage)
            return len(rows) == len(self.entries) and all(
                _same(own, rows[i]) for i, own in enumerate(self.entries) if self.used[i]
            )
        except (SymattnError, IndexError):
            return False

    @cached_property
    def problems(self) -> list[Problem]:
        """The problem, and with each scale near the right one that the constants may make."""
        right = right_scale(self.problem)
        return [self.problem, *(self._scaled_by(scale) for scale in self._scales if _is_near(scale, right))]

    def _scaled_by(self, scale: Fraction) -> Problem:
        return replace(self.problem, scale=Exact(scale))

    @cached_property
    def _scales(self) -> list[Fraction]:
        right = right_scale(self.problem)
        if right is None:
            return []
        known = {abs(c) for c in self.constants if c}
        single = known | {1 / c for c in known}
        double = {a * b for a, b in combinations_with_replacement(sorted(single), 2)}
        near = sorted({c for c in single | double if _is_near(c, right)}, key=lambda c: abs(c - right))
        return near + sorted(single - set(near), key=lambda c: abs(c / right - 1))[:MOST_TRIED]

    # -- what explains it ---------------------------------------------------------------------------------------

    def finding(self) -> Finding:
        """The first explanation that is proved; an empty one where none is."""
        if not any(self.used):
            return Finding()
        tried: tuple[Callable[[], Finding | None], ...] = (self._mistakes,)
        if not any(self.broken):
            tried = (self._scale, self._leak, *tried, self._constant_in_the_sum)
        return next((found for one in tried if (found := one()) is not None), Finding())

    def _scale(self) -> Finding | None:
        for scale in self._scales:
            if self.is_of(right_way(self._scaled_by(scale))):
                if is_rounding(scale, right_scale(self.problem)):
                    return Finding(scale=scale)
                return Finding(explanations=(_name_of_scale(self.problem, scale),))
        return None

    def _leak(self) -> Finding | None:
        fills = [-abs(c) for c in self.constants if abs(c) >= LEAST_FILL]
        for problem in self.problems:
            for fill in fills:
                for amount in dict.fromkeys((Exact(fill), *_scaled(problem, fill))):
                    for way in with_fill(right_way(problem), amount):
                        if self.is_of(way):
                            return self._leaking(problem, way, fill)
        return None

    def _leaking(self, problem: Problem, way: Way, fill: Fraction) -> Finding:
        scale = None if problem.scale is self.problem.scale or problem.scale is None else problem.scale.as_fraction()
        explanation = Explanation((FINITE_FILL,), f"{_told(fill)} {way.detail}")
        return Finding(scale, largest_leak(way), f"{_told(fill)} {way.detail}", (explanation,))

    def _mistakes(self) -> Finding | None:
        for problem in self.problems:
            found = (*Diagnosis(problem).explain(*self._typed(problem)), *self._code_mistakes(problem))
            if found:
                return Finding(explanations=found)
        return None

    def _code_mistakes(self, problem: Problem) -> Iterator[Explanation]:
        right = right_way(problem)
        for kind in MISTAKES:
            way = next(filter(self.is_of, changed(kind, right)), None)
            if way is not None:
                yield Explanation((kind,), way.detail)

    def _typed(self, problem: Problem) -> tuple[Part, TypedAnswer, list[tuple[int, int]]]:
        """The result as an answer, with what is right where it does not matter, and its wrong places."""
        right = Evaluation(right_way(problem), ExactArithmetic()).rows(self.stage)
        rows = [self.entries[i] if used else _row(right[i]) for i, used in enumerate(self.used)]
        wrong = [(i, j) for i, row in enumerate(rows) for j, e in enumerate(row) if not _same([e], [right[i][j]])]
        return Part(self.stage), typed_answer(rows), wrong

    def _constant_in_the_sum(self) -> Finding | None:
        for problem in self.problems:
            for constant in self.constants:
                if 0 < constant <= LARGEST_ADDED and any(map(self.is_of, with_added(right_way(problem), constant))):
                    return Finding(explanations=(Explanation((CONSTANT_ADDED,), _told(constant)),))
        return None


def right_scale(problem: Problem) -> Fraction | None:
    """The scale of a problem as the nearest double, which is near enough to compare constants with."""
    if problem.scores is not None:
        return None
    scale = right_way(problem).heads[0].scale
    return None if scale is None or scale.symbols else Fraction(nearest_float(scale))


def _name_of_scale(problem: Problem, scale: Fraction) -> Explanation:
    """The mistake of scaling that a rounded scale comes from, or that it is just another number."""
    right = right_way(problem)
    for kind in scaling.MISTAKES:
        for way in changed(kind, right):
            wrong = way.heads[0].scale
            if wrong is not None and not wrong.symbols and _is_near(scale, Fraction(nearest_float(wrong))):
                return Explanation((kind,), way.detail)
    return Explanation((OTHER_SCALE,), _told(scale))


def largest_leak(way: Way) -> Exact | None:
    """The most weight that hidden keys have together in a used row, exactly; of all heads."""
    evaluation, most = Evaluation(replace(way, after=None), ExactArithmetic()), None
    for number in range(1, len(way.heads) + 1):
        weights = evaluation.rows(f"head{number}.weights" if way.named_heads else "weights")
        for i in range(way.queries):
            hidden = [w for w, seen in zip(weights[i], way.visible.row(i), strict=True) if not seen]
            if way.valid[i] and way.visible.bits[i] and hidden:
                total = sum(hidden[1:], hidden[0])
                most = total if most is None or total > most else most
    return most


def shown_in(leak: Exact) -> str:
    """In which binary formats a number does not round to 0, in words."""
    shown = [name for name in FORMATS if nearest_float(leak, name)]
    return f"not 0 in {', '.join(shown)}" if shown else "0 in every binary format"


def _scaled(problem: Problem, fill: Fraction) -> Iterator[Exact]:
    """A fill that is multiplied by the scale with the dot products."""
    if problem.scores is None:
        scale = right_way(problem).heads[0].scale
        if scale is not None:
            yield scale * fill


def is_rounding(scale: Fraction, right: Fraction | None) -> bool:
    """Whether a scale is the right one calculated in floating point, or it or its inverse rounded to some digits.

    >>> root = Fraction(nearest_float(Exact(2) ** Exact(Fraction(1, 2))))
    >>> [is_rounding(Fraction(c), root) for c in (1.414, 1.4142, 1.4143, 1 / 0.7071, 1.41)]
    [True, True, False, True, True]
    """
    if right is None:
        return False
    pairs = ((scale, right), (1 / scale, 1 / right))
    return abs(scale / right - 1) <= NOISE or any(_is_written(number, target) for number, target in pairs)


def _is_written(number: Fraction, target: Fraction) -> bool:
    """Whether a number is another one in a narrower binary format, or rounded to the digits that it is written with."""
    if any(nearest_float(Exact(target), name) == number for name in FORMATS):
        return True
    digits = Decimal(repr(float(number)))
    unit = Fraction(10) ** int(digits.as_tuple().exponent)
    return len(digits.as_tuple().digits) >= LEAST_DIGITS and abs(Fraction(digits) - target) <= unit / 2


def _is_near(number: Fraction, right: Fraction | None) -> bool:
    return right is not None and abs(number / right - 1) <= NEAR


def _same(own: Sequence[Exact | MinusInfinity | None], row: Row) -> bool:
    """Whether entries are proved to be those of a row; None in a row is -oo, None of one's own is no number."""
    if len(own) != len(row):
        return False
    return all(e is not None and compare_entries(e, r).outcome == "equal" for e, r in zip(own, _row(row), strict=True))


def _row(row: Row) -> list[Exact | MinusInfinity]:
    return [MINUS_INFINITY if entry is None else entry for entry in row]


def _told(number: Fraction) -> str:
    """A constant as the shortest decimal that is this double."""
    return str(int(number)) if number.denominator == 1 and abs(number) < 10**15 else repr(float(number))


__all__ = ["Finding", "Result", "is_rounding", "largest_leak", "right_scale", "shown_in"]
