"""What each mistake gives: against a second writing-down, against published examples, and where it does not apply."""

from __future__ import annotations

from typing import Any

import mpmath
import pytest

from symattn.checking import check
from symattn.checking.mistakes import MISTAKES, OF_METHOD
from symattn.checking.mistakes.tracing import trace_of_way
from symattn.checking.mistakes.ways import right_way
from symattn.exact import ExactMatrix
from symattn.problems import Answer, Problem
from symattn.trace import Trace
from tests.checking import wrong_ways
from tests.checking.drawn import problems
from tests.checking.wrong_ways import WITH_HEADS, WITH_ONE_HEAD, Head

DIGITS = 25
Q, K, V = [[1, 0], [1, 1], [0, 2]], [[1, 1], [0, 1], [2, -1]], [[1, 2], [3, 4], [5, 7]]
CAUSAL = [[True, False, False], [True, True, False], [True, True, True]]
ONE_HEAD = {"Q": Q, "K": K, "V": V, "visible": "causal"}
X = [[1, 0], [0, 1], [1, 1]]
FIRST, SECOND = [[1], [0]], [[0], [1]]
TWO_HEADS: dict[str, Any] = {
    "X": X,
    "heads": [{"w_q": w, "w_k": w, "w_v": w} for w in (FIRST, SECOND)],
    "w_o": [[1, 1], [1, -1]],
    "visible": "causal",
}


def problem_of(data: dict[str, Any], **changes: Any) -> Problem:
    return Problem.from_data(data | changes)


def traces(name: str, problem: Problem) -> list[Trace]:
    return list(MISTAKES[name].traces(problem))


def is_near(matrix: ExactMatrix, rows: list[list[Any]]) -> bool:
    if matrix.shape != (len(rows), len(rows[0])):
        return False
    decimals = [entry for row in matrix.decimal(DIGITS) for entry in row]
    numbers = [number for row in rows for number in row]
    pairs = zip(decimals, numbers, strict=True)
    return all(abs(mpmath.mpf(d) - n) < mpmath.mpf(10) ** (3 - DIGITS) for d, n in pairs)


@pytest.mark.parametrize("name", WITH_ONE_HEAD)
def test_a_mistake_gives_what_a_second_writing_down_gives(name: str) -> None:
    with mpmath.workdps(DIGITS + 10):
        expected = WITH_ONE_HEAD[name](Head(Q, K, V, CAUSAL))
        assert any(
            is_near(trace.exact("output"), expected.output)
            and (name == "rounded-early" or is_near(trace.exact("weights"), expected.weights))
            for trace in traces(name, problem_of(ONE_HEAD))
        )


@pytest.mark.parametrize("name", WITH_HEADS)
def test_a_mistake_with_heads_gives_what_a_second_writing_down_gives(name: str) -> None:
    widths = [slice(0, 2), slice(2, 4)]
    wide = [[1, 0, 2, 1], [0, 1, -1, 1], [1, 1, 0, 2]]
    w_o = [[1, 2, 0, 1], [0, 1, 1, -1], [2, 0, 1, 3], [1, 1, -2, 0]]
    identity = [[int(i == j) for j in range(4)] for i in range(4)]
    projections = {"w_q": identity, "w_k": identity, "w_v": identity, "w_o": w_o}
    problem = Problem.from_data({"X": wide, **projections, "n_heads": 2, "visible": "causal"})
    with mpmath.workdps(DIGITS + 10):
        columns = [[row[part] for row in wide] for part in widths]
        outputs = [wrong_ways.right(Head(part, part, part, CAUSAL)).output for part in columns]
        expected = WITH_HEADS[name](outputs, w_o)
        assert any(is_near(trace.exact("output"), expected) for trace in traces(name, problem))


UNUSUAL: list[dict[str, Any]] = [
    {"scores": [[0, "-oo"], ["a", 1]], "bias": [[0, 1], ["-oo", 2]], "V": [[1], ["b"]]},
    {"scores": [[0, 1, 2]], "query_valid": [False]},
    {"X": X, "heads": [{"w_q": FIRST, "w_k": FIRST, "w_v": FIRST}], "w_o": [[1, 2]]},
    {"Q": [[1, 2]], "K": [[1, 0], [0, 1], [1, 1]], "V": V, "visible": "causal", "align": "bottom-right"},
    {"Q": Q, "K": K, "V": V, "scale": "k", "visible": {"window": [1, 0]}},
    {"X": X, "heads": [{"w_q": FIRST, "w_k": FIRST, "w_v": w} for w in (FIRST, [[1, 2], [3, 4]])]},
]


