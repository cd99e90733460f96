"""Where NumPy is absent one sentence says so, and golden vectors are written all the same."""

from __future__ import annotations

import subprocess
import sys

from tests.support import ROOT


def run_without_numpy(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.modules['numpy'] = None\n{code}"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout.strip()


def test_what_needs_numpy_says_so_and_the_rest_does_not_need_it() -> None:
    code = """
import symattn as sa
from symattn.verifying.vectors import golden_vectors, json_text
try:
    sa.verify
except ImportError as error:
    print(error)
print("0x3c00" in json_text(golden_vectors(sa.Problem.from_data({"scores": [[0]]}), ["binary16"])))
"""
    assert run_without_numpy(code).splitlines() == [
        "running code on exact numbers needs NumPy: pip install 'symattn[numpy]'",
        "True",
    ]
