"""Hugging Face Transformers: the mask of a tokenizer, the masks made of it, and window sizes of configurations."""

from __future__ import annotations

from symattn.conventions.bands import SQUARE
from symattn.conventions.fills import LEAST, EmptyRow
from symattn.conventions.forms import Additive, Booleans, Keys
from symattn.conventions.rules import Convention, Hiding, Source
from symattn.conventions.windows import CausalWindow, EvenWindow
from symattn.visibility import BOTTOM_RIGHT

_VERSION = "Transformers 5.24.0"
_MASKS = "src/transformers/masking_utils.py"
_LLAMA = Source("src/transformers/models/llama/modeling_llama.py: repeat_kv, rotate_half, float32 softmax", _VERSION)
_EAGER = Hiding("added", LEAST, softmax_dtype="float32")

CONVENTIONS = (
    Convention(
        name="transformers-2d",
        title="Transformers attention_mask [T_k] of a tokenizer: 1 is a real token",
        form=Keys("read", numbers=True),
        hiding=_EAGER,
        grouping="interleave",
        rope="halves",
        sources=(Source(f"{_MASKS}, padding_mask_function and eager_mask", _VERSION), _LLAMA),
        remarks=(
            "a decoder makes it causal by itself",
            "that is eager attention: with SDPA a row without a visible key gives 0 instead",
        ),
    ),
    Convention(
        name="transformers-sdpa",
        title="Transformers Boolean mask [T_q, T_k] for SDPA: True takes part",
        form=Booleans("read"),
        hiding=Hiding("added", guard=EmptyRow.ZERO),
        grouping="interleave",
        rope="halves",
        sources=(Source(f"{_MASKS}, sdpa_mask", _VERSION), _LLAMA),
    ),
    Convention(
        name="transformers-eager",
        title="Transformers additive mask [T_q, T_k] for eager attention: 0 and the least finite value",
        form=Additive(),
        hiding=_EAGER,
        grouping="interleave",
        softcap="before the mask",
        rope="halves",
        sources=(
            Source(f"{_MASKS}, eager_mask", _VERSION),
            _LLAMA,
            Source("src/transformers/models/gemma2/modeling_gemma2.py, softcap", _VERSION),
        ),
    ),
    Convention(
        name="transformers-window",
        title="Transformers sliding_window of a configuration: causal, the position itself counted",
        form=CausalWindow("sliding_window", BOTTOM_RIGHT, counts_self=True),
        hiding=Hiding("added", guard=EmptyRow.ZERO),
        grouping="interleave",
        rope="halves",
        sources=(Source(f"{_MASKS}, sliding_window_overlay", _VERSION), _LLAMA),
        remarks=("a bidirectional window of the same library counts the keys to each side without the position",),
    ),
    Convention(
        name="transformers-longformer",
        title="Transformers Longformer attention_window: both sides together, the position itself not counted",
        form=EvenWindow("attention_window", SQUARE, total=True),
        hiding=Hiding("left out", guard=EmptyRow.WINDOW),
        sources=(
            Source("src/transformers/models/longformer/modeling_longformer.py, LongformerSelfAttention", _VERSION),
        ),
        remarks=("padded keys inside the window are filled with the least finite value, and padded queries give 0",),
    ),
)