def test_the_right_way_is_the_solution() -> None:
    for problem in [*(problem_of(data) for data in UNUSUAL), *problems(seed=21, count=25)]:
        solution, trace = problem.solution, trace_of_way(right_way(problem))
        assert isinstance(solution, Trace)
        assert trace.stage_names == solution.stage_names
        assert all(trace.exact(name) == solution.exact(name) for name in trace.stage_names), problem


def test_a_mistake_changes_nothing_before_its_first_stage() -> None:
    for problem in problems(seed=22, count=5):
        solution = problem.solution
        assert isinstance(solution, Trace)
        for mistake in OF_METHOD:
            for trace in mistake.traces(problem):
                early = [name for name in solution.stage_names if not mistake.shows_in(name)]
                same = [name for name in early if name in trace.stage_names]
                assert all(trace.exact(name) == solution.exact(name) for name in same), (mistake, problem)


def test_there_are_enough_mistakes_and_each_says_when() -> None:
    assert len(MISTAKES) >= 24
    assert len({mistake.when for mistake in MISTAKES.values()}) == len(MISTAKES)
    assert all(name == mistake.name and not mistake.when.endswith(".") for name, mistake in MISTAKES.items())


# -- published mistakes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "stage", "row", "expected"),
    [
        ("heads-swapped", "joined", 1, "[e/(1+e), 1/2]"),
        ("heads-swapped", "output", 1, "[3e+1, e-1]/(2e+2)"),
        ("heads-averaged", "output", 1, "[(1/2 + e/(1+e))/2]"),
        ("heads-summed", "output", 1, "[1/2 + e/(1+e)]"),
        ("output-projection-missing", "output", 1, "[1/2, e/(1+e)]"),
        ("mask-after-softmax", "head1.weights", 0, "[e/(2e+1), 0, 0]"),
        ("reversed-triangle", "head1.weights", 0, "[e/(2e+1), 1/(2e+1), e/(2e+1)]"),
        ("no-mask", "head2.weights", 0, "[1/3, 1/3, 1/3]"),
        ("strict-triangle", "head1.weights", 1, "[1, 0, 0]"),
        ("inverted-mask", "head1.weights", 1, "[0, 0, 1]"),
        ("hidden-score-zero", "head1.weights", 0, "[e/(e+2), 1/(e+2), 1/(e+2)]"),
        ("zero-one-mask-added", "head2.weights", 0, "[e/(e+2), 1/(e+2), 1/(e+2)]"),
        ("softmax-over-columns", "head1.weights", 1, "[1/(2e+1), 1/2, 0]"),
        ("not-normalised", "head1.weights", 2, "[e, 1, e]"),
        ("no-exponentials", "head1.weights", 2, "[1/2, 0, 1/2]"),
        ("other-base", "head1.weights", 2, "[2, 1, 2]/5"),
        ("scale-by-T", "head1.weights", 2, "[exp(1/sqrt(3)), 1, exp(1/sqrt(3))]/(1 + 2*exp(1/sqrt(3)))"),
        ("joined-by-reshape", "joined", 1, "[2e/(2e+1), 0]"),
    ],
)
def test_known_wrong_answers_with_two_heads(name: str, stage: str, row: int, expected: str) -> None:
    found = check(expected, Answer(problem_of(TWO_HEADS), stage, row=row, rule="exact"))
    assert (found.accepted, found.outcome) == (False, "mistake")
    assert name in found.mistakes


PADDED = {"scores": [[0, 1, 2], [1, 0, 1], [0, 0, 0]], "visible": {"causal": True, "key_lengths": 2}}


