"""Sums of logarithms of primes written as one logarithm: ln(99) for 2*ln(3) + ln(11), ln(8/7) for 3*ln(2) - ln(7).

The engine keeps logarithms of primes, people write those of rationals. What is joined is a way of writing only.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, prod
from typing import cast

from symattn.exact.generators import Generator, Log
from symattn.exact.polynomials import Exponents
from symattn.exact.writing import JoinedLog, Term

LARGEST_ARGUMENT = 256  # bits of the argument of a joined logarithm


def with_joined_logarithms(
    generators: tuple[Generator, ...], top: list[Term], bottom: list[Term]
) -> tuple[tuple[Generator, ...], list[Term], list[Term]]:
    """Generators, numerator and denominator, where multiples of logarithms in the numerator are one multiple."""
    primes = {i: g.prime for i, g in enumerate(generators) if isinstance(g, Log)}
    found: dict[int, int] = {}
    for exponents, coefficient in top if len(primes) > 1 else []:
        if _is_plain_log(exponents, primes):
            found[primes[exponents.index(1)]] = coefficient
    common = gcd(*found.values())
    if len(found) < 2 or sum(abs(c // common) * p.bit_length() for p, c in found.items()) > LARGEST_ARGUMENT:
        return generators, top, bottom
    value = prod((Fraction(p) ** (c // common) for p, c in found.items()), start=Fraction(1))
    joined = JoinedLog(max(value, 1 / value))
    rest = [(exponents, c) for exponents, c in top if not _is_plain_log(exponents, primes)]
    at = next(k for k, (exponents, _) in enumerate(top) if _is_plain_log(exponents, primes))
    own = ((0,) * len(generators) + (1,), common if value > 1 else -common)
    widened = [((*exponents, 0), c) for exponents, c in rest]
    below = [((*exponents, 0), c) for exponents, c in bottom]
    return (*generators, cast("Generator", joined)), [*widened[:at], own, *widened[at:]], below


def _is_plain_log(exponents: Exponents, primes: dict[int, int]) -> bool:
    places = [i for i, e in enumerate(exponents) if e]
    return len(places) == 1 and places[0] in primes and exponents[places[0]] == 1


__all__ = ["with_joined_logarithms"]
