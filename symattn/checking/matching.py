"""Whether what somebody typed is what a mistake gives: refuted by enclosures, proved by the rule for typed numbers.

A value counts when it is exact or has at least 3 significant digits. Two mistakes together could explain almost
anything short, so that what they are to explain must take at least 5 digits to write.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TypeAlias

from symattn.checking.candidates import Candidate
from symattn.checking.mistakes.arithmetic import BallArithmetic, Number
from symattn.checking.noise import enclosed_noise
from symattn.checking.outcomes import is_short_whole, outcome_of
from symattn.checking.typed import Typed, TypedAnswer
from symattn.errors import SymattnError, UndecidedError
from symattn.exact import MinusInfinity
from symattn.exact.enclosures import rational_ball

Place: TypeAlias = tuple[int, int]

LEAST_FIGURES = 3
LEAST_FIGURES_OF_TWO = 5
UNLIMITED = 10**6  # the digits of an irrational number
_NOISY = 7  # digits from which the last ones may be those of a float
_NOISE = Fraction(1, 2**20)


class Target:
    """A typed answer, made ready to be compared with many candidates; ``wrong`` are its entries that are not right.

    ``information`` is how many digits the most telling wrong entry takes.

    Works at FLINT's current precision, as the arithmetic does.
    """

    def __init__(self, typed: TypedAnswer, wrong: Iterable[Place], numbers: BallArithmetic) -> None:
        self._typed = typed
        self.wrong = sorted(wrong, key=lambda place: -information(self._at(place)))
        self.size = sum(len(row) for row in typed.rows)
        self.information = max((information(self._at(place)) for place in self.wrong), default=0)
        self._numbers = numbers
        self._near: dict[Place, tuple[Number, Number] | None] = {}

    def _at(self, place: Place) -> Typed:
        return self._typed.rows[place[0]][place[1]]

    def parts(self) -> Iterator[list[Place]]:
        """Entries that a mistake is held against, wrong ones first: all; those of wrong rows; the wrong ones alone."""
        known, seen = set(self.wrong), self.size + 1
        wrong_rows = {i for i, _ in self.wrong}
        for rows in (range(len(self._typed.rows)), sorted(wrong_rows), ()):
            others = [(i, j) for i in rows for j in range(len(self._typed.rows[i])) if (i, j) not in known]
            if len(others) < seen:
                seen = len(others)
                yield [*self.wrong, *others]

    def may_be(self, candidate: Candidate, places: Iterable[Place]) -> bool:
        """Whether no enclosure shows that an entry differs from the candidate's."""
        try:
            if candidate.shape() != self._typed.shape:
                return False
            return all(self.may_match(place, candidate.rough(*place)) for place in places) and (
                self.information >= LEAST_FIGURES or self._may_equal(candidate)
            )
        except UndecidedError:  # an enclosure that is too wide to be rounded
            return True
        except (SymattnError, IndexError):
            return False

    def may_match(self, place: Place, ball: Number) -> bool:
        """Whether one entry may be the number in a ball; None is -oo."""
        near = self._around(place)
        if near is None or ball is None:
            return near is ball
        middle, reach = near
        if not middle.is_finite():  # too large to be enclosed: nothing that has a bound is worth a proof
            return not ball.is_finite()
        return not abs(ball - middle) > reach

    def _around(self, place: Place) -> tuple[Number, Number] | None:
        if place not in self._near:
            self._near[place] = _around(self._at(place), self._numbers)
        return self._near[place]

    def _may_equal(self, candidate: Candidate) -> bool:
        """Whether some wrong entry may be the candidate's exactly: a rounding to one or two digits tells nothing."""
        near = ((self._around(place), candidate.rough(*place)) for place in self.wrong)
        return any(ball is None or around is None or not abs(ball - around[0]) > 0 for around, ball in near)

    def is_proved(self, candidate: Candidate, least: int, places: Iterable[Place]) -> bool:
        """Whether these entries are proved to be the candidate's, and a wrong one of them has digits enough."""
        telling = False
        for place in places:
            figures = self._figures(candidate, place)
            if figures is None:
                return False
            telling = telling or (figures >= least and place in self.wrong)
        return telling

    def _figures(self, candidate: Candidate, place: Place) -> int | None:
        """The significant digits to which an entry is proved to be the candidate's; None where it is not.

        Enclosures settle nearly all decimals: exact values of wrong methods can cost seconds, as those of hidden
        scores of -10000 do. At one point of free symbols they would prove nothing.
        """
        typed = self._at(place)
        found = None if self._numbers.symbols else _enclosed_figures(typed, _enclosed(candidate, place))
        return _proved_figures(typed, candidate, place) if found is None else found or None


def _enclosed(candidate: Candidate, place: Place) -> Number:
    """An entry as a ball; None where it has none, or is -oo."""
    try:
        return candidate.rough(*place)
    except (SymattnError, IndexError):
        return None


def _enclosed_figures(typed: Typed, ball: Number) -> int | None:
    """The same by an enclosure that is near, 0 where the candidate is refuted; None where nothing is settled."""
    digits = typed.digits
    if digits is None or ball is None or is_short_whole(digits) or not digits.value:
        return None
    away, half = abs(ball - rational_ball(digits.value)), rational_ball(digits.unit / 2)
    least, most = digits.significant
    if away < half:
        may_be_exact = not away > 0
        return None if may_be_exact and most < LEAST_FIGURES_OF_TWO else most
    if least < most or not away > half:
        return None
    noise = enclosed_noise(digits.value, most, ball)
    return None if noise is None else most if noise else 0


def _proved_figures(typed: Typed, candidate: Candidate, place: Place) -> int | None:
    """The significant digits to which an entry is proved to be the candidate's; None where it is not."""
    try:
        outcome, counts = outcome_of(typed, candidate.proved(*place))
    except (SymattnError, IndexError):
        return None
    if outcome == "exact":
        return UNLIMITED
    if typed.digits is None or is_short_whole(typed.digits):
        return None
    if outcome == "float noise":
        return typed.digits.significant[1]
    return max(count.figures for count in counts) if outcome == "rounded" else None


def _around(typed: Typed, numbers: BallArithmetic) -> tuple[Number, Number] | None:
    """The middle of what a typed entry may stand for, and how far it reaches; None for -oo."""
    if isinstance(typed.value, MinusInfinity):
        return None
    if typed.digits is None or is_short_whole(typed.digits):
        return numbers.number(typed.value), rational_ball(Fraction(0))
    least, most = typed.digits.significant
    reach = typed.digits.unit * Fraction(10) ** (most - least) / 2
    if most >= _NOISY:
        reach += abs(typed.digits.value) * _NOISE
    return rational_ball(typed.digits.value), rational_ball(reach)


def information(typed: Typed) -> int:
    """How many digits it takes to write an entry: those typed, or those of both parts of a fraction.

    >>> from symattn.exact import Exact
    >>> information(Typed(Exact(Fraction(1, 2)))), information(Typed(Exact(Fraction(199, 200))))
    (2, 6)
    """
    if typed.digits is not None:
        return typed.digits.significant[0]
    if isinstance(typed.value, MinusInfinity):
        return 0
    known = typed.value.as_fraction()
    return UNLIMITED if known is None else len(str(abs(known.numerator))) + len(str(known.denominator))


__all__ = ["LEAST_FIGURES", "LEAST_FIGURES_OF_TWO", "Target", "information"]
