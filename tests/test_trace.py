"""Stages by name: engine form, SymPy form, and what is said when a name is wrong."""

from __future__ import annotations

import pytest

from symattn.attention import attention, attention_from_scores, multi_head
from symattn.errors import StageError


def test_attributes_are_sympy_matrices_built_once() -> None:
    import sympy

    trace = attention([[1], [0]], [[1], [0]], [[1], [0]], visible="causal")
    assert isinstance(trace.weights, sympy.ImmutableMatrix)
    assert trace.weights is trace.weights
    assert trace.masked_scores[0, 1] == -sympy.oo
    assert trace.weights[1, 1] == sympy.Rational(1, 2)


def test_a_wrong_name_lists_the_stages() -> None:
    trace = attention([[1]], [[1]], [[1]])
    with pytest.raises(StageError, match="there is no stage 'wieghts'; this trace has Q, K, V, dots"):
        trace.exact("wieghts")
    assert not hasattr(trace, "wieghts")


def test_several_heads_have_no_single_weights() -> None:
    trace = multi_head([[1]], [([[1]],) * 3] * 2)
    with pytest.raises(StageError, match=r"2 heads.*trace.heads\[h\].weights"):
        _ = trace.weights
    assert trace.heads[1].weights[0, 0] == 1
    assert trace.exact("head2.weights").text() == "[[1]]"


def test_completion_offers_the_stages() -> None:
    assert {"Q", "weights", "output", "heads"} <= set(dir(attention([[1]], [[1]], [[1]])))


def test_sympy_stages_are_written_in_the_callers_own_symbols() -> None:
    import sympy

    a, x = sympy.Symbol("a", real=True), sympy.Symbol("x", positive=True)
    trace = attention([[a]], [[1], [0]], [[x], [0]], scale=1)
    assert trace.output[0, 0].free_symbols == {a, x}
    assert multi_head(sympy.Matrix([[x]]), [([[1]],) * 3] * 2).heads[1].output[0, 0] == x
    assert attention([["a"]], [[1]], [["a"]]).output[0, 0] == sympy.Symbol("a")


def test_every_stage_has_an_owner() -> None:
    """The owner's stage by its own name is the stage itself, for one head, heads, and what joins them."""
    one = attention([[1, 2]], [[1, 0]], [[0, 1]])
    two = multi_head([[1, 2], [0, 1]], [([[1], [0]],) * 3, ([[0], [1]],) * 3], [[1, 1], [1, -1]])
    for trace in (one, two):
        for name in trace.stage_names:
            owner, head, own = trace.owner_of(name)
            assert owner.exact(own) is trace.exact(name)
            assert owner is (trace if head is None else trace.heads[head - 1])
    assert two.owner_of("head2.weights")[1:] == (2, "weights")
    assert two.owner_of("joined")[1:] == (None, "joined")


@pytest.mark.parametrize("name", ["weights", "head3.weights", "head0.weights", "headx.Q", "head2.", "colour"])
def test_what_is_no_stage_has_no_owner(name: str) -> None:
    trace = attention([[1, 2]], [[1, 0]], [[0, 1]], n_heads=2)
    with pytest.raises(StageError):
        trace.owner_of(name)


@pytest.mark.parametrize(("scale", "is_default"), [(None, True), ("1/sqrt(2)", True), ("sqrt(2)/2", True), (1, False)])
def test_the_default_scale_is_known(scale: object, is_default: bool) -> None:
    assert attention([[1, 2]], [[1, 0]], [[0, 1]], scale=scale).has_default_scale is is_default


def test_scores_that_are_given_have_no_scale() -> None:
    assert not attention_from_scores([[0, 1]]).has_default_scale
