"""One typed number against an exact one: the outcome is the first of the table that fits."""

from __future__ import annotations

import math
import struct
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

import symattn as sa
from symattn.checking import check

SHARE = "e/(1+e)"  # 0.731058578630004879...


@pytest.mark.parametrize(
    ("typed", "outcome"),
    [
        ("1/(1+e^-1)", "exact"),
        (r"\frac{e}{1+e}", "exact"),
        ("0.7311", "rounded"),
        ("0.731059", "rounded"),
        ("0.73", "rounded"),
        ("1", "rounded"),
        ("0.7310585786300049", "rounded"),
        ("0.7310585786300048", "float noise"),
        ("0.731058578630004", "float noise"),
        ("0.731058597564697265625", "float noise"),  # the binary32 number next to it, in full
        ("0.731058", "truncated"),
        ("0.7310", "truncated"),
        ("0.731060", "off in the last digit"),
        ("0.7312", "off in the last digit"),
        ("0.7410", "wrong"),
        ("0.268941", "wrong"),
        ("-0.7311", "wrong"),
        ("e/(2+e)", "wrong"),
        ("0.73.1", "unreadable"),
    ],
)
def test_each_outcome_of_the_table(typed: str, outcome: str) -> None:
    assert check(typed, SHARE).outcome == outcome


@pytest.mark.parametrize(
    ("typed", "expected", "outcome"),
    [
        ("0.12", "1/8", "rounded"),
        ("0.13", "1/8", "rounded"),
        ("-0.12", "-1/8", "rounded"),
        ("-0.13", "-1/8", "rounded"),
        ("0.125", "1/8", "exact"),
        ("0.1250", "1/8", "exact"),
        ("0.14", "1/8", "off in the last digit"),
        ("0.11", "1/8", "off in the last digit"),
        ("0.10", "1/8", "wrong"),
    ],
)
def test_both_neighbours_of_a_tie_are_roundings(typed: str, expected: str, outcome: str) -> None:
    assert check(typed, expected).outcome == outcome


@pytest.mark.parametrize(
    ("typed", "expected", "outcome"),
    [
        ("7", "7", "exact"),
        ("7.00", "7", "exact"),
        ("8", "7", "wrong"),
        ("6", "7", "wrong"),
        ("7.01", "7", "off in the last digit"),
        ("1300", "1262", "rounded"),
        ("1260", "1262", "rounded"),
        ("1200", "1262", "wrong"),
        ("1200", "12621/10", "wrong"),
        ("0", "0", "exact"),
        ("0.000", "0", "exact"),
        ("0.000", "e^-50", "rounded"),
        ("0.000", "9/10000", "truncated"),
        ("0.000", "1/1000", "off in the last digit"),
        ("1.93e-22", "e^-50", "rounded"),
        ("138*10^-3", "0.13777", "rounded"),
    ],
)
def test_whole_numbers_zeros_and_powers_of_ten(typed: str, expected: str, outcome: str) -> None:
    assert check(typed, expected).outcome == outcome


@pytest.mark.parametrize("typed", ["0.1", "-0.1", "0.01", "0.001", "-0.000001"])
def test_zero_has_no_digits_to_cut(typed: str) -> None:
    assert check(typed, "0").outcome == "off in the last digit"
    assert check(typed.replace("1", "3"), "0").outcome == "wrong"


@pytest.mark.parametrize(
    ("typed", "expected", "outcome"),
    [
        ("0.9", "1", "off in the last digit"),
        ("1.01", "1", "off in the last digit"),
        ("-0.99", "-1", "off in the last digit"),
        ("1", "-1", "wrong"),
        ("-0.66", "-2/3", "truncated"),
        ("-0.67", "-2/3", "rounded"),
        ("0.67", "-2/3", "wrong"),
        ("-0.000", "-e^-50", "rounded"),
        ("-0.000", "-9/10000", "truncated"),
        ("0.9999999999999999", "1", "float noise"),
        ("12345.6", "12345", "wrong"),
        ("12345.1", "12345", "off in the last digit"),
        ("271", "100e", "truncated"),
        ("273", "100e", "off in the last digit"),
        ("2", "e", "wrong"),
        ("1.92e-22", "e^-50", "truncated"),
        ("1.94e-22", "e^-50", "off in the last digit"),
        ("5.184e21", "e^50", "truncated"),
    ],
)
def test_signs_wholes_and_sizes(typed: str, expected: str, outcome: str) -> None:
    assert check(typed, expected).outcome == outcome


