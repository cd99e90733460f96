"""Exponentials whose exponents depend on one another: exp(2 e/(2 e + 1)) is e * exp(-1/(2 e + 1)).

Exponents that are quotients can be rational combinations of other exponents and of logarithms.  Level by level, values
at random points modulo a prime show which exponents are independent over Q (a proof) and suggest how the others
depend on them; a suggestion is used only after it is verified as an identity of polynomials.  An exponential with a
verified relation becomes an alias, a product of other generators to rational powers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as data_field
from fractions import Fraction
from functools import lru_cache
from math import lcm, prod
from typing import Any

from flint import nmod_mat

from symattn.exact.field import Field, PowerLike, base_key, merged, plain_field, power_key
from symattn.exact.fingerprints import CONJUGATES_TRIED, Setting, fingerprints
from symattn.exact.generators import Exp, Generator, Log, LogOf, Root, RootOf
from symattn.exact.modular import Residues, splitting_prime
from symattn.exact.multiplicative import as_product, pieces
from symattn.exact.number import Exact
from symattn.exact.polynomials import Poly, guarded_gcd

EXTRA_POINTS = 3
MOST_PRIMES = 24
MOST_CONJUGATES = 512
MOST_ROOTS_OF_SUMS = 64  # the product of their indices: how many points it takes to find one where all exist
LARGEST_PRODUCT = 400_000

Combination = dict[int, Fraction]


def related_field(members: set[Generator]) -> Field:
    """The field of these generators (closed under what their arguments are made of), with all relations found."""
    return _tower(frozenset(members)).field()


@lru_cache(maxsize=2048)
def _tower(members: frozenset[Generator]) -> _Tower:
    """The generators taken in level by level; lower levels are shared with other towers."""
    height = max((g.height for g in members), default=0)
    lower = frozenset(g for g in members if g.height < height)
    tower = _tower(lower).copy() if lower else _Tower(members)
    tower.members = members
    tower.add_level([g for g in members if g.height == height])
    return tower


@dataclass
class _Candidate:
    """A number whose exponential is known: an exponent, or the logarithm of a generator's base."""

    base: Generator  # of index 1: exp(value) is this base
    value: Exact


