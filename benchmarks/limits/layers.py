"""A two-layer causal model of 8 tokens and width 2, solved exactly: layer 2's inputs are layer 1's outputs.

Every output is printed in certified decimals, and every row is proved equal to the last row of the model that is run on
that row's own prefix: nothing later enters it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from random import Random

import symattn
from benchmarks.limits.measuring import held, status
from symattn import ExactMatrix

SECONDS = 10.0
Rows = Sequence[Sequence[int]]
Layer = tuple[Rows, Rows, Rows]
LAYERS: tuple[Layer, ...] = (
    (((1, 0), (1, 1)), ((1, 1), (0, 1)), ((1, 2), (1, -1))),
    (((0, 1), (1, 0)), ((1, 0), (-1, 1)), ((2, 1), (0, 1))),
)


def model(tokens: Rows) -> ExactMatrix:
    """The outputs of the last layer [T, 2]."""
    x: object = tokens
    for w_q, w_k, w_v in LAYERS:
        x = symattn.self_attention(x, w_q, w_k, w_v, visible="causal").exact("output")
    assert isinstance(x, ExactMatrix)
    return x


def drawn(size: int, seed: int) -> Rows:
    """Tokens of width 2."""
    rng = Random(f"layers {seed}")
    return [(rng.randint(-2, 2), rng.randint(-2, 2)) for _ in range(size)]


def unproved(tokens: Rows, whole: ExactMatrix) -> list[str]:
    """The rows that are not proved to be the last row of the model on their own prefix."""
    found = []
    for i in range(len(tokens)):
        alone = model(tokens[: i + 1]).row(i)
        said = symattn.compare([list(whole.row(i))], [list(alone)])
        if said.outcome != "equal":
            found.append(f"row {i + 1}: {said}")
    return found


def main() -> int:
    """Solve, print and prove; 1 when a row is not proved or all takes too long."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--size", type=int, default=8)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--places", type=int, default=12)
    chosen = options.parse_args()
    tokens = drawn(chosen.size, chosen.seed)
    start = time.process_time()
    whole = model(tokens)
    decimals = whole.decimal(chosen.places)
    solved = time.process_time() - start
    for i, row in enumerate(decimals, start=1):
        print(f"output[{i}] = {row}")
    failures = unproved(tokens, whole)
    spent = time.process_time() - start
    for line in failures:
        print(line)
    name = f"two layers, {chosen.size} tokens"
    print(f"{name}: solved and rounded in {solved:.2f} s")
    return status(
        [
            held(f"{name}: rows not proved equal to those of their prefix", len(failures), 0),
            held(f"{name}: processor time in all", spent, SECONDS, " s"),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
