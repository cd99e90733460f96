"""Right NumPy attention is proved equal to the specification; broken versions are refuted and the mistake is named."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import symattn as sa
from symattn.errors import KindError, StageError
from tests.verifying import code
from tests.verifying.code import BROKEN, LEAKING, RIGHT, Function, scaled, softmax

Array = Any


@pytest.mark.parametrize("function", RIGHT, ids=lambda f: f.__name__)
def test_right_code_is_proved_for_all_inputs_with_its_rounded_scale(function: Function) -> None:
    verdict = sa.verify(function)
    assert verdict.outcome == "equal with that scale", verdict.message
    assert verdict.accepted is True
    assert verdict.domain == "all inputs"
    assert "for all inputs of these shapes" in verdict.message
    assert "nothing is said" not in verdict.message
    assert "with that scale, a rounding of the specified one" in verdict.message


@pytest.mark.parametrize(("function", "mistake"), BROKEN, ids=[f.__name__ for f, _ in BROKEN])
def test_broken_code_is_refuted_and_the_mistake_named(function: Function, mistake: str) -> None:
    verdict = sa.verify(function)
    assert verdict.outcome == "different"
    assert verdict.accepted is False
    assert verdict.mistakes == (mistake,), verdict.message
    assert "this is what comes out when" in verdict.message
    shown = verdict.differences[0]
    assert f"row {shown.row + 1}, column {shown.column + 1}" in verdict.message


@pytest.mark.parametrize("function", LEAKING, ids=lambda f: f.__name__)
def test_a_finite_fill_leaks_and_is_told_exactly(function: Function) -> None:
    verdict = sa.verify(function)
    assert verdict.outcome == "equal up to a leak"
    assert verdict.accepted is False
    assert verdict.leak is not None
    assert 0 < verdict.leak < sa.exact("1/10^3000")
    assert verdict.mistakes == ("finite-for-infinity",)
    assert "0 in every binary format" in verdict.message
    assert "None" not in verdict.message


def test_the_leak_is_the_weight_of_hidden_keys() -> None:
    def fill(scores: Array, visible: Array) -> Array:
        return softmax(np.where(visible, scores, -100.0))

    verdict = sa.verify(fill, {"scores": [[0, 0]], "visible": [[True, False]]})
    assert verdict.leak == sa.exact("1/(e^100 + 1)")
    assert "less than 10^-43" in verdict.message
    assert "not 0 in binary64, binary32," in verdict.message


def test_a_scale_that_a_double_holds_is_plainly_equal() -> None:
    verdict = sa.verify(
        code.where_infinite, {"Q": [[1, 2, 0, 1]] * 2, "K": [[0, 1, 1, 1], [1, 0, 2, 0]], "V": [[1], [2]]}
    )
    assert verdict.outcome == "equal"
    assert verdict.domain == "all inputs"
    assert verdict.scale is None


def test_the_scale_that_was_used_is_the_one_reported() -> None:
    problem = {"Q": [[1, 2], [0, 1]], "K": [[1, 1], [2, 0]], "V": [[1], [2]], "visible": "causal"}
    divided = sa.verify(lambda Q, K, V, mask: softmax(np.where(mask, Q @ K.T / np.sqrt(2), -np.inf)) @ V, problem)
    assert divided.scale == 1 / Fraction(math.sqrt(2))
    typed = sa.verify(lambda Q, K, V, mask: softmax(np.where(mask, Q @ K.T * 0.7071, -np.inf)) @ V, problem)
    assert typed.outcome == "equal with that scale"
    assert typed.scale == Fraction(0.7071)
    for number in (0.8, 0.7073):  # the second is near, but no rounding
        wrong = sa.verify(lambda Q, K, V, mask, c=number: softmax(np.where(mask, Q @ K.T * c, -np.inf)) @ V, problem)
        assert wrong.accepted is False
        assert wrong.mistakes == ("other-scale",)
        assert str(number) in wrong.message
    half = np.float16(0.70710678)
    narrow = sa.verify(lambda Q, K, V, mask: softmax(np.where(mask, Q @ K.T * half, -np.inf)) @ V, problem)
    assert narrow.scale == Fraction(float(half))


def test_a_mistake_is_named_beside_a_rounded_scale() -> None:
    def both(Q: Array, K: Array, V: Array, mask: Array) -> Array:
        return (softmax(Q @ K.T / 1.7320508) * mask) @ V

    problem = {"Q": [[1, 1, -1], [2, 0, -1]], "K": [[2, 0, 2], [-1, 0, -1]], "V": [[1], [2]], "visible": "causal"}
    assert sa.verify(both, problem).mistakes == ("mask-after-softmax",)


def test_a_branch_on_the_inputs_is_proved_for_these_inputs_only() -> None:
    def careful(Q: Array, K: Array, V: Array, mask: Array) -> Array:
        scores = np.where(mask, scaled(Q, K), -np.inf)
        if (scores > 700).any():
            scores = scores - 700
        e = np.exp(scores)
        return e / e.sum(axis=-1, keepdims=True) @ V

    verdict = sa.verify(careful)
    assert verdict.accepted is True
    assert verdict.domain == "these inputs"
    assert "it compares what depends on them" in verdict.message


def test_code_that_is_right_only_on_the_inputs_tried_is_found_out_by_symbols() -> None:
    def only_small(scores: Array, visible: Array) -> Array:
        bent = scores * (scores - 1) * (scores - 2)  # 0 for the inputs tried
        return softmax(np.where(visible, scores + bent, -np.inf))

    verdict = sa.verify(only_small, {"scores": [[0, 1], [2, 1]], "visible": "causal"})
    assert verdict.outcome == "different"
    assert "but not on all" in verdict.message
    assert "scores_2_1" in verdict.message


def test_a_proof_says_where_it_says_nothing() -> None:
    problem = {"scores": [[1, 2], [3, 1]], "visible": "causal"}

    def through_a_logarithm(scores: Array, mask: Array) -> Array:
        return softmax(np.where(mask, np.exp(np.log(scores)), -np.inf))

    def through_a_quotient(scores: Array, mask: Array) -> Array:
        return softmax(np.where(mask, scores * scores / scores, -np.inf))

    for function, what in ((through_a_logarithm, "a logarithm"), (through_a_quotient, "a quotient")):
        verdict = sa.verify(function, problem)
        assert verdict.accepted is True
        assert verdict.notes == (f"for inputs at which {what} in it has no value nothing is said",)


def test_nan_is_told_with_its_cause() -> None:
    def normalised_first(scores: Array, visible: Array) -> Array:
        masked = np.where(visible, scores, -np.inf)
        return softmax(masked - masked.min(axis=-1, keepdims=True))

    verdict = sa.verify(normalised_first, {"scores": [[0, 1], [2, 1]], "visible": "causal"})
    assert verdict.accepted is False
    assert "NaN (from -oo - -oo)" in verdict.message


def test_unused_queries_are_not_compared_but_told() -> None:
    problem = {"scores": [[0, 1], [2, 1]], "visible": [[True, True], [False, False]], "query_valid": [True, False]}
    verdict = sa.verify(lambda scores, mask: softmax(np.where(mask, scores, -np.inf)), problem)
    assert verdict.accepted is True
    assert any(note.startswith("query 2 is unused and not compared: the code gives [NaN") for note in verdict.notes)


def test_a_reference_function_may_be_the_specification() -> None:
    assert sa.verify(code.online, code.where_infinite).accepted is True
    verdict = sa.verify(code.no_mask, code.where_infinite)
    assert verdict.outcome == "different"
    assert verdict.mistakes == ()


def test_projections_and_heads() -> None:
    def heads(X: Array, w_q: Array, w_k: Array, w_v: Array, w_o: Array, n_heads: int, visible: Array) -> Array:
        T, C = X.shape
        q, k, v = ((X @ w).reshape(T, n_heads, -1).swapaxes(0, 1) for w in (w_q, w_k, w_v))
        weights = softmax(np.where(visible, q @ k.swapaxes(-1, -2) / np.sqrt(C // n_heads), -np.inf))
        return (weights @ v).swapaxes(0, 1).reshape(T, C) @ w_o

    def heads_mixed(X: Array, w_q: Array, w_k: Array, w_v: Array, w_o: Array, n_heads: int, visible: Array) -> Array:
        T, C = X.shape
        q, k, v = ((X @ w).reshape(T, n_heads, -1).swapaxes(0, 1) for w in (w_q, w_k, w_v))
        weights = softmax(np.where(visible, q @ k.swapaxes(-1, -2) / np.sqrt(C // n_heads), -np.inf))
        return (weights @ v).reshape(T, C) @ w_o  # not transposed back

    w = [[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0], [0, 0, 1, 2]]
    problem = {
        "X": [[1, 0, 2, -1], [0, 1, 1, 0]],
        "w_q": w,
        "w_k": [row[::-1] for row in w],
        "w_v": w[::-1],
        "w_o": w,
        "n_heads": 2,
        "visible": "causal",
    }
    right = sa.verify(heads, problem)
    assert (right.outcome, right.domain) == ("equal with that scale", "all inputs")
    assert sa.verify(heads_mixed, problem).accepted is False


def test_files_relations_and_lists_of_them() -> None:
    assert sa.verify(code.where_infinite, sa.window(4, 1, 0)).accepted is True
    assert sa.verify(code.where_infinite, [sa.prefix(3, 2), "full"]).accepted is True
    assert sa.verify(code.triangle, sa.window(4, 1, 0)).accepted is False
    batch = {"scores": [[[0, 1]], [[2, 0]]]}
    verdict = sa.verify(lambda scores: softmax(scores), batch)
    assert verdict.accepted is True
    assert "record 2" in verdict.message


def test_what_does_not_fit_is_told_with_the_way_out() -> None:
    with pytest.raises(KindError, match="is not known: wrap it, as in lambda"):
        sa.verify(lambda frobnicate: frobnicate)
    with pytest.raises(KindError, match="asks for bias"):
        sa.verify(lambda Q, bias: Q)
    with pytest.raises(StageError, match="write weights or output"):
        sa.verify(lambda Q: Q, stage="nonsense")
    with pytest.raises(KindError, match="a specification is"):
        sa.verify(lambda Q: Q, 3)  # type: ignore[arg-type]
    two = sa.verify(lambda Q, K, V: (V, Q))
    assert two.outcome == "failed"
    assert "wrap it in a lambda that returns its output alone" in two.message
    shape = sa.verify(lambda Q, K, V: V.T)
    assert "returns an array of shape [2, 3] where the output is [3, 2]" in shape.message
    raised = sa.verify(lambda Q, K, V: math.exp(V[0, 0]))
    assert raised.outcome == "failed"
    assert "np.exp, not math.exp" in raised.message


def test_code_in_which_true_hides_is_told_how_to_ask_for_it() -> None:
    verdict = sa.verify(code.inverted_mask)
    assert any("name the parameter hidden" in note for note in verdict.notes)
    assert sa.verify(lambda Q, K, V, hidden: code.inverted_mask(Q, K, V, hidden)).accepted is True


def test_a_default_stands_for_what_a_problem_does_not_give() -> None:
    def attend(Q: Array, K: Array, V: Array, mask: Array = None, *, bias: Array = 0, dropout: float = 0.0) -> Array:
        return softmax(np.where(mask, scaled(Q, K) + bias, -np.inf)) @ V

    assert sa.verify(attend).accepted is True


def test_another_stage_can_be_asked() -> None:
    def weights(Q: Array, K: Array, mask: Array) -> Array:
        return softmax(np.where(mask, scaled(Q, K), -np.inf))

    assert sa.verify(weights, stage="weights").accepted is True
