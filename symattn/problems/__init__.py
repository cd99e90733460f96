"""The data that an author writes, problems and what is asked of them, and the files that hold it."""

from symattn.problems.exercise_files import load_exercises
from symattn.problems.exercises import Answer, Exercise, ExerciseFile
from symattn.problems.problem import Head, Problem
from symattn.problems.solve import solve
from symattn.problems.stages import part_of, stage_value

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
