"""The report as data: every answer with its verdict, marks by student, what happened by exercise."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from symattn.checking.mistakes import MISTAKES
from symattn.grading.points import Marking, Repeats, counting, marks_of, points_of
from symattn.grading.responses import Response, judged
from symattn.grading.verdicts import Verdict
from symattn.problems import ExerciseFile


@dataclass(frozen=True)
class GradedAnswer:
    """One response and its verdict.

    ``cells`` are those of the input; ``marks`` the share of the points ``of`` that it earns, None where a person must
    look; ``counts`` is False for an attempt in whose place another one counts, and for what is no answer to anything.
    """

    row: int
    key: str
    student: str
    exercise: str
    answer: str
    response: str
    cells: Mapping[str, object]
    verdict: Verdict
    marks: Fraction | None
    of: Fraction | None
    counts: bool = True

    @property
    def points(self) -> Fraction | None:
        """The points earned, None where a person must look."""
        return None if self.marks is None or self.of is None else self.marks * self.of

    @property
    def needs_person(self) -> bool:
        """Whether a person must look."""
        return self.marks is None


class Earned(NamedTuple):
    """Points: those earned, and those that wait for a person."""

    points: Fraction = Fraction(0)
    waiting: Fraction = Fraction(0)


@dataclass(frozen=True)
class StudentMarks:
    """A student's points in all, the most that the whole file gives, and points by exercise of the file.

    An exercise of which nothing was answered has None.
    """

    student: str
    total: Earned
    of: Fraction
    exercises: tuple[Earned | None, ...]


@dataclass(frozen=True)
class AnswerTally:
    """What happened with one answer of an exercise, over the attempts that count; the commonest first.

    ``points`` are those earned by all of them, of which so many ``waiting`` have none until a person looks.
    """

    exercise: str
    answer: str
    label: str
    count: int
    waiting: int
    points: Fraction
    of: Fraction
    outcomes: tuple[tuple[str, int], ...]
    mistakes: tuple[tuple[str, int], ...]

    @property
    def mean(self) -> Fraction | None:
        """The points that an answer earned on average, None where all of them wait."""
        judged = self.count - self.waiting
        return self.points / judged if judged else None


@dataclass(frozen=True)
class GradeReport:
    """Everything that grading found.

    ``columns`` are those of the input that are kept with every answer; ``glossary`` has every mistake that was made
    with the end of the sentence "this is what comes out when ..."; ``delimiter`` and ``is_marked`` say how a table
    for the program that wrote the input is best written. ``remarks`` are what is to be said of the input.
    """

    title: str
    columns: tuple[str, ...]
    is_wide: bool
    answers: tuple[GradedAnswer, ...]
    students: tuple[StudentMarks, ...]
    tallies: tuple[AnswerTally, ...]
    exercises: tuple[str, ...]
    glossary: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()
    delimiter: str = ","
    is_marked: bool = False

    @property
    def for_person(self) -> tuple[GradedAnswer, ...]:
        """The answers that a person must look at, in the order of the input, without attempts that do not count."""
        return tuple(answer for answer in self.answers if answer.needs_person and (answer.counts or answer.of is None))


def graded(
    responses: Sequence[Response],
    verdicts: Mapping[int, Verdict],
    file: ExerciseFile,
    marking: Marking,
    repeats: Repeats,
) -> tuple[GradedAnswer, ...]:
    """Every response with its verdict, its points, and whether it counts."""
    points = points_of(file)
    said = [judged(response, verdicts) for response in responses]
    marks = [marks_of(verdict, _marking(response, marking)) for response, verdict in zip(responses, said, strict=True)]
    chosen = _chosen(responses, marks, repeats)
    return tuple(
        GradedAnswer(
            response.row.number,
            response.key,
            response.student,
            response.exercise,
            response.answer,
            response.text,
            response.row.cells,
            verdict,
            share,
            points[response.exercise, response.answer] if response.found.answer else None,
            number in chosen,
        )
        for number, (response, verdict, share) in enumerate(zip(responses, said, marks, strict=True))
    )


def _marking(response: Response, marking: Marking) -> Marking:
    """How an answer is marked: as the exercise file says, else as the caller does."""
    said = response.found.answer.marks if response.found.answer else ""
    return "whole" if said == "whole" else "entries" if said else marking


def _chosen(responses: Sequence[Response], marks: Sequence[Fraction | None], repeats: Repeats) -> set[int]:
    """The responses that count: one of each student for each answer."""
    attempts: defaultdict[tuple[str, str, str], list[int]] = defaultdict(list)
    for number, response in enumerate(responses):
        if response.found.answer is not None:
            attempts[response.key, response.exercise, response.answer].append(number)
    return {numbers[counting([marks[number] for number in numbers], repeats)] for numbers in attempts.values()}


def students_of(answers: Iterable[GradedAnswer], file: ExerciseFile) -> tuple[StudentMarks, ...]:
    """Marks by student, in the order in which they first appear."""
    of = sum(points_of(file).values(), Fraction(0))
    by_student: defaultdict[str, list[GradedAnswer]] = defaultdict(list)
    for answer in answers:
        if answer.student:
            by_student[answer.key].append(answer)
    return tuple(_student(own, file, of) for own in by_student.values())


def _student(own: Sequence[GradedAnswer], file: ExerciseFile, of: Fraction) -> StudentMarks:
    counted = [answer for answer in own if answer.counts]
    by_exercise: defaultdict[str, list[GradedAnswer]] = defaultdict(list)
    for answer in counted:
        by_exercise[answer.exercise].append(answer)
    exercises = tuple(
        _earned(by_exercise[exercise.id]) if exercise.id in by_exercise else None for exercise in file.exercises
    )
    return StudentMarks(own[0].student, _earned(counted), of, exercises)


def _earned(answers: Iterable[GradedAnswer]) -> Earned:
    total = Earned()
    for answer in answers:
        waiting = answer.of if answer.needs_person and answer.of is not None else Fraction(0)
        total = Earned(total.points + (answer.points or 0), total.waiting + waiting)
    return total


def tallies_of(answers: Iterable[GradedAnswer], file: ExerciseFile) -> tuple[AnswerTally, ...]:
    """What happened with every answer that somebody gave, in the order of the file."""
    by_answer: defaultdict[tuple[str, str], list[GradedAnswer]] = defaultdict(list)
    for answer in answers:
        if answer.counts:
            by_answer[answer.exercise, answer.answer].append(answer)
    points = points_of(file)
    return tuple(
        AnswerTally(
            exercise.id,
            answer.name,
            answer.label or answer.place,
            len(given),
            sum(each.needs_person for each in given),
            sum((each.points or Fraction(0) for each in given), Fraction(0)),
            points[exercise.id, answer.name],
            _counted(each.verdict.outcome for each in given),
            _counted(name for each in given for name in each.verdict.mistakes),
        )
        for exercise in file.exercises
        for answer in exercise.answers
        if (given := by_answer.get((exercise.id, answer.name)))
    )


def glossary_of(tallies: Iterable[AnswerTally]) -> tuple[tuple[str, str], ...]:
    """The single mistakes that occur, by name, with when they happen."""
    names = {single for tally in tallies for name, _ in tally.mistakes for single in name.split(" + ")}
    return tuple((name, MISTAKES[name].when) for name in sorted(names) if name in MISTAKES)


def _counted(names: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Names with how often they occur, the commonest first, equals by name."""
    return tuple(sorted(Counter(names).items(), key=lambda pair: (-pair[1], pair[0])))


__all__ = [
    "AnswerTally",
    "Earned",
    "GradeReport",
    "GradedAnswer",
    "StudentMarks",
    "glossary_of",
    "graded",
    "students_of",
    "tallies_of",
]
