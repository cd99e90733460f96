"""The ONNX operator Attention: as first published (onnx 1.18 and 1.19), and as corrected in onnx 1.23."""

from __future__ import annotations

from symattn.conventions.bands import OFFSET
from symattn.conventions.fills import EmptyRow
from symattn.conventions.flags import CausalFlag, ExternalCache
from symattn.conventions.forms import Additive, Booleans
from symattn.conventions.rules import Convention, Hiding, Source
from symattn.conventions.windows import PairWindow
from symattn.visibility import TOP_LEFT

_REFERENCE = Source("onnx/reference/ops/op_attention.py", "onnx 1.23.2")
_FIRST = (
    Source("operator Attention 23, schema text", "onnx 1.18.0 and 1.19.0"),
    Source("onnx/reference/ops/op_attention.py: np.tile, softcap of the masked scores", "onnx 1.18.0 and 1.19.0"),
)
_FIRST_REMARK = "a softcap c after the mask turns -inf into -c: hidden keys keep weight; corrected in onnx 1.23"


def _schema(version: int) -> Source:
    return Source(f"operator Attention {version}, schema text", "onnx 1.23.2")


_GUARDED = Hiding("added", guard=EmptyRow.ZERO)

CONVENTIONS = (
    Convention(
        name="onnx-23-first",
        title="ONNX Attention 23 as first published, attn_mask: True takes part",
        form=Booleans("read"),
        hiding=Hiding("added"),
        grouping="tile",
        softcap="after the mask",
        sources=_FIRST,
        remarks=(_FIRST_REMARK,),
    ),
    Convention(
        name="onnx-23-first-causal",
        title="ONNX Attention 23 as first published, is_causal: aligned at the top left",
        form=CausalFlag("is_causal", TOP_LEFT, on=1, off=0),
        hiding=Hiding("added"),
        grouping="tile",
        softcap="after the mask",
        sources=_FIRST,
        remarks=(_FIRST_REMARK,),
    ),
    Convention(
        name="onnx-23",
        title="ONNX Attention 23, attn_mask: True takes part",
        form=Booleans("read"),
        hiding=_GUARDED,
        grouping="interleave",
        softcap="before the mask",
        sources=(_schema(23), _REFERENCE),
    ),
    Convention(
        name="onnx-23-additive",
        title="ONNX Attention 23, float attn_mask: added to the scores",
        form=Additive(),
        hiding=_GUARDED,
        grouping="interleave",
        softcap="before the mask",
        sources=(_schema(23), _REFERENCE),
    ),
    Convention(
        name="onnx-23-causal",
        title="ONNX Attention 23, is_causal: the length of past_key says how many keys come before query 1",
        form=CausalFlag("is_causal", OFFSET, offset="past_sequence_length", on=1, off=0),
        hiding=_GUARDED,
        grouping="interleave",
        softcap="before the mask",
        sources=(_schema(23), _REFERENCE),
    ),
    Convention(
        name="onnx-24",
        title="ONNX Attention 24, attn_mask: True takes part",
        form=Booleans("read"),
        hiding=_GUARDED,
        grouping="interleave",
        softcap="before the mask",
        sources=(_schema(24), _REFERENCE),
        remarks=("a mask with fewer columns than keys hides the keys that it does not mention",),
    ),
    Convention(
        name="onnx-24-cache",
        title="ONNX Attention 24, is_causal with nonpad_kv_seqlen: the last query is placed on the last valid key",
        form=ExternalCache("is_causal", "nonpad_kv_seqlen"),
        hiding=_GUARDED,
        grouping="interleave",
        softcap="before the mask",
        sources=(_schema(24), _REFERENCE, Source("github.com/onnx/onnx/pull/8068", "merged 2026-06")),
        remarks=("before onnx 1.23 the reference placed query 1 on key 1 here",),
    ),
    Convention(
        name="onnx-25",
        title="ONNX Attention 25, attn_mask: True takes part",
        form=Booleans("read"),
        hiding=_GUARDED,
        grouping="interleave",
        softcap="before the mask",
        sources=(_schema(25), _REFERENCE),
        remarks=("a mask with fewer columns than keys hides the keys that it does not mention",),
    ),
    Convention(
        name="onnx-25-window",
        title="ONNX Attention 25, left_window_size and right_window_size: the position itself not counted",
        form=PairWindow(
            ("left_window_size", "right_window_size"),
            OFFSET,
            flag="is_causal",
            offset="past_sequence_length",
            flag_values=(0, 1),
        ),
        hiding=_GUARDED,
        grouping="interleave",
        softcap="before the mask",
        sources=(_schema(25), _REFERENCE),
    ),
)
