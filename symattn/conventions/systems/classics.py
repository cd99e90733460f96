"""Code that many others copied: BERT, GPT-2, the Annotated Transformer, TensorFlow's tutorial and addons, fairseq."""

from __future__ import annotations

from symattn.conventions.fills import LEAST, EmptyRow, fixed
from symattn.conventions.forms import Booleans, Keys, Numbers
from symattn.conventions.rules import Convention, Hiding, Source


def _github(file: str, commit: str) -> tuple[Source]:
    return (Source(f"github.com/{file}", f"commit {commit}"),)


CONVENTIONS = (
    Convention(
        name="bert",
        title="Google's BERT, attention_mask: 1 may be attended to",
        form=Numbers("read"),
        hiding=Hiding("added", fixed(-10_000)),
        sources=_github("google-research/bert modeling.py, attention_layer", "0017e7ec"),
    ),
    Convention(
        name="gpt-2",
        title="OpenAI's GPT-2, attention_mask: 1 may be attended to, aligned at the bottom right",
        form=Numbers("read"),
        hiding=Hiding("replaced", fixed(-(10**10))),
        sources=_github("openai/gpt-2 src/model.py, mask_attn_weights", "122c55a5"),
        remarks=("the model makes this mask itself: causal, the last query placed on the last key",),
    ),
    Convention(
        name="annotated-transformer",
        title="The Annotated Transformer, mask: 0 hides",
        form=Numbers("read"),
        hiding=Hiding("replaced", fixed(-(10**9))),
        sources=_github("harvardnlp/annotated-transformer the_annotated_transformer.py", "0a91a254"),
    ),
    Convention(
        name="nanogpt",
        title="nanoGPT without fused attention, bias: 0 hides",
        form=Numbers("read"),
        hiding=Hiding("replaced"),
        sources=_github("karpathy/nanoGPT model.py, CausalSelfAttention", "0011cd44"),
    ),
    Convention(
        name="tensorflow-tutorial",
        title="TensorFlow's Transformer tutorial (2019 to 2022), mask: 1 hides",
        form=Numbers("hidden"),
        hiding=Hiding("added", fixed(-(10**9))),
        sources=_github("tensorflow/docs site/en/tutorials/text/transformer.ipynb", "adc6168a"),
    ),
    Convention(
        name="tensorflow-addons",
        title="TensorFlow Addons MultiHeadAttention, mask: 1 attends",
        form=Numbers("read"),
        hiding=Hiding("added", fixed(-(10**10)), fill_dtype="float32"),
        sources=_github("tensorflow/addons tensorflow_addons/layers/multihead_attention.py (-10e9)", "051663b4"),
    ),
    Convention(
        name="t5x",
        title="T5X, mask: 1 takes part",
        form=Numbers("read"),
        hiding=Hiding("added", fixed(-(10**10))),
        sources=_github("google-research/t5x t5x/examples/t5/layers.py", "03dfc44b"),
    ),
    Convention(
        name="fairseq-key-padding",
        title="fairseq MultiheadAttention, key_padding_mask: 1 is padding",
        form=Keys("hidden"),
        hiding=Hiding("replaced", softmax_dtype="float32"),
        head_order="record by record",
        sources=_github("facebookresearch/fairseq fairseq/modules/multihead_attention.py", "00bc2798"),
    ),
    Convention(
        name="kyubyong-key-padding",
        title="Kyubyong's Transformer, key_masks: 1 is padding",
        form=Keys("hidden", numbers=True),
        hiding=Hiding("added", fixed(-(2**32) + 1), fill_dtype="float32"),
        head_order="head by head",
        sources=_github("Kyubyong/transformer modules.py, mask and multihead_attention", "03e4c7ca"),
    ),
    Convention(
        name="allennlp",
        title="AllenNLP masked_softmax, mask: True takes part",
        form=Booleans("read"),
        hiding=Hiding("left out", guard=EmptyRow.ZERO),
        sources=_github("allenai/allennlp allennlp/nn/util.py, masked_softmax", "d47ec534"),
        remarks=("a tiny number in the denominator makes the weights add to slightly less than 1",),
    ),
    Convention(
        name="allennlp-memory-efficient",
        title="AllenNLP masked_softmax with memory_efficient=True, mask: True takes part",
        form=Booleans("read"),
        hiding=Hiding("replaced", LEAST),
        sources=_github("allenai/allennlp allennlp/nn/util.py, masked_softmax", "d47ec534"),
    ),
)
