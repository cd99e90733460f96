"""The lists of printed figures, and the forms that the exercise files claim, against the oracle.

This doubts the data files only. That the program emits the same figures is tested elsewhere, with the same lists.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.oracles import scalar_attention as scalar
from tests.oracles.plain_text import rows_of, value_of
from tests.oracles.scalar_attention import NEAR, Matrix, Number, mp, same_rows
from tests.oracles.written_problems import load, problem_table, solved

ROOT = Path(__file__).parents[2]
EXERCISES = ROOT / "derivations" / "exercises"
FIGURES = ROOT / "tests" / "figures"

# Any real numbers (and a positive k) will do for the free symbols of the files; these are no special ones.
SYMBOLS = {name: mp.mpf(3 * index + 2) / 7 for index, name in enumerate("abcdk")}
IN_S = {**SYMBOLS, "s": 1 / mp.sqrt(2)}


def figures() -> list[Any]:
    found = []
    for path in sorted(FIGURES.glob("*.toml")):
        listed = load(path)
        for figure in listed["figure"]:
            found.append(pytest.param(listed["file"], figure, id=f"{path.stem}:{figure['id']}"))
    return found


FILES: dict[str, dict[str, Any]] = {path.name: load(path) for path in sorted(EXERCISES.glob("*.toml"))}


def stage_of(file: str, place: dict[str, Any]) -> Matrix:
    return solved(problem_table(FILES[file], place.get("problem")), place.get("item"), SYMBOLS)[place["stage"]]


def values_behind(file: str, figure: dict[str, Any]) -> list[Number]:
    """The number, or the numbers of a row, that the program should produce for a figure."""
    if "value" in figure:
        return [value_of(figure["value"])]
    row = stage_of(file, figure)[figure["row"] - 1]
    columns = figure.get("columns") or [figure["column"]]
    return [row[column - 1] for column in columns]


def decimal_places(printed: str) -> int:
    return len(printed.partition(".")[2])


def check_equal_as_printed(file: str, figure: dict[str, Any]) -> None:
    assert same_rows(rows_of(value_of(figure["printed"], IN_S)), [values_behind(file, figure)])


def check_rounding(file: str, figure: dict[str, Any]) -> None:
    (value,) = values_behind(file, figure)
    assert scalar.rounded(value, decimal_places(figure["printed"])) == figure["printed"]


def check_float_noise(file: str, figure: dict[str, Any]) -> None:
    (value,) = values_behind(file, figure)
    printed = figure["printed"]
    assert scalar.rounded(value, decimal_places(printed)) == figure["rounded"] != printed
    assert scalar.ulps_from_nearest_float(value, printed) <= 2


def check_visible_keys(file: str, figure: dict[str, Any]) -> None:
    row = stage_of(file, figure)[figure["row"] - 1]
    keys = [index for index, allowed in enumerate(row, start=1) if allowed]
    first, dash, last = figure["printed"].partition("–")
    expected = range(int(first), int(last) + 1) if dash else map(int, figure["printed"].split(","))
    assert keys == list(expected)


def check_shape(file: str, figure: dict[str, Any]) -> None:
    rows = stage_of(file, figure)
    assert figure["printed"] == f"[{len(rows)},{len(rows[0])}]"


def check_words(file: str, figure: dict[str, Any]) -> None:
    if "error" in figure:
        with pytest.raises(ValueError, match=re.escape(figure["error"])):
            solved(problem_table(FILES[file], figure["problem"]))
    if "means" in figure:
        distance = value_of(figure.get("within", "0")) + NEAR
        for value in values_behind(file, figure):
            assert abs(value - value_of(figure["means"])) <= distance


CHECKS = {
    "integer": check_equal_as_printed,
    "decimal": check_equal_as_printed,
    "symbolic": check_equal_as_printed,
    "six decimals": check_rounding,
    "16 decimals": check_rounding,
    "float noise": check_float_noise,
    "visible keys": check_visible_keys,
    "shape": check_shape,
    "words": check_words,
}


class TestFigureLists:
    @pytest.mark.parametrize(("file", "figure"), figures())
    def test_a_printed_figure_is_what_the_oracle_gives(self, file: str, figure: dict[str, Any]) -> None:
        CHECKS[figure["kind"]](file, figure)

    @pytest.mark.parametrize(("file", "figure"), figures())
    def test_a_figure_points_at_an_answer_or_a_statement(self, file: str, figure: dict[str, Any]) -> None:
        exercises = {exercise["id"]: exercise for exercise in FILES[file]["exercise"]}
        if "answer" in figure:
            identifier, _, name = figure["answer"].partition(":")
            answers = {answer["name"]: answer for answer in exercises[identifier]["answer"]}
            check_entries(file, exercises[identifier], answers[name], figure)
        else:
            assert figure["statement"] in exercises

    @pytest.mark.parametrize("name", ["first_text", "second_text"])
    def test_every_figure_has_its_own_id(self, name: str) -> None:
        identifiers = [figure["id"] for figure in load(FIGURES / f"{name}.toml")["figure"]]
        assert len(identifiers) == len(set(identifiers))

    def test_one_figure_of_the_first_text_is_noise(self) -> None:
        listed = load(FIGURES / "first_text.toml")["figure"]
        assert [figure["printed"] for figure in listed if figure["kind"] == "float noise"] == ["1.2310585786300048"]


def answer_rows(file: str, exercise: dict[str, Any], answer: dict[str, Any]) -> Matrix:
    """What an answer shows, from the oracle; for a value, from what its author claims."""
    if "stage" not in answer:
        return rows_of(value_of(answer["equals"], SYMBOLS))
    rows = stage_of(file, {"problem": exercise.get("problem"), **answer})
    if "row" in answer:
        rows = [rows[answer["row"] - 1]]
    return [[row[answer["column"] - 1]] for row in rows] if "column" in answer else rows


def check_entries(file: str, exercise: dict[str, Any], answer: dict[str, Any], figure: dict[str, Any]) -> None:
    """The entries that a figure names in an answer hold the same numbers as the stage that it names."""
    entries = figure.get("entries") or ([figure["entry"]] if "entry" in figure else [])
    if entries:
        rows = answer_rows(file, exercise, answer)
        assert same_rows([[rows[i - 1][j - 1] for i, j in entries]], [values_behind(file, figure)])


def claims() -> list[Any]:
    return [
        pytest.param(file, exercise, answer, id=f"{file}:{exercise['id']}:{answer['name']}")
        for file, data in FILES.items()
        for exercise in data["exercise"]
        for answer in exercise["answer"]
        if "stage" in answer and "equals" in answer
    ]


class TestClaims:
    @pytest.mark.parametrize(("file", "exercise", "answer"), claims())
    def test_a_claimed_form_is_what_the_oracle_gives(
        self, file: str, exercise: dict[str, Any], answer: dict[str, Any]
    ) -> None:
        claimed = rows_of(value_of(answer["equals"], SYMBOLS))
        assert same_rows(answer_rows(file, exercise, answer), claimed)

    def test_an_error_is_claimed_where_the_oracle_raises_it(self) -> None:
        for data in FILES.values():
            for exercise in data["exercise"]:
                for answer in exercise["answer"]:
                    if "error" in answer:
                        with pytest.raises(ValueError, match=re.escape(answer["error"])):
                            solved(problem_table(data, answer.get("problem", exercise.get("problem"))))
