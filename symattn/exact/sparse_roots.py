"""Perfect powers among polynomials of few terms, whatever their degrees: no step of the search follows a degree."""

from __future__ import annotations

from math import prod

from flint import fmpz

from symattn.exact.polynomials import Exponents, Poly, content_of, from_terms, strides, terms_of

MOST_TERMS = 40  # of a root that is looked for
INDICES = (2, 3, 5, 7, 11, 13)
PRIME = 2147475331  # its residues have powers of every index: 2 * 3 * 5 * 7 * 11 * 13 divides it but for 1
POINTS = 12  # at which a value that is no power rules a root out


def split_power(poly: Poly) -> tuple[int, Poly, int]:
    """c, f and k with poly = c f^k and k as large as is found (1 where none is); f is primitive.

    >>> from symattn.exact.polynomials import context
    >>> ring = context(1)
    >>> huge = ring.from_dict({(2 * 10**20,): 12, (10**20,): 36, (0,): 27})
    >>> constant, base, power = split_power(huge)
    >>> constant, len(base), power
    (3, 2, 2)
    """
    constant = content_of(poly)
    base, power = poly // constant, 1
    while True:
        if base.leading_coefficient() < 0:
            base, constant = -base, constant * (-1) ** power
        roots = ((index, sparse_root(base, index)) for index in _possible_indices(base))
        found = next(((index, root) for index, root in roots if root is not None), None)
        if found is None:
            return constant, base, power
        base, power = found[1], power * found[0]


def _possible_indices(poly: Poly) -> list[int]:
    """The indices of roots that the values of the polynomial modulo a prime leave open."""
    terms = terms_of(poly)
    left = list(INDICES)
    for point in range(2, POINTS + 2):
        if not left:
            break
        value = sum(
            coefficient * prod(pow(point + 17 * i, e, PRIME) for i, e in enumerate(exponents))
            for exponents, coefficient in terms
        )
        left = [index for index in left if pow(value, (PRIME - 1) // index, PRIME) in (0, 1)]
    return left


def sparse_root(poly: Poly, index: int) -> Poly | None:
    """The root of a polynomial of positive leading coefficient, if it is a perfect power.

    The terms of the root come one after the other, the largest first, as in long division.
    """
    terms = terms_of(poly)
    first, root = _root_of_term(*terms[0], index)
    if root == 0 or _root_of_term(*terms[-1], index)[1] == 0:
        return None
    divisor = index * root ** (index - 1)
    shift = tuple(e * (index - 1) for e in first)
    found = [(first, root)]
    ring = poly.context()
    rest = poly - from_terms(ring, found) ** index
    while not rest.is_zero() and len(found) < MOST_TERMS:
        exponents, coefficient = tuple(map(int, rest.monomial(0))), int(rest.coefficient(0))
        place = tuple(e - s for e, s in zip(exponents, shift, strict=True))
        factor, remainder = divmod(coefficient, divisor)
        if remainder or min(place) < 0 or place >= found[-1][0]:
            return None
        found.append((place, factor))
        rest = poly - from_terms(ring, found) ** index
    return from_terms(ring, found) if rest.is_zero() else None


def _root_of_term(exponents: Exponents, coefficient: int, index: int) -> tuple[Exponents, int]:
    """The root of one term; its coefficient is 0 where there is none."""
    size = int(fmpz(abs(coefficient)).root(index))
    if size**index != abs(coefficient) or any(e % index for e in exponents):
        return exponents, 0
    return tuple(e // index for e in exponents), size if coefficient > 0 else -size


def deflated(poly: Poly) -> tuple[Poly, list[int]]:
    """A polynomial in the powers of its generators that alone occur, and which powers these are."""
    steps = [step or 1 for step in strides(poly)]
    return (poly.deflate(steps), steps) if max(steps) > 1 else (poly, steps)


__all__ = ["deflated", "sparse_root", "split_power"]
