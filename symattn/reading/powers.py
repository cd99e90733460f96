"""Powers, refused before they are worked out where the result would be too long to write."""

from __future__ import annotations

from fractions import Fraction

from symattn.exact import Exact
from symattn.exact import functions as engine
from symattn.reading.budget import BITS_PER_DIGIT, Budget
from symattn.reading.limits import Limits
from symattn.reading.refusal import Refusal


def is_too_long(value: Fraction, limits: Limits) -> bool:
    """Whether a rational has more digits above or below than the limits allow."""
    return max(value.numerator.bit_length(), value.denominator.bit_length()) > limits.digits * BITS_PER_DIGIT


def guarded_power(
    base: Fraction | Exact, exponent: Fraction | Exact, budget: Budget, position: int
) -> Fraction | Exact:
    """A power; a whole power of a rational is worked out here, every other one by the engine."""
    whole = _numerator(exponent)
    if isinstance(base, Exact) or isinstance(exponent, Exact):
        if isinstance(base, Exact) and whole is not None:
            budget.allow_power(base, whole, position)
        elif whole is None:
            budget.allow_function("power", [_exact(base), _exact(exponent)], position)
        return engine.power(_exact(base), _exact(exponent))
    if base == 0 and exponent == 0:
        raise Refusal(position, "0^0 has no value that everybody agrees on")
    if base == 0 and exponent < 0:
        raise Refusal(position, "a negative power of zero is a division by zero")
    digits = budget.limits.digits
    size = max(abs(base.numerator), base.denominator)
    if size > 1 and abs(exponent) * (size.bit_length() - 1) > digits * BITS_PER_DIGIT:
        raise Refusal(position, f"a power of more than {digits} digits is not worked out")
    if exponent.denominator == 1:
        return base**exponent.numerator
    return engine.power(Exact(base), Exact(exponent))


def _numerator(exponent: Fraction | Exact) -> int | None:
    value = exponent if isinstance(exponent, Fraction) else exponent.as_fraction()
    return None if value is None else value.numerator


def _exact(value: Fraction | Exact) -> Exact:
    return Exact(value) if isinstance(value, Fraction) else value
