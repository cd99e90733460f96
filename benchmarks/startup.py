"""What it costs to start: imports and the command line, each in fresh processes, less an empty Python."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

PROBLEM = """X = [[1, 0], [0, 1], [1, 1]]
w_q = [[1], [0]]
w_k = [[1], [0]]
w_v = [[1], [0]]
visible = "causal"
"""


@dataclass(frozen=True)
class Start:
    """The median seconds of a command; None where it failed."""

    name: str
    seconds: float | None


def measure(repeats: int) -> list[Start]:
    """An empty Python, the imports and one solved problem."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "problem.toml"
        path.write_text(PROBLEM, encoding="utf-8")
        commands = {
            "python, empty": [sys.executable, "-c", "pass"],
            "import symattn": [sys.executable, "-c", "import symattn"],
            "import flint": [sys.executable, "-c", "import flint"],
            "import sympy": [sys.executable, "-c", "import sympy"],
            "symattn solve (3 tokens)": [sys.executable, "-m", "symattn", "solve", str(path)],
        }
        return [Start(name, _median(command, repeats)) for name, command in commands.items()]


def _median(command: list[str], repeats: int) -> float | None:
    times = []
    for _ in range(repeats + 1):
        start = time.perf_counter()
        run = subprocess.run(command, capture_output=True, check=False, timeout=120)
        times.append(time.perf_counter() - start)
        if run.returncode != 0:
            return None
    return median(times[1:])  # the first run filled the file cache
