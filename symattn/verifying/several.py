"""Sums, products and extremes of several scalars.

>>> largest([Scalar.of(1), MINUS]), sum_of([Scalar.of(1), Scalar.of(0.5)])
(Scalar('1'), Scalar('3/2'))
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from symattn.exact.functions import total
from symattn.verifying.recording import current
from symattn.verifying.scalars import MINUS, PLUS, Scalar, order_of


def sum_of(terms: Iterable[Scalar]) -> Scalar:
    """The sum; finite terms are added over shared denominators."""
    listed = list(terms)
    found = Scalar("finite", total([term.number for term in listed if term.is_finite]))
    for term in listed:
        if not term.is_finite:
            found = found + term
    return found


def dot_of(first: Iterable[Scalar], second: Iterable[Scalar]) -> Scalar:
    """The sum of products of two sequences of one length."""
    return sum_of(a * b for a, b in zip(first, second, strict=True))


def largest(terms: Iterable[Scalar]) -> Scalar:
    """The largest; NaN where one is NaN, an opaque symbol where it depends on free symbols."""
    return _extreme(list(terms), "max", MINUS)


def smallest(terms: Iterable[Scalar]) -> Scalar:
    """The smallest, likewise."""
    return _extreme(list(terms), "min", PLUS)


def _extreme(terms: list[Scalar], kind: Literal["max", "min"], never: Scalar) -> Scalar:
    found = next((term for term in terms if term.is_nan), None)
    if found is not None:
        return found
    left = [term for term in terms if term.kind != never.kind]
    winner = next((term for term in left if not term.is_finite), None)
    if winner is not None or not left:
        return winner or never
    if any(term.number.symbols for term in left):
        return Scalar("finite", current().opaque(kind, [term.number for term in left]))
    best = left[0]
    for term in left[1:]:
        if order_of(term, best) == (1 if kind == "max" else -1):
            best = term
    return best


__all__ = ["dot_of", "largest", "smallest", "sum_of"]
