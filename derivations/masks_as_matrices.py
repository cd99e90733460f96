"""The triangle M and the columns P as matrices of 0 and -oo, and what adding them does to any score.

M compares the places of reader and word, P only asks whether the word read is filler. So M is one matrix for all
sentences of a length, P one row of flags for each sentence.
Source: the lesson on masking and causality, on deleting entries and on sentences of different lengths.
"""

from sympy import Matrix, exp, oo, symbols

import symattn as sa
from symattn.derivation import claim, claim_different, claim_same

WORDS = 5
SLOTS, LENGTHS = 4, [4, 2]

M = sa.causal(WORDS).additive()
P = [padding.additive() for padding in sa.padding(LENGTHS, SLOTS)]

a, b, c, d = symbols("a b c d", real=True)


def hidden_cells(mask: Matrix) -> int:
    return sum(entry == -oo for entry in mask)


def triangle() -> None:
    rows = [[0] * i + [-oo] * (WORDS - i) for i in range(1, WORDS + 1)]
    claim("M", M, rows)
    claim("cells that M hides", hidden_cells(M), 10)
    claim("cells of M", len(M), 25)
    claim_different("M, rows 1 and 2", M[0, :], M[1, :])


def columns() -> None:
    claim("P of sentence 1", P[0], [[0, 0, 0, 0]] * SLOTS)
    claim("P of sentence 2", P[1], [[0, 0, -oo, -oo]] * SLOTS)
    for number, (mask, hidden) in enumerate(zip(P, [0, 8], strict=True), start=1):
        claim(f"P of sentence {number}, row 1 for every reader", Matrix([mask[0, :]] * SLOTS), mask)
        claim(f"cells that P of sentence {number} hides", hidden_cells(mask), hidden)
    flags = [padding.row(0) for padding in sa.padding(LENGTHS, SLOTS)]
    claim("flags that hold P", sum(map(len, flags)), 8)
    claim_same("flags of sentence 2", flags[1], (True, True, False, False))


def any_scores() -> None:
    """Real scores of which nothing is known."""
    S = Matrix([[a, b], [c, d]])
    mask = sa.causal(2).additive()
    claim("S + M", S + mask, [[a, -oo], [c, d]])
    claim("a + 0", a + mask[0, 0], a)
    claim("a + (-oo)", a + mask[0, 1], -oo)
    claim("-oo + (-oo)", mask[0, 1] + mask[0, 1], -oo)
    weights = [[1, 0], [exp(c) / (exp(c) + exp(d)), exp(d) / (exp(c) + exp(d))]]
    claim("weights", sa.Softmax(S + mask).doit(), weights)


def both() -> None:
    """M and P together hide what either hides."""
    relation = sa.causal(SLOTS) & sa.padding(LENGTHS[1], SLOTS)
    total = sa.causal(SLOTS).additive() + P[1]
    claim("M + P of sentence 2", total, [[0, -oo, -oo, -oo], [0, 0, -oo, -oo], [0, 0, -oo, -oo], [0, 0, -oo, -oo]])
    claim("mask of the relation", relation.additive(), total)


def main() -> None:
    triangle()
    columns()
    any_scores()
    both()


if __name__ == "__main__":
    main()
