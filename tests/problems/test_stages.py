"""Places of a problem as people write them, and records of a batch."""

from __future__ import annotations

import pytest

from symattn.checking.steps import check_steps
from symattn.errors import PositionError, ProblemError, SymattnError
from symattn.problems import Problem, stage_value
from symattn.problems.references import answer_at
from symattn.problems.stages import Place, parse_place

SINGLE = Problem.from_data({"scores": [[0, "ln 3"], [0, 0]]})
BATCH = Problem.from_data({"scores": [[[0, 1]], [[1, 0]]]})


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("weights", Place("weights")),
        (" head2.weights[1] ", Place("head2.weights", 0)),
        ("weights[:, 2]", Place("weights", None, 1)),
        ("weights[ 2 ,1 ]", Place("weights", 1, 0)),
        ("weights[:]", Place("weights")),
        ("record3.output[1,1]", Place("output", 0, 0, 2)),
        ("records.x", Place("records.x")),
    ],
)
def test_a_place(text: str, place: Place) -> None:
    assert parse_place(text) == place


@pytest.mark.parametrize(
    "text", ["", "1", "weights[", "weights[1, 2, 3]", "weights[-1]", "weights[a]", "weights[\u0661]"]
)
def test_what_is_no_place(text: str) -> None:
    with pytest.raises(ProblemError, match="is not a stage such as"):
        parse_place(text)


@pytest.mark.parametrize("text", ["weights[0]", "weights[1, 0]", "record0.weights"])
def test_places_count_from_one(text: str) -> None:
    with pytest.raises(PositionError, match="counted from 1"):
        parse_place(text)


@pytest.mark.parametrize(
    "text",
    ["weights", "weights[1]", "weights[:, 2]", "weights[0]", "weights[3, 1]", "weight", "weights[", "weights[1,"],
)
def test_steps_and_references_take_the_same_places(text: str, tmp_path: object) -> None:
    path = f"{tmp_path}/p.toml"
    with open(path, "w", encoding="utf-8") as file:
        file.write('scores = [[0, "ln 3"], [0, 0]]')
    taken = []
    for attempt in (
        lambda: check_steps(SINGLE, {text: "1"}),
        lambda: answer_at(f"{path}:{text}").expected(),
    ):
        try:
            attempt()
            taken.append(True)
        except SymattnError:
            taken.append(False)
    assert taken[0] is taken[1]


@pytest.mark.parametrize("item", [0, 1, -1])
def test_a_single_record_has_no_items_not_even_the_first(item: int) -> None:
    with pytest.raises(ProblemError, match=f"is one record, no batch, and item {item + 1} is asked"):
        stage_value(SINGLE, "weights", item)


def test_a_batch_needs_an_item_that_it_has() -> None:
    assert stage_value(BATCH, "scores", 1) == BATCH.records[1].scores
    for item in (None, -1, 2):
        with pytest.raises(ProblemError, match="records"):
            stage_value(BATCH, "scores", item)
