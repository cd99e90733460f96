"""Certified binary floats: the nearest binary64, binary32, binary16 or bfloat16, ties to even.

Subnormals, overflow to infinity and exact values are as IEEE 754 says.  Every result of these formats is a Python float
without loss; `float_bits` gives the bit pattern.

    >>> from symattn.exact import Exact, exp
    >>> e = exp(Exact(1))
    >>> nearest_float(e / (1 + e)), nearest_float(e, "bfloat16"), hex(float_bits(e, "binary16"))
    (0.7310585786300049, 2.71875, '0x4170')
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import copysign, inf, isinf
from typing import TYPE_CHECKING, Any

from symattn.errors import FormatError, UndecidedError
from symattn.exact.decimals import MOST_BITS, by_rows, side_of
from symattn.exact.enclosures import Ball, enclose
from symattn.exact.infinity import MinusInfinity

if TYPE_CHECKING:
    from symattn.exact.matrix import Entry, ExactMatrix
    from symattn.exact.number import Exact

FARTHEST = 100_000  # bits between the middle of a ball and its radius that are worked out exactly


@dataclass(frozen=True)
class BinaryFormat:
    """An IEEE 754 style format: significant bits (the hidden one included) and the largest exponent."""

    name: str
    precision: int
    largest_exponent: int

    @property
    def least_exponent(self) -> int:
        """The exponent of the smallest subnormal: every finite value is an integer times 2 to it."""
        return 2 - self.largest_exponent - self.precision

    @property
    def width(self) -> int:
        """How many bits a value is stored in."""
        return self.precision + (self.largest_exponent + 1).bit_length()


FORMATS = {
    format_.name: format_
    for format_ in (
        BinaryFormat("binary64", 53, 1023),
        BinaryFormat("binary32", 24, 127),
        BinaryFormat("binary16", 11, 15),
        BinaryFormat("bfloat16", 8, 127),
    )
}
_OTHER_NAMES = {"float64": "binary64", "float32": "binary32", "float16": "binary16"}


def format_named(name: object) -> BinaryFormat:
    """The format of a name; float64, float32 and float16 are other names of binary64, binary32 and binary16."""
    found = FORMATS.get(_OTHER_NAMES.get(name, name)) if isinstance(name, str) else None
    if found is None:
        raise FormatError(f"{name!r} is no binary format known here: write {', '.join(FORMATS)}")
    return found


def nearest_float(number: Exact | MinusInfinity, name: str = "binary64") -> float:
    """The nearest value of a binary format as a Python float, ties to even; -oo gives -inf."""
    if isinstance(number, MinusInfinity):
        return -inf
    format_ = format_named(name)
    value = number.as_fraction()
    if value is not None:
        return rounded_dyadic(value.numerator, value.denominator, format_)
    bits, asked = 64 + format_.precision, False
    while bits <= MOST_BITS:
        ends = _ends(enclose(number, bits), format_)
        if ends is not None:
            if _are_one(*ends):
                return ends[0]
            tie = None if asked else _tie_between(*ends, format_)
            if tie is not None:
                asked = True
                side = side_of(number, tie)
                if side is not None:
                    return ends[side > 0] if side else rounded_dyadic(tie.numerator, tie.denominator, format_)
        bits *= 2
    raise UndecidedError(f"{number.told()} is too close to a tie to be rounded to {format_.name} with certainty")


def nearest_floats(matrix: ExactMatrix, name: str = "binary64") -> list[list[float]]:
    """The same for every entry of a matrix at once."""
    format_ = format_named(name)

    def slow(entry: Entry) -> float:
        return nearest_float(entry, name)

    rows: list[list[Any]] = by_rows(matrix, 64 + format_.precision, lambda ball: ball_as_float(ball, format_), slow)
    return rows


def ball_as_float(ball: Ball, format_: BinaryFormat) -> float | None:
    """The float that everything in the ball rounds to, or None."""
    ends = _ends(ball, format_)
    return ends[0] if ends is not None and _are_one(*ends) else None


def _are_one(low: float, high: float) -> bool:
    """Whether two floats are the same, the sign of a zero included."""
    return low == high and copysign(1.0, low) == copysign(1.0, high)


def _ends(ball: Ball, format_: BinaryFormat) -> tuple[float, float] | None:
    """What the two ends of a ball round to; None where it has no ends."""
    if not ball.is_finite():
        return None
    middle, middle_exponent = map(int, ball.mid().man_exp())
    radius, radius_exponent = map(int, ball.rad().man_exp())
    if radius == 0:
        found = _rounded(middle, middle_exponent, format_)
        return found, found
    # Where both do not fit into one integer, a wider ball that does.
    if radius_exponent - middle_exponent - middle.bit_length() > FARTHEST:
        middle, middle_exponent, radius = 0, radius_exponent, radius + 1
    elif middle_exponent - radius_exponent > FARTHEST:
        radius, radius_exponent = 1, max(middle_exponent - FARTHEST, radius_exponent + radius.bit_length())
    shift = min(middle_exponent, radius_exponent)
    centre, width = middle << middle_exponent - shift, radius << radius_exponent - shift
    return _rounded(centre - width, shift, format_), _rounded(centre + width, shift, format_)


def _tie_between(low: float, high: float, format_: BinaryFormat) -> Fraction | None:
    """The number halfway between two neighbours of a format, which -0 and 0 are too; None for other pairs."""
    if _ordinal(high, format_) - _ordinal(low, format_) != 1:
        return None
    return (_finite(low, format_) + _finite(high, format_)) / 2


def _ordinal(value: float, format_: BinaryFormat) -> int:
    """The place of a value in the order of all values of a format."""
    size = bits_of(abs(value), format_)
    return -size if copysign(1.0, value) < 0 else size + 1


def _finite(value: float, format_: BinaryFormat) -> Fraction:
    """A value, with the power of two at which overflow ends in place of infinity."""
    if not isinf(value):
        return Fraction(value)
    return Fraction(2) ** (format_.largest_exponent + 1) * (1 if value > 0 else -1)


def rounded_dyadic(numerator: int, denominator: int, format_: BinaryFormat) -> float:
    """numerator / denominator rounded to the format."""
    if numerator == 0:
        return 0.0
    size = abs(numerator)
    # The quotient is taken with two bits more than the format holds, the last one sticky.
    exponent = size.bit_length() - denominator.bit_length() - format_.precision - 2
    exponent = max(exponent, format_.least_exponent - 2)
    up, down = (size << -exponent, denominator) if exponent < 0 else (size, denominator << exponent)
    quotient, rest = divmod(up, down)
    found = _scaled(quotient << 1 | bool(rest), exponent - 1, format_)
    return -found if numerator < 0 else found


def _rounded(mantissa: int, exponent: int, format_: BinaryFormat) -> float:
    if mantissa == 0:
        return 0.0
    found = _scaled(abs(mantissa), exponent, format_)
    return -found if mantissa < 0 else found


def _scaled(mantissa: int, exponent: int, format_: BinaryFormat) -> float:
    """mantissa * 2^exponent, both nonnegative, rounded to the format, ties to even."""
    length = mantissa.bit_length()
    if length + exponent < format_.least_exponent:  # below half the smallest subnormal, perhaps by 10^40 places
        return 0.0
    if length + exponent > format_.largest_exponent + 2:
        return inf
    drop = max(length - format_.precision, format_.least_exponent - exponent)
    if drop > 0:
        half = 1 << drop - 1
        rest = mantissa & (1 << drop) - 1
        mantissa >>= drop
        exponent += drop
        if rest > half or (rest == half and mantissa & 1):
            mantissa += 1
    if mantissa.bit_length() + exponent > format_.largest_exponent + 1:
        return inf
    return float(mantissa) * 2.0**exponent if exponent > -1000 else float(Fraction(mantissa) * Fraction(2) ** exponent)


def float_bits(number: Exact | MinusInfinity, name: str = "binary64") -> int:
    """The bit pattern of the nearest value of a binary format, as an unsigned integer."""
    return bits_of(nearest_float(number, name), format_named(name))


def bits_of(value: float, format_: BinaryFormat) -> int:
    """The bit pattern of a value that the format holds."""
    fraction_bits = format_.precision - 1
    sign = int(copysign(1.0, value) < 0) << format_.width - 1
    if isinf(value):
        return sign | (2 * format_.largest_exponent + 1) << fraction_bits
    ratio = Fraction(abs(value)) / Fraction(2) ** format_.least_exponent
    steps = ratio.numerator  # a whole number of smallest subnormals
    excess = max(0, steps.bit_length() - format_.precision)
    if excess == 0 and steps < 1 << fraction_bits:
        return sign | steps
    return sign | (excess + 1) << fraction_bits | (steps >> excess) & (1 << fraction_bits) - 1


__all__ = ["FORMATS", "BinaryFormat", "float_bits", "format_named", "nearest_float", "nearest_floats"]
