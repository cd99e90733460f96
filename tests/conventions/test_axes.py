"""The axes of several heads and PyTorch's two meanings of True, step by step in PyTorch itself."""

from __future__ import annotations

import math
from typing import Any

import pytest

import symattn as sa
from symattn.conventions import convert, to_system
from symattn.conventions.heads import flat_axis
from symattn.shapes import head_shapes, head_width, score_bytes, score_count
from tests.support import require

B, T, C, H = 2, 3, 16, 2
D = head_width(C, H)
SHAPES = head_shapes(B, T, C, H)


@pytest.fixture
def torch() -> Any:
    require("torch")
    require("numpy")  # without it PyTorch warns when it is imported
    import torch

    torch.manual_seed(7)
    return torch


@pytest.fixture
def layer(torch: Any) -> Any:
    """MultiheadAttention in double precision, without biases."""
    return torch.nn.MultiheadAttention(C, H, bias=False, batch_first=True, dtype=torch.float64)


def split(projected: Any) -> Any:
    """[B, T, C] to [B, H, T, d]: group the columns, then exchange two axes."""
    return projected.reshape(B, T, H, D).transpose(1, 2)


def by_hand(torch: Any, layer: Any, x: Any, visible: Any) -> dict[str, Any]:
    """Every stage of self-attention by the names of ``head_shapes``; ``visible`` is True where a key may be read."""
    w_q, w_k, w_v = (w.T for w in layer.in_proj_weight.detach().chunk(3))  # PyTorch stores [d_out, d_in]
    query, key, value = (split(x @ w) for w in (w_q, w_k, w_v))
    scores = query @ key.transpose(-1, -2) / math.sqrt(D)
    weights = torch.softmax(scores.masked_fill(~visible, -math.inf), dim=-1)
    mixed = weights @ value
    back = mixed.transpose(1, 2)
    joined = back.reshape(B, T, C)
    w_o = layer.out_proj.weight.detach().T
    return {
        "input": x,
        "projected": x @ w_q,
        "reshaped": (x @ w_q).reshape(B, T, H, D),
        "transposed": query,
        "scores": scores,
        "visible": visible,
        "weights": weights,
        "head outputs": mixed,
        "transposed back": back,
        "joined": joined,
        "w_o": w_o,
        "output": joined @ w_o,
    }


def triangle(torch: Any) -> Any:
    """Who may read whom, [B, 1, T, T]: one relation for all heads of a record."""
    return torch.tensor(sa.causal(T).rows).expand(B, 1, T, T)


def test_the_width_is_shared_out_among_the_heads() -> None:
    assert (C, H, D) == (16, 2, 8)
    assert {head_width(C, heads) * heads for heads in (1, 2, 4, 8, 16)} == {C}


def test_every_stage_has_its_axes_and_the_output_is_pytorchs(torch: Any, layer: Any) -> None:
    x = torch.randn(B, T, C, dtype=torch.float64)
    stages = by_hand(torch, layer, x, triangle(torch))
    assert {name: tuple(stage.shape) for name, stage in stages.items()} == SHAPES
    drop = torch.tensor(to_system(sa.causal(T), "torch-mha"))
    output, weights = layer(x, x, x, attn_mask=drop, average_attn_weights=False)
    assert torch.allclose(output, stages["output"], atol=1e-12)
    assert torch.allclose(weights, stages["weights"], atol=1e-12)


def test_reshaping_groups_and_transposing_moves_an_axis(torch: Any) -> None:
    projected = torch.arange(B * T * C).reshape(B, T, C)
    heads = split(projected)
    # Head h of position t is the h-th group of d columns of that position ...
    assert all(
        (heads[b, h, t] == projected[b, t, h * D : (h + 1) * D]).all()
        for b in range(B)
        for h in range(H)
        for t in range(T)
    )
    # ... which a reshape to the same shape does not give: it mixes positions.
    regrouped = projected.reshape(B, H, T, D)
    assert regrouped.shape == heads.shape
    assert not torch.equal(regrouped, heads)
    assert torch.equal(heads.transpose(1, 2).reshape(B, T, C), projected)
    assert not torch.equal(heads.reshape(B, T, C), projected)


def test_one_relation_broadcasts_over_heads_whose_scores_differ(torch: Any, layer: Any) -> None:
    stages = by_hand(torch, layer, torch.randn(B, T, C, dtype=torch.float64), triangle(torch))
    scores, weights = stages["scores"], stages["weights"]
    assert not torch.allclose(scores[:, 0], scores[:, 1])
    assert ((weights > 0) == triangle(torch)).all()
    assert torch.allclose(weights.sum(-1), torch.ones(B, H, T, dtype=torch.float64))


def test_reversing_all_axes_is_not_the_transpose_of_the_keys(torch: Any) -> None:
    require("numpy")
    import numpy as np

    key = torch.randn(B, H, T, D).numpy()
    assert key.T.shape == (D, T, H, B)
    assert np.swapaxes(key, -1, -2).shape == (B, H, D, T)
    assert torch.from_numpy(key).mT.shape == (B, H, D, T)
    with pytest.raises(ValueError, match="matmul"):
        _ = key @ key.T
    cube = np.arange(16.0).reshape(2, 2, 2, 2)  # where the shapes would fit, the values do not
    assert (cube @ cube.T).shape == (cube @ np.swapaxes(cube, -1, -2)).shape
    assert not np.array_equal(cube @ cube.T, cube @ np.swapaxes(cube, -1, -2))


