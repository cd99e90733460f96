"""Integer relations between real numbers, suggested by lattice reduction (LLL); whoever uses one must verify it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import arb, fmpz_mat

from symattn.exact.enclosures import Ball, precision

SPARE_BITS = 100


def integer_near(ball: Ball, bits: int) -> int | None:
    """An integer near ball * 2^bits, when the ball is narrow enough for one to be meant."""
    with precision(bits + 128):
        scaled = ball * arb(2) ** bits
        if not scaled.is_finite() or scaled.rad() > 1:
            return None
        found = scaled.mid().floor().unique_fmpz()
        return None if found is None else int(found)


def integer_relations(values: Sequence[int]) -> Iterator[list[int]]:
    """Small integers c with c[0] > 0 and sum c[i] * values[i] nearly 0; the values are numbers times a power of 2.

    >>> next(integer_relations([round(1.5 * 2**200), 2**200]))
    [2, -3]
    """
    size = len(values)
    rows = [[int(i == j) for j in range(size)] + [value] for i, value in enumerate(values)]
    for row in fmpz_mat(rows).lll().tolist():
        *found, rest = map(int, row)
        if found[0] and abs(rest).bit_length() < SPARE_BITS // 2:
            yield found if found[0] > 0 else [-c for c in found]
