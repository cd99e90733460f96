"""What the timed limits share: ratios of processor times taken in turns, and one line that holds a figure to its limit.

Processor time is measured, not wall clock, and the two sides of a ratio take turns: what else runs on the machine
slows both alike.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable
from statistics import median
from typing import Any

from benchmarks.heads import Head, head

Work = Callable[[Head], Any]


def ratio(above: Work, below: Work, kind: str, size: int, calls: int) -> tuple[float, float]:
    """The median ratio of two works on the same heads, and the median seconds of the second."""
    for work in (above, below):  # a first call imports and fills caches
        work(head(kind, size, seed=calls + 1))
    ratios, seconds = [], []
    for seed in range(1, calls + 1):
        given = head(kind, size, seed)
        base = processor_time(below, given)
        ratios.append(processor_time(above, given) / base)
        seconds.append(base)
    return median(ratios), median(seconds)


def processor_time(work: Callable[[Any], Any], given: Any) -> float:
    """Seconds that a work takes, garbage of others collected before."""
    gc.collect()
    start = time.process_time()
    kept = work(given)
    spent = time.process_time() - start
    del kept
    return spent


def held(name: str, figure: float, limit: float, unit: str = "") -> bool:
    """Print a figure beside its limit; whether it is kept."""
    kept = figure <= limit
    print(f"{name}: {figure:.2f}{unit} (limit {limit:g}{unit}){'' if kept else '  MISSED'}", flush=True)
    return kept


def status(kept: Iterable[bool]) -> int:
    """The exit status: 1 when a limit is missed."""
    return 0 if all(list(kept)) else 1
