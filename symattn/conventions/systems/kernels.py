"""Kernels and training libraries: FlashAttention, xFormers, MLX, Transformer Engine, Megatron-LM, DeepSpeed."""

from __future__ import annotations

from symattn.conventions.fills import LEAST, EmptyRow, fixed
from symattn.conventions.flags import CausalFlag, Segments
from symattn.conventions.forms import Additive, Booleans
from symattn.conventions.rules import Convention, Hiding, Source
from symattn.conventions.windows import CausalWindow, PairWindow
from symattn.visibility import BOTTOM_RIGHT, TOP_LEFT

_FLASH = "github.com/Dao-AILab/flash-attention README.md"
_XFORMERS = Source("github.com/facebookresearch/xformers xformers/ops/fmha/attn_bias.py", "commit deebdefc")
_MLX = Source("mlx.core.fast.scaled_dot_product_attention, docstring; mlx/fast.cpp, the fallback", "MLX 0.32.4")
_TE = Source(
    "transformer_engine/pytorch/attention/dot_product_attention/dot_product_attention.py, docstrings", "commit 0001d1b3"
)
_MEGATRON = Source("github.com/NVIDIA/Megatron-LM megatron/core/transformer/utils.py", "commit 00caa53a")
_DEEPSPEED = Source(
    "github.com/microsoft/DeepSpeed deepspeed/ops/transformer/inference/op_binding/softmax.py", "commit 048b0d50"
)
_UNSTATED = Hiding("left out", guard=EmptyRow.UNSTATED)
_TEN_THOUSAND = fixed(-10_000)

