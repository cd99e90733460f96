"""Powers, refused before they are worked out where the result would be too long to write."""

from __future__ import annotations

from fractions import Fraction

from symattn.exact import Exact
from symattn.exact import functions as engine
from symattn.reading.limits import Limits
from symattn.reading.refusal import Refusal

_BITS_PER_DIGIT = 3.3219280948873626


def is_too_long(value: Fraction, limits: Limits) -> bool:
    """Whether a rational has more digits above or below than the limits allow."""
    return max(value.numerator.bit_length(), value.denominator.bit_length()) > limits.digits * _BITS_PER_DIGIT


def guarded_power(
    base: Fraction | Exact, exponent: Fraction | Exact, limits: Limits, position: int
) -> Fraction | Exact:
    """A power; a whole power of a rational is worked out here, every other one by the engine."""
    if isinstance(base, Exact) or isinstance(exponent, Exact):
        return engine.power(_exact(base), _exact(exponent))
    if base == 0 and exponent == 0:
        raise Refusal(position, "0^0 has no value that everybody agrees on")
    if base == 0 and exponent < 0:
        raise Refusal(position, "a negative power of zero is a division by zero")
    size = max(abs(base.numerator), base.denominator)
    if size > 1 and abs(exponent) * (size.bit_length() - 1) > limits.digits * _BITS_PER_DIGIT:
        raise Refusal(position, f"a power of more than {limits.digits} digits is not worked out")
    if exponent.denominator == 1:
        return base**exponent.numerator
    return engine.power(Exact(base), Exact(exponent))


def _exact(value: Fraction | Exact) -> Exact:
    return Exact(value) if isinstance(value, Fraction) else value
