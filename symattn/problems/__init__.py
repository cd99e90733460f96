"""The data that an author writes, problems and what is asked of them, and the files that hold it.

Names load on first use: solving a problem needs nothing of exercises.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symattn.problems.exercise_files import load_exercises
    from symattn.problems.exercises import Answer, Exercise, ExerciseFile
    from symattn.problems.problem import Head, Problem
    from symattn.problems.solving import solve
    from symattn.problems.stages import part_of, stage_value

_MODULE_OF = {
    "Answer": "exercises",
    "Exercise": "exercises",
    "ExerciseFile": "exercises",
    "Head": "problem",
    "Problem": "problem",
    "load_exercises": "exercise_files",
    "part_of": "stages",
    "solve": "solving",
    "stage_value": "stages",
}

__all__ = [
    "Answer",
    "Exercise",
    "ExerciseFile",
    "Head",
    "Problem",
    "load_exercises",
    "part_of",
    "solve",
    "stage_value",
]


def __getattr__(name: str) -> object:
    """Load a name on its first use."""
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module 'symattn.problems' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"symattn.problems.{module}"), name)
    globals()[name] = value
    return value
