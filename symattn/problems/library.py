"""Files by name: the exercise files and derivations that come with the package, and references into any of them.

masks-and-heads                     an exercise file or a derivation of the package
my-problem.toml                     a file
my-exercises.toml#causal            one problem of an exercise file
my-problem.toml:output[2, 1]        an entry of a stage; weights[2] a row, weights[:, 1] a column
my-problem.toml:record2.weights     a record of a batch
my-exercises.toml:swap:new-row      an answer; :swap alone where the exercise has only one
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from symattn import data
from symattn.errors import ProblemError, UnknownNameError
from symattn.problems.exercise_files import exercises_of, problems_of
from symattn.problems.exercises import Answer
from symattn.problems.files import is_exercise_file, load_data
from symattn.problems.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

_STAGE = re.compile(
    r"(?:record(?P<item>\d+)\.)?(?P<stage>[A-Za-z_][\w.]*)"
    r"(?:\[\s*(?P<row>\d+|:)\s*(?:,\s*(?P<column>\d+|:)\s*)?\])?"
)


def exercise_names() -> list[str]:
    """The exercise files that come with the package, by name."""
    return _stems(data.exercises_folder().glob("*.toml"))


def derivation_names() -> list[str]:
    """The derivations that come with the package, by name."""
    return _stems(data.derivations_folder().glob("*.py"))


def names() -> list[str]:
    """Every name that ``find`` knows, exercise files and derivations."""
    return sorted({*exercise_names(), *derivation_names()})


def find(name_or_file: str | Path) -> Path:
    """The path of a file, or of the exercise file (else the derivation) of that name.

    Errors: UnknownNameError with the nearest names, ProblemError when it looks like a file and there is none.
    """
    path = Path(name_or_file)
    if path.is_file():
        return path
    name = str(name_or_file)
    if name in exercise_names():
        return data.exercises_folder() / f"{name}.toml"
    if name in derivation_names():
        return data.derivations_folder() / f"{name}.py"
    if path.suffix or len(path.parts) > 1:
        raise ProblemError("there is no such file", file=name)
    raise UnknownNameError.of("exercise file or derivation", name, names())


def find_problem(reference: str | Path) -> Problem:
    """The problem of FILE or NAME, or FILE#PROBLEM for one of the problems of an exercise file.

    Errors: ProblemError when an exercise file has several and none is named.
    """
    source, _, name = str(reference).partition("#")
    path = find(source)
    content = load_data(path)
    if not is_exercise_file(content):
        if name:
            raise ProblemError(f"the file is one problem and has none called {name}", file=str(path))
        return Problem.from_data(content, str(path))
    problems = problems_of(content, path)
    if not name and len(problems) == 1:
        return next(iter(problems.values()))()
    if not name:
        raise ProblemError(f"name one of its problems, {path.name}#{next(iter(problems), 'NAME')}", file=str(path))
    if name not in problems:
        raise UnknownNameError.of("problem", name, problems)
    return problems[name]()


def answer_at(reference: str, rule: str = "auto") -> Answer:
    """The answer that a reference such as ``two-heads.toml:output[2, 1]`` points at, positions 1-based.

    Errors: ProblemError when no part before a colon is a file or name, or the rest is neither a stage nor an answer.
    """
    source, rest = _split(reference)
    asked = _asked_answer(source, rest)
    if asked is not None:
        return asked
    stage = _STAGE.fullmatch(rest)
    if not stage:
        raise ProblemError(f'"{rest}" is not a stage such as output[2, 1]', file=source)
    row, column, item = (_place(stage[name], name, reference) for name in ("row", "column", "item"))
    return Answer(find_problem(source), stage["stage"], row, column, rule, item=item, where=reference)


def _asked_answer(source: str, rest: str) -> Answer | None:
    """The answer that rest names in an exercise file; None when a problem is meant."""
    path = find(source.partition("#")[0])
    if "#" in source or path.suffix == ".py":
        return None
    content = load_data(path)
    if "exercise" not in content:
        return None
    file = exercises_of(content, path)
    is_exercise = rest.partition(":")[0] in [exercise.id for exercise in file.exercises]
    return file.answer(rest) if is_exercise or len(file.problems) != 1 else None


def _split(reference: str) -> tuple[str, str]:
    """The source and the rest of a reference, at the first colon whose left side can be found."""
    for colon in (found.start() for found in re.finditer(":", reference)):
        source = reference[:colon]
        bare = source.partition("#")[0]
        if Path(bare).is_file() or bare in names():
            return source, reference[colon + 1 :].strip()
    source, _, rest = reference.partition(":")
    if not rest:
        raise ProblemError(f'"{reference}" names no stage: write {reference}:output[2, 1]')
    find(source.partition("#")[0])  # raises the error that names what is near
    return source, rest


def _place(digits: str | None, name: str, reference: str) -> int | None:
    """The 0-based place of 1-based digits; None for ":" and where nothing is written."""
    if digits in (None, ":"):
        return None
    if int(str(digits)) < 1:
        raise ProblemError(f"a {name} is counted from 1", file=reference)
    return int(str(digits)) - 1


def _stems(paths: Iterable[Path]) -> list[str]:
    return sorted(path.stem for path in paths if not path.name.startswith("_"))
