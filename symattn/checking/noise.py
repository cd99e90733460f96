"""Whether digits are those of a binary floating-point number near a value rather than those of the value."""

from __future__ import annotations

from fractions import Fraction
from math import frexp, isinf

from symattn.exact import Exact
from symattn.exact.enclosures import Ball
from symattn.exact.floats import FORMATS, ball_as_float, nearest_float

# From so many significant digits on, a decimal can be the print of such a number.
DIGITS = {"binary64": 15, "binary32": 7}
SLACK = 2  # units in the last place that a calculation may have gone astray


def float_noise(typed: Fraction, figures: int, expected: Exact) -> str:
    """The format whose number nearest to ``expected`` was typed, give or take SLACK units; "" if none.

    >>> from symattn.exact import exp
    >>> e = exp(Exact(1))
    >>> float_noise(Fraction("0.7310585786300048"), 16, e / (1 + e))
    'binary64'
    """
    for name, digits in DIGITS.items():
        if figures >= digits and _is_near(typed, nearest_float(expected, name), name):
            return name
    return ""


def enclosed_noise(typed: Fraction, figures: int, ball: Ball) -> bool | None:
    """Whether it is float noise for every number in a ball, or for none; None where the ball is too wide to tell."""
    nearest = [(name, ball_as_float(ball, FORMATS[name])) for name, digits in DIGITS.items() if figures >= digits]
    if any(near is not None and _is_near(typed, near, name) for name, near in nearest):
        return True
    return None if any(near is None for _, near in nearest) else False


def _is_near(typed: Fraction, near: float, name: str) -> bool:
    if near == 0 or isinf(near):
        return False
    form = FORMATS[name]
    unit_exponent = max(frexp(near)[1] - form.precision, form.least_exponent)
    return abs(typed - Fraction(near)) <= SLACK * Fraction(2) ** unit_exponent
