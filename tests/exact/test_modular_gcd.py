"""Common factors over roots of primes: cancelled, and one form for one number."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from symattn.exact import Exact, euler, exp, root, sqrt
from symattn.exact.modular_gcd import common_factor, divided
from symattn.exact.polynomials import Poly

e = euler()
two, three, five = (sqrt(Exact(p)) for p in (2, 3, 5))
cube, fourth = root(Exact(2), 3), root(Exact(3), 4)
other = exp(two)
COEFFICIENTS = st.builds(
    lambda a, b, surd: Exact(a) + b * surd,
    st.integers(-4, 4),
    st.integers(-3, 3),
    st.sampled_from([two, three, two * three]),
)


def polynomials(generators: list[Exact], size: int) -> st.SearchStrategy[Exact]:
    """Polynomials in the generators whose coefficients have square roots."""
    monomials = st.builds(lambda g, k: g**k, st.sampled_from(generators), st.integers(0, 3))
    terms = st.builds(lambda c, m: c * m, COEFFICIENTS, monomials)
    return st.lists(terms, min_size=1, max_size=size).map(lambda found: sum(found, start=Exact(0)))


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ((e**2 - 2) / (e - two), "e + sqrt(2)"),
        ((e**2 - 3) / (e + three), "e - sqrt(3)"),
        ((e**3 - 2) / (e - cube), "e^2 + root(2, 3)*e + root(4, 3)"),
        ((e**4 - 3) / (e - fourth), "e^3 + root(3, 4)*e^2 + sqrt(3)*e + root(27, 4)"),
        ((e**2 - 5 - 2 * two * three) / (e - two - three), "e + sqrt(2) + sqrt(3)"),
        ((two * e + 1) * (e - three) / ((e - three) * (e + 5)), "(sqrt(2)*e + 1)/(e + 5)"),
        ((e**2 * other**2 - 6) / (e * other - two * three), "exp(sqrt(2) + 1) + sqrt(6)"),
        ((exp(Exact(20)) - 2) / (exp(Exact(10)) - two), "e^10 + sqrt(2)"),
        ((e - two) / (e**2 - 2), "1/(e + sqrt(2))"),
    ],
)
def test_factors_shared_only_over_roots_are_cancelled(number: Exact, text: str) -> None:
    assert number.text() == text
    assert number.reduced


def test_monstrous_degrees_are_deflated_or_declined() -> None:
    huge = exp(Exact(10**20))
    cancelled = (huge**2 - 2) / (huge - two)
    assert cancelled.text() == f"e^{10**20} + sqrt(2)"
    assert cancelled.reduced
    mixed = (two * huge + e + 1) / (huge + two * e)
    assert not mixed.reduced
    assert mixed == 1 / ((huge + two * e) / (two * huge + e + 1))


@settings(max_examples=60)
@given(polynomials([e], 3), polynomials([e], 3), polynomials([e], 3))
def test_one_number_has_one_form(a: Exact, b: Exact, c: Exact) -> None:
    assume(b != 0)
    assume(c != 0)
    plain, multiplied = a / b, (a * c) / (b * c)
    assert plain.reduced
    assert multiplied.reduced
    assert multiplied.text() == plain.text()
    assert multiplied.key == plain.key


@settings(max_examples=30)
@given(polynomials([e, other], 3), polynomials([e, other], 2), polynomials([e, other], 2))
def test_one_number_has_one_form_in_two_exponentials(a: Exact, b: Exact, c: Exact) -> None:
    assume(b != 0)
    assume(c != 0)
    plain, multiplied = a / b, (a * c) / (b * c)
    if plain.reduced and multiplied.reduced:
        assert multiplied.text() == plain.text()
    assert multiplied == plain


def parts_in_one_field(a: Exact, b: Exact) -> tuple[Any, Poly, Poly]:
    field = (a + b * exp(Exact(7))).field
    return field, field.embed(a)[0], field.embed(b)[0]


@settings(max_examples=40)
@given(polynomials([e], 3), polynomials([e], 3))
def test_division_is_exact_or_refused(a: Exact, lower: Exact) -> None:
    field, product, factor = parts_in_one_field(a * (e**4 + lower), e**4 + lower)
    found = divided(field, product, factor)
    assert found is not None
    quotient, scale = found
    assert field.reduce(quotient * factor) == product * scale
    assert divided(field, product + field.constant(1), factor) is None


def test_coprime_polynomials_come_back_as_they_are() -> None:
    field, top, bottom = parts_in_one_field(two * e + 1, e**2 + three)
    found = common_factor(field, top, bottom)
    assert found is not None
    assert found[0] * bottom == found[1] * top


def test_too_many_conjugates_are_declined() -> None:
    big = root(Exact(2), 30) * e + 1
    assert common_factor(*parts_in_one_field(big, big * (e + 1))) is None
