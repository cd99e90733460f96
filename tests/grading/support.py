"""Exercises, submissions, and workers that misbehave when an answer says so."""

from __future__ import annotations

from pathlib import Path

import pytest

EXERCISES = """
title = "Two <exercises>"

[problem]
Q = [[1, 0], [0, 2]]
K = [[1, 1], [0, "1/2"]]
V = [["1/3", 0], [0, 1]]
visible = "causal"
scale = 1

[[exercise]]
id = "both"
statement = "Both."
points = 3

[[exercise.answer]]
stage = "weights"
row = 2
label = "Weights"
points = 2

[[exercise.answer]]
stage = "output"
row = 2
column = 1

[[exercise]]
id = "one"
statement = "One."

[[exercise.answer]]
stage = "output"
row = 2
column = 2

[[exercise]]
id = "say-why"
statement = "Why?"

[[exercise.answer]]
words = "because the second key is a filler"
"""

# Python runs this in every process that finds it; answers that say so hang, swell, end or fall.
MISBEHAVIOUR = """
import os, signal, time
import symattn.checking

right = symattn.checking.check

def check(response, answer):
    if response == "hang":
        while True:
            pass
    if response == "sleep":
        time.sleep(600)
    if response == "swell":
        kept = bytearray(3 << 30)
    if response == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if response == "fall":
        raise ZeroDivisionError("on purpose")
    if response == "deep":
        return check(response, answer)
    if response.startswith("once "):
        name = response.removeprefix("once ")
        if not os.path.exists(name):
            open(name, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        response = "0.2689"
    return right(response, answer)

symattn.checking.check = check
"""


def exercises_in(folder: Path) -> Path:
    """The exercise file."""
    path = folder / "exercises.toml"
    path.write_text(EXERCISES, encoding="utf-8")
    return path


def misbehave(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let processes that are started from now on obey answers such as "hang"."""
    home = folder / "misbehaviour"
    home.mkdir()
    (home / "sitecustomize.py").write_text(MISBEHAVIOUR, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(home))


def one(*responses: str) -> list[dict[str, object]]:
    """Submissions to the exercise with one answer, each by another student."""
    return [{"student": f"s{n}", "exercise": "one", "response": text} for n, text in enumerate(responses, start=1)]
