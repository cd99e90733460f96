"""Roots and logarithms of integers that cannot be factored in time stay exact."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symattn.exact import Exact, compare, exp, log, root, sqrt, symbol
from symattn.exact.factors import factored, is_prime, prime_powers, signed_factors
from symattn.exact.functions import absolute

HARD = (10**24 + 7) * (10**25 + 13) * (10**26 + 67)  # a composite that resists


def test_perfect_powers_need_no_factoring() -> None:
    assert sqrt(Exact(HARD**2)) == HARD
    assert root(Exact(Fraction(HARD, 7) ** 3), 3) == Fraction(HARD, 7)
    assert root(Exact(4 * HARD**6), 6) == HARD * root(Exact(2), 3)


def test_a_hard_composite_is_a_base_of_its_own() -> None:
    value = Exact(Fraction(HARD, 10**48))
    assert sqrt(value) * sqrt(value) == value
    assert exp(log(value)) == value
    assert exp(2 + log(value)) == exp(Exact(2)) * value
    assert log(value * value) == 2 * log(value)
    assert compare(sqrt(value), sqrt(value) + Fraction(1, 10**70)).outcome == "different"


@pytest.mark.parametrize("value", [Fraction(360, 49), Fraction(2**61 - 1), Fraction(HARD), Fraction(5, HARD**2)])
def test_the_product_of_the_powers_is_the_number(value: Fraction) -> None:
    product = Fraction(1)
    for base, exponent in prime_powers(value):
        product *= Fraction(base) ** exponent
        assert is_prime(base) or base.bit_length() > 150
    assert product == value


def test_a_long_rational_exponent_of_a_rational() -> None:
    tiny = Exact(2 + Fraction(1, 10**43))
    half = exp(tiny * log(Exact(Fraction(1, 2))))
    assert half == exp(Exact(Fraction(1, 10**43)) * log(Exact(Fraction(1, 2)))) / 4
    assert half < Fraction(1, 4)


def test_differences_of_powers_come_apart() -> None:
    """Only powers of e^2 occur in e^2 - 1, and yet it has two factors."""
    e, k = exp(Exact(1)), symbol("k")
    assert log(e**2 - 1).text() == "ln(e + 1) + ln(e - 1)"
    assert (
        abs(k**4 - 1).text() == "sqrt(k^2 + 2*k + 1)*sqrt(k^2 - 2*k + 1)*k^2 + sqrt(k^2 + 2*k + 1)*sqrt(k^2 - 2*k + 1)"
    )
    bases = [base.text() for base, _ in factored(k**6 - 1)]
    assert {"k^2 - k + 1", "k^2 + k + 1"} <= set(bases)


def test_factors_with_coefficients_beyond_64_bits() -> None:
    """python-flint cannot put them in order; one variable goes another way, and several stay together."""
    k, m = symbol("k"), symbol("m")
    first, second = 3 * 10**40 * k + 7, 10**41 * k + 11
    assert {base.text() for base, _ in signed_factors(first * second).unknown} == {first.text(), second.text()}
    several = first * (10**43 * k + m)
    assert compare(absolute(several) ** 2, several**2).outcome == "equal"
