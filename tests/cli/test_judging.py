"""symattn compare and symattn check"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest

from symattn.exact import Comparison
from tests.cli.support import TWO_HEADS, process, run

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("first", "second", "status", "outcome"),
    [
        ("e/(1+e)", "1/(1+e^-1)", 0, "equal"),
        ("ln 99", r"2\ln 3 + \ln 11", 0, "equal"),
        ("-1/2", "-0.5", 0, "equal"),
        ("-oo", "-oo", 0, "equal"),
        ("e^-50", "e^-51", 1, "different"),
        ("-oo", "-1000000000", 1, "different"),
        ("[1, 2]", "[[1], [2]]", 1, "different"),
    ],
)
def test_compare(capsys: Capture, first: str, second: str, status: int, outcome: str) -> None:
    ran = run(capsys, "compare", first, second)
    assert (ran.status, ran.err) == (status, "")
    assert ran.out.startswith(f"{outcome}: ")
    assert len(ran.out.splitlines()) == 1


def test_compare_undecided_is_status_3(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = import_module("symattn.exact")  # the package's attribute of that name is the public function
    monkeypatch.setattr(exact, "compare", lambda *_: Comparison("undecided", "not separated"))
    ran = run(capsys, "compare", "1", "2")
    assert (ran.status, ran.out) == (3, "undecided: not separated\n")


def test_compare_says_conditions_and_how_it_read(capsys: Capture) -> None:
    ran = run(capsys, "compare", "e^(ln k)", "k")
    assert ran.out.startswith("equal (for k > 0): ")
    ran = run(capsys, "compare", "log 2", "ln 2")
    assert ran.status == 0
    assert ran.err == "note: log is read as the natural logarithm\n"


def test_compare_for_programs(capsys: Capture) -> None:
    ran = run(capsys, "compare", "--json", "[1, e/(1+e)]", "[1, e/(2+e)]")
    assert ran.status == 1
    data = json.loads(ran.out)
    assert (data["outcome"], data["first"]) == ("different", "[[1, e/(e + 1)]]")
    assert data["entries"] == [{"row": 1, "column": 2, "outcome": "different"}]


@pytest.mark.parametrize(
    ("arguments", "status", "outcome"),
    [
        (["--expected", "e/(1+e)", "1/(1+e^-1)"], 0, "exact"),
        (["--expected", "e/(1+e)", "0.7311"], 0, "rounded"),
        (["--expected", "e/(1+e)", "--rule", "exact", "0.7311"], 1, "rounded"),
        (["--expected", "e/(1+e)", "--rule", "places>=4", "0.7311"], 0, "rounded"),
        (["0.7311", "--rule", "auto", "--expected", "e/(1+e)"], 0, "rounded"),
        (["--expected", "-1/2", "-0.5"], 0, "exact"),
        (["--expected=-oo", "-oo"], 0, "exact"),
        (["--expected", "e/(1+e)", "0.7410"], 1, "wrong"),
        (["--expected", "e/(1+e)", "0.74 is it"], 3, "unreadable"),
    ],
)
def test_check_against_an_expected_value(capsys: Capture, arguments: list[str], status: int, outcome: str) -> None:
    ran = run(capsys, "check", *arguments)
    assert ran.status == status
    assert f"({outcome}): " in ran.out


def test_check_echoes_what_was_read(capsys: Capture) -> None:
    ran = run(capsys, "check", "--expected", "1/2", "0,50")
    assert ran.out.endswith("read as: 0.50\n")
    assert ran.err == "note: decimal comma: 0,50 is read as 0.50\n"


def test_check_says_conditions_and_prints_plain_text(capsys: Capture) -> None:
    ran = run(capsys, "check", "--expected", "k+1", "exp(ln(k))+1")
    assert (ran.status, ran.out) == (0, "accepted (exact): right, for k > 0: proved equal\nread as: k + 1\n")
    data = json.loads(run(capsys, "check", "--json", "--expected", "k/2", "exp(ln(k))/2").out)
    assert data["conditions"] == ["k > 0"]
    assert (data["reading"], data["reading_text"]) == (r"\frac{k}{2}", "k/2")


def test_check_against_a_problem(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "two-heads.toml"
    file.write_text(TWO_HEADS)
    assert run(capsys, "check", f"{file}:output[2,1]", "(3e+1)/(2e+2)").status == 0
    assert run(capsys, "check", f"{file}:output[2, 2]", "(1-e)/(2e+2)").status == 0
    assert run(capsys, "check", f"{file}:output[2, 2]", "-0.2311").status == 0
    assert run(capsys, "check", f"{file}:output[2, 2]", "-0.2311", "--rule", "exact").status == 1
    assert run(capsys, "check", f"{file}:head1.weights[2]", "[0.5, 0.5, 0]").status == 0
    ran = run(capsys, "check", f"{file}:head1.weights[2]", "[0.5, 0.2, 0]")
    assert (ran.status, ran.out.splitlines()[0]) == (1, "not accepted (wrong): entry 2 is wrong")


def test_check_of_an_exercise_answer_goes_by_its_rule(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "exercises.toml"
    file.write_text(
        'title = "One"\n[problem]\nscores = [[0, 1]]\nvisible = "full"\n[[exercise]]\nid = "one"\nstatement = "?"\n'
        '[[exercise.answer]]\nstage = "weights"\nrow = 1\ncolumn = 2\nrule = "places:3"\n'
    )
    assert run(capsys, "check", f"{file}:one", "0.731").status == 0
    assert run(capsys, "check", f"{file}:one", "0.7311").status == 1


def test_check_for_programs(capsys: Capture) -> None:
    ran = run(capsys, "check", "--json", "--expected", "[1, e/(1+e)]", "--rule", "places:2", "[1, 0.75]")
    data = json.loads(ran.out)
    assert (ran.status, data["accepted"], data["outcome"]) == (1, False, "wrong")
    assert data["entries"][1] == {"row": 1, "column": 2, "outcome": "wrong", "accepted": False}
    assert data["reading"] == r"\begin{bmatrix} 1 & 0.75 \end{bmatrix}"
    assert json.loads(run(capsys, "check", "--json", "--expected", "1", "?").out)["accepted"] is None


def test_a_problem_on_standard_input() -> None:
    ran = process("check", "-:output[3, 1]", "4*e/(2*e+1)", stdin=TWO_HEADS)
    assert (ran.status, ran.err) == (0, "")
    ran = process("check", "-:outputs", "1", stdin=TWO_HEADS)
    assert ran.status == 2
    assert "did you mean output" in ran.err
    assert "tmp" not in ran.err
