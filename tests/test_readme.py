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

from symattn.cli import main

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)


def blocks(language: str) -> list[str]:
    return [text for found, text in BLOCKS if found == language]


def test_every_block_is_of_a_kind_that_is_run() -> None:
    assert {language for language, _ in BLOCKS} <= {"sh", "python", "toml", "console"}
    assert README.count("```") == 2 * len(BLOCKS)


@pytest.mark.parametrize("number", range(len(blocks("python"))))
def test_python_blocks_run_as_printed(number: int) -> None:
    text = blocks("python")[number]
    test = doctest.DocTestParser().get_doctest(text, {}, f"README block {number + 1}", "README.md", 0)
    assert test.examples
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    assert runner.run(test, out=report.append).failed == 0, "".join(report)


def test_files_and_commands_run_in_order(tmp_path: Path) -> None:
    """Each toml block is written under the name in its first line, then the commands after it run."""
    ran = 0
    environment = dict(os.environ, PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for language, text in BLOCKS:
        if language == "toml":
            name = text.splitlines()[0].removeprefix("# ")
            assert name.endswith(".toml")
            tomllib.loads(text)
            (tmp_path / name).write_text(text, encoding="utf-8")
        if language == "console":
            for line in text.splitlines():
                command = line.removeprefix("$ ")
                assert command.startswith("symattn ")
                done = subprocess.run(
                    ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
                )
                assert (done.returncode, done.stderr) == (0, ""), (command, done.stdout, done.stderr)
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
