"""Powers, refused before they are worked out where the result would be too long to write."""

from __future__ import annotations

from fractions import Fraction

from symattn.exact import Exact
from symattn.exact import functions as engine
from symattn.reading.budget import BITS_PER_DIGIT, Budget
from symattn.reading.limits import Limits
from symattn.reading.refusal import Excess, Refusal

# (1 + e)^(99/100) is a root to the power 99; a root of a sum is not raised further than this.
_LARGEST_POWER_OF_A_ROOT = 100


def is_too_long(value: Fraction, limits: Limits) -> bool:
    """Whether a rational has more digits above or below than the limits allow."""
    return max(value.numerator.bit_length(), value.denominator.bit_length()) > limits.digits * BITS_PER_DIGIT


def guarded_power(
    base: Fraction | Exact, exponent: Fraction | Exact, budget: Budget, position: int
) -> Fraction | Exact:
    """A power; a whole power of a rational is worked out here, every other one by the engine."""
    rational = exponent if isinstance(exponent, Fraction) else exponent.as_fraction()
    if isinstance(base, Fraction) and isinstance(exponent, Fraction):
        _check_rational(base, exponent, budget.limits, position)
        if exponent.denominator == 1:
            return base**exponent.numerator
    elif rational is None:
        budget.allow_function("power", [_exact(base), _exact(exponent)], position)
    else:
        _check_power(_exact(base), rational, budget, position)
    return engine.power(_exact(base), _exact(exponent))


def _check_rational(base: Fraction, exponent: Fraction, limits: Limits, position: int) -> None:
    if base == 0 and exponent == 0:
        raise Refusal(position, "0^0 has no value that everybody agrees on")
    if base == 0 and exponent < 0:
        raise Refusal(position, "a negative power of zero is a division by zero")
    bits = max(abs(base.numerator), base.denominator).bit_length() - 1
    if bits and abs(exponent) * bits > limits.digits * BITS_PER_DIGIT:
        raise Excess(position, f"a power of more than {limits.digits} digits is not worked out")


def _check_power(base: Exact, exponent: Fraction, budget: Budget, position: int) -> None:
    budget.allow_power(base, exponent.numerator, position)
    is_sum = len(base.numerator) > 1 or len(base.denominator) > 1
    if is_sum and exponent.denominator > 1 and abs(exponent.numerator) > _LARGEST_POWER_OF_A_ROOT:
        raise Excess(position, f"the power {exponent} of a sum is too large to be worked out")


def _exact(value: Fraction | Exact) -> Exact:
    return Exact(value) if isinstance(value, Fraction) else value
