"""Each rule of the table against what its source states, entry by entry and by another hand.

The formulas here are those of the sources: query i and key j counted from 0, T_q queries, T_k keys.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from symattn.conventions import SYSTEMS, EmptyRow, from_system, system, to_system
from symattn.visibility import BOTTOM_RIGHT, Visibility, causal

Rule = Callable[[int, int, int, int], bool]

# System, arguments, and the rule of its documentation: (i, j, T_q, T_k) -> may be read.
ARGUMENTS: list[tuple[str, dict[str, Any], Rule]] = [
    ("torch-sdpa-causal", {"is_causal": True}, lambda i, j, T_q, T_k: j <= i),
    ("torch-sdpa-causal", {"is_causal": False}, lambda i, j, T_q, T_k: True),
    ("torch-causal-lower-right", {"attn_mask": "causal_lower_right"}, lambda i, j, T_q, T_k: j <= i + T_k - T_q),
    ("torch-causal-lower-right", {"attn_mask": None}, lambda i, j, T_q, T_k: True),
    ("transformers-window", {"sliding_window": 3}, lambda i, j, T_q, T_k: i + T_k - T_q - 3 < j <= i + T_k - T_q),
    ("transformers-window", {"sliding_window": None}, lambda i, j, T_q, T_k: j <= i + T_k - T_q),
    ("jax-causal", {"is_causal": True}, lambda i, j, T_q, T_k: j <= i),
    ("jax-window", {"local_window_size": [3, 2]}, lambda i, j, T_q, T_k: i - 3 <= j <= i + 2),
    ("jax-window", {"local_window_size": 1}, lambda i, j, T_q, T_k: i - 1 <= j <= i + 1),
    ("jax-window", {"local_window_size": 1, "is_causal": True}, lambda i, j, T_q, T_k: i - 1 <= j <= i),
    ("jax-window", {"local_window_size": None}, lambda i, j, T_q, T_k: True),
    ("keras-causal", {"use_causal_mask": True}, lambda i, j, T_q, T_k: i >= j),
    ("onnx-23-first-causal", {"is_causal": 1}, lambda i, j, T_q, T_k: j <= i),
    ("onnx-23-causal", {"is_causal": 1, "past_sequence_length": 2}, lambda i, j, T_q, T_k: j <= i + 2),
    ("onnx-23-causal", {"is_causal": 1}, lambda i, j, T_q, T_k: j <= i),
    ("onnx-24-cache", {"is_causal": 1, "nonpad_kv_seqlen": 4}, lambda i, j, T_q, T_k: j < 4 and j <= i + 4 - T_q),
    ("onnx-24-cache", {"is_causal": 0, "nonpad_kv_seqlen": 3}, lambda i, j, T_q, T_k: j < 3),
    ("onnx-25-window", {"left_window_size": 2, "right_window_size": 1}, lambda i, j, T_q, T_k: i - 2 <= j <= i + 1),
    ("onnx-25-window", {"left_window_size": 2, "is_causal": 1}, lambda i, j, T_q, T_k: i - 2 <= j <= i),
    (
        "onnx-25-window",
        {"left_window_size": 1, "right_window_size": -1, "past_sequence_length": 2},
        lambda i, j, T_q, T_k: i + 2 - 1 <= j,
    ),
    ("flash-attention-2.0", {"causal": True}, lambda i, j, T_q, T_k: j <= i),
    ("flash-attention", {"causal": True, "window_size": [-1, -1]}, lambda i, j, T_q, T_k: j <= i + T_k - T_q),
    ("flash-attention", {"causal": True}, lambda i, j, T_q, T_k: j <= i + T_k - T_q),
    (
        "flash-attention",
        {"causal": False, "window_size": [2, 1]},
        lambda i, j, T_q, T_k: i + T_k - T_q - 2 <= j <= i + T_k - T_q + 1,
    ),
    ("xformers-lower-triangular", {"attn_bias": "LowerTriangularMask"}, lambda i, j, T_q, T_k: j <= i),
    (
        "xformers-from-bottom-right",
        {"attn_bias": "LowerTriangularFromBottomRightMask"},
        lambda i, j, T_q, T_k: j <= i + T_k - T_q,
    ),
    (
        "xformers-causal-window",
        {"window_size": 2},
        lambda i, j, T_q, T_k: (T_q - i) <= (T_k - j) < (T_q - i) + 2,
    ),
    (
        "xformers-window",
        {"window_left": 1, "window_right": 2},
        lambda i, j, T_q, T_k: i - 1 <= j + T_q - T_k <= i + 2,
    ),
    ("mlx-causal", {"mask": "causal"}, lambda i, j, T_q, T_k: i + T_k - T_q >= j),
    (
        "transformer-engine-window",
        {"window_size": [1, 0]},
        lambda i, j, T_q, T_k: i + T_k - T_q - 1 <= j <= i + T_k - T_q,
    ),
    ("megatron-window", {"window_size": [2, 0]}, lambda i, j, T_q, T_k: T_k - T_q - 2 <= j - i <= T_k - T_q),
    ("deepspeed-triangular", {"triangular": True}, lambda i, j, T_q, T_k: j <= i),
]
SQUARE: list[tuple[str, dict[str, Any], Rule]] = [
    ("mistral-window", {"sliding_window": 2}, lambda i, j, T_q, T_k: -2 <= j - i <= 0),
    ("gemma-window", {"sliding_window_size": 2}, lambda i, j, T_q, T_k: j <= i and not j - i <= -2),
    ("gpt-oss-window", {"sliding_window": 2}, lambda i, j, T_q, T_k: j <= i and not j - i <= -2),
    ("gpt-oss-window", {"sliding_window": 0}, lambda i, j, T_q, T_k: j <= i),
    ("longformer", {"attention_window": 1}, lambda i, j, T_q, T_k: abs(i - j) <= 1),
    ("transformers-longformer", {"attention_window": 2}, lambda i, j, T_q, T_k: abs(i - j) <= 1),
    ("torch-varlen", {"cu_seq_q": [0, 2, 5]}, lambda i, j, T_q, T_k: (i < 2) == (j < 2)),
    ("flash-attention-varlen", {"cu_seqlens": [0, 2, 5]}, lambda i, j, T_q, T_k: (i < 2) == (j < 2) and j <= i),
    ("xformers-block-diagonal", {"q_seqlen": [2, 3]}, lambda i, j, T_q, T_k: (i < 2) == (j < 2)),
    ("xformers-block-diagonal-causal", {"q_seqlen": [2, 3]}, lambda i, j, T_q, T_k: (i < 2) == (j < 2) and j <= i),
]
SHAPES = [(5, 5), (2, 5), (5, 4), (1, 5), (3, 6)]


def by_rule(shape: tuple[int, int], rule: Rule) -> Visibility:
    return Visibility.from_rows([[rule(i, j, *shape) for j in range(shape[1])] for i in range(shape[0])])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("name", "arguments", "rule"), ARGUMENTS)
def test_arguments_mean_what_the_source_says(
    name: str, arguments: dict[str, Any], rule: Rule, shape: tuple[int, int]
) -> None:
    relation = from_system(arguments, name, shape)
    assert relation == by_rule(shape, rule)
    assert from_system(to_system(relation, name), name) == relation


@pytest.mark.parametrize(("name", "arguments", "rule"), SQUARE)
def test_arguments_of_square_masks(name: str, arguments: dict[str, Any], rule: Rule) -> None:
    relation = from_system(arguments, name, (5, 5))
    assert relation == by_rule((5, 5), rule)
    assert from_system(to_system(relation, name), name) == relation


def test_every_convention_with_arguments_has_a_rule_here() -> None:
    with_arguments = {name for name, one in SYSTEMS.items() if "[T_" not in one.form.text()}
    assert with_arguments == {name for name, *_ in (*ARGUMENTS, *SQUARE)}


def sizes(least: int) -> list[int]:
    return [least, 0, 1, 2, 7]


@pytest.mark.parametrize("shape", [*SHAPES, (4, 1), (4, 2)])
def test_no_window_that_can_be_written_is_refused(shape: tuple[int, int]) -> None:
    for left in sizes(-1):
        for right in sizes(-1):
            for name in ("flash-attention", "transformer-engine-window"):
                relation = from_system({"window_size": [left, right]}, name, shape)
                assert from_system(to_system(relation, name), name) == relation
            for past in (0, max(shape[1] - shape[0], 0)):
                arguments = {"left_window_size": left, "right_window_size": right, "past_sequence_length": past}
                relation = from_system(arguments, "onnx-25-window", shape)
                assert from_system(to_system(relation, "onnx-25-window"), "onnx-25-window") == relation
    for past in range(shape[1] + 1):
        relation = from_system({"is_causal": 1, "past_sequence_length": past}, "onnx-23-causal", shape)
        assert from_system(to_system(relation, "onnx-23-causal"), "onnx-23-causal") == relation
    for flag in (0, 1):
        for length in range(shape[1] + 1):
            relation = from_system({"is_causal": flag, "nonpad_kv_seqlen": length}, "onnx-24-cache", shape)
            assert from_system(to_system(relation, "onnx-24-cache"), "onnx-24-cache") == relation


# What True, 1 or a zero means, and the row that nobody may read: one line a convention with an array.
ARRAYS: list[tuple[str, object, object, EmptyRow]] = [
    # name, entry of a visible key, entry of a hidden key, empty row in float32
    ("symattn", True, False, EmptyRow.ERROR),
    ("symattn-additive", 0, "-inf", EmptyRow.ERROR),
    ("torch-sdpa", True, False, EmptyRow.ZERO),
    ("torch-sdpa-additive", 0, "-inf", EmptyRow.ZERO),
    ("torch-mha", False, True, EmptyRow.NAN),
    ("torch-mha-additive", 0, "-inf", EmptyRow.NAN),
    ("torch-key-padding", False, True, EmptyRow.NAN),
    ("torch-flex", True, False, EmptyRow.ZERO),
    ("transformers-2d", 1, 0, EmptyRow.UNIFORM),
    ("transformers-sdpa", True, False, EmptyRow.ZERO),
    ("transformers-eager", 0, -340282346638528859811704183484516925440, EmptyRow.UNIFORM),
    ("jax", True, False, EmptyRow.UNIFORM),
    ("flax", True, False, EmptyRow.UNIFORM),
    ("keras", True, False, EmptyRow.UNIFORM),
    ("keras-scores", True, False, EmptyRow.ZERO),
    ("keras-3.0", True, False, EmptyRow.UNIFORM),
    ("onnx-23-first", True, False, EmptyRow.NAN),
    ("onnx-23", True, False, EmptyRow.ZERO),
    ("onnx-23-additive", 0, "-inf", EmptyRow.ZERO),
    ("onnx-24", True, False, EmptyRow.ZERO),
    ("onnx-25", True, False, EmptyRow.ZERO),
    ("xformers-bias", 0, "-inf", EmptyRow.UNSTATED),
    ("mlx", True, False, EmptyRow.UNIFORM),
    ("mlx-additive", 0, "-inf", EmptyRow.NAN),
    ("transformer-engine", False, True, EmptyRow.UNSTATED),
    ("megatron", False, True, EmptyRow.UNIFORM),
    ("gemma", 0, -238197632505765400042357716465536204800, EmptyRow.UNIFORM),
    ("bert", 1, 0, EmptyRow.UNMASKED),
    ("gpt-2", 1, 0, EmptyRow.UNIFORM),
    ("annotated-transformer", 1, 0, EmptyRow.UNIFORM),
    ("nanogpt", 1, 0, EmptyRow.NAN),
    ("tensorflow-tutorial", 0, 1, EmptyRow.UNIFORM),
    ("tensorflow-addons", 1, 0, EmptyRow.UNIFORM),
    ("t5x", 1, 0, EmptyRow.UNIFORM),
    ("fairseq-key-padding", False, True, EmptyRow.NAN),
    ("kyubyong-key-padding", 0, 1, EmptyRow.UNIFORM),
    ("allennlp", True, False, EmptyRow.ZERO),
    ("allennlp-memory-efficient", True, False, EmptyRow.UNIFORM),
]


@pytest.mark.parametrize(("name", "visible", "hidden", "empty_row"), ARRAYS)
def test_an_array_means_what_the_source_says(name: str, visible: object, hidden: object, empty_row: EmptyRow) -> None:
    one_row = to_system(Visibility.from_rows([[True, False]]), name)
    entries = one_row[0] if isinstance(one_row, list) and isinstance(one_row[0], list) else one_row
    assert isinstance(entries, list)
    assert [(type(entry), entry) for entry in entries] == [(type(visible), visible), (type(hidden), hidden)]
    assert system(name).hiding.empty_row("float32") == empty_row


def test_every_convention_with_an_array_has_a_line_here() -> None:
    assert {name for name, one in SYSTEMS.items() if "[T_" in one.form.text()} == {name for name, *_ in ARRAYS}


def test_there_are_many_systems_each_with_a_source_and_a_title_of_its_own() -> None:
    assert len(SYSTEMS) >= 60
    assert len({convention.title for convention in SYSTEMS.values()}) == len(SYSTEMS)
    for convention in SYSTEMS.values():
        assert convention.sources
        assert all(source.place and source.version for source in convention.sources)
        assert len(f"{convention.name} {convention.title}") <= 130


def test_the_figures_of_flash_attentions_changelog() -> None:
    before = from_system({"causal": True}, "flash-attention-2.0", (2, 5))
    after = from_system({"causal": True}, "flash-attention", (2, 5))
    assert before.text() == "1 . . . .\n1 1 . . ."
    assert after.text() == "1 1 1 1 .\n1 1 1 1 1"
    assert from_system({"causal": True}, "flash-attention-2.0", (5, 2)).text() == "1 .\n1 1\n1 1\n1 1\n1 1"
    assert from_system({"causal": True}, "flash-attention", (5, 2)).text() == ". .\n. .\n. .\n1 .\n1 1"


def test_three_windows_that_share_a_number_are_three_relations() -> None:
    mistral = from_system({"sliding_window": 2}, "mistral-window", (4, 4))
    others = from_system({"sliding_window": 2}, "transformers-window", (4, 4))
    both_sides = from_system({"attention_window": 2}, "longformer", (4, 4))
    assert mistral.visible_keys(3) == (1, 2, 3)
    assert others.visible_keys(3) == (2, 3)
    assert both_sides.visible_keys(1) == (0, 1, 2, 3)
    assert to_system(mistral, "transformers-window") == {"sliding_window": 3, "T_q": 4, "T_k": 4}


def test_decoding_with_a_cache_is_bottom_right() -> None:
    decoding = causal(2, 5, align=BOTTOM_RIGHT)
    assert to_system(decoding, "onnx-23-causal") == {"is_causal": 1, "past_sequence_length": 3, "T_q": 2, "T_k": 5}
    assert to_system(decoding, "onnx-24-cache") == {"is_causal": 1, "nonpad_kv_seqlen": 5, "T_q": 2, "T_k": 5}
