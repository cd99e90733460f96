"""Matrices: one front, three storages, the same entries whichever serves."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.errors import FloatError, InfinityError, PositionError, ShapeError
from symattn.exact import MINUS_INFINITY, Exact, ExactMatrix, exp, sqrt, symbol
from symattn.exact.linear import Linear, coefficients_of, number_of
from symattn.exact.matrix import dot

ROOTS = [Exact(1), sqrt(Exact(2)), sqrt(Exact(3)), sqrt(Exact(6)), 2 * sqrt(Exact(10))]


@st.composite
def surds(draw: st.DrawFn) -> Exact:
    total = Exact(0)
    for root in draw(st.lists(st.sampled_from(ROOTS), max_size=3)):
        total = total + root * draw(st.fractions(-3, 3, max_denominator=5))
    return total


def tables(rows: int, columns: int) -> st.SearchStrategy[list[list[Any]]]:
    entries = st.one_of(st.integers(-5, 5), st.fractions(-3, 3, max_denominator=7), surds())
    return st.lists(st.lists(entries, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


@settings(max_examples=60)
@given(tables(2, 3), tables(3, 2), surds())
def test_integer_storages_calculate_as_entries_do(a: list[list[Any]], b: list[list[Any]], factor: Exact) -> None:
    left, right = ExactMatrix(a), ExactMatrix(b)
    assert isinstance(left.storage, Linear)
    columns = [[Exact(0) + row[j] for row in b] for j in range(2)]
    product = [[dot([Exact(0) + x for x in row], column) for column in columns] for row in a]
    assert (left @ right).rows() == tuple(map(tuple, product))
    assert (left * factor).rows() == tuple(tuple(Exact(0) + x * factor for x in row) for row in a)
    assert (left + left).rows() == tuple(tuple(Exact(0) + x * 2 for x in row) for row in a)
    assert left.T.rows() == tuple(zip(*left.rows(), strict=True))
    assert left.columns(1, 3).rows() == tuple(row[1:3] for row in left.rows())
    assert (left - left).rows() == ExactMatrix([[0] * 3] * 2).rows()


@given(surds())
def test_coefficients_round_trip(number: Exact) -> None:
    found = coefficients_of(number)
    assert found is not None
    assert number_of(found) == number


@pytest.mark.parametrize("number", [exp(Exact(1)), symbol("a"), sqrt(Exact(2)) / (1 + exp(Exact(1)))])
def test_other_numbers_have_no_coefficients(number: Exact) -> None:
    assert coefficients_of(number) is None
    assert ExactMatrix([[number]]).storage is None


def test_entries_of_every_kind_stand_side_by_side() -> None:
    matrix = ExactMatrix([[1, Fraction(1, 2), MINUS_INFINITY], [exp(Exact(1)), symbol("a"), 0]])
    assert matrix.text() == "[[1, 1/2, -oo], [e, a, 0]]"
    assert matrix.latex() == r"\begin{bmatrix}1 & \frac{1}{2} & -\infty\\e & a & 0\end{bmatrix}"
    assert matrix.decimal(3) == [["1.000", "0.500", "-oo"], ["2.718", None, "0.000"]]
    assert matrix.symbols == {"a"}


def test_arithmetic_with_a_hidden_entry_raises_and_names_it() -> None:
    hidden = ExactMatrix([[0, MINUS_INFINITY]])
    with pytest.raises(InfinityError, match="row 1, column 2"):
        hidden + hidden
    with pytest.raises(InfinityError, match="row 1, column 2"):
        hidden * 2
    assert hidden == ExactMatrix([[0, MINUS_INFINITY]])
    assert hidden != ExactMatrix([[0, 0]])


def test_shapes_and_places_that_do_not_fit_are_named() -> None:
    with pytest.raises(ShapeError, match="row 2 has 1 entries, row 1 has 2"):
        ExactMatrix([[1, 2], [3]])
    with pytest.raises(ShapeError, match="at least one row"):
        ExactMatrix([])
    with pytest.raises(ShapeError, match="1 x 2 cannot be multiplied by one of 1 x 2"):
        ExactMatrix([[1, 2]]) @ ExactMatrix([[1, 2]])
    with pytest.raises(ShapeError, match="1 x 2 cannot be added to one of 2 x 1"):
        ExactMatrix([[1, 2]]) + ExactMatrix([[1], [2]])
    with pytest.raises(PositionError, match="row 3, column 1 lies outside a matrix of 2 x 2"):
        ExactMatrix([[1, 2], [3, 4]])[2, 0]
    with pytest.raises(FloatError):
        ExactMatrix([[0.5]])


def test_another_shape_is_different_not_an_error() -> None:
    assert ExactMatrix([[1, 2]]) != ExactMatrix([[1], [2]])


def test_more_than_ten_columns_are_written_out() -> None:
    wide = ExactMatrix([list(range(14))])
    assert wide.latex().count("&") == 13


def test_side_by_side() -> None:
    assert ExactMatrix.beside([ExactMatrix([[1], [2]]), ExactMatrix([[3], [4]])]) == ExactMatrix([[1, 3], [2, 4]])
    with pytest.raises(ShapeError, match="rows differ"):
        ExactMatrix.beside([ExactMatrix([[1]]), ExactMatrix([[3], [4]])])


def test_a_matrix_is_not_hashable_because_equality_is_a_proof() -> None:
    with pytest.raises(TypeError):
        hash(ExactMatrix([[1]]))


def test_denominators_do_not_pile_up() -> None:
    third = ExactMatrix([[1, 0], [0, 1]]) * 3 * Fraction(1, 3)
    for _ in range(5):
        third = third @ (ExactMatrix([[3, 0], [0, 3]]) * Fraction(1, 3))
    assert third.linear is not None
    assert third.linear.denominator == 1
    half = ExactMatrix([[2, 4]]) * Fraction(1, 8)
    assert half.linear is not None
    assert (half.linear.denominator, half.text()) == (4, "[[1/4, 1/2]]")
