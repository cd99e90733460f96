"""Draw many texts, each in a worker process with a deadline, and print the figures.

    python -m tests.fuzzing --count 100000               # reader and check
    python -m tests.fuzzing --target files --count 5000 --seed 2
    python -m tests.fuzzing --target auditor --count 20000

Exit status 1 when a text is executed, raises what is not documented, takes over a second of processor time (a document
of the auditor two) or makes
the process grow by more than 200 MB.  The same seed and numbers always draw the same texts.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass, field

from tests.differential.workers import ask_all
from tests.fuzzing.measuring import MEGABYTES, SECONDS, SECONDS_OF
from tests.fuzzing.worker import DRAWS

PATIENCE = 30.0  # seconds of wall clock: other processes may share the processors
SHOWN = 300  # characters of a text that is at fault


@dataclass
class Figures:
    """What came of all texts of one target."""

    count: int = 0
    seconds: float = 0.0
    faults: list[int] = field(default_factory=list)
    slowest: tuple[float, int] = (0.0, -1)
    largest: tuple[float, int] = (0.0, -1)

    def add(self, number: int, fault: str, seconds: float, megabytes: float) -> None:
        """Count one more text."""
        self.count += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, (seconds, number))
        self.largest = max(self.largest, (megabytes, number))
        if fault:
            self.faults.append(number)

    def lines(self, target: str) -> str:
        """The figures in words."""
        limit = SECONDS_OF.get(target, SECONDS)
        return (
            f"{target}: {self.count} texts, {len(self.faults)} faults (limit 0), "
            f"{1000 * self.seconds / max(1, self.count):.2f} ms of processor time a text\n"
            f"  slowest {self.slowest[0]:.3f} s, number {self.slowest[1]} (limit {limit:g} s)\n"
            f"  largest growth {self.largest[0]:.1f} MB, number {self.largest[1]} (limit {MEGABYTES:g} MB)"
        )


def fuzz(target: str, first: int, count: int, seed: int, processes: int) -> Figures:
    """Run one target on so many texts."""
    figures = Figures()
    requests = ({"seed": seed, "number": number} for number in range(first, first + count))
    for answer in ask_all("tests.fuzzing.worker", requests, PATIENCE, processes, [target]):
        number = answer.request["number"]
        reply = answer.reply or {"fault": f"{answer.state}: {answer.detail}", "seconds": 0.0, "megabytes": 0.0}
        figures.add(number, reply["fault"], reply["seconds"], reply["megabytes"])
        if reply["fault"]:
            text = DRAWS[target](seed, number)
            print(f"{target} {number}: {reply['fault']}\n  {text[:SHOWN]!r} ({len(text)} characters)", flush=True)
    return figures


def main() -> int:
    """Fuzz the targets; 1 when there is a fault."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--target", choices=sorted(DRAWS), action="append", help="reader and checker when left out")
    options.add_argument("--count", type=int, default=100_000)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = options.parse_args()
    failed = False
    for target in chosen.target or ["reader", "checker"]:
        figures = fuzz(target, chosen.first, chosen.count, chosen.seed, chosen.processes)
        print(figures.lines(target), flush=True)
        failed = failed or bool(figures.faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
