"""How large polynomials can get: bounds on terms and coefficients, taken from what their factors and terms have now.

The terms of a product are at most the product of the terms, and at most the number of monomials that the degrees
leave; both bounds are needed, since (1+x)(1+y)... doubles and (1+e)(2+e)... does not.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, lcm, lgamma, log2, prod
from typing import TypeAlias

from symattn.exact import Exact
from symattn.exact.generators import Exp, Generator, Log, LogOf, Root, RootOf
from symattn.exact.polynomials import Poly

_LOG_2 = 0.6931471805599453
_PLENTY = 10**100  # larger degrees and indices need not be told apart, and floats end at 10^308

Family: TypeAlias = tuple[str, Hashable]


@dataclass(frozen=True)
class Size:
    """A polynomial of at most so many terms, and bits in a coefficient.

    ``spans`` tells for each family of generators (all roots of one prime, all exponentials of multiples of one number)
    up to which power it goes and into how many parts a whole power is divided.
    """

    terms: float
    bits: float
    spans: dict[Family, tuple[float, int]]

    def times(self, other: Size) -> Size:
        """The product."""
        bits = self.bits + other.bits + log2(max(1, min(self.terms, other.terms)))
        spans = {
            family: _joined(self.spans.get(family), other.spans.get(family)) for family in self.spans | other.spans
        }
        return _bounded(self.terms * other.terms, bits, spans)

    def power(self, exponent: int) -> Size:
        """The power to a positive whole number; its terms are at most a binomial coefficient."""
        spans = {family: (degree * exponent, parts) for family, (degree, parts) in self.spans.items()}
        bits = exponent * (self.bits + log2(max(1, self.terms)))
        if self.terms <= 1:
            return Size(self.terms, bits, spans)
        log_terms = lgamma(exponent + self.terms) - lgamma(exponent + 1) - lgamma(self.terms)
        return _bounded(2 ** min(log_terms / _LOG_2, 1000), bits, spans)

    @property
    def units(self) -> float:
        """What writing it down costs."""
        return self.terms * (1 + self.bits / 64)


ONE = Size(1, 0, {})


def _joined(one: tuple[float, int] | None, other: tuple[float, int] | None) -> tuple[float, int]:
    degree, parts = one or (0, 1)
    more, others = other or (0, 1)
    return degree + more, min(lcm(parts, others), _PLENTY)


def _bounded(terms: float, bits: float, spans: dict[Family, tuple[float, int]]) -> Size:
    """At most as many terms as there are monomials; powers of a root below its index."""
    monomials = 1.0
    for (kind, _), (degree, parts) in spans.items():
        monomials *= min(degree * parts + 1, parts if kind in ("Root", "RootOf") else inf)
    return Size(min(terms, monomials), bits, spans)


def numerator_over(common: Size, groups: Sequence[Sequence[Exact]]) -> Size:
    """What stands above the common denominator of groups of numbers; a group has one denominator."""
    product = prod(float(len(group[0].denominator)) for group in groups)
    terms = sum(len(term.numerator) * product / len(group[0].denominator) for group in groups for term in group)
    above = [numerator_size(term) for group in groups for term in group]
    spans: dict[Family, tuple[float, int]] = {}
    for size in above:
        for family, (degree, parts) in size.spans.items():
            widest, others = spans.get(family, (0, 1))
            spans[family] = (max(widest, degree), min(lcm(parts, others), _PLENTY))
    return common.times(Size(terms / common.terms, max(size.bits for size in above), spans))


def numerator_size(number: Exact) -> Size:
    """The size of what stands above the bar."""
    return _size_of(number, number.numerator)


def denominator_size(number: Exact) -> Size:
    """The size of what stands below the bar."""
    return _size_of(number, number.denominator)


def _size_of(number: Exact, poly: Poly) -> Size:
    spans: dict[Family, tuple[float, int]] = {}
    for generator, degree in zip(number.field.generators, poly.degrees(), strict=True):
        if degree > 0:
            parts: int = getattr(generator, "index", 1)
            spans[_family(generator)] = (
                float(min(Fraction(int(degree), parts), Fraction(_PLENTY))),
                min(parts, _PLENTY),
            )
    bits = max(((abs(int(value)) - 1).bit_length() for value in poly.coeffs()), default=0)
    return Size(len(poly), bits, spans)


def _family(generator: Generator) -> Family:
    if isinstance(generator, (Exp, LogOf, RootOf)):
        return type(generator).__name__, generator.argument.key
    return type(generator).__name__, generator.prime if isinstance(generator, (Root, Log)) else generator
