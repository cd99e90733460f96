"""A causal head of 1024 tokens: time against the floor by hand, and memory."""

from __future__ import annotations

import argparse
import subprocess
import sys

from benchmarks import floor
from benchmarks.heads import head
from benchmarks.limits.measuring import held, ratio, status
from benchmarks.peers import by_symattn

RATIO = 1.5
MEGABYTES = 300.0
RESIDENT = "from benchmarks.limits.scale import resident; print(resident({kind!r}, {size}))"


def main() -> int:
    """Measure both; 1 when a limit is missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--size", type=int, default=1024)
    options.add_argument("--kind", default="d1")
    options.add_argument("--calls", type=int, default=5)
    chosen = options.parse_args()
    name = f"{chosen.kind}, T = {chosen.size}: all weights and outputs"
    found, seconds = ratio(by_symattn, floor.rows, chosen.kind, chosen.size, chosen.calls)
    print(f"floor {seconds * 1e3:.0f} ms")
    return status(
        [
            held(f"{name}, ratio to the floor", found, RATIO),
            held(f"{name}, largest resident memory", memory(chosen.kind, chosen.size), MEGABYTES, " MB"),
        ]
    )


def memory(kind: str, size: int) -> float:
    """Megabytes of a process of its own that does nothing else."""
    code = RESIDENT.format(kind=kind, size=size)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    return float(done.stdout)


def resident(kind: str, size: int) -> float:
    """Megabytes of this process after a head of its own was solved and is held."""
    from resource import RUSAGE_SELF, getrusage

    kept = by_symattn(head(kind, size))
    found = getrusage(RUSAGE_SELF).ru_maxrss / 1024
    del kept
    return found


if __name__ == "__main__":
    sys.exit(main())
