"""What an exercise file asks, found by the names that teachers and platforms write: ``swap``, ``Swap``, ``swap:2``."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from symattn.errors import UnknownNameError
from symattn.grading.verdicts import UNKNOWN_ANSWER, UNKNOWN_EXERCISE
from symattn.problems import Answer, Exercise, ExerciseFile

_NUMBER = re.compile(r"([0-9]{1,4})(?:[.,]0+)?")  # spreadsheets make 1.0 of 1
_LONGEST_NAME = 200


class Found(NamedTuple):
    """One answer that is asked, or why there is none."""

    exercise: Exercise | None = None
    answer: Answer | None = None
    outcome: str = ""
    message: str = ""


class Asked:
    """The exercises of a file by name."""

    def __init__(self, file: ExerciseFile) -> None:
        self.file = file
        self.title = file.path.name
        self._found: dict[tuple[str, str], Found] = {}

    @cached_property
    def references(self) -> list[str]:
        """How each answer is called: ID, or ID:NAME where the exercise asks several."""
        return [
            exercise.id if len(exercise.answers) == 1 else f"{exercise.id}:{answer.name}"
            for exercise in self.file.exercises
            for answer in exercise.answers
        ]

    @cached_property
    def _exact(self) -> dict[str, Exercise]:
        return {exercise.id: exercise for exercise in self.file.exercises}

    @cached_property
    def _near(self) -> dict[str, list[Exercise]]:
        near: dict[str, list[Exercise]] = {}
        for exercise in self.file.exercises:
            near.setdefault(_plain(exercise.id), []).append(exercise)
        return near

    def names(self, reference: str) -> bool:
        """Whether text names an exercise, with or without one of its answers."""
        return self._exercise(reference.partition(":")[0].strip()) is not None

    def find(self, exercise: str, answer: str = "") -> Found:
        """The answer meant by an exercise, or ID:ANSWER, and the name, label, place or 1-based number of an answer.

        An outcome other than "" says why none is meant: "unknown exercise" or "unknown answer".
        """
        key = exercise[: _LONGEST_NAME + 1].strip(), answer[: _LONGEST_NAME + 1].strip()
        if key not in self._found:
            self._found[key] = self._look(*key)
        return self._found[key]

    def _look(self, exercise: str, answer: str) -> Found:
        id, _, rest = exercise.partition(":")
        found = self._exercise(id.strip())
        if found is None:
            return Found(outcome=UNKNOWN_EXERCISE, message=self._unknown(exercise))
        named = answer or rest.strip()
        if not named and len(found.answers) == 1:
            return Found(found, found.answers[0])
        choices = [each.name for each in found.answers]
        if not named:
            message = f"{found.id} asks for {len(choices)} answers; nothing says which one this is: {_some(choices)}"
            return Found(found, outcome=UNKNOWN_ANSWER, message=message)
        meant = _answer(found, named)
        if meant is None:
            message = f"{found.id} asks for no answer called {named!r}; it asks for {_some(choices)}"
            return Found(found, outcome=UNKNOWN_ANSWER, message=message)
        return Found(found, meant)

    def _exercise(self, id: str) -> Exercise | None:
        if id in self._exact:
            return self._exact[id]
        near = self._near.get(_plain(id), [])
        return near[0] if len(near) == 1 else None

    def _unknown(self, id: str) -> str:
        if not id:
            return "the row names no exercise"
        return str(UnknownNameError.of("exercise", id, self._exact))


def _answer(exercise: Exercise, named: str) -> Answer | None:
    """The answer of a name, else of a label or place, else of a number."""
    for texts in ("name", "label", "place"):
        near = [each for each in exercise.answers if _plain(getattr(each, texts)) == _plain(named)]
        if len(near) == 1:
            return near[0]
    number = _NUMBER.fullmatch(named)
    if number:
        by_name = [each for each in exercise.answers if each.name == number[1]]
        index = int(number[1]) - 1
        return by_name[0] if by_name else exercise.answers[index] if 0 <= index < len(exercise.answers) else None
    return None


def _plain(name: str) -> str:
    """A name without case; spaces and underscores as hyphens."""
    return re.sub(r"[\s_-]+", "-", name.casefold().strip())


def _some(names: list[str], most: int = 8) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


__all__ = ["Asked", "Found"]
