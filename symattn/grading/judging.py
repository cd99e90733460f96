"""What a worker does: read the exercises once, then judge answers, each within its limits.

What mistakes make of a problem is calculated once a process and kept by `symattn.checking`, which is loaded where it is
used: whoever only hands answers on needs nothing of it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from symattn.errors import SymattnError, UndecidedError
from symattn.grading.limits import MEMORY_STATUS, Limits
from symattn.grading.verdicts import Verdict

if TYPE_CHECKING:
    from symattn.problems import Answer, ExerciseFile

LONGEST_RESPONSE = 25_000  # characters that are judged; the reader refuses that many, and more in the same words


class Question(NamedTuple):
    """One answer to be judged, which several students may have given."""

    number: int
    exercise: str
    answer: str
    response: str


@dataclass(frozen=True)
class Source:
    """An exercise file as text, so that a worker on another machine has it too; ``kind`` is ".toml" or ".json"."""

    text: str
    kind: str
    path: str

    def load(self) -> ExerciseFile:
        """The exercise file. Errors: as `symattn.load_exercises`."""
        from symattn.problems.exercise_files import exercises_of
        from symattn.problems.files import parse_data

        return exercises_of(parse_data(self.text, self.kind, self.path), Path(self.path))


def version() -> str:
    """The version of symattn in this process; verdicts of another one may be others."""
    return str(vars(sys.modules["symattn"])["__version__"])  # no import: nothing here leans on the whole package


@lru_cache(maxsize=2)
def prepared(source: Source) -> dict[tuple[str, str], Answer]:
    """The answers of a file by exercise and name; what reading needs is loaded by reading something."""
    from symattn.reading import read_text

    read_text("1/2")
    file = source.load()
    return {(exercise.id, answer.name): answer for exercise in file.exercises for answer in exercise.answers}


def judge(source: Source, question: Question) -> Verdict:
    """The verdict on one answer; whatever goes wrong with it is for a person. Errors: MemoryError."""
    from symattn.checking import check

    answer = prepared(source)[question.exercise, question.answer]
    try:
        return Verdict.of(check(question.response, answer))
    except MemoryError:
        raise
    except UndecidedError as error:
        return Verdict.for_person("undecided", str(error))
    except SymattnError as error:  # what was typed raises none, so it is the exercise
        return Verdict.for_person("undecided", f"the exercise cannot be worked out: {error}")
    except RecursionError:
        return Verdict.for_person("undecided", "this is too deeply nested to be judged")
    except Exception as error:  # one answer must not cost the others theirs, whatever the defect is
        return Verdict.for_person("undecided", f"a defect of symattn, {type(error).__name__}: {error}"[:500])


def judge_batch(source: Source, questions: Sequence[Question], limits: Limits) -> list[tuple[int, dict[str, object]]]:
    """The verdicts on a batch, or on the first of it when the time of one answer is half over.

    Ends the process with MEMORY_STATUS where an answer wants more memory than it may have: what such an answer leaves
    behind is not to be trusted.
    """
    prepared(source)
    return [(number, verdict.data()) for number, verdict in _judged(source, questions, limits)]


def _judged(source: Source, questions: Sequence[Question], limits: Limits) -> Iterator[tuple[int, Verdict]]:
    start = time.process_time()
    for question in questions:
        try:
            limits.keep()
            verdict = judge(source, question)
        except MemoryError:
            os._exit(MEMORY_STATUS)
        yield question.number, verdict
        if time.process_time() - start > limits.seconds / 2:
            return


__all__ = ["LONGEST_RESPONSE", "Question", "Source", "judge", "judge_batch", "prepared", "version"]
