"""symattn prove"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symattn.cli.proving import PROPERTIES
from tests.cli.support import TWO_HEADS, run

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def problem(tmp_path: Path) -> str:
    file = tmp_path / "two.toml"
    file.write_text(TWO_HEADS, encoding="utf-8")
    return str(file)


@pytest.fixture
def leaking(tmp_path: Path) -> str:
    file = tmp_path / "leaking.toml"
    file.write_text('Q = [[1], [2]]\nK = [[1], [0]]\nV = [[1], [2]]\nvisible = "full"\n', encoding="utf-8")
    return str(file)


def test_a_problem_is_proved_or_refuted(capsys: Capture, problem: str, leaking: str) -> None:
    assert run(capsys, "prove", "causal", problem).status == 0
    ran = run(capsys, "prove", "causal", leaking)
    assert ran.status == 1
    assert ran.out.startswith("refuted")
    assert "K[2, 1] becomes" in ran.out or "V[2, 1] becomes" in ran.out
    assert run(capsys, "prove", "equal", problem, "--spec", "causal").status == 0
    assert run(capsys, "prove", "equal", problem, "--spec", problem).status == 0
    assert run(capsys, "prove", "hull", leaking).status == 0


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["causal", "j <= i"], 0),
        (["causal", "--mask", "j <= i"], 0),
        (["causal", "[[true, false], [True, True]]"], 0),
        (["causal", "[[0, -oo], [0, 0]]"], 0),
        (["causal", "full"], 1),
        (["causal", "j <= i + 1", "--size", "4"], 1),
        (["causal", "j <= i or j == 100000"], 3),
        (["causal", "j <= i", "--align", "bottom-right"], 0),
        (["padding", "j < 2", "--length", "2"], 0),
        (["padding", "full", "--length", "L"], 1),
        (["isolated", "j <= i", "--documents", "2,2"], 1),
        (["isolated", "i // 2 == j // 2", "--documents", "2, 2"], 0),
        (["no-empty-row", "j < i"], 1),
        (["no-empty-row", "i - w < j <= i", "--where", "w >= 1"], 0),
        (["prefix-passes", "j <= i"], 0),
        (["cached", "causal"], 1),
        (["equivariance", "full"], 0),
        (["hull"], 0),
        (["alibi", "--size", "3"], 0),
    ],
)
def test_the_status_says_what_came_out(capsys: Capture, arguments: list[str], status: int) -> None:
    ran = run(capsys, "prove", *arguments)
    assert (ran.status, ran.err) == (status, "")


@pytest.mark.parametrize("name", [name for name, each in PROPERTIES.items() if "where" not in each.takes])
def test_theorems_about_attention_itself_need_nothing(capsys: Capture, name: str) -> None:
    assert run(capsys, "prove", name, "--size", "2").status == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["casual", "j <= i"], "did you mean causal"),
        (["causal"], "say of what"),
        (["causal", "nowhere.toml"], "nowhere.toml"),
        (["causal", "j = i"], "write =="),
        (["causal", "j <= i", "--mask", "j <= i"], "either WHAT or --mask"),
        (["causal", "j <= i", "--spec", "full"], "takes no --spec"),
        (["equal", "j <= i"], "needs --spec"),
        (["alibi", "j <= i"], "takes no WHAT"),
        (["causal", "[[true, false], [true]]"], "row 2"),
        (["causal", "[[true, false], [true, true"], "not readable"),
        (["causal", "[[true, false], [true, true]]", "--size", "3"], "size of its own"),
        (["causal", "j <= i", "--where", "w > 1 and w < 1"], "no size and no parameters"),
        (["causal", "j <= i", "--size", "2", "--align", "left"], "invalid choice"),
        (["causal", "j <= i", "--size", "0"], "at least 1 is needed"),
    ],
)
def test_misuse_is_one_sentence(capsys: Capture, arguments: list[str], message: str) -> None:
    ran = run(capsys, "prove", *arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_a_problem_has_a_size_of_its_own(capsys: Capture, problem: str) -> None:
    for theorem in ("causal", "hull"):
        ran = run(capsys, "prove", theorem, problem, "--size", "3")
        assert ran.status == 2
        assert "size of its own" in ran.err


def test_json_of_each_outcome(capsys: Capture) -> None:
    proved = json.loads(run(capsys, "prove", "causal", "j <= i", "--json").out)
    assert (proved["theorem"], proved["outcome"], proved["conditions"]) == ("causal", "proved", [])
    assert proved["domain"]
    assert proved["argument"]
    refuted = json.loads(run(capsys, "prove", "causal", "i <= j", "--json").out)
    assert (refuted["row"], refuted["column"], refuted["before"], refuted["after"]) == (1, 1, "0", "1/2")
    assert refuted["sizes"] == {"T": 2}
    assert refuted["inputs"]["V"] == [["0"], ["0"]]
    empty = json.loads(run(capsys, "prove", "no-empty-row", "j < i", "--json").out)
    assert (empty["before"], empty["after"]) == (None, None)
    assert "no visible key" in empty["evidence"]
    undecided = json.loads(run(capsys, "prove", "causal", "j <= i or j == 100000", "--json").out)
    assert undecided["outcome"] == "undecided"
    assert undecided["tried"]


def test_help_names_every_theorem_and_what_finds_which_mistake(capsys: Capture) -> None:
    shown = run(capsys, "prove", "--help").out
    assert all(f"  {name} " in shown for name in PROPERTIES)
    for mistake in ("absent", "reversed", "transposed", "shifted forward", "strict", "shifted back", "padding by row"):
        assert mistake in " ".join(shown.split())
