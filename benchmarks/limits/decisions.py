"""Equality decided on generated pairs: none wrong, few undecided, and how long each takes without reading.

    python -m benchmarks.limits.decisions [--count 5000] [--seed 1]

Half of the pairs are equal in another form, two thirds nested, a tenth each has roots, logarithms, symbols.  Timed are
the comparison of two numbers, and the same with both built by the engine's own operations before it.  Limits: 0 wrong,
at most 0.5 % undecided; medians of a comparison 0.2 ms different and 1.5 ms equal; built and compared 30 ms for 95 %,
none over 2 s.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from statistics import median, quantiles

from symattn.errors import SymattnError
from symattn.exact.comparing import compare_numbers
from tests.differential.algebras import exact_value
from tests.differential.pairs import pairs

MOST_UNDECIDED = 0.005
MEDIANS = {"different": 0.2e-3, "equal": 1.5e-3}
MOST_AT_95 = 30e-3
MOST = 2.0


def main(arguments: list[str] | None = None) -> int:
    """Decide the pairs, print the figures, and return 1 where a limit is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    built: dict[str, list[float]] = {"equal": [], "different": []}
    compared: dict[str, list[float]] = {"equal": [], "different": []}
    slow: list[str] = []
    for n, made in enumerate(pairs(options.seed, options.count)):
        started = time.perf_counter()
        try:
            left, right = exact_value(made.left), exact_value(made.right)
            ready = time.perf_counter()
            found: str = compare_numbers(left, right).outcome
        except SymattnError:
            ready, found = time.perf_counter(), "undecided"
        ended = time.perf_counter()
        truth = "equal" if made.equal else "different"
        counts["undecided" if found == "undecided" else "right" if found == truth else "wrong"] += 1
        built[truth].append(ended - started)
        compared[truth].append(ended - ready)
        if ended - started > MOST:
            slow.append(f"pair {n} took {ended - started:.1f} s")
    return _report(counts, built, compared, slow)


def _report(
    counts: Counter[str], built: dict[str, list[float]], compared: dict[str, list[float]], slow: list[str]
) -> int:
    total = sum(counts.values())
    missed = counts["wrong"] > 0 or counts["undecided"] > MOST_UNDECIDED * total or bool(slow)
    print(f"{total} pairs: {counts['right']} right, {counts['wrong']} wrong, {counts['undecided']} undecided")
    for truth, limit in MEDIANS.items():
        middle, high = median(compared[truth]), quantiles(compared[truth], n=20)[-1]
        whole, whole_high = median(built[truth]), quantiles(built[truth], n=20)[-1]
        print(
            f"{truth:9}  compared: median {middle * 1e3:.3f} ms (limit {limit * 1e3} ms), "
            f"95 % below {high * 1e3:.2f} ms; "
            f"built and compared: median {whole * 1e3:.3f} ms, 95 % below {whole_high * 1e3:.2f} ms, "
            f"at most {max(built[truth]):.2f} s"
        )
        missed = missed or middle > limit or whole_high > MOST_AT_95
    for line in slow:
        print(line)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
