"""Reference code of models: Mistral, Gemma, gpt-oss, Longformer."""

from __future__ import annotations

from fractions import Fraction

from symattn.conventions.bands import SQUARE
from symattn.conventions.fills import EmptyRow, fixed
from symattn.conventions.forms import Additive
from symattn.conventions.rules import Convention, Hiding, Source
from symattn.conventions.windows import CausalWindow, EvenWindow

_MISTRAL = Source("github.com/mistralai/mistral-inference one_file_ref.py", "commit 215fc80d")
_GEMMA = Source("github.com/google/gemma_pytorch gemma/model.py", "commit 014acb7a")
_GPT_OSS = Source("github.com/openai/gpt-oss gpt_oss/torch/model.py, sdpa", "commit 0568dfc9")
_LONGFORMER = Source("github.com/allenai/longformer longformer/longformer.py", "commit 06187c8e")

_GEMMA_HIDING = Hiding("added", fixed(Fraction("-2.3819763e38")), fill_dtype="float32")

CONVENTIONS = (
    Convention(
        name="mistral-window",
        title="Mistral's reference, sliding_window while a prompt is read: the position itself not counted",
        form=CausalWindow("sliding_window", SQUARE, counts_self=False, has_unlimited=False),
        hiding=Hiding("added", softmax_dtype="float32"),
        grouping="interleave",
        rope="pairs",
        sources=(_MISTRAL,),
        remarks=("while decoding, the cache keeps sliding_window keys with the position: one fewer than this mask",),
    ),
    Convention(
        name="gemma",
        title="Gemma's reference, additive mask: 0 and -2.3819763e38",
        form=Additive(),
        hiding=_GEMMA_HIDING,
        grouping="interleave",
        softcap="before the mask",
        rope="halves",
        sources=(_GEMMA,),
    ),
    Convention(
        name="gemma-window",
        title="Gemma's reference, sliding_window_size: causal, the position itself counted",
        form=CausalWindow("sliding_window_size", SQUARE, counts_self=True, has_unlimited=False),
        hiding=_GEMMA_HIDING,
        grouping="interleave",
        softcap="before the mask",
        rope="halves",
        sources=(_GEMMA,),
    ),
    Convention(
        name="gpt-oss-window",
        title="gpt-oss reference, sliding_window: causal, the position itself counted, 0 for no window",
        form=CausalWindow("sliding_window", SQUARE, counts_self=True, unlimited=0),
        hiding=Hiding("added", guard=EmptyRow.SINK),
        grouping="interleave",
        sources=(_GPT_OSS,),
        remarks=("a learned score, the sink, takes part in every softmax: the weights of the keys add to less than 1",),
    ),
    Convention(
        name="longformer",
        title="Longformer's own code, attention_window: the keys on each side, the position itself not counted",
        form=EvenWindow("attention_window", SQUARE, total=False),
        hiding=Hiding("left out", guard=EmptyRow.WINDOW),
        sources=(_LONGFORMER,),
        remarks=(
            "padded keys inside the window are added -10000, and padded queries give 0",
            "the configuration of Transformers' Longformer counts both sides together (transformers-longformer)",
        ),
    ),
)