@pytest.mark.parametrize("typed", ["-oo", "-1e9", "-1000000000", "0"])
def test_a_hidden_score_is_only_minus_infinity(typed: str) -> None:
    assert check(typed, "-oo").accepted is (typed == "-oo" or (None if typed == "-1e9" else False))


def test_minus_infinity_is_no_number() -> None:
    assert check("-oo", "1/2").outcome == "wrong"


def test_a_decimal_is_no_answer_where_a_symbol_is_left() -> None:
    assert check("0.99", "k/(1+k)").outcome == "wrong"
    assert check("1 - 1/(1+k)", "k/(1+k)").outcome == "exact"


def test_what_is_not_decided_is_not_wrong() -> None:
    # The two agree to some thirty thousand places and no identity of independent numbers tells them apart.
    expected = "ln(1 + ln(2)) + ln(3)"
    found = check("ln(3 + 3*ln(2))", expected)
    assert found.outcome in ("exact", "undecided")
    assert found.accepted is (True if found.outcome == "exact" else None)


def test_an_answer_whose_divisor_may_be_zero_is_undecided() -> None:
    found = check("1/(ln(1 + pi) + ln(2) - ln(2 + 2*pi))", "1")
    assert found.outcome in ("undecided", "unreadable")
    assert found.accepted is None


def test_noise_where_only_binary64_has_numbers() -> None:
    near = math.exp(-500)
    assert check(sa.decimal("e^-500", 233), "e^-500").outcome == "rounded"
    assert check(f"{math.nextafter(near, 1):.16e}", "e^-500").outcome == "float noise"


@pytest.mark.parametrize("expected", ["e^(10^20)", "e^-(10^20)", "1/(1+e^(10^15))"])
def test_extreme_sizes_are_judged_without_writing_them_out(expected: str) -> None:
    assert check("0.7311", expected).outcome == "wrong"
    assert check(expected, expected).outcome == "exact"


DIGITS = 60
SCORES = st.tuples(st.integers(-9, 9), st.integers(1, 7))


def share(score: tuple[int, int]) -> tuple[str, Decimal]:
    """A weight of two keys as exact text and, by mpmath, to sixty digits."""
    top, bottom = score
    with mpmath.workdps(DIGITS + 10):
        value = 1 / (1 + mpmath.exp(-mpmath.mpf(top) / bottom))
        return f"1/(1+e^(-({top})/{bottom}))", Decimal(mpmath.nstr(value, DIGITS))


@given(score=SCORES, places=st.integers(1, 40))
def test_a_rounding_is_rounded_and_a_cut_is_rounded_or_not(score: tuple[int, int], places: int) -> None:
    exact, value = share(score)
    unit = Decimal(1).scaleb(-places)
    with localcontext(prec=DIGITS + 10):
        rounded, cut = (value.quantize(unit, mode) for mode in (ROUND_HALF_UP, ROUND_DOWN))
        plus_one, plus_three = rounded + unit, rounded + 3 * unit
    kept = "exact" if score[0] == 0 else "rounded"
    assert check(f"{rounded:f}", exact).outcome == kept
    assert check(f"{plus_three:f}", exact).outcome in ("wrong", "float noise")
    if cut != rounded:
        assert check(f"{cut:f}", exact).outcome in ("truncated", "float noise")
        assert check(f"{plus_one:f}", exact).outcome in ("off in the last digit", "float noise")


@given(score=SCORES, steps=st.integers(-2, 2))
def test_binary64_prints_are_exact_rounded_or_noise(score: tuple[int, int], steps: int) -> None:
    exact, value = share(score)
    (bits,) = struct.unpack("<q", struct.pack("<d", float(value)))
    (moved,) = struct.unpack("<d", struct.pack("<q", bits + steps))
    typed = format(Decimal(repr(moved)), "f")
    if len(typed.lstrip("0.")) >= 15:
        assert check(typed, exact).outcome in ("rounded", "float noise")


@given(st.fractions(max_denominator=50), st.integers(0, 6))
def test_rationals_agree_with_decimal_arithmetic(value: Fraction, places: int) -> None:
    shown = sa.decimal(value, places)
    assert check(shown, value).outcome in ("exact", "rounded")
    assert (check(shown, value).outcome == "exact") == (Fraction(shown) == value)
