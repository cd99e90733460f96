"""One head from its Q, K and V to a trace, and several heads joined: what all kinds of attention have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symattn.door import exact_matrix, exact_number, own_symbols
from symattn.errors import ShapeError
from symattn.exact.alike import Kinds, kinds_of
from symattn.exact.functions import sqrt
from symattn.exact.infinity import MinusInfinity
from symattn.exact.matrix import Entry, ExactMatrix
from symattn.exact.number import Exact
from symattn.exact.polynomials import WorkBudget
from symattn.exact.softmax_rows import Hidden, softmax_rows
from symattn.shapes import at_least
from symattn.softmax import VisibleLike, as_visibility, finite_entries, query_validity, score_views, weight_views
from symattn.trace import Trace
from symattn.visibility import Visibility

Inputs = dict[str, ExactMatrix]


class Setting:
    """What all heads share: visibility, bias, scale, unused queries, the caller's symbols, one budget for cancelling.

    ``inputs`` holds the bias as it was given, where it was.
    """

    def __init__(
        self,
        shape: tuple[int, int],
        *,
        visible: VisibleLike,
        query_valid: Sequence[bool] | None,
        bias: object = None,
        scale: object = None,
        given: Sequence[object] = (),
    ) -> None:
        self.visible = as_visibility(visible, shape)
        self.query_valid = query_validity(query_valid, shape[0])
        self.scale = None if scale is None else exact_number(scale, "scale")
        self.symbols = own_symbols((*given, bias, scale))
        self.budget = WorkBudget()
        self.inputs: Inputs = {} if bias is None else {"bias": exact_matrix(bias, "bias")}
        self._bias = self._finite_bias(shape)

    def _finite_bias(self, shape: tuple[int, int]) -> ExactMatrix | None:
        """The bias without its -oo, which hide keys."""
        bias = self.inputs.get("bias")
        if bias is None:
            return None
        if bias.shape != shape:
            raise ShapeError(f"bias is {list(bias.shape)} but the scores are {list(shape)}: both are [T_q, T_k]")
        self.hide(finite_entries(bias))
        return finite(bias)

    def hide(self, seen: Visibility) -> None:
        """Hide further keys: those that are not seen."""
        self.visible = self.visible & seen

    def stages_from(
        self, scores: ExactMatrix, value: ExactMatrix | None, kinds: Kinds | None = None
    ) -> dict[str, ExactMatrix]:
        """The stages after the scores; `kinds` says which keys are equal."""
        biased, kinds = (scores, kinds) if self._bias is None else (scores + self._bias, None)
        weights = softmax_rows(biased, weight_views(self.visible, self.query_valid), kinds)
        masked = ExactMatrix.of_storage(Hidden(biased, score_views(self.visible)))
        stages = {"masked_scores": masked, "weights": weights}
        if value is not None:
            stages["output"] = weights.times(value, self.budget)
        return stages

    def trace(self, stages: Mapping[str, ExactMatrix], inputs: Inputs | None = None, **more: Any) -> Trace:
        """A trace in this setting."""
        return Trace(
            stages,
            visible=self.visible,
            query_valid=self.query_valid,
            inputs={**self.inputs, **(inputs or {})},
            symbols=self.symbols,
            **more,
        )


def head_trace(
    query: ExactMatrix,
    key: ExactMatrix,
    value: ExactMatrix,
    setting: Setting,
    inputs: Inputs | None = None,
    w_o: ExactMatrix | None = None,
) -> Trace:
    """One head; with w_o its output is `joined`, times w_o."""
    scale = setting.scale if setting.scale is not None else 1 / sqrt(Exact(query.shape[1]))
    dots = query @ key.T
    stages = {"Q": query, "K": key, "V": value, "dots": dots, "scores": dots * scale}
    kinds = None if key.linear is None else kinds_of(key.linear)
    stages.update(setting.stages_from(stages["scores"], value, kinds))
    if w_o is not None:
        stages |= _joined_stages(stages.pop("output"), w_o)
        inputs = {**(inputs or {}), "w_o": w_o}
    return setting.trace(stages, inputs, scale=scale)


def split_trace(
    matrices: Mapping[str, ExactMatrix],
    n_heads: int,
    setting: Setting,
    inputs: Inputs | None = None,
    w_o: ExactMatrix | None = None,
) -> Trace:
    """The heads of Q, K and V that fit, each n_heads parts side by side; one head where that is 1."""
    if at_least(1, n_heads, "n_heads") == 1:
        return head_trace(matrices["Q"], matrices["K"], matrices["V"], setting, inputs, w_o)
    parts = zip(*(_split(matrix, n_heads, name) for name, matrix in matrices.items()), strict=True)
    heads = [head_trace(query, key, value, setting) for query, key, value in parts]
    return joined_trace(heads, setting, {**matrices, **(inputs or {})}, w_o)


def joined_trace(
    heads: Sequence[Trace], setting: Setting, inputs: Inputs | None = None, w_o: ExactMatrix | None = None
) -> Trace:
    """The outputs of heads side by side, times w_o where there is one."""
    stages = _joined_stages(ExactMatrix.beside([head.exact("output") for head in heads]), w_o)
    if w_o is not None:
        inputs = {**(inputs or {}), "w_o": w_o}
    scales = {head.scale.key: head.scale for head in heads if head.scale is not None}
    return setting.trace(stages, inputs, scale=heads[0].scale if len(scales) == 1 else None, heads=heads)


def _joined_stages(joined: ExactMatrix, w_o: ExactMatrix | None) -> dict[str, ExactMatrix]:
    return {"joined": joined, "output": joined if w_o is None else projected(joined, "joined", w_o, "w_o")}


def projected(x: ExactMatrix, name: str, w: ExactMatrix, w_name: str) -> ExactMatrix:
    """x @ w, refused in the words of a projection where it does not fit."""
    if x.shape[1] != w.shape[0]:
        raise ShapeError(
            f"{name} is {list(x.shape)} and {w_name} is {list(w.shape)}: a projection is [d_in, d_out], "
            f"so {w_name} needs {x.shape[1]} rows"
        )
    return x @ w


def check_head(query: ExactMatrix, key: ExactMatrix, value: ExactMatrix, where: str = "") -> None:
    """Refuse Q, K and V that do not fit together."""
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


def finite(matrix: ExactMatrix) -> ExactMatrix:
    """The matrix with 0 for -oo: hidden entries have gone into the visibility by now."""
    if matrix.storage is not None:
        return matrix

    def shown(entry: Entry) -> Exact:
        return Exact(0) if isinstance(entry, MinusInfinity) else entry

    return ExactMatrix([shown(entry) for entry in row] for row in matrix.rows())


__all__ = ["Setting", "check_head", "finite", "head_trace", "joined_trace", "projected", "split_trace"]
