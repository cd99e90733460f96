"""Run the benchmarks: python -m benchmarks [--quick] [--only PARTS] [--peers NAMES] [--output FOLDER].

Everything is timed in one run on one machine, each peer in a process of its own under a deadline.  The results are
written to results.md and cost.svg in the output folder (default: benchmarks/).
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from benchmarks import plot, startup
from benchmarks.heads import KINDS, SIZES
from benchmarks.pairs import COUNT
from benchmarks.report import Results, page
from benchmarks.runs import Limits, absent, time_certified, time_decisions, time_heads

PARTS = ("heads", "pairs", "certified", "startup")
FULL = Limits(SIZES, KINDS, COUNT, seconds_a_cell=20, seconds_a_pair=5, repeats=11, certified_sizes=(64, 256))
QUICK = Limits((3, 8), ("d1", "multi"), 6, seconds_a_cell=2, seconds_a_pair=2, repeats=1, certified_sizes=(3,))


def main() -> int:
    """Measure what was asked for, and write the page and the figure."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--quick", action="store_true", help="a few small sizes and pairs: does it run at all?")
    options.add_argument("--only", default=",".join(PARTS), help="parts to run, separated by commas")
    options.add_argument("--peers", default="", help="beginnings of names, separated by commas (default: all)")
    options.add_argument("--output", type=Path, default=Path(__file__).parent, help="the folder of the results")
    chosen = options.parse_args()
    parts = set(chosen.only.split(","))
    if not parts <= set(PARTS):
        options.error(f"--only takes {', '.join(PARTS)}")
    for peer in absent():
        say(f"not installed: {peer}")
    peers = tuple(filter(None, chosen.peers.split(",")))
    results = measured(replace(QUICK if chosen.quick else FULL, peers=peers), parts)
    chosen.output.mkdir(parents=True, exist_ok=True)
    write(results, chosen.output)
    return 0


def measured(limits: Limits, parts: set[str]) -> Results:
    """The parts asked for, measured."""
    results = Results(limits)
    if "heads" in parts:
        results.cells = time_heads(limits, say)
    if "pairs" in parts:
        results.decisions = time_decisions(limits, say)
    if "certified" in parts:
        results.certified = time_certified(limits, say)
    if "startup" in parts:
        results.starts = startup.measure(limits.repeats)
    return results


def write(results: Results, folder: Path) -> None:
    """The page, and the figure where matplotlib is installed."""
    figure = None
    if results.cells and plot.is_possible():
        figure = "cost.svg"
        plot.draw(results.cells, folder / figure)
    elif results.cells:
        say("no plot: matplotlib is not installed (pip install -e '.[bench]')")
    (folder / "results.md").write_text(page(results, figure), encoding="utf-8")
    say(f"written: {folder / 'results.md'}")


def say(text: str) -> None:
    """Progress, on standard error."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
