"""A decimal number as it was typed: which digits, how many places, how many significant figures they may stand for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class TypedDigits:
    """One plain decimal number: ``sign`` times ``digits`` times ten to ``exponent``.

    >>> TypedDigits(-1, "0.0500", 0).places, TypedDigits(1, "0.0500", 0).significant
    (4, (3, 3))

    ``digits`` has a point where a decimal comma was typed. ``places`` counts the decimal places of the value, so it is
    negative where the last digit stands left of the units: 5.3e22 has -21. ``significant`` is the least and greatest
    number of significant figures: the zeros at the end of 1000 may or may not be meant, those of 10.00 are.
    """

    sign: int
    digits: str
    exponent: int

    @property
    def places(self) -> int:
        """How many decimal places the last typed digit stands at."""
        return len(self.digits.partition(".")[2]) - self.exponent

    @property
    def significant(self) -> tuple[int, int]:
        """The least and greatest number of significant figures that the digits may have; 1 for a zero."""
        whole, _, decimals = self.digits.partition(".")
        figures = (whole + decimals).lstrip("0")
        if not figures:
            return 1, 1
        return (len(figures) if decimals else len(figures.rstrip("0"))), len(figures)

    @property
    def unit(self) -> Fraction:
        """What one step of the last typed digit is worth."""
        return Fraction(10) ** -self.places

    @property
    def value(self) -> Fraction:
        """The number itself."""
        return self.sign * Fraction(self.digits) * Fraction(10) ** self.exponent
