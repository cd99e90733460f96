"""Standard streams that are closed, full, or hold what is no text; outputs that would be lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from symattn.cli import listing, main
from tests.cli.support import Ran, process, run
from tests.support import ROOT

Capture = pytest.CaptureFixture[str]
PROBLEM = "scores = [[0, 1]]\n"
EXERCISES = """
title = "One row"
[problem]
scores = [[0, 1]]
[[exercise]]
id = "one"
statement = "What are the weights?"
[[exercise.answer]]
stage = "weights"
"""


def shell(command: str, stdin: bytes = b"") -> Ran:
    """A line for bash, in which symattn is the command."""
    line = command.replace("symattn", f"'{sys.executable}' -m symattn")
    done = subprocess.run(["bash", "-c", line], cwd=ROOT, input=stdin, capture_output=True, check=False)
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("symattn solve - <&-", "standard input: closed, so that nothing can be read"),
        ("symattn audit - <&-", "standard input: closed"),
        ("symattn compare 1 2 >&-", "standard output is closed"),
        ("symattn solve --help >&-", "standard output is closed"),
        ("symattn compare 1 2 >/dev/full", "standard output cannot be written: No space left on device"),
    ],
)
def test_a_closed_or_full_stream_is_one_sentence(command: str, words: str) -> None:
    ran = shell(command)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err
    assert len(ran.err.splitlines()) == 1


def test_without_standard_error_nothing_is_said_elsewhere() -> None:
    assert shell("symattn compare 1 x+ 2>&-") == (2, "", "")
    assert shell("symattn compare 1 x+ 2>&- >&- <&-") == (2, "", "")


def test_a_reader_that_leaves_is_no_error() -> None:
    assert shell("symattn solve masks-and-heads#two-heads | head -n 1; exit ${PIPESTATUS[0]}").err == ""


@pytest.mark.parametrize("command", ["solve -", "key -", "lint -", "audit -", "vectors -", "convert - --to bert"])
def test_input_that_is_no_utf8_is_one_sentence(command: str) -> None:
    ran = shell(f"symattn {command}", b'title = "\xff"')
    assert (ran.status, ran.out) == (2, "")
    assert "not UTF-8 text (byte 10)" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_byte_order_mark_is_no_part_of_json_or_toml() -> None:
    for text in (b'{"scores": [[0, 1]]}', b"scores = [[0, 1]]"):
        assert shell("symattn solve -", b"\xef\xbb\xbf" + text).status == 0


def test_errors_name_standard_input_and_no_file_that_is_gone() -> None:
    for text in (b"[" * 5000, b'{"scores": ' + b"[" * 5000, b"x = 1", b"scores = [[0.5]]"):
        ran = shell("symattn solve -", text)
        assert ran.status == 2
        assert ran.err.startswith("symattn: standard input: ")
        assert "/input." not in ran.err


# -- outputs ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def exercises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "one.toml"
    file.write_text(EXERCISES)
    (tmp_path / "link.md").symlink_to(file)
    return file


@pytest.mark.parametrize("output", ["one.toml", "./one.toml", "link.md"])
def test_no_command_writes_over_its_input(capsys: Capture, exercises: Path, output: str) -> None:
    for arguments in (["key", "one.toml", "--to", "md"], ["key", "link.md", "--to", "md"]):
        ran = run(capsys, *arguments, "-o", output)
        assert ran.status == 2
        assert exercises.read_text() == EXERCISES
    problem = exercises.with_name("p.json")
    problem.write_text('{"scores": [[0, 1]]}')
    assert "would be lost" in run(capsys, "vectors", "p.json", "-o", "./p.json").err
    assert problem.read_text() == '{"scores": [[0, 1]]}'
    table = exercises.with_name("marks.csv")
    table.write_text("student,exercise,answer,response\nA,one,1,1\n")
    assert "would be lost" in run(capsys, "grade", "marks.csv", "--exercises", "one.toml", "-o", "marks").err
    assert "would be lost" in shell(f"symattn key - --to md -o {exercises} < {exercises}").err


def test_a_minus_sign_is_standard_output(capsys: Capture, exercises: Path) -> None:
    there = set(exercises.parent.iterdir())
    assert run(capsys, "key", "one.toml", "-o", "-") == run(capsys, "key", "one.toml")
    assert run(capsys, "vectors", "one.toml", "-o", "-") == run(capsys, "vectors", "one.toml")
    assert "name one" in run(capsys, "grade", "x.csv", "--exercises", "one.toml", "-o", "-").err
    assert set(exercises.parent.iterdir()) == there


@pytest.mark.parametrize("output", ["", ".", "one.toml/key.md", "/proc/no/such/key.md", "a\0b.md", "x" * 300 + ".md"])
def test_where_nothing_can_be_written_is_one_sentence(capsys: Capture, exercises: Path, output: str) -> None:
    ran = run(capsys, "key", str(exercises), "--to", "md", "-o", output)
    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert "defect" not in ran.err


def test_a_failing_command_leaves_what_was_written_before(capsys: Capture, exercises: Path) -> None:
    assert run(capsys, "key", "one.toml", "-o", "key.md").status == 0
    before = Path("key.md").read_text()
    exercises.write_text(EXERCISES.replace('stage = "weights"', 'stage = "nothing"'))
    assert run(capsys, "key", "one.toml", "-o", "key.md").status == 2
    assert Path("key.md").read_text() == before


# -- decimals and defects --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("places", [4_300, 5_000])
def test_thousands_of_places(capsys: Capture, exercises: Path, places: int) -> None:
    for arguments in (["solve"], ["key"], ["key", "--to", "md"], ["solve", "--json"]):
        ran = run(capsys, *arguments, "one.toml", "--places", str(places))
        assert (ran.status, ran.err) == (0, "")
        assert max(map(len, ran.out.split())) > places
    exercises.write_text(EXERCISES + f"places = {places}\n")
    assert run(capsys, "key", "one.toml", "--only", "answers").status == 0


def test_too_many_places_are_refused(capsys: Capture, exercises: Path) -> None:
    assert "more than 100000 decimal places" in run(capsys, "key", "one.toml", "--places", "100001").err
    assert "at most 999999 is possible" in run(capsys, "key", "one.toml", "--places", "9" * 5000).err
    exercises.write_text(EXERCISES + "places = 1000000000\n")
    assert "more than 100000 decimal places" in run(capsys, "key", "one.toml").err


def test_a_defect_is_kept_whole(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def command(_: object) -> int:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(listing, "list_all", command)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert main(["list", "--json"]) == 2
    said = capsys.readouterr().err
    (kept,) = tmp_path.iterdir()
    assert said.startswith("symattn: a defect of symattn, RuntimeError: two lines (in ")
    assert str(kept) in said
    report = kept.read_text()
    for part in ("arguments: ['list', '--json']", "Traceback", "RuntimeError: two\nlines", "python-flint", "Python 3"):
        assert part in report
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "absent"))
    assert main(["list"]) == 2
    assert "a defect of symattn, RuntimeError" in capsys.readouterr().err


def test_a_process_says_the_same(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(PROBLEM)
    assert process("solve", str(tmp_path)).err == f"symattn: {tmp_path}: this is a folder: name a file in it\n"
