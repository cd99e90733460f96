"""The axes of a usual implementation and what its score array costs: counts only, no values.

B records, T positions, model width C, H heads of width d = C / H. Reshaping groups coordinates and transposing
relocates an axis; the stages of ``head_shapes`` show where each happens.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from types import MappingProxyType
from typing import SupportsIndex

from symattn.errors import FloatError, ShapeError

ITEM_BYTES: Mapping[str, int] = MappingProxyType({"float64": 8, "float32": 4, "float16": 2, "bfloat16": 2})


def head_width(C: int, H: int) -> int:
    """The width d of each of H equal heads that share a model width C.

    >>> head_width(16, 2)
    8

    Errors: ShapeError when H does not divide C.
    """
    C, H = _size(C, "C"), _size(H, "H")
    if C % H:
        raise ShapeError(
            f"model width C = {C} does not split into H = {H} equal heads: choose H among the divisors of {C}"
        )
    return C // H


def head_shapes(B: int, T: int, C: int, H: int) -> dict[str, tuple[int, ...]]:
    """The shape of each stage of multi-head self-attention, in order of calculation, from [B, T, C] back to [B, T, C].

    >>> for stage, shape in head_shapes(1, 3, 16, 2).items():
    ...     print(f"{stage}: {list(shape)}")
    input: [1, 3, 16]
    projected: [1, 3, 16]
    reshaped: [1, 3, 2, 8]
    transposed: [1, 2, 3, 8]
    scores: [1, 2, 3, 3]
    visible: [1, 1, 3, 3]
    weights: [1, 2, 3, 3]
    head outputs: [1, 2, 3, 8]
    transposed back: [1, 3, 2, 8]
    joined: [1, 3, 16]
    w_o: [16, 16]
    output: [1, 3, 16]

    "projected" to "transposed" hold for Q, K and V alike; "visible" broadcasts one relation over the heads. Errors:
    ShapeError when H does not divide C or a size is below 1.
    """
    B, T, d = _size(B, "B"), _size(T, "T"), head_width(C, H)
    return {
        "input": (B, T, C),
        "projected": (B, T, C),
        "reshaped": (B, T, H, d),
        "transposed": (B, H, T, d),
        "scores": (B, H, T, T),
        "visible": (B, 1, T, T),
        "weights": (B, H, T, T),
        "head outputs": (B, H, T, d),
        "transposed back": (B, T, H, d),
        "joined": (B, T, C),
        "w_o": (C, C),
        "output": (B, T, C),
    }


def score_count(B: int, H: int, T: int) -> int:
    """How many numbers the explicit score array [B, H, T, T] holds: B H T^2.

    >>> score_count(1, 2, 3), score_count(1, 2, 6)
    (18, 72)
    """
    return _size(B, "B") * _size(H, "H") * _size(T, "T") ** 2


def score_bytes(B: int, H: int, T: int, item_bytes: int | str = 8) -> int:
    """How many bytes the score array [B, H, T, T] takes, each number a size in bytes or a format such as "float32".

    >>> score_bytes(1, 2, 3), score_bytes(1, 2, 3, "bfloat16")
    (144, 36)

    An array's size, not a running time or the memory of training. Errors: ShapeError when the format is not known.
    """
    return score_count(B, H, T) * _item_bytes(item_bytes)


def _item_bytes(item_bytes: int | str) -> int:
    if not isinstance(item_bytes, str):
        return _size(item_bytes, "item_bytes")
    if item_bytes not in ITEM_BYTES:
        raise ShapeError(f'no number format "{item_bytes}" is known: write {", ".join(ITEM_BYTES)} or a size in bytes')
    return ITEM_BYTES[item_bytes]


def _size(value: object, name: str) -> int:
    return at_least(1, value, name)


def at_least(lowest: int, value: object, name: str) -> int:
    """The whole number called ``name``, checked to be no less than ``lowest``; floats and Booleans are refused."""
    if isinstance(value, float):
        raise FloatError(f"{name} is the float {value!r}: write a whole number")
    if isinstance(value, bool) or not isinstance(value, SupportsIndex) or index(value) < lowest:
        raise ShapeError(f"{name} is {value!r}: write a whole number of at least {lowest}")
    return index(value)
