"""Relations for the tests of conventions: every one of a small size, and the named families up to 8 x 8."""

from __future__ import annotations

from collections.abc import Iterator

from symattn.visibility import BOTTOM_RIGHT, TOP_LEFT, Visibility, causal, full, packed, padding, prefix, window

SMALL_SHAPES = [(T_q, T_k) for T_q in range(1, 10) for T_k in range(1, 10) if T_q * T_k <= 9]


def all_relations(T_q: int, T_k: int) -> Iterator[Visibility]:
    """All 2^(T_q T_k) of them."""
    for number in range(1 << T_q * T_k):
        yield Visibility(tuple(number >> i * T_k & (1 << T_k) - 1 for i in range(T_q)), T_k)


def families() -> Iterator[tuple[str, Visibility]]:
    """Causal, windows, prefixes, padding and packed records, alone and combined, up to 8 x 8."""
    for T_q in range(1, 9):
        for T_k in range(1, 9):
            yield f"full {T_q} x {T_k}", full(T_q, T_k)
            for align in (TOP_LEFT, BOTTOM_RIGHT):
                yield f"causal {T_q} x {T_k} {align}", causal(T_q, T_k, align=align)
            for length in range(T_k + 1):
                yield f"padding {length} of {T_q} x {T_k}", padding(length, T_k, T_q)
    for T in range(1, 9):
        for left in range(T + 1):
            for right in range(T + 1):
                yield f"window {left}, {right} of {T}", window(T, left, right)
            yield f"causal window {left} of {T}", window(T, left, 0) & padding(T - 1 or 1, T)
        for n in range(T + 1):
            yield f"prefix {n} of {T}", prefix(T, n)
        for first in range(1, T):
            yield f"packed {first}, {T - first}", packed([first, T - first])
            yield f"packed causal {first}, {T - first}", packed([first, T - first]) & causal(T)
