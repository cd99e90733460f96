"""Guarded polynomial work: right where it answers, silent nowhere, harmless at monstrous degrees."""

from __future__ import annotations

from math import gcd
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symattn.errors import LimitError
from symattn.exact.polynomials import (
    DEGREE_CAP,
    Exponents,
    Poly,
    added,
    common_denominator,
    content_of,
    context,
    divide_monomial,
    divides,
    from_terms,
    gcd_is_affordable,
    guarded_gcd,
    least_exponents,
    reduced_pair,
    strides,
    terms_of,
)

RING: Any = context(2)
X, Y = RING.gens()
TERMS = st.lists(st.tuples(st.tuples(st.integers(0, 6), st.integers(0, 4)), st.integers(-9, 9)), min_size=1, max_size=5)
POLYS = TERMS.map(lambda terms: from_terms(RING, terms))
NONZERO = POLYS.filter(lambda poly: not poly.is_zero())


@given(TERMS)
def test_terms_add_up_and_come_back(terms: list[tuple[Exponents, int]]) -> None:
    poly = from_terms(RING, terms)
    table: dict[Exponents, int] = {}
    for exponents, coefficient in terms:
        table[exponents] = table.get(exponents, 0) + coefficient
    expected = sorted(((x, c) for x, c in table.items() if c), reverse=True)
    assert terms_of(poly) == expected
    assert content_of(poly) == gcd(*table.values())


@given(NONZERO, NONZERO, NONZERO)
def test_the_gcd_is_flints(a: Poly, b: Poly, c: Poly) -> None:
    found = guarded_gcd(a * c, b * c)
    assert found is not None
    assert found == (a * c).gcd(b * c)
    assert divmod(found, c)[1].is_zero()


@given(NONZERO, NONZERO, NONZERO)
def test_a_reduced_pair_is_coprime_and_the_same_quotient(a: Poly, b: Poly, c: Poly) -> None:
    top, bottom, certain = reduced_pair(a * c, b * c)
    assert certain
    assert top * b == bottom * a
    assert top.is_zero() or top.gcd(bottom).is_one()
    assert gcd(content_of(top), content_of(bottom)) == 1


@given(NONZERO, NONZERO, st.integers(10**17, 10**40))
def test_common_strides_make_huge_degrees_cheap(a: Poly, b: Poly, stride: int) -> None:
    strides = [stride, 1]
    top, bottom, certain = reduced_pair((a * b).inflate(strides), (b * b).inflate(strides))
    plain_top, plain_bottom, _ = reduced_pair(a, b)
    assert certain
    assert top * plain_bottom.inflate(strides) == bottom * plain_top.inflate(strides)
    assert bottom == plain_bottom.inflate(strides) or bottom == -plain_bottom.inflate(strides)


@pytest.mark.parametrize("degree", [DEGREE_CAP + 1, 10**9, 10**12, 2**63 - 1, 2**64, 10**38])
def test_unaffordable_degrees_are_declined(degree: int) -> None:
    first = RING.from_dict({(degree, 0): 1, (1, 1): 2, (0, 0): 3})
    second = RING.from_dict({(degree - 1, 1): 1, (2, 0): 5, (0, 0): 7})
    assert not gcd_is_affordable(first, second)
    assert guarded_gcd(first, second) is None
    top, bottom, certain = reduced_pair(first * 6, second * 4)
    assert not certain
    assert (top, bottom) == (first * 3, second * 2)


@pytest.mark.parametrize("degree", [10**9, 10**38])
def test_a_constant_quotient_is_found_at_any_degree(degree: int) -> None:
    poly = RING.from_dict({(degree, 0): 2, (1, 1): 2, (0, 0): -3})
    assert reduced_pair(poly * 6, poly * -9) == (-2, 3, True)
    assert reduced_pair(poly * -4, poly * -2) == (2, 1, True)


@given(NONZERO, NONZERO)
def test_monomials_are_taken_out(a: Poly, b: Poly) -> None:
    low = least_exponents((a * X**3 * Y, b * X**3 * Y))
    assert low[0] >= 3
    assert low[1] >= 1
    assert divide_monomial(a * X**3 * Y, (3, 1)) == a
    assert divide_monomial(a * 6, (0, 0), 6) == a


def test_zero_is_over_one() -> None:
    assert reduced_pair(RING.constant(0), X + 1) == (0, 1, True)


@given(NONZERO)
def test_contents_and_strides_are_those_of_the_terms(poly: Poly) -> None:
    columns = list(zip(*(exponents for exponents, _ in terms_of(poly)), strict=True))
    assert content_of(poly) == gcd(*(c for _, c in terms_of(poly)))
    assert least_exponents((poly,)) == tuple(map(min, columns))
    assert strides(poly) == [gcd(*column) for column in columns]


@given(NONZERO, NONZERO, st.sampled_from([1, 10**25]))
def test_divisors_are_known_by_division(a: Poly, b: Poly, stride: int) -> None:
    a, b = a.inflate([stride, 1]), b.inflate([stride, 1])
    assert divides(a, a * b)
    if a.gcd(b).is_constant() and not a.is_constant() and stride == 1:
        assert not divides(a, b) or b.is_zero()


@given(NONZERO, NONZERO, NONZERO, st.integers(1, 9))
def test_one_divisor_of_the_other_is_their_gcd_at_any_degree(a: Poly, b: Poly, c: Poly, factor: int) -> None:
    a, b, c = (poly * RING.from_dict({(k, 1): 1}) + poly for k, poly in ((10**30, a), (10**31 + 7, b), (1, c)))
    common = guarded_gcd(a * b * factor, a * Y)
    assert common is not None
    assert (a * b * factor) // common * common == a * b * factor
    assert len(a * Y // common) == 1


def test_no_division_runs_away() -> None:
    long, short = X ** (10**30) - 1, X - 1  # the quotient has 10^30 terms
    assert not divides(short, long)
    assert guarded_gcd(short * (X ** (10**29) + 3), long * (Y + 2)) is None


@given(NONZERO, NONZERO, NONZERO, NONZERO)
def test_sums_of_quotients_are_theirs(a: Poly, b: Poly, c: Poly, d: Poly) -> None:
    for one, other in ((b, d), (b * X ** (10**20) + b, d), (b * X ** (10**20) + b, b)):
        top, bottom = added((a, one), (c, other))
        assert top * one * other == (a * other + c * one) * bottom


def test_a_sum_over_one_denominator_stays_over_it_at_any_degree() -> None:
    below = X ** (10**30) + X ** (10**29 + 1) * Y + 5
    top, bottom = added((X, below * 6), (Y, below * (Y + 1)))
    assert bottom == below * 6 * (Y + 1)
    assert top == X * (Y + 1) + Y * 6
    assert common_denominator([below * 4, below * 6]) == below * 12


def test_sums_that_memory_could_not_hold_are_refused() -> None:
    long, other = (from_terms(RING, [((k * k + s, k), 1) for k in range(4000)]) for s in (0, 1))
    with pytest.raises(LimitError, match="4000 over 4000 and 1 over 4000 terms"):
        added((long, other), (X, long))
