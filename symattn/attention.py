"""Attention from its inputs to its outputs, every stage exact.

Row vectors: rows are queries, columns of scores are keys, a projection is [d_in, d_out]. Scores are scale * Q K^T
(default scale 1/sqrt(d_head)); an additive bias and the mask enter before the softmax; heads are joined side by side
and multiplied by w_o. A leading batch axis gives a list of traces. Source: Vaswani et al. 2017, equation 1 and
section 3.2.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from symattn.batch import for_each_record, is_batch
from symattn.door import exact_matrix
from symattn.errors import KindError, ShapeError
from symattn.exact.matrix import ExactMatrix
from symattn.heads import Setting, check_head, finite, head_trace, joined_trace, projected, split_trace
from symattn.nesting import listed
from symattn.softmax import VisibleLike, finite_entries
from symattn.trace import Trace

Head: TypeAlias = Sequence[object]
# A list of traces for a batch; `| Any` spares those without a batch a check at every use.
AnyTrace: TypeAlias = Trace | Any


def attention(
    Q: object,
    K: object,
    V: object,
    *,
    visible: VisibleLike = None,
    scale: object = None,
    bias: object = None,
    query_valid: Sequence[bool] | None = None,
    n_heads: int = 1,
) -> AnyTrace:
    """Attention of Q [T_q, d], K [T_k, d], V [T_k, d_value]: weights [T_q, T_k], output [T_q, d_value].

    >>> trace = attention([[1], [0]], [[1], [0]], [[1], [0]], visible="causal")
    >>> trace.exact("weights").text(), trace.exact("output").text()
    ('[[1, 0], [1/2, 1/2]]', '[[1], [1/2]]')

    `n_heads` splits the columns of Q, K and V into equal heads. With a leading batch axis on all three the result is a
    list of traces, one a record. Errors: ShapeError where sizes do not fit, EmptyRowError for a valid query without a
    visible key. Source: Vaswani et al. 2017, equation 1.
    """
    records = for_each_record(
        attention, {"Q": Q, "K": K, "V": V}, visible, query_valid, bias, scale=scale, n_heads=n_heads
    )
    if records is not None:
        return records
    matrices = {"Q": exact_matrix(Q, "Q"), "K": exact_matrix(K, "K"), "V": exact_matrix(V, "V")}
    check_head(matrices["Q"], matrices["K"], matrices["V"])
    setting = Setting(
        (matrices["Q"].shape[0], matrices["K"].shape[0]),
        visible=visible,
        query_valid=query_valid,
        bias=bias,
        scale=scale,
        given=(Q, K, V),
    )
    return split_trace(matrices, n_heads, setting)


def attention_from_scores(
    scores: object,
    V: object = None,
    *,
    visible: VisibleLike = None,
    bias: object = None,
    query_valid: Sequence[bool] | None = None,
) -> AnyTrace:
    """Attention from scores [T_q, T_k] as given: masked scores, weights, and with V [T_k, d_value] the output.

    >>> attention_from_scores([[0, "ln 99"]], [["1/2"], [1]]).exact("output").text()
    '[[199/200]]'

    Entries of -oo in the scores are hidden keys; no scale enters. With a leading batch axis the result is a list of
    traces. Errors: ShapeError where sizes do not fit, EmptyRowError for a valid query without a visible key.
    """
    arrays = {"scores": scores} if V is None else {"scores": scores, "V": V}
    records = for_each_record(attention_from_scores, arrays, visible, query_valid, bias)
    if records is not None:
        return records
    matrix = exact_matrix(scores, "scores")
    setting = Setting(matrix.shape, visible=visible, query_valid=query_valid, bias=bias, given=(scores, V))
    setting.hide(finite_entries(matrix))
    value = None if V is None else exact_matrix(V, "V")
    if value is not None and value.shape[0] != matrix.shape[1]:
        raise ShapeError(f"V has {value.shape[0]} rows, but scores have {matrix.shape[1]} columns: one value a key")
    stages = {"scores": matrix} if value is None else {"V": value, "scores": matrix}
    return setting.trace({**stages, **setting.stages_from(finite(matrix), value)})


def self_attention(
    X: object,
    w_q: object,
    w_k: object,
    w_v: object,
    *,
    w_o: object = None,
    n_heads: int = 1,
    visible: VisibleLike = None,
    scale: object = None,
    bias: object = None,
    query_valid: Sequence[bool] | None = None,
) -> AnyTrace:
    """Attention of X [T, d_model] with itself through w_q, w_k [d_model, d] and w_v [d_model, d_value].

    >>> X = [[1, 0], [0, 1]]
    >>> self_attention(X, X, X, X, scale=1, visible="causal").exact("weights")[1, 1]
    Exact('e/(e + 1)')

    `n_heads` splits the projected columns; `w_o` [n_heads * d_value, d_out] multiplies the joined heads. With a leading
    batch axis on X the result is a list of traces. Errors: ShapeError where sizes do not fit, EmptyRowError for a valid
    query without a visible key. Source: Vaswani et al. 2017, sections 3.2.2 and 3.2.3.
    """
    if is_batch(X):
        shared = {"w_q": w_q, "w_k": w_k, "w_v": w_v, "w_o": w_o, "n_heads": n_heads, "scale": scale}
        records = for_each_record(self_attention, {"X": X}, visible, query_valid, bias, **shared)
        assert records is not None
        return records
    x = exact_matrix(X, "X")
    inputs = _projections((w_q, w_k, w_v))
    matrices = {name: projected(x, "X", inputs[w], w) for name, w in (("Q", "w_q"), ("K", "w_k"), ("V", "w_v"))}
    check_head(matrices["Q"], matrices["K"], matrices["V"])
    size = x.shape[0]
    setting = Setting(
        (size, size),
        visible=visible,
        query_valid=query_valid,
        bias=bias,
        scale=scale,
        given=(X, w_q, w_k, w_v, w_o),
    )
    out = None if w_o is None else exact_matrix(w_o, "w_o")
    return split_trace(matrices, n_heads, setting, {"X": x, **inputs}, out)


def multi_head(
    X: object,
    heads: Sequence[Head],
    w_o: object = None,
    *,
    visible: VisibleLike = None,
    scale: object = None,
    bias: object = None,
    query_valid: Sequence[bool] | None = None,
) -> AnyTrace:
    """Several heads over X [T, d_model], each (w_q, w_k, w_v); outputs side by side are `joined`, then times w_o.

    >>> heads = [([[1], [0]],) * 3, ([[0], [1]],) * 3]
    >>> multi_head([[1, 0], [0, 1], [1, 1]], heads, visible="causal").exact("joined")[2, 0]
    Exact('2*e/(2*e + 1)')

    The default scale is that of each head, 1/sqrt(its width). With a leading batch axis on X the result is a list of
    traces. Errors: ShapeError where sizes do not fit, EmptyRowError for a valid query without a visible key. Source:
    Vaswani et al. 2017, section 3.2.2.
    """
    if is_batch(X):
        fixed = {"heads": heads, "w_o": w_o, "scale": scale}
        records = for_each_record(multi_head, {"X": X}, visible, query_valid, bias, **fixed)
        assert records is not None
        return records
    if listed(heads) is None:
        raise KindError(f"heads is {heads!r}: give a list of heads, each (w_q, w_k, w_v)")
    if not heads:
        raise ShapeError("multi_head needs at least one head (w_q, w_k, w_v)")
    for number, head in enumerate(heads, start=1):
        if listed(head) is None:
            raise KindError(f"head {number} is {head!r}: give its three projections, (w_q, w_k, w_v)")
    x = exact_matrix(X, "X")
    size = x.shape[0]
    given = (X, *(w for head in heads for w in head), w_o)
    setting = Setting((size, size), visible=visible, query_valid=query_valid, bias=bias, scale=scale, given=given)
    traces = [_projected_head(x, head, f"head {number}", setting) for number, head in enumerate(heads, start=1)]
    out = None if w_o is None else exact_matrix(w_o, "w_o")
    return joined_trace(traces, setting, {"X": x}, out)


def _projected_head(x: ExactMatrix, head: Head, name: str, setting: Setting) -> Trace:
    """A head with projections of its own; `name` is what errors call it."""
    if len(head) != 3:
        raise ShapeError(f"{name} has {len(head)} projections: give (w_q, w_k, w_v)")
    inputs = _projections(head, f"{name}'s ")
    query, key, value = (projected(x, "X", w, f"{name}'s {w_name}") for w_name, w in inputs.items())
    check_head(query, key, value, f"{name}: ")
    return head_trace(query, key, value, setting, {"X": x, **inputs})


def _projections(given: Sequence[object], where: str = "") -> dict[str, ExactMatrix]:
    return {name: exact_matrix(w, f"{where}{name}") for name, w in zip(("w_q", "w_k", "w_v"), given, strict=True)}


__all__ = ["attention", "attention_from_scores", "multi_head", "self_attention"]
