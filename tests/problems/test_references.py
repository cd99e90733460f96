"""References into files: stages, their parts, records, problems and answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from symattn.errors import ProblemError, UnknownNameError
from symattn.exact import Exact, ExactMatrix
from symattn.problems.references import answer_at

EXERCISES = """
title = "Two"
[problems.even]
scores = [[0, 0], [0, "ln 3"]]
[problems.odd]
scores = [[[0, "ln 2"]], [[0, "ln 4"]]]
[[exercise]]
id = "a"
statement = "?"
problem = "even"
[[exercise.answer]]
stage = "weights"
[[exercise]]
id = "b"
statement = "?"
[[exercise.answer]]
value = "1/3"
[[exercise.answer]]
name = "last"
value = "2"
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "p.toml").write_text('scores = [[0, "ln 3"], [0, 0]]', encoding="utf-8")
    (tmp_path / "e.toml").write_text(EXERCISES, encoding="utf-8")
    (tmp_path / "one.toml").write_text(
        'title = "One"\n[problem]\nscores = [[0, "ln 3"]]\n'
        '[[exercise]]\nid = "a"\nstatement = "?"\n[[exercise.answer]]\nvalue = "7"\n',
        encoding="utf-8",
    )
    return tmp_path


def written(reference: object) -> str:
    value = answer_at(str(reference)).expected()
    assert isinstance(value, Exact | ExactMatrix)
    return value.text()


@pytest.mark.parametrize(
    ("reference", "text"),
    [
        ("p.toml:weights", "[[1/4, 3/4], [1/2, 1/2]]"),
        ("p.toml:weights[1]", "[[1/4, 3/4]]"),
        ("p.toml: weights[1, 2]", "3/4"),
        ("p.toml:weights[1,2]", "3/4"),
        ("p.toml:weights[:, 1]", "[[1/4], [1/2]]"),
        ("p.toml:weights[2, :]", "[[1/2, 1/2]]"),
        ("e.toml#even:weights[2, 2]", "3/4"),
        ("e.toml#odd:record2.weights[1, 2]", "4/5"),
        ("e.toml:a", "[[1/2, 1/2], [1/4, 3/4]]"),
        ("e.toml:b:1", "1/3"),
        ("e.toml:b:last", "2"),
        ("one.toml:a", "7"),
        ("one.toml:weights[1, 1]", "1/4"),
        ("one.toml#problem:weights[1, 1]", "1/4"),
    ],
)
def test_references(files: Path, reference: str, text: str) -> None:
    assert written(files / reference) == text


BAD: list[tuple[str, type[Exception], str]] = [
    ("p.toml", ProblemError, r'p\.toml" names no stage: write .*p\.toml:output\[2, 1\]'),
    ("none.toml:weights", ProblemError, r"none\.toml: there is no such file"),
    ("p.toml:weights[1", ProblemError, r'"weights\[1" is not a stage'),
    ("p.toml:weights[0, 1]", ProblemError, "a row is counted from 1"),
    ("p.toml#a:weights", ProblemError, "is one problem and has none called a"),
    ("e.toml:c", UnknownNameError, "no exercise is called 'c'"),
    ("e.toml:b", UnknownNameError, "no answer of b is called ''; known: 1, last"),
    ("e.toml#evne:weights", UnknownNameError, "no problem is called 'evne'; did you mean even"),
]


@pytest.mark.parametrize(("reference", "kind", "message"), BAD)
def test_references_to_nothing(files: Path, reference: str, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        written(files / reference)
