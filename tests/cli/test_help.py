"""Every command explains itself, and the examples that it shows work."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from symattn.cli.commands import COMMANDS, overview
from tests.cli.support import run

Capture = pytest.CaptureFixture[str]

# What the examples of grade are about.
ANSWERS = 'id,exercise,answer,response\n7,table-16-1,padding,1\n7,table-16-1,padding,"[1,2],[1,2],[1,2]"\n'


def examples(text: str) -> list[list[str]]:
    shown = text.partition("examples:\n")[2].splitlines()
    return [shlex.split(line)[1:] for line in shown if line.startswith("  symattn ")]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_of_a_command_run(
    name: str, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "answers.csv").write_text(ANSWERS, encoding="utf-8")
    ran = run(capsys, name, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"usage: symattn {name}")
    shown = examples(ran.out)
    assert shown
    assert all(arguments[0] == name for arguments in shown)
    for arguments in shown:
        if name != "repl":
            assert run(capsys, *arguments).status == 0, arguments


@pytest.mark.parametrize("name", COMMANDS)
def test_help_says_what_the_overview_says(name: str, capsys: Capture) -> None:
    """With names such as LaTeX as they are written, and no line that ends in a space."""
    shown = run(capsys, name, "--help").out
    assert COMMANDS[name].does[1:] in " ".join(shown.split())
    assert [line for line in shown.splitlines() if line != line.rstrip()] == []


def test_the_examples_of_the_overview_run(capsys: Capture) -> None:
    shown = examples(overview())
    assert len(shown) == 3
    for arguments in shown:
        assert run(capsys, *arguments).status == 0
