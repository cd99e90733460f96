"""Forty problems of every kind and what is asked of them, under every rule: chosen ones, and some drawn from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle
from random import Random
from typing import Any, TypeAlias

from symattn.checking.mistakes import LossProblem
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.problems import Answer, Problem
from symattn.problems.stages import parse_place
from symattn.trace import Trace
from symattn.visibility import Visibility
from tests.checking.drawn import problems, question

Entry: TypeAlias = Exact | MinusInfinity
RULES = ("auto", "exact", "places:4", "sig:5", "places>=4", "sig>=4", "within:1/10000", "relative:1/10000")
DRAWN = 8


@dataclass(frozen=True)
class Question:
    """What is asked, of which problem, and what is right: rows of numbers, one row of one for a single number."""

    problem: str
    expected: Any  # whatever `check` takes: an Answer, a LossProblem, a relation
    rule: str
    rows: tuple[tuple[Entry, ...], ...]
    is_matrix: bool

    @property
    def answer(self) -> Answer | None:
        """The answer to a stage of a problem, None where something else is asked."""
        return self.expected if isinstance(self.expected, Answer) and self.expected.stage else None

    @property
    def has_symbols(self) -> bool:
        """Whether free symbols are left, so that there are no decimals."""
        return any(entry.symbols for row in self.rows for entry in row if isinstance(entry, Exact))


Q3, K3, V3 = [[1, 0], [1, 1], [0, 2]], [[1, 1], [0, 1], [2, -1]], [[1, 2], [3, 4], [5, 7]]
Q4, K4, V4 = [[1, 0], [0, 2], [1, 1], [2, 1]], [[0, 1], [1, 0], [1, 2], [2, 1]], [[2, 0], [1, 3], [0, 1], [4, 2]]
WIDE = [[1, 0, 2, 1], [0, 1, -1, 1], [1, 1, 0, 2]]
SQUARE = [[1, 2, 0, 1], [0, 1, 1, -1], [2, 0, 1, 3], [1, 1, -2, 0]]
MIXING = [[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0], [0, 0, 1, -1]]
X3 = [[1, 0], [0, 1], [1, 1]]
S3 = [[2, 1, 0], [0, 1, 3], [1, 0, 2]]
BATCH = [[[1, 0], [0, 1]], [[1, 1], [2, 0]]]

# Each with the places that are asked; rules are dealt in turn.
CHOSEN: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "one head": ({"Q": Q3, "K": K3, "V": V3, "visible": "causal"}, ("weights[2]", "output[3, 1]", "weights")),
    "four tokens": ({"Q": Q4, "K": K4, "V": V4, "visible": "causal"}, ("output[4]", "weights[3, 2]", "scores")),
    "everything seen": ({"Q": Q3, "K": K3, "V": V3, "visible": "full"}, ("weights[1]", "output[:, 2]")),
    "a given scale": ({"Q": Q3, "K": K3, "V": V3, "visible": "causal", "scale": "1/3"}, ("output", "weights[2, 1]")),
    "no scale": ({"Q": Q3, "K": K3, "V": V3, "visible": "causal", "scale": 1}, ("weights[3]", "output[2, 2]")),
    "an irrational scale": ({"Q": Q3, "K": K3, "V": V3, "scale": "sqrt(3)/2"}, ("scores[2]", "weights[2, 3]")),
    "two heads": (
        {
            "X": X3,
            "heads": [{n: [[1], [0]] for n in ("w_q", "w_k", "w_v")}, {n: [[0], [1]] for n in ("w_q", "w_k", "w_v")}],
            "w_o": [[1, 1], [1, -1]],
            "visible": "causal",
        },
        ("head2.weights[3]", "joined[2]", "output[3, 1]", "output"),
    ),
    "three heads": (
        {
            "X": [[1, 2, 0], [0, 1, 1], [2, 0, 1]],
            "heads": [
                {"w_q": [[1], [0], [1]], "w_k": [[0], [1], [1]], "w_v": [[1, 0], [0, 1], [1, 1]]},
                {"w_q": [[0], [1], [0]], "w_k": [[1], [0], [0]], "w_v": [[2, 1], [1, 0], [0, 1]]},
                {"w_q": [[1], [1], [0]], "w_k": [[1], [1], [1]], "w_v": [[0, 1], [3, 0], [1, 2]]},
            ],
            "visible": "causal",
        },
        ("head3.output[2]", "output[3]", "head1.weights[2, 1]"),
    ),
    "columns split": ({"Q": WIDE, "K": WIDE[::-1], "V": WIDE, "n_heads": 2, "visible": "causal"}, ("output[2]",)),
    "split and projected": (
        {"X": WIDE, "w_q": MIXING, "w_k": SQUARE, "w_v": SQUARE, "w_o": MIXING, "n_heads": 2, "visible": "causal"},
        ("head2.scores[3]", "joined[2, 3]", "output[3, 1]"),
    ),
    "one head with W_O": (
        {"X": X3, "w_q": X3[:2], "w_k": [[1, 1], [0, 1]], "w_v": [[2, 1], [0, 1]], "w_o": [[1, 2], [0, 3]]},
        ("output[1]", "joined[3, 2]"),
    ),
    "a bias": ({"scores": S3, "bias": [[0, 1, -1], [1, 0, 2], [0, 0, 1]], "V": V3}, ("weights[2]", "masked_scores")),
    "a bias that hides": ({"scores": S3, "bias": [[0, "-oo", "-oo"], [1, 0, "-oo"], [0, 1, 1]]}, ("weights[2]",)),
    "padding": (
        {"scores": S3, "V": V3, "visible": {"causal": True, "key_lengths": 2}},
        ("weights[3]", "output[2, 1]", "masked_scores"),
    ),
    "padding alone": ({"scores": S3, "V": V3, "visible": {"key_lengths": 2}}, ("weights[1]", "output[3]")),
    "an unused query": (
        {"scores": S3, "V": V3, "visible": "causal", "query_valid": [True, True, False]},
        ("weights[2]", "output", "weights[3]"),
    ),
    "a window": ({"Q": Q4, "K": K4, "V": V4, "visible": {"window": [1, 0]}}, ("weights[3]", "output[4, 1]")),
    "a window ahead": ({"Q": Q4, "K": K4, "V": V4, "visible": {"window": [1, 1]}}, ("weights[2, 2]", "output[1]")),
    "a prefix": ({"Q": Q4, "K": K4, "V": V4, "visible": {"prefix": 2}}, ("weights[1]", "output[3, 2]")),
    "packed": ({"Q": Q4, "K": K4, "V": V4, "visible": {"packed": [2, 2]}}, ("weights[2]", "output[4]")),
    "cross attention": ({"Q": Q3[1:], "K": K4, "V": V4}, ("weights[2]", "output[1, 2]", "dots")),
    "cached keys": (
        {"Q": Q3[1:], "K": K4, "V": V4, "visible": "causal", "align": "bottom-right"},
        ("weights[1]", "output[1]"),
    ),
    "symbols": ({"scores": [["a", "b"], ["c", "d"]], "V": [["x"], ["y"]], "visible": "causal"}, ("weights[2, 1]",)),
    "a leak": ({"scores": [[0, "ln k", 1], [1, 0, "ln k"]], "V": [[1], [2], ["v"]]}, ("weights[1]", "output[2, 1]")),
    "roots": ({"scores": [["sqrt(2)", 0, 1], ["sqrt(3)", "1/sqrt(2)", 0]], "V": V3}, ("weights[1]", "output[2, 1]")),
    "logarithms": ({"scores": [[0, "ln 99"], ["ln(3)/2", "ln 7"]], "V": [[1], [0]]}, ("weights[1, 1]", "output")),
    "shares": ({"scores": [["ln 2", "ln 3", 0], [0, "ln 5", 1]], "V": V3}, ("weights[1]", "weights[2, 2]")),
    "rows of true and false": (
        {"scores": S3, "V": V3, "visible": [[True, False, True], [True, True, False], [False, True, True]]},
        ("weights[1]", "output[3]"),
    ),
    "a batch": (
        {"X": BATCH, "w_q": X3[:2], "w_k": [[0, 1], [1, 0]], "w_v": [[1, 2], [3, 0]], "visible": "causal"},
        ("record2.weights[2]", "record1.output[2, 1]"),
    ),
}

HALF, QUARTER, THIRD = (Exact(Fraction(1, n)) for n in (2, 4, 3))
LOSSES = {
    "a loss": LossProblem(
        ExactMatrix([[HALF, QUARTER, QUARTER], [QUARTER / 2, 3 * QUARTER, QUARTER / 2], [THIRD] * 3]),
        tokens=(0, 1, 2),
        targets=(1, 2, 0),
        scored=(True, True, False),
    ),
    "a loss of every position": LossProblem(
        ExactMatrix([[THIRD, 2 * THIRD], [QUARTER, 3 * QUARTER]]), tokens=(1, 0), targets=(0, 1)
    ),
}


def questions(seed: int) -> list[Question]:
    """Every question, the same for the same seed."""
    rules = cycle(RULES)
    found = [*_of_chosen(rules), *_of_drawn(seed, rules), *_of_losses(rules)]
    found.append(asked("a value", Answer(None, value="(ln 2 + ln 5)/2"), next(rules)))
    return found


def asked(problem: str, expected: Answer | LossProblem, rule: str) -> Question:
    """A question with what is right."""
    value = expected.expected()
    rows = value.rows() if isinstance(value, ExactMatrix) else ((value,),)
    return Question(problem, expected, rule, rows, isinstance(value, ExactMatrix))


def _of_chosen(rules: Iterator[str]) -> Iterator[Question]:
    for name, (data, places) in CHOSEN.items():
        problem = Problem.from_data(data, where=name)
        for text in places:
            place = parse_place(text)
            answer = Answer(problem, place.stage, place.row, place.column, item=place.item)
            yield asked(name, answer, next(rules))


def _of_drawn(seed: int, rules: Iterator[str]) -> Iterator[Question]:
    random = Random(seed)
    for number, problem in enumerate(problems(seed, DRAWN), start=1):
        for _ in range(2):
            yield asked(f"drawn {number}", question(random, problem), next(rules))


def _of_losses(rules: Iterator[str]) -> Iterator[Question]:
    for name, loss in LOSSES.items():
        yield asked(name, loss, next(rules))


def relations() -> Iterator[tuple[str, Visibility, Answer | Visibility]]:
    """Who reads whom by problem, and what is expected: an answer of the problem, or the relation itself."""
    for name in ("one head", "padding", "a window", "packed"):
        problem = Problem.from_data(CHOSEN[name][0], where=name)
        assert problem.visible is not None
        yield name, problem.visible, Answer(problem, "visible")
        yield name, problem.visible, problem.visible


def solved(answer: Answer) -> Trace:
    """The trace of the problem, or the record, that is asked about."""
    assert answer.problem is not None
    solution = answer.problem.solution
    return solution[answer.item or 0] if isinstance(solution, list) else solution


__all__ = ["RULES", "Entry", "Question", "questions", "relations", "solved"]