@dataclass
class _Tower:
    """The levels handled so far: generators kept, aliases, and the independent exponents."""

    members: frozenset[Generator]
    kept: dict[object, Generator] = data_field(default_factory=dict)
    aliases: dict[object, dict[Generator, Fraction]] = data_field(default_factory=dict)
    independent: list[_Candidate] = data_field(default_factory=list)
    sums: list[RootOf] = data_field(default_factory=list)  # positive sums, as bases of roots and logarithms
    settled: bool = True

    def copy(self) -> _Tower:
        """A tower that may grow without changing this one."""
        inner = dict(self.kept), dict(self.aliases), list(self.independent), list(self.sums), self.settled
        return _Tower(self.members, *inner)

    def field(self) -> Field:
        """The field of everything kept."""
        aliases = tuple((key, tuple(factors.items())) for key, factors in self.aliases.items())
        return plain_field(frozenset(self.kept.values()), aliases, self.settled)

    def keep(self, generator: Generator) -> None:
        """Add a generator, merged with what is kept of its kind."""
        key = power_key(generator)
        (self.kept[key],) = merged([generator, *([self.kept[key]] if key in self.kept else [])])

    def add_level(self, generators: list[Generator]) -> None:
        """Take in all generators of one height."""
        for composite in sorted((g for g in generators if isinstance(g, (LogOf, RootOf))), key=_simplicity):
            self.add_sum(composite)
        for generator in generators:
            if not isinstance(generator, (Exp, LogOf, RootOf)):
                self.keep(generator)
        exponentials = sorted((g for g in merged(generators) if isinstance(g, Exp)), key=_simplicity)
        if exponentials:
            self.add_exponentials(exponentials)

    def add_exponentials(self, exponentials: list[Exp]) -> None:
        """Take in the exponentials of one height."""
        new = [_Candidate(Exp(g.argument), g.argument) for g in exponentials]
        known = _logarithms(self.kept.values(), exponentials[0].height) + self.independent
        found: dict[int, Combination] = {}
        if self.may_depend(known + new):
            unit = _unit(known + new)
            known += unit
            found = self.relations(known, new)
            if any(len(known) - 1 in combination for combination in found.values()):
                self.independent += unit
        for i, generator in enumerate(exponentials):
            if i in found:
                self.alias(generator, {(known + new)[k].base: c for k, c in found[i].items()})
            else:
                self.keep(generator)
                self.independent.append(new[i])

    def may_depend(self, candidates: list[_Candidate]) -> bool:
        """Whether the exponents may be dependent: distinct monomials and one quotient in lowest terms are not."""
        quotients = [c.value for c in candidates if len(c.value.denominator) > 1]
        if self.aliases or len(quotients) > 1:
            return True
        return any(not q.reduced or any(isinstance(g, RootOf) for g in q.field.generators) for q in quotients)

    def add_sum(self, generator: LogOf | RootOf) -> None:
        """Take in the logarithm or the root of a positive sum: it may be a product of powers of others."""
        key = base_key(generator)
        base = RootOf(generator.argument, 1)
        if key not in self.aliases and base not in self.sums:
            product = self.factorized(base)
            if product == {base: 1}:
                self.sums.append(base)
            else:
                self.aliases[key] = product
        if key not in self.aliases:
            self.keep(generator)
        elif isinstance(generator, RootOf):
            self.alias(generator, self.aliases[key])
        else:
            for factor in self.aliases[key]:
                if isinstance(factor, (Root, RootOf)):
                    self.keep(Log(factor.prime) if isinstance(factor, Root) else LogOf(factor.argument))

    def factorized(self, base: RootOf) -> dict[Generator, Fraction]:
        """The base as a product of independent ones; those that are new join the known sums."""
        field = self.field()
        product: dict[Generator, Fraction] = {}
        for piece, exponent in pieces(field, base.argument).items() if self.aliases else [(base, Fraction(1))]:
            found: dict[Generator, Fraction] | None = None
            if isinstance(piece, RootOf) and piece not in self.sums and (self.sums or self.aliases):
                found = as_product(field, piece.argument, self.bases())
            if isinstance(piece, RootOf) and found is None and piece != base:
                self.sums.append(piece)
            for factor, power in (found or {piece: Fraction(1)}).items():
                product[factor] = product.get(factor, Fraction(0)) + power * exponent
        return {factor: power for factor, power in product.items() if power}

    def bases(self) -> list[Generator]:
        """Of what a positive sum may be a product: small primes, known exponentials, and the sums before it."""
        primes = {2, 3} | {g.prime for g in self.members if isinstance(g, (Root, Log))}
        exponentials = [candidate.base for candidate in self.independent]
        return [*self.sums, *(Root(p, 1) for p in sorted(primes)), *exponentials]

    def alias(self, generator: Exp | RootOf, factors: Mapping[Generator, Fraction]) -> None:
        """Make a power the product of bases to rational powers, which raises the indices of those kept."""
        self.aliases[base_key(generator)] = dict(factors)
        for base, exponent in factors.items():
            index = (exponent / generator.index).denominator
            if isinstance(base, Root) and index == 1:
                continue
            assert isinstance(base, (Exp, Root, RootOf))
            self.keep(Root(base.prime, index) if isinstance(base, Root) else type(base)(base.argument, index))

    def relations(self, known: list[_Candidate], new: list[_Candidate]) -> dict[int, Combination]:
        """Verified relations: the position of a new candidate, and its combination of independent ones before it.

        Positions in a combination count the known ones first.
        """
        field = self.field()
        columns = known + new
        result: dict[int, Combination] = {}
        proposals = self.proposals([c.value for c in columns])
        if proposals is None:
            self.settled = False
            return result
        for position, combination in proposals.items():
            if position < len(known):
                continue  # two logarithms or exponents that turn out dependent: their relation has no use here
            used = {k: c for k, c in combination.items() if c}
            terms = [(c, columns[k].value) for k, c in used.items()] + [(Fraction(-1), columns[position].value)]
            if vanishes_identically(field, terms):
                result[position - len(known)] = used
            else:
                self.settled = False
        return result

    def proposals(self, values: list[Exact]) -> dict[int, Combination] | None:
        """Combinations suggested by values modulo primes, for each value that looks dependent on those before it."""
        indices = _common_indices([*self.members, *self.kept.values()])
        radicals = tuple(sorted((key[1], n) for key, n in indices.items() if key[0] == "root"))
        sums = [n for key, n in indices.items() if key[0] == "RootOf"]
        conjugates = prod(n for _, n in radicals)
        if conjugates > MOST_CONJUGATES or prod(sums) > MOST_ROOTS_OF_SUMS:
            return None
        fineness = lcm(*(n for key, n in indices.items() if key[0] == "Exp"))
        count = len(values) + EXTRA_POINTS + (min(conjugates, CONJUGATES_TRIED) if conjugates > 1 else 0)
        pivots: list[int] = []
        unknown = Residues(0)
        for skip in range(MOST_PRIMES):
            prime, solutions = splitting_prime(radicals, skip)
            roots = {p: found for (p, _), found in zip(radicals, solutions, strict=True)}
            setting = Setting(prime, roots, fineness, self.aliases, indices)
            rows = fingerprints(values, setting, count, 2 * count * prod(sums))
            if len(rows) < count:
                continue
            found, entries = _echelon(rows, prime)
            if len(found) > len(pivots):
                pivots, unknown = found, Residues(len(entries))
            if found != pivots:
                continue
            unknown.add(entries, prime)
            rationals = unknown.rationals()
            if rationals is not None:
                return _combinations(pivots, len(values), rationals)
        return None


