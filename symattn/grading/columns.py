"""What the columns of a table mean.

One answer a row         student, exercise, response; answer where an exercise asks several
One row a student        student, and a column for each exercise, called swap, or swap:2 where it asks several

Names are known in several spellings; for others the caller says what a column means ("Matrikel" is "student").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from symattn.errors import GradeError, UnknownNameError
from symattn.grading.asked import Asked
from symattn.grading.tables import Table

MEANINGS = ("student", "exercise", "answer", "response")
_IDS = (
    "student id",
    "student number",
    "matriculation number",
    "id number",
    "id",
    "username",
    "user name",
    "user",
    "login",
    "email address",
    "email",
    "e mail",
)
_STUDENTS = ("student", "learner", "student name", "name", "full name")
_PARTS_OF_NAMES = ("first name", "firstname", "given name", "middle name", "last name", "surname", "family name")
_EXERCISES = ("exercise", "exercise id", "exerciseid", "question", "question id", "task", "problem", "problem id")
_ANSWERS = ("answer", "answer name", "answer id", "answer index", "part")
_RESPONSES = (
    "response",
    "student response",
    "student answer",
    "given answer",
    "typed",
    "reply",
    "submission",
    "submitted answer",
)


@dataclass(frozen=True)
class Columns:
    """Which columns say who answered what.

    ``key`` tells students apart and ``names`` say who they are; ``exercises`` are columns of the form with one row a
    student, each with the exercise and the answer that its header names.
    """

    key: str = ""
    names: tuple[str, ...] = ()
    exercise: str = ""
    answer: str = ""
    response: str = ""
    exercises: tuple[tuple[str, str], ...] = ()

    @property
    def is_wide(self) -> bool:
        """Whether a row is a student and not an answer."""
        return bool(self.exercises)


def columns_of(table: Table, asked: Asked, said: Mapping[str, str] | None = None) -> Columns:
    """The meaning of the columns of a table; ``said`` tells it for some, as one of MEANINGS or as an exercise.

    Errors: GradeError with the columns that were found where the needed ones are missing or stand twice.
    """
    said = dict(said or {})
    for column, meaning in said.items():
        if column not in table.columns:
            raise GradeError(f"{table.name}: {UnknownNameError.of('column', column, table.columns)}")
        if meaning not in MEANINGS and not asked.names(meaning):
            raise GradeError(
                f"{column} cannot hold {meaning!r}: write student, exercise, answer or response, or an exercise of "
                f"{asked.title}"
            )
    chosen = {meaning: column for column, meaning in said.items() if meaning in MEANINGS}
    free = {_plain(column): column for column in reversed(table.columns) if column not in said}
    filled = {name: column for name, column in free.items() if any(row.text(column) for row in table.rows)}
    key, names = _student(chosen, filled)
    if not key and not names:
        key, names = _student(chosen, free)
    exercise = chosen.get("exercise") or _first(_EXERCISES, free)
    response = chosen.get("response") or _first(_RESPONSES, free)
    answer = chosen.get("answer") or _first(_ANSWERS, free)
    if exercise and answer and not response and "answer" not in chosen:
        answer, response = "", answer  # a table of exercise and answer means what was answered
    if exercise and response:
        _refuse_twins(table, [column for column in (key, exercise, answer, response) if column])
        return Columns(key, names, exercise, answer, response)
    wide = tuple(_exercise_columns(table, asked, said, {key, *names}))
    if wide:
        return Columns(key, names, exercises=wide)
    raise GradeError(_missing(table, asked, exercise, response))


def _student(chosen: Mapping[str, str], free: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """The column that tells students apart, and those that hold their names."""
    if "student" in chosen:
        return chosen["student"], ()
    full, parts = _first(_STUDENTS, free), tuple(free[part] for part in _PARTS_OF_NAMES if part in free)
    names = (full,) if full else parts
    if full and _plain(full) == "student":
        return _first(_IDS[:4], free) or full, names
    return _first(_IDS, free) or (names[0] if len(names) == 1 else ""), names


def _exercise_columns(
    table: Table, asked: Asked, said: Mapping[str, str], taken: set[str]
) -> Iterable[tuple[str, str]]:
    """The columns that are named after exercises, each with what it names."""
    for column in table.columns:
        if column in said:
            if said[column] not in MEANINGS:
                yield column, said[column]
        elif column not in taken:
            header = table.twins.get(column, column)
            if asked.names(header):
                yield column, header


def _refuse_twins(table: Table, needed: Iterable[str]) -> None:
    for column in needed:
        for twin, first in table.twins.items():
            if first == column:
                raise GradeError(
                    f"{table.name}: two columns are called {column!r}; say which one is meant, "
                    f"as {column!r} or as {twin!r}, or rename one"
                )


def _missing(table: Table, asked: Asked, exercise: str, response: str) -> str:
    known = ", ".join(repr(column) for column in table.columns)
    lacks = "response" if exercise else "exercise" if response else "exercise and response"
    examples = ", ".join(asked.references[:3])
    return (
        f"{table.name}: no column for {lacks}; found {known}. Needed are exercise and response, one answer a row, or "
        f"columns named after exercises ({examples}), one row a student; --column NAME=response says what one holds"
    )


def _first(names: Iterable[str], free: Mapping[str, str]) -> str:
    return next((free[name] for name in names if name in free), "")


def _plain(column: str) -> str:
    """A header without case, punctuation and doubled spaces."""
    return " ".join(re.sub(r"[\W_]+", " ", column).casefold().split())


__all__ = ["MEANINGS", "Columns", "columns_of"]
