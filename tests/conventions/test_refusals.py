"""What is lost is refused, with the reason and the cell, counted from 1."""

from __future__ import annotations

import pytest

from symattn.conventions import convert, from_system, to_system
from symattn.errors import (
    ConventionError,
    FormatError,
    LimitError,
    MaskError,
    ShapeError,
    SymattnError,
    UnknownNameError,
)
from symattn.visibility import BOTTOM_RIGHT, TOP_LEFT, Visibility, causal, full, packed, padding, window

DIAGONAL_HOLE = Visibility.from_rows([[True, False, False], [True, True, False], [True, False, True]])

NOT_WRITTEN: list[tuple[Visibility, str, str]] = [
    (causal(3), "torch-key-padding", "row 2, column 2 may be read, but row 1, column 2 is hidden"),
    (padding(2, 3) & causal(3), "transformers-2d", "row 2, column 2 may be read, but row 1, column 2 is hidden"),
    (DIAGONAL_HOLE, "torch-sdpa-causal", "row 3, column 2 is hidden, and the nearest that it writes lets it be read"),
    (causal(2, 4, align=BOTTOM_RIGHT), "torch-sdpa-causal", "row 1, column 2 may be read, .* hides it"),
    (causal(2, 4, align=TOP_LEFT), "mlx-causal", "row 1, column 2 is hidden, .* lets it be read"),
    (window(3, 1, 0), "flash-attention-2.0", "row 3, column 1 is hidden"),
    (DIAGONAL_HOLE, "flash-attention", "window_size: row 3, column 2 is hidden"),
    (DIAGONAL_HOLE, "onnx-25-window", "row 3, column 2 is hidden"),
    (full(3), "transformers-window", "sliding_window: row 1, column 2 may be read"),
    (window(4, 1, 0), "longformer", "row 1, column 2 is hidden"),
    (causal(3), "xformers-block-diagonal", "q_seqlen: row 1, column 2 is hidden, .* lets it be read"),
    (packed([2, 1]), "flash-attention-varlen", "cu_seqlens: row 1, column 2 may be read"),
    (causal(2, 3, align=BOTTOM_RIGHT), "gemma-window", "as many queries as keys, and here are 2 and 3"),
    (causal(3) & padding(2, 3), "onnx-24-cache", "row 1, column 1 may be read|row 3"),
]


@pytest.mark.parametrize(("relation", "name", "message"), NOT_WRITTEN)
def test_a_relation_that_a_system_cannot_write(relation: Visibility, name: str, message: str) -> None:
    with pytest.raises(ConventionError, match=message):
        to_system(relation, name)


def test_the_cell_of_a_refusal_really_differs() -> None:
    with pytest.raises(ConventionError, match="row 3, column 2 is hidden"):
        to_system(DIAGONAL_HOLE, "torch-sdpa-causal")
    assert not DIAGONAL_HOLE[2, 1]


EMPTY = Visibility.from_rows([[True, False], [False, False]])


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ("torch-sdpa", "torch-mha", "row 2 has no visible key: torch-sdpa gives weights of 0 and torch-mha gives NaN"),
        ("torch-mha", "bert", "gives NaN and bert gives the weights of no mask at all"),
        ("bert", "jax", "no mask at all and jax gives every key the same weight"),
        ("symattn", "onnx-23", "symattn refuses it and onnx-23 gives weights of 0"),
        ("torch-sdpa", "transformer-engine", "does not say what it does with it"),
        ("transformer-engine", "transformer-engine", "does not say"),
    ],
)
def test_a_query_without_a_key_that_two_systems_treat_differently(source: str, target: str, message: str) -> None:
    with pytest.raises(ConventionError, match=message):
        convert(to_system(EMPTY, source), source, target)
    done = convert(to_system(EMPTY, source), source, target, unused_queries=True)
    assert (done.relation, done.unused) == (EMPTY, (1,))
    assert any("row 2" in note for note in done.notes)


@pytest.mark.parametrize(("source", "target"), [("torch-sdpa", "onnx-23"), ("torch-mha", "nanogpt"), ("jax", "flax")])
def test_systems_that_agree_on_such_a_query_convert(source: str, target: str) -> None:
    assert convert(to_system(EMPTY, source), source, target).relation == EMPTY


def test_a_format_can_make_two_systems_disagree() -> None:
    value = to_system(EMPTY, "annotated-transformer")
    assert convert(value, "annotated-transformer", "flax").relation == EMPTY
    with pytest.raises(ConventionError, match="gives NaN and flax"):
        convert(value, "annotated-transformer", "flax", dtype="float16")