def _common_indices(generators: Iterable[Generator]) -> dict[Any, int]:
    """The common index of all roots of one number, and of all exponentials of one exponent, by power key."""
    indices: dict[Any, int] = {}
    for generator in generators:
        if isinstance(generator, PowerLike):
            key = power_key(generator)
            indices[key] = lcm(indices.get(key, 1), generator.index)
    return indices


def _echelon(rows: list[list[int]], prime: int) -> tuple[list[int], list[int]]:
    """The pivot columns of a matrix modulo a prime, and how the other columns combine from them, column by column."""
    size = len(rows[0])
    echelon, rank = nmod_mat(len(rows), size, [entry for row in rows for entry in row], prime).rref()
    table = [[int(entry) for entry in row] for row in echelon.tolist()[:rank]]
    pivots = [next(j for j, entry in enumerate(row) if entry) for row in table]
    others = [j for j in range(size) if j not in pivots]
    return pivots, [row[j] for j in others for row in table]


def _combinations(pivots: list[int], size: int, rationals: list[Fraction]) -> dict[int, Combination]:
    others = [j for j in range(size) if j not in pivots]
    entries = iter(rationals)
    return {j: {pivot: next(entries) for pivot in pivots} for j in others}


def _unit(candidates: list[_Candidate]) -> list[_Candidate]:
    """The exponent 1 where it is missing: x/(1 + x) and 1/(1 + x) depend on one another through it."""
    one = Exp(Exact(1))
    return [] if any(c.base == one for c in candidates) else [_Candidate(one, one.argument)]


def _logarithms(members: Iterable[Generator], height: int) -> list[_Candidate]:
    """The logarithms that exponents of this height may contain; the exponential of each is known."""
    found = []
    for generator in members:
        if isinstance(generator, Log):
            found.append(_Candidate(Root(generator.prime, 1), Exact.of_generator(generator)))
        elif isinstance(generator, LogOf) and generator.height < height:
            found.append(_Candidate(RootOf(generator.argument, 1), Exact.of_generator(generator)))
    return sorted(found, key=lambda candidate: candidate.value.order_text)


def _simplicity(generator: Exp | LogOf | RootOf) -> tuple[object, ...]:
    argument = generator.argument
    return (len(argument.denominator) > 1, len(argument.numerator) + len(argument.denominator), argument.order_text)


def vanishes_identically(field: Field, terms: list[tuple[Fraction, Exact]]) -> bool:
    """Whether a rational combination of numbers is 0 as an identity of the field; False also where that is too dear."""
    total, below = field.constant(0), field.constant(1)
    scale = lcm(*(coefficient.denominator for coefficient, _ in terms))
    for denominator, part in _by_denominator(field, [(int(c * scale), number) for c, number in terms]):
        common = guarded_gcd(below, denominator) or field.constant(1)
        left, right = denominator // common, below // common
        if len(total) * len(left) + len(part) * len(right) + len(below) * len(left) > LARGEST_PRODUCT:
            return False
        total = field.reduce(total * left + part * right)
        below = field.reduce(below * left)
    return bool(total.is_zero())


def _by_denominator(field: Field, terms: list[tuple[int, Exact]]) -> list[tuple[Poly, Poly]]:
    """Denominators, and the sum of the numerators that stand over each."""
    groups: list[tuple[Poly, Poly]] = []
    for coefficient, number in terms:
        numerator, denominator = field.embed(number)
        for i, (known, part) in enumerate(groups):
            if known == denominator:
                groups[i] = (known, part + numerator * coefficient)
                break
        else:
            groups.append((denominator, numerator * coefficient))
    return groups
