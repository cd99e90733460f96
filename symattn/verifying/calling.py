"""Calling somebody's function: which of a problem's arrays goes to which of its parameters.

Parameters are known by their names, as people write them (Q, q, query, queries; mask, visible, attn_mask ...). A
function with other parameters, other axes or several results is wrapped in a lambda whose parameters have such names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import Any, TypeAlias

from symattn.errors import KindError, StageError
from symattn.exact import ExactMatrix
from symattn.exact.functions import sqrt
from symattn.exact.number import Exact
from symattn.problems import Problem

Function: TypeAlias = Callable[..., Any]

_NAMES: Mapping[str, tuple[str, ...]] = {
    "X": ("x", "inputs", "input", "hidden_states", "tokens"),
    "w_q": ("wq", "weight_q", "query_weight"),
    "w_k": ("wk", "weight_k", "key_weight"),
    "w_v": ("wv", "weight_v", "value_weight"),
    "w_o": ("wo", "weight_o", "output_weight"),
    "Q": ("q", "query", "queries"),
    "K": ("k", "key", "keys"),
    "V": ("v", "value", "values"),
    "scores": ("score", "logits", "s"),
    "bias": ("attn_bias", "attention_bias"),
    "visible": ("mask", "allowed", "attn_mask", "attention_mask", "causal_mask", "visibility", "keep", "m"),
    "hidden": ("forbidden", "masked_out", "drop"),
    "additive": ("additive_mask", "mask_bias"),
    "query_valid": ("valid", "valid_queries"),
    "scale": ("scaling", "sm_scale"),
    "n_heads": ("num_heads", "heads", "h", "nheads"),
}
_MEANING = {alias: name for name, aliases in _NAMES.items() for alias in (name.lower(), *aliases)}
_STARRED = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)


def given_to(problem: Problem) -> dict[str, Any]:
    """Everything of a problem (no batch) that a function can be given, as arrays, by name.

    Matrices are exact arrays. ``visible`` [T_q, T_k] is True where a key may be read, ``hidden`` the opposite,
    ``additive`` 0 and -inf. Where X and projections are given, Q, K and V of a single head are there too.
    """
    import numpy as np

    from symattn.verifying.arrays import exact_array

    assert problem.visible is not None, "every record says who reads whom"
    visible = np.array(problem.visible.rows, dtype=bool)
    matrices = {**_projected(problem), **{name: m for name, m in problem.arrays.items() if "." not in name}}
    found: dict[str, Any] = {name: exact_array(matrix) for name, matrix in matrices.items()}
    found |= {
        "visible": visible,
        "hidden": ~visible,
        "additive": np.where(visible, 0.0, -np.inf),
        "query_valid": np.array(problem.query_valid or (True,) * visible.shape[0]),
        "n_heads": problem.n_heads,
    }
    if problem.scale is not None or "Q" in matrices:
        width = matrices["Q"].shape[1] // problem.n_heads if "Q" in matrices else 1
        scale = problem.scale if problem.scale is not None else 1 / sqrt(Exact(width))
        found["scale"] = exact_array(scale)[()]
    return found


def _projected(problem: Problem) -> dict[str, ExactMatrix]:
    """Q, K and V where the problem gives X and one set of projections."""
    if problem.X is None or problem.w_q is None or problem.w_k is None or problem.w_v is None:
        return {}
    return {"Q": problem.X @ problem.w_q, "K": problem.X @ problem.w_k, "V": problem.X @ problem.w_v}


def call_of(function: Function, given: Mapping[str, Any]) -> Callable[[], Any]:
    """The call, ready to be made. Errors: KindError for a parameter without a default whose name says nothing."""
    try:
        parameters = signature(function).parameters.values()
    except (TypeError, ValueError):
        raise KindError(f"{name_of(function)} does not show its parameters: wrap it, as in {_WRAPPED}") from None
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for parameter in parameters:
        if parameter.kind in _STARRED:
            continue
        meaning = _MEANING.get(parameter.name.lower(), "")
        if meaning not in given:
            if parameter.default is not Parameter.empty:
                continue
            raise KindError(_unknown(function, parameter.name, meaning, given))
        if parameter.kind is Parameter.POSITIONAL_ONLY:
            positional.append(given[meaning])
        else:
            named[parameter.name] = given[meaning]
    return lambda: function(*positional, **named)


_WRAPPED = "lambda Q, K, V, visible: attend(Q[None], K[None], V[None], ~visible)[0]"


def _unknown(function: Function, name: str, meaning: str, given: Mapping[str, Any]) -> str:
    known = ", ".join(given)
    if meaning:
        return f"{name_of(function)} asks for {name}, which this problem does not give: it gives {known}"
    return f"the parameter {name} of {name_of(function)} is not known: wrap it, as in {_WRAPPED}; known are {known}"


def name_of(function: Function) -> str:
    """What a function is called."""
    return str(getattr(function, "__name__", type(function).__name__))


def stage_asked(problem: Problem, stage: str | None) -> str:
    """The stage that a function is held against: the one asked, else the output, else the weights."""
    if stage is not None:
        if stage not in ("weights", "output", "scores", "dots", "masked_scores", "joined"):
            raise StageError(f"a function is not compared with the stage {stage!r}: write weights or output")
        return stage
    return "weights" if problem.scores is not None and problem.V is None else "output"


__all__ = ["Function", "call_of", "given_to", "name_of", "stage_asked"]
