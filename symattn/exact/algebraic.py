"""Coefficients with roots of primes: inverses, rational leading coefficients, and common factors over such a field.

The products of prime roots p^(a/n), 0 <= a < n, are independent over Q (Besicovitch 1940), so the coefficients form a
field K in which every inverse is found by linear algebra over Q, or for a single root by the Euclidean algorithm.  Two
polynomials are shown coprime over K by a prime modulo which all the roots exist.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import gcd, lcm, prod
from typing import TYPE_CHECKING

from flint import fmpq_poly, fmpz_mat, nmod_poly

from symattn.exact.generators import LARGEST_EXTENSION, Root
from symattn.exact.modular import MOST_RESIDUES, residue_power, residue_prime
from symattn.exact.polynomials import DEGREE_CAP, Exponents, Poly, content_of, from_terms, terms_of

if TYPE_CHECKING:
    from symattn.exact.field import Field

LARGEST_CHECK = 600
LARGEST_INDEX = 400  # of a single root in a sum whose inverse is sought


def root_positions(field: Field) -> list[int]:
    """Where the roots of primes stand in the ring: its last positions."""
    return [i for i, generator in enumerate(field.generators) if isinstance(generator, Root)]


def rational_leading_coefficient(field: Field, numerator: Poly, denominator: Poly) -> tuple[Poly, Poly, bool]:
    """The same quotient with a denominator whose leading coefficient, an element of K, is rational; False if it is not.

    It is left as it is where the extension is too large.
    """
    roots = root_positions(field)
    if not roots or denominator.is_constant():
        return numerator, denominator, True
    lead = _leading_terms(terms_of(denominator), roots[0])
    if not any(any(exponents) for exponents, _ in lead):
        return numerator, denominator, True
    inverse = inverse_of_roots(field, roots, lead)
    if inverse is None:
        return numerator, denominator, False
    return field.reduce(numerator * inverse), field.reduce(denominator * inverse), True


def leading_part(field: Field, poly: Poly) -> Poly:
    """The coefficient in K of the largest monomial in the other generators."""
    roots = root_positions(field)
    return from_terms(field.ring, _leading_terms(terms_of(poly), roots[0])) if roots else poly.leading_coefficient()


def _leading_terms(terms: list[tuple[Exponents, int]], first_root: int) -> list[tuple[Exponents, int]]:
    """The coefficient in K of the largest monomial in the other generators, as terms in the roots alone."""
    head = terms[0][0][:first_root]
    zeros = (0,) * first_root
    return [(zeros + exponents[first_root:], c) for exponents, c in terms if exponents[:first_root] == head]


def inverse_of_roots(field: Field, roots: list[int], terms: list[tuple[Exponents, int]]) -> Poly | None:
    """An integer multiple of the inverse of a nonzero element of K; None where the extension is too large."""
    if len(terms) == 1:
        return _inverse_of_monomial(field, terms[0][0])
    element = from_terms(field.ring, terms)
    present = {i: g for i in roots if isinstance(g := field.generators[i], Root) and any(x[i] for x, _ in terms)}
    if len(present) == 1:
        return _inverse_in_one_root(field, *present.popitem(), terms)
    if prod(g.index for g in present.values()) > LARGEST_EXTENSION:
        return None
    basis = _basis(field, list(present))
    place = {exponents: i for i, exponents in enumerate(basis)}
    rows = [[0] * len(basis) for _ in basis]
    for column, exponents in enumerate(basis):
        for target, coefficient in terms_of(field.reduce(element * field.ring.from_dict({exponents: 1}))):
            rows[place[target]][column] = coefficient
    one = [[1 if not any(exponents) else 0] for exponents in basis]
    solution = [entry for row in fmpz_mat(rows).solve(fmpz_mat(one)).tolist() for entry in row]
    scale = lcm(*(int(q.q) for q in solution))
    return from_terms(
        field.ring, [(x, int(q.p) * (scale // int(q.q))) for x, q in zip(basis, solution, strict=True) if q != 0]
    )


def _inverse_of_monomial(field: Field, exponents: Exponents) -> Poly:
    """p^(1 - a/n) for each p^(a/n): the product of both is a rational, whatever the indices."""
    complement = [
        (g.index - e) % g.index if isinstance(g, Root) else 0 for g, e in zip(field.generators, exponents, strict=True)
    ]
    return field.ring.from_dict({tuple(complement): 1})


def _inverse_in_one_root(field: Field, position: int, root: Root, terms: list[tuple[Exponents, int]]) -> Poly | None:
    """The inverse modulo x^n - p, which is irreducible (Eisenstein)."""
    if root.index > LARGEST_INDEX:
        return None
    row = [0] * root.index
    for exponents, coefficient in terms:
        row[exponents[position]] += coefficient
    relation = fmpq_poly([-root.prime] + [0] * (root.index - 1) + [1])
    common, inverse, _ = fmpq_poly(row).xgcd(relation)
    assert common.is_one()
    before, after = (0,) * position, (0,) * (len(field.generators) - position - 1)
    coefficients = enumerate(inverse.numer().coeffs())
    return from_terms(field.ring, [((*before, power, *after), int(c)) for power, c in coefficients])


def _basis(field: Field, positions: list[int]) -> list[Exponents]:
    ranges = [
        range(generator.index) if i in positions and isinstance(generator, Root) else range(1)
        for i, generator in enumerate(field.generators)
    ]
    return list(product(*ranges))


def cancel_over_roots(field: Field, numerator: Poly, denominator: Poly) -> tuple[Poly, Poly, bool]:
    """Cancel what numerator and denominator share over K but not over Q; False where that was not settled.

    The two share no factor over Q, and so no monomial.
    """
    roots = root_positions(field)
    if not roots or not _involves(numerator, denominator, roots) or _is_monomial_over(roots[0], numerator, denominator):
        return numerator, denominator, True
    if len(numerator) + len(denominator) > LARGEST_CHECK:
        return numerator, denominator, False
    stride = _common_stride(numerator, denominator, roots[0])
    top, bottom = numerator.deflate(stride), denominator.deflate(stride)
    if max(map(int, (*top.degrees(), *bottom.degrees()))) > DEGREE_CAP:
        return numerator, denominator, False
    main = [i for i in range(roots[0]) if _occurs(top, i) and _occurs(bottom, i)]
    if all(_coprime_in(field, top, bottom, i) for i in main):
        return numerator, denominator, True
    from symattn.exact.modular_gcd import common_factor

    cofactors = common_factor(field, top, bottom)
    if cofactors is None:
        return numerator, denominator, False
    return (*_settled(field, *(poly.inflate(stride) for poly in cofactors)), True)


def _common_stride(first: Poly, second: Poly, free: int) -> list[int]:
    """For each of the first `free` generators the gcd of the exponents at which it occurs; 1 for the roots."""
    columns = zip(*first.monoms(), *second.monoms(), strict=True)
    return [gcd(*map(int, column)) or 1 if i < free else 1 for i, column in enumerate(columns)]


def _is_monomial_over(free: int, *polys: Poly) -> bool:
    """Whether one of the polynomials is a single monomial in the generators before the roots, with a factor from K."""
    return any(len({exponents[:free] for exponents, _ in terms_of(poly)}) == 1 for poly in polys)


def _settled(field: Field, numerator: Poly, denominator: Poly) -> tuple[Poly, Poly]:
    """The same quotient with a rational leading coefficient below and no common content."""
    top, bottom, _ = rational_leading_coefficient(field, numerator, denominator)
    common = gcd(content_of(top), content_of(bottom))
    return top // common, bottom // common


def _involves(numerator: Poly, denominator: Poly, roots: list[int]) -> bool:
    return any(_occurs(numerator, i) or _occurs(denominator, i) for i in roots)


def _occurs(poly: Poly, position: int) -> bool:
    return bool(poly.degrees()[position] > 0)


def _coprime_in(field: Field, first: Poly, second: Poly, position: int) -> bool:
    """Whether a prime shows that the polynomials share no factor in the generator at this position."""
    roots = [g for g in field.generators if isinstance(g, Root)]
    if len(roots) > MOST_RESIDUES:
        return False
    prime = residue_prime(tuple(g.prime for g in roots), lcm(*(g.index for g in roots)))
    values: list[int] = []
    for root in roots:
        value = residue_power(root.prime, Fraction(1, root.index), prime)
        if value is None:
            return False
        values.append(value)
    point = _scattered(len(field.generators) - len(values)) + values
    a = _univariate_image(first, position, point, prime)
    b = _univariate_image(second, position, point, prime)
    kept = a.degree() == first.degrees()[position] and b.degree() == second.degrees()[position]
    return kept and a.gcd(b).degree() == 0


def _scattered(count: int) -> list[int]:
    return [1_000_003 * (i + 2) ** 3 + 17 for i in range(count)]


def _univariate_image(poly: Poly, position: int, point: list[int], prime: int) -> nmod_poly:
    """The polynomial modulo a prime with every generator but one replaced by a value."""
    row = [0] * (int(poly.degrees()[position]) + 1)
    for exponents, coefficient in terms_of(poly):
        value = coefficient
        for i, power in enumerate(exponents):
            if power and i != position:
                value = value * pow(point[i], power, prime) % prime
        row[exponents[position]] = (row[exponents[position]] + value) % prime
    return nmod_poly(row, prime)


__all__ = ["cancel_over_roots", "inverse_of_roots", "leading_part", "rational_leading_coefficient", "root_positions"]
