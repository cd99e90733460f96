"""Powers that no memory could hold are refused before any work is done."""

from __future__ import annotations

from math import inf, log2, prod

from flint import fmpz

from symattn.errors import LimitError
from symattn.exact.generators import Root, RootOf
from symattn.exact.number import Exact
from symattn.exact.polynomials import Poly

LARGEST_POWER_BITS = 400_000
LARGEST_BITS_OF_SUM = 50_000  # of (3 - 2 sqrt 2)^n, which is small only by cancelling: as many bits enclose it
LARGEST_TERMS = 200_000
LARGEST_VOLUME = 1 << 26  # bits of all coefficients
LARGEST_POWER_OF_RADICANDS = 2_000  # (x^(1/3))^n contains x^(n/3), which FLINT would divide out term by term


def guard_power(base: Exact, exponent: int) -> None:
    """Refuse an integer power whose result could not be held: LimitError."""
    count = abs(exponent)
    if count <= 1:
        return
    for poly in (base.numerator, base.denominator):
        terms, bits = _terms_and_bits(base, poly, count)
        most_bits = LARGEST_POWER_BITS if len(poly) == 1 else LARGEST_BITS_OF_SUM
        if bits > most_bits or terms > LARGEST_TERMS or terms * bits > LARGEST_VOLUME:
            raise LimitError(f"a power with exponent {_short(exponent)} is too large to be written out")
        for generator, degree in zip(base.field.generators, map(int, poly.degrees()), strict=True):
            if isinstance(generator, RootOf) and degree * count > generator.index * LARGEST_POWER_OF_RADICANDS:
                raise LimitError(f"a power of a root with exponent {_short(exponent)} is too large to be written out")
            if degree and isinstance(generator, (Root, RootOf)):  # whole powers of the radicand come out
                radicand = Exact(generator.prime) if isinstance(generator, Root) else generator.argument
                guard_power(radicand, degree * count // generator.index)


def _terms_and_bits(base: Exact, poly: Poly, count: int) -> tuple[float, int]:
    """How many terms a power may have, and how many bits the coefficient of one."""
    bits = max((abs(int(c)).bit_length() for c in poly.coeffs()), default=0)
    if len(poly) <= 1:
        return 1, count * bits if bits > 1 else 0
    return min(_terms_after(len(poly), count), _terms_at_most(base)), count * (bits - 1 + len(poly).bit_length())


def _short(value: int) -> str:
    return str(value) if value.bit_length() < 200 else f"of {len(str(fmpz(abs(value))))} digits"


def _terms_after(terms: int, count: int) -> float:
    """A bound on the number of terms of (t1 + ... + tm)^n, from the binomial (n + m - 1 over m - 1)."""
    small = min(terms - 1, count)
    bits = sum(log2((count + terms - 1 - i) / (i + 1)) for i in range(min(small, 64)))
    return float(2 ** min(bits, 1000))


def _terms_at_most(base: Exact) -> float:
    """How many terms any polynomial in a number's generators has where all of these are roots of primes."""
    generators = base.field.generators
    return (
        prod(g.index for g in generators if isinstance(g, Root))
        if all(isinstance(g, Root) for g in generators)
        else inf
    )


__all__ = ["guard_power"]
