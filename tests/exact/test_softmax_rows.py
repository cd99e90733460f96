"""Softmax rows: the fast path over square roots and the general path are one calculation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.errors import InfinityError
from symattn.exact import MINUS_INFINITY, Exact, ExactMatrix, exp, log, sqrt, symbol
from symattn.exact.powers import PowerWeights
from symattn.exact.row_writing import named_rows, written_rows
from symattn.exact.shared import SharedWeights, shared_row
from symattn.exact.softmax_rows import softmax_rows
from symattn.exact.units import ColumnPacker, unit_scores
from symattn.exact.writing import BOOK, LATEX, TEXT, Style

ROOTS = [Exact(1), sqrt(Exact(2)), sqrt(Exact(3))]
SCALES = [Exact(1), 1 / sqrt(Exact(2)), Exact(Fraction(1, 10)), 1 + sqrt(Exact(2))]


@st.composite
def scores(draw: st.DrawFn, size: int = 3) -> ExactMatrix:
    """Rows of a + b sqrt 2 + c sqrt 3, often collinear, times a scale."""
    units = draw(st.lists(st.sampled_from(ROOTS), min_size=1, max_size=3))
    scale = draw(st.sampled_from(SCALES))
    rows = [
        [sum((u * draw(st.integers(-4, 4)) for u in units), Exact(0)) * scale for _ in range(size)] for _ in range(size)
    ]
    return ExactMatrix(rows)


@settings(max_examples=60)
@given(scores(), st.lists(st.lists(st.booleans(), min_size=3, max_size=3).filter(any), min_size=3, max_size=3))
def test_both_paths_give_the_same_weights_and_outputs(matrix: ExactMatrix, views: list[list[bool]]) -> None:
    fast = softmax_rows(matrix, views)
    assert isinstance(fast.storage, PowerWeights)
    rows = []
    for i, view in enumerate(views):
        keys = [j for j, seen in enumerate(view) if seen]
        rows.append(shared_row({j: matrix.number(i, j) for j in keys}))
    general = ExactMatrix.of_storage(SharedWeights((3, 3), rows))  # type: ignore[arg-type]
    assert fast == general
    assert fast.text() == general.text()
    values = ExactMatrix([[1, Fraction(-1, 2)], [0, 3], [7, 2]])
    assert (fast @ values).text() == (general @ values).text()
    rooted = ExactMatrix([[sqrt(Exact(2))], [1], [exp(Exact(1))]])
    assert fast @ rooted == general @ rooted


@settings(max_examples=40)
@given(scores(), st.integers(0, 30))
def test_quick_decimals_are_those_of_the_entries(matrix: ExactMatrix, places: int) -> None:
    weights = softmax_rows(matrix, [slice(0, i + 1) for i in range(3)])
    for found in (weights, matrix, matrix * Fraction(1, 8)):
        assert found.decimal(places) == [[entry.decimal(places) for entry in row] for row in found.rows()]


def test_decimals_of_other_rows_are_those_of_the_entries() -> None:
    k, two = symbol("k"), log(Exact(2))
    rows = [
        [two / 2, exp(Exact(1)), sqrt(Exact(2)) * two],
        [k, two, Exact(0)],
        [Exact(1000) * two, two / 3, Exact(10**40)],
    ]
    weights = softmax_rows(ExactMatrix(rows), [slice(0, 3), slice(0, 3), [True, False, True]])
    assert isinstance(weights.storage, SharedWeights)
    for places in (0, 6, 40):
        expected = [[entry.decimal(places) for entry in weights.row(i)] for i in (0, 2)]
        assert weights.decimal(places) == [expected[0], [None] * 3, expected[1]]


def test_slices_and_booleans_are_the_same_view() -> None:
    matrix = ExactMatrix([[1, 2, 3]] * 2)
    assert softmax_rows(matrix, [slice(1, 3)] * 2).text() == softmax_rows(matrix, [[False, True, True]] * 2).text()


def test_a_generator_is_chosen_again_for_each_row() -> None:
    """Scores in tenths, but all of one row even: its forms are in fifths."""
    matrix = ExactMatrix([[Fraction(1, 10), Fraction(3, 10)], [0, Fraction(1, 10)]])
    assert softmax_rows(matrix, [slice(0, 2)] * 2)[0, 1].text() == "exp(1/5)/(exp(1/5) + 1)"


def test_monstrous_degrees_are_not_reduced_and_say_so() -> None:
    big = [Fraction(n, 10**17) for n in (31605908274650574, 45680856704711914, 51183484802246091, 99999999999999999)]
    weights = softmax_rows(ExactMatrix([big]), [slice(0, 4)])
    assert weights.reduced
    outputs = weights @ ExactMatrix([[1], [2], [3], [5]])
    assert not outputs.reduced
    assert not outputs.number(0, 0).reduced
    same = softmax_rows(ExactMatrix([[x + 1 for x in big]]), [slice(0, 4)]) @ ExactMatrix([[1], [2], [3], [5]])
    assert outputs == same
    assert outputs.decimal(30)[0][0] == outputs.number(0, 0).decimal(30)


@given(st.lists(st.lists(st.integers(-1000, 1000), min_size=3, max_size=3), min_size=1, max_size=6), st.data())
def test_packed_columns_add_up(rows: list[list[int]], data: st.DataObject) -> None:
    packer = ColumnPacker.of(rows, 40)
    chosen = data.draw(st.lists(st.integers(0, len(rows) - 1), min_size=1, max_size=40))
    columns = packer.unpack([sum(packer.packed[i] for i in chosen)], [len(chosen)])
    assert [column[0] for column in columns] == [sum(rows[i][c] for i in chosen) for c in range(3)]


def test_proportional_units_are_one_coordinate() -> None:
    root = sqrt(Exact(2))
    scores_ = ExactMatrix([[1 + root, 2 + 2 * root, 0]])
    assert scores_.linear is not None
    units, matrices = unit_scores(scores_.linear)
    assert (len(units.vectors), len(matrices)) == (1, 1)


@pytest.mark.parametrize("value", [Exact(0), Exact(5)])
def test_equal_scores_weigh_alike(value: Any) -> None:
    assert softmax_rows(ExactMatrix([[value] * 4]), [slice(0, 3)]).text() == "[[1/3, 1/3, 1/3, 0]]"


@settings(max_examples=40)
@given(scores())
@pytest.mark.parametrize("style", [TEXT, LATEX], ids=lambda style: style.name)
def test_rows_are_written_letter_for_letter_as_their_entries(style: Style, matrix: ExactMatrix) -> None:
    weights = softmax_rows(matrix, [slice(0, i + 1) for i in range(3)])
    outputs = weights @ ExactMatrix([[1, 0], [2, Fraction(1, 3)], [-3, 0]])
    for found in (weights, outputs):
        assert written_rows(found, style) == [[entry.written(style) for entry in row] for row in found.rows()]


@pytest.mark.parametrize("style", [TEXT, LATEX, BOOK], ids=lambda style: style.name)
def test_monstrous_and_cancelled_rows_are_written_as_their_entries(style: Style) -> None:
    big = [[Fraction(i * 31605908274650574 + j * j * 45680856704711914, 10**17) for j in range(4)] for i in range(3)]
    sparse = [[Exact(100_000 * (j % 3) + i * j) / sqrt(Exact(2)) for j in range(4)] for i in range(3)]
    signs = [[2 * j, 0, j, 3 * j - 1] for j in range(1, 4)]  # (t^2 - 1)/(t + 1) and its like cancel
    for rows in (big, sparse, signs):
        weights = softmax_rows(ExactMatrix(rows), [slice(0, 4), slice(1, 3), slice(0, 2)])
        outputs = weights @ ExactMatrix([[1, 0], [-1, Fraction(1, 3)], [-3, 0], [1, 1]])
        for found in (weights, outputs):
            assert written_rows(found, style) == [[entry.written(style) for entry in row] for row in found.rows()]


@settings(max_examples=30)
@given(scores())
def test_named_denominators_put_back_give_the_entries(matrix: ExactMatrix) -> None:
    """Both the fast rows and, with a root among the values, single entries."""
    weights = softmax_rows(matrix, [slice(0, i + 1) for i in range(3)])
    outputs = weights @ ExactMatrix([[1, 2], [2, 0], [-3, 1]])
    rooted = weights @ ExactMatrix([[1, 2], [2, 0], [-3, sqrt(Exact(2))]])
    for found in (weights, outputs, rooted):
        rows, names = named_rows(found)
        whole = written_rows(found)
        for written, full in zip(rows, whole, strict=True):
            for entry, expected in zip(written, full, strict=True):
                for name, text in names.items():
                    entry = entry.replace(f"/{name}", f"/({text})")
                assert entry == expected


def test_a_name_stands_for_what_two_entries_share() -> None:
    weights = softmax_rows(ExactMatrix([[1, 0, 0], [0, 1, 2]]), [slice(0, 1), slice(0, 3)])
    assert named_rows(weights, LATEX)[1] == {"D_{2}": "e^{2} + e + 1"}
    assert named_rows(weights)[0] == [["1", "0", "0"], ["1/D_2", "e/D_2", "e^2/D_2"]]


def test_exponents_that_depend_on_one_another_within_one_row() -> None:
    """exp((e - 1)/(e + 1)) is e / exp(2/(e + 1)), and a third score must not make the row forget it."""
    e = exp(Exact(1))
    scores = ExactMatrix([[1 / (e + 1), e / (e + 1), 0, 0]])
    weights = softmax_rows(scores, [[True] * 4])
    assert sum(weights.row(0), Exact(0)) == 1
    mixed = (weights @ ExactMatrix([[exp(e / (e + 1))], [exp(1 / (e + 1))], [0], [0]])).number(0, 0)
    assert mixed == 2 * weights.number(0, 0) * exp(e / (e + 1))


def test_a_hidden_score_among_the_chosen_columns_is_refused() -> None:
    with pytest.raises(InfinityError, match="row 1, column 1"):
        softmax_rows(ExactMatrix([[MINUS_INFINITY, exp(Exact(1))]]), [slice(0, 2)])


def test_names_of_denominators_are_no_symbols_of_the_row() -> None:
    weights = softmax_rows(ExactMatrix([[symbol("D_1"), Exact(0), Exact(1)]]), [slice(0, 3)])
    assert named_rows(weights) == ([["exp(D_1)/DD_1", "1/DD_1", "e/DD_1"]], {"DD_1": "e + exp(D_1) + 1"})
