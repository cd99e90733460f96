"""Equal is proved, different is certified, undecided is neither: near misses, rewritings, witnesses."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from symattn.errors import UndecidedError
from symattn.exact import MINUS_INFINITY, Exact, compare, euler, exp, log, pi, root, sqrt, symbol
from symattn.exact.comparing import compare_numbers
from tests.exact.trees import ANY, FREE, NESTED, ONE, SECOND_SCORES, E, Tree, exponential, mp, quotients, rational

e = euler()
EVERY = settings(max_examples=40)
NESTED_RUNS = settings(max_examples=25)


def n(value: int | Fraction, below: int = 1) -> Exact:
    return Exact(Fraction(value) / below)


def outcome(a: Exact, b: Exact) -> str:
    """The outcome; the algebra alone must never contradict it."""
    found = compare_numbers(a, b).outcome
    assert compare_numbers(b, a).outcome == found
    assert compare_numbers(a, b, refute_first=False).outcome in {found, "undecided"}
    return found


# --- different, however near ------------------------------------------------------------------------------------------

NEAR: list[Callable[[], tuple[Exact, Exact]]] = [
    lambda: (e, n(193, 71)),
    lambda: (exp(n(-45)) + 1, n(1)),
    lambda: (1 / (1 + exp(n(-150))), n(1)),
    lambda: (exp(pi() * sqrt(n(67))), n(5280**3 + 744)),
    lambda: (exp(n(1, 10**30)), 1 + n(1, 10**30)),
    lambda: (exp(n(1, 10**20)), 1 + n(1, 10**20) + n(1, 2 * 10**40)),
    lambda: (sqrt(n(10**38 + 1)), 10**19 + n(1, 2 * 10**19)),
    lambda: (exp(sqrt(n(10**40 + 1)) - 10**20), exp(n(1, 2 * 10**20))),
    lambda: ((exp(n(60)) + exp(n(-60))) ** 2, exp(n(120)) + 2),
    lambda: (log(n(6)), log(n(2)) + log(n(3)) + exp(n(-140))),
    lambda: (log(1 + exp(n(-70))), exp(n(-70))),
    lambda: (exp(3 * e / (3 * e + 1)), exp(3 * e / (3 * e + 1) + n(1, 10**60))),
    lambda: (exp(e / (2 + e)), exp(e / (2 + e) + exp(n(-140)))),
    lambda: (exp(exp(exp(n(-50)))), exp(1 + exp(n(-50)))),
    lambda: (exp(exp(n(100))) + 1, exp(exp(n(100)))),
    lambda: (exp(n(10**6)) / (1 + exp(n(10**6))), n(1)),
    lambda: (exp(exp(n(80))) / (1 + exp(exp(n(80)))), n(1)),
    lambda: (sqrt(1 + e + n(1, 10**40)), sqrt(1 + e)),
    lambda: (root(2 + sqrt(n(5)), 3), (1 + sqrt(n(5))) / 2 + n(1, 10**60)),
    lambda: (pi() * log(n(2)), n(21775860903036021305006888982, 10**28) + n(1, 10**30)),
]


@pytest.mark.parametrize("pair", NEAR)
def test_near_misses_are_different(pair: Callable[[], tuple[Exact, Exact]]) -> None:
    a, b = pair()
    assert outcome(a, b) == "different"
    assert a != b
    assert compare_numbers(a, b).evidence


@EVERY
@given(quotients(ANY) | NESTED, st.integers(10, 70))
def test_a_nudge_in_any_digit_is_seen(tree: Tree, digits: int) -> None:
    number = tree.exact()
    assert outcome(number, number + Fraction(1, 10**digits)) == "different"


@EVERY
@given(quotients(ANY), quotients(ANY))
def test_outcomes_agree_with_mpmath(first: Tree, second: Tree) -> None:
    a, b = first.exact(), second.exact()
    apart = abs(first.value() - second.value()) > mp.mpf(10) ** -40
    assert outcome(a, b) == ("different" if apart else "equal")


# --- equal in another form --------------------------------------------------------------------------------------------

SAME: list[Callable[[], tuple[Exact, Exact]]] = [
    lambda: (e / (1 + e), 1 / (1 + exp(n(-1)))),
    lambda: ((exp(n(3)) - 1) / (e - 1), e**2 + e + 1),
    lambda: ((e**2 - 2) / (e - sqrt(n(2))), e + sqrt(n(2))),
    lambda: (exp(3 * e / (3 * e + 1)), e * exp(-1 / (3 * e + 1))),
    lambda: (exp(e / (2 + e)) * exp(2 / (2 + e)), e),
    lambda: (exp(e / (2 + e)) ** 2 * exp(n(4) / (2 + e)), exp(n(2))),
    lambda: (exp(exp(e / (2 + e))), exp(e * exp(-2 / (2 + e)))),
    lambda: (exp(exp(exp(e / (2 + e)))), exp(exp(e * exp(-2 / (2 + e))))),
    lambda: (exp(3 * e / (3 * e + 1) + n(1, 10**30)), exp(n(10**30 + 1, 10**30)) / exp(1 / (3 * e + 1))),
    lambda: (exp(log(n(2)) * e / (1 + e)), 2 * exp(-log(n(2)) / (1 + e))),
    lambda: (exp(log(n(2)) / 2 * e / (1 + e)), sqrt(n(2)) * exp(-log(n(2)) / (2 + 2 * e))),
    lambda: (exp(log(1 + e) * e / (1 + e)), (1 + e) * exp(-log(1 + e) / (1 + e))),
    lambda: (log(e**2 - 2), log(e - sqrt(n(2))) + log(e + sqrt(n(2)))),
    lambda: (log(3 + 2 * sqrt(n(2))), 2 * log(1 + sqrt(n(2)))),
    lambda: (log(e - 1), log(sqrt(e) - 1) + log(sqrt(e) + 1)),
    lambda: (log(1 + exp(1 / (3 * e + 1))), log(exp(3 * e / (3 * e + 1)) + e) - 1 + 1 / (3 * e + 1)),
    lambda: (sqrt(e**2 - 2), sqrt(e - sqrt(n(2))) * sqrt(e + sqrt(n(2)))),
    lambda: (sqrt(1 + exp(3 * e / (3 * e + 1))) * exp(1 / (6 * e + 2)), sqrt(exp(1 / (3 * e + 1)) + e)),
    lambda: (sqrt(2 + sqrt(n(2))) * sqrt(2 - sqrt(n(2))), sqrt(n(2))),
    lambda: (1 / (sqrt(1 + e) - 1), (sqrt(1 + e) + 1) / e),
    lambda: (log(exp(symbol("x")) + exp(symbol("y"))), symbol("x") + log(1 + exp(symbol("y") - symbol("x")))),
    lambda: (exp(symbol("x") / (1 + symbol("x"))), e * exp(-1 / (1 + symbol("x")))),
]


@pytest.mark.parametrize("pair", SAME)
def test_equal_in_another_form(pair: Callable[[], tuple[Exact, Exact]]) -> None:
    a, b = pair()
    assert outcome(a, b) == "equal"
    assert compare_numbers(a, b, refute_first=False).outcome == "equal"
    assert a - b == 0
    assert (a - b).is_zero()
    assert hash(a) == hash(b)


@NESTED_RUNS
@given(SECOND_SCORES, SECOND_SCORES, SECOND_SCORES)
def test_softmax_of_two_layers_is_shift_invariant(a: Tree, b: Tree, shift: Tree) -> None:
    weight = exponential(a) / (exponential(a) + exponential(b))
    shifted = exponential(a + shift) / (exponential(a + shift) + exponential(b + shift))
    complement = ONE - exponential(b - a) / (exponential(b - a) + ONE)
    assert outcome(weight.exact(), shifted.exact()) == "equal"
    assert outcome(weight.exact(), complement.exact()) == "equal"


@NESTED_RUNS
@given(NESTED, NESTED)
def test_arithmetic_over_dependent_exponents_is_a_field(first: Tree, second: Tree) -> None:
    a, b = first.exact(), second.exact()
    assert outcome((a + b) * (a - b), a * a - b * b) == "equal"
    assert outcome((a * b) / b, a) == "equal"
    assert outcome(exp(a + b), exp(a) * exp(b)) == "equal"


# --- free symbols -----------------------------------------------------------------------------------------------------


@EVERY
@given(quotients(FREE), quotients(FREE))
def test_functions_are_equal_where_their_values_are(first: Tree, second: Tree) -> None:
    a, b = first.exact(), second.exact()
    points: list[dict[str, Any]] = [
        {"x": mp.mpf(3) / 7, "y": mp.mpf(11) / 5},
        {"x": mp.mpf(-2) / 3, "y": mp.mpf(1) / 9},
    ]
    apart = any(abs(first.value(at) - second.value(at)) > mp.mpf(10) ** -40 for at in points)
    assert outcome(a, b) == ("different" if apart else "equal")


def test_a_comparison_carries_the_conditions() -> None:
    k = symbol("k")
    found = compare_numbers(exp(log(k)), k)
    assert found.outcome == "equal"
    assert found.conditions == {"k > 0"}


# --- undecided --------------------------------------------------------------------------------------------------------


def test_what_nothing_separates_stays_undecided(unseparated: Exact) -> None:
    found = compare_numbers(unseparated, n(0))
    assert found.outcome == "undecided"
    assert "16384 bits" in found.evidence
    with pytest.raises(UndecidedError):
        found.decided()
    assert compare_numbers(unseparated + e, e).outcome == "undecided"
    assert compare_numbers(unseparated + e, e + 1).outcome == "different"
    assert compare_numbers(2 * unseparated, unseparated + unseparated).outcome == "equal"


def test_the_algebra_alone_does_not_claim_a_difference_it_cannot_prove() -> None:
    for a, b in ((pi(), e), (log(n(2)), log(n(3))), (exp(e), exp(pi())), (sqrt(1 + e), sqrt(2 + e))):
        assert compare_numbers(a, b, refute_first=False).outcome == "undecided"
        assert compare_numbers(a, b).outcome == "different"
    assert compare_numbers(e, e**2, refute_first=False).outcome == "different"
    assert compare_numbers(sqrt(n(2)), sqrt(n(3)), refute_first=False).outcome == "different"
    assert compare_numbers(log(n(2)), n(1), refute_first=False).outcome == "different"


# --- a second witness -------------------------------------------------------------------------------------------------


def calcium_text(tree: Tree) -> str:
    """The tree as Calcium reads it."""
    parts = [calcium_text(part) for part in tree.parts]
    match tree.operation:
        case "rational":
            return f"({tree.number})"
        case "pi":
            return "pi"
        case "exp" | "log":
            return f"{tree.operation}({parts[0]})"
        case "root":
            return f"({parts[0]})^(1/{tree.number})"
    sign = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/"}[tree.operation]
    return f"({parts[0]}{sign}{parts[1]})"


@settings(max_examples=40)
@given(quotients(ANY, 3), quotients(ANY, 2))
def test_calcium_does_not_contradict(first: Tree, second: Tree) -> None:
    """Calcium shares FLINT with the engine but none of its algebra; its == may be None."""
    private: Any = import_module("flint.types._gr")
    calcium = private.gr_real_ca_ctx.new()
    assume(abs(second.value() + 1) > mp.mpf(10) ** -40)
    rewritten = (first * second + first) / (second + ONE)
    for a, b in ((first, second), (first, rewritten)):
        witness = calcium(calcium_text(a)) == calcium(calcium_text(b))
        if witness is not None:
            assert outcome(a.exact(), b.exact()) == ("equal" if witness else "different")


# --- what is compared -------------------------------------------------------------------------------------------------


def test_minus_infinity_equals_itself_only() -> None:
    assert compare(MINUS_INFINITY, MINUS_INFINITY).outcome == "equal"
    assert compare(MINUS_INFINITY, e).outcome == "different"
    assert compare(n(0), MINUS_INFINITY).outcome == "different"


def test_evidence_says_how_it_is_known() -> None:
    assert "identities" in compare(e / e, n(1)).evidence
    assert "enclosures" in compare(e, n(2)).evidence
    assert "Lindemann" in compare_numbers(e, n(2), refute_first=False).evidence
    assert "rational" in compare_numbers(n(1), n(2), refute_first=False).evidence
    assert "functions" in compare(symbol("x"), symbol("y")).evidence
    assert str(compare(e, e)) == "equal: the difference reduces to 0 by identities"


def test_equality_of_trees_is_not_equality_of_numbers() -> None:
    assert (E * rational(2)).exact() == (E + E).exact()
    assert E * rational(2) != E + E


def test_large_extensions_claim_no_independence() -> None:
    """Where quotients are not rationalised one exponent stands in two forms, which must not be called different."""
    for index in (65, 100):
        two = Exact(2)
        left = exp(root(two, index).inverse())
        right = exp(root(two, index).whole_power(index - 1) / 2)
        assert compare_numbers(left, right).outcome != "different"
        assert (left - right).is_zero() is not False


def test_evidence_at_points_that_break_a_condition_does_not_count() -> None:
    k = symbol("k")
    assert compare_numbers(sqrt(k * k), exp(log(-k))).outcome != "different"
    assert compare_numbers(sqrt((1 - k) * (1 - k)) / sqrt(1 - k), sqrt(1 - k)).outcome != "different"
