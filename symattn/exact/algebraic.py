"""Coefficients with roots of primes: inverses, rational leading coefficients, and common factors over such a field.

The products of prime roots p^(a/n), 0 <= a < n, are independent over Q (Besicovitch 1940), so the coefficients form a
field K in which every inverse is found by linear algebra over Q.  Two polynomials are shown coprime over K by a prime
modulo which all the roots exist.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import gcd, lcm
from typing import TYPE_CHECKING

from flint import fmpz, fmpz_mat, nmod, nmod_poly

from symattn.exact.generators import Root
from symattn.exact.polynomials import Exponents, Poly, content_of, from_terms, terms_of

if TYPE_CHECKING:
    from symattn.exact.field import Field

LARGEST_EXTENSION = 64
LARGEST_CHECK = 600


def root_positions(field: Field) -> list[int]:
    """Where the roots of primes stand in the ring: its last positions."""
    return [i for i, generator in enumerate(field.generators) if isinstance(generator, Root)]


def rational_leading_coefficient(field: Field, numerator: Poly, denominator: Poly) -> tuple[Poly, Poly]:
    """The same quotient with a denominator whose leading coefficient, an element of K, is rational."""
    roots = root_positions(field)
    if not roots or denominator.is_constant():
        return numerator, denominator
    lead = _leading_part(terms_of(denominator), roots[0])
    if not any(any(exponents) for exponents, _ in lead):
        return numerator, denominator
    inverse = inverse_of_roots(field, roots, lead)
    if inverse is None:
        return numerator, denominator
    return field.reduce(numerator * inverse), field.reduce(denominator * inverse)


def _leading_part(terms: list[tuple[Exponents, int]], first_root: int) -> list[tuple[Exponents, int]]:
    """The coefficient in K of the largest monomial in the other generators, as terms in the roots alone."""
    head = terms[0][0][:first_root]
    zeros = (0,) * first_root
    return [(zeros + exponents[first_root:], c) for exponents, c in terms if exponents[:first_root] == head]


def inverse_of_roots(field: Field, roots: list[int], terms: list[tuple[Exponents, int]]) -> Poly | None:
    """An integer multiple of the inverse of a nonzero element of K; None where the extension is too large."""
    element = from_terms(field.ring, terms)
    present = [i for i in roots if any(exponents[i] for exponents, _ in terms)]
    basis = _basis(field, present)
    if len(basis) > LARGEST_EXTENSION:
        return None
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


def _basis(field: Field, positions: list[int]) -> list[Exponents]:
    ranges = [
        range(generator.index) if i in positions and isinstance(generator, Root) else range(1)
        for i, generator in enumerate(field.generators)
    ]
    return list(product(*ranges))


def cancel_over_roots(field: Field, numerator: Poly, denominator: Poly) -> tuple[Poly, Poly, bool]:
    """Cancel what numerator and denominator share over K but not over Q; False where that was not settled."""
    roots = root_positions(field)
    if not roots or not _involves(numerator, denominator, roots):
        return numerator, denominator, True
    if len(numerator) + len(denominator) > LARGEST_CHECK:
        return numerator, denominator, False
    main = [i for i in range(roots[0]) if _occurs(numerator, i) and _occurs(denominator, i)]
    if all(_coprime_in(field, numerator, denominator, i) for i in main):
        return numerator, denominator, True
    from symattn.exact.modular_gcd import common_factor

    factor = common_factor(field, numerator, denominator, main)
    if factor is None:
        return numerator, denominator, False
    return (*_divided(field, numerator, denominator, factor), True)


def _divided(field: Field, numerator: Poly, denominator: Poly, factor: tuple[Poly, Poly]) -> tuple[Poly, Poly]:
    """Both cofactors, as integer polynomials with a rational leading coefficient below and no common content."""
    top, bottom = rational_leading_coefficient(field, *factor)
    common = gcd(content_of(top), content_of(bottom))
    return top // common, bottom // common


def _involves(numerator: Poly, denominator: Poly, roots: list[int]) -> bool:
    return any(_occurs(numerator, i) or _occurs(denominator, i) for i in roots)


def _occurs(poly: Poly, position: int) -> bool:
    return bool(poly.degrees()[position] > 0)


def _coprime_in(field: Field, first: Poly, second: Poly, position: int) -> bool:
    """Whether a prime shows that the polynomials share no factor in the generator at this position."""
    prime, values = split_prime(tuple(g for g in field.generators if isinstance(g, Root)), 0)
    point = _point(field, values)
    a = univariate_image(first, position, point, prime)
    b = univariate_image(second, position, point, prime)
    kept = a.degree() == first.degrees()[position] and b.degree() == second.degrees()[position]
    return kept and a.gcd(b).degree() == 0


def _point(field: Field, values: tuple[int, ...]) -> list[int]:
    """Values for all generators: scattered ones for the free, the given ones for the roots at the end."""
    free = len(field.generators) - len(values)
    return [1_000_003 * (i + 2) ** 3 + 17 for i in range(free)] + list(values)


def univariate_image(poly: Poly, position: int, point: list[int], prime: int) -> nmod_poly:
    """The polynomial modulo a prime with every generator but one replaced by a value; high degrees are refused."""
    degree = int(poly.degrees()[position])
    row = [0] * (degree + 1)
    for exponents, coefficient in terms_of(poly):
        value = coefficient
        for i, power in enumerate(exponents):
            if power and i != position:
                value = value * pow(point[i], power, prime) % prime
        row[exponents[position]] = (row[exponents[position]] + value) % prime
    return nmod_poly(row, prime)


@lru_cache(maxsize=256)
def split_prime(roots: tuple[Root, ...], skip: int) -> tuple[int, tuple[int, ...]]:
    """A prime modulo which every one of these roots exists, and their values; `skip` asks for a later prime.

    The prime is 3 modulo 4 and has no odd factor of an index in p - 1, so each quadratic residue has just one root of
    each index among the residues.
    """
    candidate = (1 << 60) + 7
    while True:
        candidate += 4 - (candidate - 3) % 4 if candidate % 4 != 3 else 4
        if not fmpz(candidate).is_prime():
            continue
        values = _roots_modulo(roots, candidate)
        if values is None:
            continue
        if skip == 0:
            return candidate, values
        skip -= 1


def _roots_modulo(roots: tuple[Root, ...], prime: int) -> tuple[int, ...] | None:
    order = (prime - 1) // 2  # the residues form a group of this odd order
    values = []
    for root in roots:
        if gcd(root.index, order) != 1 or pow(root.prime, order, prime) != 1:
            return None
        values.append(pow(root.prime, pow(root.index, -1, order), prime))
    return tuple(values)


__all__ = [
    "cancel_over_roots",
    "inverse_of_roots",
    "nmod",
    "rational_leading_coefficient",
    "root_positions",
    "split_prime",
    "univariate_image",
]
