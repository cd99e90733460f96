"""Roots of numbers made of roots that need no nesting: sqrt(3 + 2 sqrt 2) = 1 + sqrt 2.

A sum a + b sqrt(c) under a square root is treated by the classical formula.  For anything else a lattice reduction
(LLL) suggests a combination of products of roots, whose power is then compared exactly with the radicand.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import lcm, prod

from flint import fmpz

from symattn.exact.enclosures import Ball, enclose, precision, sign_of
from symattn.exact.factors import prime_powers, root_of_rational
from symattn.exact.generators import Root
from symattn.exact.lattice import SPARE_BITS, integer_near, integer_relations
from symattn.exact.number import Exact
from symattn.exact.polynomials import terms_of

LARGEST_BASIS = 16
LARGEST_INDEX = 24
BITS_PER_ELEMENT = 48


def denested(x: Exact, index: int) -> Exact | None:
    """The positive root of a positive number made of roots of primes, as a combination of such roots, if found.

    >>> from symattn.exact import root, sqrt
    >>> denested(7 + 5 * sqrt(Exact(2)), 3)
    Exact('sqrt(2) + 1')
    """
    if index > LARGEST_INDEX or not x.field.generators or not all(isinstance(g, Root) for g in x.field.generators):
        return None
    if index == 2:
        found = _sum_of_two_square_roots(x)
        if found is not None:
            return found
    for basis in _bases(x, index):
        found = _combination(x, index, basis)
        if found is not None:
            return found
    return None


def _sum_of_two_square_roots(x: Exact) -> Exact | None:
    """sqrt(a + b sqrt c) as a sum of two square roots of rationals, where a^2 - b^2 c is a rational square."""
    terms = terms_of(x.numerator)
    if len(terms) != 2 or not x.is_polynomial or any(g.index != 2 for g in x.field.generators if isinstance(g, Root)):
        return None
    below = int(x.denominator.leading_coefficient())
    rational = [Fraction(c, below) for exponents, c in terms if not any(exponents)]
    if len(rational) != 1:
        return None
    surd = x - rational[0]
    radicand = (surd * surd).as_fraction()
    assert radicand is not None
    rest = rational[0] ** 2 - radicand
    if rest < 0 or not fmpz(rest.numerator).is_square() or not fmpz(rest.denominator).is_square():
        return None
    d = Fraction(int(fmpz(rest.numerator).isqrt()), int(fmpz(rest.denominator).isqrt()))
    larger = root_of_rational((rational[0] + d) / 2, 2)
    smaller = root_of_rational((rational[0] - d) / 2, 2)
    return larger + smaller if surd.sign() > 0 else larger - smaller


def _bases(x: Exact, index: int) -> list[list[Exact]]:
    """Products of roots to try: those of the radicand's primes, then also those of the index's primes."""
    roots = [g for g in x.field.generators if isinstance(g, Root)]
    common = lcm(*(g.index for g in roots))
    own = {g.prime: g.index for g in roots}
    wider = own | {p: common for p, _ in prime_powers(Fraction(index)) if p not in own}
    choices = [own] if wider == own else [own, wider]
    return [_products(indices) for indices in choices if prod(indices.values()) <= LARGEST_BASIS]


def _products(indices: dict[int, int]) -> list[Exact]:
    found = []
    for exponents in product(*(range(index) for index in indices.values())):
        element = Exact(1)
        for (prime, index), k in zip(indices.items(), exponents, strict=True):
            element = element * root_of_rational(Fraction(prime) ** k, index)
        found.append(element)
    return found


def _combination(x: Exact, index: int, basis: list[Exact]) -> Exact | None:
    """The root as a verified rational combination of the basis."""
    bits = BITS_PER_ELEMENT * len(basis) + SPARE_BITS
    balls = [_root_ball(x, index, bits + 64), *(enclose(element, bits + 64) for element in basis)]
    values = [integer_near(ball, bits) for ball in balls]
    if any(value is None for value in values):
        return None
    for own, *others in integer_relations([value or 0 for value in values]):
        total = Exact(0)
        for element, c in zip(basis, others, strict=True):
            total = total + element * Fraction(-c, own)
        if (total.whole_power(index) - x).numerator.is_zero() and sign_of(total) == 1:
            return total
    return None


def _root_ball(x: Exact, index: int, bits: int) -> Ball:
    ball = enclose(x, bits)
    with precision(bits):
        return (ball.log() / index).exp()
