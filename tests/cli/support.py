"""Running the command, in this process or in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from symattn.cli import main
from tests.support import ROOT

TWO_HEADS = """
X = [[1, 0], [0, 1], [1, 1]]
w_o = [[1, 1], [1, -1]]
visible = "causal"
[[heads]]
w_q = [["1"], ["0"]]
w_k = [["1"], ["0"]]
w_v = [["1"], ["0"]]
[[heads]]
w_q = [["0"], ["1"]]
w_k = [["0"], ["1"]]
w_v = [["0"], ["1"]]
"""


class Ran(NamedTuple):
    """What a command did."""

    status: int
    out: str
    err: str


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    """The command in this process."""
    status = main(arguments)
    return Ran(status, *capsys.readouterr())


def process(*arguments: str, cwd: Path = ROOT, stdin: str = "", **environment: str) -> Ran:
    """The command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "symattn", *arguments],
        cwd=cwd,
        env={**os.environ, **environment},
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)
