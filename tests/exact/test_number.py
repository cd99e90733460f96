"""Exact numbers: a field, canonical forms, hashing, order; doubted by mpmath trees and by rewriting."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import gcd
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from symattn.errors import DivisionError, FloatError, UndecidedError
from symattn.exact import Exact, exp, log, pi, sqrt, symbol
from tests.exact.trees import ANY, DECIDED, FREE, NESTED, Tree, close, mp, quotients, sums

E = exp(Exact(1))
NUMBERS = quotients(ANY).map(Tree.exact)
DECIDED_NUMBERS = quotients(DECIDED).map(Tree.exact)
FREE_NUMBERS = quotients(FREE).map(Tree.exact)
EVERY = settings(max_examples=40)


# --- a field ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", [NUMBERS, DECIDED_NUMBERS, FREE_NUMBERS], ids=["any", "decided", "free symbols"])
def test_field_axioms(strategy: st.SearchStrategy[Exact]) -> None:
    @EVERY
    @given(strategy, strategy, strategy)
    def check(a: Exact, b: Exact, c: Exact) -> None:
        assert a + b == b + a
        assert (a + b) + c == a + (b + c)
        assert a * b == b * a
        assert (a * b) * c == a * (b * c)
        assert a * (b + c) == a * b + a * c
        assert a + 0 == a * 1 == a == (-1) * (-a) == +a
        assert a - a == 0
        assert a - b == a + (-b)

    check()


@EVERY
@given(DECIDED_NUMBERS, DECIDED_NUMBERS)
def test_division_undoes_multiplication(a: Exact, b: Exact) -> None:
    assume(b != 0)
    assert (a * b) / b == a
    assert (a / b) * b == a
    assert b * (1 / b) == 1
    assert (1 / b).inverse() == b


@EVERY
@given(NUMBERS, st.integers(0, 4))
def test_a_whole_power_is_a_repeated_product(a: Exact, exponent: int) -> None:
    product = Exact(1)
    for _ in range(exponent):
        product = product * a
    assert a**exponent == product


@given(st.fractions(), st.fractions())
def test_rational_numbers_calculate_as_fractions(a: Fraction, b: Fraction) -> None:
    assert (Exact(a) + b).as_fraction() == a + b
    assert (a - Exact(b)).as_fraction() == a - b
    assert (Exact(a) * b).as_fraction() == a * b
    assert (Exact(a) < b) == (a < b)
    if b:
        assert (a / Exact(b)).as_fraction() == a / b


# --- canonical forms --------------------------------------------------------------------------------------------------


@EVERY
@given(DECIDED_NUMBERS, DECIDED_NUMBERS)
def test_equal_numbers_over_independent_generators_are_written_alike(a: Exact, b: Exact) -> None:
    assume(b != 0)
    assume(a.reduced and b.reduced)
    for same in ((a * b) / b, (a + b) - b, 1 / (1 / a) if a != 0 else a):
        if same.reduced:
            assert same.text() == a.text()
            assert same.key == a.key
            assert same.latex() == a.latex()


@EVERY
@given(DECIDED_NUMBERS, DECIDED_NUMBERS, DECIDED_NUMBERS)
def test_expanded_and_factored_are_one_number(a: Exact, b: Exact, c: Exact) -> None:
    factored, expanded = (a + b) * (a - c), a * a - a * c + a * b - b * c
    assert factored == expanded
    if factored.reduced and expanded.reduced:
        assert factored.text() == expanded.text()


def test_generators_are_chosen_again_after_cancelling() -> None:
    tenth = exp(Exact(Fraction(1, 10)))
    assert ((tenth + tenth**3) / tenth).text() == "exp(1/5) + 1"
    assert (exp(sqrt(Exact(2))) - exp(sqrt(Exact(2))) + 7).text() == "7"


def test_the_denominator_leads_with_a_positive_rational() -> None:
    number = sqrt(Exact(2)) * E / (sqrt(Exact(2)) * E + 1)
    assert number.text() == (2 * E / (2 * E + sqrt(Exact(2)))).text() == "2*e/(2*e + sqrt(2))"
    assert (E / (1 - sqrt(Exact(3)) * E)).text() == "-sqrt(3)*e/(3*e - sqrt(3))"


@EVERY
@given(quotients(DECIDED))
def test_lowest_terms_keep_the_conventions(tree: Tree) -> None:
    number = tree.exact()
    coefficients = [int(c) for c in (*number.numerator.coeffs(), *number.denominator.coeffs())]
    assert int(number.denominator.leading_coefficient()) > 0
    assert gcd(*coefficients) == 1 or number == 0


# --- hashing ----------------------------------------------------------------------------------------------------------


@EVERY
@given(NUMBERS, DECIDED_NUMBERS)
def test_equal_numbers_have_equal_hashes(a: Exact, b: Exact) -> None:
    assume(b != 0)
    assert hash((a * b) / b) == hash(a)
    assert hash((a - a) + Fraction(3, 7)) == hash(Fraction(3, 7))


def test_a_rational_is_recognised_whatever_the_degrees() -> None:
    sparse = exp(Exact(10**20)) + E + 1
    quotient = (3 * sparse) / (7 * sparse)
    assert quotient == Fraction(3, 7)
    assert hash(quotient) == hash(Fraction(3, 7))
    assert quotient in {Fraction(3, 7)}


# --- against mpmath ---------------------------------------------------------------------------------------------------


@settings(max_examples=80)
@given(quotients(ANY), quotients(ANY))
def test_order_agrees_with_mpmath(first: Tree, second: Tree) -> None:
    a, b = first.exact(), second.exact()
    difference = first.value() - second.value()
    if abs(difference) < mp.mpf(10) ** -40:
        assert a == b
        assert a <= b <= a
        return
    assert (a < b) == (b > a) == (difference < 0)
    assert (a <= b) == (difference < 0)
    assert (a - b).sign() == (1 if difference > 0 else -1)
    assert a != b


@settings(max_examples=100)
@given(sums(ANY) | quotients(ANY) | NESTED)
def test_values_agree_with_mpmath(tree: Tree) -> None:
    assert close(mp.mpf(tree.exact().decimal(50)), tree.value())


# --- zero, sign, conditions -------------------------------------------------------------------------------------------


def test_a_proved_zero_is_no_divisor() -> None:
    nested = exp(2 * E / (2 * E + 1)) - E * exp(-1 / (2 * E + 1))
    for zero in (Exact(0), E - E, sqrt(Exact(2)) ** 2 - 2, nested, log(Exact(6)) - log(Exact(2)) - log(Exact(3))):
        assert zero.is_zero() is True
        assert zero.sign() == 0
        assert not zero
        with pytest.raises(DivisionError):
            1 / zero
        with pytest.raises(ZeroDivisionError):
            E / zero
        with pytest.raises(DivisionError):
            zero**-1


def test_a_divisor_that_may_be_zero_leaves_the_quotient_undecided(unseparated: Exact) -> None:
    assert unseparated.is_zero() is None
    for attempt in (lambda: 1 / unseparated, lambda: E / unseparated, unseparated.sign, lambda: bool(unseparated)):
        with pytest.raises(UndecidedError):
            attempt()
    with pytest.raises(UndecidedError):
        assert unseparated == 0
    with pytest.raises(UndecidedError):
        assert unseparated < 0
    assert unseparated + E > 1  # what does not hang on the zero is still decided
    assert unseparated - unseparated == 0


def test_the_sign_of_a_symbol_is_not_guessed() -> None:
    x = symbol("x")
    with pytest.raises(UndecidedError, match="depends on x"):
        x.sign()
    assert x.with_conditions(["x > 0"]).sign() == 1
    assert (x * x + 1).with_conditions(["x > 0"]).sign() == 1
    assert x.is_zero() is False  # as a function


def test_conditions_travel_with_the_number() -> None:
    k = symbol("k")
    assert log(k).conditions == {"k > 0"}
    assert (exp(log(k)) / (1 + exp(log(k)))).conditions == {"k > 0"}
    assert (log(k) - log(k) + 1).conditions == {"k > 0"}
    assert k.conditions == frozenset()


# --- doors ------------------------------------------------------------------------------------------------------------


def test_a_float_is_refused() -> None:
    half: Any = 0.5
    attempts: list[Callable[[], object]] = [
        lambda: Exact(half),
        lambda: E + half,
        lambda: half * E,
        lambda: half == E,
        lambda: half > E,
        lambda: E**half,
        lambda: float(E),
    ]
    for attempt in attempts:
        with pytest.raises(FloatError):
            attempt()


def test_other_types_are_not_mixed_in() -> None:
    with pytest.raises(TypeError):
        Exact("1/2")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        E + "1"
    assert (E == "e") is False
    assert (E != None) is True  # noqa: E711


def test_anatomy() -> None:
    number = (E + 1) / (E - 1)
    assert number.symbols == frozenset()
    assert (symbol("a") + exp(symbol("b"))).symbols == {"a", "b"}
    assert number.as_fraction() is None
    assert repr(number) == "Exact('(e + 1)/(e - 1)')"
    assert str(number) == "(e + 1)/(e - 1)"
    assert number._repr_latex_() == r"$\displaystyle \frac{e + 1}{e - 1}$"
    assert (pi() + 1).height == 0
    assert exp(exp(Exact(2))).height == 2
    assert abs(-E) == E
