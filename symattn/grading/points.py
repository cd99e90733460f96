"""What an answer is worth, and which of several attempts counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

from symattn.errors import GradeError
from symattn.exact import Exact
from symattn.grading.verdicts import Verdict
from symattn.problems import Answer, Exercise, ExerciseFile

Marking = Literal["entries", "whole"]
Repeats = Literal["last", "first", "best"]


def points_of(file: ExerciseFile) -> dict[tuple[str, str], Fraction]:
    """The points of every answer by exercise and name.

    An answer has its own points; those without share equally what is left of the points of their exercise. Errors:
    GradeError where the answers of an exercise have more points than it has itself and others are to share the rest.
    """
    return {(exercise.id, answer.name): points for exercise in file.exercises for answer, points in _shared(exercise)}


def _shared(exercise: Exercise) -> Iterable[tuple[Answer, Fraction]]:
    own = {answer.name: _fraction(answer.points) for answer in exercise.answers if answer.points is not None}
    whole = Fraction(1) if exercise.points is None else _fraction(exercise.points)
    left = whole - sum(own.values(), Fraction(0))
    others = len(exercise.answers) - len(own)
    if others and left < 0:
        raise GradeError(
            f"exercise {exercise.id}: its answers have more points than the exercise, and others have none"
        )
    for answer in exercise.answers:
        yield answer, own[answer.name] if answer.name in own else left / others


def _fraction(points: Exact) -> Fraction:
    known = points.as_fraction()
    assert known is not None, "points that are no fraction are refused with the file"
    return known


def marks_of(verdict: Verdict, marking: Marking) -> Fraction | None:
    """The share of the points that an answer earns, from 0 to 1; None where a person must look."""
    if verdict.accepted is None:
        return None
    if marking == "whole":
        return Fraction(verdict.accepted)
    return None if verdict.is_open else verdict.share


def counting(marks: Sequence[Fraction | None], repeats: Repeats) -> int:
    """Which of the attempts of one student at one answer counts, by position.

    The best is one that is all right, else one that a person must look at, else that with the most marks; of equals
    the last.
    """
    if repeats == "first":
        return 0
    if repeats == "last":
        return len(marks) - 1
    return max(range(len(marks)), key=lambda i: (_worth(marks[i]), i))


def _worth(marks: Fraction | None) -> tuple[bool, bool, Fraction]:
    return marks == 1, marks is None, marks or Fraction(0)


__all__ = ["Marking", "Repeats", "counting", "marks_of", "points_of"]
