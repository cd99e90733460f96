"""Where explanations of a wrong answer come from, by what is expected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import TypeAlias

from symattn.checking.candidates import Part
from symattn.checking.diagnosis import Diagnosis, Explanation, diagnosis_of, explain_matrix, explain_value
from symattn.checking.matching import Place
from symattn.checking.mistakes import LossProblem
from symattn.checking.outcomes import is_short_whole, outcome_of
from symattn.checking.result import Outcome
from symattn.checking.typed import Typed, TypedAnswer, typed_answer
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.problems import Answer
from symattn.reading import Reading

Value: TypeAlias = Exact | ExactMatrix | MinusInfinity
Explain: TypeAlias = Callable[[TypedAnswer, Sequence[Place]], tuple[Explanation, ...]]

# Outcomes that a mistake may explain; digits of a float and an answer in doubt have no mistake.
FAULTY: tuple[Outcome, ...] = ("wrong", "off in the last digit", "truncated")


def is_faulty(typed: Typed, outcome: Outcome) -> bool:
    """Whether a mistake may explain an entry that the rule does not take.

    A short whole number typed for another number is no rounding that somebody meant: 1 for 0.73, and 0 for 0.27.
    """
    is_short = typed.digits is not None and is_short_whole(typed.digits)
    return outcome in FAULTY or (outcome == "rounded" and is_short)


def explainer(expected: object, value: Value) -> Explain:
    """The function that explains wrong entries of a typed answer, for what is expected and its exact value."""
    if isinstance(expected, LossProblem):
        return lambda typed, wrong: explain_value(expected, typed)
    if isinstance(expected, Answer) and expected.stage:
        return partial(_explain_stage, expected)
    if isinstance(value, ExactMatrix):
        return partial(explain_matrix, value)
    if isinstance(expected, Answer) and isinstance(value, Exact):
        return lambda typed, wrong: explain_value(value, typed)
    return lambda typed, wrong: ()


def _explain_stage(answer: Answer, typed: TypedAnswer, wrong: Sequence[Place]) -> tuple[Explanation, ...]:
    assert answer.problem is not None, "a stage belongs to a problem"
    part = Part(answer.stage, answer.row, answer.column)
    return _explained(diagnosis_of(answer.problem, answer.item), part, typed, tuple(wrong))


@lru_cache(maxsize=4)  # what is wrong by one rule is mostly wrong by the next one
def _explained(
    diagnosis: Diagnosis, part: Part, typed: TypedAnswer, wrong: tuple[Place, ...]
) -> tuple[Explanation, ...]:
    return diagnosis.explain(part, typed, wrong)


def diagnose(answer: Answer, typed: str | Reading | TypedAnswer) -> tuple[Explanation, ...]:
    """The mistakes that explain a wrong answer, all of them; nothing for a right one.

    >>> from symattn.problems import Problem
    >>> p = Problem.from_data({"scores": [[2, 1, 0], [0, 1, 3], [0, 0, 0]], "visible": "causal"})
    >>> [explanation.name for explanation in diagnose(Answer(p, "weights", row=1), "[0.042010, 0.114195, 0]")]
    ['mask-after-softmax']

    Errors: ReadError for text that cannot be read; ProblemError for answers in words.
    """
    right = answer.expected()
    read = typed if isinstance(typed, TypedAnswer) else typed_answer(_text(typed), right.symbols).fitting(right)
    wrong = faulty_places(read, right)
    return explainer(answer, right)(read, wrong) if wrong else ()


def _text(typed: str | Reading) -> str:
    return typed.typed if isinstance(typed, Reading) else typed


def faulty_places(typed: TypedAnswer, right: Value) -> list[Place]:
    """The entries that are wrong, however little; all of them where the shape is another."""
    places = [(i, j) for i, row in enumerate(typed.rows) for j in range(len(row))]
    rows = right.rows() if isinstance(right, ExactMatrix) else ((right,),)
    if typed.is_matrix != isinstance(right, ExactMatrix) or typed.shape != (len(rows), len(rows[0])):
        return places
    return [(i, j) for i, j in places if is_faulty(typed.rows[i][j], outcome_of(typed.rows[i][j], rows[i][j])[0])]


__all__ = ["Explain", "Value", "diagnose", "explainer", "faulty_places", "is_faulty"]
