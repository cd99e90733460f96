"""Polynomials of one field in another, against a plain substitution."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.exact import euler, exp, pi, sqrt
from symattn.exact.embedding import Image, Renaming, embedded, renamed, renaming_of
from symattn.exact.field import Field
from symattn.exact.number import Exact
from symattn.exact.polynomials import Poly, context, terms_of

TARGET: Field = (euler() + exp(sqrt(Exact(3))) + pi()).field  # e, exp(sqrt 3), pi, and sqrt 3 last


def unit(position: int, step: int = 1) -> Image:
    return Image(tuple(step if i == position else 0 for i in range(len(TARGET.generators))))


def plainly(poly: Poly, images: list[Image]) -> Poly:
    """The images put in one factor at a time."""
    total = TARGET.constant(0)
    for exponents, coefficient in terms_of(poly):
        term = TARGET.constant(coefficient)
        for power, image in zip(exponents, images, strict=True):
            term = term * TARGET.ring.from_dict({image.exponents: 1}) ** power
        total += term
    return total


def polynomials(size: int) -> st.SearchStrategy[Poly]:
    exponents = st.tuples(*[st.integers(0, 3)] * size)
    terms = st.dictionaries(exponents, st.integers(-9, 9).filter(bool), min_size=1, max_size=5)
    ring: Any = context(size)
    return terms.map(ring.from_dict)


@settings(max_examples=60)
@given(st.data(), st.integers(1, 3), st.lists(st.integers(1, 4), min_size=3, max_size=3))
def test_renamings_into_another_ring(data: st.DataObject, size: int, steps: list[int]) -> None:
    poly = data.draw(polynomials(size))
    places = data.draw(st.sampled_from(list(permutations(range(3), size))))
    images = [unit(place, step) for place, step in zip(places, steps, strict=False)]
    renaming = renaming_of(images)
    assert isinstance(renaming, Renaming)
    assert renamed(TARGET, renaming, poly) == plainly(poly, images)
    assert embedded(TARGET, images, poly, poly) == (plainly(poly, images),) * 2


@settings(max_examples=60)
@given(polynomials(4), st.permutations(range(4)))
def test_permutations_within_one_ring(poly: Poly, places: list[int]) -> None:
    images = [unit(place) for place in places]
    found = renaming_of(images)
    assert (found is not None) == (places == sorted(places))
    if found is None:
        expected = TARGET.reduce(plainly(poly, images))
        assert embedded(TARGET, images, poly, TARGET.constant(1)) == (expected, 1)
    else:
        assert renamed(TARGET, found, poly) == poly


def test_what_is_no_renaming() -> None:
    assert renaming_of([unit(0), unit(0)]) is None
    assert renaming_of([unit(0, -1)]) is None
    assert renaming_of([Image((1, 1, 0, 0))]) is None
    assert renaming_of([Image((1, 0, 0, 0), Fraction(1, 2))]) is None
    assert renaming_of([Image((0, 0, 0, 0), quotient=(TARGET.constant(1), TARGET.constant(2)))]) is None
    assert renaming_of([]) is not None


@settings(max_examples=60)
@given(polynomials(3), polynomials(3), st.lists(st.integers(-3, 3), min_size=3, max_size=3))
def test_images_with_denominators_keep_the_quotient(top: Poly, bottom: Poly, steps: list[int]) -> None:
    images = [Image(unit(0, steps[0]).exponents, Fraction(2, 3)), unit(1, steps[1]), unit(2, steps[2])]
    above, below = embedded(TARGET, images, top, bottom)
    e, r, circle = (Exact.of_generator(g) for g in TARGET.generators[:3])
    values = [Fraction(2, 3) * e ** steps[0], r ** steps[1], circle ** steps[2]]

    def value(poly: Poly) -> Exact:
        total = Exact(0)
        for exponents, coefficient in terms_of(poly):
            term = Exact(coefficient)
            for power, number in zip(exponents, values, strict=True):
                term = term * number**power
            total = total + term
        return total

    if not below.is_zero():
        assert Exact.from_parts(TARGET, above, below) * value(bottom) == value(top)


@settings(max_examples=30)
@given(polynomials(2), polynomials(2).filter(lambda poly: not poly.is_zero()))
def test_an_image_may_be_a_sum(top: Poly, bottom: Poly) -> None:
    e, r = (TARGET.unit(i) for i in (0, 1))
    images = [Image((0, 0, 0, 0), quotient=(e + 1, r)), unit(2)]
    above, below = embedded(TARGET, images, top, bottom)

    def value(poly: Poly) -> Exact:
        first = (Exact.of_generator(TARGET.generators[0]) + 1) / Exact.of_generator(TARGET.generators[1])
        terms = (Exact(c) * first**k * pi() ** m for (k, m), c in terms_of(poly))
        return sum(terms, start=Exact(0))

    if not below.is_zero():
        assert Exact.from_parts(TARGET, above, below) * value(bottom) == value(top)
