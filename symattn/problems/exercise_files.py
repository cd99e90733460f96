"""Reading exercise files: problems by name (one may be like another), exercises, answers; errors with the key path."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from symattn.choices import MARKINGS
from symattn.errors import ProblemError, SymattnError, UnknownNameError
from symattn.exact import Exact
from symattn.problems import tables
from symattn.problems.entries import shown
from symattn.problems.exercises import Answer, Exercise, ExerciseFile
from symattn.problems.files import is_exercise_file, load_data
from symattn.problems.inserts import Inserts, check_template
from symattn.problems.problem import Problem
from symattn.problems.rules import Rule
from symattn.problems.tables import Table, at

FILE_KEYS = ("title", "source", "problem", "problems", "exercise")
EXERCISE_KEYS = ("id", "title", "problem", "place", "statement", "hint", "solution", "points", "answer")
# What an answer is, and which keys each kind may have beside those that all may have.
ANSWER_KEYS = {
    "stage": ("row", "column", "item", "rule", "marks", "equals", "places", "abbreviate"),
    "value": ("item", "rule", "marks", "equals", "places", "abbreviate"),
    "words": ("item",),
    "error": (),
}
EVERY_ANSWER = ("name", "label", "problem", "points")
ONLY = "problem"  # the name of the one problem of a file


def load_exercises(path_or_name: str | Path) -> ExerciseFile:
    """The exercise file at a path, or of a name that ``symattn list`` shows.

    Errors: ProblemError with the file, the key path and the way out. Nothing is solved yet.
    """
    from symattn.problems.library import find

    path = find(path_or_name)
    return exercises_of(load_data(path), path)


def exercises_of(data: Table, path: Path) -> ExerciseFile:
    """The exercise file that data states; ``path`` names it in errors."""
    try:
        return _read_file(data, path)
    except ProblemError as error:
        error.file = error.file or str(path)
        raise


def problems_of(data: Table, path: str | Path) -> Mapping[str, Callable[[], Problem]]:
    """The problems of an exercise file by name, each read when it is called for."""
    return {name: partial(_problem, table, name, path) for name, table in _problem_tables(data).items()}


class _Problems:
    """The problems of one file, read at once; one that does not load is kept as its error: an answer may ask for it."""

    def __init__(self, data: Table, path: Path) -> None:
        self.loaded: dict[str, Problem] = {}
        self.failed: dict[str, SymattnError] = {}
        for name, table in _problem_tables(data).items():
            try:
                self.loaded[name] = _problem(table, name, path)
            except SymattnError as error:
                self.failed[name] = error

    @property
    def names(self) -> list[str]:
        return [*self.loaded, *self.failed]

    def only(self) -> str | None:
        """The name of the only problem, None when there are several."""
        return self.names[0] if len(self.names) == 1 else None

    def named(self, name: str | None) -> Problem:
        """The problem of a name; its own error where it did not load."""
        if name is None:
            raise ProblemError(f"say which problem is meant: {', '.join(self.names) or 'the file has none'}")
        if name in self.failed:
            raise self.failed[name]
        if name not in self.loaded:
            raise UnknownNameError.of("problem", name, self.names)
        return self.loaded[name]

    def inserts(self, name: str | None, item: int | None) -> Inserts:
        """The names of inserts where this problem and this record are meant unless others are said."""
        return Inserts(lambda other: self.named(name if other is None else other), item)


def _read_file(data: Table, path: Path) -> ExerciseFile:
    if not is_exercise_file(data) and "title" not in data:
        raise ProblemError("this is no exercise file, which has title, problem and [[exercise]]")
    tables.known_keys(data, FILE_KEYS, "", "key of an exercise file")
    title, source = tables.text(data, "title", "", required=True), tables.text(data, "source", "")
    problems = _Problems(data, path)
    exercises = tuple(
        _exercise(table, f"exercise[{number}]", problems, path)
        for number, table in enumerate(tables.tables(data, "exercise", ""), start=1)
    )
    tables.unique([exercise.id for exercise in exercises], "exercise", "id")
    _raise_unasked(problems, exercises)
    return ExerciseFile(title, source, path, problems.loaded, exercises)


def _raise_unasked(problems: _Problems, exercises: tuple[Exercise, ...]) -> None:
    """Raise the error of a problem that does not load, unless an answer asks for just that error."""
    asked = [answer.failure for exercise in exercises for answer in exercise.answers]
    for error in problems.failed.values():
        if not any(error is each for each in asked):
            raise error


def _exercise(table: Table, key: str, problems: _Problems, path: Path) -> Exercise:
    tables.known_keys(table, EXERCISE_KEYS, key, "key of an exercise")
    id = tables.slug(table, "id", key)
    problem = _problem_name(table, key, problems) or problems.only()
    answers = tuple(
        _answer(answer, f"{key}.answer[{number}]", str(number), problem, problems, f"{path}, exercise {id}")
        for number, answer in enumerate(tables.tables(table, "answer", key), start=1)
    )
    tables.unique([answer.name for answer in answers], f"{key}.answer", "name")
    return Exercise(
        id=id,
        title=tables.text(table, "title", key) or id,
        statement=_template(table, "statement", key, required=True),
        hint=_template(table, "hint", key),
        solution=_template(table, "solution", key),
        place=tables.text(table, "place", key),
        points=tables.points(table, key) or Exact(1),
        problem=problems.loaded.get(problem or ""),
        answers=answers,
        inserts=problems.inserts(problem, None),
    )


def _answer(table: Table, key: str, number: str, problem: str | None, problems: _Problems, exercise: str) -> Answer:
    kind = _kind(table, key)
    tables.known_keys(table, (kind, *EVERY_ANSWER, *ANSWER_KEYS[kind]), key, f"key of an answer with {kind}")
    problem = _problem_name(table, key, problems) or problem
    item = tables.place(table, "item", key)
    name = tables.slug(table, "name", key, default=number)
    return Answer(
        _answer_problem(kind, problem, problems, key),
        stage=tables.text(table, "stage", key),
        row=tables.place(table, "row", key),
        column=tables.place(table, "column", key),
        rule=_rule(table, key),
        marks=_marks(table, key),
        item=item,
        value=_template(table, "value", key),
        words=_template(table, "words", key),
        error=tables.text(table, "error", key),
        name=name,
        label=_template(table, "label", key),
        equals=_template(table, "equals", key),
        places=tables.count(table, "places", key, 0),
        abbreviate=tables.flag(table, "abbreviate", key),
        points=tables.points(table, key),
        inserts=problems.inserts(problem, item),
        where=f"{exercise}, answer {name}",
        failure=problems.failed.get(problem or "") if kind == "error" else None,
    )


def _kind(table: Table, key: str) -> str:
    kinds = [kind for kind in ANSWER_KEYS if kind in table]
    if len(kinds) != 1:
        found = "none of them" if not kinds else " and ".join(kinds)
        raise ProblemError(f"an answer has exactly one of {', '.join(ANSWER_KEYS)}, and this has {found}", key=key)
    tables.text(table, kinds[0], key, required=True)
    return kinds[0]


def _answer_problem(kind: str, name: str | None, problems: _Problems, key: str) -> Problem | None:
    """The problem that an answer is about; words and values may be about none."""
    if kind == "error" and name in problems.failed:
        return None
    if kind in ("stage", "error") and name is None:
        raise ProblemError(f"say which problem is meant: {', '.join(problems.names)}", key=at(key, "problem"))
    return None if name is None else problems.named(name)


def _problem_name(table: Table, key: str, problems: _Problems) -> str | None:
    name = tables.text(table, "problem", key)
    if name and name not in problems.names:
        raise ProblemError(str(UnknownNameError.of("problem", name, problems.names)), key=at(key, "problem"))
    return name or None


def _rule(table: Table, key: str) -> str:
    rule = tables.text(table, "rule", key) or "auto"
    try:
        Rule.parse(rule)
    except SymattnError as error:
        raise ProblemError(str(error), key=at(key, "rule")) from error
    return rule


def _marks(table: Table, key: str) -> str:
    marks = tables.text(table, "marks", key)
    if marks not in ("", *MARKINGS):
        raise ProblemError(str(UnknownNameError.of("way of marking", marks, MARKINGS)), key=at(key, "marks"))
    return marks


def _template(table: Table, name: str, key: str, *, required: bool = False) -> str:
    template = tables.text(table, name, key, required=required)
    try:
        check_template(template)
    except ProblemError as error:
        error.key = at(key, name)
        raise
    return template


# -- problems by name -----------------------------------------------------------------------------------------------


def _problem_tables(data: Table) -> dict[str, Table]:
    """The tables of all problems of a file by name, each with the keys of the one that it is like."""
    if "problem" in data and "problems" in data:
        raise ProblemError("a file has either one problem or several, problems.NAME", key="problem")
    named = {ONLY: data["problem"]} if "problem" in data else data.get("problems", {})
    if not isinstance(named, Mapping):
        raise ProblemError(f"tables problems.NAME are expected, not {shown(named)}", key="problems")
    for name, table in named.items():
        if not isinstance(table, Mapping):
            raise ProblemError(
                f"a table is expected, not {shown(table)}", key=name if name == ONLY else f"problems.{name}"
            )
        if name != ONLY:
            tables.slug({"name": name}, "name", "problems")
    return {name: _with_likes(named, name) for name in named}


def _problem(table: Table, name: str, path: str | Path) -> Problem:
    return Problem.from_data(table, str(path) if name == ONLY else f"{path}, problem {name}")


def _with_likes(named: Mapping[str, Table], name: str, below: tuple[str, ...] = ()) -> dict[str, object]:
    """The keys of a problem over those of the problem that it is like, and so on."""
    table = dict(named[name])
    like = table.pop("like", None)
    if like is None:
        return table
    key = f"problems.{name}.like"
    if not isinstance(like, str) or like not in named:
        raise ProblemError(str(UnknownNameError.of("problem", str(like), named)), key=key)
    if like in (*below, name):
        raise ProblemError(f"a circle: {' is like '.join((*below, name, like))}", key=key)
    return {**_with_likes(named, like, (*below, name)), **table}
