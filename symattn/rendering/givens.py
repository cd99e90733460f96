"""Whether a key has to state the problems of its file: not where the author's statements insert what is given.

An author who writes ``{{ stage('X') }}`` tells the problems in words of their own, here and there as far as a reader
needs them; printed beside that, the inputs would be a repetition, and who may read whom often the answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from symattn.errors import SymattnError
from symattn.problems.exercises import Exercise, ExerciseFile
from symattn.problems.stages import record_of
from symattn.rendering.calculations import mentions


def tells_its_problems(file: ExerciseFile) -> bool:
    """Whether a statement of the file inserts an input of a problem: X, Q, scores and so on."""
    return any(_inserts_an_input(exercise) for exercise in file.exercises)


def _inserts_an_input(exercise: Exercise) -> bool:
    if exercise.inserts is None or "{{" not in exercise.statement:
        return False
    return any(stage in arrays for stage, arrays in _looked_up(exercise))


def _looked_up(exercise: Exercise) -> Iterator[tuple[str, frozenset[str]]]:
    """The stages that a statement inserts, each with the names of the arrays of its problem."""
    assert exercise.inserts is not None
    for mention in mentions(exercise.statement):
        item = exercise.inserts.item if mention.item is None else mention.item - 1
        try:
            yield mention.stage, frozenset(record_of(exercise.inserts.problem_named(mention.problem), item).arrays)
        except SymattnError:  # a wrong name or record is refused where the statement is printed
            continue


__all__ = ["tells_its_problems"]
