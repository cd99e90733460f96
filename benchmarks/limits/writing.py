"""Text and LaTeX of all weights and outputs of a head of 64 tokens, against the exact mathematics of the same head."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from statistics import median
from typing import Any

from benchmarks.heads import KINDS, head
from benchmarks.limits.measuring import held, processor_time, status
from benchmarks.peers import by_symattn

RATIO = 1.5
STYLES: dict[str, Callable[[Any], str]] = {"text": lambda m: m.text(), "LaTeX": lambda m: m.latex()}


def main() -> int:
    """Measure the kinds; 1 when the limit is missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--size", type=int, default=64)
    options.add_argument("--kinds", default=",".join(KINDS))
    options.add_argument("--calls", type=int, default=15)
    chosen = options.parse_args()
    kept = []
    for kind in chosen.kinds.split(","):
        for style, found in ratios(kind, chosen.size, chosen.calls).items():
            name = f"{kind}, T = {chosen.size}: {style} of all weights and outputs, ratio to the mathematics"
            kept.append(held(name, found, RATIO))
    return status(kept)


def ratios(kind: str, size: int, calls: int) -> dict[str, float]:
    """For each style the median ratio over heads of one kind."""
    found: dict[str, list[float]] = {style: [] for style in STYLES}
    for seed in range(calls + 1):
        given = head(kind, size, seed)
        exact = processor_time(by_symattn, given)
        matrices = by_symattn(given)
        for style, written in STYLES.items():
            spent = processor_time(lambda both: list(map(written, both)), matrices)  # noqa: B023  # called at once
            if seed:  # the first call is for warmth
                found[style].append(spent / exact)
    return {style: median(values) for style, values in found.items()}


if __name__ == "__main__":
    sys.exit(main())
