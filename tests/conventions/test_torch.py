"""PyTorch itself against its conventions: what True means, where causal starts, and rows without a visible key."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from symattn.conventions import from_system, to_system
from symattn.conventions.heads import flat_axis, key_head
from symattn.visibility import Visibility, causal
from tests.conventions.live import differences
from tests.conventions.relations import all_relations
from tests.support import require

SHAPES = [(1, 1), (1, 3), (2, 2), (3, 1), (2, 3), (3, 2)]


@pytest.fixture
def torch() -> Any:
    require("torch")
    require("numpy")  # without it PyTorch warns when it is imported
    import torch

    torch.manual_seed(1)
    return torch


def inputs(torch: Any, shape: tuple[int, int], count: int) -> tuple[Any, Any, Any]:
    """Random queries and keys, and values that make the output the weights; the same in each of ``count`` records."""
    T_q, T_k = shape
    query, key = torch.randn(1, 1, T_q, 4), torch.randn(1, 1, T_k, 4)
    return query.expand(count, 1, -1, -1), key.expand(count, 1, -1, -1), torch.eye(T_k).expand(count, 1, -1, -1)


def tensor(torch: Any, values: list[Any]) -> Any:
    """The written masks as PyTorch takes them; the text -inf becomes its float."""
    if isinstance(values[0][0][0], bool):
        return torch.tensor(values)
    return torch.tensor([[[float(entry) for entry in row] for row in rows] for rows in values])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["torch-sdpa", "torch-sdpa-additive"])
def test_sdpa_reads_every_small_mask_as_its_convention_does(torch: Any, name: str, shape: tuple[int, int]) -> None:
    relations = list(all_relations(*shape))
    query, key, value = inputs(torch, shape, len(relations))
    mask = tensor(torch, [to_system(relation, name) for relation in relations]).unsqueeze(1)
    weights = torch.nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
    for relation, one, written in zip(relations, weights, mask, strict=True):
        assert differences(one[0].tolist(), relation, name) == []
        assert from_system(written, name) == relation  # a tensor with leading axes of one record and one head


def heads_of_one(torch: Any, width: int) -> Any:
    """MultiheadAttention with one head."""
    return torch.nn.MultiheadAttention(width, 1, bias=False, batch_first=True)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["torch-mha", "torch-mha-additive"])
def test_multihead_attention_reads_every_small_mask_as_its_convention_does(
    torch: Any, name: str, shape: tuple[int, int]
) -> None:
    relations = list(all_relations(*shape))
    layer = heads_of_one(torch, 4)
    query, key = torch.randn(1, shape[0], 4), torch.randn(1, shape[1], 4)
    mask = tensor(torch, [to_system(relation, name) for relation in relations])
    count = len(relations)
    _, weights = layer(query.expand(count, -1, -1), *[key.expand(count, -1, -1)] * 2, attn_mask=mask)
    for relation, one in zip(relations, weights, strict=True):
        assert differences(one.tolist(), relation, name) == []


def test_key_padding_drops_where_true(torch: Any) -> None:
    relations = [Visibility((bits,) * 2, 3) for bits in range(8)]
    layer, query, key = heads_of_one(torch, 4), torch.randn(1, 2, 4), torch.randn(1, 3, 4)
    mask = torch.tensor([to_system(relation, "torch-key-padding") for relation in relations])
    _, weights = layer(query.expand(8, -1, -1), *[key.expand(8, -1, -1)] * 2, key_padding_mask=mask)
    for relation, one in zip(relations, weights, strict=True):
        assert differences(one.tolist(), relation, "torch-key-padding") == []


def test_true_keeps_in_one_function_and_drops_in_the_other(torch: Any) -> None:
    mask = torch.tensor([[True, False], [True, True]])
    query, key, value = inputs(torch, (2, 2), 1)
    kept = torch.nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)[0, 0]
    _, dropped = heads_of_one(torch, 4)(query[0], key[0], key[0], attn_mask=mask)
    assert (kept > 0).tolist() == mask.tolist()
    assert (dropped[0][0] > 0).tolist() == [False, True]
    assert dropped[0][1].isnan().all()


def test_without_weights_a_row_without_a_key_is_zero(torch: Any) -> None:
    layer, x = heads_of_one(torch, 4), torch.randn(1, 2, 4)
    mask = torch.tensor([[True, True], [False, False]])
    with_weights, _ = layer(x, x, x, attn_mask=mask)
    without, _ = layer(x, x, x, attn_mask=mask, need_weights=False)
    assert with_weights[0][0].isnan().all()
    assert (without[0][0] == 0).all()


@pytest.mark.parametrize("shape", [(2, 4), (4, 2), (3, 3), (1, 3)])
def test_is_causal_starts_at_the_top_left_and_lower_right_at_the_bottom_right(
    torch: Any, shape: tuple[int, int]
) -> None:
    query, key, value = inputs(torch, shape, 1)
    attend = torch.nn.functional.scaled_dot_product_attention
    flag = {"is_causal": True, "T_q": shape[0], "T_k": shape[1]}
    weights = attend(query, key, value, is_causal=True)[0, 0].tolist()
    assert differences(weights, from_system(flag, "torch-sdpa-causal"), "torch-sdpa-causal") == []

    from torch.nn.attention.bias import causal_lower_right

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of NaN where there are more queries than keys; on the CPU such rows are 0
        bias = causal_lower_right(*shape)
    weights = attend(query, key, value, attn_mask=bias)[0, 0].tolist()
    relation = from_system({"attn_mask": "causal_lower_right"}, "torch-causal-lower-right", shape)
    assert relation == causal(*shape, align="bottom-right")
    assert differences(weights, relation, "torch-causal-lower-right") == []


def test_flex_attention_keeps_where_its_mask_is_true(torch: Any) -> None:
    from torch.nn.attention.flex_attention import create_block_mask, flex_attention

    rows = torch.tensor([[True, False, True], [False, False, False]])
    query, key, value = inputs(torch, (2, 3), 1)
    block = create_block_mask(lambda b, h, i, j: rows[i, j], 1, 1, 2, 3, device="cpu")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of running without torch.compile
        weights = flex_attention(query, key, value, block_mask=block)[0, 0]
    assert differences(weights.tolist(), from_system(rows, "torch-flex"), "torch-flex") == []


def test_heads_of_a_three_dimensional_mask_come_record_by_record(torch: Any) -> None:
    records, heads = 2, 4
    layer, x = torch.nn.MultiheadAttention(8, heads, batch_first=True), torch.randn(records, 3, 8)
    mask = torch.zeros(records * heads, 3, 3, dtype=torch.bool)
    mask[flat_axis("record by record", 1, 2, records, heads)] = torch.tensor(to_system(causal(3), "torch-mha"))
    _, weights = layer(x, x, x, attn_mask=mask, average_attn_weights=False)
    masked = [(n, h) for n in range(records) for h in range(heads) if (weights[n, h] == 0).any()]
    assert masked == [(1, 2)]


def test_shared_key_heads_are_interleaved(torch: Any) -> None:
    query = torch.zeros(1, 6, 1, 2)
    key = torch.zeros(1, 2, 1, 2)
    value = torch.arange(2.0).reshape(1, 2, 1, 1).expand(1, 2, 1, 2)  # each key head's values are its number
    out = torch.nn.functional.scaled_dot_product_attention(query, key, value, enable_gqa=True)[0, :, 0, 0]
    assert out.tolist() == [key_head("interleave", head, 6, 2) for head in range(6)]


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16"])
@pytest.mark.parametrize("fill", [-10_000, -(10**9), -(10**10)])
def test_fills_do_in_tensors_what_their_effect_says(torch: Any, fill: int, dtype: str) -> None:
    from symattn.conventions import EmptyRow, FillEffect
    from symattn.conventions.fills import fixed
    from tests.conventions.live import is_empty_row

    format_ = getattr(torch, dtype)
    effect = FillEffect(fixed(fill).stored(dtype), dtype, dtype, adds=True)
    scores = torch.tensor([1.0, 2.0, -4.0], dtype=format_)
    hidden = scores + torch.tensor(fill, dtype=torch.float64).to(format_)
    weights = torch.softmax(hidden, -1).tolist()
    policy = effect.empty_row(largest_score=4)
    if policy == EmptyRow.UNMASKED and effect.step is not None and effect.step > 1:
        scores = (scores / int(effect.step)).round() * int(effect.step)  # what the additions leave of the scores
    assert is_empty_row(weights, policy, torch.softmax(scores.double(), -1).tolist())
    beside = torch.softmax(torch.cat([hidden[:1], scores[:1]]), -1)
    assert (beside[0].item() == 0) == effect.vanishes
