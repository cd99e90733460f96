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
from symattn.door import exact_matrix, exact_number, own_symbols
from symattn.errors import ShapeError
from symattn.exact.functions import sqrt
from symattn.exact.infinity import MinusInfinity
from symattn.exact.matrix import Entry, ExactMatrix
from symattn.exact.number import Exact
from symattn.exact.polynomials import WorkBudget
from symattn.exact.softmax_rows import Hidden, softmax_rows
from symattn.softmax import VisibleLike, as_visibility, finite_entries, query_validity, score_views, weight_views
from symattn.trace import Trace
from symattn.visibility import Visibility

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
    list of traces, one a record. Errors: ShapeError where sizes do not fit, EmptyRowError
    for a valid query without a visible key.
    """
    records = for_each_record(
        attention, {"Q": Q, "K": K, "V": V}, visible, query_valid, bias, scale=scale, n_heads=n_heads
    )
    if records is not None:
        return records
    query, key, value = exact_matrix(Q, "Q"), exact_matrix(K, "K"), exact_matrix(V, "V")
    _check_head(query, key, value)
    inputs = {} if bias is None else {"bias": exact_matrix(bias, "bias")}
    setting = _Setting.of((query.shape[0], key.shape[0]), visible, scale, inputs.get("bias"), query_valid)
    given = (Q, K, V, scale, bias)
    if n_heads == 1:
        return _remembering(_head(query, key, value, setting, inputs), given)
    heads = [
        _head(q, k, v, setting, inputs)
        for q, k, v in zip(
            *(_split(m, n_heads, name) for m, name in ((query, "Q"), (key, "K"), (value, "V"))), strict=True
        )
    ]
    return _remembering(_joined(heads, None, setting, {**inputs, "Q": query, "K": key, "V": value}), given)


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

    Entries of -oo in the scores are hidden keys.
    """
    arrays = {"scores": scores} if V is None else {"scores": scores, "V": V}
    records = for_each_record(attention_from_scores, arrays, visible, query_valid, bias)
    if records is not None:
        return records
    matrix = exact_matrix(scores, "scores")
    inputs = {} if bias is None else {"bias": exact_matrix(bias, "bias")}
    setting = _Setting.of(matrix.shape, visible, None, inputs.get("bias"), query_valid)
    setting = setting.hiding(finite_entries(matrix))
    value = None if V is None else exact_matrix(V, "V")
    if value is not None and value.shape[0] != matrix.shape[1]:
        raise ShapeError(f"V has {value.shape[0]} rows, but scores have {matrix.shape[1]} columns: one value a key")
    stages = {"scores": matrix} if value is None else {"V": value, "scores": matrix}
    stages.update(setting.finish(_finite(matrix), value))
    trace = Trace(stages, visible=setting.visible, query_valid=setting.query_valid, inputs=inputs)
    return _remembering(trace, (scores, V, bias))


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

    `n_heads` splits the projected columns; `w_o` [n_heads * d_value, d_out] multiplies the joined heads.
    """
    if is_batch(X):
        shared = {"w_q": w_q, "w_k": w_k, "w_v": w_v, "w_o": w_o, "n_heads": n_heads, "scale": scale}
        records = for_each_record(self_attention, {"X": X}, visible, query_valid, bias, **shared)
        assert records is not None
        return records
    x = exact_matrix(X, "X")
    inputs = {name: exact_matrix(w, name) for name, w in (("w_q", w_q), ("w_k", w_k), ("w_v", w_v))}
    projected = {name: _projected(x, "X", inputs[w], w) for name, w in (("Q", "w_q"), ("K", "w_k"), ("V", "w_v"))}
    trace = attention(
        *projected.values(), visible=visible, scale=scale, bias=bias, query_valid=query_valid, n_heads=n_heads
    )
    out = None if w_o is None else exact_matrix(w_o, "w_o")
    trace.inputs.update({"X": x, **inputs})
    trace = trace if out is None else _with_output_projection(trace, out)
    return _remembering(trace, (X, w_q, w_k, w_v, w_o, scale, bias))


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

    The default scale is that of each head, 1/sqrt(its width).
    """
    if is_batch(X):
        fixed = {"heads": heads, "w_o": w_o, "scale": scale}
        records = for_each_record(multi_head, {"X": X}, visible, query_valid, bias, **fixed)
        assert records is not None
        return records
    x = exact_matrix(X, "X")
    shared = {} if bias is None else {"bias": exact_matrix(bias, "bias")}
    size = x.shape[0]
    setting = _Setting.of((size, size), visible, scale, shared.get("bias"), query_valid)
    if not heads:
        raise ShapeError("multi_head needs at least one head (w_q, w_k, w_v)")
    traces = []
    for number, head in enumerate(heads, start=1):
        if len(head) != 3:
            raise ShapeError(f"head {number} has {len(head)} projections: give (w_q, w_k, w_v)")
        inputs = {
            name: exact_matrix(w, f"head {number}'s {name}")
            for name, w in zip(("w_q", "w_k", "w_v"), head, strict=True)
        }
        query, key, value = (_projected(x, "X", w, f"head {number}'s {name}") for name, w in inputs.items())
        _check_head(query, key, value, f"head {number}: ")
        traces.append(_head(query, key, value, setting, {**shared, "X": x, **inputs}))
    out = None if w_o is None else exact_matrix(w_o, "w_o")
    projections = [w for head in heads for w in head]
    return _remembering(_joined(traces, out, setting, {**shared, "X": x}), (X, *projections, w_o, scale, bias))


