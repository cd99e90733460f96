"""Certified output of all weights and outputs of a head: decimals and binary floats.

Each is one entry of `OUTPUTS`: a name, and what turns a matrix into certified numbers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

from benchmarks.floor import rows
from benchmarks.heads import head
from benchmarks.peers import by_arb, by_mpmath, by_symattn

CALLS = 3


def _decimals(places: int) -> Callable[[Any], Any]:
    return lambda matrix: matrix.decimal(places)


def _floats(format_: str) -> Callable[[Any], Any]:
    def rounded(matrix: Any) -> Any:
        from symattn.exact.floats import nearest_floats

        return nearest_floats(matrix, format_)

    return rounded


OUTPUTS: dict[str, Callable[[Any], Any]] = {
    "6 decimal places": _decimals(6),
    "30 decimal places": _decimals(30),
    "binary64": _floats("binary64"),
    "binary16": _floats("binary16"),
}


def measure(output: str, kind: str, size: int) -> dict[str, Any]:
    """Seconds of the output alone, of the exact mathematics, of the floor, and of Arb's and mpmath's 50 digits."""
    columns: dict[str, list[float]] = {name: [] for name in ("output", "exact", "floor", "arb", "mpmath")}
    for seed in range(1, CALLS + 1):
        given = head(kind, size, seed)
        exact = _timed(columns["exact"], by_symattn, given)
        _timed(columns["output"], lambda pair: [OUTPUTS[output](matrix) for matrix in pair], exact)
        _timed(columns["floor"], rows, given)
        _timed(columns["arb"], by_arb, given)
        _timed(columns["mpmath"], by_mpmath, given)
    return {name: median(times) for name, times in columns.items()}


def _timed(times: list[float], call: Callable[[Any], Any], argument: Any) -> Any:
    start = time.perf_counter()
    result = call(argument)
    times.append(time.perf_counter() - start)
    return result
