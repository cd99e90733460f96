"""The words for two certified enclosures that are disjoint: digits of which everybody sees that they differ."""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, Context
from typing import TYPE_CHECKING

from symattn.exact.enclosures import Ball, enclose_both, precision

if TYPE_CHECKING:
    from symattn.exact.number import Exact

DIGITS = (20, 40, 80)  # shown of both; where even these are the same, the difference is told
BITS = (256, 1024, 4096)  # at which a difference is looked at
ACCURATE = 16  # bits of a difference that is told
_ENOUGH = Context(prec=DIGITS[-1] + 20, Emax=MAX_EMAX, Emin=MIN_EMIN)


def told_apart(first: Exact, second: Exact, balls: tuple[Ball, Ball]) -> str:
    """One sentence: both numbers with as many digits as show which is greater, or else how much greater it is.

    >>> from symattn.exact import Exact
    >>> huge = Exact(10) ** 400
    >>> told_apart(huge, huge + 1, enclose_both(huge, huge + 1, 256))
    'certified enclosures are disjoint: the second is greater by about 1.0000'
    """
    is_less = bool(balls[0] < balls[1])
    for digits in DIGITS:
        shown = tuple(ball.str(digits, radius=False) for ball in balls)
        if _is_less(*shown) is is_less and _is_less(*reversed(shown)) is not is_less:
            return f"certified enclosures are disjoint: {' against '.join(shown)}"
    by = _difference(first, second)
    greater = f"certified enclosures are disjoint: the {'second' if is_less else 'first'} is greater"
    return f"{greater} by about {by}" if by else greater


def _is_less(first: str, second: str) -> bool | None:
    """Whether one shown number is less than another; None where they are equal, or no plain numbers."""
    try:
        a, b = _ENOUGH.create_decimal(first), _ENOUGH.create_decimal(second)
    except ArithmeticError:  # beyond what Decimal holds
        return None
    return None if a == b else a < b


def _difference(first: Exact, second: Exact) -> str:
    """The size of the difference to a few digits; empty where no precision tried shows it so well."""
    for bits in BITS:
        a, b = enclose_both(first, second, bits)
        with precision(bits):
            size = abs(a - b)
        if size.rel_accuracy_bits() >= ACCURATE:
            return str(size.str(5, radius=False))
    return ""


__all__ = ["told_apart"]
