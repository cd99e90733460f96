"""Roots of large index and many roots: one exponent in two forms is proved equal, and others are told apart."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.exact import Exact, compare, exp, root, sqrt, symbol
from symattn.exact.functions import total

EVERY = settings(max_examples=25, deadline=None)
INDICES = st.integers(65, 130)
PRIMES = st.sampled_from([2, 3, 5, 7])
k = symbol("k")


@given(PRIMES, INDICES, st.integers(1, 64), st.booleans())
@EVERY
def test_a_power_below_is_a_power_above(prime: int, index: int, a: int, symbolic: bool) -> None:
    """p^(-a/n) = p^((n - a)/n) / p, however large n."""
    g = root(Exact(prime), index)
    factor = k if symbolic else Exact(3)
    left, right = exp(factor / g**a), exp(factor * g ** (index - a) / prime)
    assert compare(left, right).outcome == "equal"
    assert (left - right).is_zero() is True
    assert compare(left, exp(factor * g ** (index - a) / (prime + 1))).outcome == "different"
    assert (
        compare(
            left,
            right,
        ).evidence
        == "the difference reduces to 0 by identities"
    )


@given(PRIMES, INDICES, st.lists(st.integers(-3, 3), min_size=2, max_size=4).filter(any))
@EVERY
def test_inverses_in_one_root(prime: int, index: int, coefficients: list[int]) -> None:
    """1/x for x in Q(p^(1/n)): x^n - p is irreducible by Eisenstein's criterion, so there is one polynomial for it."""
    g = root(Exact(prime), index)
    element = total([c * g**i for i, c in enumerate(coefficients)])
    if element.is_zero():
        return
    inverse = 1 / element
    assert inverse.is_polynomial
    assert (inverse * element).as_fraction() == 1
    assert compare(exp(inverse), exp((element + 2) / (element * element + 2 * element))).outcome == "equal"
    assert compare(exp(inverse), exp(inverse + Fraction(1, 10**30))).outcome == "different"


@pytest.mark.parametrize("index", [9, 11])
def test_two_roots(index: int) -> None:
    a, b = root(Exact(2), index), root(Exact(3), index)
    for other in ((a - b) / (a * a - b * b), (a * a - a * b + b * b) / (a**3 + b**3)):
        assert compare(1 / (a + b), other).outcome == "equal"
        assert compare(exp(1 / (a + b)), exp(other)).outcome == "equal"
        assert compare(exp(1 / (a + b)), exp(other + Fraction(1, 10**40))).outcome == "different"
        assert compare(exp(k / (a + b)), exp(k / (a + b) + k / 10**40)).outcome == "different"


def test_many_square_roots() -> None:
    roots = [sqrt(Exact(p)) for p in (2, 3, 5, 7, 11, 13, 17)]
    whole = total(roots)
    assert compare(exp(1 / whole), exp(whole / (whole * whole))).outcome == "equal"
    product = roots[0]
    for each in roots[1:]:
        product = product * each
    assert compare(exp(k / product), exp(k * product / 510510)).outcome == "equal"
    assert compare(exp(k / product), exp(k * product / 510511)).outcome == "different"


def test_a_quotient_that_is_not_made_rational_is_not_called_reduced() -> None:
    a, b = root(Exact(2), 9), root(Exact(3), 9)
    assert not (1 / (a + b)).reduced
    assert (1 / (1 + root(Exact(2), 65))).reduced
