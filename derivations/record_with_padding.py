"""A record of three tokens in four slots, and what its filler may take part in.

Targets are the inputs shifted by one, so the diagonal stays: when EOS is to be predicted, the token before it is known.
The filler is read by nobody, its query is unused, and its target is left out of the loss.
Source: exercise 1 of the chapter on masks and multi-head attention.
"""

from sympy import Matrix, diag, ones, oo, zeros

import symattn as sa
from symattn.derivation import claim, claim_same, claim_stages
from symattn.loss import scored_positions, shifted_targets
from symattn.problems.stages import stage_value
from symattn.visibility import valid_positions

TOKENS = ["BOS", "red", "key"]
SLOTS = 4
LENGTH = len(TOKENS)

visible = sa.causal(SLOTS) & sa.padding(LENGTH, SLOTS)
used = valid_positions(LENGTH, SLOTS)

S = zeros(SLOTS, SLOTS)
M = visible.additive()
A = diag(*map(int, used)) * sa.Softmax(S + M).doit()


def keys() -> None:
    for query, expected in enumerate([[1], [1, 2], [1, 2, 3]], start=1):
        claim(f"keys of query {query}", [key + 1 for key in visible.visible_keys(query - 1)], expected)
    claim_same("slot 3 reads itself", visible[2, 2], True)
    claim_same("queries that are used", used, (True, True, True, False))


def targets() -> None:
    claim_same("targets", shifted_targets(TOKENS, "EOS"), ["red", "key", "EOS"])
    claim_same("inputs from the second on", shifted_targets(TOKENS, "EOS")[:-1], TOKENS[1:])
    claim_same("targets that are scored", scored_positions(LENGTH, SLOTS), (True, True, True, False))


def mask() -> None:
    claim("M", M, [[0, -oo, -oo, -oo], [0, 0, -oo, -oo], [0, 0, 0, -oo], [0, 0, 0, -oo]])


def unused_row() -> None:
    claim("weights of query 4", A[3, :], [0, 0, 0, 0])
    claim("mixture of query 4", A[3, :] * ones(SLOTS, 1), [0])
    claim("row totals", A * ones(SLOTS, 1), Matrix([1, 1, 1, 0]))


def main() -> None:
    keys()
    targets()
    mask()
    unused_row()
    problem = sa.load_exercises("masks-and-heads").problems["record"]
    claim("mask of the exercise file", stage_value(problem, "mask"), M)
    claim_stages("the exercise file", sa.solve(problem), {"masked_scores": S + M, "weights": A})


if __name__ == "__main__":
    main()
