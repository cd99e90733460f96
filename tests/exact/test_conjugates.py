"""Sums of roots of sums: equal by conjugates or by taking nested roots apart, and never where they only come near."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.errors import DivisionError
from symattn.exact import Exact, compare, euler, exp, log, pi, root, sqrt, symbol
from symattn.exact.conjugates import is_zero_by_conjugates
from tests.exact.trees import mp

EVERY = settings(max_examples=30, deadline=None)
e, k = euler(), symbol("k")
SMALL = st.integers(1, 9)
# Positive numbers that are no squares, with what mpmath makes of them.
RADICANDS = st.tuples(SMALL, SMALL, st.booleans()).map(
    lambda t: (t[0] + t[1] * (pi() if t[2] else e), t[0] + t[1] * (mp.pi if t[2] else mp.e))
)


@given(RADICANDS, RADICANDS, st.sampled_from([1, -1]))
@EVERY
def test_a_sum_or_difference_of_square_roots(u: tuple[Exact, object], v: tuple[Exact, object], sign: int) -> None:
    (a, at_a), (b, at_b) = u, v
    left = sqrt(a) + sign * sqrt(b)
    nested = sqrt(a + b + 2 * sign * sqrt(a * b))
    positive = mp.sqrt(at_a) + sign * mp.sqrt(at_b) >= 0
    right = nested if positive else -nested
    assert compare(left, right).outcome == "equal"
    assert compare(left * left, a + b + 2 * sign * sqrt(a) * sqrt(b)).outcome == "equal"
    assert compare(left, right + Fraction(1, 10**60)).outcome == "different"
    assert compare(exp(left), exp(right)).outcome == "equal"
    if sign > 0:
        assert compare(log(left), log(right)).outcome == "equal"
        assert compare(left / (1 + left), 1 - 1 / (1 + right)).outcome == "equal"


@given(RADICANDS, RADICANDS)
@EVERY
def test_a_sum_of_cube_roots(u: tuple[Exact, object], v: tuple[Exact, object]) -> None:
    (a, _), (b, _) = u, v
    total = root(a, 3) + root(b, 3)
    nested = root(a + b + 3 * root(a * b, 3) * total, 3)
    assert compare(total, nested).outcome == "equal"
    assert compare(total, nested + Fraction(1, 10**40)).outcome == "different"


EQUAL: list[Callable[[], tuple[Exact, Exact]]] = [
    lambda: (sqrt((1 + e) ** 2 + e + 2 * (1 + e) * sqrt(e)), 1 + e + sqrt(e)),
    lambda: (sqrt((sqrt(1 + e) + sqrt(2 + e) + sqrt(3 + e)) ** 2), sqrt(1 + e) + sqrt(2 + e) + sqrt(3 + e)),
    lambda: (sqrt(1 + k**2) + sqrt(2 + k**2), sqrt(3 + 2 * k**2 + 2 * sqrt((1 + k**2) * (2 + k**2)))),
    lambda: (sqrt(2 + k**2) - sqrt(1 + k**2), sqrt(3 + 2 * k**2 - 2 * sqrt((1 + k**2) * (2 + k**2)))),
    lambda: (root((1 + sqrt(1 + e)) ** 3, 3), 1 + sqrt(1 + e)),
    lambda: (1 / (sqrt(2 + e) - sqrt(1 + e)), sqrt(2 + e) + sqrt(1 + e)),
    lambda: (sqrt(1 + sqrt(1 + e)), root(2 + e + 2 * sqrt(1 + e), 4)),
]


@pytest.mark.parametrize("make", EQUAL)
def test_others_that_are_equal(make: Callable[[], tuple[Exact, Exact]]) -> None:
    left, right = make()
    assert compare(left, right).outcome == "equal"
    assert compare(left, right + Fraction(1, 10**50)).outcome == "different"
    assert compare(left, -right).outcome == "different"


def test_the_sign_of_a_difference_is_that_of_mpmath() -> None:
    nested = sqrt(3 + 2 * e - 2 * sqrt((1 + e) * (2 + e)))
    assert nested.sign() == 1
    assert compare(nested, sqrt(1 + e) - sqrt(2 + e)).outcome == "different"
    found = sqrt(3 + 2 * k**2 - 2 * sqrt((1 + k**2) * (2 + k**2)))
    assert compare(found, sqrt(1 + k**2) - sqrt(2 + k**2)).outcome == "different"


def test_zero_is_known_where_it_divides() -> None:
    total = sqrt(1 + e) + sqrt(2 + e) + sqrt(3 + e)
    zero = total - sqrt(total * total + 0)
    assert zero.is_zero() is True
    assert zero.sign() == 0
    with pytest.raises(DivisionError):
        1 / zero


def test_a_conjugate_that_is_0_does_not_make_a_number_0() -> None:
    """sqrt(1 + e) + sqrt(2 + e) + s is not 0, though its conjugate with -s for s, the nested root, is."""
    total = sqrt(1 + e) + sqrt(2 + e) + sqrt(3 + e)
    other = total + sqrt(total * total + 0)
    assert not is_zero_by_conjugates(other.field, other.numerator)
    assert other.is_zero() is False
