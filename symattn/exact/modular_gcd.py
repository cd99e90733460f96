"""The common factor of two polynomials over a field of roots, K = Q(p1^(1/n1), ...): found modulo primes, then proved.

At a prime where all conjugates of the roots exist, each choice of conjugates turns both polynomials into polynomials
over the prime field, whose monic gcd is quick.  A coefficient's values at all conjugates give its components over
the products of roots (a linear system), several primes give them as rationals, and exact division by the polynomial so
found is the proof.  Several generators are packed into one by t_i -> t^(b_i) with the b_i so large that no two
monomials meet.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import gcd, lcm, prod
from typing import TYPE_CHECKING

from flint import nmod_mat, nmod_poly

from symattn.exact.generators import Root
from symattn.exact.modular import Residues, splitting_prime
from symattn.exact.polynomials import Exponents, Poly, content_of, from_terms, terms_of

if TYPE_CHECKING:
    from symattn.exact.field import Field

MOST_CONJUGATES = 16
LARGEST_DEGREE = 4_000
MOST_PRIMES = 40
MOST_ATTEMPTS = 3
LONGEST_DIVISION = 500

Terms = list[tuple[Exponents, int]]


def common_factor(field: Field, numerator: Poly, denominator: Poly) -> tuple[Poly, Poly] | None:
    """Both polynomials divided by their gcd over K, up to one factor from K; None where that is too large.

    The polynomials are reduced: every root stands to a power below its index.
    """
    shape = _shape_of(field, numerator, denominator)
    if shape is None:
        return None
    search = _Search(shape, terms_of(numerator), terms_of(denominator))
    for skip in range(MOST_PRIMES):
        search.add_prime(skip)
        if search.degree == 0:
            return numerator, denominator
        factor = search.factor(field)
        if factor is None:
            continue
        top, bottom = divided(field, numerator, factor), divided(field, denominator, factor)
        if top is not None and bottom is not None:
            return top[0] * bottom[1], bottom[0] * top[1]
        search.attempts += 1
        if search.attempts == MOST_ATTEMPTS:
            break
    return None


@dataclass(frozen=True)
class _Shape:
    """Where the roots stand, which products of them occur, and the weights that pack the other generators."""

    radicals: tuple[tuple[int, int], ...]  # (prime, index) of each root in the field
    weights: tuple[int, ...]  # of the generators before the roots
    basis: tuple[Exponents, ...]  # exponents of the roots


def _shape_of(field: Field, numerator: Poly, denominator: Poly) -> _Shape | None:
    degrees = [max(int(a), int(b)) for a, b in zip(numerator.degrees(), denominator.degrees(), strict=True)]
    roots = [g for g in field.generators if isinstance(g, Root)]
    free = len(degrees) - len(roots)
    radicals = tuple((g.prime, g.index if degrees[free + i] else 1) for i, g in enumerate(roots))
    conjugates = prod(index for _, index in radicals)
    weights = [prod(d + 1 for d in degrees[i + 1 : free]) for i in range(free)]
    if conjugates > MOST_CONJUGATES or sum(w * d for w, d in zip(weights, degrees, strict=False)) > LARGEST_DEGREE:
        return None
    return _Shape(radicals, tuple(weights), tuple(product(*(range(index) for _, index in radicals))))


class _Search:
    """The monic gcd over K, known modulo more and more primes."""

    def __init__(self, shape: _Shape, numerator: Terms, denominator: Terms) -> None:
        self.shape = shape
        self.polynomials = (numerator, denominator)
        self.degree: int | None = None
        self.unknown = Residues(0)
        self.attempts = 0

    def add_prime(self, skip: int) -> None:
        """Take in the gcds at one more prime; an unlucky prime, at which a degree is off, changes nothing."""
        prime, roots = splitting_prime(self.shape.radicals, skip)
        conjugates = list(product(*roots))
        gcds = [self._gcd_at(values, prime) for values in conjugates]
        degrees = {g.degree() if g is not None else -1 for g in gcds}
        degree = degrees.pop()
        if degrees or degree < 0 or (self.degree is not None and degree > self.degree):
            return
        if self.degree is None or degree < self.degree:
            self.degree = degree
            self.unknown = Residues(degree * len(self.shape.basis))
        values = [[int(g[k]) for k in range(degree)] for g in gcds if g is not None]
        self.unknown.add(self._components(conjugates, values, prime), prime)

    def _gcd_at(self, roots: tuple[int, ...], prime: int) -> nmod_poly | None:
        first, second = (self._image(terms, roots, prime) for terms in self.polynomials)
        return None if first is None or second is None else first.gcd(second)

    def _image(self, terms: Terms, roots: tuple[int, ...], prime: int) -> nmod_poly | None:
        """A polynomial with conjugates put for the roots; None when its leading coefficient vanishes."""
        weights = self.shape.weights
        place = [sum(w * e for w, e in zip(weights, exponents, strict=False)) for exponents, _ in terms]
        row = [0] * (place[0] + 1)
        for k, (exponents, coefficient) in zip(place, terms, strict=True):
            for root, power in zip(roots, exponents[len(weights) :], strict=True):
                coefficient = coefficient * pow(root, power, prime) % prime
            row[k] = (row[k] + coefficient) % prime
        return nmod_poly(row, prime) if row[-1] else None

    def _components(self, conjugates: list[tuple[int, ...]], values: list[list[int]], prime: int) -> list[int]:
        """The components over the products of roots of each coefficient, from its values at all conjugates."""
        size = len(conjugates)
        if not values[0]:
            return []
        matrix = [
            prod(pow(r, e, prime) for r, e in zip(c, x, strict=True)) for c in conjugates for x in self.shape.basis
        ]
        flat = [v for row in values for v in row]
        solution = nmod_mat(size, size, matrix, prime).solve(nmod_mat(size, len(values[0]), flat, prime))
        return [int(v) for row in solution.tolist() for v in row]

    def factor(self, field: Field) -> Poly | None:
        """The gcd times an integer, when the primes so far determine it."""
        rationals = self.unknown.rationals()
        if rationals is None or self.degree is None:
            return None
        scale = lcm(*(c.denominator for c in rationals))
        zeros = (0,) * len(self.shape.radicals)
        terms: Terms = [(self._unpacked(self.degree) + zeros, scale)]
        cells = product(self.shape.basis, range(self.degree))
        for (roots, k), c in zip(cells, rationals, strict=True):
            terms.append((self._unpacked(k) + roots, int(c * scale)))
        return from_terms(field.ring, terms)

    def _unpacked(self, k: int) -> Exponents:
        exponents = []
        for weight in self.shape.weights:
            exponent, k = divmod(k, weight)
            exponents.append(exponent)
        return tuple(exponents)


def divided(field: Field, poly: Poly, factor: Poly) -> tuple[Poly, int] | None:
    """Quotient and integer m with factor * quotient = m * poly over K, or None when the factor does not divide.

    The factor's leading coefficient is an integer.
    """
    head, lead = terms_of(factor)[0]
    free = sum(not isinstance(g, Root) for g in field.generators)
    rest, quotient, scale = poly, field.constant(0), 1
    for _ in range(LONGEST_DIVISION):
        if rest.is_zero():
            return quotient, scale
        terms = terms_of(rest)
        top = terms[0][0][:free]
        if any(e < h for e, h in zip(top, head, strict=False)):
            return None
        step = from_terms(
            field.ring,
            [(tuple(a - b for a, b in zip(x, head, strict=True)), c) for x, c in terms if x[:free] == top],
        )
        common = gcd(content_of(step), lead)
        scale, rest, quotient = (x * (lead // common) for x in (scale, rest, quotient))
        quotient += step // common
        rest = field.reduce(rest - factor * (step // common))
    return None


__all__ = ["common_factor", "divided"]
