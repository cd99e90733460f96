"""symattn solve"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import symattn as sa
from tests.cli.support import TWO_HEADS, process, run
from tests.support import ROOT

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def two_heads(tmp_path: Path) -> Path:
    file = tmp_path / "two-heads.toml"
    file.write_text(TWO_HEADS)
    return file


def test_stages_for_programs(capsys: Capture, two_heads: Path) -> None:
    ran = run(capsys, "solve", str(two_heads), "--json", "--places", "4")
    assert (ran.status, ran.err) == (0, "")
    data = json.loads(ran.out)
    stages = {stage["name"]: stage for stage in data["stages"]}
    assert data["conditions"] == []
    assert list(stages)[-2:] == ["joined", "output"]
    assert stages["output"]["shape"] == [3, 2]
    assert stages["output"]["decimal"][1] == ["1.2311", "-0.2311"]
    assert stages["head1.masked_scores"]["exact"][0] == ["1", "-oo", "-oo"]
    assert (
        sa.compare(stages["output"]["exact"], "[[1, 1], [(3e+1)/(2e+2), (1-e)/(2e+2)], [4e/(2e+1), 0]]").outcome
        == "equal"
    )


def test_conditions_and_symbols_for_programs(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "leak.json"
    file.write_text(json.dumps({"scores": [[0, "ln k"]], "V": [["1"], ["0"]], "visible": "full"}))
    data = json.loads(run(capsys, "solve", str(file), "--json").out)
    assert data["conditions"] == ["k > 0"]
    assert data["stages"][-1]["decimal"] == [[None]]


def test_denominators_by_name(capsys: Capture, two_heads: Path, tmp_path: Path) -> None:
    def stages(*options: str) -> dict[str, dict[str, Any]]:
        ran = run(capsys, "solve", *options, "--json")
        assert (ran.status, ran.err) == (0, "")
        found: dict[str, dict[str, Any]] = {stage["name"]: stage for stage in json.loads(ran.out)["stages"]}
        return found

    named, whole = stages(str(two_heads), "--name-denominators"), stages(str(two_heads))
    assert named["head1.weights"]["denominators"] == {"D_3": "2*e + 1"}
    assert named["head1.weights"]["exact"][2] == ["e/D_3", "1/D_3", "e/D_3"]
    for name, stage in named.items():
        for row, expected in zip(stage["exact"], whole[name]["exact"], strict=True):
            for letter, text in stage["denominators"].items():
                row = [entry.replace(f"/{letter}", f"/({text})") for entry in row]
            assert row == expected
    asked = stages(str(two_heads), "--name-denominators", "--stage", "head2.weights", "--row", "2")
    assert asked["head2.weights"]["denominators"] == {"D_2": "e + 1"}
    batch = tmp_path / "batch.json"
    batch.write_text(json.dumps({"scores": [[[0, 1]], [[0, 0]]]}))
    assert stages(str(batch), "--name-denominators")["weights"]["denominators"] == [{"D_1": "e + 1"}, {}]
    ran = run(capsys, "solve", str(two_heads), "--name-denominators")
    assert ran.status == 2
    assert "write --json too" in ran.err


def test_one_stage_and_one_row(capsys: Capture, two_heads: Path) -> None:
    ran = run(capsys, "solve", str(two_heads), "--stage", "head1.weights", "--row", "3", "--places", "3")
    assert ran.status == 0
    assert "0.422" in ran.out
    assert "0.500" not in ran.out
    ran = run(capsys, "solve", str(two_heads), "--stage", "head1.weights", "--row", "3", "--json")
    (stage,) = json.loads(ran.out)["stages"]
    assert stage["decimal"] == [["0.422319", "0.155362", "0.422319"]]
    assert run(capsys, "solve", str(two_heads), "--stage", "weights").status == 2
    assert run(capsys, "solve", str(two_heads), "--stage", "output", "--row", "4").status == 2


def test_latex(capsys: Capture, two_heads: Path) -> None:
    ran = run(capsys, "solve", str(two_heads), "--to", "tex")
    assert ran.status == 0
    assert r"\begin{bmatrix}" in ran.out


def test_a_problem_on_standard_input() -> None:
    ran = process("solve", "-", "--stage", "output", stdin=TWO_HEADS)
    assert (ran.status, ran.err) == (0, "")
    assert "1.231059" in ran.out
    ran = process("solve", "-", "--json", stdin='{"scores": [[0, 0]], "visible": "full"}')
    assert json.loads(ran.out)["stages"][-1]["decimal"] == [["0.500000", "0.500000"]]
    ran = process("solve", "-", stdin="X = [[1, 0]")
    assert ran.status == 2
    assert ran.err.startswith("symattn: standard input: not readable as TOML")


def test_solving_as_text_loads_nothing_that_it_does_not_need(two_heads: Path) -> None:
    code = (
        "import sys; from symattn.cli import main; status = main(sys.argv[1:]); "
        "heavy = {'sympy', 'jinja2', 'lark', 'mpmath', 'hypothesis', 'IPython', 'subprocess', 'json', 'tempfile'}; "
        "print(status, sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "solve", str(two_heads)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stderr == "0 []\n"
    assert "1.231059" in done.stdout
