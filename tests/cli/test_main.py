"""From arguments to a status: help, errors in one sentence, interrupts, closed pipes."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import symattn
from symattn.cli import listing, main
from symattn.cli.commands import COMMANDS
from tests.cli.support import process, run
from tests.support import ROOT

Capture = pytest.CaptureFixture[str]


def test_help_names_every_command(capsys: Capture) -> None:
    for arguments in (["--help"], ["-h"], ["help"]):
        ran = run(capsys, *arguments)
        assert ran.status == 0
        assert all(f"\n  {name} " in ran.out for name in COMMANDS)


def test_without_a_command_the_help_is_misuse(capsys: Capture) -> None:
    ran = run(capsys)
    assert (ran.status, ran.out) == (2, "")
    assert "usage: symattn COMMAND" in ran.err


def test_the_version(capsys: Capture) -> None:
    assert run(capsys, "--version").out == f"symattn {symattn.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["slove", "x"], "no command is called 'slove'; did you mean solve"),
        (["compare", "1 +", "2"], "at position 4 of '1 +': "),
        (["compare", "1"], "the following arguments are required: B"),
        (["compare", "1", "2", "--jsno"], "unrecognized arguments: --jsno"),
        (["compare", "1/0", "2"], "division by zero"),
        (["check", "1"], "say what is right"),
        (["check", "--expected", "1", "--rule", "rounded", "1"], "no rule is called 'rounded'"),
        (["check", "masks-and-head#two-heads:output", "1"], "did you mean masks-and-heads"),
        (["check", "masks-and-heads#two-heds:output", "1"], "did you mean two-heads"),
        (["check", "masks-and-heads#two-heads:outputs", "1"], "did you mean output"),
        (["solve", "absent.toml"], "absent.toml: there is no such file"),
        (["solve", "masks-and-heads"], "name one of its problems"),
        (["solve", "masks-and-heads#two-heads", "--stage", "weights"], "write --stage head1.weights or head2.weights"),
        (["solve", "masks-and-heads#two-heads", "--json", "--stage", "Q"], "write --stage head1.Q or head2.Q"),
        (["solve", "masks-and-heads#two-heads", "--json", "--to", "tex"], "--json and --to tex are two formats"),
        (["check", "masks-and-heads:nope:1", "1"], "no exercise is called 'nope'; known: "),
        (["solve", "masks-and-heads#two-heads", "--places", "-1"], "a whole number is expected, not '-1'"),
        (["solve", "masks-and-heads#two-heads", "--row", "0"], "positions are counted from 1"),
        (["solve", "masks-and-heads#two-heads", "--to", "html"], "invalid choice: 'html'"),
        (["derive", "causal"], "did you mean causal_head"),
        (["key", "masks-and-heads", "-o", "key.docx"], "the ending says no format"),
        (["key", "masks-and-heads", "--to", "pdf"], "add -o FILE"),
    ],
)
def test_misuse_is_one_sentence_on_stderr(capsys: Capture, arguments: list[str], words: str) -> None:
    ran = run(capsys, *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err
    assert ran.err.startswith("symattn")
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("X = [[1, 0]", "not readable as TOML"),
        ("X = [[0.5]]\nw_q = [[1]]\nw_k = [[1]]\nw_v = [[1]]", "0.5"),
        ("scores = [[1, 2]]\nvisibel = 'full'", "visibel"),
        ("scores = [[1, 2]]\nvisible = [[false, false]]", "a valid query has no visible key: query 1"),
    ],
)
def test_a_broken_file_is_named_with_what_is_wrong(capsys: Capture, tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(text)
    ran = run(capsys, "solve", str(file))
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_toml_error_says_the_line(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_text("scores = [[1, 2]]\nvisible = \n")
    assert "line 2" in run(capsys, "solve", str(file)).err


def test_an_absent_file_is_answered_with_names_like_it(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "two-heads.toml").write_text("scores = [[1]]")
    ran = run(capsys, "solve", str(tmp_path / "two-head.toml"))
    assert ran.status == 2
    assert ran.err.endswith("there is no such file; did you mean two-heads.toml?\n")


def test_a_folder_is_no_file(capsys: Capture, tmp_path: Path) -> None:
    ran = run(capsys, "solve", str(tmp_path))
    assert ran.status == 2
    assert len(ran.err.splitlines()) == 1


def test_a_key_that_cannot_be_written_is_one_sentence(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ran = run(capsys, "key", "masks-and-heads", "-o", str(tmp_path / "file" / "key.md"))
    assert ran.status == 2
    assert len(ran.err.splitlines()) == 1


def raising(error: BaseException) -> object:
    def command(_: object) -> int:
        raise error

    return command


def test_an_interrupt_is_quiet(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "list_all", raising(KeyboardInterrupt()))
    assert run(capsys, "list") == (130, "", "")


def test_a_defect_is_one_sentence_unless_a_traceback_is_asked_for(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(listing, "list_all", raising(RuntimeError("two\nlines")))
    ran = run(capsys, "list")
    assert ran.status == 2
    assert ran.err.startswith("symattn: a defect of symattn, RuntimeError: two lines (")
    with pytest.raises(RuntimeError):
        main(["--traceback", "list"])


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (symattn.UndecidedError("not known"), 3),
        (symattn.SymattnError("no"), 2),
        (RecursionError(), 2),
        (FileNotFoundError(2, "No such file", "x.toml"), 2),
    ],
)
def test_errors_have_their_status(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    monkeypatch.setattr(listing, "list_all", raising(error))
    ran = run(capsys, "list")
    assert ran.status == status
    assert len(ran.err.splitlines()) == 1


def test_a_closed_pipe_is_quiet() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "symattn", "list"],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": ""},  # everything is written at the end
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    assert child.wait(60) == 141
    assert child.stderr.read() == b""
    child.stderr.close()


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1"])
def test_output_is_utf8_whatever_the_locale(locale: str) -> None:
    ran = process(
        "compare", "½", "√2", LC_ALL=locale, PYTHONIOENCODING="latin-1", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0"
    )
    assert ran.status in (1, 2)
    assert "�" not in ran.out + ran.err
    ran = process("solve", "masks-and-heads#two-heads", "--stage", "output", LC_ALL=locale, PYTHONIOENCODING="ascii")
    assert (ran.status, ran.err) == (0, "")
    assert "≈" in ran.out


def test_the_module_and_the_script_are_the_same_command() -> None:
    (script,) = entry_points(group="console_scripts", name="symattn")
    assert script.load() is main
    installed = Path(sys.executable).with_name("symattn")
    arguments = ["compare", "1/2", "0.25"]
    ran = process(*arguments)
    assert ran.status == 1
    if installed.exists():
        done = subprocess.run([installed, *arguments], capture_output=True, encoding="utf-8", check=False)
        assert ran == (done.returncode, done.stdout, done.stderr)
