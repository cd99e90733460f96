"""JAX, Flax and Keras."""

from __future__ import annotations

from symattn.conventions.fills import LEAST, EmptyRow, fixed
from symattn.conventions.flags import CausalFlag
from symattn.conventions.forms import Booleans
from symattn.conventions.rules import Convention, Hiding, Source
from symattn.conventions.windows import PairWindow
from symattn.visibility import TOP_LEFT

_JAX = Source("jax/_src/nn/functions.py: dot_product_attention, _get_large_negative", "JAX 0.10.2")
_FLAX = Source("flax/linen/attention.py and flax/nnx/nn/attention.py, dot_product_attention_weights", "Flax 0.12.8")
_KERAS = "Keras 3.15.1"
_KERAS_LAYER = Source("keras/src/layers/attention/multi_head_attention.py", _KERAS)
_KERAS_BACKENDS = Source("keras/src/backend/{jax,tensorflow,torch}/nn.py, dot_product_attention", _KERAS)
_KERAS_SOFTMAX = "keras/src/layers/activations/softmax.py"

_SEVEN_TENTHS = fixed(-238_197_632_505_765_400_042_357_716_465_536_204_800)  # -0.7 times float32's largest, in float32
_JAX_HIDING = Hiding("replaced", _SEVEN_TENTHS, fill_dtype="float32")
_KERAS_FILL = fixed(-(10**9), float16=-30_000)
_FUSED_REMARK = "with return_attention_scores=True a row without a visible key gives 0 (keras-scores)"

CONVENTIONS = (
    Convention(
        name="jax",
        title="jax.nn.dot_product_attention, mask: True takes part",
        form=Booleans("read"),
        hiding=_JAX_HIDING,
        grouping="interleave",
        sources=(_JAX,),
        remarks=("an additive mask goes into bias, where a row of -inf gives NaN",),
    ),
    Convention(
        name="jax-causal",
        title="jax.nn.dot_product_attention, is_causal: aligned at the top left",
        form=CausalFlag("is_causal", TOP_LEFT),
        hiding=_JAX_HIDING,
        grouping="interleave",
        sources=(_JAX,),
    ),
    Convention(
        name="jax-window",
        title="jax.nn.dot_product_attention, local_window_size: (left, right), the position itself not counted",
        form=PairWindow(("local_window_size",), TOP_LEFT, flag="is_causal", unlimited=None),
        hiding=_JAX_HIDING,
        grouping="interleave",
        sources=(_JAX,),
        remarks=("earlier versions ignored the window where no other mask was given",),
    ),
    Convention(
        name="flax",
        title="Flax dot_product_attention and MultiHeadDotProductAttention, mask: True takes part",
        form=Booleans("read"),
        hiding=Hiding("replaced", LEAST),
        sources=(_FLAX,),
    ),
    Convention(
        name="keras",
        title="Keras MultiHeadAttention, attention_mask: True takes part",
        form=Booleans("read"),
        hiding=Hiding("replaced", _SEVEN_TENTHS, guard=EmptyRow.UNIFORM, fill_dtype="float32"),
        grouping="interleave",
        sources=(_KERAS_LAYER, _KERAS_BACKENDS),
        remarks=(_FUSED_REMARK, "the PyTorch backend adds the fill; it swallows every usual score all the same"),
    ),
    Convention(
        name="keras-scores",
        title="Keras MultiHeadAttention with return_attention_scores=True, attention_mask: True takes part",
        form=Booleans("read"),
        hiding=Hiding("replaced", _KERAS_FILL, guard=EmptyRow.ZERO),
        sources=(_KERAS_LAYER, Source(_KERAS_SOFTMAX, _KERAS)),
        remarks=("without the scores the fused path gives a uniform row (keras)",),
    ),
    Convention(
        name="keras-causal",
        title="Keras MultiHeadAttention, use_causal_mask: aligned at the top left",
        form=CausalFlag("use_causal_mask", TOP_LEFT),
        hiding=Hiding("replaced", _SEVEN_TENTHS, guard=EmptyRow.UNIFORM, fill_dtype="float32"),
        grouping="interleave",
        sources=(_KERAS_LAYER,),
    ),
    Convention(
        name="keras-3.0",
        title="Keras 3.0 MultiHeadAttention, attention_mask: True takes part, the fill is added",
        form=Booleans("read"),
        hiding=Hiding("added", _KERAS_FILL),
        sources=(Source(_KERAS_SOFTMAX, "Keras 3.0.0"),),
    ),
)
