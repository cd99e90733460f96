"""Mistakes with padding, unused queries, given scales, projections, columns of heads and losses, in mpmath loops."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from symattn.checking.mistakes import MISTAKES, OF_METHOD, LossProblem
from symattn.exact import Exact, ExactMatrix
from symattn.problems import Problem
from tests.checking import wrong_ways
from tests.checking.test_mistakes import DIGITS, K, Q, V, is_near, traces
from tests.checking.wrong_ways import WITH_HEADS, WITH_ONE_HEAD, Head, Rows, product, side_by_side, turned

LENGTH = 2
PADDED = [[j <= i and j < LENGTH for j in range(3)] for i in range(3)]
WITH_PADDING: dict[str, Callable[[int, int], bool]] = {
    "padding-read": lambda i, j: j <= i,
    "padding-only": lambda i, j: j < LENGTH,
    "padding-on-queries": lambda i, j: j <= i and i < LENGTH,
    "no-mask": lambda i, j: True,
    "reversed-triangle": lambda i, j: j >= i and j < LENGTH,
    "inverted-mask": lambda i, j: not PADDED[i][j],
}


@pytest.mark.parametrize("name", WITH_PADDING)
def test_mistakes_with_padding(name: str) -> None:
    data = {"Q": Q, "K": K, "V": V, "visible": {"causal": True, "key_lengths": LENGTH}}
    with mpmath.workdps(DIGITS + 10):
        expected = wrong_ways.seeing(Head(Q, K, V, PADDED), WITH_PADDING[name])
        assert any(is_near(trace.exact("weights"), expected.weights) for trace in traces(name, Problem.from_data(data)))


@pytest.mark.parametrize("name", ["empty-row-uniform", "unused-query-kept"])
def test_mistakes_with_an_unused_query(name: str) -> None:
    data = {"Q": Q, "K": K, "V": V, "visible": "causal", "query_valid": [True, True, False]}
    with mpmath.workdps(DIGITS + 10):
        causal = Head(Q, K, V, [[j <= i for j in range(3)] for i in range(3)])
        weights = wrong_ways.right(causal).weights
        last = [mpmath.mpf(1) / 3] * 3 if name == "empty-row-uniform" else weights[2]
        expected = wrong_ways.with_weights(causal, [*weights[:2], last])
        (trace,) = traces(name, Problem.from_data(data))
        assert is_near(trace.exact("weights"), expected.weights)
        assert is_near(trace.exact("output"), expected.output)


@pytest.mark.parametrize(
    ("name", "given", "scale"),
    [
        ("scale-twice", "1/3", lambda: mpmath.mpf(1) / 9),
        ("scale-default", "1/3", lambda: 1 / mpmath.sqrt(2)),
        ("scale-inverted", "1/3", lambda: mpmath.mpf(3)),
        ("scale-by-d", None, lambda: (1 / mpmath.sqrt(2)) ** 2),
    ],
)
def test_mistakes_with_a_scale(name: str, given: str | None, scale: Callable[[], Any]) -> None:
    data = {"Q": Q, "K": K, "V": V, "visible": "causal"} | ({"scale": given} if given else {})
    with mpmath.workdps(DIGITS + 10):
        head = Head(Q, K, V, [[j <= i for j in range(3)] for i in range(3)])
        expected = wrong_ways.scaled(head, scale()).output
        assert any(is_near(trace.exact("output"), expected) for trace in traces(name, Problem.from_data(data)))


def test_keys_that_are_not_transposed() -> None:
    square = {"Q": Q[:2], "K": [[1, 2], [3, 4]], "V": V[:2]}
    with mpmath.workdps(DIGITS + 10):
        everything = Head(Q[:2], turned([[1, 2], [3, 4]]), V[:2], [[True] * 2] * 2)
        (trace,) = traces("key-not-transposed", Problem.from_data(square))
        assert is_near(trace.exact("output"), wrong_ways.right(everything).output)


X = [[1, 0], [0, 1], [1, 1]]
W = {"w_q": [[1, 2], [0, 1]], "w_k": [[1, 0], [1, 1]], "w_v": [[0, 1], [2, 0]]}


def projected(turn: Callable[[Rows], Rows]) -> Head:
    query, key, value = (product(X, turn(W[name])) for name in ("w_q", "w_k", "w_v"))
    return Head(query, key, value, [[True] * 3] * 3)


def test_projections_that_are_transposed_and_inputs_for_values() -> None:
    problem = Problem.from_data({"X": X, **W})
    with mpmath.workdps(DIGITS + 10):
        (across,) = traces("projections-transposed", problem)
        assert is_near(across.exact("output"), wrong_ways.right(projected(turned)).output)
        (inputs,) = traces("inputs-for-values", problem)
        weights = wrong_ways.right(projected(lambda rows: rows)).weights
        assert is_near(inputs.exact("output"), product(weights, X))


WIDE = [[1, 0, 2, 1], [0, 1, -1, 1], [1, 1, 0, 2]]
ALL = [[True] * 3] * 3


def split() -> Problem:
    return Problem.from_data({"Q": WIDE, "K": WIDE[::-1], "V": WIDE, "n_heads": 2})


def columns(rows: Rows, start: int) -> Rows:
    return [row[start : start + 2] for row in rows]


def test_columns_that_are_cut_into_heads_by_a_reshape() -> None:
    def cut(rows: Rows, head: int) -> Rows:
        """[T, H d] read as [H, T, d]."""
        flat = [entry for row in rows for entry in row]
        return [flat[6 * head + 2 * i : 6 * head + 2 * i + 2] for i in range(3)]

    with mpmath.workdps(DIGITS + 10):
        outputs = [wrong_ways.right(Head(cut(WIDE, h), cut(WIDE[::-1], h), cut(WIDE, h), ALL)).output for h in (0, 1)]
        joined, reshaped = traces("heads-by-reshape", split())
        assert is_near(joined.exact("joined"), side_by_side(outputs))
        assert is_near(reshaped.exact("joined"), wrong_ways.by_reshape(outputs))


def test_heads_that_are_not_split_and_the_width_of_all_heads() -> None:
    with mpmath.workdps(DIGITS + 10):
        (one,) = traces("heads-not-split", split())
        assert is_near(one.exact("output"), wrong_ways.right(Head(WIDE, WIDE[::-1], WIDE, ALL)).output)
        heads = [Head(columns(WIDE, c), columns(WIDE[::-1], c), columns(WIDE, c), ALL) for c in (0, 2)]
        outputs = [wrong_ways.scaled(head, 1 / mpmath.sqrt(4)).output for head in heads]
        (narrow,) = traces("scale-by-width-of-all", split())
        assert is_near(narrow.exact("joined"), side_by_side(outputs))


TOKENS, TARGETS, SCORED = (0, 1, 2), (1, 2, 0), (True, True, False)
PROBABILITIES = [[(2, 5), (1, 5), (2, 5)], [(1, 7), (4, 7), (2, 7)], [(1, 3), (1, 2), (1, 6)]]
LOSSES: dict[str, Callable[[Rows], Any]] = {
    "loss-sign": lambda p: (mpmath.log(p[0][1]) + mpmath.log(p[1][2])) / 2,
    "loss-log-base": lambda p: -(mpmath.log(p[0][1], 2) + mpmath.log(p[1][2], 2)) / 2,
    "loss-unshifted": lambda p: -sum(mpmath.log(p[i][TOKENS[i]]) for i in range(2)) / 2,
    "loss-padding-counted": lambda p: -sum(mpmath.log(p[i][TARGETS[i]]) for i in range(3)) / 3,
    "loss-summed": lambda p: -sum(mpmath.log(p[i][TARGETS[i]]) for i in range(2)),
    "loss-divided-by-all": lambda p: -sum(mpmath.log(p[i][TARGETS[i]]) for i in range(2)) / 3,
    "loss-of-mean": lambda p: -mpmath.log((p[0][1] + p[1][2]) / 2),
}


@pytest.mark.parametrize("name", LOSSES)
def test_mistakes_of_a_loss(name: str) -> None:
    exact = ExactMatrix([[Exact(Fraction(*share)) for share in row] for row in PROBABILITIES])
    made = [
        value for mistake, _, value in LossProblem(exact, TOKENS, TARGETS, SCORED).by_mistake if mistake.name == name
    ]
    with mpmath.workdps(DIGITS + 10):
        expected = LOSSES[name]([[mpmath.mpf(a) / b for a, b in row] for row in PROBABILITIES])
        assert any(is_near(ExactMatrix([[value]]), [[expected]]) for value in made)


def test_every_mistake_has_a_second_writing_down() -> None:
    here = {"empty-row-uniform", "unused-query-kept", "scale-twice", "scale-default", "key-not-transposed"}
    here |= {"projections-transposed", "inputs-for-values", "heads-by-reshape", "heads-not-split"}
    here |= {"scale-by-width-of-all"}
    named = here | WITH_PADDING.keys() | WITH_ONE_HEAD.keys() | WITH_HEADS.keys() | LOSSES.keys()
    assert {mistake.name for mistake in OF_METHOD} <= named
    assert set(MISTAKES) - named == {"rows-swapped", "columns-swapped", "transposed"}  # nothing is calculated there
