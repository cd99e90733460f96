"""What the evidence of a comparison shows of two numbers that differ."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symattn.exact import Exact, compare, exp
from symattn.exact.number import Exact as Number

START = "certified enclosures are disjoint: "


def powers() -> st.SearchStrategy[Number]:
    return st.builds(
        lambda base, power, part: Exact(base) ** power + Exact(part),
        st.integers(2, 12),
        st.integers(0, 500),
        st.fractions(max_denominator=50),
    )


def exponentials() -> st.SearchStrategy[Number]:
    return st.builds(
        lambda part, more: exp(Exact(part)) + Exact(more),
        st.fractions(-900, 900, max_denominator=9),
        st.integers(-9, 9),
    )


@given(powers() | exponentials(), st.integers(-320, 320), st.sampled_from([-1, 1]))
def test_two_numbers_shown_are_never_the_same_and_stand_in_order(number: Number, place: int, sign: int) -> None:
    other = number + Exact(Fraction(10) ** place) * sign
    found = compare(number, other)
    assert found.outcome == "different"
    if " against " in found.evidence:
        first, second = found.evidence.removeprefix(START).split(" against ")
        assert (Fraction(first) < Fraction(second)) == (sign > 0)
    elif found.evidence.startswith(START):
        who, _, by = found.evidence.removeprefix(START).partition(" is greater by about ")
        assert who == ("the second" if sign > 0 else "the first")
        assert Fraction(by) == Fraction(10) ** place


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (Exact(10) ** 400, Exact(10) ** 400 + 1, "the second is greater by about 1.0000"),
        (Exact(10) ** 400 + 2, Exact(10) ** 400, "the first is greater by about 2.0000"),
        (exp(exp(Exact(30))), exp(exp(Exact(31))), "e+4641076941755 against 1.20456e+12615755115254"),
    ],
)
def test_where_no_digits_tell_them_apart_the_difference_does(first: Number, second: Number, words: str) -> None:
    found = compare(first, second)
    assert found.outcome == "different"
    assert words in found.evidence
