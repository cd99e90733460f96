"""Roots of numbers made of roots that need no nesting: sqrt(3 + 2 sqrt 2) = 1 + sqrt 2.

A sum a + b sqrt(c) under a square root is treated by the classical formula.  For anything else a lattice reduction
(LLL) suggests a combination of products of roots, whose power is then compared exactly with the radicand.  Of roots of
sums only sqrt(a + m) comes apart, m being a product of square roots.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import lcm, prod

from flint import fmpz
from flint.utils.flint_exceptions import DomainError

from symattn.exact.enclosures import Ball, enclose, precision, sign_of
from symattn.exact.factors import prime_powers, root_of_rational
from symattn.exact.feasibility import forced_sign
from symattn.exact.generators import Root, RootOf
from symattn.exact.lattice import SPARE_BITS, integer_near, integer_relations
from symattn.exact.number import Exact
from symattn.exact.polynomials import from_terms, terms_of

LARGEST_BASIS = 16
LARGEST_INDEX = 24
BITS_PER_ELEMENT = 48
LONGEST_RADICAND = 200  # terms
LAST_BITS = 1024


def denested(x: Exact, index: int) -> Exact | None:
    """The positive root of a positive number made of roots of primes, as a combination of such roots, if found.

    >>> from symattn.exact import root, sqrt
    >>> denested(7 + 5 * sqrt(Exact(2)), 3)
    Exact('sqrt(2) + 1')
    """
    if index == 2 and any(isinstance(g, RootOf) for g in x.field.generators):
        return _sum_of_two_roots_of_sums(x)
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


def _sum_of_two_roots_of_sums(x: Exact) -> Exact | None:
    """sqrt(a + m) as sqrt(u) + sqrt(v) or sqrt(u) - sqrt(v), where m is a product of square roots and a^2 - m^2 = d^2.

    u and v are (a + d)/2 and (a - d)/2, so sqrt(3 + 2e + 2 sqrt((1 + e)(2 + e))) is sqrt(1 + e) + sqrt(2 + e).
    """
    from symattn.exact.functions import root

    parts = _by_square_roots(x)
    if parts is None:
        return None
    a, m = parts
    d = _root_in_field(a * a - m * m)
    if d is None:
        return None
    sign, side = _weak_sign(m), _weak_sign(d)
    if sign is None or (sign < 0 and side is None):
        return None
    d = -d if side == -1 else d
    halves = (a + d) / 2, (a - d) / 2
    if not all((_weak_sign(number) or 0) > 0 for number in halves):
        return None
    larger, smaller = (root(number, 2) for number in halves)
    found = larger + smaller if sign > 0 else larger - smaller
    return found if (found.whole_power(2) - x).numerator.is_zero() else None


def _by_square_roots(x: Exact) -> tuple[Exact, Exact] | None:
    """a and m with x = a + m: the terms without square roots of sums, and those with one product of them."""
    field, top, bottom, _ = x.parts
    if len(top) > LONGEST_RADICAND or not bottom.is_constant():
        return None
    roots = [i for i, g in enumerate(field.generators) if isinstance(g, RootOf)]
    if any(field.generators[i].index != 2 for i in roots):  # type: ignore[union-attr]
        return None
    groups: dict[tuple[int, ...], list[tuple[tuple[int, ...], int]]] = {}
    for exponents, c in terms_of(top):
        groups.setdefault(tuple(exponents[i] % 2 for i in roots), []).append((exponents, c))
    plain = groups.pop((0,) * len(roots), [])
    if len(groups) != 1 or not plain:
        return None
    a, m = (Exact.from_parts(field, from_terms(field.ring, terms), bottom) for terms in (plain, *groups.values()))
    return a.with_conditions(x.conditions), m.with_conditions(x.conditions)


def _root_in_field(square: Exact) -> Exact | None:
    """The square root of a number, if it is one without any new root."""
    field, top, bottom, _ = square.normal.parts
    if not bottom.is_constant():
        return None
    try:
        found = (top * bottom).sqrt()
    except DomainError:
        return None
    return Exact.from_parts(field, found, bottom).with_conditions(square.conditions)


def _weak_sign(number: Exact) -> int | None:
    """1 where a number is nowhere negative, -1 where it is nowhere positive, None where neither is known."""
    value = number.as_fraction()
    if value is not None:
        return 1 if value >= 0 else -1
    if not number.symbols:
        return sign_of(number, last_bits=LAST_BITS)
    return forced_sign(number, number.conditions, strict=False)


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