@pytest.mark.parametrize(
    ("name", "row", "expected"),
    [
        ("padding-read", 2, "[1/3, 1/3, 1/3]"),
        ("padding-only", 0, "[1/(1+e), e/(1+e), 0]"),
        ("padding-on-queries", 2, "[0, 0, 0]"),
        ("padding-on-queries", 2, "[1/3, 1/3, 1/3]"),
    ],
)
def test_known_wrong_answers_with_padding(name: str, row: int, expected: str) -> None:
    assert name in check(expected, Answer(problem_of(PADDED), "weights", row=row)).mistakes


def test_an_unused_query_gets_zeros_not_equal_weights() -> None:
    problem = problem_of(PADDED, query_valid=[True, True, False])
    found = check("[1/3, 1/3, 1/3]", Answer(problem, "weights", row=2))
    assert "empty-row-uniform" in found.mistakes
    assert "unused-query-kept" in check("[1/2, 1/2, 0]", Answer(problem, "weights", row=2)).mistakes


def test_a_given_scale_that_is_not_used() -> None:
    problem = problem_of(ONE_HEAD, scale="1/3")
    (default,) = traces("scale-default", problem)
    assert default.exact("scores") == problem_of(ONE_HEAD).solution.exact("scores")  # type: ignore[union-attr]
    (twice,) = traces("scale-twice", problem)
    assert twice.exact("scores")[2, 2] == twice.exact("dots").number(2, 2) / 9


def test_columns_cut_into_heads_by_a_reshape() -> None:
    problem = Problem.from_data({"Q": [[1, 2], [3, 4]], "K": [[5, 6], [7, 8]], "V": [[1, 0], [0, 1]], "n_heads": 2})
    rightly_joined, reshaped = traces("heads-by-reshape", problem)
    assert rightly_joined.exact("head1.Q").text() == "[[1], [2]]"
    assert rightly_joined.exact("head2.K").text() == "[[7], [8]]"
    assert ExactMatrix([*reshaped.exact("joined").rows()]) == rightly_joined.exact("joined").T
    (one,) = traces("heads-not-split", problem)
    assert one.exact("Q").text() == "[[1, 2], [3, 4]]"


def test_keys_and_projections_taken_the_other_way_round() -> None:
    square = problem_of(ONE_HEAD, Q=X[:2], K=[[1, 2], [3, 4]], V=X[:2])
    (across,) = traces("key-not-transposed", square)
    assert across.exact("dots").text() == "[[1, 2], [3, 4]]"
    weights = {"w_q": [[1, 2], [0, 1]], "w_k": [[1, 0], [0, 1]], "w_v": [[0, 1], [0, 0]]}
    (projected,) = traces("projections-transposed", Problem.from_data({"X": X, **weights}))
    assert projected.exact("Q").text() == "[[1, 0], [2, 1], [3, 1]]"
    (inputs,) = traces("inputs-for-values", Problem.from_data({"X": X, **weights}))
    assert inputs.exact("output") == inputs.exact("weights") @ ExactMatrix(X)


# -- where mistakes do not apply --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("mask-after-softmax", ONE_HEAD | {"visible": "full"}),
        ("no-mask", ONE_HEAD | {"visible": {"key_lengths": 2}}),
        ("strict-triangle", ONE_HEAD | {"visible": "full"}),
        ("padding-read", ONE_HEAD),
        ("padding-only", ONE_HEAD | {"visible": {"key_lengths": 2}}),
        ("empty-row-uniform", ONE_HEAD),
        ("scale-missing", ONE_HEAD | {"scale": 1}),
        ("scale-missing", {"scores": [[0, 1]]}),
        ("scale-twice", ONE_HEAD),
        ("scale-default", ONE_HEAD),
        ("scale-by-width-of-all", ONE_HEAD),
        ("key-not-transposed", ONE_HEAD),
        ("keys-for-values", {"scores": [[0, 1]], "V": [[1], [2]]}),
        ("heads-swapped", ONE_HEAD),
        ("heads-by-reshape", TWO_HEADS),
        ("output-projection-transposed", TWO_HEADS),
        ("output-projection-missing", ONE_HEAD),
        ("no-exponentials", {"scores": [[1, -1]]}),
    ],
)
def test_a_mistake_that_cannot_be_made_gives_nothing(name: str, data: dict[str, Any]) -> None:
    assert traces(name, Problem.from_data(data)) == []
