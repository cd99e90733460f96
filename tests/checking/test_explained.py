"""Named mistakes in the verdict: outcome, message, marks, and what is left unsaid."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symattn.checking import check
from symattn.checking.explaining import diagnose
from symattn.checking.mistakes import LossProblem
from symattn.exact import Exact, ExactMatrix
from symattn.problems import Answer, Problem
from symattn.reading import read_text

TWO = Problem.from_data({"scores": [[0, 0], [0, 1]], "V": [[1, 2], [3, 5]], "visible": "causal"})
CORNER = Answer(TWO, "weights", row=1, column=1)  # e/(1 + e) = 0.731058...
THREE = Problem.from_data({"scores": [[2, 1, 0], [0, 1, 3], [0, 0, 1]], "V": [[1], [2], [4]], "visible": "causal"})


def test_the_other_weight_of_the_row() -> None:
    found = check("0.268941", CORNER)
    assert (found.accepted, found.outcome) == (False, "mistake")
    assert found.mistakes == ("columns-swapped",)
    assert found.message == "this is what comes out when two columns are exchanged (columns 2 and 1)"


@pytest.mark.parametrize("typed", ["0.7311", "0.73106", "e/(1+e)", "1/(1+e^-1)", "0.731058578630004879"])
def test_a_right_answer_is_not_diagnosed(typed: str) -> None:
    assert check(typed, CORNER).mistakes == ()
    assert diagnose(CORNER, typed) == ()


@pytest.mark.parametrize(
    ("typed", "outcome"), [("0.7310585786300048", "float noise"), ("0.73", "rounded"), ("0.7 + ", "unreadable")]
)
def test_what_is_no_mistake(typed: str, outcome: str) -> None:
    found = check(typed, CORNER)
    assert (found.outcome, found.mistakes) == (outcome, ())


def test_two_digits_are_no_evidence_and_an_exact_value_is() -> None:
    corner = Answer(TWO, "weights", row=0, column=0, rule="exact")
    assert check("0.27", CORNER).mistakes == ()
    assert check("0.269", CORNER).mistakes == ("columns-swapped",)
    assert "no-mask" in check("0.5", corner).mistakes  # exactly 1/2


def test_a_whole_number_is_no_rounding_that_somebody_meant() -> None:
    found = check("1", CORNER)
    assert found.outcome == "mistake"
    assert "rows-swapped" not in found.mistakes
    assert "strict-triangle" not in check("0", CORNER).mistakes or check("0", CORNER).outcome == "mistake"


def test_wrong_entries_of_an_otherwise_right_matrix_are_explained() -> None:
    rows = [["e^2/(e^2+e+1)", 0, 0], ["1/(1+e)", "e/(1+e)", 0], ["1/(2+e)", "1/(2+e)", "e/(2+e)"]]
    found = check(rows, Answer(THREE, "weights"))
    assert found.mistakes == ("mask-after-softmax",)
    assert found.marks == Fraction(8, 9)
    assert found.message.startswith("row 1, column 1 is wrong; this is what comes out when ")


def test_exchanged_rows_columns_and_both() -> None:
    answer = Answer(THREE, "scores")
    assert check("[[0, 1, 3], [2, 1, 0], [0, 0, 1]]", answer).mistakes == ("rows-swapped",)
    assert check("[[1, 2, 0], [1, 0, 3], [0, 0, 1]]", answer).mistakes == ("columns-swapped",)
    assert check("[[2, 0, 0], [1, 1, 0], [0, 3, 1]]", answer).mistakes == ("transposed",)
    said = check("[[2, 0, 0], [1, 1, 0], [0, 3, 1]]", [[2, 1, 0], [0, 1, 3], [0, 0, 1]])
    assert (said.outcome, said.mistakes) == ("wrong", ())
    assert said.message.endswith("this is what comes out when rows and columns are exchanged")


def test_a_transposed_row_has_another_shape() -> None:
    found = check("[[2], [1], [0]]", Answer(THREE, "scores", row=0))
    assert (found.outcome, found.mistakes) == ("wrong", ())
    assert "rows and columns are exchanged" in found.message


def test_marks() -> None:
    answer = Answer(TWO, "output", rule="places>=4")
    assert check("[[1, 2], [2.4621, 4.1932]]", answer).marks == 1
    assert check("[[1, 2], [2.4621, 4.2]]", answer).marks == Fraction(3, 4)
    assert check("[1, 2]", answer).marks == 0
    assert check("0.7311", CORNER).marks == 1


def test_symbols_are_told_apart() -> None:
    problem = Problem.from_data({"scores": [["a", "b"], ["c", "d"]], "visible": "causal"})
    answer = Answer(problem, "weights", row=0, column=0)
    assert "no-mask" in check("exp(a)/(exp(a) + exp(b))", answer).mistakes
    assert check("exp(a)/(exp(a) + exp(z))", answer).mistakes == ()
    assert check("exp(a)/(exp(a) + 2*exp(b))", answer).mistakes == ()


def test_a_record_of_a_batch() -> None:
    data = {"scores": [[[0, 1], [0, 0]], [[1, 0], [0, 2]]], "visible": "causal"}
    answer = Answer(Problem.from_data(data), "weights", row=0, item=1)
    assert "mask-after-softmax" in check("[0.731059, 0]", answer).mistakes


def test_a_reading_can_be_diagnosed() -> None:
    assert [one.name for one in diagnose(CORNER, read_text("0.2689"))] == ["columns-swapped"]


def test_a_wrong_sign_and_another_base_of_a_logarithm() -> None:
    answer = Answer(None, value="(ln 2 + ln 5)/2", rule="places>=4")
    assert check("-1.1513", answer).mistakes == ("loss-sign",)
    assert check("1.6610", answer).mistakes == ("loss-log-base",)
    assert check("1/2", answer).mistakes == ("loss-log-base",)
    assert check("-2", Answer(None, value="2")).mistakes == ()


HALF, QUARTER, THIRD = (Exact(Fraction(1, n)) for n in (2, 4, 3))
LOSS = LossProblem(
    ExactMatrix([[HALF, QUARTER, QUARTER], [QUARTER / 2, 3 * QUARTER, QUARTER / 2], [THIRD] * 3]),
    tokens=(0, 1, 2),
    targets=(1, 2, 0),
    scored=(True, True, False),
)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("-(ln 4 + ln 8)/2", "loss-sign"),
        ("5/2", "loss-log-base"),
        ("(ln 2 + ln(4/3))/2", "loss-unshifted"),
        ("(ln 4 + ln 8 + ln 3)/3", "loss-padding-counted"),
        ("ln 32", "loss-summed"),
        ("ln(32)/3", "loss-divided-by-all"),
        ("ln(16/3)", "loss-of-mean"),
        ("1.6740", "loss-of-mean"),
    ],
)
def test_mistakes_of_a_loss(typed: str, name: str) -> None:
    found = check(typed, LOSS)
    assert (found.outcome, found.mistakes) == ("mistake", (name,))
    assert check("5/2*ln 2", LOSS).accepted is True
