"""Running derivation scripts: alone in a process, or here with every claim counted and no failure raised."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import lru_cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from symattn import derivation
from symattn.data import derivations_folder

SCRIPTS = {path.stem: path for path in sorted(derivations_folder().glob("*.py"))}
CLAIMS = ("claim", "claim_different", "claim_refused", "claim_same", "claim_stages")
_ROW = re.compile(r"\[(.*)\]|(.*)")


@dataclass(frozen=True)
class Run:
    """What a script did alone: exit status, what it said where, and what it left in its folder."""

    status: int
    output: str
    errors: str
    left: tuple[str, ...]


def run_alone(script: Path) -> Run:
    """A script in a fresh process, in an empty folder of its own."""
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, str(script)],
            cwd=folder,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return Run(done.returncode, done.stdout, done.stderr, tuple(path.name for path in Path(folder).iterdir()))


@lru_cache
def run_of(name: str) -> Run:
    """The run of a script of the package, made once for all tests."""
    return run_alone(SCRIPTS[name])


@dataclass(frozen=True)
class Shown:
    """A value as a claim prints it: rows of exact texts, and rows of decimals (the exact texts where it shows none)."""

    exact: list[list[str]]
    decimals: list[list[str]]


def shown_by(output: str) -> dict[str, Shown]:
    """The printed values by label."""
    found: dict[str, Shown] = {}
    for block in re.split(r"\n(?! )", output.rstrip("\n")):
        first, *more = block.split("\n")
        label, equals, value = first.rpartition(" =")
        if not equals or first.startswith("["):
            continue
        lines = [line.strip() for line in more] or [re.sub(r" for [^~\]]*$", "", value.strip())]
        pairs = [line.partition(" ~ ") for line in lines]
        exact = [_entries(exact_row) for exact_row, _, _ in pairs]
        found[label] = Shown(exact, [_entries(rounded or exact_row) for exact_row, _, rounded in pairs])
    return found


def _entries(row: str) -> list[str]:
    inside, alone = _ROW.fullmatch(row).groups()  # type: ignore[union-attr]
    return str(alone if inside is None else inside).split(", ")


@dataclass
class Counted:
    """The labels of the claims of a script that held and that failed, in order."""

    held: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    stopped: str = ""  # what ended the script between two claims

    def counting(self, state: Callable[..., None]) -> Callable[..., None]:
        """A claim function that goes on after a failure."""

        def counted(label: str, *arguments: object, **names: object) -> None:
            try:
                state(label, *arguments, **names)
            except Exception:
                self.failed.append(label)
            else:
                self.held.append(label)

        return counted


def count_claims(source: str, monkeypatch: pytest.MonkeyPatch) -> Counted:
    """Run the text of a script here, with its claims counted."""
    counted = Counted()
    with monkeypatch.context() as patch, redirect_stdout(StringIO()):
        for name in CLAIMS:
            patch.setattr(derivation, name, counted.counting(getattr(derivation, name)))
        try:
            exec(compile(source, "script", "exec"), {"__name__": "__main__"})
        except Exception as error:
            counted.stopped = repr(error)
    return counted
