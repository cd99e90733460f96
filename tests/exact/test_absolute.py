"""|k| as the root of k^2: what it simplifies to, what it equals and where, and mpmath's opinion at random points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from symattn.door import exact_number
from symattn.errors import DivisionError, DomainError, SymattnError
from symattn.exact import Exact, compare, exp, log, power, root, sqrt, symbol, tanh
from symattn.exact.conditions import claim_of
from symattn.exact.enclosures import enclose
from symattn.exact.sympy_bridge import lift, lower
from tests.exact.trees import mp

EVERY = settings(max_examples=60, deadline=None)
k, m = symbol("k"), symbol("m")

SIMPLE: list[tuple[Callable[[], Exact], str, set[str]]] = [
    (lambda: sqrt(k**2), "sqrt(k^2)", set()),
    (lambda: sqrt(k**4), "k^2", set()),
    (lambda: sqrt((k**2 + 1) ** 2), "k^2 + 1", set()),
    (lambda: sqrt((k**2 - 2 * k + 2) ** 2), "k^2 - 2*k + 2", set()),
    (lambda: sqrt(k**2) ** 2, "k^2", set()),
    (lambda: sqrt(2 * k**2), "sqrt(2)*sqrt(k^2)", set()),
    (lambda: sqrt(k**2 / 4), "sqrt(k^2)/2", set()),
    (lambda: sqrt(k**2 * m), "sqrt(m)*sqrt(k^2)", {"m > 0"}),
    (lambda: sqrt(k**3), "sqrt(k)*k", {"k > 0"}),
    (lambda: sqrt(-k), "sqrt(-k)", {"k < 0"}),
    (lambda: sqrt(k**2 + m**2), "sqrt(k^2 + m^2)", set()),
    (lambda: root(k**4, 4), "sqrt(k^2)", set()),
    (lambda: root(k**2, 4), "root(k^2, 4)", set()),
    (lambda: sqrt(sqrt(k**2)), "root(k^2, 4)", set()),
    (lambda: root(k**3, 3), "k", set()),
    (lambda: root(-8 * k**3, 3), "-2*k", set()),
    (lambda: root(k**5, 3), "root(k^2, 3)*k", set()),
    (lambda: log(k**2), "ln(k^2)", {"k != 0"}),
    (lambda: log(k**4), "2*ln(k^2)", {"k != 0"}),
    (lambda: log(sqrt(k**2)), "ln(k^2)/2", {"k != 0"}),
    (lambda: log((k - m) ** 2), "ln(k^2 - 2*k*m + m^2)", {"k - m != 0"}),
    (lambda: log(k**2 + 1), "ln(k^2 + 1)", set()),
    (lambda: exp(log(k**2)), "k^2", {"k != 0"}),
    (lambda: exp(log(k**2) / 2), "sqrt(k^2)", {"k != 0"}),
    (lambda: abs(-2 * k * m), "2*sqrt(k^2)*sqrt(m^2)", set()),
    (lambda: abs(k**2 * m), "sqrt(m^2)*k^2", set()),
    (lambda: abs(abs(k)), "sqrt(k^2)", set()),
    (lambda: sqrt(k.with_conditions(["k > 0"]) ** 2), "k", {"k > 0"}),
    (lambda: sqrt(k.with_conditions(["k < 0"]) ** 2), "-k", {"k < 0"}),
]


@pytest.mark.parametrize(("make", "text", "conditions"), SIMPLE, ids=[text for _, text, _ in SIMPLE])
def test_what_it_simplifies_to(make: Callable[[], Exact], text: str, conditions: set[str]) -> None:
    number = make()
    assert number.text() == text
    assert number.conditions == conditions


@pytest.mark.parametrize(
    "make", [lambda: log(-(k**2)), lambda: sqrt(-(k**2) - 1), lambda: log(-abs(k)), lambda: log(-(k**2) - m**2)]
)
def test_what_is_real_nowhere_is_refused(make: Callable[[], Exact]) -> None:
    with pytest.raises(DomainError, match="nowhere positive"):
        make()


SAME: list[Callable[[], tuple[Exact, Exact]]] = [
    lambda: (sqrt(k**2), sqrt(k) ** 2),
    lambda: (sqrt(k**2), exp(log(k))),
    lambda: (sqrt(k**2), exp(log(-k))),
    lambda: (log(k**2), 2 * log(k)),
    lambda: (log(k**2), 2 * log(-k)),
    lambda: (log(k**2), 2 * log(abs(k))),
    lambda: (log(-k) / 2, log(abs(k)) / 2),
    lambda: (sqrt((1 - k) ** 2) / sqrt(1 - k), sqrt(1 - k)),
    lambda: (abs(k) * abs(m), abs(k * m)),
    lambda: (abs(k + abs(k)), k + abs(k)),
    lambda: (abs(abs(k) - abs(m)), abs(abs(m) - abs(k))),
    lambda: (abs(abs(k) - abs(m)) + abs(abs(k) + abs(m)), abs(k - m) + abs(k + m)),
    lambda: ((abs(k) + k) * (abs(k) - k), Exact(0)),
    lambda: (exp(abs(k)), exp(k.with_conditions(["k > 0"]))),
    lambda: (exp(abs(k)), exp(k.with_conditions(["k >= 0"]))),
    lambda: (exp(1 / (1 + abs(k))), exp(1 / (1 - k.with_conditions(["k < 0"])))),
    lambda: (abs(exp(k) - 1), (exp(k) - 1).with_conditions(["k > 0"])),
    lambda: (abs(k - 1), (k - 1) + 0 * log(k - 2)),
    lambda: (abs(k - m), (k - m) + 0 * log(k - m)),
    lambda: (log(abs(k) - 1), log(k - 1)),
    lambda: (sqrt(k - 2) * sqrt(k - 3), sqrt((k - 2) * (k - 3))),
    lambda: (root(k**2, 6), root(k, 3)),
    lambda: (abs(k) ** 3, k**2 * abs(k)),
    lambda: (1 / abs(k), abs(k) / k**2),
    lambda: (tanh(abs(k)), abs(tanh(k))),
    lambda: (abs(exp(k**3) - 1), exp(abs(k) ** 3) * abs(1 - exp(-(abs(k) ** 3))) * exp((k**3 - abs(k) ** 3) / 2)),
    lambda: (abs(log(k)), log(k + 1 / k + abs(k - 1 / k)) - log(Exact(2))),
]


@pytest.mark.parametrize("make", SAME)
def test_what_it_equals_where_both_are_defined(make: Callable[[], tuple[Exact, Exact]]) -> None:
    left, right = make()
    assert compare(left, right).outcome == "equal"
    assert compare(left + 1, right).outcome == "different"


OTHERS: list[Callable[[], tuple[Exact, Exact]]] = [
    lambda: (sqrt(k**2), k),
    lambda: (sqrt(k**2), -k),
    lambda: (exp(abs(k)), exp(k)),
    lambda: (abs(k) + abs(m), abs(k + m)),
    lambda: (abs(k) / k, Exact(1)),
    lambda: (root(k**2, 6), -root(k, 3)),
    lambda: (abs(exp(k) - 1), exp(k) - 1),
    lambda: (sqrt((k - 1) * (2 - k)), sqrt((k - 1) * (2 - k)) * (k - 1)),  # points between 1 and 2
    lambda: (log(k - 1000), log(k - 1000) + k - 2000),
    lambda: (sqrt(k**2 - 2), k * sqrt(1 - 2 / k**2)),  # on the left of 0 alone
]


@pytest.mark.parametrize("make", OTHERS)
def test_what_differs_somewhere(make: Callable[[], tuple[Exact, Exact]]) -> None:
    assert compare(*make()).outcome == "different"


def test_a_divisor_that_is_0_on_a_whole_range_leaves_a_condition() -> None:
    inverse = 1 / (abs(k) - k)
    assert inverse.conditions == {"sqrt(k^2) - k != 0"}
    assert compare(abs(k) * (abs(k) - k) * inverse, -k).outcome == "equal"  # both live where k < 0
    with pytest.raises(DivisionError):
        inverse + 1 / (abs(k) + k)
    assert compare(inverse, 1 / (abs(k) + k)).outcome == "undecided"
    with pytest.raises(SymattnError):
        1 / (abs(k) - k.with_conditions(["k > 0"]))


def test_a_root_may_be_0_and_a_logarithm_may_not() -> None:
    assert abs(k).is_zero() is False
    with pytest.raises(SymattnError):
        abs(k).sign()
    assert (abs(k) + 1).sign() == 1
    assert abs(k.with_conditions(["k != 0"])).sign() == 1


# --- by powers, roots and symbols -------------------------------------------------------------------------------------

POWERS = st.integers(-4, 6)
POINTS = st.fractions(-9, 9, max_denominator=12).filter(bool)
CONSTANTS = st.fractions(Fraction(1, 9), 9, max_denominator=9)


def holds(number: Exact, values: Mapping[str, Fraction]) -> bool:
    for text in number.conditions:
        claim = claim_of(text)
        assert claim is not None
        ball = enclose(claim.number, 128, values)
        if not (ball > 0 or (claim.relation == "!=" and ball < 0)):
            return False
    return True


def value(number: Exact, values: Mapping[str, Fraction]) -> Any:
    return mp.mpf(enclose(number, 300, values).mid().str(70, radius=False))


def real_root(x: Any, index: int) -> Any:
    return -mp.root(-x, index) if x < 0 else mp.root(x, index)


def near(a: Any, b: Any) -> bool:
    return bool(abs(a - b) <= mp.mpf(10) ** -45 * max(1, abs(b)))


@given(CONSTANTS, POWERS, POWERS, st.integers(1, 6), POINTS, POINTS)
@EVERY
def test_roots_of_monomials_are_what_mpmath_says(
    c: Fraction, a: int, b: int, index: int, at_k: Fraction, at_m: Fraction
) -> None:
    number = root(Exact(c) * k**a * m**b, index)
    values = {"k": at_k, "m": at_m}
    assume(holds(number, values))
    inside = mp.mpf(c.numerator) / c.denominator * mp.mpf(at_k.numerator) ** a / mp.mpf(at_k.denominator) ** a
    inside *= mp.mpf(at_m.numerator) ** b / mp.mpf(at_m.denominator) ** b
    assert near(value(number, values), real_root(inside, index))
    if index % 2 == 0 and a % 2 == 0 and b % 2 == 0:
        assert not number.conditions


@given(CONSTANTS, POWERS, POWERS, POINTS, POINTS)
@EVERY
def test_logarithms_of_monomials_are_what_mpmath_says(
    c: Fraction, a: int, b: int, at_k: Fraction, at_m: Fraction
) -> None:
    number = log(Exact(c) * k**a * m**b)
    values = {"k": at_k, "m": at_m}
    assume(holds(number, values))
    inside = mp.mpf(c.numerator) / c.denominator
    for point, exponent in ((at_k, a), (at_m, b)):
        inside *= (mp.mpf(point.numerator) / point.denominator) ** exponent
    assert near(value(number, values), mp.log(inside))
    assert number.conditions == {f"{n} {'>' if e % 2 else '!='} 0" for n, e in (("k", a), ("m", b)) if e}


@given(st.integers(1, 3), st.integers(1, 3), st.integers(-3, 3), st.integers(2, 4), POINTS, POINTS)
@EVERY
def test_even_powers_of_sums(a: int, b: int, c: int, half: int, at_k: Fraction, at_m: Fraction) -> None:
    inner = a * k - b * m + c
    number = root(inner ** (2 * half), 2 * half)
    assert not number.conditions
    values = {"k": at_k, "m": at_m}
    assert near(
        value(number, values),
        abs(a * mp.mpf(at_k.numerator) / at_k.denominator - b * mp.mpf(at_m.numerator) / at_m.denominator + c),
    )
    assert compare(number, abs(inner)).outcome == "equal"
    assert compare(number, inner).outcome == "different"


@given(CONSTANTS, POWERS, POWERS, st.integers(1, 6), st.booleans())
@EVERY
def test_what_comes_out_is_read_back(c: Fraction, a: int, b: int, index: int, as_logarithm: bool) -> None:
    inside = Exact(c) * k**a * (m - k) ** b
    number = log(inside) if as_logarithm else root(inside, index)
    for other in (exact_number(number.text()), exact_number(number.latex())):
        assert other.text() == number.text()
    try:
        back = lift(lower(number))
    except DomainError:  # SymPy's odd root of a negative number is complex
        assume(False)
    assert compare(back, number).outcome == "equal"


@given(st.integers(1, 5), st.integers(2, 6), st.sampled_from(["k > 0", "k < 0"]))
@EVERY
def test_under_a_condition_it_is_k_or_minus_k(a: int, index: int, condition: str) -> None:
    signed = k.with_conditions([condition])
    size = signed if condition == "k > 0" else -signed
    rooted = power(k ** (2 * a), Exact(Fraction(1, index)))
    assert compare(rooted, power(size, Exact(Fraction(2 * a, index)))).outcome == "equal"
    assert compare(abs(k) ** a, abs(signed) ** a).outcome == "equal"
    assert abs(signed).text() == size.text()
