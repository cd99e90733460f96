"""Positive numbers that are products of powers of others: ln(e^2 - 2) = ln(e + sqrt 2) + ln(e - sqrt 2).

A lattice reduction (LLL) on the logarithms suggests the exponents; the product is then verified as an identity of
polynomials.  Free symbols take a sample value for the suggestion only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

from flint import arb

from symattn.errors import SymattnError, UndecidedError
from symattn.exact.enclosures import Values, enclose, precision
from symattn.exact.generators import Exp, Generator, Root, RootOf
from symattn.exact.lattice import SPARE_BITS, integer_near, integer_relations
from symattn.exact.polynomials import Poly

if TYPE_CHECKING:
    from symattn.exact.field import Field
    from symattn.exact.number import Exact

MOST_BASES = 20
LARGEST_EXPONENT = 24
BITS_PER_BASE = 36
LARGEST_TERMS = 20_000
POINTS_TRIED = 2
PRIMES = (999_983, 1_000_033, 1_000_037, 1_000_039, 1_000_081, 1_000_099, 1_000_117, 1_000_121, 1_000_133)
SIZES = (1, 3, -1, 17, 127, -29, -271, 1009)


def as_product(field: Field, number: Exact, bases: Sequence[Generator]) -> dict[Generator, Fraction] | None:
    """The number as a verified product of rational powers of bases (Root(p), Exp(x), RootOf(u), each of index 1)."""
    if len(bases) > MOST_BASES:
        return None
    for exponents in _suggestions([RootOf(number, 1), *bases]):
        own, rest = exponents[0], exponents[1:]
        used = {base: -k for base, k in zip(bases, rest, strict=True) if k}
        if _is_identity(field, [(RootOf(number, 1), own), *((base, -k) for base, k in used.items())]):
            return {base: Fraction(k, own) for base, k in used.items()}
    return None


def _suggestions(bases: list[Generator]) -> Iterator[list[int]]:
    """Small integers, the first one positive, whose combination of the bases' logarithms seems to be 0.

    With free symbols one for each of a few points: what holds at one alone is an accident.
    """
    bits = BITS_PER_BASE * len(bases) + SPARE_BITS
    for logarithms in _logarithms(bases, bits):
        suggested = (k for k in integer_relations(logarithms) if max(map(abs, k)) <= LARGEST_EXPONENT)
        yield from islice(suggested, 1)


def _logarithms(bases: list[Generator], bits: int) -> Iterator[list[int]]:
    """The logarithms times 2^bits, rounded, at points at which all of them exist."""
    names = sorted({name for base in bases if not isinstance(base, Root) for name in _symbols(base)})
    count = 0
    for values in _points(names):
        try:
            balls = [_logarithm(base, bits + 64, values) for base in bases]
        except SymattnError:
            continue
        found = [integer_near(ball, bits) for ball in balls]
        if all(value is not None for value in found):
            yield found  # type: ignore[misc]
            count += 1
            if count == POINTS_TRIED:
                return


def _points(names: list[str]) -> Iterator[Values]:
    """Values for free symbols whose logarithms are related to nothing: quotients of large primes, of all sizes."""
    if not names:
        yield {}
        return
    for shift in range(len(SIZES)):
        yield {
            name: Fraction(SIZES[(shift + i) % len(SIZES)] * PRIMES[(i + shift) % len(PRIMES)], 1_000_003 + 2 * i)
            for i, name in enumerate(names)
        }
    for size in SIZES:
        yield {name: Fraction((size + i) * PRIMES[i % len(PRIMES)], 1_000_003 + 2 * i) for i, name in enumerate(names)}


def _symbols(base: Generator) -> frozenset[str]:
    assert isinstance(base, (Exp, RootOf))
    return base.argument.symbols


def _logarithm(base: Generator, bits: int, values: Values) -> Any:
    if isinstance(base, Root):
        with precision(bits):
            return arb(base.prime).log()
    assert isinstance(base, (Exp, RootOf))
    ball = enclose(base.argument, bits, values)
    with precision(bits):
        return ball if isinstance(base, Exp) else ball.log()


def _is_identity(field: Field, factors: list[tuple[Generator, int]]) -> bool:
    """Whether the product of the bases to these powers is 1 in the field."""
    left, right = field.constant(1), field.constant(1)
    for base, exponent in factors:
        top, bottom = _value(field, base)
        if exponent < 0:
            top, bottom = bottom, top
        for _ in range(abs(exponent)):
            if max(len(left) * len(top), len(right) * len(bottom)) > LARGEST_TERMS:
                return False
            left, right = field.reduce(left * top), field.reduce(right * bottom)
    return bool(left == right)


def _value(field: Field, base: Generator) -> tuple[Poly, Poly]:
    """Numerator and denominator of a base in a field."""
    from symattn.exact.number import Exact

    if isinstance(base, Root):
        return field.constant(base.prime), field.constant(1)
    assert isinstance(base, (Exp, RootOf))
    return field.embed(base.argument if isinstance(base, RootOf) else Exact.of_generator(base))


def pieces(field: Field, number: Exact) -> dict[Generator, Fraction]:
    """A positive number as it factors in a field: primes, exponentials, roots and irreducible sums, as bases."""
    from symattn.exact.factors import factored
    from symattn.exact.number import Exact
    from symattn.exact.parts import lowest_terms

    whole: dict[Generator, Fraction] = {RootOf(number, 1): Fraction(1)}
    numerator, denominator = field.embed(number)
    try:
        factors = factored(Exact.known(field, *lowest_terms(field, numerator, denominator), number.conditions))
    except UndecidedError:
        return whole
    result: dict[Generator, Fraction] = {}
    for factor, exponent in factors:
        for base, power in _bases_of(factor).items():
            result[base] = result.get(base, Fraction(0)) + power * exponent
    return result


def _bases_of(factor: Exact) -> dict[Generator, Fraction]:
    """A factor as a product of bases: a rational by its primes, a generator by its base, a sum as it is."""
    from symattn.exact.factors import is_prime, prime_powers, sole_generator
    from symattn.exact.number import Exact

    value = factor.as_fraction()
    if value is not None:
        return {Root(p, 1) if is_prime(p) else RootOf(Exact(p), 1): Fraction(k) for p, k in prime_powers(value)}
    only = sole_generator(factor)
    if isinstance(only, Root):
        return {Root(only.prime, 1): Fraction(1, only.index)}
    if isinstance(only, (Exp, RootOf)):
        return {type(only)(only.argument, 1): Fraction(1, only.index)}
    return {RootOf(factor, 1): Fraction(1)}
