"""Theorems: how much longer a proof takes than the calculation that it is about, and masks for every size.

The output of a causal head of 64 tokens with free symbols is calculated, then proved to be independent of later inputs;
each takes symbols of its own names, so that neither finds the other's in a cache. Then each theorem is asked of index
formulas, right and wrong ones.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from statistics import median
from typing import Any

import symattn as sa
from benchmarks.limits.measuring import held, processor_time, status
from symattn import ExactMatrix
from symattn.exact.functions import symbol

SECONDS = 1.0
MILLISECONDS = 50.0
FORMULAS = (
    "j <= i",
    "j <= i + T_k - T_q",
    "i - 3 < j <= i",
    "i - 4096 < j <= i or j < 4",
    "i - w < j <= i",
    "floor(i/4) == floor(j/4)",
    "i // 128 == j // 128 and j <= i",
    "(i - j) % 4 == 0 and j <= i",
    "max(0, i - 100) <= j <= min(i, T - 1)",
    "j <= i + 1",
    "i <= j",
    "j < i",
    "j <= max(i - 1, 0)",
    "i // 2 >= j // 2",
    "True",
)
THEOREMS: dict[str, Callable[[str], Any]] = {
    "causal": sa.prove_causal,
    "equal to causal": lambda formula: sa.prove_equal(formula, "j <= i"),
    "no empty row": lambda formula: sa.prove_no_empty_row(formula),
    "prefix passes": lambda formula: sa.prove_prefix_passes(formula),
    "cached": lambda formula: sa.prove_cached(formula),
    "padding": lambda formula: sa.prove_padding(formula, "L"),
    "isolated": lambda formula: sa.prove_isolated(formula, "i // 8 == j // 8"),
    "equivariance": lambda formula: sa.prove_equivariance(formula),
}


def outputs(scores: ExactMatrix, V: ExactMatrix) -> ExactMatrix:
    """A causal head from its scores."""
    return sa.masked_softmax(scores, "causal") @ V


def calculated(size: int) -> ExactMatrix:
    """The outputs for free symbols."""
    scores = ExactMatrix([[symbol(f"a_{i}_{j}") for j in range(size)] for i in range(size)])
    return outputs(scores, ExactMatrix([[symbol(f"b_{i}")] for i in range(size)]))


def proved(size: int) -> None:
    """The same with the proof."""
    verdict = sa.prove_causal(outputs, inputs={"scores": (size, size), "V": (size, 1)})
    assert verdict.outcome == "proved", verdict


def more(size: int, calls: int) -> float:
    """Median seconds that the proof takes beyond the calculation, each call in a process that did neither before."""
    import multiprocessing

    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        spent = [[pool.apply(_spent, (work, size)) for work in (calculated, proved)] for _ in range(calls)]
    alone, both = (median(each) for each in zip(*spent, strict=True))
    print(f"T = {size}: calculated in {alone:.2f} s, calculated and proved in {both:.2f} s")
    return float(both - alone)


def _spent(work: Callable[[int], Any], size: int) -> float:
    work(4)  # imports
    return processor_time(work, size)


def slowest(calls: int) -> tuple[float, str]:
    """The formula and theorem that take longest, in milliseconds."""
    found = (0.0, "")
    for name, ask in THEOREMS.items():
        for formula in FORMULAS:
            ask(formula)
            spent = median(processor_time(ask, formula) for _ in range(calls)) * 1e3
            found = max(found, (spent, f"{name} of {formula}"))
    return found


def main() -> int:
    """Measure both; 1 when a limit is missed."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--size", type=int, default=64)
    options.add_argument("--calls", type=int, default=3)
    chosen = options.parse_args()
    spent, which = slowest(chosen.calls)
    return status(
        [
            held(f"every size, the slowest ({which})", spent, MILLISECONDS, " ms"),
            held(
                f"causal head, T = {chosen.size}: the proof beyond its calculation",
                more(chosen.size, chosen.calls),
                SECONDS,
                " s",
            ),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
