"""symattn audit: what is printed, in which format, and with which status."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from symattn.cli.audited import ENDINGS
from tests.cli.support import process, run
from tests.support import ROOT

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
    assert {key: region[key] for key in region if key != "snippet"} == {
        "startLine": 3, "startColumn": 32, "endLine": 3, "endColumn": 42,
    }  # fmt: skip
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


def test_sarif_of_any_name_and_any_sign(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "a b" / "é#1.md"
    page.parent.mkdir()
    page.write_bytes("\ufeff𝟙 é $2^5=33$,\r\n$$\r\n2^5\r\n=33\r\n$$ <!-- symattn: ignore -->".encode())
    for name in (str(page), "a b/é#1.md", "./a b"):
        data: dict[str, Any] = json.loads(run(capsys, "audit", name, "--sarif").out)
        (log,) = data["runs"]
        assert log["columnKind"] == "utf16CodeUnits"
        places = [result["locations"][0]["physicalLocation"] for result in log["results"]]
        assert {place["artifactLocation"]["uri"] for place in places} == {"a%20b/%C3%A9%231.md"}
        regions = [
            [place["region"][key] for key in ("startLine", "startColumn", "endLine", "endColumn")] for place in places
        ]
        assert regions == [[1, 7, 1, 13], [3, 1, 4, 4]]
        assert all(log["tool"]["driver"]["rules"][one["ruleIndex"]]["id"] == one["ruleId"] for one in log["results"])
        assert log["invocations"][0]["executionSuccessful"] is True


def test_what_is_silenced_is_counted_and_no_alarm(capsys: Capture) -> None:
    text = "so $2^5=33$ <!-- symattn: ignore -->"
    ran = run(capsys, "audit", "--text", text, "--only", "wrong")
    assert (ran.status, ran.out) == (0, "1 claims: 1 understood, 1 decided, 0 wrong, 1 ignored\n")
    assert "1:5: wrong, ignored: 33 is printed" in run(capsys, "audit", "--text", text).out
    data = json.loads(run(capsys, "audit", "--text", text, "--json").out)
    assert (data["wrong"], data["ignored"], data["files"][0]["claims"][0]["ignored"]) == (0, 1, True)
    assert len(run(capsys, "audit", "--text", text, "--github").out.splitlines()) == 1
    sarif = json.loads(run(capsys, "audit", "--text", text, "--sarif").out)
    assert sarif["runs"][0]["results"][0]["suppressions"] == [{"kind": "inSource"}]


def test_a_claim_of_a_notebook_names_its_cell(capsys: Capture, tmp_path: Path) -> None:
    page = tmp_path / "page.ipynb"
    cells = [{"cell_type": "code", "source": ""}, {"cell_type": "markdown", "source": "and\nso $2^5=33$"}]
    page.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    assert run(capsys, "audit", str(page)).out.startswith(f"{page}:cell 2:2:5: wrong: 33")
    (claim,) = json.loads(run(capsys, "audit", str(page), "--json").out)["files"][0]["claims"]
    assert (claim["line"], claim["cell"]) == (1, {"number": 2, "is_output": False, "line": 2, "column": 5})
    assert "line=1," in run(capsys, "audit", str(page), "--github").out
    (result,) = json.loads(run(capsys, "audit", str(page), "--sarif").out)["runs"][0]["results"]
    assert result["locations"][0]["logicalLocations"][0]["name"] == "cell 2:2:5"


def test_every_faulty_figure_is_named_with_its_digits(capsys: Capture) -> None:
    page = (
        r"Let $Q=\begin{bmatrix}1&0\\0&1\end{bmatrix}$, $K=\begin{bmatrix}1&0\\1&1\end{bmatrix}$, scale $s=1$. "
        r"The dot products are $D=\begin{bmatrix}1&1\\0&1\end{bmatrix}$ and the attention weights are "
        r"$A=\begin{bmatrix}0.50&0.51\\0.26&0.73\end{bmatrix}$ with $V=\begin{bmatrix}1\\2\end{bmatrix}$. "
        r"The attention weights are $A=\begin{bmatrix}0.50&0.51\\0.26&0.73\end{bmatrix}$."
    )
    out = run(capsys, "audit", "--text", page, "--only", "wrong").out
    assert "0.51 for 0.50 at [1, 2], 0.26 for 0.27 at [2, 1] are printed in weights (2 of 4 figures)" in out


def test_one_file_that_cannot_be_read_does_not_hide_the_others(capsys: Capture, tmp_path: Path, page: str) -> None:
    (tmp_path / "latin.md").write_bytes(b"caf\xe9")
    (tmp_path / "broken.toml").write_text("a = [", encoding="utf-8")
    (tmp_path / "broken.ipynb").write_text("{", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    bad = [str(tmp_path / name) for name in ("latin.md", "broken.toml", "broken.ipynb", "none.md", "empty")]
    ran = run(capsys, "audit", *bad, page, page, "--only", "wrong")
    assert ran.status == 2
    assert [line.partition(": ")[2].partition(":")[0] for line in ran.err.splitlines()] == bad
    assert ran.out.splitlines()[1] == "2 claims: 2 understood, 2 decided, 1 wrong"
    sarif = json.loads(run(capsys, "audit", *bad, "--sarif").out or "{}")
    assert not sarif or not sarif["runs"][0]["invocations"][0]["executionSuccessful"]


def test_a_folder_stands_for_the_documents_in_it(capsys: Capture, tmp_path: Path) -> None:
    wrong = "so $2^5=33$"
    for name in (
        "b.tex",
        "a.MD",
        "sub/c.txt",
        "code.py",
        ".hidden/d.md",
        "node_modules/e.md",
        "pyproject.toml",
        "x.json",
    ):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text("[tool]\nx = 1\n" if name.endswith("toml") else wrong, encoding="utf-8")
    ran = run(capsys, "audit", str(tmp_path), "--only", "wrong")
    assert [line.split(":")[0] for line in ran.out.splitlines()[:-1]] == [
        str(tmp_path / name) for name in ("a.MD", "b.tex", "sub/c.txt")
    ]
    assert (ran.status, ran.out.splitlines()[-1]) == (1, "3 claims in 4 files: 3 understood, 3 decided, 3 wrong")


def test_standard_input_and_several_givens(tmp_path: Path) -> None:
    file = tmp_path / "earlier.toml"
    file.write_text(
        'title = "Earlier"\n[problems.one]\nscores = [[0, "ln 3"]]\n[problems.two]\nscores = [[0, "ln 7"]]\n'
        '[[exercise]]\nid = "a"\nproblem = "one"\nstatement = "s"\nanswer = [{ stage = "weights" }]\n',
        encoding="utf-8",
    )
    given = [argument for name in ("one", "two") for argument in ("--given", f"{file}#{name}")]
    ran = process("audit", "-", *given, stdin="The weights are [0.25, 0.75], then the weights are [0.125, 0.876].\r\n")
    assert ran.status == 1
    assert ran.out.splitlines()[0].startswith("standard input:1:17: proved")
    assert "0.876 is printed where weights is 0.875 at [2] (1 of 2 figures)" in ran.out
    assert process("audit", "-", stdin="").out == "0 claims: 0 understood, 0 decided, 0 wrong\n"


def test_the_hook_is_for_what_is_audited_of_a_folder() -> None:
    hook = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    (pattern,) = re.findall(r"^  files: (.*)$", hook, re.MULTILINE)
    assert all(re.search(pattern, f"docs/page{ending.upper()}") for ending in ENDINGS)
    assert not re.search(pattern, "page.py")
    assert "pass_filenames: true" in hook


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "say which FILE to audit"),
        (["none.md"], "cannot be opened"),
        (["--json", "--sarif", "--text", "x"], "two formats"),
        (["--given", "none.toml", "--text", "x"], "none.toml"),
        (["--given", "masks-and-heads#cusal", "--text", "x"], "did you mean causal?"),
    ],
)
def test_misuse_is_one_sentence(capsys: Capture, arguments: list[str], part: str) -> None:
    ran = run(capsys, "audit", *arguments)
    assert ran.status == 2
    assert part in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_folder_of_too_many_documents_is_refused(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("symattn.cli.audited.MOST_FILES", 2)
    for number in range(3):
        (tmp_path / f"page{number}.md").write_text("$1+1=2$", encoding="utf-8")
    ran = run(capsys, "audit", str(tmp_path))
    assert ran.status == 2
    assert "more than 2 documents" in ran.err


def test_the_whole_disk_is_refused_at_once(capsys: Capture) -> None:
    ran = run(capsys, "audit", "/")
    assert ran.status == 2
    assert "the whole disk" in ran.err
