"""Decimals at and beside their ties, where no precision settles the last digit by itself."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.errors import LimitError, UndecidedError
from symattn.exact import Exact, ExactMatrix, exp, log, sqrt
from symattn.exact.decimals import decimal, enclosure, significant, unpointed
from symattn.exact.softmax_rows import softmax_rows

ONE = Exact(1)
TINY = exp(Exact(-(10**40)))


@pytest.mark.parametrize("small", [TINY, exp(Exact(-(10**6))), exp(Exact(-200)), exp(-exp(Exact(9)))])
@pytest.mark.parametrize("digits", [0, 1, 2, 6, 30])
def test_a_hair_beside_a_tie_decides_the_last_digit(small: Exact, digits: int) -> None:
    unit = Fraction(1, 10**digits)
    below, above = decimal(Exact(unit), digits), decimal(Exact(2 * unit), digits)
    tie = Exact(3 * unit / 2)
    assert (decimal(tie - small, digits), decimal(tie, digits), decimal(tie + small, digits)) == (below, above, above)
    assert decimal(-tie + small, digits) == f"-{below}"
    assert decimal(-tie - small, digits) == f"-{above}"


def test_a_tie_that_only_algebra_recognizes_goes_away_from_zero() -> None:
    roots = sqrt(Exact(2)) + sqrt(Exact(3))
    tie = (roots * roots - 2 * sqrt(Exact(6))) / 2  # 5/2
    assert decimal(tie, 0) == "3"
    assert decimal(log(exp(Exact(Fraction(-5, 2)))), 0) == "-3"


def test_weights_a_hair_from_a_tie() -> None:
    raised = exp(Exact(-(10**30)))
    assert decimal(1 / (2 + raised), 0) == "0"
    assert decimal((1 + raised) / (2 + raised), 0) == "1"


def test_significant_digits_and_enclosures_beside_their_edges() -> None:
    assert significant(1 - TINY, 5) == "1.0000"
    assert significant(Fraction(1, 8) - TINY, 2) == "0.12"
    assert significant(Fraction(1, 8) + TINY, 2) == "0.13"
    assert enclosure(1 - TINY, 5) == ("0.99999", "1.00000")
    assert enclosure(1 + TINY, 5) == ("1.0000", "1.0001")
    assert enclosure(-1 - TINY, 5) == ("-1.0001", "-1.0000")
    assert enclosure(Fraction(1, 8) + TINY, 3) == ("0.125", "0.126")
    assert enclosure(Fraction(1, 8) - TINY, 3) == ("0.124", "0.125")


def test_numbers_with_too_many_digits_are_refused() -> None:
    for number in (1 / TINY, ONE + 1 / TINY):
        with pytest.raises(LimitError, match="digits before the decimal point"):
            decimal(number, 3)
    with pytest.raises(LimitError, match="zeros after the decimal point"):
        significant(TINY, 3)


def tower(height: int, top: int) -> Exact:
    return Exact(top) if height == 0 else exp(tower(height - 1, top))


@pytest.mark.parametrize("number", [tower(4, 9), -2 * tower(5, 9) / 3, tower(3, 9), exp(ONE * 10**6)])
def test_an_enormous_number_is_too_large_and_no_tie(number: Exact) -> None:
    for written in (lambda x: decimal(x, 6), lambda x: significant(x, 3), lambda x: enclosure(x, 3)):
        with pytest.raises(LimitError, match="is too large to be printed: it has more than 100000 digits"):
            written(number)


def test_terms_that_cancel_beyond_all_precision_are_no_tie() -> None:
    large = exp(exp(ONE * 20))
    nearly = exp(exp(ONE * 20) - exp(-exp(ONE * 13)))  # less by an enormous number, of which no digit is known
    with pytest.raises((UndecidedError, LimitError)) as raised:
        decimal(large - nearly, 0)
    assert "tie" not in str(raised.value)


@pytest.mark.parametrize("places", [4_299, 4_300, 5_000, 20_000])
def test_decimals_may_be_longer_than_python_writes_integers(places: int) -> None:
    third = decimal(ONE / 3, places)
    assert third == f"0.{'3' * places}"
    assert unpointed(third) * 3 == 10**places - 1
    assert decimal(exp(ONE), places).startswith("2.71828182845904523536")


def test_a_number_without_any_bound_is_given_up_early() -> None:
    for number in (tower(5, 9), -tower(6, 2)):
        for written in (lambda x: decimal(x, 6), lambda x: significant(x, 3), lambda x: enclosure(x, 3)):
            with pytest.raises((UndecidedError, LimitError), match=r"how large|more than 100000 digits"):
                written(number)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(-40, 40), min_size=2, max_size=5),
    st.fractions(min_value=-100, max_value=100, max_denominator=60),
    st.integers(1, 30),
)
def test_whole_rows_have_the_digits_of_their_entries(scores: list[int], value: Fraction, digits: int) -> None:
    weights = softmax_rows(ExactMatrix([scores]), [slice(0, len(scores))])
    values = ExactMatrix([[value * (i + 1), Fraction(1, i + 7)] for i in range(len(scores))])
    for matrix in (weights, weights @ values, values):
        rows, columns = matrix.shape
        right = [[significant(matrix.number(i, j), digits) for j in range(columns)] for i in range(rows)]
        assert matrix.significant(digits) == right
