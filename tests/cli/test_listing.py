"""symattn list and symattn derive"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symattn.data import derivations_folder, exercises_folder
from tests.cli.support import process, run

Capture = pytest.CaptureFixture[str]


def stems(folder: Path, pattern: str) -> set[str]:
    return {path.stem for path in folder.glob(pattern)}


def test_everything_is_listed_with_a_title(capsys: Capture) -> None:
    data = json.loads(run(capsys, "list", "--json").out)
    assert {row["name"] for row in data["exercises"]} == stems(exercises_folder(), "*.toml")
    assert {row["name"] for row in data["derivations"]} == stems(derivations_folder(), "*.py")
    assert all(row["title"] for rows in data.values() for row in rows)


def test_the_list_for_people(capsys: Capture) -> None:
    ran = run(capsys, "list")
    assert ran.status == 0
    assert "\n  masks-and-heads " in ran.out
    assert "\n  causal_head " in ran.out


def test_every_problem_of_a_file_is_listed(capsys: Capture) -> None:
    shown = run(capsys, "list").out
    for row in json.loads(run(capsys, "list", "--json").out)["exercises"]:
        assert row["problems"]
        for problem in row["problems"]:
            assert problem in shown
        said = run(capsys, "solve", row["name"]).err
        assert all(problem in said for problem in row["problems"])


def test_a_derivation_runs_by_name() -> None:
    ran = process("derive", "causal_head")
    assert (ran.status, ran.err) == (0, "")
    assert "0.283995" in ran.out


def test_a_claim_that_is_not_proved_is_status_1(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wrong.py").write_text(
        '"""Wrong."""\nfrom symattn.derivation import claim\n\nif __name__ == "__main__":\n    claim("x", 1, 2)\n'
    )
    monkeypatch.setattr("symattn.data.derivations_folder", lambda: tmp_path)
    ran = run(capsys, "derive", "wrong")
    assert ran.status == 1
    assert ran.err.startswith("symattn: x is 1, which is not proved equal to 2")
    assert len(ran.err.splitlines()) == 1
