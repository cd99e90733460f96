"""Fields of exact numbers: an ordered tuple of generators, their polynomial ring, and how one field maps into another.

`field_of` builds the smallest field that holds given generators.  Everything that the generators are made of is in it
too, roots of one prime share one index, powers of one exponential share one generator, and an exponential that is a
product of others (exp(1 - x) = e / exp(x)) becomes an alias of that product.  Only identities are used, so an equality
found in a field is proved whether or not its generators are independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, Any, TypeAlias

from symattn.exact.embedding import Image, Renaming, embedded, renamed, renaming_of
from symattn.exact.generators import Exp, Generator, Log, LogOf, Pi, Root, RootOf, Symbol, sort_key
from symattn.exact.polynomials import Poly, context, from_terms, terms_of

if TYPE_CHECKING:
    from symattn.exact.number import Exact


# What the base of a power is made of, by its power key: a product of bases (generators of index 1) to rational powers.
# For an exponential exp(x/n) the base is exp(x), for a root x^(1/n) and for the logarithm ln x it is x.
Aliases: TypeAlias = Mapping[object, Mapping[Generator, Fraction]]


class Field:
    """A polynomial ring over the integers whose generators stand for real numbers."""

    __slots__ = (
        "_images",
        "_maps",
        "_positions",
        "_powers",
        "aliases",
        "generators",
        "is_independent",
        "names",
        "relations",
        "ring",
    )

    def __init__(self, generators: tuple[Generator, ...], aliases: Aliases, independent_exponents: bool) -> None:
        self.generators = generators
        self.ring: Any = context(len(generators))
        self.aliases = aliases
        self._positions = {generator: i for i, generator in enumerate(generators)}
        self._powers = {power_key(g): (i, g.index) for i, g in enumerate(generators) if isinstance(g, PowerLike)}
        self._images: dict[Generator, Image] = {}
        self._maps: dict[Field, Renaming | list[Image]] = {}
        self.names = frozenset(g.name for g in generators if isinstance(g, Symbol))
        self.is_independent = independent_exponents and _known_independent(generators)
        self.relations: list[tuple[int, int, Poly]] = []
        for i, generator in enumerate(generators):
            if isinstance(generator, (Root, RootOf)):
                self.relations.append((i, generator.index, self._relation(i, generator)))

    def _relation(self, position: int, generator: Root | RootOf) -> Poly:
        power = self.unit(position, generator.index)
        if isinstance(generator, Root):
            return power - generator.prime
        numerator, denominator = self.embed(generator.argument)
        return power * denominator - numerator  # the radicand is a polynomial: its denominator is an integer, 1

    def unit(self, position: int, power: int = 1) -> Poly:
        """The generator at a position, to a power."""
        exponents = [0] * len(self.generators)
        exponents[position] = power
        return self.ring.from_dict({tuple(exponents): 1})

    def constant(self, value: int) -> Poly:
        """An integer as a polynomial of this field."""
        return self.ring.constant(value)

    def reduce(self, poly: Poly) -> Poly:
        """The same number with every root to a power below its index."""
        if not self.relations or poly.is_constant():
            return poly
        degrees = poly.degrees()
        if all(degrees[position] < index for position, index, _ in self.relations):
            return poly
        for position, index, relation in self.relations:
            degree = int(poly.degrees()[position])
            generator = self.generators[position]
            if degree >= 2 * index and isinstance(generator, Root):
                poly = self._folded(poly, position, generator)
            elif degree >= index:
                poly = divmod(poly, relation)[1]
        return poly

    def raised(self, poly: Poly, exponent: int) -> Poly:
        """A power, with roots taken down at every step: (3 + 2 sqrt 2)^n has two terms and not n."""
        if not self.relations or exponent < 4:
            return poly**exponent
        result = self.constant(1)
        while exponent:
            if exponent & 1:
                result = self.reduce(result * poly)
            exponent >>= 1
            if exponent:
                poly = self.reduce(poly * poly)
        return result

    def _folded(self, poly: Poly, position: int, root: Root) -> Poly:
        """High powers of a root of a prime taken down at once: division would go step by step."""
        terms = []
        for exponents, coefficient in terms_of(poly):
            whole, rest = divmod(exponents[position], root.index)
            terms.append(((*exponents[:position], rest, *exponents[position + 1 :]), coefficient * root.prime**whole))
        return from_terms(self.ring, terms)

    # -- maps between fields ------------------------------------------------------------------------------------

    def image(self, generator: Generator) -> Image:
        """A generator of any subfield, in this field."""
        found = self._images.get(generator)
        if found is None:
            found = self._images[generator] = self._find_image(generator)
        return found

    def _find_image(self, generator: Generator) -> Image:
        factors = self.aliases.get(base_key(generator))
        if factors is not None:
            if isinstance(generator, LogOf):
                return self._sum_of_logarithms(factors)
            assert isinstance(generator, (Exp, RootOf))
            return self._product(factors, generator.index)
        if isinstance(generator, PowerLike):
            position, index = self._powers[power_key(generator)]
            return self._monomial({position: index // generator.index})
        return self._monomial({self._positions[generator]: 1})

    def _monomial(self, powers: dict[int, int], coefficient: Fraction = Fraction(1)) -> Image:
        exponents = [0] * len(self.generators)
        for position, power in powers.items():
            exponents[position] = power
        return Image(tuple(exponents), coefficient)

    def _product(self, factors: Mapping[Generator, Fraction], index: int) -> Image:
        """A product of bases to rational powers, to the power 1/index, which this field holds."""
        powers: dict[int, int] = {}
        coefficient = Fraction(1)
        for generator, power in factors.items():
            wanted = power / index
            if isinstance(generator, Root) and wanted.denominator == 1:
                coefficient *= Fraction(generator.prime) ** wanted.numerator
                continue
            position, own = self._powers[power_key(generator)]
            powers[position] = powers.get(position, 0) + int(wanted * own)
        return self._monomial(powers, coefficient)

    def _sum_of_logarithms(self, factors: Mapping[Generator, Fraction]) -> Image:
        """The logarithm of a product of bases."""
        above, below = self.constant(0), self.constant(1)
        for base, power in factors.items():
            if isinstance(base, Exp):
                top, bottom = self.embed(base.argument)
            else:
                inner = Log(base.prime) if isinstance(base, Root) else LogOf(base.argument)  # type: ignore[union-attr]
                top, bottom = self.unit(self._positions[inner]), self.constant(1)
            above = above * bottom * power.denominator + top * below * power.numerator
            below = below * bottom * power.denominator
        return Image((0,) * len(self.generators), quotient=(self.reduce(above), self.reduce(below)))

    def embed(self, number: Exact) -> tuple[Poly, Poly]:
        """Numerator and denominator of a number of a subfield, in this field (reduced, perhaps not coprime)."""
        return self.embed_parts(*number.parts[:3])

    def embed_parts(self, source: Field, numerator: Poly, denominator: Poly) -> tuple[Poly, Poly]:
        """The same for the polynomials of a subfield."""
        if source is self:
            return numerator, denominator
        known = self._maps.get(source)
        if known is None:
            images = [self.image(generator) for generator in source.generators]
            known = self._maps[source] = renaming_of(images) or images
        if isinstance(known, Renaming):
            return renamed(self, known, numerator), renamed(self, known, denominator)
        return embedded(self, known, numerator, denominator)


def _known_independent(generators: tuple[Generator, ...]) -> bool:
    """Whether a nonzero reduced polynomial in these generators is certainly a nonzero number (or function).

    The exponents are known to be independent over Q.  Products of powers p^(a/n), 0 <= a < n, of positive roots of
    primes are independent over Q, however many and of whatever index (Besicovitch 1940); exponentials of
    Q-independent algebraic numbers are algebraically independent (Lindemann-Weierstrass), and those of functions of
    free symbols stay so over the field of constants (Ax 1971); one transcendental among ln p and pi is independent of
    algebraic numbers.
    """
    transcendental = [g for g in generators if isinstance(g, (Log, Pi))]
    if any(isinstance(g, (LogOf, RootOf)) for g in generators) or len(transcendental) > 1:
        return False
    exponentials = [g for g in generators if isinstance(g, Exp)]
    if transcendental and exponentials:
        return False
    inner = {h for g in exponentials for h in g.argument.field.generators}
    return all(isinstance(h, (Root, Symbol)) for h in inner)


def closure(generators: Iterable[Generator]) -> set[Generator]:
    """These generators and all that their arguments are made of."""
    found: set[Generator] = set()
    waiting = list(generators)
    while waiting:
        generator = waiting.pop()
        if generator not in found:
            found.add(generator)
            if isinstance(generator, (Exp, LogOf, RootOf)):
                waiting.extend(generator.argument.field.generators)
    return found


@lru_cache(maxsize=4096)
def field_of(generators: frozenset[Generator]) -> Field:
    """The smallest field that holds these generators (see the module's docstring)."""
    members = closure(generators)
    sums = {base_key(g) for g in members if isinstance(g, (LogOf, RootOf))}
    if len(sums) > 1 or any(isinstance(g, Exp) and len(g.argument.denominator) > 1 for g in members):
        from symattn.exact.relations import related_field

        return related_field(members)
    return plain_field(frozenset(merged(members)), (), True)  # distinct monomials are independent


PowerLike = (Root, RootOf, Exp)


def power_key(generator: Generator) -> object:
    """What generators that are powers of one another have in common."""
    if isinstance(generator, Root):
        return ("root", generator.prime)
    if isinstance(generator, (RootOf, Exp)):
        return (type(generator).__name__, generator.argument.key)
    return generator


def base_key(generator: Generator) -> object:
    """The power key of what a generator is a power or the logarithm of."""
    return power_key(RootOf(generator.argument)) if isinstance(generator, LogOf) else power_key(generator)


def merged(generators: Iterable[Generator]) -> list[Generator]:
    """One root for each radicand and one exponential for each argument, with the least common index."""
    indices: dict[object, int] = {}
    sample: dict[object, Generator] = {}
    for generator in generators:
        key = power_key(generator)
        index = generator.index if isinstance(generator, PowerLike) else 1
        indices[key] = lcm(indices.get(key, 1), index)
        sample[key] = generator
    return [_with_index(sample[key], index) for key, index in indices.items()]


def _with_index(generator: Generator, index: int) -> Generator:
    if isinstance(generator, Root):
        return Root(generator.prime, index)
    if isinstance(generator, (Exp, RootOf)) and generator.index != index:
        return type(generator)(generator.argument, index)
    return generator


@lru_cache(maxsize=4096)
def plain_field(
    generators: frozenset[Generator],
    aliases: tuple[tuple[object, tuple[tuple[Generator, Fraction], ...]], ...],
    independent_exponents: bool,
) -> Field:
    """The field with exactly these generators (already merged and closed) and aliases."""
    ordered = tuple(sorted(generators, key=sort_key))
    return Field(ordered, {key: dict(factors) for key, factors in aliases}, independent_exponents)


RATIONALS = Field((), {}, True)


def join(first: Field, second: Field) -> Field:
    """The smallest field that holds both."""
    if first is second or not second.generators:
        return first
    if not first.generators:
        return second
    return _join(first, second)


@lru_cache(maxsize=4096)
def _join(first: Field, second: Field) -> Field:
    return field_of(frozenset(first.generators) | frozenset(second.generators))


def join_all(fields: Iterable[Field]) -> Field:
    """The smallest field that holds all of them.

    Joined one after the other, a generator that has become a product of others would be forgotten by the next join.
    """
    distinct = list(dict.fromkeys(fields))
    if len(distinct) < 3:
        return join(distinct[0], distinct[-1])
    return field_of(frozenset(generator for field in distinct for generator in field.generators))


__all__ = ["RATIONALS", "Field", "Image", "closure", "field_of", "join", "join_all", "merged", "plain_field"]
