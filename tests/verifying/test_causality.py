"""Reading later inputs: proved not to happen, or shown with an output before and after."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import symattn as sa
from symattn.errors import ShapeError
from tests.verifying import code
from tests.verifying.code import RIGHT, Function, softmax

Array = Any


# Wrong code may still be causal.
@pytest.mark.parametrize("function", [*RIGHT, code.no_scale, code.zero_is_hidden], ids=lambda f: f.__name__)
def test_code_that_reads_no_later_input(function: Function) -> None:
    verdict = sa.verify_causal(function)
    assert (verdict.outcome, verdict.accepted) == ("causal", True), verdict.message
    assert (verdict.domain == "all inputs") == (function is not code.zero_is_hidden)


# The second of two softmaxes gives hidden keys weight again.
@pytest.mark.parametrize(
    "function",
    [code.no_mask, code.mask_after_softmax, code.one_ahead, code.inverted_mask, code.wrong_axis, code.softmax_twice],
    ids=lambda f: f.__name__,
)
def test_code_that_reads_later_inputs(function: Function) -> None:
    verdict = sa.verify_causal(function)
    assert verdict.outcome == "different"
    first = verdict.differences[0]
    assert first.before is not None
    assert sa.compare(first.before.number, first.got.number).outcome == "different"
    assert "the output was" in verdict.message
    assert "and becomes" in verdict.message


def layer(X: Array) -> Array:
    """A layer with weights of its own, a norm and a rectifier."""
    W = np.array([[0.5, -1.25, 0.1], [2.0, 0.3, -0.7], [1.0, 0.0, 0.9]])
    T = len(X)
    scores = (X @ W) @ X.T / np.sqrt(3) + np.triu(np.full((T, T), -np.inf), 1)
    X = X + softmax(scores) @ X
    mean = X.mean(axis=-1, keepdims=True)
    X = (X - mean) / np.sqrt(((X - mean) ** 2).mean(axis=-1, keepdims=True) + 1e-5)
    return np.maximum(X @ W, 0) @ W.T


def test_a_layer_with_float_weights_is_proved_for_all_inputs() -> None:
    verdict = sa.verify_causal(layer, shape=(3, 3))
    assert (verdict.outcome, verdict.domain) == ("causal", "all inputs"), verdict.message
    assert "a root in it has no value" in verdict.message  # that of a variance, which is a long polynomial here


def test_a_mean_over_positions_leaks() -> None:
    verdict = sa.verify_causal(lambda X: X - X.mean(axis=0), shape=(4, 2))
    assert verdict.outcome == "different"
    assert verdict.differences[0][:2] == (0, 0)


def test_a_leak_smaller_than_any_float_is_a_leak_and_told_as_such() -> None:
    verdict = sa.verify_causal(code.fill_replaced)
    assert verdict.outcome == "equal up to a leak"
    assert verdict.accepted is False
    assert "but by less than 10^-4342944" in verdict.message
    assert "0 in every binary format" in verdict.message


def test_a_sort_along_positions_is_found_out() -> None:
    assert sa.verify_causal(lambda X: np.sort(X, axis=0), shape=(3, 2)).accepted is False


def test_a_branch_leaves_the_proof_to_these_inputs() -> None:
    verdict = sa.verify_causal(lambda X: X if (X < 100).all() else -X, shape=(3, 2))
    assert verdict.accepted is True
    assert verdict.domain == "these inputs"


def test_scores_come_in_time_by_their_columns() -> None:
    def attend(scores: Array, V: Array, mask: Array) -> Array:
        return softmax(np.where(mask, scores, -np.inf)) @ V

    problem = {"scores": [[0, 1, 2], [1, 0, 1], [2, 2, 0]], "V": [[1], [2], [3]], "visible": "causal"}
    assert sa.verify_causal(attend, problem).domain == "all inputs"
    assert sa.verify_causal(lambda scores, V: softmax(scores) @ V, problem).accepted is False


def test_what_does_not_fit_is_told() -> None:
    assert "first axis should have 3 rows" in sa.verify_causal(lambda Q, K, V: V.T).message
    assert sa.verify_causal(lambda Q, K, V: (Q, K)).outcome == "failed"
    assert "ZeroDivisionError" in sa.verify_causal(lambda Q: 1 // 0).message
    with pytest.raises(ShapeError, match="no later one"):
        sa.verify_causal(lambda X: X, shape=(1, 2))
