"""Every block of the README runs: Python as doctests, files as files, commands as commands."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from symattn.checking import Rule
from symattn.cli import main
from symattn.problems.exercise_files import ANSWER_KEYS, EVERY_ANSWER, EXERCISE_KEYS
from symattn.problems.fields import KEYS, PROJECTIONS
from symattn.problems.seeing import RESTRICTIONS
from symattn.trace import STAGES

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)

FILES = ("toml", "csv")


def blocks(language: str) -> list[str]:
    return [text for found, text in BLOCKS if found == language]


def test_every_block_is_of_a_kind_that_is_run() -> None:
    assert {language for language, _ in BLOCKS} <= {"sh", "python", "console", *FILES}
    assert README.count("```") == 2 * len(BLOCKS)


@pytest.mark.parametrize("number", range(len(blocks("python"))))
def test_python_blocks_run_as_printed(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder that holds the files of the README."""
    monkeypatch.chdir(tmp_path)
    for language, file in BLOCKS:
        if language in FILES:
            _write(language, file, tmp_path)
    text = blocks("python")[number]
    test = doctest.DocTestParser().get_doctest(text, {}, f"README block {number + 1}", "README.md", 0)
    assert test.examples
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    assert runner.run(test, out=report.append).failed == 0, "".join(report)


def _write(language: str, text: str, folder: Path) -> None:
    """A toml block as the file that its first line names, a csv block as the one named last before it."""
    if language == "toml":
        name = text.splitlines()[0].removeprefix("# ")
        tomllib.loads(text)
    else:
        name = re.findall(r"`([^`\s]+\.csv)`", README[: README.index(text)])[-1]
    assert name.endswith(f".{language}")
    (folder / name).write_text(text, encoding="utf-8")


def test_files_and_commands_run_in_order(tmp_path: Path) -> None:
    """Each toml or csv block is written under the name in its first line, then the commands after it run."""
    ran = 0
    environment = dict(os.environ, PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for language, text in BLOCKS:
        if language in FILES:
            _write(language, text, tmp_path)
        if language == "console":
            for line in text.splitlines():
                command = line.removeprefix("$ ")
                assert command.startswith("symattn ")
                done = subprocess.run(
                    ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
                )
                fine = (0, 1) if command.startswith("symattn lint") else (0,)  # 1: it has something to say
                assert done.returncode in fine, (command, done.stdout, done.stderr)
                assert done.stderr == "", command
                written = re.search(r"-o (\S+)", command)
                assert (tmp_path / written[1]).stat().st_size if written else done.stdout.strip(), command
                ran += 1
    assert ran >= 5


def test_the_set_up_commands_are_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = [line.split()[1] for line in blocks("sh")[0].splitlines()]
    assert targets == ["answers", "test"]
    for target in targets:
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE)


def test_the_table_lists_the_commands_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    helped = set(re.findall(r"^  (\w+)  +\S", capsys.readouterr().out.split("examples:")[0], flags=re.MULTILINE))
    listed = set(re.findall(r"^\| `symattn (\w+)", README, flags=re.MULTILINE))
    assert listed == helped


def test_the_tables_name_every_key_stage_and_rule() -> None:
    """What a file may say is said: no key is known to the program alone."""
    said = set(re.findall(r"`([^`\n]+)`", README))
    words = {word for each in said for word in re.findall(r"[A-Za-z_]+", each)}
    answer = {*EVERY_ANSWER, *(name for kind, others in ANSWER_KEYS.items() for name in (kind, *others))}
    assert {*KEYS, *RESTRICTIONS, *PROJECTIONS, *STAGES} <= words
    assert {*EXERCISE_KEYS, *answer} <= words
    for rule in ("exact", "auto", "places:2", "sig:3", "places>=4", "sig>=4", "within:1/100", "relative:1/100"):
        assert rule in said
        Rule.parse(rule)
    assert (ROOT / "derivations/exercises/masks-and-heads.toml").is_file()
