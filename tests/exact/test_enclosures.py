"""Balls contain the number, are narrow, and leave FLINT's global precision as they found it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.errors import UndecidedError
from symattn.exact import Exact, euler, exp, sqrt, symbol
from symattn.exact.enclosures import enclose, enclose_polynomial, polynomial_sign, precision, sign_of
from tests.exact.trees import ANY, FREE, NESTED, Number, Tree, mp, quotients

e = euler()


def near(value: Number) -> Any:
    """A ball around an mpmath value, as wide as its last digits are uncertain."""
    with precision(300):
        return arb(mp.nstr(value, 60)) + arb(0, 1) * arb(mp.nstr(mp.mpf(10) ** -45 * (1 + abs(value)), 5))


@settings(max_examples=100)
@given(quotients(ANY) | NESTED, st.sampled_from([53, 64, 150]))
def test_the_ball_contains_the_number_and_is_narrow(tree: Tree, bits: int) -> None:
    number = tree.exact()
    ball = enclose(number, bits)
    assert ball.overlaps(near(tree.value()))
    wide = enclose(number, 4 * bits)
    assert ball.overlaps(wide)
    assert wide.rad() <= arb(2) ** (8 - 2 * bits) * (1 + abs(wide))


@settings(max_examples=50)
@given(quotients(FREE))
def test_symbols_take_the_values_given(tree: Tree) -> None:
    values = {"x": Fraction(3, 7), "y": Fraction(-5, 3)}
    expected = tree.value({name: mp.mpf(v.numerator) / v.denominator for name, v in values.items()})
    assert enclose(tree.exact(), 200, values).overlaps(near(expected))


def test_a_symbol_without_a_value_has_no_ball() -> None:
    with pytest.raises(UndecidedError, match="x has no value"):
        enclose(symbol("x") + e, 64)


def test_the_global_precision_is_left_alone() -> None:
    before = ctx.prec
    enclose(e, 500)
    with pytest.raises(UndecidedError):
        enclose(symbol("x"), 500)
    with pytest.raises(KeyError), precision(300):
        raise KeyError
    assert ctx.prec == before


def test_signs_rise_in_precision_until_they_are_certain() -> None:
    tiny = exp(Exact(-2_000))
    near = exp(tiny) - 1 - tiny
    assert sign_of(near, last_bits=64) is None
    assert sign_of(near) == 1
    assert sign_of(-near) == -1
    assert polynomial_sign(near.numerator, near.field.generators) == 1


def test_dense_and_sparse_evaluation_agree() -> None:
    dense = sum((exp(Exact(k)) * (k % 7 - 3) for k in range(40)), start=Exact(0))
    pieces = [enclose(exp(Exact(k)) * (k % 7 - 3), 200) for k in range(40)]
    ball = enclose_polynomial(dense.numerator, dense.field.generators, 200)
    with precision(200):
        assert ball.overlaps(sum(pieces, start=arb(0)))
        assert ball.rel_accuracy_bits() > 150


def test_huge_powers_stay_sharp() -> None:
    quotient = exp(Exact(10**12)) / (1 + exp(Exact(10**12)))
    assert enclose(quotient, 64).rel_accuracy_bits() > 20
    assert enclose(exp(sqrt(Exact(2)) * 10**6) / exp(sqrt(Exact(2)) * 10**6 - 1), 64).overlaps(enclose(e, 64))
