"""How the polynomials of one field read in another: every generator replaced by its image.

Most images are monomials with exponents of either sign; a logarithm may become a sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, TypeAlias

from symattn.exact.polynomials import Exponents, Poly, from_terms, terms_of

if TYPE_CHECKING:
    from symattn.exact.field import Field

Table: TypeAlias = "dict[Exponents, int | Fraction]"  # a Laurent polynomial
Powers: TypeAlias = tuple[int, ...]  # of the generators whose images are quotients


@dataclass(frozen=True)
class Image:
    """What a generator of one field is in another: coefficient * monomial, or else a quotient of polynomials."""

    exponents: Exponents
    coefficient: Fraction = Fraction(1)
    quotient: tuple[Poly, Poly] | None = None

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The exponents that are not 0, with their places."""
        return tuple((i, step) for i, step in enumerate(self.exponents) if step)


@dataclass(frozen=True)
class Renaming:
    """Images that are powers of single generators, each of another one: FLINT puts them in by itself."""

    places: dict[int | str, int | str]
    strides: list[int] | None


def renaming_of(images: Sequence[Image]) -> Renaming | None:
    """The images as a renaming, when they are one that FLINT can do."""
    places: dict[int | str, int | str] = {}
    strides = [1] * (len(images[0].exponents) if images else 0)
    for i, image in enumerate(images):
        if image.coefficient != 1 or image.quotient is not None or len(image.steps) != 1:
            return None
        ((j, step),) = image.steps
        if step < 0 or j in places.values():
            return None
        places[i], strides[j] = j, step
    if len(places) == len(strides) and any(i != j for i, j in places.items()):
        return None  # python-flint takes a permutation within one ring for the identity
    return Renaming(places, strides if max(strides, default=1) > 1 else None)


def renamed(field: Field, renaming: Renaming, poly: Poly) -> Poly:
    """A polynomial with a renaming put in; roots stay below their indices."""
    moved = poly.project_to_context(field.ring, renaming.places)
    return moved if renaming.strides is None else moved.inflate(renaming.strides)


def embedded(field: Field, images: Sequence[Image], numerator: Poly, denominator: Poly) -> tuple[Poly, Poly]:
    """Two polynomials with the images put in, multiplied by the same number so that they are polynomials again."""
    moving = tuple(i for i, image in enumerate(images) if image.quotient is not None)
    sides = [_mapped(poly, images, moving, len(field.generators)) for poly in (numerator, denominator)]
    low, scale = _least(sides), _common_denominator(sides)
    lifted = [{powers: _lifted(field, table, low, scale) for powers, table in side.items()} for side in sides]
    if not moving:
        return tuple(field.reduce(side.get((), field.constant(0))) for side in lifted)
    top = tuple(max(column) for column in zip(*(powers for side in sides for powers in side), strict=True))
    quotients = [images[i].quotient for i in moving]
    return tuple(_substituted(field, side, quotients, top) for side in lifted)  # type: ignore[arg-type]


def _mapped(poly: Poly, images: Sequence[Image], moving: Powers, size: int) -> dict[Powers, Table]:
    """The terms with monomial images put in, apart by the powers of the generators with other images."""
    plain = all(image.coefficient == 1 for image in images)
    steps = [image.steps for image in images]
    result: dict[Powers, Table] = {}
    for exponents, coefficient in terms_of(poly):
        target = [0] * size
        factor: int | Fraction = coefficient
        for power, image_steps, image in zip(exponents, steps, images, strict=True):
            if power:
                for i, step in image_steps:
                    target[i] += step * power
                if not plain:
                    factor *= image.coefficient**power
        table = result.setdefault(tuple(exponents[i] for i in moving), {})
        key = tuple(target)
        table[key] = table.get(key, 0) + factor
    return result


def _least(sides: list[dict[Powers, Table]]) -> Exponents:
    """The least exponent of each generator, at most 0."""
    rows = [key for side in sides for table in side.values() for key in table]
    return tuple(min(0, *column) for column in zip(*rows, strict=True))


def _common_denominator(sides: list[dict[Powers, Table]]) -> int:
    return lcm(*(c.denominator for side in sides for table in side.values() for c in table.values()))


def _lifted(field: Field, table: Table, low: Exponents, scale: int) -> Poly:
    """A Laurent polynomial times scale / monomial: a polynomial with integer coefficients."""
    if scale == 1 and not any(low):
        return field.ring.from_dict({key: int(c) for key, c in table.items()})
    shifted = ((tuple(e - s for e, s in zip(key, low, strict=True)), int(c * scale)) for key, c in table.items())
    return from_terms(field.ring, shifted)


def _substituted(field: Field, side: dict[Powers, Poly], quotients: list[tuple[Poly, Poly]], top: Powers) -> Poly:
    """The sum of all parts times powers of the quotients, over the highest power of each denominator."""
    total = field.constant(0)
    for powers, poly in side.items():
        for (above, below), power, most in zip(quotients, powers, top, strict=True):
            poly = field.reduce(poly * above**power * below ** (most - power))
        total += poly
    return field.reduce(total)
