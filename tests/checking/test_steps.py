"""Several steps: the first wrong one, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from symattn.checking.steps import check_steps
from symattn.errors import KindError, PositionError, UnknownNameError
from symattn.problems import Problem

# scores [[0, ln 3]] after halving: weights [1/4, 3/4], output 5
HEAD = Problem.from_data({"Q": [[1]], "K": [[0], ["2 ln 3"]], "V": [[8], [4]], "scale": "1/2"})
CAUSAL = Problem.from_data(
    {"Q": [[1, 0], [1, 1], [0, 2]], "K": [[1, 1], [0, 1], [2, 0]], "V": [[1, 2], [3, 4], [5, 7]], "visible": "causal"}
)


def follows(problem: Problem, steps: Mapping[str, object]) -> dict[str, bool | None]:
    return {step.place: step.follows for step in check_steps(problem, steps).steps}


def test_right_steps() -> None:
    found = check_steps(HEAD, {"output[1, 1]": "5", "scores": "[0, ln 3]", "weights": "[0.2500, 0.7500]"})
    assert [step.place for step in found.steps] == ["scores", "weights", "output[1, 1]"]
    assert (found.first_wrong, found.message) == (None, "no step is wrong")


def test_what_follows_from_a_wrong_step_is_marked() -> None:
    steps: dict[str, object] = {"scores": "[0, 2 ln 3]", "weights": "[1/10, 9/10]", "output[1, 1]": "4.4"}
    found = check_steps(HEAD, steps)
    assert found.first_wrong == "scores"
    assert [step.follows for step in found.steps] == [None, True, True]
    assert "scale-missing" in found.steps[0].result.mistakes
    assert found.message.endswith("; weights and output[1, 1] follow from the earlier steps")


def test_a_second_mistake_is_judged_by_the_earlier_steps() -> None:
    steps: dict[str, object] = {"scores": "[0, 2 ln 3]", "weights": "[1, 9]"}
    weights = check_steps(HEAD, steps).steps[1]
    assert weights.follows is False
    assert weights.is_wrong
    assert "not-normalised" in weights.result.mistakes
    assert weights.result.message.startswith("from the earlier steps, ")


def test_a_wrong_step_after_right_ones() -> None:
    found = check_steps(HEAD, {"scores": "[0, ln 3]", "weights": "[1/4, 3/4]", "output[1, 1]": "6"})
    assert found.first_wrong == "output[1, 1]"
    assert found.steps[2].follows is False


def test_rounded_steps_may_be_carried_on_rounded_or_not() -> None:
    wrong = {"weights[2]": "[0.7311, 0.2689, 0]"}  # without the scale: e/(1 + e)
    from_the_decimals, from_more_digits, neither = "1.5378", "1.53788", "1.5371"
    assert follows(CAUSAL, wrong | {"output[2, 1]": from_the_decimals}) == {"weights[2]": None, "output[2, 1]": True}
    assert follows(CAUSAL, wrong | {"output[2, 1]": from_more_digits})["output[2, 1]"] is True
    assert follows(CAUSAL, wrong | {"output[2, 1]": neither})["output[2, 1]"] is False


def test_a_later_step_from_right_but_rounded_ones_is_no_new_mistake() -> None:
    found = check_steps(CAUSAL, {"weights[2]": "[0.6698, 0.3302, 0]", "output[2, 1]": "1.6604"})
    assert found.steps[0].result.accepted is True
    assert found.steps[1].result.accepted is False
    assert (found.first_wrong, found.steps[1].follows) == (None, True)


def test_steps_that_cannot_be_read_are_passed_over() -> None:
    found = check_steps(HEAD, {"scores": "[0, ", "weights": "[1/10, 9/10]", "output[1, 1]": "4.4"})
    assert found.first_wrong == "weights"
    assert [step.follows for step in found.steps] == [None, None, True]


def test_hidden_scores_can_be_carried() -> None:
    steps: dict[str, object] = {
        "masked_scores": "[[0, -oo, -oo], [0, 0, -oo], [0, 0, 0]]",
        "weights": "[[1, 0, 0], [1/2, 1/2, 0], [1/3, 1/3, 1/3]]",
    }
    assert follows(CAUSAL, steps) == {"masked_scores": None, "weights": True}


@pytest.mark.parametrize(
    ("place", "error"), [("logits", UnknownNameError), ("weights[", UnknownNameError), ("weights[0]", PositionError)]
)
def test_a_place_that_is_not_there(place: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        check_steps(HEAD, {place: "1"})


@pytest.mark.parametrize("steps", [None, "weights", [("weights", "1")], 3])
def test_steps_are_a_mapping(steps: object) -> None:
    with pytest.raises(KindError, match="mapping of places"):
        check_steps(HEAD, steps)  # type: ignore[arg-type]  # what nobody should pass


def test_a_place_is_text() -> None:
    with pytest.raises(UnknownNameError, match="no stage is called '1'"):
        check_steps(HEAD, {1: "2"})  # type: ignore[dict-item]  # what nobody should pass
