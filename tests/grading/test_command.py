"""symattn grade, as a teacher runs it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from symattn.grading import Journal
from tests.cli.support import Ran, run
from tests.grading.support import exercises_in

Capture = pytest.CaptureFixture[str]
ANSWERS = 'student,exercise,answer,response\nAda,one,,0.2689\nBen,one,,about 0.27\nBen,both,1,"[0.7311, 0.2689]"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    exercises_in(tmp_path)
    (tmp_path / "answers.csv").write_text(ANSWERS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def grade(capsys: Capture, *options: str, submissions: str = "answers.csv") -> Ran:
    return run(capsys, "grade", submissions, "--exercises", "exercises.toml", "--workers", "1", *options)


def test_a_report_is_written_and_said(folder: Path, capsys: Capture) -> None:
    ran = grade(capsys, "-o", "marks")
    assert ran == Ran(
        0,
        "3 answers by 2 students; a person must look at 1\nwrote marks.csv, marks.jsonl, marks.md, marks.html\n",
        "",
    )
    assert {path.name for path in folder.glob("marks*")} == {"marks.csv", "marks.jsonl", "marks.md", "marks.html"}


def test_json_and_strict_are_for_programs(folder: Path, capsys: Capture) -> None:
    ran = grade(capsys, "-o", "new/marks.html", "--json", "--strict", "--marks", "whole", "--repeats", "best")
    assert (ran.status, ran.err) == (3, "")
    data = json.loads(ran.out)
    assert data["answers"] == 3
    assert [(each["row"], each["student"], each["response"]) for each in data["for_person"]] == [
        (3, "Ben", "about 0.27")
    ]
    assert data["students"][1] == {"student": "Ben", "points": 2, "waiting": 1, "of": 5}
    assert data["exercises"][0]["outcomes"] == {"rounded": 1}
    assert data["files"] == ["new/marks.html"]


def test_json_moves_no_cursor(folder: Path, capsys: Capture) -> None:
    (folder / "answers.csv").write_text("student,exercise,response\n\x9b2J\u202e,one,\x1b[2J\x9b\n", encoding="utf-8")
    ran = grade(capsys, "-o", "marks.csv", "--json")
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", ran.out + ran.err)
    assert json.loads(ran.out)["for_person"][0]["response"] == "\x1b[2J\x9b"


def test_columns_are_said_and_remarks_go_to_standard_error(folder: Path, capsys: Capture) -> None:
    (folder / "answers.csv").write_bytes("Matrikel;Q = 1\n7;0,2689\nü;1\n".encode("cp1252"))
    ran = grade(capsys, "-o", "marks.csv", "--column", "Matrikel=student", "--column", "Q = 1=one")
    assert (ran.status, ran.out.splitlines()[0]) == (0, "2 answers by 2 students; none needs a person")
    assert ran.err == "note: answers.csv: byte 25 is not UTF-8, so everything was read as Windows-1252\n"
    assert (folder / "marks.csv").read_text(encoding="utf-8").splitlines()[1].startswith("7;one;1;0,2689;1;1;1;rounded")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "marks.pdf"], "marks.pdf: a report ends in .csv, .jsonl, .md, .html, or in nothing for all of them"),
        (["-o", "answers.csv"], "answers.csv is what this is made from, and would be lost: write to another file"),
        (["-o", "answers"], "answers.csv is what this is made from, and would be lost: write to another file"),
        (
            ["-o", "marks.csv", "--column", "nobody=student"],
            "answers.csv: no column is called 'nobody'; known: answer,",
        ),
        (["-o", "marks.csv", "--cluster", "tcp://127.0.0.1:9"], "no Dask scheduler answers at tcp://127.0.0.1:9"),
    ],
)
def test_misuse_is_one_sentence(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, options: list[str], message: str
) -> None:
    monkeypatch.setattr("symattn.grading.cluster.PATIENCE", 1.0)
    ran = grade(capsys, *options)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"symattn: {message}")
    assert ran.err.count("\n") == 1
    assert (folder / "answers.csv").read_text(encoding="utf-8") == ANSWERS


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["answers.csv", "-o", "marks.csv"], "the following arguments are required: --exercises"),
        (["answers.csv", "--exercises", "exercises.toml"], "the following arguments are required: -o/--output"),
        (["answers.csv", "--exercises", "exercises.toml", "-o", "m.csv", "--column", "x"], "write NAME=MEANING"),
        (["answers.csv", "--exercises", "exercises.toml", "-o", "m.csv", "--workers", "0"], "at least 1 is needed"),
        (["answers.csv", "--exercises", "exercises.toml", "-o", "m.csv", "--seconds", "nan"], "above 0 is expected"),
        (["none.csv", "--exercises", "exercises.toml", "-o", "m.csv"], "none.csv: No such file or directory"),
        (["answers.csv", "--exercises", "none.toml", "-o", "m.csv"], "none.toml: there is no such file"),
    ],
)
def test_misuse_of_arguments(folder: Path, capsys: Capture, arguments: list[str], message: str) -> None:
    ran = run(capsys, "grade", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert not list(folder.glob("m.csv*"))


def test_two_runs_on_one_report_are_refused(folder: Path, capsys: Capture) -> None:
    with Journal("marks.journal"):
        ran = grade(capsys, "-o", "marks")
    assert ran.status == 2
    assert ran.err.startswith("symattn: another run is writing this report: marks.journal is in use")


def test_answers_come_from_a_pipe_and_no_bar_goes_into_one(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "symattn", "grade", "-", "--exercises", "exercises.toml", "-o", "marks.jsonl"],
        input=ANSWERS.encode("utf-16"),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert len((folder / "marks.jsonl").read_text(encoding="utf-8").splitlines()) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudoterminals")
def test_a_bar_is_shown_on_a_terminal_and_wiped(folder: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "symattn", "grade", "answers.csv", "--exercises", "exercises.toml"]
    done = subprocess.run(
        [*command, "-o", "marks.csv"], stderr=theirs, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, check=False
    )
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert done.returncode == 0
    assert "[##############################] 3 of 3 answers" in shown
    assert shown.endswith("\r")
    assert shown.rstrip("\r").endswith(" ")
