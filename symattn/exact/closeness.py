"""Signs that no enclosure shows in time: ln(1 + exp(-10^10)) is above 0, since 1 + exp(-10^10) is above 1.

Logarithms and exponentials keep the order, so a number and 0 may be compared by their exponentials, and the two sides
of a g^n = b, for an exponential or a root g, by their logarithms.  Each step takes one storey off; what is left often
has one sign in all its terms.  Where nothing comes of it, enclosures of many more bits are tried while they are cheap.
"""

from __future__ import annotations

from math import gcd, lcm

from symattn.errors import SymattnError
from symattn.exact.comparing import certainly_positive
from symattn.exact.enclosures import enclose, polynomial_sign
from symattn.exact.field import Field, closure
from symattn.exact.functions import exp, log, share_of_logarithm
from symattn.exact.generators import Exp, Log, LogOf, RootOf
from symattn.exact.number import Exact
from symattn.exact.polynomials import Poly, from_terms, terms_of

MOST_STEPS = 4
MOST_TERMS = 40
MANY_BITS = (65_536, 262_144)
MOST_COMPOSITES = 8  # exponentials, logarithms and roots of which that many bits cost less than a second


def sign_beyond_enclosures(number: Exact) -> int | None:
    """The sign of a number without symbols that enclosures of the usual precision leave open; None where it stays so.

    >>> from symattn.exact import log
    >>> tiny = exp(Exact(-(10**10)))
    >>> sign_beyond_enclosures(log(1 + tiny)), sign_beyond_enclosures(exp(1 / (2 + 1 / tiny)) - exp(1 / (1 + 1 / tiny)))
    (1, -1)
    """
    try:
        found = _sign(number, MOST_STEPS)
    except SymattnError:  # a step that would be too large, or for which a sign is missing
        found = None
    return found if found is not None else _sign_of_many_bits(number)


def _sign(number: Exact, steps: int) -> int | None:
    """The sign from the terms or an enclosure, else by one step to simpler numbers and so on."""
    evident = _evident_sign(number.field, number.numerator)
    below = _evident_sign(number.field, number.denominator)
    if evident is not None and below is not None:
        return evident * below
    if not steps or len(number.numerator) > MOST_TERMS:
        return None
    if below is None:
        return _by_exponentials(number, steps)
    inner = _without_factors(number.field, number.numerator)
    found = _by_exponentials(inner, steps)
    if found is None:
        found = _by_logarithms(inner.field, inner.numerator, steps)
    return _by_exponentials(number, steps) if found is None else found * below


def _without_factors(field: Field, poly: Poly) -> Exact:
    """A polynomial without what all of its terms hold: integers, and generators that are positive by their kind."""
    terms = terms_of(poly)
    shared = [0 if isinstance(g, LogOf) else min(x[i] for x, _ in terms) for i, g in enumerate(field.generators)]
    content = gcd(*(c for _, c in terms))
    rest = [(tuple(e - s for e, s in zip(x, shared, strict=True)), c // content) for x, c in terms]
    return Exact.known(field, from_terms(field.ring, rest), field.constant(1), True)


def _evident_sign(field: Field, poly: Poly) -> int | None:
    if poly.is_zero():
        return 0
    evident = certainly_positive(Exact.known(field, poly, field.constant(1), True))
    return evident if evident is not None else polynomial_sign(poly, field.generators)


def _by_exponentials(number: Exact, steps: int) -> int | None:
    """The sign of n x by that of exp(n x) - 1, for an x that holds rational multiples of logarithms of sums."""
    shares = [share_of_logarithm(number, i) for i, g in enumerate(number.field.generators) if isinstance(g, LogOf)]
    known = [share for share in shares if share]
    if not known:
        return None
    primes = (share_of_logarithm(number, i) for i, g in enumerate(number.field.generators) if isinstance(g, Log))
    factor = lcm(*(share.denominator for share in [*known, *filter(None, primes)]))
    return _sign(exp(number * factor) - 1, steps - 1)


def _by_logarithms(field: Field, poly: Poly, steps: int) -> int | None:
    """The sign of a g^n + b, where a and b are of opposite signs, by ln(g^n) - ln(-b/a)."""
    for position, generator in enumerate(field.generators):
        if not isinstance(generator, (Exp, RootOf)):
            continue
        powers = {int(exponents[position]) for exponents, _ in terms_of(poly)}
        if len(powers) != 2 or 0 not in powers:
            continue
        above, rest = _split(field, poly, position)
        sign, other = _evident_sign(field, above), _evident_sign(field, rest)
        if not sign or not other:
            return None
        if sign == other:
            return sign
        height = log(Exact.of_generator(generator)) * max(powers) - log(Exact.from_parts(field, -rest, above))
        found = _sign(height, steps - 1)
        return None if found is None else sign * found
    return None


def _split(field: Field, poly: Poly, position: int) -> tuple[Poly, Poly]:
    """a and b of a g^n + b."""
    parts: tuple[list[tuple[tuple[int, ...], int]], ...] = ([], [])
    for exponents, coefficient in terms_of(poly):
        without = (*exponents[:position], 0, *exponents[position + 1 :])
        parts[not exponents[position]].append((without, coefficient))
    return from_terms(field.ring, parts[0]), from_terms(field.ring, parts[1])


def _sign_of_many_bits(number: Exact) -> int | None:
    composites = [g for g in closure(number.field.generators) if isinstance(g, (Exp, LogOf, RootOf))]
    if len(composites) > MOST_COMPOSITES or len(number.numerator) > MOST_TERMS:
        return None
    for bits in MANY_BITS:
        ball = enclose(number, bits)
        if ball > 0 or ball < 0:
            return 1 if ball > 0 else -1
    return None


__all__ = ["sign_beyond_enclosures"]
