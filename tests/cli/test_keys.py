"""symattn key"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.support import process, run

Capture = pytest.CaptureFixture[str]
EXERCISES = """
title = "One row"
[problem]
scores = [[0, 1]]
visible = "full"
[[exercise]]
id = "one"
statement = "What does the second key weigh?"
[[exercise.answer]]
stage = "weights"
row = 1
column = 2
"""


@pytest.fixture
def exercises(tmp_path: Path) -> Path:
    file = tmp_path / "one.toml"
    file.write_text(EXERCISES)
    return file


def test_a_folder_that_is_made_is_said(capsys: Capture, exercises: Path) -> None:
    target = exercises.parent / "new" / "key.md"
    ran = run(capsys, "key", str(exercises), "-o", str(target))
    assert (ran.status, ran.out) == (0, f"made the folder {target.parent} for key.md\n")
    assert target.stat().st_size
    assert run(capsys, "key", str(exercises), "-o", str(target)).out == ""


def test_an_exercise_that_is_not_there_is_named_with_one_problem_too(capsys: Capture, exercises: Path) -> None:
    assert "no exercise is called 'nope'; known: one" in run(capsys, "check", f"{exercises}:nope:1", "1").err
    assert run(capsys, "check", f"{exercises}:one:1", "0.7311").status == 0
    assert run(capsys, "check", f"{exercises}:weights[:, 1]", "e/(1+e)").status == 1


@pytest.mark.parametrize(("ending", "sign"), [("tex", r"\documentclass"), ("md", "$"), ("txt", "e/(e + 1)")])
def test_the_ending_of_a_file_says_the_format(capsys: Capture, exercises: Path, ending: str, sign: str) -> None:
    target = exercises.with_name(f"key.{ending}")
    assert run(capsys, "key", str(exercises), "-o", str(target)) == (0, "", "")
    written = target.read_text(encoding="utf-8")
    assert sign in written
    assert "0.731059" in written


def test_a_key_on_standard_output(capsys: Capture, exercises: Path) -> None:
    ran = run(capsys, "key", str(exercises), "--places", "3")
    assert (ran.status, ran.err) == (0, "")
    assert "0.731" in ran.out
    assert "0.7311" not in ran.out


def test_a_fragment_is_no_document(capsys: Capture, exercises: Path) -> None:
    ran = run(capsys, "key", str(exercises), "--to", "tex", "--fragment")
    assert ran.status == 0
    assert r"\documentclass" not in ran.out


def test_statements_alone_do_not_give_the_answer(capsys: Capture, exercises: Path) -> None:
    ran = run(capsys, "key", str(exercises), "--only", "statements")
    assert "What does the second key weigh?" in ran.out
    assert "0.731059" not in ran.out


def test_an_exercise_file_on_standard_input() -> None:
    ran = process("key", "-", "--to", "md", stdin=EXERCISES)
    assert (ran.status, ran.err) == (0, "")
    assert "0.731059" in ran.out


def test_a_key_of_a_name(capsys: Capture) -> None:
    ran = run(capsys, "key", "masks-and-heads", "--only", "answers")
    assert ran.status == 0
    assert "0.283995" in ran.out
