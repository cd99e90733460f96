"""What an answer of an exercise can tell: which mistakes pass for right, which look alike, and how long it is.

An answer is judged as its rule asks: somebody who makes a mistake writes the value that it gives, exactly or with as
few digits as the rule takes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from symattn.checking.candidates import Candidate, Part, of_value
from symattn.checking.diagnosis import BITS, diagnosis_of
from symattn.checking.mistakes import Mistake
from symattn.checking.mistakes.arithmetic import BallArithmetic
from symattn.checking.mistakes.loss import values_by_mistake
from symattn.checking.outcomes import is_whole_number, judge
from symattn.checking.typed import Typed
from symattn.choices import PLACES
from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.exact.decimals import decimal, significant
from symattn.exact.enclosures import precision
from symattn.problems import Answer, ExerciseFile
from symattn.problems.rules import LEAST_BY_AUTO, Rule
from symattn.reading import TypedDigits
from symattn.totals import printed_totals

Entry: TypeAlias = Exact | MinusInfinity
Entries: TypeAlias = tuple[tuple[Entry, ...], ...]

LONGEST = 1000  # characters of a number that somebody writes


@dataclass(frozen=True)
class AnswerQuality:
    """What is to be known of one answer of an exercise.

    ``passing`` are mistakes that come out right under the rule, whatever their variant; ``told`` those of which some
    variant is told from the right answer, ``undecided`` those of which neither is proved; ``alike`` are groups of
    mistakes that can give the same; ``length`` counts the characters of the longest exact entry, ``whole`` those of
    all of them; ``sums`` are, by 0-based row, the sums other than 1 of weights rounded as a key prints them.
    """

    place: str
    passing: tuple[str, ...]
    alike: tuple[tuple[str, ...], ...]
    length: int
    sums: tuple[tuple[int, str], ...]
    told: frozenset[str] = frozenset()
    undecided: tuple[str, ...] = ()
    whole: int = 0

    @property
    def is_ambiguous(self) -> bool:
        """Whether some mistake cannot be told from the right answer, or from another mistake."""
        return bool(self.passing or self.alike)


def file_quality(file: ExerciseFile) -> list[AnswerQuality]:
    """The quality of every answer of a file that is a value, in order."""
    answers = [answer for exercise in file.exercises for answer in exercise.answers]
    return [answer_quality(answer) for answer in answers if answer.kind in ("stage", "value")]


def answer_quality(answer: Answer) -> AnswerQuality:
    """The quality of one answer that is a value.

    >>> from symattn.problems import Problem
    >>> p = Problem.from_data({"scores": [[0, 1], [0, 1]], "V": [[1], [0]], "visible": "causal"})
    >>> found = answer_quality(Answer(p, "weights", row=1))
    >>> found.passing[:2], found.length
    (('mask-after-softmax', 'no-mask'), 9)

    Errors: ProblemError for answers in words.
    """
    entries, rule = entries_of(answer), Rule.parse(answer.rule)
    judged = [(mistake, values, verdict(values, entries, rule)) for mistake, values in mistaken_values(answer)]
    told = frozenset(mistake.name for mistake, _, accepted in judged if accepted is False)
    lengths = [len(entry.text()) for row in entries for entry in row]
    return AnswerQuality(
        place=answer.place,
        passing=_named(judged, True, told),
        alike=_alike([(mistake, values) for mistake, values, accepted in judged if accepted is not True], rule),
        length=max(lengths),
        sums=tuple(_printed_sums(answer, entries)),
        told=told,
        undecided=_named(judged, None, told),
        whole=sum(lengths),
    )


def _named(
    judged: list[tuple[Mistake, Entries, bool | None]], accepted: bool | None, told: frozenset[str]
) -> tuple[str, ...]:
    """The mistakes of a verdict of which no variant is told from the right answer."""
    return tuple(dict.fromkeys(m.name for m, _, found in judged if found is accepted and m.name not in told))


def entries_of(answer: Answer) -> Entries:
    """The right entries, by rows; a number is one row of one."""
    right = answer.expected()
    return right.rows() if isinstance(right, ExactMatrix) else ((right,),)


# -- what mistakes give -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)  # answers are told apart as objects
def mistaken_values(answer: Answer) -> tuple[tuple[Mistake, Entries], ...]:
    """What each variant of each mistake gives for an answer; nothing where it has no result.

    Early rounding that changes nothing is left out: there was nothing to round.
    """
    right = answer.expected()
    with precision(BITS):  # a list, since a generator would leave this precision to others while it waits
        made = [(candidate.mistakes[0], _values(candidate)) for candidate in _candidates(answer, right)]
    entries = entries_of(answer)
    return tuple(
        (mistake, values)
        for mistake, values in made
        if values is not None and not (mistake.theme == "rounding" and verdict(values, entries, EXACT))
    )


def _values(candidate: Candidate) -> Entries | None:
    try:
        rows, columns = candidate.shape()
        return tuple(tuple(candidate.proved(i, j) for j in range(columns)) for i in range(rows))
    except (SymattnError, IndexError):
        return None


def _candidates(answer: Answer, right: Exact | ExactMatrix | MinusInfinity) -> Iterator[Candidate]:
    if answer.stage and answer.problem is not None:
        part = Part(answer.stage, answer.row, answer.column)
        yield from diagnosis_of(answer.problem, answer.item).candidates(part)
    elif isinstance(right, Exact):
        numbers = BallArithmetic(BITS, {})
        yield from (of_value(mistake, detail, value, numbers) for mistake, detail, value in values_by_mistake(right))


# -- under the rule ---------------------------------------------------------------------------------------------------

EXACT = Rule("exact")


def verdict(values: Entries, right: Entries, rule: Rule) -> bool | None:
    """Whether what a mistake gives is accepted, written with as few digits as the rule takes; None: undecided."""
    if [len(row) for row in values] != [len(row) for row in right]:
        return False
    pairs = (pair for rows in zip(values, right, strict=True) for pair in zip(*rows, strict=True))
    accepted: bool | None = True
    for value, expected in pairs:
        found = judge(as_typed(value, rule), expected, rule).accepted
        if found is False:
            return False
        accepted = None if found is None else accepted
    return accepted


def as_typed(value: Entry, rule: Rule) -> Typed:
    """What somebody types who finds a value: with as few digits as the rule takes, or exactly."""
    written = written_value(value, rule)
    if written is None:
        return Typed(value)
    sign = -1 if written.startswith("-") else 1
    return Typed(Exact(Fraction(written)), TypedDigits(sign, written.removeprefix("-"), 0))


def written_value(value: Entry, rule: Rule) -> str | None:
    """The decimal with as few digits as the rule takes; None where the exact value is what one would write."""
    if isinstance(value, MinusInfinity) or value.symbols or rule.kind in ("exact", "within", "relative"):
        return None
    if is_whole_number(value):
        digits = value.text()
        return digits if len(digits) <= LONGEST else None
    count = LEAST_BY_AUTO if rule.kind == "auto" else rule.count
    return _decimal_of(_Keyed(value.key, value), rule.kind == "places", count)


class _Keyed:
    """A number as the key of a cache: equal where the forms are the same, which numbers themselves prove at a price."""

    __slots__ = ("key", "number")

    def __init__(self, key: Hashable, number: Exact) -> None:
        self.key = key
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keyed) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=4096)
def _decimal_of(keyed: _Keyed, to_places: bool, count: int) -> str | None:
    try:
        written = decimal(keyed.number, count) if to_places else significant(keyed.number, count)
    except SymattnError:  # more digits than are printed
        return None
    return written if len(written) <= LONGEST else None


def _alike(made: list[tuple[Mistake, Entries]], rule: Rule) -> tuple[tuple[str, ...], ...]:
    """The groups of two or more mistakes that can give the same."""
    by_form: dict[object, dict[str, None]] = {}
    for mistake, values in made:
        by_form.setdefault(form_of(values, rule), {})[mistake.name] = None
    return tuple(dict.fromkeys(tuple(names) for names in by_form.values() if len(names) > 1))


def form_of(values: Entries, rule: Rule) -> object:
    """What is the same for entries that are written the same under a rule."""
    return tuple(tuple(_form(value, rule) for value in row) for row in values)


def _form(value: Entry, rule: Rule) -> object:
    written = written_value(value, rule)
    if written is not None:
        return written
    return value.text() if isinstance(value, MinusInfinity) else value.key


# -- printed weights --------------------------------------------------------------------------------------------------


def _printed_sums(answer: Answer, entries: Entries) -> Iterator[tuple[int, str]]:
    """Rows of weights whose printed decimals do not add to 1."""
    if not answer.stage.endswith("weights") or answer.column is not None:
        return
    places = PLACES if answer.places is None else answer.places
    yield from printed_totals(ExactMatrix(entries), places)


__all__ = [
    "EXACT",
    "AnswerQuality",
    "Entries",
    "answer_quality",
    "as_typed",
    "entries_of",
    "file_quality",
    "form_of",
    "mistaken_values",
    "verdict",
    "written_value",
]
