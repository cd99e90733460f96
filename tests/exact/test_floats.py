"""Binary formats against an oracle that decodes bit patterns and compares distances as fractions."""

from __future__ import annotations

import struct
from bisect import bisect_left
from fractions import Fraction
from functools import cache
from math import inf, nextafter

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.attention import attention_from_scores
from symattn.errors import FormatError
from symattn.exact import MINUS_INFINITY, Exact, ExactMatrix, exp, sqrt
from symattn.exact.floats import FORMATS, float_bits, nearest_float, nearest_floats

SMALL = ("binary16", "bfloat16")


def decoded(bits: int, name: str) -> Fraction:
    """The value of a nonnegative finite bit pattern, from the definition of the format."""
    exponent_bits = {"binary16": 5, "bfloat16": 8}[name]
    fraction_bits = 15 - exponent_bits
    exponent, fraction = bits >> fraction_bits, bits & ((1 << fraction_bits) - 1)
    bias = (1 << (exponent_bits - 1)) - 1
    if exponent == 0:
        return Fraction(fraction) * Fraction(2) ** (1 - bias - fraction_bits)
    return Fraction((1 << fraction_bits) + fraction) * Fraction(2) ** (exponent - bias - fraction_bits)


@cache
def all_values(name: str) -> list[Fraction]:
    exponent_bits = {"binary16": 5, "bfloat16": 8}[name]
    infinity = ((1 << exponent_bits) - 1) << (15 - exponent_bits)
    return [decoded(bits, name) for bits in range(infinity)]


def nearest_bits(value: Fraction, name: str) -> int:
    """The pattern nearest to a positive value, even pattern at a tie, one past the last for overflow."""
    values = all_values(name)
    step = values[-1] - values[-2]
    if value >= values[-1] + step / 2:
        return len(values)
    above = min(bisect_left(values, value), len(values) - 1)
    if above == 0 or value >= values[-1]:
        return above
    low, high = value - values[above - 1], values[above] - value
    if low == high:
        return above if above % 2 == 0 else above - 1
    return above if high < low else above - 1


@pytest.mark.parametrize("name", SMALL)
@settings(max_examples=300)
@given(st.fractions(min_value=0, max_value=10**6), st.integers(-60, 60))
def test_rationals_in_the_small_formats(name: str, value: Fraction, power: int) -> None:
    value *= Fraction(2) ** power
    assert float_bits(Exact(value), name) == nearest_bits(value, name)


@pytest.mark.parametrize("name", SMALL)
def test_every_midpoint_goes_to_the_even_neighbour(name: str) -> None:
    values = all_values(name)
    for bits in range(0, len(values) - 1, 37):
        middle = (values[bits] + values[bits + 1]) / 2
        assert float_bits(Exact(middle), name) == bits + bits % 2
        tiny = Fraction(1, 10**60)
        assert float_bits(Exact(middle + tiny), name) == bits + 1
        assert float_bits(Exact(middle - tiny), name) == bits


@pytest.mark.parametrize("name", SMALL)
@settings(max_examples=100)
@given(st.integers(-12, 12), st.integers(1, 9))
def test_irrational_values_in_the_small_formats(name: str, power: int, root: int) -> None:
    number = exp(Exact(Fraction(power, 1))) * sqrt(Exact(root)) / 7
    with mpmath.workdps(80):
        value = mpmath.exp(power) * mpmath.sqrt(root) / 7
        approximate = Fraction(int(mpmath.floor(value * 2**400)), 2**400)
    assert float_bits(number, name) == nearest_bits(approximate, name)


@settings(max_examples=200)
@given(st.integers(-700, 700), st.integers(2, 50))
def test_binary64_is_nearer_than_both_neighbours(power: int, root: int) -> None:
    number = exp(Exact(power)) * sqrt(Exact(root))
    found = nearest_float(number)
    with mpmath.workprec(4000):
        value = mpmath.exp(power) * mpmath.sqrt(root)
        exact = Fraction(int(mpmath.floor(value * mpmath.mpf(2) ** 2400)), 2**2400)
    distance = abs(Fraction(found) - exact)
    assert distance < abs(Fraction(nextafter(found, inf)) - exact)
    assert distance < abs(Fraction(nextafter(found, -inf)) - exact)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_binary64_value_is_its_own_rounding(value: float) -> None:
    assert nearest_float(Exact(Fraction(value))) == value
    assert float_bits(Exact(Fraction(value))) == struct.unpack("<Q", struct.pack("<d", value + 0.0))[0]


