"""Next-token loss: shifted targets, scored positions, and nothing scored."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from symattn.errors import LossError
from symattn.exact import Exact, log, symbol
from symattn.loss import batch_loss, next_token_loss, position_losses, scored_positions, shifted_targets


def test_targets_are_the_inputs_shifted_by_one() -> None:
    assert shifted_targets(["BOS", "a", "b"], "EOS") == ["a", "b", "EOS"]
    assert shifted_targets([7], None) == [None]


def test_the_loss_is_the_mean_over_scored_positions() -> None:
    rows = [["1/2", "1/2"], ["1/4", "3/4"], ["1/3", "2/3"]]
    expected = (log(Exact(2)) - log(Exact(Fraction(3, 4)))) / 2
    assert next_token_loss(rows, [0, 1, 0], scored_positions(2, 3)) == expected
    assert next_token_loss(rows, [0, 1, None]) == expected


def test_a_batch_is_one_mean_over_all_its_scored_positions() -> None:
    short, long = [["1/2", "1/2"]], [["1/4", "3/4"], ["1/4", "3/4"]]
    found = batch_loss([(short, [0], None), (long, [0, 0], None)])
    assert found == (log(Exact(2)) + 2 * log(Exact(4))) / 3


def test_figures_of_the_future_copy_oracle() -> None:
    """Table 16.2 and exercise 3 of the chapter on masks and multi-head attention."""
    assert next_token_loss([["199/200", "1/200"]], [0]).decimal(6) == "0.005013"
    assert next_token_loss([["1/2", "1/2"]], [1]).decimal(6) == "0.693147"
    assert next_token_loss([["19/20", "1/20"]], [0]).decimal(6) == "0.051293"


def test_symbolic_odds_stay_symbolic() -> None:
    k = symbol("k")
    loss = next_token_loss([[k / (1 + k), 1 / (1 + k)]], [0])
    assert loss.symbols == {"k"}
    assert "k > 0" in loss.conditions


def test_nothing_scored_is_an_error() -> None:
    with pytest.raises(LossError, match="no target is scored"):
        next_token_loss([["1/2", "1/2"]], [None])
    with pytest.raises(LossError, match="no target is scored"):
        batch_loss([([["1/2", "1/2"]], [0], [False])])


def test_targets_outside_the_labels_and_probability_zero_are_named() -> None:
    with pytest.raises(LossError, match="position 1 is label 2, and labels are 0 to 1"):
        position_losses([["1/2", "1/2"]], [2])
    with pytest.raises(LossError, match="position 1 has probability 0"):
        position_losses([[1, 0]], [1])
    with pytest.raises(LossError, match="as many targets"):
        position_losses([[1, 0]], [0, 1])


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ([1, 1], "row 1 adds to 2: a row of probabilities adds to 1"),
        ([2, -1], "row 1, column 2 is -1: probabilities are not negative"),
        (["1/2", "1/3"], "row 1 adds to 5/6"),
    ],
)
def test_rows_that_are_no_probabilities_are_refused(row: list[object], words: str) -> None:
    with pytest.raises(LossError, match=words):
        next_token_loss([row], [0])
    assert next_token_loss([row, ["1/4", "3/4"]], [None, 1]).decimal(6) == "0.287682"  # where it counts


@pytest.mark.parametrize("target", [True, False, 1.0, "0", [0]])
def test_a_target_is_the_number_of_a_label(target: object) -> None:
    with pytest.raises(LossError, match="write the number of a label"):
        next_token_loss([["1/2", "1/2"]], [target])  # type: ignore[list-item]
    with pytest.raises(LossError, match="a list with one entry a position"):
        next_token_loss([["1/2", "1/2"]], 0)  # type: ignore[arg-type]


@pytest.mark.parametrize("flag", ["no", 1, 0.0, None, [True]])
def test_a_flag_is_true_or_false(flag: Any) -> None:
    with pytest.raises(LossError, match=r"scored at position 1 is .*: write True or False"):
        next_token_loss([["1/2", "1/2"]], [0], [flag])


@pytest.mark.parametrize("records", [3, [1], [([["1/2", "1/2"]], [0])], [None]])
def test_a_record_has_three_parts(records: Any) -> None:
    with pytest.raises(LossError, match=r"records is a list|record 1 is not"):
        batch_loss(records)


@pytest.mark.parametrize(("length", "T"), [(1.5, 3), (True, 3), ("1", 3), (1, None)])
def test_a_length_is_a_whole_number(length: Any, T: Any) -> None:
    with pytest.raises(LossError, match="whole numbers"):
        scored_positions(length, T)
