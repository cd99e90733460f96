"""Certified binary64 of all weights and outputs of a head of 256 tokens, against the floor of the same head."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import symattn
from benchmarks import floor
from benchmarks.heads import Head
from benchmarks.limits.measuring import held, ratio, status
from benchmarks.peers import by_symattn

RATIO = 12.0


def main() -> int:
    """Measure the kinds; 1 when the limit is missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--size", type=int, default=256)
    options.add_argument("--kinds", default="d1,wide")
    options.add_argument("--format", default="binary64")
    options.add_argument("--calls", type=int, default=5)
    chosen = options.parse_args()

    def certified(given: Head) -> list[Any]:
        return [symattn.nearest_float(matrix, chosen.format) for matrix in by_symattn(given)]

    kept = []
    for kind in chosen.kinds.split(","):
        found, _ = ratio(certified, floor.rows, kind, chosen.size, chosen.calls)
        name = f"{kind}, T = {chosen.size}: exact mathematics and certified {chosen.format}, ratio to the floor"
        kept.append(held(name, found, RATIO))
    return status(kept)


if __name__ == "__main__":
    sys.exit(main())
