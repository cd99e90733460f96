"""Quotients of polynomials in a field, before they are numbers: sums, products, lowest terms, the smallest field."""

from __future__ import annotations

from math import gcd
from typing import Any, TypeAlias

from symattn.errors import DivisionError
from symattn.exact import algebraic
from symattn.exact.field import Field, field_of, join
from symattn.exact.generators import Exp, Generator, Root, RootOf
from symattn.exact.polynomials import Poly, added, from_terms, reduced_pair, strides, terms_of

Parts: TypeAlias = tuple[Field, Poly, Poly, bool]  # numerator, denominator, and whether these are certainly coprime


def sum_parts(left: Parts, right: Parts) -> tuple[Field, Poly, Poly]:
    """The sum, not yet in lowest terms."""
    field, first, second = common_parts(left, right)
    return field, *added(first, second)


def product_parts(left: Parts, right: Parts) -> tuple[Field, Poly, Poly]:
    """The product, not yet in lowest terms."""
    field, (a, b), (c, d) = common_parts(left, right)
    return field, a * c, b * d


def common_parts(left: Parts, right: Parts) -> tuple[Field, tuple[Poly, Poly], tuple[Poly, Poly]]:
    """Two numbers' polynomials in one field."""
    if left[0] is right[0]:
        return left[0], left[1:3], right[1:3]
    field = join(left[0], right[0])
    return field, field.embed_parts(*left[:3]), field.embed_parts(*right[:3])


def lowest_terms(field: Field, numerator: Poly, denominator: Poly) -> tuple[Poly, Poly, bool]:
    """The quotient in lowest terms with a positive rational leading coefficient below, and whether that is certain."""
    settled = True
    if field.relations:
        numerator, denominator = field.reduce(numerator), field.reduce(denominator)
        if denominator.is_zero():  # each is a divisor in places, such as |k| - k and |k| + k
            raise DivisionError("the divisors of this result have the product 0, so nowhere are all of them divisors")
        numerator, denominator, settled = algebraic.rational_leading_coefficient(field, numerator, denominator)
    numerator, denominator, reduced = reduced_pair(numerator, denominator)
    reduced = reduced and settled
    if field.relations and reduced and not denominator.is_constant():
        numerator, denominator, reduced = algebraic.cancel_over_roots(field, numerator, denominator)
    if denominator.leading_coefficient() < 0:
        numerator, denominator = -numerator, -denominator
    return numerator, denominator, reduced


def over_smallest_field(parts: Parts) -> Parts:
    """Drop generators that do not occur, and raise exponentials and roots to the powers that alone occur."""
    field, numerator, denominator, reduced = parts
    used = [gcd(a, b) for a, b in zip(strides(numerator), strides(denominator), strict=True)]
    kept: list[Generator] = []
    steps: list[int] = []
    for generator, stride in zip(field.generators, used, strict=True):
        if stride:
            step = gcd(stride, generator.index) if isinstance(generator, (Exp, RootOf, Root)) else 1
            kept.append(generator if step == 1 else _raised(generator, step))
            steps.append(step)
    if len(kept) == len(field.generators) and all(step == 1 for step in steps):
        return parts
    target = field_of(frozenset(kept))
    if target is field:
        return parts
    found = [target.image(generator) for generator in kept]
    if any(image.coefficient != 1 or image.quotient or min(image.exponents, default=0) < 0 for image in found):
        return parts  # a generator that is no longer one there: the number is canonical as it stands
    positions = [i for i, stride in enumerate(used) if stride]
    moves = [
        (position, own, i, step)
        for position, own, image in zip(positions, steps, found, strict=True)
        for i, step in image.steps
    ]
    moved = [_moved(poly, moves, target) for poly in (numerator, denominator)]
    return target, moved[0], moved[1], reduced


def _moved(poly: Poly, moves: list[tuple[int, int, int, int]], target: Field) -> Poly:
    """A polynomial in a smaller field: the exponent at a position, over its own step, times a step at a new place."""
    if not target.generators:
        return target.constant(int(poly.leading_coefficient()) if not poly.is_zero() else 0)
    terms = []
    for exponents, coefficient in terms_of(poly):
        place = [0] * len(target.generators)
        for position, own, i, step in moves:
            if exponents[position]:
                place[i] += step * (exponents[position] // own)
        terms.append((tuple(place), coefficient))
    return from_terms(target.ring, terms)


def _raised(generator: Any, step: int) -> Generator:
    """The generator to the power `step`, which divides its index."""
    first = generator.prime if isinstance(generator, Root) else generator.argument
    made: Generator = type(generator)(first, generator.index // step)
    return made
