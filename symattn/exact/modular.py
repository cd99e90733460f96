"""Work modulo primes: primes at which roots exist, and rationals found again from their residues.

A homomorphism to a prime field shows at once what is not true (polynomials that share nothing, numbers without a
linear relation).  What it suggests is only a guess until it is verified exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, isqrt, prod
from typing import TypeAlias

from flint import fmpz, nmod_poly

FIRST_CANDIDATE = (1 << 60) + 7
MOST_RESIDUES = 8
SLACK_BITS = 16
_SMALL_ODD_PRIMES = prod(p for p in range(3, 100, 2) if fmpz(p).is_prime())

Matrix: TypeAlias = list[list[int]]


@lru_cache(maxsize=512)
def residue_prime(residues: tuple[int, ...], coprime_to: int, skip: int = 0) -> int:
    """A prime P = 2 q + 1 with q odd, prime to `coprime_to` and to all small primes, at which `residues` are squares.

    The squares modulo P form a group of order q, so each of them has exactly one root there of every index that is
    prime to q: rational powers behave as those of positive reals do.  `skip` asks for a later such prime.
    """
    candidate = residue_prime(residues, coprime_to, skip - 1) if skip else FIRST_CANDIDATE
    candidate += 4 - (candidate - 3) % 4
    while not _serves(candidate, residues, coprime_to):
        candidate += 4
    return candidate


def _serves(candidate: int, residues: tuple[int, ...], coprime_to: int) -> bool:
    order = (candidate - 1) // 2
    return (
        gcd(order, _SMALL_ODD_PRIMES) == 1
        and gcd(order, coprime_to) == 1
        and bool(fmpz(candidate).is_prime())
        and all(pow(a, order, candidate) == 1 for a in residues)
    )


def residue_power(value: int, exponent: Fraction, prime: int) -> int | None:
    """A rational power of a square modulo a `residue_prime`; None when the root is not unique there."""
    order = (prime - 1) // 2
    if gcd(exponent.denominator, order) != 1:
        return None
    return pow(value, exponent.numerator * pow(exponent.denominator, -1, order) % order, prime)


@lru_cache(maxsize=512)
def splitting_prime(radicals: tuple[tuple[int, int], ...], skip: int = 0) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """A prime at which x^n = a has n solutions for every (a, n) given, and these solutions."""
    candidate = splitting_prime(radicals, skip - 1)[0] if skip else FIRST_CANDIDATE
    while True:
        candidate += 2
        if not fmpz(candidate).is_prime() or any((candidate - 1) % n for _, n in radicals):
            continue
        if all(pow(a, (candidate - 1) // n, candidate) == 1 for a, n in radicals):
            return candidate, tuple(_all_roots(a, n, candidate) for a, n in radicals)


def _all_roots(radicand: int, index: int, prime: int) -> tuple[int, ...]:
    found = nmod_poly([-radicand] + [0] * (index - 1) + [1], prime).roots()
    return tuple(sorted(int(value) for value, _ in found))


class Residues:
    """Unknown rationals, known modulo more and more primes.

    >>> unknown = Residues(2)
    >>> for prime in (1000003, 1000033):
    ...     unknown.add([5 * pow(7, -1, prime), 3], prime)
    >>> unknown.rationals()
    [Fraction(5, 7), Fraction(3, 1)]
    """

    def __init__(self, count: int) -> None:
        self.values = [0] * count
        self.modulus = 1

    def add(self, values: Sequence[int], prime: int) -> None:
        """Take in the residues modulo another prime."""
        inverse = pow(self.modulus, -1, prime)
        self.values = [
            old + self.modulus * ((new - old) * inverse % prime) for old, new in zip(self.values, values, strict=True)
        ]
        self.modulus *= prime

    def rationals(self) -> list[Fraction] | None:
        """The rationals, when all are so small that chance hardly explains them; None when more primes are needed."""
        found = [rational_from_residue(value, self.modulus) for value in self.values]
        return None if any(value is None for value in found) else found  # type: ignore[return-value]


def rational_from_residue(residue: int, modulus: int) -> Fraction | None:
    """The fraction n/d with n = d * residue modulo `modulus` and |n| * d far below the modulus, if there is one."""
    bound = isqrt(modulus >> 1)
    previous, current = modulus, residue % modulus
    before, factor = 0, 1
    while current > bound:
        quotient = previous // current
        previous, current = current, previous - quotient * current
        before, factor = factor, before - quotient * factor
    if abs(current * factor) >= modulus >> SLACK_BITS or gcd(current, factor) != 1:
        return None
    return Fraction(current, factor)
