"""What an answer of an exercise can tell: which mistakes pass for right, which look alike, and how long it is.

An answer is judged as its rule asks: somebody who makes a mistake writes the value that it gives, exactly or with as
few digits as the rule takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from symattn.checking.candidates import Candidate, Part, of_value
from symattn.checking.diagnosis import BITS, diagnosis_of
from symattn.checking.mistakes import Mistake
from symattn.checking.mistakes.arithmetic import BallArithmetic
from symattn.checking.mistakes.loss import values_by_mistake
from symattn.checking.outcomes import judge
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

LONGEST = 1000  # characters of a decimal that somebody writes


@dataclass(frozen=True)
class AnswerQuality:
    """What is to be known of one answer of an exercise.

    ``passing`` are mistakes that come out right under the rule, whatever their variant; ``alike`` are groups of
    mistakes that can give the same; ``length`` counts the characters of the longest exact entry; ``sums`` are, by
    0-based row, the sums other than 1 of weights rounded as a key prints them.
    """

    where: str
    place: str
    passing: tuple[str, ...]
    alike: tuple[tuple[str, ...], ...]
    length: int
    sums: tuple[tuple[int, str], ...]

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
    right = answer.expected()
    entries = right.rows() if isinstance(right, ExactMatrix) else ((right,),)
    rule = Rule.parse(answer.rule)
    made = [(mistake, values) for mistake, values in _made(answer, right) if not _is_harmless(mistake, values, entries)]
    wrong = [(mistake, values) for mistake, values in made if not _passes(values, entries, rule)]
    told = {mistake.name for mistake, _ in wrong}
    return AnswerQuality(
        where=answer.where,
        place=answer.place,
        passing=tuple(dict.fromkeys(mistake.name for mistake, _ in made if mistake.name not in told)),
        alike=_alike(wrong, rule),
        length=max(len(entry.text()) for row in entries for entry in row),
        sums=tuple(_printed_sums(answer, entries)),
    )


# -- what mistakes give -----------------------------------------------------------------------------------------------


def _made(answer: Answer, right: Exact | ExactMatrix | MinusInfinity) -> list[tuple[Mistake, Entries]]:
    """What each variant of each mistake gives for an answer; nothing where it has no result."""
    with precision(BITS):  # a list, since a generator would leave this precision to others while it waits
        made = [(candidate.mistakes[0], _values(candidate)) for candidate in _candidates(answer, right)]
    return [(mistake, values) for mistake, values in made if values is not None]


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


def _is_harmless(mistake: Mistake, values: Entries, right: Entries) -> bool:
    """Whether early rounding has changed nothing: there was nothing to round."""
    return mistake.theme == "rounding" and _passes(values, right, Rule("exact"))


# -- under the rule ---------------------------------------------------------------------------------------------------


def _passes(values: Entries, right: Entries, rule: Rule) -> bool:
    """Whether what a mistake gives is accepted, written with as few digits as the rule takes."""
    if [len(row) for row in values] != [len(row) for row in right]:
        return False
    pairs = (pair for rows in zip(values, right, strict=True) for pair in zip(*rows, strict=True))
    return all(judge(_typed(value, rule), expected, rule).accepted is True for value, expected in pairs)


def _typed(value: Entry, rule: Rule) -> Typed:
    written = _written(value, rule)
    if written is None:
        return Typed(value)
    sign = -1 if written.startswith("-") else 1
    return Typed(Exact(Fraction(written)), TypedDigits(sign, written.removeprefix("-"), 0))


def _written(value: Entry, rule: Rule) -> str | None:
    """The decimal with as few digits as the rule takes; None where the exact value is what one would write."""
    if isinstance(value, MinusInfinity) or value.symbols or rule.kind in ("exact", "within", "relative"):
        return None
    known = value.as_fraction()
    if known is not None and known.denominator == 1:
        return str(known)
    try:
        if rule.kind == "places":
            written = decimal(value, rule.count)
        else:
            written = significant(value, rule.count if rule.kind == "sig" else LEAST_BY_AUTO)
    except SymattnError:  # more digits than are printed
        return None
    return written if len(written) <= LONGEST else None


def _alike(made: list[tuple[Mistake, Entries]], rule: Rule) -> tuple[tuple[str, ...], ...]:
    """The groups of two or more mistakes that can give the same."""
    by_form: dict[object, dict[str, None]] = {}
    for mistake, values in made:
        form = tuple(tuple(_form(value, rule) for value in row) for row in values)
        by_form.setdefault(form, {})[mistake.name] = None
    return tuple(dict.fromkeys(tuple(names) for names in by_form.values() if len(names) > 1))


def _form(value: Entry, rule: Rule) -> object:
    """What is the same for values that are written the same."""
    written = _written(value, rule)
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


__all__ = ["AnswerQuality", "answer_quality", "file_quality"]
