"""Certified decimals against mpmath and against exact rounding, ties included."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.errors import LimitError, UndecidedError
from symattn.exact import Exact, decimals, euler, exp, log, sqrt, symbol
from symattn.exact.decimals import enclosure, round_half_away, rounded_integer, significant
from tests.exact.trees import ANY, NESTED, Tree, mp, quotients

e = euler()
EVERY = settings(max_examples=60)


def n(value: int | Fraction, below: int = 1) -> Exact:
    return Exact(Fraction(value) / below)


# --- thousands of softmax weights against mpmath ----------------------------------------------------------------------


def test_softmax_weights_are_rounded_correctly() -> None:
    random = Random(7)
    for _ in range(1_500):
        scores = [Fraction(random.randint(-90, 90), random.choice((1, 2, 3, 10))) for _ in range(random.randint(2, 5))]
        places = random.randint(0, 30)
        powers = [exp(n(score)) for score in scores]
        weight = powers[0] / sum(powers, start=n(0))
        values = [mp.exp(mp.mpf(score.numerator) / score.denominator) for score in scores]
        expected = mp.floor(values[0] / sum(values) * mp.mpf(10) ** places + mp.mpf(1) / 2)
        assert weight.decimal(places).replace(".", "").lstrip("0") == (str(int(expected)) if expected else "")


@settings(max_examples=150)
@given(quotients(ANY) | NESTED, st.integers(0, 40))
def test_decimals_are_within_half_a_unit(tree: Tree, places: int) -> None:
    written = tree.exact().decimal(places)
    assert written not in {"-0", "-0." + "0" * places}
    assert len(written.partition(".")[2]) == places
    assert abs(mp.mpf(written) - tree.value()) <= mp.mpf(10) ** -places / 2 + mp.mpf(10) ** -50


@given(st.fractions(), st.integers(0, 12))
def test_rationals_round_half_away(value: Fraction, places: int) -> None:
    scaled = value * 10**places
    found = rounded_integer(n(value), places)
    assert abs(found - scaled) <= Fraction(1, 2)
    if abs(found - scaled) == Fraction(1, 2):
        assert abs(found) > abs(scaled)
    assert found == round_half_away(scaled)


@pytest.mark.parametrize(
    ("value", "places", "expected"),
    [
        (n(1, 8), 2, "0.13"),
        (n(-1, 8), 2, "-0.13"),
        (n(1, 2), 0, "1"),
        (n(-1, 2), 0, "-1"),
        (n(5, 2), 0, "3"),
        (n(-1, 1000), 2, "0.00"),
        (n(-1, 3), 0, "0"),
        (n(0), 3, "0.000"),
        (n(-7), 0, "-7"),
        (n(10**30), 2, "1" + "0" * 30 + ".00"),
        (-exp(n(-9)), 3, "0.000"),
        (n(1) - exp(n(-20)), 6, "1.000000"),
        (e, 0, "3"),
        (e, 30, "2.718281828459045235360287471353"),
        (sqrt(n(2)) ** 2 / 8, 2, "0.25"),
        (log(n(2)) / log(n(4)), 1, "0.5"),
        (exp(log(n(3)) / 2) * exp(log(n(3)) / 2) / 24, 2, "0.13"),
    ],
)
def test_known_decimals(value: Exact, places: int, expected: str) -> None:
    assert value.decimal(places) == expected


def test_near_ties_are_rounded_the_right_way() -> None:
    for digits in (10, 40, 120):
        tie, nudge = Fraction(1, 8), Fraction(1, 10**digits)
        assert (n(tie - nudge) + 0 * e).decimal(2) == "0.12"
        tiny = exp(n(-3 * digits))
        assert (tie - tiny).decimal(2) == "0.12"
        assert (tie + tiny).decimal(2) == "0.13"
        assert (-tie + tiny).decimal(2) == "-0.12"
        assert (-tie - tiny).decimal(2) == "-0.13"


# --- significant figures and enclosures -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "digits", "expected"),
    [
        (e, 1, "3"),
        (e, 6, "2.71828"),
        (exp(n(-7)), 3, "0.000912"),
        (exp(n(9)), 2, "8100"),
        (n(1999, 2), 3, "1000"),
        (n(9995, 10000), 3, "1.00"),
        (n(-9995, 10), 3, "-1000"),
        (n(1, 8), 2, "0.13"),
        (n(0), 3, "0.00"),
        (n(10**20), 1, "1" + "0" * 20),
        (exp(n(-200)), 2, "0." + "0" * 86 + "14"),
    ],
)
def test_significant_figures(value: Exact, digits: int, expected: str) -> None:
    assert significant(value, digits) == expected


@EVERY
@given(quotients(ANY), st.integers(1, 30))
def test_significant_figures_agree_with_the_places(tree: Tree, digits: int) -> None:
    number = tree.exact()
    written = significant(number, digits)
    if "." in written:
        assert written == number.decimal(len(written.partition(".")[2]))
    assert abs(mp.mpf(written) - tree.value()) <= mp.mpf(10) ** (1 - digits) * abs(tree.value()) + mp.mpf(10) ** -50


@EVERY
@given(quotients(ANY) | NESTED, st.integers(1, 35))
def test_an_enclosure_is_narrow_and_contains_the_number(tree: Tree, digits: int) -> None:
    number = tree.exact()
    low, high = (Fraction(end) for end in enclosure(number, digits))
    assert number >= low
    assert number <= high
    if number.as_fraction() is None:
        unit = max(Fraction(1, 10 ** len(end.partition(".")[2])) for end in enclosure(number, digits))
        assert low < high
        assert high - low == unit if unit < 1 else high - low >= 1
        assert (high - low) <= abs(number) * Fraction(10, 10 ** (digits - 1))


def test_exact_values_are_their_own_enclosure() -> None:
    assert enclosure(n(1, 8), 5) == ("0.12500", "0.12500")
    assert enclosure(n(1, 3), 3) == ("0.333", "0.334")
    assert enclosure(n(-1, 3), 3) == ("-0.334", "-0.333")
    assert enclosure(n(0), 3) == ("0", "0")
    assert enclosure(-e, 4) == ("-2.719", "-2.718")


# --- refusals ---------------------------------------------------------------------------------------------------------


def test_absurd_sizes_are_refused() -> None:
    for attempt in (
        lambda: e.decimal(-1),
        lambda: e.decimal(10**7),
        lambda: significant(e, 0),
        lambda: enclosure(e, 0),
        lambda: exp(n(10**6)).decimal(2),
        lambda: exp(exp(n(100))).decimal(2),
        lambda: significant(exp(exp(n(100))), 5),
        lambda: enclosure(exp(-exp(n(100))), 5),
    ):
        with pytest.raises(LimitError) as caught:
            attempt()
        assert len(str(caught.value)) < 400


def test_a_symbol_has_no_decimal() -> None:
    with pytest.raises(UndecidedError, match="x has no value"):
        (symbol("x") + e).decimal(3)


def test_a_number_too_near_a_tie_is_not_rounded(unseparated: Exact, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decimals, "MOST_BITS", 20_000)
    with pytest.raises(UndecidedError, match="too close to a tie"):
        (unseparated + Fraction(1, 8)).decimal(2)
    assert (unseparated + Fraction(1, 3)).decimal(5) == "0.33333"


def test_long_integers_are_written_in_full() -> None:
    assert n(3**10_000).decimal(1) == n(3**10_000).text() + ".0"
    assert len(n(3**10_000).text()) == 4772
    assert significant(n(3**10_000), 3) == n(3**10_000).text()[:3] + "0" * 4769
