"""A batch of two sentences in four slots: scores plus the triangle plus the columns.

Scores are logarithms of small whole numbers, so weights are fractions. Readers that are filler stay computed, from the
words before them; the loss leaves them out. Without the columns a word spends most of its weight on filler.
Source: the section of the lesson on masking and causality on sentences of different lengths, with scores made up here.
"""

from sympy import Matrix, Rational, diag, log, ones, oo

import symattn as sa
from symattn.derivation import claim, claim_same, claim_stages
from symattn.loss import scored_positions

ODDS = [
    Matrix([[1, 2, 3, 4], [2, 1, 1, 3], [1, 4, 3, 2], [2, 3, 1, 4]]),
    Matrix([[3, 1, 5, 5], [1, 3, 5, 5], [5, 2, 1, 1], [2, 5, 1, 1]]),
]
LENGTHS = [4, 2]
SLOTS = 4

S = [odds.applyfunc(log) for odds in ODDS]
M = sa.causal(SLOTS).additive()
P = [padding.additive() for padding in sa.padding(LENGTHS, SLOTS)]
A = [sa.Softmax(scores + M + columns).doit() for scores, columns in zip(S, P, strict=True)]


def rows_over(divisors: list[int], rows: list[list[int]]) -> Matrix:
    """Whole numbers, each row divided by its own total."""
    return diag(*(Rational(1, divisor) for divisor in divisors)) * Matrix(rows)


def masked_scores() -> None:
    expected = [[log(3), -oo, -oo, -oo], [0, log(3), -oo, -oo], [log(5), log(2), -oo, -oo], [log(2), log(5), -oo, -oo]]
    claim("S + M + P of sentence 2", S[1] + M + P[1], expected)


def weights() -> None:
    first = rows_over([1, 3, 8, 10], [[1, 0, 0, 0], [2, 1, 0, 0], [1, 4, 3, 0], [2, 3, 1, 4]])
    second = rows_over([1, 4, 7, 7], [[1, 0, 0, 0], [1, 3, 0, 0], [5, 2, 0, 0], [2, 5, 0, 0]])
    claim("weights of sentence 1", A[0], first)
    claim("weights of sentence 2", A[1], second)
    claim("row totals of sentence 2", A[1] * ones(SLOTS, 1), ones(SLOTS, 1))


def what_the_loss_takes() -> None:
    claim_same("positions with words, sentence 1", scored_positions(LENGTHS[0], SLOTS), (True, True, True, True))
    claim_same("positions with words, sentence 2", scored_positions(LENGTHS[1], SLOTS), (True, True, False, False))


def one_mask_alone() -> None:
    triangle, columns = sa.Softmax(S[1] + M).doit(), sa.Softmax(S[1] + P[1]).doit()
    rows = [[1, 0, 0, 0], [1, 3, 0, 0], [5, 2, 1, 0], [2, 5, 1, 1]]
    claim("sentence 2 with M alone", triangle, rows_over([1, 4, 8, 9], rows))
    rows = [[3, 1, 0, 0], [1, 3, 0, 0], [5, 2, 0, 0], [2, 5, 0, 0]]
    claim("sentence 2 with P alone", columns, rows_over([4, 4, 7, 7], rows))
    claim("its two words with M alone", triangle[:2, :], A[1][:2, :])


def no_mask() -> None:
    unmasked = sa.Softmax(S[1]).doit()
    claim("sentence 2 with no mask", unmasked, rows_over([14, 14, 9, 9], ODDS[1].tolist()))
    claim("what word 1 spends on filler", unmasked[0, 2] + unmasked[0, 3], Rational(5, 7))


def flags_broadcast() -> None:
    """One row of flags for all readers is the same as the whole matrix."""
    for number, (scores, columns, weights) in enumerate(zip(S, P, A, strict=True), start=1):
        flags = columns[0, :]
        masked = Matrix([scores[reader, :] + M[reader, :] + flags for reader in range(SLOTS)])
        claim(f"weights by flags, sentence {number}", sa.Softmax(masked).doit(), weights)


def main() -> None:
    masked_scores()
    weights()
    what_the_loss_takes()
    one_mask_alone()
    no_mask()
    flags_broadcast()
    batch = sa.solve(sa.load_exercises("masking-and-causality").problems["batch"])
    for number, trace in enumerate(batch):
        stages = {"masked_scores": S[number] + M + P[number], "weights": A[number]}
        claim_stages(f"problem batch, sentence {number + 1}", trace, stages)
        relation = sa.causal(SLOTS) & sa.padding(LENGTHS[number], SLOTS)
        claim(f"masked_softmax, sentence {number + 1}", sa.masked_softmax(S[number], relation), A[number])


if __name__ == "__main__":
    main()
