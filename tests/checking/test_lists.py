"""Lists of visible keys and of scored positions, in the ways people write them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symattn.checking import check
from symattn.checking.lists import lists_of, read_lists
from symattn.problems import Answer, Problem, load_exercises
from symattn.visibility import causal, full

CAUSAL = (frozenset({1}), frozenset({1, 2}), frozenset({1, 2, 3}))
PROBLEM = Problem.from_data({"scores": [[0, 1, 2], [1, 0, 1], [0, 0, 0]], "visible": "causal"})


@pytest.mark.parametrize(
    "text",
    [
        "[1],[1,2],[1,2,3]",
        "[[1], [1, 2], [1, 2, 3]]",
        "{1}, {1,2}, {1,2,3}",
        "(1) (1,2) (1,2,3)",
        "1; 1, 2; 1, 2, 3",
        "1; 1, 2; 1, 2, 3;",
        "1\n1 2\n1 2 3",
        "query 1: 1; query 2: 1, 2; query 3: 1, 2, 3",
        "1: 1; 2: 1 and 2; 3: 1, 2 and 3.",
        "1: [1], 2: [2, 1], 3: [3, 2, 1]",
    ],
)
def test_lists_are_read(text: str) -> None:
    assert read_lists(text) == CAUSAL


@pytest.mark.parametrize("text", ["none", "-", "[]", "{}", "", "No key."])
def test_an_empty_list(text: str) -> None:
    assert read_lists(text) == (frozenset(),)


@pytest.mark.parametrize(
    "text",
    [
        "[1, 0, 0]",  # a row of a matrix
        "[1, 1]",
        "0",
        "1.5",
        "-1",
        "key 2 of the first",
        "query 2: 1; query 1: 1",  # labels in another order
        "[1] but not [2]",
        "[1], 2",
        "1; two",
        "[[1], [1, 2]",
        "1" * 30_000,
    ],
)
def test_anything_else_is_no_list(text: str) -> None:
    assert read_lists(text) is None


def test_lists_from_python() -> None:
    assert lists_of([[1], [1, 2], [1, 2, 3]]) == lists_of(causal(3)) == CAUSAL
    assert lists_of([2, 1]) == (frozenset({1, 2}),)
    assert lists_of([[True, False]]) is None
    assert lists_of(3) is None


@pytest.mark.parametrize("expected", ["1, 2", [[1], [1, 2]], "[1],[1,2]", causal(2)])
def test_what_is_expected_may_be_lists(expected: object) -> None:
    right = "2, 1" if expected == "1, 2" else "[1],[2,1]"
    assert check(right, expected).accepted is True
    assert check("1" if expected == "1, 2" else "[1],[2]", expected).accepted is False


def test_wrong_lists_are_named_and_marked() -> None:
    found = check("[1],[2],[3]", "[1],[1,2],[1,2,3]")
    assert (found.accepted, found.message) == (False, "lists 2, 3 of 3 are wrong")
    assert found.marks == Fraction(1, 3)
    assert check("[1],[1,2]", "[1],[1,2],[1,2,3]").message == "3 lists are expected, and this is 2 lists"
    assert check("the first", "1, 2").accepted is None


def test_visible_keys_of_a_problem_by_list_or_by_matrix() -> None:
    row, whole = Answer(PROBLEM, "visible", row=1), Answer(PROBLEM, "visible")
    assert check("1, 2", row).accepted is True
    assert check("[1, 1, 0]", row).accepted is True
    assert check("[1],[1,2],[1,2,3]", whole).accepted is True
    assert check("[1],[1,2],[1,2,4]", whole).accepted is not True


def test_mistakes_in_lists_of_visible_keys_have_names() -> None:
    assert check("[1,2,3],[2,3],[3]", Answer(PROBLEM, "visible")).mistakes == ("reversed-triangle", "transposed")
    assert "strict-triangle" in check("1", Answer(PROBLEM, "visible", row=1)).mistakes
    assert check("[1,2,3],[1,2,3],[1,2,3]", full(3)).accepted is True


def test_words_that_are_lists_are_checked_and_other_words_are_for_a_person() -> None:
    answer = load_exercises("masks-and-heads").exercise("table-16-1").answers[0]
    assert answer.kind == "words"
    assert check("1; 1, 2; 1, 2, 3", answer).accepted is True
    assert check("1; 2; 3", answer).accepted is False
    assert check("each its own and the earlier ones", answer).accepted is None
    assert check("1, 2", Answer(None, words="because it must")).accepted is None
