"""Exact numbers at random points of a prime field: cheap evidence of which of them are linearly independent over Q.

A point gives every independent generator a random value, and every other one the value that its relations force.
Exponentials and roots take values among the squares, where rational powers are unique, so a point respects every
identity of the engine.  Numbers whose values at several points are independent modulo the prime are independent over Q.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from symattn.exact.generators import Exp, Generator, Root, RootOf
from symattn.exact.modular import residue_power
from symattn.exact.polynomials import Poly, terms_of

if TYPE_CHECKING:
    from symattn.exact.field import Aliases
    from symattn.exact.number import Exact


class NoValueError(ArithmeticError):
    """Raised when a number has no value at this point: a vanishing denominator, or a radicand that is no square."""


class Point:
    """One random homomorphism from the engine's numbers to the integers modulo a prime."""

    def __init__(self, prime: int, seed: int, aliases: Aliases) -> None:
        self.prime = prime
        self._random = Random(seed)
        self._aliases = aliases
        self._units: dict[object, int] = {}

    def number(self, x: Exact) -> int:
        """The value of a number."""
        field, numerator, denominator, _ = x.parts
        known: dict[int, int] = {}
        bottom = self._polynomial(denominator, field.generators, known)
        if bottom == 0:
            raise NoValueError
        return self._polynomial(numerator, field.generators, known) * pow(bottom, -1, self.prime) % self.prime

    def _polynomial(self, poly: Poly, generators: tuple[Generator, ...], known: dict[int, int]) -> int:
        total = 0
        for exponents, coefficient in terms_of(poly):
            term = coefficient
            for i, power in enumerate(exponents):
                if power:
                    if i not in known:
                        known[i] = self.generator(generators[i])
                    term = term * pow(known[i], power, self.prime) % self.prime
            total += term
        return total % self.prime

    def generator(self, generator: Generator) -> int:
        """The value of a generator."""
        unit = self.unit(generator)
        index = generator.index if isinstance(generator, (Root, RootOf, Exp)) else 1
        return unit if index == 1 else self._power(unit, Fraction(1, index))

    def unit(self, generator: Generator) -> int:
        """The value of the generator's base: p for a root of p, exp(x) for exp(x/n)."""
        from symattn.exact.field import power_key

        key = power_key(generator)
        if key not in self._units:
            self._units[key] = self._new_unit(generator, key)
        return self._units[key]

    def _new_unit(self, generator: Generator, key: object) -> int:
        if key in self._aliases:
            return self.product(self._aliases[key])
        if isinstance(generator, Root):
            return generator.prime
        if isinstance(generator, RootOf):
            value = self.number(generator.argument)
            if pow(value, (self.prime - 1) // 2, self.prime) != 1:
                raise NoValueError
            return value
        value = self._random.randrange(2, self.prime - 1)
        return value * value % self.prime if isinstance(generator, Exp) else value

    def product(self, factors: Mapping[Generator, Fraction]) -> int:
        """The value of a product of bases to rational powers."""
        value = 1
        for generator, exponent in factors.items():
            value = value * self._power(self.unit(generator), exponent) % self.prime
        return value

    def _power(self, value: int, exponent: Fraction) -> int:
        if exponent.denominator == 1:
            return pow(value, exponent.numerator, self.prime)
        found = residue_power(value, exponent, self.prime)
        if found is None:
            raise NoValueError
        return found


def fingerprints(numbers: list[Exact], prime: int, aliases: Aliases, count: int, attempts: int) -> list[list[int]]:
    """The values of the numbers at `count` points, one row a point; fewer rows when too many points have no value."""
    rows: list[list[int]] = []
    for seed in range(attempts):
        point = Point(prime, seed, aliases)
        try:
            rows.append([point.number(x) for x in numbers])
        except NoValueError:
            continue
        if len(rows) == count:
            break
    return rows
