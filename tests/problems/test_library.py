"""Files by name, and references into them."""

from __future__ import annotations

from pathlib import Path

import pytest

from symattn import data
from symattn.errors import ProblemError, UnknownNameError
from symattn.problems import Problem, load_exercises
from symattn.problems.library import exercise_names, find, find_problem, names

EXERCISES = """
title = "Two"
[problems.even]
scores = [[0, 0], [0, "ln 3"]]
[problems.odd]
scores = [[[0, "ln 2"]], [[0, "ln 4"]]]
[[exercise]]
id = "a"
statement = "?"
problem = "even"
[[exercise.answer]]
stage = "weights"
[[exercise]]
id = "b"
statement = "?"
[[exercise.answer]]
value = "1/3"
[[exercise.answer]]
name = "last"
value = "2"
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "p.toml").write_text('scores = [[0, "ln 3"], [0, 0]]', encoding="utf-8")
    (tmp_path / "e.toml").write_text(EXERCISES, encoding="utf-8")
    (tmp_path / "one.toml").write_text(
        'title = "One"\n[problem]\nscores = [[0, "ln 3"]]\n'
        '[[exercise]]\nid = "a"\nstatement = "?"\n[[exercise.answer]]\nvalue = "7"\n',
        encoding="utf-8",
    )
    return tmp_path


def test_problems_by_reference(files: Path) -> None:
    assert find_problem(files / "p.toml").score_shape == (2, 2)
    assert find_problem(files / "one.toml").score_shape == (1, 2)
    assert find_problem(f"{files / 'e.toml'}#odd").is_batch
    with pytest.raises(ProblemError, match=r"e\.toml: name one of its problems, e\.toml#even"):
        find_problem(files / "e.toml")


def test_a_problem_file_is_no_exercise_file(files: Path) -> None:
    with pytest.raises(ProblemError, match=r"p\.toml: this is no exercise file, which has title, problem and"):
        load_exercises(files / "p.toml")


def test_an_exercise_file_is_no_problem_file(files: Path) -> None:
    with pytest.raises(ProblemError, match=r"one\.toml: this is an exercise file"):
        Problem.load(files / "one.toml")


def test_unknown_names_offer_the_nearest() -> None:
    with pytest.raises(
        UnknownNameError, match="no exercise file or derivation is called 'masks-and-head'; did you mean"
    ):
        find("masks-and-head")


def test_every_name_is_found_and_every_exercise_file_of_the_package_loads() -> None:
    assert exercise_names()
    for name in names():
        assert find(name).stem == name
    for name in exercise_names():
        assert find(name).parent == data.exercises_folder()
        assert load_exercises(name).exercises