CONVENTIONS = (
    Convention(
        name="flash-attention-2.0",
        title="FlashAttention before 2.1, causal: aligned at the top left",
        form=CausalFlag("causal", TOP_LEFT),
        hiding=_UNSTATED,
        grouping="interleave",
        sources=(Source(f"{_FLASH}, section 2.1: Change behavior of causal flag", "2.0"),),
    ),
    Convention(
        name="flash-attention",
        title="FlashAttention from 2.1 (windows from 2.3), causal and window_size: aligned at the bottom right",
        form=PairWindow(("window_size",), BOTTOM_RIGHT, flag="causal"),
        hiding=Hiding("left out", guard=EmptyRow.ZERO),
        grouping="interleave",
        sources=(
            Source(f"{_FLASH}, section 2.1: Change behavior of causal flag", "2.1"),
            Source(f"{_FLASH}, flash_attn_func", "2.3 and later"),
        ),
        remarks=("rotary_interleaved=True pairs coordinates 2i and 2i + 1, False pairs i with i + d/2",),
    ),
    Convention(
        name="flash-attention-varlen",
        title="FlashAttention flash_attn_varlen_func with causal=True, cu_seqlens: where records start and end",
        form=Segments("cu_seqlens", is_causal=True, cumulative=True),
        hiding=Hiding("left out", guard=EmptyRow.ZERO),
        grouping="interleave",
        sources=(Source(f"{_FLASH}, flash_attn_varlen_func", "2.1 and later"),),
    ),
    Convention(
        name="xformers-bias",
        title="xFormers attn_bias tensor: 0 and -inf, added to the scores",
        form=Additive(),
        hiding=Hiding("added", guard=EmptyRow.UNSTATED),
        sources=(_XFORMERS,),
    ),
    Convention(
        name="xformers-lower-triangular",
        title="xFormers LowerTriangularMask: aligned at the top left",
        form=CausalFlag("attn_bias", TOP_LEFT, on="LowerTriangularMask", off=None),
        hiding=_UNSTATED,
        sources=(_XFORMERS,),
    ),
    Convention(
        name="xformers-from-bottom-right",
        title="xFormers LowerTriangularFromBottomRightMask: aligned at the bottom right",
        form=CausalFlag("attn_bias", BOTTOM_RIGHT, on="LowerTriangularFromBottomRightMask", off=None),
        hiding=_UNSTATED,
        sources=(_XFORMERS,),
    ),
    Convention(
        name="xformers-causal-window",
        title="xFormers LowerTriangularFromBottomRightLocalAttentionMask: the position itself counted",
        form=CausalWindow("window_size", BOTTOM_RIGHT, counts_self=True, has_unlimited=False),
        hiding=_UNSTATED,
        sources=(_XFORMERS,),
    ),
    Convention(
        name="xformers-window",
        title="xFormers LocalAttentionFromBottomRightMask: sizes to both sides, the position itself not counted",
        form=PairWindow(("window_left", "window_right"), BOTTOM_RIGHT, unlimited=None),
        hiding=_UNSTATED,
        sources=(_XFORMERS,),
    ),
    Convention(
        name="xformers-block-diagonal",
        title="xFormers BlockDiagonalMask.from_seqlens, q_seqlen: lengths of records side by side",
        form=Segments("q_seqlen", is_causal=False),
        hiding=_UNSTATED,
        sources=(_XFORMERS,),
    ),
    Convention(
        name="xformers-block-diagonal-causal",
        title="xFormers BlockDiagonalCausalMask.from_seqlens, q_seqlen: the same, causal within each",
        form=Segments("q_seqlen", is_causal=True),
        hiding=_UNSTATED,
        sources=(_XFORMERS,),
    ),
    Convention(
        name="mlx",
        title="MLX scaled_dot_product_attention, Boolean mask: True takes part",
        form=Booleans("read"),
        hiding=Hiding("replaced", LEAST, softmax_dtype="float32"),
        grouping="interleave",
        sources=(_MLX,),
    ),
    Convention(
        name="mlx-additive",
        title="MLX scaled_dot_product_attention, additive mask",
        form=Additive(),
        hiding=Hiding("added", softmax_dtype="float32"),
        grouping="interleave",
        sources=(_MLX,),
    ),
    Convention(
        name="mlx-causal",
        title='MLX scaled_dot_product_attention, mask="causal": aligned at the bottom right',
        form=CausalFlag("mask", BOTTOM_RIGHT, on="causal", off=None),
        hiding=Hiding("replaced", LEAST, softmax_dtype="float32"),
        grouping="interleave",
        sources=(_MLX,),
    ),
    Convention(
        name="transformer-engine",
        title='Transformer Engine attention_mask of type "arbitrary": True hides',
        form=Booleans("hidden"),
        hiding=_UNSTATED,
        sources=(_TE,),
        remarks=('softmax_type "off-by-one" or "learnable" adds a sink to every row',),
    ),
    Convention(
        name="transformer-engine-window",
        title="Transformer Engine window_size with bottom_right_diagonal: (left, right), the position not counted",
        form=PairWindow(("window_size",), BOTTOM_RIGHT),
        hiding=_UNSTATED,
        sources=(_TE,),
        remarks=('attn_mask_type "causal" aligns at the top left instead, "causal_bottom_right" at the bottom right',),
    ),
    Convention(
        name="megatron",
        title="Megatron-LM attention_mask without fused kernels: True hides",
        form=Booleans("hidden"),
        hiding=Hiding("replaced", _TEN_THOUSAND),
        sources=(_MEGATRON,),
    ),
    Convention(
        name="megatron-window",
        title="Megatron-LM window_size without fused kernels: (left, right), the position itself not counted",
        form=PairWindow(("window_size",), BOTTOM_RIGHT, unlimited=None),
        hiding=Hiding("replaced", _TEN_THOUSAND),
        sources=(_MEGATRON,),
    ),
    Convention(
        name="deepspeed-triangular",
        title="DeepSpeed inference softmax without kernels, triangular: aligned at the top left",
        form=CausalFlag("triangular", TOP_LEFT),
        hiding=Hiding("replaced", LEAST, softmax_dtype="float32"),
        sources=(_DEEPSPEED,),
    ),
)
