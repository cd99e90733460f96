"""symattn lint"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symattn.checking import MISTAKES
from symattn.checking.lint import KINDS
from symattn.cli import linting
from tests.cli.support import process, run

Capture = pytest.CaptureFixture[str]
HEAD = """title = "One"
[problem]
Q = [[1, 2], [0, 1], [2, 1]]
K = [[0, 1], [1, 1], [2, 0]]
V = [[1, 0], [2, 5], [0, 3]]
visible = "causal"
[[exercise]]
id = "one"
statement = "The last row?"
"""
LAST_ROW = HEAD + '[[exercise.answer]]\nstage = "weights"\nrow = 3\n'


@pytest.fixture
def last_row(tmp_path: Path) -> str:
    file = tmp_path / "one.toml"
    file.write_text(LAST_ROW, encoding="utf-8")
    return str(file)


def test_findings_are_lines_with_exercise_answer_and_advice(capsys: Capture, last_row: str) -> None:
    ran = run(capsys, "lint", last_row)
    *lines, summary = ran.out.splitlines()
    assert (ran.status, ran.err) == (1, "")
    assert all(line.startswith("one, answer 1 (weights[3]): ") for line in lines)
    assert any("no-mask" in line and "ask for weights[1] too" in line for line in lines)
    assert summary == f"{len(lines)} finding{'s' * (len(lines) > 1)} in 1 of 1 exercise with 1 answer that is a value"


def test_a_clean_file_is_status_0(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "one.toml"
    file.write_text(HEAD + '[[exercise.answer]]\nstage = "weights"\n', encoding="utf-8")
    ran = run(capsys, "lint", str(file), "--quiet", "--ignore", "sum")
    assert (ran.status, ran.out) == (0, "nothing to report of 1 exercise with 1 answer that is a value\n")


def test_what_is_asked_for_and_what_is_not(capsys: Capture, last_row: str) -> None:
    every = run(capsys, "lint", last_row).out.splitlines()
    passes = run(capsys, "lint", last_row, "--only", "passes").out.splitlines()
    others = run(capsys, "lint", last_row, "--ignore", "passes").out.splitlines()
    assert len(passes) + len(others) == len(every) + 1
    quiet = run(capsys, "lint", last_row, "--quiet").out
    assert "come out the same" not in quiet
    assert run(capsys, "lint", last_row, "--only", "broken").status == 0


def test_the_same_for_programs(capsys: Capture, last_row: str) -> None:
    ran = run(capsys, "lint", last_row, "--json")
    data = json.loads(ran.out)
    assert ran.status == 1
    assert {finding["kind"] for finding in data["findings"]} <= set(KINDS)
    (answer,) = data["answers"]
    assert (answer["exercise"], answer["answer"], answer["rule"]) == ("one", "1", "auto")
    assert "no-mask" in answer["passing"]
    assert answer["longest_entry"] <= answer["characters"]


def test_the_meaning_of_names(capsys: Capture) -> None:
    ran = run(capsys, "lint", "--mistakes")
    assert ran.status == 0
    assert len(ran.out.splitlines()) == len(MISTAKES)
    assert json.loads(run(capsys, "lint", "--mistakes", "--json").out)["no-mask"].startswith("nothing is hidden")


def test_misuse(capsys: Capture, tmp_path: Path) -> None:
    assert run(capsys, "lint").status == 2
    assert run(capsys, "lint", "x.toml", "--only", "everything").status == 2
    ran = run(capsys, "lint", str(tmp_path / "absent.toml"))
    assert (ran.status, "there is no such file" in ran.err) == (2, True)


def test_a_file_on_standard_input() -> None:
    ran = process("lint", "-", "--quiet", stdin=LAST_ROW)
    assert ran.status == 1
    assert "ask for weights[1] too" in ran.out


def test_the_kinds_of_the_command_are_those_of_lint() -> None:
    assert linting.KINDS == KINDS


def test_long_lists_of_mistakes_are_cut_on_a_line_and_whole_for_programs(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "zero.toml"
    file.write_text(LAST_ROW.replace("Q = [[1, 2], [0, 1], [2, 1]]", "Q = [[0, 0], [0, 0], [0, 0]]"), encoding="utf-8")
    lines = run(capsys, "lint", str(file)).out.splitlines()
    data = json.loads(run(capsys, "lint", str(file), "--json").out)
    longest = max(data["findings"], key=lambda finding: len(finding["mistakes"]))
    assert len(longest["mistakes"]) > 7
    assert any(line.count(", ") >= 5 and f"and {len(longest['mistakes']) - 6} more" in line for line in lines)
