"""Files by name: the exercise files and derivations that come with the package, and the problems in any file.

masks-and-heads                     an exercise file or a derivation of the package
my-problem.toml                     a file
my-exercises.toml#causal            one problem of an exercise file
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from symattn.errors import ProblemError, UnknownNameError
from symattn.problems.files import is_exercise_file, load_data
from symattn.problems.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def exercise_names() -> list[str]:
    """The exercise files that come with the package, by name."""
    from symattn import data

    return _stems(data.exercises_folder().glob("*.toml"))


def derivation_names() -> list[str]:
    """The derivations that come with the package, by name."""
    from symattn import data

    return _stems(data.derivations_folder().glob("*.py"))


def names() -> list[str]:
    """Every name that ``find`` knows, exercise files and derivations."""
    return sorted({*exercise_names(), *derivation_names()})


def find(name_or_file: str | Path) -> Path:
    """The path of a file, or of the exercise file (else the derivation) of that name.

    Errors: UnknownNameError with the nearest names, ProblemError when it looks like a file and there is none.
    """
    from pathlib import Path

    from symattn import data

    if not isinstance(name_or_file, str | os.PathLike):
        raise ProblemError(f"a file is named by text or a path, not by {name_or_file!r}")
    path, name = Path(name_or_file), str(name_or_file)
    if path.is_file():
        return path
    if name in exercise_names():
        return data.exercises_folder() / f"{name}.toml"
    if name in derivation_names():
        return data.derivations_folder() / f"{name}.py"
    if os.path.isdir(path):
        raise ProblemError("this is a folder: name a file in it", file=name)
    if os.path.exists(path):
        raise ProblemError("this is no file to be read by name: give what it holds to standard input, as -", file=name)
    if path.suffix or len(path.parts) > 1:
        raise ProblemError(f"there is no such file{_near(path)}", file=name)
    raise UnknownNameError.of("exercise file or derivation", name, names())


def _near(path: Path) -> str:
    """A hint at problem files beside an absent one whose names are like its own."""
    from difflib import get_close_matches

    beside = [file.name for file in path.parent.glob("*") if file.suffix.lower() in (".toml", ".json")]
    near = get_close_matches(path.name, sorted(beside), n=2)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def find_problem(reference: str | Path) -> Problem:
    """The problem of FILE or NAME, or FILE#PROBLEM for one of the problems of an exercise file.

    Errors: ProblemError when an exercise file has several and none is named.
    """
    source, _, name = str(reference).partition("#")
    path = source if os.path.isfile(source) else str(find(source))
    content = load_data(path)
    if is_exercise_file(content):
        return _problem_of(content, path, name)
    if name:
        raise ProblemError(f"the file is one problem and has none called {name}", file=path)
    return Problem.from_data(content, path)


def _problem_of(content: dict[str, object], path: str, name: str) -> Problem:
    """The problem of a name in an exercise file, or its only one."""
    from symattn.problems.exercise_files import problems_of

    problems = problems_of(content, path)
    if not name and len(problems) == 1:
        return next(iter(problems.values()))()
    if not name:
        example = f"{os.path.basename(path)}#{next(iter(problems), 'NAME')}"
        raise ProblemError(f"name one of its problems, {example}; it has {', '.join(problems)}", file=path)
    if name not in problems:
        raise UnknownNameError.of("problem", name, problems)
    return problems[name]()


def _stems(paths: Iterable[Path]) -> list[str]:
    return sorted(path.stem for path in paths if not path.name.startswith("_"))
