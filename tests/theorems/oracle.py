"""Masks of index formulas by Python itself, for a few sizes; shares nothing with the code that reads and decides."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor

Rows = list[list[bool]]


def rows(formula: str, T_q: int, T_k: int | None = None, **parameters: int) -> Rows:
    """The mask [T_q, T_k] that a formula in Python's spelling states."""
    T_k = T_q if T_k is None else T_k
    code = compile(formula.replace("/", "//").replace("////", "//"), "formula", "eval")
    known = {"floor": floor, "ceil": ceil, "min": min, "max": max, "abs": abs, "T": T_k, "T_q": T_q, "T_k": T_k}
    return [
        [bool(eval(code, {"__builtins__": {}}, {**known, **parameters, "i": i, "j": j})) for j in range(T_k)]
        for i in range(T_q)
    ]


def leaks(formula: str, T: int) -> Iterator[tuple[int, int]]:
    """The cells above the diagonal that a formula shows."""
    table = rows(formula, T)
    return ((i, j) for i in range(T) for j in range(i + 1, T) if table[i][j])
