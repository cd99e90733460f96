"""Exact numbers at random points of a prime field: cheap evidence of which of them are linearly independent over Q.

A point gives every independent generator a random value, roots of primes one conjugate after the other, and every
other generator the value that its relations force.  An exponential exp(x) is the L-th power of a random w, and exp(x/n)
is w^(L/n), so rational powers whose denominators divide L behave as they should: a point respects every identity of
the engine.  Numbers whose values at several points are independent modulo the prime are independent over Q.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from flint import nmod_poly

from symattn.exact.field import Aliases, PowerLike, base_key, power_key
from symattn.exact.generators import Exp, Generator, Log, LogOf, Root, RootOf
from symattn.exact.polynomials import Exponents

if TYPE_CHECKING:
    from symattn.exact.number import Exact

CONJUGATES_TRIED = 64

Terms: TypeAlias = "tuple[tuple[Exponents, int], ...]"


@dataclass(frozen=True)
class Setting:
    """What all points of one computation share."""

    prime: int
    roots: Mapping[int, tuple[int, ...]]  # of each prime p, all solutions of x^n = p, n being the common index
    fineness: int  # L: what the denominators of all powers of exponentials divide
    aliases: Aliases
    indices: Mapping[object, int]  # by power key, the common index of roots of sums

    @property
    def conjugates(self) -> int:
        """How many choices of conjugates there are."""
        return prod(map(len, self.roots.values()))


class NoValueError(ArithmeticError):
    """Raised when a number has no value at this point: a vanishing denominator, or a radicand that is no square."""


class Point:
    """One random homomorphism from the engine's numbers to the integers modulo a prime.

    Consecutive seeds run through all conjugates of the roots, or a random choice where these are too many: at one
    conjugate 1, sqrt 2, sqrt 3 look dependent.
    """

    def __init__(self, setting: Setting, seed: int) -> None:
        self.prime = setting.prime
        self._setting = setting
        self._random = Random(setting.prime + seed)
        self._roots: dict[int, int] = {}
        conjugate = seed if setting.conjugates <= CONJUGATES_TRIED else self._random.randrange(setting.conjugates)
        for base, solutions in setting.roots.items():
            conjugate, choice = divmod(conjugate, len(solutions))
            self._roots[base] = solutions[choice]
        self._units: dict[object, tuple[int, int]] = {}
        self._values: dict[Generator, int] = {}

    def number(self, x: Exact) -> int:
        """The value of a number."""
        generators, above, below = x.key  # its terms, listed once and for all points
        bottom = self._sum(below, generators)
        if bottom == 0:
            raise NoValueError
        return self._sum(above, generators) * pow(bottom, -1, self.prime) % self.prime

    def _sum(self, terms: Terms, generators: tuple[Generator, ...]) -> int:
        total = 0
        for exponents, term in terms:
            for i, power in enumerate(exponents):
                if power:
                    term = term * pow(self.generator(generators[i]), power, self.prime) % self.prime
            total += term
        return total % self.prime

    def generator(self, generator: Generator) -> int:
        """The value of a generator."""
        value = self._values.get(generator)
        if value is None:
            value = self._values[generator] = self._new_value(generator)
        return value

    def _new_value(self, generator: Generator) -> int:
        if isinstance(generator, LogOf):
            factors = self._setting.aliases.get(base_key(generator))
            if factors is not None:
                return self._logarithm_of(factors)
        value, index = self._unit(generator)
        return self._raised(value, index, generator.index if isinstance(generator, PowerLike) else 1)

    def _raised(self, value: int, index: int, below: int) -> int:
        """The value to the power index / below."""
        power, rest = divmod(index, below)
        if rest:
            raise NoValueError
        return value if power == 1 else pow(value, power, self.prime)

    def _unit(self, generator: Generator) -> tuple[int, int]:
        """A value whose power with the exponent given beside it is the value of the generator's base."""
        key = power_key(generator)
        if key not in self._units:
            self._units[key] = self._new_unit(generator, key)
        return self._units[key]

    def _new_unit(self, generator: Generator, key: object) -> tuple[int, int]:
        factors = self._setting.aliases.get(key)
        if factors is not None:
            index = self._setting.indices[key]
            return self._product(factors, index), index
        if isinstance(generator, Root):
            if generator.prime not in self._roots:  # only its logarithm occurs
                return generator.prime, 1
            return self._roots[generator.prime], len(self._setting.roots[generator.prime])
        if isinstance(generator, RootOf):
            return self._root_of(self.number(generator.argument), self._setting.indices[key])
        value = self._random.randrange(2, self.prime - 1)
        return value, self._setting.fineness if isinstance(generator, Exp) else 1

    def _logarithm_of(self, factors: Mapping[Generator, Fraction]) -> int:
        """The value of the logarithm of a product of bases."""
        total = 0
        for base, exponent in factors.items():
            if isinstance(base, Exp):
                inner = self.number(base.argument)
            else:
                inner = self.generator(Log(base.prime) if isinstance(base, Root) else LogOf(base.argument))  # type: ignore[union-attr]
            total += inner * exponent.numerator * pow(exponent.denominator, -1, self.prime)
        return total % self.prime

    def _root_of(self, radicand: int, index: int) -> tuple[int, int]:
        solutions = nmod_poly([-radicand] + [0] * (index - 1) + [1], self.prime).roots() if index > 1 else []
        if index == 1:
            return radicand, 1
        if not solutions or radicand == 0:
            raise NoValueError
        return int(self._random.choice(solutions)[0]), index

    def _product(self, factors: Mapping[Generator, Fraction], index: int) -> int:
        """The value of a product of bases to rational powers, to the power 1/index."""
        value = 1
        for generator, exponent in factors.items():
            unit, own = self._unit(generator)
            value = value * self._raised(unit, exponent.numerator * own, exponent.denominator * index) % self.prime
        return value


def fingerprints(numbers: list[Exact], setting: Setting, count: int, attempts: int) -> list[list[int]]:
    """The values of the numbers at `count` points, one row a point; fewer rows when too many points have no value."""
    rows: list[list[int]] = []
    for seed in range(attempts):
        point = Point(setting, seed)
        try:
            rows.append([point.number(x) for x in numbers])
        except NoValueError:
            continue
        if len(rows) == count:
            break
    return rows
