"""Forms that books prefer: ln(99) for 2*ln(3) + ln(11), and 1/sqrt(2) for sqrt(2)/2 in exponents.

The engine keeps logarithms of primes and rational denominators. These are ways of writing only.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, prod
from typing import TYPE_CHECKING, cast

from symattn.exact.generators import Generator, Log, Root
from symattn.exact.polynomials import Exponents, terms_of
from symattn.exact.writing import JoinedLog, Style, Term

if TYPE_CHECKING:
    from symattn.exact.number import Exact

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


def over_root(number: Exact, style: Style) -> str:
    """A rational multiple of a square root with the root below, 1/sqrt(2) for sqrt(2)/2; "" where none is simpler."""
    shown = number.normal
    top, bottom = terms_of(shown.numerator), terms_of(shown.denominator)
    roots = shown.field.generators
    if len(top) != 1 or len(bottom) != 1 or any(bottom[0][0]):
        return ""
    if not roots or not all(isinstance(g, Root) and g.index == 2 for g in roots):
        return ""
    radicand = prod(g.prime for g in roots if isinstance(g, Root))
    factor, rest = divmod(bottom[0][1], radicand)
    if rest:
        return ""
    size = abs(top[0][1])
    below = [*([] if factor == 1 else [str(factor)]), style.root(str(radicand), 2)]
    written = style.fraction(str(size), style.product(below), False, len(below) == 1)
    return f"-{written}" if top[0][1] < 0 else written


__all__ = ["over_root", "with_joined_logarithms"]
