"""A key states the problems of its file, unless the author's statements insert what is given."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from symattn.problems import load_exercises
from symattn.rendering import key
from tests.rendering.small_file import small_file
from tests.support import ROOT

TWICE = """
title = "Two exercises"

[problems.first]
X = [[1, 0], [0, 1]]
w_q = [[1, 0], [0, 7]]
w_k = [[1, 0], [0, 1]]
w_v = [[1], [3]]
scale = "1/3"
visible = "causal"

[problems.second]
scores = [[0, "ln 5"]]
V = [[1], [2]]
visible = "full"

[[exercise]]
id = "one"
problem = "first"
statement = "What are the weights?"

[[exercise.answer]]
stage = "weights"

[[exercise]]
id = "two"
problem = "first"
statement = "And the outputs of both?"

[[exercise.answer]]
stage = "output"

[[exercise.answer]]
name = "other"
problem = "second"
stage = "output"
"""


def readme_exercises(folder: Path) -> Path:
    """The exercise file that the README prints."""
    blocks = re.findall(r"```toml\n(# exercises\.toml\n.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    path = folder / "exercises.toml"
    path.write_text(blocks[0], encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("to", "parts"),
    [
        ("text", ["Q = [1, 0]", "K = [1, 1  ]", "V = [1/3, 0]", "s = 1", "Keys that may be read"]),
        ("md", [r"Q = \begin{bmatrix}", r"K = \begin{bmatrix}", r"V = \begin{bmatrix}", "s = 1"]),
        ("tex", [r"Q = \begin{bmatrix}", r"K = \begin{bmatrix}", r"V = \begin{bmatrix}", "s = 1"]),
    ],
)
def test_the_key_of_the_readme_says_what_is_given(tmp_path: Path, to: str, parts: list[str]) -> None:
    written = key(load_exercises(readme_exercises(tmp_path)), to)
    before = written[: written.index("The second query reads both keys")]
    assert [part for part in parts if part not in before] == []
    assert "Problem" not in before


@pytest.mark.parametrize("to", ["tex", "md", "text"])
def test_a_problem_is_stated_once_before_the_first_exercise_that_uses_it(tmp_path: Path, to: str) -> None:
    file = small_file(tmp_path, TWICE)
    for only in (None, "statements"):
        written = key(file, to, only=only)
        assert written.count("Given") == 2
        first, second = (match.start() for match in re.finditer("Given", written))
        assert first < written.index("What are the weights") < second < written.index("And the outputs")
        assert written.index("Problem first") < first < written.index("Problem second") < second


@pytest.mark.parametrize("to", ["tex", "md", "text"])
def test_solutions_alone_each_state_their_problems(tmp_path: Path, to: str) -> None:
    assert key(small_file(tmp_path, TWICE), to, only="solutions").count("Given") == 3


@pytest.mark.parametrize("only", ["answers", "hints"])
def test_answers_and_hints_alone_do_not(tmp_path: Path, only: str) -> None:
    assert "Given" not in key(small_file(tmp_path, TWICE), "text", only=only)


@pytest.mark.parametrize("only", [None, "statements", "solutions"])
def test_an_author_who_inserts_what_is_given_is_not_repeated(tmp_path: Path, only: str | None) -> None:
    told = TWICE.replace("What are the weights?", "What are the weights for $X = {{ stage('X') }}$?")
    assert "Given" not in key(small_file(tmp_path, told), "text", only=only)
    asked = TWICE.replace("What are the weights?", "Why is $A = {{ stage('weights') }}$?")
    assert "Given" in key(small_file(tmp_path, asked), "text", only=only)


@pytest.mark.parametrize("name", ["masks-and-heads", "masking-and-causality"])
def test_the_shipped_files_state_their_problems_themselves(name: str) -> None:
    assert not re.search(r"^\W*Given\W*$", key(load_exercises(name), "text"), re.MULTILINE)
