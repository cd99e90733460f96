"""Zero proved by conjugates: sqrt(1 + e) + sqrt(2 + e) - sqrt(3 + 2e + 2 sqrt((1 + e)(2 + e))) is 0.

A root r = f^(1/n) in a number a(r) has the conjugates r, z r, z^2 r, ... with z^n = 1.  The product of a at all of them
is the resultant of a(x) and x^n - f, which is free of r.  Where it is 0 one of its factors is 0; where all factors but
a(r) itself are certainly not 0, that is a(r).  Root after root goes, the outermost first, until an identity of
polynomials is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flint import acb

from symattn.exact.enclosures import enclose_polynomial, precision
from symattn.exact.generators import RootOf
from symattn.exact.polynomials import Poly, from_terms, terms_of

if TYPE_CHECKING:
    from symattn.exact.field import Field

LARGEST_INDEX = 6
MOST_ROOTS = 6
LARGEST_PRODUCT = 3_000  # terms of a resultant, roughly
BITS = (128, 1024)


def is_zero_by_conjugates(field: Field, poly: Poly, conditions: frozenset[str] = frozenset()) -> bool:
    """Whether a polynomial of a field is proved to stand for 0; False where that is not shown.

    >>> from symattn.exact import Exact, exp, sqrt
    >>> e = exp(Exact(1))
    >>> left, right = sqrt(1 + e) + sqrt(2 + e), sqrt(3 + 2 * e + 2 * sqrt((1 + e) * (2 + e)))
    >>> is_zero_by_conjugates((left - right).field, (left - right).numerator)
    True
    """
    for _ in range(MOST_ROOTS + 1):
        poly = field.reduce(poly)
        if poly.is_zero():
            return True
        position = _outermost(field, poly)
        if position is None or not _is_small(field, poly, position):
            return False
        if not _others_are_nonzero(field, poly, position, conditions):
            return False
        relation = next(relation for i, _, relation in field.relations if i == position)
        poly = poly.resultant(relation, position)
    return False


def _outermost(field: Field, poly: Poly) -> int | None:
    """The first root of a sum that occurs; roots of higher towers come first."""
    degrees = poly.degrees()
    return next((i for i, g in enumerate(field.generators) if isinstance(g, RootOf) and degrees[i]), None)


def _is_small(field: Field, poly: Poly, position: int) -> bool:
    index = field.generators[position].index  # type: ignore[union-attr]
    return index <= LARGEST_INDEX and len(poly) ** index <= LARGEST_PRODUCT


def _others_are_nonzero(field: Field, poly: Poly, position: int, conditions: frozenset[str]) -> bool:
    """Whether the polynomial is certainly not 0 when this root is replaced by any other root of the same number."""
    root = field.generators[position]
    assert isinstance(root, RootOf)
    if any(g.argument.symbols for g in field.generators if isinstance(g, RootOf)) or _has_symbols(field):
        return root.index == 2 and _is_nowhere_zero(field, _turned(field, poly, position), conditions)
    return any(_excludes_zero(field, poly, position, bits) for bits in BITS)


def _has_symbols(field: Field) -> bool:
    from symattn.exact.number import Exact

    return any(Exact.of_generator(generator).symbols for generator in field.generators)


def _turned(field: Field, poly: Poly, position: int) -> Poly:
    """The polynomial with the sign of one generator changed."""
    return from_terms(field.ring, [(x, -c if x[position] % 2 else c) for x, c in terms_of(poly)])


def _is_nowhere_zero(field: Field, poly: Poly, conditions: frozenset[str]) -> bool:
    from symattn.exact.feasibility import is_forced_nonzero
    from symattn.exact.number import Exact

    number = Exact.known(field, poly, field.constant(1), True, conditions)
    from symattn.exact.comparing import certainly_positive

    return certainly_positive(number) is not None or is_forced_nonzero(number, conditions)


def _excludes_zero(field: Field, poly: Poly, position: int, bits: int) -> bool:
    """Whether enclosures of the values at all other roots are free of 0."""
    root = field.generators[position]
    assert isinstance(root, RootOf)
    coefficients = _coefficients(field, poly, position)
    balls = [enclose_polynomial(part, field.generators, bits) for part in coefficients]
    own = enclose_polynomial(field.unit(position), field.generators, bits)
    with precision(bits):
        return all(_is_nonzero(balls, own * _unit_root(turn, root.index)) for turn in range(1, root.index))


def _coefficients(field: Field, poly: Poly, position: int) -> list[Poly]:
    """The coefficients of the powers of one generator."""
    tables: list[list[tuple[tuple[int, ...], int]]] = [[] for _ in range(int(poly.degrees()[position]) + 1)]
    for exponents, c in terms_of(poly):
        tables[exponents[position]].append(((*exponents[:position], 0, *exponents[position + 1 :]), c))
    return [from_terms(field.ring, table) for table in tables]


def _unit_root(turn: int, index: int) -> Any:
    return (acb(2 * turn) / index).exp_pi_i()


def _is_nonzero(coefficients: list[Any], at: Any) -> bool:
    """Whether a polynomial, given by balls of its coefficients, is certainly not 0 at a complex ball."""
    total = acb(0)
    for coefficient in reversed(coefficients):
        total = total * at + coefficient
    return bool(total.is_finite()) and not total.contains(0)


__all__ = ["is_zero_by_conjugates"]