class _Setting:
    """What all heads share: visibility, bias, scale, unused queries, and one budget for cancelling."""

    def __init__(
        self, visible: Visibility, scale: Exact | None, bias: ExactMatrix | None, query_valid: tuple[bool, ...]
    ) -> None:
        self.visible = visible
        self.scale = scale
        self.bias = bias
        self.query_valid = query_valid
        self.budget = WorkBudget()  # one for all heads

    @classmethod
    def of(
        cls,
        shape: tuple[int, int],
        visible: VisibleLike,
        scale: object,
        bias: ExactMatrix | None,
        query_valid: Sequence[bool] | None,
    ) -> _Setting:
        relation = as_visibility(visible, shape)
        if bias is not None:
            if bias.shape != shape:
                raise ShapeError(f"bias is {list(bias.shape)} but the scores are {list(shape)}: both are [T_q, T_k]")
            relation = relation & finite_entries(bias)
            bias = _finite(bias)
        number = None if scale is None else exact_number(scale, "scale")
        return cls(relation, number, bias, query_validity(query_valid, shape[0]))

    def hiding(self, seen: Visibility) -> _Setting:
        """The same with further keys hidden."""
        return _Setting(self.visible & seen, self.scale, self.bias, self.query_valid)

    def finish(self, scores: ExactMatrix, value: ExactMatrix | None) -> dict[str, ExactMatrix]:
        """The stages from scores on."""
        biased = scores if self.bias is None else scores + self.bias
        weights = softmax_rows(biased, weight_views(self.visible, self.query_valid))
        masked = ExactMatrix.of_storage(Hidden(biased, score_views(self.visible)))
        stages = {"masked_scores": masked, "weights": weights}
        if value is not None:
            stages["output"] = weights.times(value, self.budget)
        return stages


def _head(
    query: ExactMatrix, key: ExactMatrix, value: ExactMatrix, setting: _Setting, inputs: dict[str, ExactMatrix]
) -> Trace:
    scale = setting.scale if setting.scale is not None else 1 / sqrt(Exact(query.shape[1]))
    dots = query @ key.T
    stages = {"Q": query, "K": key, "V": value, "dots": dots, "scores": dots * scale}
    stages.update(setting.finish(stages["scores"], value))
    return Trace(stages, visible=setting.visible, query_valid=setting.query_valid, scale=scale, inputs=inputs)


def _joined(
    heads: Sequence[Trace], w_o: ExactMatrix | None, setting: _Setting, inputs: dict[str, ExactMatrix]
) -> Trace:
    joined = ExactMatrix.beside([head.exact("output") for head in heads])
    stages = {"joined": joined, "output": joined if w_o is None else _projected(joined, "joined", w_o, "w_o")}
    if w_o is not None:
        inputs = {**inputs, "w_o": w_o}
    scales = {head.scale.text() for head in heads if head.scale is not None}
    scale = heads[0].scale if len(scales) == 1 else None
    return Trace(
        stages, visible=setting.visible, query_valid=setting.query_valid, scale=scale, inputs=inputs, heads=heads
    )


def _remembering(trace: Trace, given: Sequence[object]) -> Trace:
    """The trace with the caller's own SymPy symbols, so that its SymPy stages are written in them."""
    symbols = own_symbols(given)
    for one in (trace, *trace.heads):
        one.symbols.update(symbols)
    return trace


def _with_output_projection(trace: Trace, w_o: ExactMatrix) -> AnyTrace:
    """The trace with `joined` (what the heads gave) and `output` = joined @ w_o."""
    own = {name: trace.exact(name) for name in trace.stage_names if "." not in name}
    joined = own.pop("output")
    own["joined"] = joined
    own["output"] = _projected(joined, "joined", w_o, "w_o")
    return Trace(
        own,
        visible=trace.visible,
        query_valid=trace.query_valid,
        scale=trace.scale,
        inputs={**trace.inputs, "w_o": w_o},
        heads=trace.heads,
    )


def _projected(x: ExactMatrix, name: str, w: ExactMatrix, w_name: str) -> ExactMatrix:
    if x.shape[1] != w.shape[0]:
        raise ShapeError(
            f"{name} is {list(x.shape)} and {w_name} is {list(w.shape)}: a projection is [d_in, d_out], "
            f"so {w_name} needs {x.shape[1]} rows"
        )
    return x @ w


def _check_head(query: ExactMatrix, key: ExactMatrix, value: ExactMatrix, where: str = "") -> None:
    if query.shape[1] != key.shape[1]:
        raise ShapeError(
            f"{where}Q is {list(query.shape)} and K is {list(key.shape)}: both need the same number of columns"
        )
    if key.shape[0] != value.shape[0]:
        raise ShapeError(
            f"{where}K is {list(key.shape)} and V is {list(value.shape)}: each key needs one value (their rows)"
        )


def _split(matrix: ExactMatrix, n_heads: int, name: str) -> list[ExactMatrix]:
    """The columns in n equal parts."""
    width = matrix.shape[1]
    if n_heads < 1 or width % n_heads:
        raise ShapeError(f"{name} has {width} columns, which do not split into {n_heads} equal heads")
    step = width // n_heads
    return [matrix.columns(start, start + step) for start in range(0, width, step)]


def _finite(matrix: ExactMatrix) -> ExactMatrix:
    """The matrix with 0 for -oo: hidden entries have gone into the visibility by now."""
    if matrix.storage is not None:
        return matrix

    def shown(entry: Entry) -> Exact:
        return Exact(0) if isinstance(entry, MinusInfinity) else entry

    return ExactMatrix([shown(entry) for entry in row] for row in matrix.rows())


__all__ = ["attention", "attention_from_scores", "multi_head", "self_attention"]
