"""PyTorch: scaled_dot_product_attention, MultiheadAttention, flex_attention, varlen_attn."""

from __future__ import annotations

from symattn.conventions.fills import EmptyRow
from symattn.conventions.flags import CausalFlag, Segments
from symattn.conventions.forms import Additive, Booleans, Keys
from symattn.conventions.rules import Convention, Hiding, Source
from symattn.visibility import BOTTOM_RIGHT, TOP_LEFT

_VERSION = "PyTorch 2.13.0"
_SDPA = Source("torch.nn.functional.scaled_dot_product_attention, docstring", _VERSION)
_SAFE = Source("aten/src/ATen/native/transformers/attention.cpp, _safe_softmax", _VERSION)
_MHA = Source("torch.nn.MultiheadAttention.forward, docstring; torch.nn.functional._canonical_mask", _VERSION)
_FLEX = Source("torch/nn/attention/flex_attention.py; torch/_higher_order_ops/flex_attention.py", _VERSION)
_BIAS = Source("torch/nn/attention/bias.py, CausalVariant", _VERSION)
_VARLEN = Source("torch/nn/attention/varlen.py, varlen_attn", _VERSION)

_GUARDED = Hiding("added", guard=EmptyRow.ZERO)
_MHA_REMARK = "with need_weights=False a row without a visible key gives 0, not NaN: that path is the guarded softmax"

CONVENTIONS = (
    Convention(
        name="torch-sdpa",
        title="PyTorch scaled_dot_product_attention, Boolean attn_mask: True takes part",
        form=Booleans("read"),
        hiding=_GUARDED,
        grouping="interleave",
        sources=(_SDPA, _SAFE),
        remarks=("the opposite of torch-mha: there True hides",),
    ),
    Convention(
        name="torch-sdpa-additive",
        title="PyTorch scaled_dot_product_attention, float attn_mask: added to the scores",
        form=Additive(),
        hiding=_GUARDED,
        grouping="interleave",
        sources=(_SDPA, _SAFE),
    ),
    Convention(
        name="torch-sdpa-causal",
        title="PyTorch scaled_dot_product_attention, is_causal: aligned at the top left",
        form=CausalFlag("is_causal", TOP_LEFT),
        hiding=_GUARDED,
        grouping="interleave",
        sources=(_SDPA,),
    ),
    Convention(
        name="torch-causal-lower-right",
        title="PyTorch attn_mask=causal_lower_right(T_q, T_k): aligned at the bottom right",
        form=CausalFlag("attn_mask", BOTTOM_RIGHT, on="causal_lower_right", off=None),
        hiding=_GUARDED,
        grouping="interleave",
        sources=(_BIAS, _SAFE),
        remarks=("PyTorch warns of NaN where there are more queries than keys; on the CPU such rows are 0",),
    ),
    Convention(
        name="torch-mha",
        title="PyTorch MultiheadAttention, Boolean attn_mask: True hides",
        form=Booleans("hidden"),
        hiding=Hiding("added"),
        head_order="record by record",
        sources=(_MHA,),
        remarks=("the opposite of torch-sdpa: there True takes part", _MHA_REMARK),
    ),
    Convention(
        name="torch-mha-additive",
        title="PyTorch MultiheadAttention, float attn_mask: added to the scores",
        form=Additive(),
        hiding=Hiding("added"),
        head_order="record by record",
        sources=(_MHA,),
        remarks=(_MHA_REMARK,),
    ),
    Convention(
        name="torch-key-padding",
        title="PyTorch MultiheadAttention, key_padding_mask: True hides the key",
        form=Keys("hidden"),
        hiding=Hiding("added"),
        sources=(_MHA,),
        remarks=(_MHA_REMARK,),
    ),
    Convention(
        name="torch-flex",
        title="PyTorch flex_attention, what mask_mod returns: True takes part",
        form=Booleans("read"),
        hiding=Hiding("replaced", guard=EmptyRow.ZERO),
        grouping="interleave",
        sources=(_FLEX,),
    ),
    Convention(
        name="torch-varlen",
        title="PyTorch varlen_attn, cu_seq_q: where records side by side start and end",
        form=Segments("cu_seq_q", is_causal=False, cumulative=True),
        hiding=Hiding("left out", guard=EmptyRow.UNSTATED),
        grouping="interleave",
        sources=(_VARLEN,),
        remarks=("window_size=(-1, 0) makes it causal and (W, 0) a causal window of W keys before the position",),
    ),
)
