"""Letters mean one thing in a solution and are announced where they are printed; equal forms are printed once."""

from __future__ import annotations

import re

from symattn.attention import attention_from_scores, multi_head
from symattn.problems import Problem
from symattn.rendering import solution

EYE = [[1, 0], [0, 1]]
TWO = multi_head(
    [[1, 0], [0, 1], [1, 1]],
    [(EYE, EYE, EYE), ([[2, 0], [0, 1]], [["sqrt(3)", 0], [0, 1]], EYE)],
    visible="causal",
)
MIXED = attention_from_scores([["sqrt(2)", "-oo"], [0, "sqrt(2)"], [0, "sqrt(3)"]], [["3/2"], [1]])
UNUSED = Problem.from_data(
    {
        "X": [[1, 0], [0, 2], [1, 1]],
        "w_q": EYE,
        "w_k": EYE,
        "w_v": [[1], [3]],
        "visible": {"causal": True, "key_lengths": 2},
        "query_valid": [True, True, False],
    }
).solution


def steps_of(written: str) -> dict[str, str]:
    """The steps of a solution as text, by their titles; of several with one title, all."""
    found: dict[str, str] = {}
    for block in written.split("\n\n"):
        title, _, body = block.partition("\n")
        found[title] = found.get(title, "") + body
    return found


def announced(written: str) -> list[tuple[str, str]]:
    said = re.findall(r"Here (.*)\.\n?", written)
    return [(letter, meaning) for line in said for letter, meaning in re.findall(r"(\w+) = (\S+)(?: and |$)", line)]


def test_a_letter_keeps_its_meaning_in_all_sections() -> None:
    meanings = announced(solution(TWO))
    assert len(dict(meanings)) > 1
    assert len(set(meanings)) == len(dict(meanings)) == len({meaning for _, meaning in meanings})


def test_records_of_a_batch_share_their_letters() -> None:
    batch = Problem.from_data({"scores": [[[0, "sqrt(2)"]], [[0, "sqrt(3)"]]], "V": [[[1], [2]], [[3], [4]]]})
    assert sorted(announced(solution(batch.solution))) == [("r", "exp(sqrt(2))"), ("t", "exp(sqrt(3))")]


def test_only_letters_that_are_printed_are_announced() -> None:
    meanings = [[meaning for _, meaning in announced(solution(MIXED, stage="weights", row=row))] for row in range(3)]
    assert meanings == [[], ["exp(sqrt(2))"], ["exp(sqrt(3))"]]
    step = steps_of(solution(MIXED, row=1))["Exponentials, entry by entry; 0 where hidden"]
    assert step.count("Here") == 1
    assert "sqrt(3)" not in step


def test_no_letter_is_a_symbol_of_the_values() -> None:
    trace = attention_from_scores([[0, "sqrt(2)"]], [["r"], [1]])
    assert announced(solution(trace)) == [("t", "exp(sqrt(2))")]


def test_equal_forms_are_printed_once() -> None:
    written = solution(MIXED, stage="output", row=0).splitlines()[-1]
    assert written.count("[3/2]") == 1
    assert solution(MIXED, stage="output", row=1).count("sqrt(2)") > 1


def test_the_zeros_of_an_unused_query_are_a_convention_wherever_they_stand() -> None:
    steps = steps_of(solution(UNUSED))
    remark = "Query 3 is unused: its row is zero by convention."
    for title in ("Given", "Exponentials, entry by entry; 0 where hidden", "Row totals"):
        assert remark in steps[title]
    assert remark not in steps["Masked scores"]
    assert remark not in solution(UNUSED, row=1).split("Exponentials")[1]
