"""A thousand problem files with monstrous exponents, each solved by the command line in a process of its own.

No process may crash, show a traceback, take more than 10 seconds of processor time or hold more than 1 GB.  A refusal
in one sentence (status 2 or 3) is an answer; how many there are is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from benchmarks.limits.problems import problem

SECONDS = 10.0
MEGABYTES = 1024.0
PATIENCE = 6 * SECONDS  # of wall clock: other processes may share the processor
UNEXPLAINED = ("Traceback", "a defect of symattn", "too large or too deeply nested to be worked on")
ADDRESS_SPACE = 3 << 30  # a guard for the machine; what counts is the memory held


@dataclass(frozen=True)
class Run:
    """What solving one file came to."""

    number: int
    status: int
    seconds: float
    megabytes: float
    said: str

    @property
    def fault(self) -> str:
        """What is wrong with it, or nothing."""
        if self.status < 0:
            return f"ended by signal {-self.status}"
        if self.status not in (0, 2, 3) or any(words in self.said for words in UNEXPLAINED):
            return f"status {self.status}: {self.said.strip()[-300:]}"
        if self.seconds > SECONDS:
            return f"{self.seconds:.1f} s"
        return f"{self.megabytes:.0f} MB" if self.megabytes > MEGABYTES else ""


def solve(file: Path, number: int) -> Run:
    """`symattn solve` of one file, with its processor time and largest resident memory."""
    command = [sys.executable, "-m", "symattn", "solve", str(file), "--json", "--places", "6"]
    with tempfile.TemporaryFile() as said:
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said, preexec_fn=_guarded
        )
        status, usage = _waited(child)
        said.seek(0)
        words = said.read().decode("utf-8", "replace")
    return Run(number, status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, words)


def _guarded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


def _waited(child: subprocess.Popen[bytes]) -> tuple[int, resource.struct_rusage]:
    """The exit status of a child (negative for a signal) and what it used; it is killed when it takes too long."""
    deadline = time.monotonic() + PATIENCE
    while True:
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        if pid:
            child.returncode = os.waitstatus_to_exitcode(status)
            return child.returncode, usage
        if time.monotonic() > deadline:
            child.kill()
            deadline += PATIENCE
        time.sleep(0.01)


def runs(numbers: range, seed: int, jobs: int) -> Iterator[Run]:
    """The problems of these numbers, solved."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:

        def one(number: int) -> Run:
            file = Path(folder) / f"{number}.json"
            file.write_text(json.dumps(problem(number, seed)), encoding="utf-8")
            return solve(file, number)

        yield from pool.map(one, numbers)


def main() -> int:
    """Solve them all; 1 when a limit is missed."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=1000)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--refusals", action="store_true", help="print what was refused, too")
    chosen = options.parse_args()
    done = []
    for run in runs(range(chosen.first, chosen.first + chosen.count), chosen.seed, chosen.jobs):
        done.append(run)
        if run.fault or (chosen.refusals and run.status):
            print(f"problem {run.number}: {run.fault or run.said.strip()[:300]}", flush=True)
    faults = [run for run in done if run.fault]
    slowest, largest = max(done, key=lambda run: run.seconds), max(done, key=lambda run: run.megabytes)
    print(f"{len(done)} files: {len(faults)} faults (limit 0); by status {dict(Counter(run.status for run in done))}")
    print(f"  slowest {slowest.seconds:.2f} s, problem {slowest.number} (limit {SECONDS:.0f} s)")
    print(f"  largest {largest.megabytes:.0f} MB, problem {largest.number} (limit {MEGABYTES:.0f} MB)")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
