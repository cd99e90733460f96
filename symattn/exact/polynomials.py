"""Guarded work on FLINT's sparse integer polynomials.

FLINT's sparse gcd returns 0 or ends the process when degrees are huge, and its cost follows the degree, not the
number of terms.  Every gcd of the package therefore goes through `reduced_pair` or `guarded_gcd`, which look at the
degrees first and say when they declined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd
from typing import Any, TypeAlias

from flint import fmpz_mpoly, fmpz_mpoly_ctx

Poly: TypeAlias = Any  # flint.fmpz_mpoly; python-flint ships no complete types
Exponents: TypeAlias = tuple[int, ...]

DEGREE_CAP = 100_000
VOLUME_CAP = 4_000_000


class WorkBudget:
    """How much cancelling a whole calculation may do; what comes after it is spent is left as it is, and says so.

    A unit is about half a microsecond of gcd.  Counting units and not seconds makes a result the same on every run.
    """

    def __init__(self, units: int = 20_000_000) -> None:
        self.left = units

    def spend(self, units: int) -> bool:
        """Take units from the budget; False when it is used up."""
        self.left -= units
        return self.left >= 0


def context(size: int) -> Any:
    """The ring Z[g0, ..., g(size-1)], lexicographic; names are fixed because FLINT keeps every context for ever."""
    return fmpz_mpoly_ctx.get([f"g{i}" for i in range(size)], "lex")


def terms_of(poly: Poly) -> list[tuple[Exponents, int]]:
    """Exponent tuples and coefficients as plain integers, in the order of the ring (largest monomial first)."""
    return [(tuple(map(int, exponents)), int(coefficient)) for exponents, coefficient in poly.terms()]


def from_terms(ring: Any, terms: Iterable[tuple[Exponents, int]]) -> Poly:
    """The polynomial with these terms; equal exponents add up."""
    table: dict[Exponents, int] = {}
    for exponents, coefficient in terms:
        table[exponents] = table.get(exponents, 0) + coefficient
    return ring.from_dict(table)


def content_of(poly: Poly) -> int:
    """The gcd of the coefficients, positive; 0 for the zero polynomial."""
    return gcd(*map(int, poly.coeffs()))


def least_exponents(polys: Sequence[Poly]) -> Exponents:
    """The exponents of the largest monomial that divides all of the (nonzero) polynomials."""
    rows = [exponents for poly in polys for exponents in poly.monoms()]
    return tuple(int(min(column)) for column in zip(*rows, strict=True))


def divide_monomial(poly: Poly, exponents: Exponents, coefficient: int = 1) -> Poly:
    """The exact quotient of a polynomial by coefficient * monomial."""
    if coefficient == 1 and not any(exponents):
        return poly
    return poly // poly.context().from_dict({exponents: coefficient})


def gcd_is_affordable(first: Poly, second: Poly) -> bool:
    """Whether a gcd of these is certain to end soon: every degree and the volume of the exponents' box are moderate."""
    volume = 1
    for a, b in zip(first.degrees(), second.degrees(), strict=True):
        degree = min(int(a), int(b))
        if max(int(a), int(b)) > DEGREE_CAP:
            return False
        volume *= degree + 1
    return volume <= VOLUME_CAP


def guarded_gcd(first: Poly, second: Poly) -> Poly | None:
    """The gcd of two nonzero polynomials, or None when the degrees forbid it.

    Where they do, common deflation is tried: of exp(1/10^20)-like generators whose powers are all multiples of a huge
    number only the quotients count.
    """
    if gcd_is_affordable(first, second):
        return _checked(first.gcd(second))
    stride = [gcd(a, b) or 1 for a, b in zip(_stride(first), _stride(second), strict=True)]
    first, second = first.deflate(stride), second.deflate(stride)
    if not gcd_is_affordable(first, second):
        return None
    found = _checked(first.gcd(second))
    return None if found is None else found.inflate(stride)


def common_denominator(bottoms: Sequence[Poly]) -> Poly:
    """A common multiple of nonzero polynomials, the least one where the gcds are affordable."""
    below = bottoms[0]
    for bottom in bottoms[1:]:
        if bottom != below:
            factor = guarded_gcd(below, bottom)
            below = below * (bottom if factor is None else bottom // factor)
    return below


def _checked(found: Poly) -> Poly | None:
    """FLINT's sparse gcd fails silently with 0."""
    return None if found.is_zero() else found


def _stride(poly: Poly) -> list[int]:
    """For each generator the gcd of the exponents at which it occurs (0 where it does not occur)."""
    return [gcd(*map(int, column)) for column in zip(*poly.monoms(), strict=True)]


def reduced_pair(numerator: Poly, denominator: Poly) -> tuple[Poly, Poly, bool]:
    """Numerator and denominator without common factor, and whether that is certain (False: the gcd was declined)."""
    if numerator.is_zero():
        return numerator, denominator.context().constant(1), True
    common = gcd(content_of(numerator), content_of(denominator))
    low = least_exponents((numerator, denominator))
    numerator = divide_monomial(numerator, low, common)
    denominator = divide_monomial(denominator, low, common)
    if len(numerator) == 1 or len(denominator) == 1:
        return numerator, denominator, True
    if len(numerator) == len(denominator):  # a constant is found whatever the degrees: its hash is that of a rational
        above, below = int(numerator.leading_coefficient()), int(denominator.leading_coefficient())
        if numerator * below == denominator * above:
            ring, common = numerator.context(), gcd(above, below) * (1 if below > 0 else -1)
            return ring.constant(above // common), ring.constant(below // common), True
    factor = guarded_gcd(numerator, denominator)
    if factor is None:
        return numerator, denominator, False
    if not factor.is_one():
        numerator, denominator = numerator // factor, denominator // factor
    return numerator, denominator, True


__all__ = [
    "DEGREE_CAP",
    "Exponents",
    "Poly",
    "WorkBudget",
    "common_denominator",
    "content_of",
    "context",
    "divide_monomial",
    "fmpz_mpoly",
    "from_terms",
    "gcd_is_affordable",
    "guarded_gcd",
    "least_exponents",
    "reduced_pair",
    "terms_of",
]