NOT_READ: list[tuple[object, str, type[SymattnError], str]] = [
    (
        [[0, -5]],
        "torch-sdpa-additive",
        MaskError,
        "row 1, column 2 of the torch-sdpa-additive mask is -5: .*-inf .*bias",
    ),
    ([[0, -1e9]], "torch-sdpa-additive", MaskError, "row 1, column 2"),
    ([[0, float("-inf")]], "transformers-eager", MaskError, "column 2 .* is -inf: hidden is written -3402"),
    ([[0, float("nan")]], "torch-sdpa-additive", MaskError, "column 2 .* is nan"),
    ([[0, float("inf")]], "torch-sdpa-additive", MaskError, "column 2 .* is inf"),
    ([[0, 10**40]], "torch-sdpa-additive", MaskError, "column 2"),
    ([[0, True]], "torch-sdpa-additive", MaskError, "column 2 .* is True"),
    ([[True], [1]], "torch-sdpa", MaskError, "row 2, column 1 of the torch-sdpa mask is 1: True or False"),
    ([[1, 2]], "bert", MaskError, "column 2 of the bert mask is 2: 1 or 0"),
    ([[1, "x"]], "bert", MaskError, "column 2"),
    ([[True], [True, False]], "torch-sdpa", ShapeError, "row 2 of the torch-sdpa mask has 2 entries where row 1 has 1"),
    ([[[True]], [[True]]], "torch-sdpa", ShapeError, "2 records or heads along an axis"),
    ([[True, False], [True, True]], "torch-key-padding", ShapeError, "one entry a key, and 2 rows"),
    ([], "torch-sdpa", ShapeError, "at least one row"),
    ([[True]], "flash-attention", MaskError, "written with arguments"),
    ({"causal": True}, "flash-attention", ShapeError, "give T_q and T_k"),
    ({"causal": True, "T_q": 10**9, "T_k": 10**9}, "flash-attention", LimitError, "at most 16384"),
    ({"q_seqlen": [10**9]}, "xformers-block-diagonal", LimitError, "at most 16384"),
    ({"causal": "yes", "T_q": 2, "T_k": 2}, "flash-attention-2.0", MaskError, 'causal .* is "yes"'),
    ({"is_causal": True, "T_q": 2, "T_k": 2}, "flash-attention-2.0", MaskError, "no argument is_causal here"),
    ({"window_size": [1], "T_q": 2, "T_k": 2}, "flash-attention", MaskError, "a pair"),
    ({"window_size": [-2, 0], "T_q": 2, "T_k": 2}, "flash-attention", MaskError, "window size .* is -2"),
    ({"sliding_window": 0, "T_q": 2, "T_k": 2}, "transformers-window", MaskError, "at least 1"),
    ({"attention_window": 3, "T_q": 2, "T_k": 2}, "transformers-longformer", MaskError, "it is even, not 3"),
    ({"nonpad_kv_seqlen": 3, "T_q": 2, "T_k": 2}, "onnx-24-cache", ShapeError, "is 3, more than the 2 keys"),
    ({"cu_seqlens": [1, 2]}, "flash-attention-varlen", MaskError, "starts with 0"),
    ({"q_seqlen": []}, "xformers-block-diagonal", MaskError, "a list of whole numbers"),
    ({"q_seqlen": [2], "T_q": 3, "T_k": 3}, "xformers-block-diagonal", ShapeError, "3"),
]


@pytest.mark.parametrize(("value", "name", "kind", "message"), NOT_READ)
def test_a_value_that_states_no_relation(value: object, name: str, kind: type[SymattnError], message: str) -> None:
    with pytest.raises(kind, match=message):
        from_system(value, name)


def test_unknown_names_and_shapes_that_do_not_fit() -> None:
    with pytest.raises(UnknownNameError, match="did you mean torch-sdpa"):
        to_system(full(2), "torch-spda")
    with pytest.raises(FormatError, match="float8"):
        to_system(full(2), "torch-sdpa", dtype="float8")
    with pytest.raises(ShapeError, match=r"\[2, 2\], and \[3, 2\] is asked for"):
        from_system([[True, True], [True, True]], "torch-sdpa", (3, 2))
    with pytest.raises(ShapeError, match="asked for"):
        from_system({"causal": True, "T_q": 2, "T_k": 2}, "flash-attention", (2, 3))


def test_what_arrays_may_look_like() -> None:
    class Array:
        def tolist(self) -> object:
            return [[[[0.0, float("-inf")], [0.0, 0.0]]]]  # one record, one head, floats

    assert from_system(Array(), "torch-sdpa-additive") == causal(2)
    assert from_system([[0, -3.4028234663852886e38], [0, -0.0]], "transformers-eager") == causal(2)
    assert from_system([["0", "-3.4028235e38"], [0, 0]], "transformers-eager") == causal(2)
    assert from_system([[1.0, 0.0], [True, "1"]], "bert") == causal(2)
    assert from_system([[True, False]], "torch-sdpa", (3, 2)) == padding(1, 2, 3)


def test_one_row_of_keys_stands_for_all_queries() -> None:
    hidden_first = from_system([[True, False]], "torch-key-padding", (3, 2))
    assert hidden_first.text() == ". 1\n. 1\n. 1"
    assert from_system([0, 1], "transformers-2d").text() == ". 1\n. 1"
