"""The walk over an exercise file that collects what is to be said of each exercise and answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from symattn.checking.lint.finding import Finding, Lint
from symattn.checking.lint.giveaway import given_away
from symattn.checking.lint.ruling import length_faults, rule_faults
from symattn.checking.lint.telling import apart_by, told_by
from symattn.checking.quality import AnswerQuality, answer_quality, entries_of
from symattn.choices import PLACES
from symattn.errors import SymattnError, UndecidedError
from symattn.exact import ExactMatrix
from symattn.problems import Answer, Exercise, ExerciseFile
from symattn.totals import printed_totals

MOST_PLACES = 12  # decimal places at which a sum of 1 is looked for


def lint_file(file: ExerciseFile) -> Lint:
    """Everything that is to be said of the exercises of a file, in order.

    >>> from pathlib import Path
    >>> from symattn.problems.exercise_files import exercises_of
    >>> exercise = {"id": "one", "statement": "?", "answer": [{"value": "e/(1+e)", "rule": "places:1"}]}
    >>> found = lint_file(exercises_of({"title": "One", "exercise": [exercise]}, Path("one.toml")))
    >>> print(found.findings[0])
    one, answer 1: places:1 is lenient: 0.7 is enough; ask for more: rule = "places>=3"
    """
    findings: list[Finding] = []
    qualities: list[tuple[str, Answer, AnswerQuality]] = []
    for exercise in file.exercises:
        known = [(answer, found) for answer in exercise.answers if (found := _quality(answer)) is not None]
        qualities += [(exercise.id, answer, quality) for answer, quality in known]
        findings += _of_exercise(exercise, known)
    return Lint(file, tuple(findings), tuple(qualities))


def _quality(answer: Answer) -> AnswerQuality | None:
    """The quality of an answer that is a value and can be worked out."""
    try:
        return answer_quality(answer) if answer.kind in ("stage", "value") else None
    except SymattnError:
        return None


def _of_exercise(exercise: Exercise, known: Sequence[tuple[Answer, AnswerQuality]]) -> Iterator[Finding]:
    if not exercise.answers:
        yield Finding(exercise.id, "no-answers", "nothing is asked", "add an [[exercise.answer]]")
    by_answer = {id(answer): quality for answer, quality in known}
    for answer in exercise.answers:
        yield from _broken(exercise, answer)
        quality = by_answer.get(id(answer))
        if quality is not None:
            yield from _of_answer(exercise, answer, quality, known)


def _finding_of(exercise: Exercise, answer: Answer) -> partial[Finding]:
    """A finding about an answer, its kind, sentence and advice still to be said."""
    return partial(Finding, exercise.id, answer=answer.name, place=answer.place if answer.stage else "")


def _broken(exercise: Exercise, answer: Answer) -> Iterator[Finding]:
    """Whether an answer cannot be worked out, or its claim is not proved."""
    made = _finding_of(exercise, answer)
    try:
        if answer.kind == "error":
            answer.raised()
        claim = answer.claim()
        if answer.kind in ("stage", "value"):
            answer.expected()
    except UndecidedError as error:
        yield made("undecided", str(error), "a person has to look at every answer")
    except SymattnError as error:
        yield made("broken", str(error), "correct the problem or the answer")
    else:
        if claim is not None and claim.outcome == "different":
            yield made("broken", f'it does not equal "{answer.equals}", as is claimed', "correct one of them")
        if claim is not None and claim.outcome == "undecided":
            yield made("undecided", f'whether it equals "{answer.equals}" is not proved', "claim it in another form")


def _of_answer(
    exercise: Exercise, answer: Answer, quality: AnswerQuality, known: Sequence[tuple[Answer, AnswerQuality]]
) -> Iterator[Finding]:
    made = _finding_of(exercise, answer)
    printed = given_away(exercise, answer)
    if printed:
        yield made("given-away", f"the statement prints the answer: {printed}", "leave it out or ask something else")
    for fault in rule_faults(entries_of(answer), answer.rule):
        yield made("rule", fault.sentence, fault.advice)
    for fault in length_faults(quality.length, quality.whole, answer.rule):
        yield made("long", fault.sentence, fault.advice)
    for row, total in quality.sums:
        yield made("sum", f"row {_row_number(answer, row)} adds to {total} as it is printed", _other_places(answer))
    for names, advice, covered in _passing(answer, quality, known):
        verb = "comes out right" if len(names) == 1 else "come out right"
        yield made("passes", f"{_listed(names)} {verb}", advice, mistakes=tuple(names), covered=covered)
    for group in quality.alike:
        advice = apart_by(answer, group)
        yield made("alike", f"{_listed(group)} come out the same", advice, mistakes=group, covered=True)
    if quality.undecided:
        sentence = f"it is not proved whether {_listed(quality.undecided)} would be right"
        yield made("undecided", sentence, "a person has to look at such answers", mistakes=quality.undecided)


def _passing(
    answer: Answer, quality: AnswerQuality, known: Sequence[tuple[Answer, AnswerQuality]]
) -> Iterator[tuple[list[str], str, bool]]:
    """The mistakes that pass, by what tells them: another answer of the exercise first."""
    beside = [
        (other, found)
        for other, found in known
        if other is not answer and other.problem is answer.problem and other.item == answer.item
    ]
    by_answer: dict[str, list[str]] = {}
    rest = []
    for name in quality.passing:
        telling = next((other.name for other, found in beside if name in found.told), None)
        if telling is None:
            rest.append(name)
        else:
            by_answer.setdefault(telling, []).append(name)
    for telling, names in by_answer.items():
        yield names, f"answer {telling} tells", True
    for advice, names in told_by(answer, rest).items():
        yield names, advice, False


def _row_number(answer: Answer, row: int) -> int:
    return 1 + (row if answer.row is None else answer.row)


def _other_places(answer: Answer) -> str:
    """The nearest number of places at which every printed row adds to 1."""
    weights = ExactMatrix(entries_of(answer))
    now = PLACES if answer.places is None else answer.places
    for places in sorted(range(2, MOST_PLACES + 1), key=lambda count: abs(count - now)):
        if not printed_totals(weights, places):
            return f"say that it is the rounding, or print places = {places}"
    return "say that it is the rounding"


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


__all__ = ["lint_file"]