@given(st.floats(allow_nan=False, allow_infinity=False, width=32))
def test_a_binary32_value_is_its_own_rounding(value: float) -> None:
    assert float_bits(Exact(Fraction(value)), "binary32") == struct.unpack("<I", struct.pack("<f", value + 0.0))[0]


def test_the_edges_of_binary64() -> None:
    tiny = Fraction(2) ** -1074
    assert nearest_float(Exact(tiny)) == 5e-324
    assert nearest_float(Exact(tiny / 2)) == 0.0
    assert nearest_float(Exact(tiny / 2 + tiny / 10**9)) == 5e-324
    assert nearest_float(exp(Exact(-800))) == 0.0
    assert nearest_float(exp(Exact(710))) == inf
    assert nearest_float(-exp(Exact(710))) == -inf
    largest = Fraction(2) ** 1024 - Fraction(2) ** 971
    assert nearest_float(Exact(largest + Fraction(2) ** 970 - 1)) == float(largest)
    assert nearest_float(Exact(largest + Fraction(2) ** 970)) == inf
    assert nearest_float(MINUS_INFINITY) == -inf


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize("exponent", [10**40, 10**12, 10**6, 2000])
def test_a_hair_beside_a_midpoint_decides(name: str, exponent: int) -> None:
    tiny, step = exp(Exact(-exponent)), Fraction(2) ** (1 - FORMATS[name].precision)
    middle = 1 + step / 2
    assert nearest_float(middle - tiny, name) == 1.0
    assert nearest_float(middle + tiny, name) == 1 + step
    assert nearest_float(-middle + tiny, name) == -1.0
    assert nearest_float(-middle - tiny, name) == -1 - step
    format_ = FORMATS[name]
    overflow = Fraction(2) ** (format_.largest_exponent + 1) * (1 - step / 4)
    assert nearest_float(overflow - tiny, name) == float(overflow / (1 - step / 4) * (1 - step / 2))
    assert nearest_float(overflow + tiny, name) == inf


def test_the_sign_of_what_underflows_is_kept() -> None:
    for exponent in (10**4, 10**9, 10**40):
        tiny = exp(Exact(-exponent))
        assert str(nearest_float(tiny)) == "0.0"
        assert str(nearest_float(-tiny)) == "-0.0"
        assert str(nearest_float(tiny * (1 - exp(Exact(Fraction(1, 10**30)))))) == "-0.0"
        assert float_bits(-tiny, "binary16") == 0x8000
        assert nearest_float(1 / tiny) == inf
        assert nearest_float(1 + tiny) == 1.0 == nearest_float(1 - tiny)


def test_a_double_rounding_trap() -> None:
    """1 + 2^-24 + 2^-54: through binary64 it would become a tie of binary32 and go to the even side."""
    value = 1 + Fraction(1, 2**24) + Fraction(1, 2**60)
    assert nearest_float(Exact(value), "binary32") == 1 + 2**-23
    assert nearest_float(Exact(1 + Fraction(1, 2**24)), "binary32") == 1.0


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_whole_matrices_are_their_entries(name: str) -> None:
    scores = [[Fraction(i * j, 3) - 2 * (i == j) for j in range(5)] for i in range(5)]
    trace = attention_from_scores(scores, [[1, -2], [0, 3], [5, 5], [-1, 0], [2, 2]], visible="causal")
    for stage in ("weights", "output", "scores", "masked_scores"):
        matrix = trace.exact(stage)
        expected = [[nearest_float(entry, name) for entry in row] for row in matrix.rows()]
        assert nearest_floats(matrix, name) == expected


def test_weights_with_roots_and_several_units() -> None:
    rows = [[Exact(1), sqrt(Exact(2))], [sqrt(Exact(3)), Exact(Fraction(1, 7))]]
    weights = attention_from_scores(rows, [[1], [sqrt(Exact(2))]]).exact("output")
    assert nearest_floats(weights) == [[nearest_float(entry) for entry in row] for row in weights.rows()]


def test_an_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(FormatError, match="binary64, binary32, binary16, bfloat16"):
        nearest_floats(ExactMatrix([[1]]), "float8")
