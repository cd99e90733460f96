"""References into files, as people write them on a command line.

my-problem.toml:output[2, 1]        an entry of a stage; weights[2] a row, weights[:, 1] a column
my-problem.toml:record2.weights     a record of a batch
my-exercises.toml#causal:weights    a stage of one problem of an exercise file
my-exercises.toml:swap:new-row      an answer; :swap alone where the exercise has only one
"""

from __future__ import annotations

import re
from pathlib import Path

from symattn.errors import PositionError, ProblemError
from symattn.problems.exercise_files import exercises_of
from symattn.problems.exercises import Answer
from symattn.problems.files import load_data
from symattn.problems.library import find, find_problem, names
from symattn.problems.stages import parse_place


def answer_at(reference: str, rule: str = "auto") -> Answer:
    """The answer that a reference such as ``two-heads.toml:output[2, 1]`` points at, positions 1-based.

    Errors: ProblemError when no part before a colon is a file or name, or the rest is neither a stage nor an answer.
    """
    source, rest = _split(reference)
    asked = _asked_answer(source, rest)
    if asked is not None:
        return asked
    try:
        stage, row, column, item = parse_place(rest)
    except ProblemError as error:
        error.file = source
        raise
    except PositionError as error:
        raise ProblemError(str(error), file=source) from error
    return Answer(find_problem(source), stage, row, column, rule, item=item, where=reference)


def _asked_answer(source: str, rest: str) -> Answer | None:
    """The answer that rest names in an exercise file; None when a problem is meant."""
    path = find(source.partition("#")[0])
    if "#" in source or path.suffix == ".py":
        return None
    content = load_data(path)
    if "exercise" not in content:
        return None
    file = exercises_of(content, path)
    id, colon, _ = rest.partition(":")
    is_exercise = id in [exercise.id for exercise in file.exercises] or (colon and "[" not in id)
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