@pytest.mark.parametrize(("positions", "count", "size"), [(3, 18, 144), (6, 72, 576)])
def test_the_score_array_grows_with_the_square_of_the_positions(
    torch: Any, positions: int, count: int, size: int
) -> None:
    query = torch.zeros(1, 2, positions, 8, dtype=torch.float64)
    scores = query @ query.mT
    assert scores.numel() == score_count(1, 2, positions) == count
    assert scores.numel() * scores.element_size() == score_bytes(1, 2, positions) == size


def test_more_heads_of_the_same_width_are_no_more_parameters(torch: Any) -> None:
    counts = {
        heads: sum(p.numel() for p in torch.nn.MultiheadAttention(C, heads, bias=False).parameters())
        for heads in (1, 2, 4)
    }
    assert set(counts.values()) == {4 * C * C}


def test_true_takes_part_in_one_function_and_is_left_out_in_the_other(torch: Any, layer: Any) -> None:
    """One mask for both gives different results; converted, the same."""
    x = torch.randn(B, T, C, dtype=torch.float64)
    visible = sa.prefix(T, 2)
    keep = to_system(visible, "torch-sdpa")
    drop = convert(keep, "torch-sdpa", "torch-mha").value
    assert drop == [[not entry for entry in row] for row in keep]  # type: ignore[attr-defined]

    w_q, w_k, w_v = (w.T for w in layer.in_proj_weight.detach().chunk(3))
    heads = [split(x @ w) for w in (w_q, w_k, w_v)]
    attend = torch.nn.functional.scaled_dot_product_attention
    joined = attend(*heads, attn_mask=torch.tensor(keep)).transpose(1, 2).reshape(B, T, C)
    functional = layer.out_proj(joined)
    module, _ = layer(x, x, x, attn_mask=torch.tensor(drop))
    assert torch.allclose(functional, module, atol=1e-12)
    unconverted, _ = layer(x, x, x, attn_mask=torch.tensor(keep))
    assert not torch.allclose(functional, unconverted.nan_to_num(), atol=1e-3)


def test_the_padding_mask_of_the_module_drops_keys_where_true(torch: Any, layer: Any) -> None:
    x = torch.randn(B, T, C, dtype=torch.float64)
    lengths = [3, 2]
    drop = torch.tensor([to_system(sa.padding(length, T), "torch-key-padding") for length in lengths])
    assert drop.tolist() == [[False, False, False], [False, False, True]]
    _, weights = layer(x, x, x, key_padding_mask=drop, average_attn_weights=False)
    for record, length in enumerate(lengths):
        assert (weights[record, :, :, :length] > 0).all()
        assert (weights[record, :, :, length:] == 0).all()
    # As a query the padded position is calculated all the same: whether it counts is decided elsewhere.
    assert torch.allclose(weights.sum(-1), torch.ones(B, H, T, dtype=torch.float64))


def test_a_mask_for_each_head_is_flattened_record_by_record(torch: Any, layer: Any) -> None:
    x = torch.randn(B, T, C, dtype=torch.float64)
    relations = {(b, h): sa.window(T, b, h) for b in range(B) for h in range(H)}
    flat = torch.zeros(B * H, T, T, dtype=torch.bool)
    for (b, h), relation in relations.items():
        flat[flat_axis("record by record", b, h, B, H)] = torch.tensor(to_system(relation, "torch-mha"))
    _, weights = layer(x, x, x, attn_mask=flat, average_attn_weights=False)
    for (b, h), relation in relations.items():
        assert (weights[b, h] > 0).tolist() == [list(row) for row in relation.rows]


def test_exchanged_heads_are_the_same_function_with_exchanged_rows_of_w_o(torch: Any, layer: Any) -> None:
    stages = by_hand(torch, layer, torch.randn(B, T, C, dtype=torch.float64), triangle(torch))
    exchanged = stages["head outputs"].flip(1).transpose(1, 2).reshape(B, T, C)
    rows = stages["w_o"].reshape(H, D, C).flip(0).reshape(C, C)
    assert torch.allclose(exchanged @ rows, stages["output"], atol=1e-12)
    assert not torch.allclose(exchanged @ stages["w_o"], stages["output"], atol=1e-3)


def test_the_exact_two_heads_are_pytorchs(torch: Any) -> None:
    """Two heads of width 1, their projections and w_o set by hand, against the exact result."""
    X, w_o = [[1, 0], [0, 1], [1, 1]], [[1, 1], [1, -1]]
    exact = sa.multi_head(X, [([[1], [0]],) * 3, ([[0], [1]],) * 3], w_o, visible=sa.causal(3)).exact("output")
    layer = torch.nn.MultiheadAttention(2, 2, bias=False, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.eye(2, dtype=torch.float64).repeat(3, 1))
        layer.out_proj.weight.copy_(torch.tensor(w_o, dtype=torch.float64).T)
    x = torch.tensor([X], dtype=torch.float64)
    output, _ = layer(x, x, x, attn_mask=torch.tensor(to_system(sa.causal(3), "torch-mha")))
    assert torch.allclose(output[0], torch.tensor(sa.nearest_float(exact), dtype=torch.float64), atol=1e-15)
