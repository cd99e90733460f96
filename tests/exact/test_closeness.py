"""Numbers that agree beyond every enclosure: told apart by logarithms and exponentials, and never called equal."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.exact import Exact, compare, exp, log, root, sigmoid, sqrt, tanh
from symattn.exact.closeness import sign_beyond_enclosures
from symattn.exact.floats import float_bits
from tests.exact.trees import mp

EVERY = settings(max_examples=40, deadline=None)
Forms = list[tuple[Callable[[Exact], Exact], Callable[[Any], Any]]]
# Strictly rising functions, with their plain counterparts in mpmath.
RISING: Forms = [
    (lambda x: log(1 + x), lambda x: mp.log(1 + x)),
    (lambda x: 1000 * log(3 + 2 * x), lambda x: 1000 * mp.log(3 + 2 * x)),
    (lambda x: sqrt(1 + x), lambda x: mp.sqrt(1 + x)),
    (lambda x: root(2 + x, 3), lambda x: mp.cbrt(2 + x)),
    (lambda x: exp(x / (1 + x)), lambda x: mp.exp(x / (1 + x))),
    (lambda x: sigmoid(x / (1 + x)), lambda x: 1 / (1 + mp.exp(-x / (1 + x)))),
    (lambda x: tanh(x / (2 + x)), lambda x: mp.tanh(x / (2 + x))),
    (lambda x: exp(sqrt(1 + x)), lambda x: mp.exp(mp.sqrt(1 + x))),
    (lambda x: log(log(3 + x)), lambda x: mp.log(mp.log(3 + x))),
    (lambda x: exp(log(2 + x) * sqrt(Exact(2))), lambda x: (2 + x) ** mp.sqrt(2)),
]


@pytest.mark.parametrize("number", range(len(RISING)))
@pytest.mark.parametrize("distance", [20_000, 10**10, 10**30])
def test_a_rising_function_at_points_that_nearly_agree(number: int, distance: int) -> None:
    rising, _ = RISING[number]
    tiny = exp(Exact(-distance))
    at_zero, once, twice = (rising(x) for x in (0 * tiny, tiny, 2 * tiny))
    for low, high in ((at_zero, once), (once, twice), (at_zero, twice)):
        assert compare(low, high).outcome == "different"
        assert (high - low).sign() == 1
        assert (low - high).sign() == -1


@given(st.sampled_from(RISING), st.integers(0, 60), st.fractions(-3, 3, max_denominator=5), st.integers(-9, 9))
@EVERY
def test_signs_found_by_steps_are_those_of_mpmath(
    forms: tuple[Callable[[Exact], Exact], Callable[[Any], Any]], power: int, slope: Fraction, times: int
) -> None:
    exactly, roughly = forms
    number = exactly(exp(Exact(-power))) * slope + exactly(exp(Exact(power))) * times - exp(Exact(1))
    value = roughly(mp.exp(-power)) * slope.numerator / slope.denominator + roughly(mp.exp(power)) * times - mp.e
    found = sign_beyond_enclosures(number)
    assert found in (None, mp.sign(value))


def test_what_is_equal_is_not_told_apart() -> None:
    tiny = exp(Exact(-(10**12)))
    for left, right in (
        (log(1 + tiny) - log(tiny), log(1 + 1 / tiny)),
        (exp(1 / (1 + tiny)), exp(Exact(1)) / exp(tiny / (1 + tiny))),
        (sqrt(1 + 2 * tiny + tiny**2), 1 + tiny),
    ):
        assert compare(left, right).outcome == "equal"
        assert sign_beyond_enclosures(left - right) == 0


def test_a_loss_below_every_float_has_the_float_of_its_sign() -> None:
    loss = -log(sigmoid(Exact(10**10)))
    assert loss.sign() == 1
    assert [hex(float_bits(x)) for x in (loss, -loss, 1 + loss)] == ["0x0", "0x8000000000000000", "0x3ff0000000000000"]


def test_near_misses_that_nothing_shows_stay_undecided() -> None:
    tiny = exp(Exact(-(10**10)))
    assert compare(exp(tiny), 1 + tiny).outcome == "undecided"
