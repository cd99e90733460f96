"""JAX, Flax, Keras, Transformers, ONNX and MLX themselves against their conventions, where they are installed.

``make test-libraries`` installs and demands all of them.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from symattn.conventions import SYSTEMS, EmptyRow, from_system, to_system
from symattn.conventions.heads import key_head
from symattn.visibility import Visibility, causal, padding
from tests.conventions.live import differences, is_empty_row
from tests.conventions.relations import all_relations
from tests.support import require

pytestmark = pytest.mark.libraries

SHAPE = (2, 3)
RELATIONS = list(all_relations(*SHAPE))
OBLONG = [(2, 4), (4, 2), (3, 3)]


@pytest.fixture
def numpy() -> Any:
    require("numpy")
    import numpy

    return numpy


def batch(numpy: Any, shape: tuple[int, int] = SHAPE, count: int = len(RELATIONS)) -> tuple[Any, Any, Any]:
    """Queries, keys and values [count, T, 1 head, T_k]: the same in each record; the output is the weights."""
    random = numpy.random.default_rng(1)
    T_q, T_k = shape
    query, key = random.normal(size=(1, T_q, 1, T_k)), random.normal(size=(1, T_k, 1, T_k))
    value = numpy.eye(T_k)[None, :, None]
    return tuple(numpy.broadcast_to(one.astype("float32"), (count, *one.shape[1:])) for one in (query, key, value))


def written(numpy: Any, name: str) -> Any:
    """Every small relation as the system writes it, [count, 1, T_q, T_k]."""
    return numpy.array([to_system(relation, name) for relation in RELATIONS])[:, None]


def disagreements(weights: Any, name: str) -> list[str]:
    """Where weights [count, T_q, T_k] of the small relations are not as their convention says."""
    rows = zip(RELATIONS, weights.tolist(), strict=True)
    return [difference for relation, one in rows for difference in differences(one, relation, name)]


# --- JAX and Flax -----------------------------------------------------------------------------------------------------


@pytest.fixture
def jax(numpy: Any) -> Any:
    require("jax")
    import jax

    return jax


def test_jax_reads_every_small_mask_as_its_convention_does(jax: Any, numpy: Any) -> None:
    weights = jax.nn.dot_product_attention(*batch(numpy), mask=written(numpy, "jax"))
    assert disagreements(numpy.asarray(weights)[:, :, 0], "jax") == []


@pytest.mark.parametrize("shape", OBLONG)
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("jax-causal", {"is_causal": True}),
        ("jax-window", {"local_window_size": (1, 0)}),
        ("jax-window", {"local_window_size": 1}),
        ("jax-window", {"local_window_size": (1, 2), "is_causal": True}),
    ],
)
def test_jax_places_causal_and_windows_as_its_convention_does(
    jax: Any, numpy: Any, name: str, arguments: dict[str, Any], shape: tuple[int, int]
) -> None:
    weights = jax.nn.dot_product_attention(*batch(numpy, shape, 1), **arguments)
    relation = from_system(arguments, name, shape)
    assert differences(numpy.asarray(weights)[0, :, 0].tolist(), relation, name) == []


def test_the_fill_of_jax_is_the_one_of_the_table(jax: Any, numpy: Any) -> None:
    from jax._src.nn.functions import _get_large_negative

    assert SYSTEMS["jax"].hiding.effect("bfloat16").fill == float(_get_large_negative(numpy.float32))


def test_shared_key_heads_of_jax_are_interleaved(jax: Any, numpy: Any) -> None:
    query, key = numpy.zeros((1, 1, 6, 2), "float32"), numpy.zeros((1, 1, 2, 2), "float32")
    value = numpy.broadcast_to(numpy.arange(2, dtype="float32")[None, None, :, None], (1, 1, 2, 2))
    out = jax.nn.dot_product_attention(query, key, value)[0, 0, :, 0]
    assert out.tolist() == [key_head("interleave", head, 6, 2) for head in range(6)]


def test_flax_reads_every_small_mask_as_its_convention_does(numpy: Any) -> None:
    require("flax")
    from flax import linen, nnx

    query, key, value = batch(numpy)
    mask = written(numpy, "flax")
    weights = linen.dot_product_attention_weights(query, key, mask=mask)
    assert disagreements(numpy.asarray(weights)[:, 0], "flax") == []
    outputs = nnx.dot_product_attention(query, key, value, mask=mask)
    assert disagreements(numpy.asarray(outputs)[:, :, 0], "flax") == []


# --- Keras ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def keras(numpy: Any) -> Any:
    require("keras")
    require("jax")
    os.environ.setdefault("KERAS_BACKEND", "jax")
    import keras

    return keras


def test_keras_reads_every_small_mask_as_its_conventions_do(keras: Any, numpy: Any) -> None:
    query, key, value = batch(numpy)
    mask = written(numpy, "keras")
    fused = keras.ops.dot_product_attention(query, key, value, mask=mask)
    assert disagreements(keras.ops.convert_to_numpy(fused)[:, :, 0], "keras") == []
    layer = keras.layers.MultiHeadAttention(1, 3)
    _, scores = layer(query[:, :, 0], key[:, :, 0], attention_mask=mask[:, 0], return_attention_scores=True)
    assert disagreements(keras.ops.convert_to_numpy(scores)[:, 0], "keras-scores") == []


def test_a_row_without_a_key_depends_on_whether_scores_are_asked_for(keras: Any, numpy: Any) -> None:
    query, key, _ = (one[:1, :, 0] for one in batch(numpy))
    layer = keras.layers.MultiHeadAttention(1, 3)
    mask = numpy.array([[[False] * 3, [True] * 3]])
    with_scores, _ = layer(query, key, attention_mask=mask, return_attention_scores=True)
    without = layer(query, key, attention_mask=mask)
    apart = abs(keras.ops.convert_to_numpy(with_scores) - keras.ops.convert_to_numpy(without)).max(axis=-1)[0]
    assert apart[0] > 1e-3 > apart[1]


@pytest.mark.parametrize("shape", OBLONG)
def test_keras_places_causal_at_the_top_left(keras: Any, numpy: Any, shape: tuple[int, int]) -> None:
    query, key, _ = (one[:, :, 0] for one in batch(numpy, shape, 1))
    layer = keras.layers.MultiHeadAttention(1, 3)
    _, scores = layer(query, key, use_causal_mask=True, return_attention_scores=True)
    relation = from_system({"use_causal_mask": True}, "keras-causal", shape)
    assert differences(keras.ops.convert_to_numpy(scores)[0, 0].tolist(), relation, "keras-causal") == []


# --- Transformers -----------------------------------------------------------------------------------------------------


@pytest.fixture
def masking() -> Any:
    require("transformers")
    require("torch")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    from transformers import masking_utils

    return masking_utils


@pytest.mark.parametrize("shape", [(3, 3), (2, 5), (1, 4)])
def test_masks_of_transformers_are_those_of_its_conventions(masking: Any, shape: tuple[int, int]) -> None:
    T_q, T_k = shape
    sizes = {"batch_size": 1, "q_length": T_q, "kv_length": T_k, "q_offset": T_k - T_q}
    made = masking.sdpa_mask(**sizes, allow_is_causal_skip=False)
    assert from_system(made, "transformers-sdpa") == causal(T_q, T_k, align="bottom-right")
    for size in (1, 2, 3):
        overlay = masking.sliding_window_causal_mask_function(size)
        made = masking.sdpa_mask(**sizes, mask_function=overlay, allow_is_causal_skip=False)
        relation = from_system({"sliding_window": size}, "transformers-window", shape)
        assert from_system(made, "transformers-sdpa") == relation


def test_the_eager_mask_of_transformers_reads_with_its_fill(masking: Any) -> None:
    import torch

    tokens = torch.tensor([to_system(padding(2, 3), "transformers-2d")], dtype=torch.bool)
    for dtype in ("float32", "float16", "bfloat16"):
        sizes = {"batch_size": 1, "q_length": 3, "kv_length": 3}
        made = masking.eager_mask(**sizes, attention_mask=tokens, dtype=getattr(torch, dtype))
        relation = from_system(made, "transformers-eager", dtype=dtype)
        assert relation == causal(3) & padding(2, 3)
        scores = torch.randn(3, 3, dtype=made.dtype)
        weights = torch.softmax(scores + made[0, 0], -1, dtype=torch.float32)
        assert differences(weights.tolist(), relation, "transformers-eager") == []


def test_a_row_without_a_key_is_uniform_in_eager_attention(masking: Any) -> None:
    import torch

    tokens = torch.tensor([[False, True]])
    made = masking.eager_mask(batch_size=1, q_length=2, kv_length=2, attention_mask=tokens)
    weights = torch.softmax(torch.tensor([[3.0, -4.0]] * 2) + made[0, 0], -1).tolist()
    assert is_empty_row(weights[0], EmptyRow.UNIFORM, None)
    assert weights[1] == [0.0, 1.0]


# --- ONNX -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def onnx_attention(numpy: Any) -> Any:
    require("onnx")
    from onnx.reference.ops import op_attention

    return op_attention._compute_attention


def axes_first(arrays: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
    """[count, T, heads, width] as [count, heads, T, width]."""
    query, key, value = (one.transpose(0, 2, 1, 3) for one in arrays)
    return query, key, value


@pytest.mark.parametrize("name", ["onnx-23", "onnx-23-additive"])
def test_onnx_reads_every_small_mask_as_its_convention_does(onnx_attention: Any, numpy: Any, name: str) -> None:
    mask = written(numpy, name)
    mask = mask if mask.dtype == bool else mask.astype("float32")
    with numpy.errstate(all="ignore"):
        weights = onnx_attention(*axes_first(batch(numpy)), attn_mask=mask)[0]
    assert disagreements(weights[:, 0], name) == []


@pytest.mark.parametrize("shape", OBLONG)
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("onnx-23-causal", {"is_causal": 1}),
        ("onnx-24-cache", {"is_causal": 1, "nonpad_kv_seqlen": 2}),
        ("onnx-24-cache", {"is_causal": 0, "nonpad_kv_seqlen": 1}),
        ("onnx-25-window", {"left_window_size": 1, "right_window_size": 0}),
        ("onnx-25-window", {"left_window_size": 1, "right_window_size": 1}),
        ("onnx-25-window", {"left_window_size": 1, "right_window_size": -1, "is_causal": 1}),
    ],
)
def test_onnx_places_causal_caches_and_windows_as_its_convention_does(
    onnx_attention: Any, numpy: Any, name: str, arguments: dict[str, Any], shape: tuple[int, int]
) -> None:
    given = {key: numpy.array([n]) if key == "nonpad_kv_seqlen" else n for key, n in arguments.items()}
    with numpy.errstate(all="ignore"):
        weights = onnx_attention(*axes_first(batch(numpy, shape, 1)), **given)[0]
    assert differences(weights[0, 0].tolist(), from_system(arguments, name, shape), name) == []


def test_a_past_moves_the_causal_edge_of_onnx(onnx_attention: Any, numpy: Any) -> None:
    query, key, value = axes_first(batch(numpy, (2, 5), 1))
    past = {"past_key": key[:, :, :3], "past_value": value[:, :, :3]}
    weights = onnx_attention(query, key[:, :, 3:], value[:, :, 3:], is_causal=1, **past)[0]
    arguments = {"is_causal": 1, "past_sequence_length": 3}
    relation = from_system(arguments, "onnx-23-causal", (2, 5))
    assert differences(weights[0, 0].tolist(), relation, "onnx-23-causal") == []


# --- MLX --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def mlx() -> Any:
    require("mlx")
    import mlx.core

    return mlx.core


@pytest.mark.parametrize("name", ["mlx", "mlx-additive"])
def test_mlx_reads_every_small_mask_as_its_convention_does(mlx: Any, numpy: Any, name: str) -> None:
    query, key, value = (mlx.array(one) for one in axes_first(batch(numpy)))
    mask = written(numpy, name)
    mask = mlx.array(mask if mask.dtype == bool else mask.astype("float32"))
    weights = mlx.fast.scaled_dot_product_attention(query, key, value, scale=1.0, mask=mask)
    assert disagreements(numpy.array(weights)[:, 0], name) == []


@pytest.mark.parametrize("shape", OBLONG)
def test_mlx_places_causal_at_the_bottom_right(mlx: Any, numpy: Any, shape: tuple[int, int]) -> None:
    query, key, value = (mlx.array(one) for one in axes_first(batch(numpy, shape, 1)))
    weights = mlx.fast.scaled_dot_product_attention(query, key, value, scale=1.0, mask="causal")
    relation: Visibility = from_system({"mask": "causal"}, "mlx-causal", shape)
    assert differences(numpy.array(weights)[0, 0].tolist(), relation, "mlx-causal") == []
