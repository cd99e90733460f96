"""Perfect powers of polynomials with few terms, whatever the degrees."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.exact import Exact, compare, exp, root, sqrt
from symattn.exact.polynomials import Poly, context, from_terms
from symattn.exact.sparse_roots import deflated, sparse_root, split_power

RING = context(2)
HUGE = 10**20


@st.composite
def sparse(draw: st.DrawFn) -> Poly:
    exponents = st.tuples(st.integers(0, 3 * HUGE), st.sampled_from([0, 1, 7, HUGE]))
    table = draw(st.dictionaries(exponents, st.integers(-9, 9).filter(bool), min_size=2, max_size=6))
    return from_terms(RING, table.items())


@settings(max_examples=60, deadline=None)
@given(sparse(), st.sampled_from([2, 3, 4, 5, 6]), st.integers(-12, 12).filter(bool))
def test_powers_are_found(base: Poly, index: int, constant: int) -> None:
    poly = base**index * constant
    found, inner, power = split_power(poly)
    assert inner**power * found == poly
    assert power % index == 0


@settings(max_examples=60, deadline=None)
@given(sparse(), st.sampled_from([2, 3]), st.sampled_from([1, -1]))
def test_what_is_no_power_is_none(base: Poly, index: int, change: int) -> None:
    poly = base**index + change
    found = sparse_root(poly, index) if poly.leading_coefficient() > 0 else None
    assert found is None or found**index == poly


@given(sparse())
def test_deflating_is_undone_by_inflating(poly: Poly) -> None:
    inner, steps = deflated(poly)
    assert inner.inflate(steps) == poly


@pytest.mark.parametrize("index", [2, 3, 6])
def test_roots_of_powers_of_monstrous_sums(index: int) -> None:
    total = 2 + 3 * exp(Exact(7) / 10**17) + exp(Exact(11) / 10**16) + exp(Exact(3))
    assert root(total**index, index) == total
    assert compare(sqrt((1 - total) ** 2), total - 1).outcome == "equal"
    assert compare(exp(1 / root(total**index, index)), exp(1 / total)).outcome == "equal"
