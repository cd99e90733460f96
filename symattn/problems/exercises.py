"""What is asked of problems: exercises, their answers, and the file that holds them.

Python counts from 0 (``Answer(problem, "output", row=1)`` is the second row); files and people count from 1, and
everything that is written for people (``answer.place``) does too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from symattn.errors import ProblemError, SymattnError, UnknownNameError
from symattn.problems.problem import Problem
from symattn.problems.stages import Value, part_of, stage_value
from symattn.problems.tables import checked_slug

if TYPE_CHECKING:
    from symattn.exact import Comparison, Exact
    from symattn.problems.inserts import Inserts

Kind = Literal["stage", "value", "words", "error"]


@dataclass(frozen=True, eq=False, repr=False)
class Answer:
    """What a correct answer is: a part of a stage [rows, columns], an exact value, words, or an error.

    >>> p = Problem.from_data({"scores": [[0, "ln 9"]], "visible": "full"})
    >>> answer = Answer(p, "weights", row=0, column=1)
    >>> answer.expected().text(), answer.place
    ('9/10', 'weights[1, 2]')

    ``row``, ``column`` and ``item`` (the record of a batch) count from 0. ``rule`` says what is accepted ("auto",
    "exact", "places:4" ...), and ``marks`` what earns points in a matrix: right "entries", each its share, or only the
    "whole" (where it is empty, whoever grades decides). ``equals`` is what an author claims for the same thing.
    ``words`` are judged by a person, and ``error`` is text that solving the problem must raise (``failure`` is the
    error of one that does not even load). Texts may hold inserts, see ``symattn.problems.inserts``.
    """

    problem: Problem | None
    stage: str = ""
    row: int | None = None
    column: int | None = None
    rule: str = "auto"
    _: KW_ONLY
    item: int | None = None
    value: str = ""
    words: str = ""
    error: str = ""
    name: str = "1"
    label: str = ""
    equals: str = ""
    places: int | None = None
    abbreviate: bool = False
    points: Exact | None = None
    marks: str = ""
    inserts: Inserts | None = None
    where: str = "answer"
    failure: SymattnError | None = None

    @property
    def kind(self) -> Kind:
        """Which of the four it is: "stage", "value", "words" or "error"."""
        if self.stage:
            return "stage"
        return "value" if self.value else "words" if self.words else "error"

    @property
    def place(self) -> str:
        """The part of the stage that is asked, for people, 1-based: ``record 2, output[2, 1]``."""
        record = "" if self.item is None else f"record {self.item + 1}, "
        if self.row is None and self.column is None:
            return f"{record}{self.stage}"
        row = ":" if self.row is None else str(self.row + 1)
        column = "" if self.column is None else f", {self.column + 1}"
        return f"{record}{self.stage}[{row}{column}]"

    def expected(self) -> Value:
        """The exact value that is right, solved when first asked: a number, a row [1, n], a column [m, 1] or a matrix.

        Errors: ProblemError for words and errors, which are no exact value.
        """
        if self.kind not in ("stage", "value"):
            raise ProblemError(f"the answer is {self.kind}, not an exact value", file=self.where)
        return self._expected

    @cached_property
    def _expected(self) -> Value:
        try:
            return self._stage_part() if self.stage else self._read(self.value)
        except ProblemError as error:
            error.file = error.file or self.where
            raise

    def claimed(self) -> Value | None:
        """What ``equals`` claims, None when the author claims nothing."""
        return self._read(self.equals) if self.equals else None

    def claim(self) -> Comparison | None:
        """The comparison of the claim with what is right, None when the author claims nothing."""
        from symattn.exact import compare

        claimed = self.claimed()
        return None if claimed is None else compare(self.expected(), claimed)

    def raised(self) -> str:
        """The message of the error that solving the problem raises, for an answer of kind "error".

        Errors: ProblemError when nothing is raised or the message does not contain the text promised.
        """
        message = self._message()
        if self.error.casefold() in message.casefold():
            return message
        found = f"raises {message!r}" if message else "raises nothing"
        raise ProblemError(f'solving the problem {found}, not "{self.error}"', file=self.where)

    def _message(self) -> str:
        try:
            if self.failure is not None:
                raise self.failure
            assert self.problem is not None, "an error belongs to a problem"
            _ = self.problem.solution
        except SymattnError as error:
            return str(error)
        return ""

    def _stage_part(self) -> Value:
        if self.problem is None:
            raise ProblemError(f"{self.place} of which problem?")
        return part_of(stage_value(self.problem, self.stage, self.item), self.row, self.column, self.stage)

    def _read(self, text: str) -> Value:
        from symattn.problems.inserts import fill, plain
        from symattn.reading import read_text

        return read_text(fill(text, self.inserts, plain) if self.inserts else text).value

    def __repr__(self) -> str:
        return f"Answer({self.place or self.value or self.words or self.error!r}, rule={self.rule!r})"


@dataclass(frozen=True, eq=False)
class Exercise:
    """One exercise: texts (Markdown with inserts), points, and the answers in order.

    Errors: ProblemError for an id, or the name of an answer, that is not of letters, digits, hyphens and underscores.
    """

    id: str
    title: str
    statement: str
    answers: tuple[Answer, ...]
    hint: str = ""
    solution: str = ""
    place: str = ""
    points: Exact | None = None
    problem: Problem | None = None
    inserts: Inserts | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        # Ids and names of answers stand in comments of keys, where nothing can be escaped.
        checked_slug(self.id, "id")
        for answer in self.answers:
            checked_slug(answer.name, f"{self.id}, answer, name")

    def answer(self, name: str) -> Answer:
        """The answer of that name. Errors: UnknownNameError."""
        for answer in self.answers:
            if answer.name == name:
                return answer
        raise UnknownNameError.of(f"answer of {self.id}", name, [answer.name for answer in self.answers])


@dataclass(frozen=True, eq=False)
class ExerciseFile:
    """The problems of a file and what is asked of them, in order."""

    title: str
    source: str
    path: Path
    problems: Mapping[str, Problem]
    exercises: tuple[Exercise, ...]

    def exercise(self, id: str) -> Exercise:
        """The exercise of that id. Errors: UnknownNameError."""
        for exercise in self.exercises:
            if exercise.id == id:
                return exercise
        raise UnknownNameError.of("exercise", id, [exercise.id for exercise in self.exercises])

    def answer(self, reference: str) -> Answer:
        """The answer "ID:NAME", or "ID" for an exercise that has only one. Errors: UnknownNameError."""
        id, _, name = reference.partition(":")
        exercise = self.exercise(id)
        if not name and len(exercise.answers) == 1:
            return exercise.answers[0]
        return exercise.answer(name)

    def check_claims(self) -> None:
        """Raise ProblemError, naming exercise and answer, at the first claim that is not proved or error not raised."""
        for exercise in self.exercises:
            for answer in exercise.answers:
                if answer.kind == "error":
                    answer.raised()
                claim = answer.claim()
                if claim is not None and claim.outcome != "equal":
                    raise ProblemError(
                        f'is {answer.expected().text()}, which is {claim.outcome} from the "{answer.equals}" that it '
                        f"claims to equal ({claim.evidence})",
                        file=answer.where,
                    )
