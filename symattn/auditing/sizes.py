"""How large numbers are, as whole units of the last of so many places: to find what is near, before any proof."""

from __future__ import annotations

from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.exact.decimals import by_rows, round_half_away, rounded_ball, rounded_integer

PLACES = 24
ONE: int = 10**PLACES
BOUNDLESS = 10**30 * ONE  # stands for what has no decimals
_BITS = 96 + 4 * PLACES


def size_in_units(value: Exact | MinusInfinity) -> int | None:
    """A number in units; None for -oo.

    >>> size_in_units(Exact(3) / 2) == 15 * ONE // 10
    True
    """
    if isinstance(value, MinusInfinity):
        return None
    known = value.as_fraction()
    if known is not None:
        return round_half_away(known * ONE)
    try:
        return rounded_integer(value, PLACES)
    except SymattnError:
        return BOUNDLESS


def sizes_of(matrix: ExactMatrix) -> list[list[int | None]]:
    """The entries in units, row by row; what the entries of a row share is calculated once."""
    return by_rows(matrix, _BITS, lambda ball: rounded_ball(ball, PLACES, _BITS), size_in_units)


__all__ = ["BOUNDLESS", "ONE", "size_in_units", "sizes_of"]
