"""SymPy symbols of one name: kept apart where they are different, and their assumptions as conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy

from symattn.attention import attention
from symattn.checking import check
from symattn.errors import KindError
from symattn.exact import Exact
from symattn.softmax import masked_softmax
from symattn.values import compare, exact

x, positive, negative = sympy.Symbol("x"), sympy.Symbol("x", positive=True), sympy.Symbol("x", negative=True)
dummy, other_dummy = sympy.Dummy("x"), sympy.Dummy("x")
A, B = sympy.MatrixSymbol("A", 2, 2), sympy.MatrixSymbol("A", 3, 3)
A_1_1 = sympy.Symbol("A_1_1")

CONFUSED: list[tuple[Any, Any]] = [
    (dummy, other_dummy),
    (dummy, x),
    (positive, dummy),
    (1 / (1 + sympy.exp(-dummy)), sympy.exp(other_dummy) / (1 + sympy.exp(other_dummy))),
    (A_1_1, A[0, 0]),
    (A[0, 0], B[0, 0]),
    ([[dummy, 1]], [[other_dummy, 1]]),
    (sympy.Matrix([[dummy]]), [[x]]),
]


@pytest.mark.parametrize(("left", "right"), CONFUSED, ids=str)
def test_different_symbols_of_one_name_are_refused(left: Any, right: Any) -> None:
    for first, second in ((left, right), (right, left)):
        with pytest.raises(KindError, match="two different SymPy symbols are called"):
            compare(first, second)
        with pytest.raises(KindError, match="two different SymPy symbols are called"):
            check(first, second)


@pytest.mark.parametrize(
    "call",
    [
        lambda: masked_softmax([[dummy, other_dummy]], None),
        lambda: masked_softmax([[x, dummy]], None),
        lambda: masked_softmax([[x, positive]], None),
        lambda: masked_softmax(sympy.Matrix([[dummy, other_dummy]]), None),
        lambda: attention([[dummy]], [[other_dummy]], [[1]]),
        lambda: exact([[A_1_1], [A[0, 0]]]),
        lambda: exact(dummy + other_dummy),
    ],
)
def test_they_are_refused_within_one_thing(call: Callable[[], object]) -> None:
    with pytest.raises(KindError, match="two different SymPy symbols are called"):
        call()


@pytest.mark.parametrize("symbol", [x, positive, dummy, A[0, 0]], ids=str)
def test_one_symbol_is_itself(symbol: Any) -> None:
    assert compare(symbol + 1, 1 + symbol).outcome == "equal"
    assert masked_softmax([[symbol, 0], [0, symbol]], None)[0, 1] == masked_softmax([[0, -symbol]], None)[0, 1]


def test_assumptions_of_one_side_become_conditions_of_both() -> None:
    found = compare(x, positive)
    assert (found.outcome, set(found.conditions)) == ("equal", {"x > 0"})
    found = compare(sympy.Abs(x), positive)
    assert (found.outcome, set(found.conditions)) == ("equal", {"x > 0"})
    assert compare(sympy.sqrt(x**2), -negative).outcome == "equal"
    assert compare(sympy.sqrt(x**2), x).outcome == "different"
    assert "nowhere are both defined" in compare(positive, negative).evidence


def test_assumptions_become_conditions() -> None:
    for assumption, condition in (
        ("positive", "k > 0"),
        ("negative", "k < 0"),
        ("nonnegative", "k >= 0"),
        ("nonpositive", "k <= 0"),
    ):
        value = exact(sympy.Symbol("k", **{assumption: True}))
        assert isinstance(value, Exact)
        assert value.conditions == {condition}
    nonzero = exact(sympy.Symbol("k", real=True, nonzero=True))
    assert isinstance(nonzero, Exact)
    assert nonzero.conditions == {"k != 0"}
    assert exact(sympy.Symbol("k", zero=True)) == Exact(0)


def test_an_odd_root_of_what_may_be_negative_needs_a_condition() -> None:
    """SymPy's (x^5)^(1/3) is complex where x < 0; that of x^2 is real everywhere."""
    third = sympy.Rational(1, 3)
    for base, conditions in ((x**5, {"x > 0"}), (x**3, {"x > 0"}), (x**2, set()), ((x - 1) ** 2, set())):
        value = exact(base**third)
        assert isinstance(value, Exact)
        assert value.conditions == conditions
