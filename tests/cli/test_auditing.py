"""symattn audit: what is printed, in which format, and with which status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.support import run

Capture = pytest.CaptureFixture[str]
PAGE = "Let $s = 1/\\sqrt 2$.\n\nThen $2s \\approx 1.4142$, and $e^s = 2.04$.\n"


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.md"
    path.write_text(PAGE, encoding="utf-8")
    return str(path)


def test_every_claim_is_a_line_and_something_wrong_is_status_1(capsys: Capture, page: str) -> None:
    ran = run(capsys, "audit", page)
    assert ran.status == 1
    first, second, summary = ran.out.splitlines()
    assert first.startswith(f"{page}:3:7: correctly rounded: ")
    assert second == f"{page}:3:32: off in the last digit: 2.04 is printed where e^s is 2.03"
    assert summary == "2 claims: 2 understood, 2 decided, 1 wrong"


def test_only_wrong_leaves_out_the_rest(capsys: Capture, page: str) -> None:
    assert len(run(capsys, "audit", page, "--only", "wrong").out.splitlines()) == 2
    assert run(capsys, "audit", "--text", "1 + 1 = 2").status == 0


def test_json_has_every_claim(capsys: Capture, page: str) -> None:
    ran = run(capsys, "audit", page, "--json")
    data: dict[str, Any] = json.loads(ran.out)
    assert (data["found"], data["understood"], data["decided"], data["wrong"]) == (2, 2, 2, 1)
    (file,) = data["files"]
    wrong = file["claims"][1]
    assert (wrong["line"], wrong["verdict"], wrong["expected"]) == (3, "off in the last digit", "2.03")
    assert PAGE[slice(*wrong["span"])] == wrong["text"] == "e^s = 2.04"
    assert file["definitions"] == [{"name": "s", "line": 1, "column": 6}]


def test_sarif_names_rule_place_and_level(capsys: Capture, page: str) -> None:
    data: dict[str, Any] = json.loads(run(capsys, "audit", page, "--sarif").out)
    assert data["version"] == "2.1.0"
    (log,) = data["runs"]
    (result,) = log["results"]
    assert result["ruleId"] in {rule["id"] for rule in log["tool"]["driver"]["rules"]}
    region = result["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"]) == (3, 32)
    assert result["level"] == "warning"


def test_github_annotations(capsys: Capture, page: str) -> None:
    first, last = run(capsys, "audit", page, "--github").out.splitlines()
    assert first.startswith("::warning file=")
    assert ",line=3,col=32,title=off in the last digit::2.04 is printed" in first
    assert last == "::notice::2 claims: 2 understood, 2 decided, 1 wrong"


def test_given_inputs_come_from_a_problem_file(capsys: Capture, tmp_path: Path) -> None:
    problem = tmp_path / "earlier.toml"
    problem.write_text('scores = [[0, "ln 3"]]\nV = [[8], [4]]\n', encoding="utf-8")
    text = r"The weights are $A=\begin{bmatrix}0.25&0.76\end{bmatrix}$."
    ran = run(capsys, "audit", "--given", str(problem), "--text", text)
    assert ran.status == 1
    assert "0.76 is printed where weights is 0.75" in ran.out
    assert "the first wrong stage is weights" in ran.out


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "say which FILE to audit"),
        (["none.md"], "cannot be opened"),
        (["--json", "--sarif", "--text", "x"], "two formats"),
        (["--given", "none.toml", "--text", "x"], "none.toml"),
    ],
)
def test_misuse_is_one_sentence(capsys: Capture, arguments: list[str], part: str) -> None:
    ran = run(capsys, "audit", *arguments)
    assert ran.status == 2
    assert part in ran.err
    assert len(ran.err.splitlines()) == 1
