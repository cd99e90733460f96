"""The real line cut at the roots of integer polynomials: their signs on every piece, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import Any, NamedTuple, TypeAlias

from flint import arb, fmpq

from symattn.exact.enclosures import precision

Line: TypeAlias = Any  # flint.fmpz_poly, of one variable

MOST_BITS = 4096


class Piece(NamedTuple):
    """An open interval between neighbouring roots, given by a rational in it, or the root at its right end."""

    inside: Fraction
    root_of: Line | None = None  # the irreducible polynomial of the root

    def sign(self, poly: Line) -> int:
        """The sign, on this piece, of a polynomial among those that cut the line."""
        if self.root_of is not None and (poly % self.root_of).is_zero():
            return 0
        value = poly(fmpq(self.inside.numerator, self.inside.denominator))  # it keeps its sign up to the root
        return int(value > 0) - int(value < 0)


def pieces(polys: Sequence[Line]) -> list[Piece] | None:
    """All pieces from left to right; None where roots are too close to be told apart."""
    factors: list[Line] = []
    for poly in polys:
        factors += [q for q, _ in poly.factor()[1] if q.degree() > 0 and q not in factors]
    roots = _sorted_roots(factors)
    if roots is None:
        return None
    ends = [(None, None), *((low, high) for low, high, _ in roots), (None, None)]
    found: list[Piece] = []
    for i in range(len(roots) + 1):
        inside = _between(ends[i][1], ends[i + 1][0])
        found.append(Piece(inside))
        if i < len(roots):
            found.append(Piece(inside, roots[i][2]))
    return found


def inner_points(piece: Piece, neighbours: Sequence[Piece]) -> Iterator[Fraction]:
    """Further rationals near that of an open interval; whoever uses one looks whether it lies in the interval."""
    yield piece.inside
    others = [other.inside for other in neighbours if other.inside != piece.inside]
    gap = min((abs(other - piece.inside) for other in others), default=Fraction(8))
    for part in (Fraction(1, 5), Fraction(-2, 7), Fraction(3, 11), Fraction(1, 64), Fraction(5, 2)):
        yield piece.inside + gap * part


def _sorted_roots(factors: list[Line]) -> list[tuple[Fraction, Fraction, Line]] | None:
    """Rational bounds of all real roots, apart from one another and in order, each with its polynomial."""
    bits = 64
    while bits <= MOST_BITS:
        with precision(bits):
            found = sorted(((*_bounds(root), q) for q in factors for root in _real_roots(q)), key=lambda r: r[0])
        if all(left[1] < right[0] for left, right in pairwise(found)):
            return found
        bits *= 4
    return None


def _real_roots(poly: Line) -> list[Any]:
    """Balls of the real roots of an irreducible polynomial; FLINT gives those an imaginary part that is exactly 0."""
    if poly.degree() == 1:
        return [arb(fmpq(-poly[0], poly[1]))]
    return [root.real for root, _ in poly.complex_roots() if root.imag.is_zero()]


def _bounds(ball: Any) -> tuple[Fraction, Fraction]:
    return _dyadic(ball.lower()), _dyadic(ball.upper())


def _dyadic(ball: Any) -> Fraction:
    """The exact value of an end of a ball; ends are rounded outwards, and so is what is left of their own radius."""
    mantissa, exponent = ball.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _between(low: Fraction | None, high: Fraction | None) -> Fraction:
    """A simple rational between two bounds; None is infinite."""
    if low is None:
        return Fraction(0) if high is None else Fraction(floor(high) - 1)
    if high is None:
        return Fraction(floor(low) + 1)
    below = 1
    while True:
        candidate = Fraction(floor(low * below) + 1, below)
        if low < candidate < high:
            return candidate
        below *= 2
