"""Guarded work on FLINT's sparse integer polynomials.

FLINT's sparse gcd returns 0 or ends the process when degrees are huge, and its cost follows the degree, not the
number of terms.  Every gcd of the package therefore goes through `reduced_pair` or `guarded_gcd`, which look at the
degrees first and say when they declined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import gcd
from operator import add, gt, sub
from typing import Any, TypeAlias

from flint import fmpz_mpoly, fmpz_mpoly_ctx

from symattn.errors import LimitError

Poly: TypeAlias = Any  # flint.fmpz_mpoly; python-flint ships no complete types
Exponents: TypeAlias = tuple[int, ...]

DEGREE_CAP = 100_000
VOLUME_CAP = 1_000_000
MOST_QUOTIENT_TERMS = 64
LARGEST_SUM = 20_000_000  # exponents in the terms that a sum may have


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


@cache
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
    return int(poly.content())


def least_exponents(polys: Sequence[Poly]) -> Exponents:
    """The exponents of the largest monomial that divides all of the (nonzero) polynomials."""
    rows = [poly.term_content().monoms()[0] for poly in polys]
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
    number only the quotients count.  Then it is looked whether one divides the other, which no degree makes dear.
    """
    if gcd_is_affordable(first, second):
        return _checked(first.gcd(second))
    stride = [gcd(a, b) or 1 for a, b in zip(strides(first), strides(second), strict=True)]
    deflated = first.deflate(stride), second.deflate(stride)
    if gcd_is_affordable(*deflated):
        found = _checked(deflated[0].gcd(deflated[1]))
        return None if found is None else found.inflate(stride)
    return _gcd_by_division(first, second)


def _gcd_by_division(first: Poly, second: Poly) -> Poly | None:
    """The gcd where, but for constants and monomials, one of the polynomials divides the other; else None."""
    common = gcd(content_of(first), content_of(second))
    low = least_exponents((first, second))
    bare = [divide_monomial(poly, least_exponents((poly,)), content_of(poly)) for poly in (first, second)]
    for smaller, larger in (bare, reversed(bare)):
        if divides(smaller, larger):
            return smaller * first.context().from_dict({low: common})
    return None


def divides(divisor: Poly, poly: Poly) -> bool:
    """Whether a polynomial divides another with a quotient of few terms; its cost follows the terms, never the degrees.

    FLINT's own division would write down quotients such as (t^n - 1)/(t - 1) whatever n.
    """
    if len(poly) > MOST_QUOTIENT_TERMS * len(divisor) or not _ends_divide(divisor, poly):
        return False
    (lead, above), *others = terms_of(divisor)
    rest = dict(terms_of(poly))
    for _ in range(MOST_QUOTIENT_TERMS):
        if not rest:
            return True
        exponents = max(rest)
        shift = tuple(map(sub, exponents, lead))
        quotient, remainder = divmod(rest.pop(exponents), above)
        if remainder or min(shift) < 0:
            return False
        for place, coefficient in others:
            target = tuple(map(add, place, shift))
            left = rest.get(target, 0) - quotient * coefficient
            if left:
                rest[target] = left
            else:
                del rest[target]
    return not rest


def _ends_divide(divisor: Poly, poly: Poly) -> bool:
    """Whether the first and the last term of one polynomial divide those of another: what division begins with."""
    for one, other in ((0, 0), (len(divisor) - 1, len(poly) - 1)):
        if any(map(gt, divisor.monomial(one), poly.monomial(other))):
            return False
        if int(poly.coefficient(other)) % int(divisor.coefficient(one)):
            return False
    return not any(map(gt, divisor.degrees(), poly.degrees()))


def added(first: tuple[Poly, Poly], second: tuple[Poly, Poly]) -> tuple[Poly, Poly]:
    """The sum of two quotients over the product of the denominators, or over less where no gcd would cancel that.

    LimitError where so many terms would come out that memory could not hold them.
    """
    (a, b), (c, d) = first, second
    if b == d:
        return a + c, b
    if (len(a) * len(d) + len(c) * len(b)) * len(b.context().names()) > LARGEST_SUM:
        lengths = f"{len(a)} over {len(b)} and {len(c)} over {len(d)} terms"
        raise LimitError(f"the sum of quotients of {lengths}, over one denominator, is too large to be worked out")
    if not (b.is_constant() or d.is_constant() or gcd_is_affordable(b, d)):
        factor = guarded_gcd(b, d)
        if factor is not None and not factor.is_one():
            b, d = b // factor, d // factor
            return a * d + c * b, b * d * factor
    return a * d + c * b, b * d


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


def strides(poly: Poly) -> list[int]:
    """For each generator the gcd of the exponents at which it occurs (0 where it does not occur)."""
    steps, lows = poly.deflation_index()
    return [gcd(int(step), int(low)) for step, low in zip(steps, lows, strict=True)]


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
    "added",
    "common_denominator",
    "content_of",
    "context",
    "divide_monomial",
    "divides",
    "fmpz_mpoly",
    "from_terms",
    "gcd_is_affordable",
    "guarded_gcd",
    "least_exponents",
    "reduced_pair",
    "strides",
    "terms_of",
]
