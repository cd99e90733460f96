"""exp, logarithms, roots, powers: what they give, what they refuse, and mpmath's opinion."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from symattn.errors import DivisionError, DomainError, LimitError, SymattnError, UndecidedError, UnknownNameError
from symattn.exact import Exact, compare, euler, exp, log, log_base, pi, power, root, sigmoid, sqrt, symbol, tanh
from symattn.exact.functions import factored, total
from tests.exact.trees import ANY, DECIDED, NESTED, SMALL, Tree, close, mp, quotients

E = euler()
EVERY = settings(max_examples=40)
POSITIVE = st.fractions(min_value=Fraction(1, 60), max_value=60, max_denominator=60)


def n(value: int | Fraction, below: int = 1) -> Exact:
    return Exact(Fraction(value) / below)


# --- known values -----------------------------------------------------------------------------------------------------

KNOWN: list[tuple[Callable[[], Exact], str]] = [
    (lambda: exp(log(n(99))), "99"),
    (lambda: exp(log(n(99)) / 2), "3*sqrt(11)"),
    (lambda: exp(2 * log(n(3)) + 1), "9*e"),
    (lambda: exp(log(n(2, 3)) * n(-3, 2)), "3*sqrt(6)/4"),
    (lambda: exp(E + 1 / E), "exp(e)*exp(1/e)"),
    (lambda: exp(log(n(2)) + 1 / (1 + E)), "2*exp(1/(e + 1))"),
    (lambda: exp((log(n(2)) * (1 + E) + 3) / (2 + 2 * E)), "sqrt(2)*exp(3/(2*e + 2))"),
    (lambda: exp(log(1 + E) / 2 + 1 / (1 + E)), "sqrt(e + 1)*exp(1/(e + 1))"),
    (lambda: exp(log(n(99)) / sqrt(n(2))), "exp((2*sqrt(2)*ln(3) + sqrt(2)*ln(11))/2)"),
    (lambda: log(n(1)), "0"),
    (lambda: log(n(1024)), "10*ln(2)"),
    (lambda: log(n(2, 3)), "-ln(3/2)"),
    (lambda: log(sqrt(n(8))), "3*ln(2)/2"),
    (lambda: log(sqrt(E)), "1/2"),
    (lambda: log(E**2 + E**3), "ln(e + 1) + 2"),
    (lambda: -log(E / (1 + E)), "ln(e + 1) - 1"),
    (lambda: log(sqrt(1 + E)), "ln(e + 1)/2"),
    (lambda: log_base(n(10), n(1000)), "3"),
    (lambda: log_base(n(2), n(3)), "ln(3)/ln(2)"),
    (lambda: sqrt(n(12)), "2*sqrt(3)"),
    (lambda: sqrt(n(3, 8)), "sqrt(6)/4"),
    (lambda: sqrt(n(0)), "0"),
    (lambda: root(n(54), 3), "3*root(2, 3)"),
    (lambda: root(n(-8), 3), "-2"),
    (lambda: root(n(64), 6), "2"),
    (lambda: sqrt(sqrt(n(4))), "sqrt(2)"),
    (lambda: sqrt(root(n(5), 3)), "root(5, 6)"),
    (lambda: sqrt(3 + 2 * sqrt(n(2))), "sqrt(2) + 1"),
    (lambda: sqrt(3 - 2 * sqrt(n(2))), "sqrt(2) - 1"),
    (lambda: sqrt(5 + 2 * sqrt(n(6))), "sqrt(2) + sqrt(3)"),
    (lambda: sqrt(2 + sqrt(n(3))), "(sqrt(6) + sqrt(2))/2"),
    (lambda: sqrt(E**2 + 2 * E + 1), "e + 1"),
    (lambda: sqrt(E**2 - 2 * E + 1), "e - 1"),
    (lambda: sqrt(E**3 + E**2), "sqrt(e + 1)*e"),
    (lambda: sqrt(1 + E) ** 2, "e + 1"),
    (lambda: power(n(2), 1 / log(n(2))), "e"),
    (lambda: power(n(2), n(-3)), "1/8"),
    (lambda: power(n(8), n(2, 3)), "4"),
    (lambda: power(n(-8), n(2, 3)), "4"),
    (lambda: power(E, pi()), "exp(pi)"),
    (lambda: power(n(1), pi()), "1"),
    (lambda: power(E, n(0)), "1"),
    (lambda: sigmoid(log(n(9))), "9/10"),
    (lambda: sigmoid(n(0)), "1/2"),
    (lambda: tanh(n(0)), "0"),
    (lambda: tanh(n(1)), "(e^2 - 1)/(e^2 + 1)"),
    (lambda: tanh(log(n(3))), "4/5"),
    (lambda: exp(symbol("x") + 1) / exp(symbol("x")), "e"),
    (lambda: power(symbol("k"), n(3)), "k^3"),
]


@pytest.mark.parametrize(("make", "expected"), KNOWN, ids=[text for _, text in KNOWN])
def test_known_values(make: Callable[[], Exact], expected: str) -> None:
    assert make().text() == expected


# --- refusals ---------------------------------------------------------------------------------------------------------

REFUSED: list[tuple[Callable[[], object], type[SymattnError]]] = [
    (lambda: log(n(0)), DomainError),
    (lambda: log(n(-1)), DomainError),
    (lambda: log(1 - E), DomainError),
    (lambda: log(E - E), DomainError),
    (lambda: sqrt(n(-1)), DomainError),
    (lambda: sqrt(2 - E), DomainError),
    (lambda: root(n(-2), 4), DomainError),
    (lambda: root(E, 0), DomainError),
    (lambda: root(E, -3), DomainError),
    (lambda: power(n(-2), sqrt(n(2))), DomainError),
    (lambda: power(n(0), sqrt(n(2))), DomainError),
    (lambda: power(n(-2), n(1, 2)), DomainError),
    (lambda: power(n(0), n(-1)), DivisionError),
    (lambda: power(n(0), n(-1, 2)), DivisionError),
    (lambda: log_base(n(1), n(2)), DivisionError),
    (lambda: power(n(3), n(10**9)), LimitError),
    (lambda: power(1 + E, n(10**6)), LimitError),
    (lambda: power(sqrt(n(2)), n(10**20)), LimitError),
    (lambda: power(sqrt(1 + E), n(10**20)), LimitError),
    (lambda: symbol("e"), UnknownNameError),
    (lambda: symbol("pi"), UnknownNameError),
    (lambda: symbol(""), UnknownNameError),
    (lambda: symbol("2x"), UnknownNameError),
]


@pytest.mark.parametrize(("attempt", "error"), REFUSED)
def test_what_has_no_real_value_is_refused(attempt: Callable[[], object], error: type[SymattnError]) -> None:
    with pytest.raises(error) as caught:
        attempt()
    assert str(caught.value).strip()


def test_an_uncertain_sign_is_not_guessed(unseparated: Exact) -> None:
    with pytest.raises(UndecidedError):
        log(unseparated)
    with pytest.raises(UndecidedError):
        sqrt(unseparated)


# --- conditions -------------------------------------------------------------------------------------------------------


def test_a_logarithm_of_a_symbol_adds_its_condition() -> None:
    k, m = symbol("k"), symbol("m")
    assert log(k).conditions == {"k > 0"}
    assert log(k * m).conditions == {"k > 0", "m > 0"}
    assert log(k - m).conditions == {"k - m > 0"}
    assert log(1 + exp(k)).conditions == frozenset()
    assert sqrt(k).conditions == {"k > 0"}
    assert power(k, n(1, 2)) ** 2 == k
    assert (log(k * m) - log(k) - log(m)).text() == "0"


def test_a_sum_under_a_root_or_logarithm_asks_for_no_more_than_it_needs() -> None:
    k, m = symbol("k"), symbol("m")
    for function in (log, sqrt, lambda x: root(x, 4)):
        assert function(k + 6).conditions == {"k + 6 > 0"}
        assert function(k * euler() + m).conditions == {"k*e + m > 0"}
    beside = sqrt(k + 6) * sqrt(-k)  # both are real from -6 to 0
    assert beside.conditions == {"k + 6 > 0", "k < 0"}
    assert compare(beside * abs(k), -k * beside).outcome == "equal"
    assert compare(sqrt(k + 6) * abs(k), sqrt(k + 6) * k).outcome == "different"
    assert sqrt(k / (k - 1)).conditions == {"k^2 - k > 0"}
    assert log(k / (k + 1)).conditions == {"k > 0"}
    assert log((k + 1) * (k + 2)).conditions == {"k + 1 > 0"}
    assert log(m * (k + m)).conditions == {"m > 0", "k + m > 0"}


def test_a_whole_power_of_a_symbol_needs_no_condition() -> None:
    k = symbol("k")
    assert power(k, n(-2)).conditions == frozenset()
    assert (k**3 / k**2).text() == "k"


# --- laws -------------------------------------------------------------------------------------------------------------

NUMBERS = quotients(ANY).map(Tree.exact)


@EVERY
@given(quotients(DECIDED, 3).map(Tree.exact), quotients(DECIDED, 3).map(Tree.exact))
def test_exp_turns_sums_into_products(a: Exact, b: Exact) -> None:
    assert exp(a) * exp(b) == exp(a + b)
    assert exp(a) / exp(b) == exp(a - b)
    assert exp(a) ** 3 == exp(3 * a)
    assert exp(-a) * exp(a) == 1
    assert root(exp(a), 3) == exp(a / 3)


@EVERY
@given(quotients(DECIDED, 3).map(Tree.exact))
def test_log_undoes_exp(a: Exact) -> None:
    assert log(exp(a)) == a
    assert exp(log(exp(a) + 1)) == exp(a) + 1


@EVERY
@given(POSITIVE, POSITIVE, st.integers(2, 5))
def test_logarithms_and_roots_of_rationals(a: Fraction, b: Fraction, index: int) -> None:
    x, y = Exact(a), Exact(b)
    assert log(x * y) == log(x) + log(y)
    assert log(x / y) == log(x) - log(y)
    assert root(x, index) ** index == x
    assert root(x * y, index) == root(x, index) * root(y, index)
    assert power(x, n(2, index)) == root(x, index) ** 2
    assert exp(log(x) / index) == root(x, index)
    assert root(x, index) > 0


@EVERY
@given(quotients(ANY, 3))
def test_roots_of_sums(tree: Tree) -> None:
    a = tree.exact()
    positive = a * a + 1
    assert sqrt(positive) ** 2 == positive
    assert root(positive, 3) ** 3 == positive
    assert close(mp.mpf(sqrt(positive).decimal(50)), mp.sqrt(tree.value() ** 2 + 1))
    assert sqrt(positive) > 0


@EVERY
@given(NESTED, SMALL)
def test_nested_exponentials_agree_with_mpmath(weight: Tree, shift: Tree) -> None:
    tree = Tree("exp", (weight + shift,))
    assert close(mp.mpf(tree.exact().decimal(50)), tree.value())
    assert close(mp.mpf(log(weight.exact()).decimal(50)), mp.log(weight.value()))


@EVERY
@given(st.lists(NUMBERS, max_size=5))
def test_a_total_is_the_sum_in_any_order(numbers: list[Exact]) -> None:
    assert total(numbers) == sum(numbers, start=Exact(0)) == total(numbers[::-1])


@EVERY
@given(quotients(ANY, 4).map(Tree.exact))
def test_factors_multiply_to_the_number(a: Exact) -> None:
    assume(a > 0)
    product = Exact(1)
    for base, exponent in factored(a):
        assert base > 0
        product = product * base**exponent
    assert product == a


def test_functions_of_a_symbol_are_functions() -> None:
    x = symbol("x")
    assert sigmoid(x) + sigmoid(-x) == 1
    assert tanh(x) == 2 * sigmoid(2 * x) - 1
    assert tanh(-x) == -tanh(x)
    assert sigmoid(x) != sigmoid(x + 1)


def test_the_root_of_a_square_is_an_absolute_value() -> None:
    """Symbols are real: sqrt(k^2) is |k|, needs no condition and is not k."""
    k, a = symbol("k"), symbol("a")
    for square, inner in (
        (k * k, k),
        (k * k + 2 * k + 1, k + 1),
        ((k - a) * (k - a), k - a),
        (4 * k**4 * a**2, 2 * k * k * a),
    ):
        size = sqrt(square)
        assert not size.conditions
        assert size * size == square
        assert compare(size, inner).outcome == "different"
        assert compare(size, -inner).outcome == "different"
    assert sqrt(k).conditions == {"k > 0"}
    positive = k.with_conditions(["k > 0"])
    assert sqrt(positive * positive) == k
    assert root(k**3, 3) == k
    assert sqrt(k * k - 2).conditions == {"k^2 - 2 > 0"}
