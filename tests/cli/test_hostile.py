"""Every command, given what nobody means: a status and a sentence come out, and nothing is lost or run."""

from __future__ import annotations

import io
import json
import os
import random
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from symattn.cli.commands import COMMANDS
from symattn.cli.main import main

Capture = pytest.CaptureFixture[str]
# SYMATTN_HOSTILE=2000 tries so many cases of each kind instead of a sample.
CASES = int(os.environ.get("SYMATTN_HOSTILE", "40"))
EXERCISES: dict[str, Any] = {
    "title": "One row",
    "source": "s",
    "problem": {"scores": [[0, 1], [1, 1]], "V": [[1], [2]], "visible": "causal", "align": "top-left"},
    "exercise": [
        {
            "id": "one",
            "title": "x",
            "place": "p",
            "statement": "What is {{ stage('weights')[1] }}?",
            "hint": "h",
            "solution": "l",
            "points": 2,
            "problem": "problem",
            "answer": [
                {"stage": "weights", "row": 2, "column": 1, "rule": "auto", "marks": "whole", "equals": "1/(1+e)"},
                {"value": "1/2", "rule": "places:2", "places": 3, "abbreviate": True, "points": 1, "label": "l"},
                {"words": "w", "name": "n"},
            ],
        }
    ],
}
PROBLEMS: tuple[dict[str, Any], ...] = (
    {
        "X": [[1, 0], [0, 1]],
        "w_o": [[1]],
        "visible": {"causal": True, "key_lengths": 2},
        "heads": [{"w_q": [["1"], ["0"]], "w_k": [["1"], ["0"]], "w_v": [["1"], ["0"]]}],
    },
    {
        "Q": [[1, 0], [0, 2]],
        "K": [[1, 1], [0, "1/2"]],
        "V": [["1/3", 0], [0, 1]],
        "scale": 1,
        "n_heads": 2,
        "bias": [[0, 0], [0, "-oo"]],
        "query_valid": [True, True],
        "visible": {"window": [1, 0], "prefix": 1, "packed": [1, 1]},
    },
    {"scores": [[[0, 1], [2, 3]], [[0, 1], [2, 3]]], "visible": {"key_lengths": [1, 2]}},
)
WRONG: tuple[Any, ...] = (
    *(None, True, 0, -1, 10**30, 1.5, float("inf"), float("nan"), {}, {"a": 1}, {"causal": 1}),
    *("", "x", "\0", "\ud800", "\x1b[31m", "-oo", "oo", "1/0", "exp(exp(exp(99)))", "9" * 4200, "x" * 30_000),
    *("{{", "{{ 1/0 }}", "{{ stage('weights')[0] }}", "{{ __import__('os').mkdir('made') }}", "$\\frac$", "$"),
    *([], [[]], [[[]]], [[[[1]]]], [None], [[True]], [[1.5]], [["x"]], [["-oo"]], [[1], [1, 2]], [{}], [1, [2]]),
)
ARGUMENTS = (
    *("", "x", "-", "--", "-1", "\x1b[31m\x07", "a\0b", "\ud8ff", "x" * 100_000, "(" * 3000, "--json", "--json=1"),
    *("--places", "--to", "--row", "-o", "--stage", "9" * 5000, "1e400", "../..", "/", ".", "[[1]]", "exercises.json"),
    *("problem.json", "problem.json:weights[1, 1]", "cut.toml", "junk.toml", "#", ":", "=", "--expected", "--help"),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    write("exercises.json", EXERCISES)
    write("problem.json", PROBLEMS[1])
    Path("cut.toml").write_text('title = "One row"\n[problem]\nscores = [[0, 1')
    Path("junk.toml").write_bytes(random.Random(1).randbytes(1 << 16))
    return tmp_path


def write(name: str, data: object) -> None:
    Path(name).write_text(json.dumps(data))


def checked(capsys: Capture, arguments: list[str], before: dict[str, bytes]) -> None:
    """Run a command, and look at its status, at what it says, and at the files."""
    status = main(arguments)
    said = capsys.readouterr().err
    shown = [argument[:60] for argument in arguments]
    assert status in (0, 1, 2, 3), shown
    assert "defect" not in said, (shown, said)
    assert "Traceback" not in said, (shown, said)
    assert all(len(line) < 1_200 and line.isprintable() for line in said.splitlines()), (shown, said)
    if status == 2 and arguments:
        assert [line for line in said.splitlines() if line.startswith("symattn")], (shown, said)
    assert files() == before, shown


def files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path().iterdir() if path.suffix in (".json", ".toml")} | {
        path.name: b"" for path in Path().iterdir() if path.name == "made"
    }


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in nested data."""
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield (*path, key)
        yield from places(data[key], (*path, key))


def spoilt(data: Any, path: tuple[Any, ...], wrong: object) -> Any:
    data = deepcopy(data)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = wrong
    return data


def test_wrong_arguments(capsys: Capture, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    chance, before = random.Random(0), files()
    commands = [name for name in COMMANDS if name not in ("repl", "derive", "grade")]  # grade starts processes
    for _ in range(CASES):
        for name in commands:
            checked(capsys, [name, *chance.choices(ARGUMENTS, k=chance.randint(0, 4))], before)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_option_missing_its_value_doubled_or_empty(capsys: Capture, folder: Path, name: str) -> None:
    main([name, "--help"])
    options = {word.strip(",[]") for word in capsys.readouterr().out.split() if word.startswith("--")}
    before = files()
    for option in sorted(options - {"--help", "--traceback", "--plain", "--mistakes", "--list", "--cluster"}):
        for arguments in ([option], [option, option], [option, ""], [f"{option}="], [f"{option}={'x' * 10_000}"]):
            if name not in ("repl", "grade"):
                checked(capsys, [name, *arguments, "problem.json"], before)


def test_wrong_values_in_problem_files(capsys: Capture, folder: Path) -> None:
    cases = [(data, path, wrong) for data in PROBLEMS for path in places(data) for wrong in WRONG]
    commands = (
        *(["solve"], ["solve", "--json"], ["solve", "--to", "tex"], ["vectors"], ["prove", "causal"]),
        ["convert", "--to", "bert"],
    )
    chance = random.Random(2)
    for data, path, wrong in chance.sample(cases, min(CASES, len(cases))):
        write("spoilt.json", spoilt(data, path, wrong))
        checked(capsys, [*chance.choice(commands), "spoilt.json"], files())


def test_wrong_values_in_exercise_files(capsys: Capture, folder: Path) -> None:
    cases = [(path, wrong) for path in places(EXERCISES) for wrong in WRONG]
    commands = (["key"], ["key", "--to", "tex", "-o", "key.tex"], ["key", "--to", "md"], ["lint"], ["solve"], ["audit"])
    chance = random.Random(3)
    for path, wrong in chance.sample(cases, min(CASES, len(cases))):
        write("spoilt.json", spoilt(EXERCISES, path, wrong))
        checked(capsys, [*chance.choice(commands), "spoilt.json"], files())


@pytest.mark.parametrize("value", ["1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "0xff", "1_000", "1e3", "-inf"])
def test_what_only_toml_can_write(capsys: Capture, folder: Path, value: str) -> None:
    for line in (f"scores = [[{value}, 0]]", f"scores = {value}", f"scores = [[1]]\nvisible = {value}"):
        Path("dates.toml").write_text(line)
        checked(capsys, ["solve", "dates.toml"], files())


def test_a_file_that_is_cut_anywhere(capsys: Capture, folder: Path) -> None:
    text = (Path(__file__).parents[2] / "derivations" / "exercises" / "masks-and-heads.toml").read_bytes()[:4000]
    chance = random.Random(4)
    for _ in range(CASES):
        Path("cut.toml").write_bytes(text[: chance.randrange(len(text))])
        checked(capsys, ["key", "cut.toml", "--only", "hints"], files())
        checked(capsys, ["lint", "cut.toml", "--only", "broken"], files())
