"""The triangle laid on after the softmax, and what is missing then.

Erasing weights leaves the erased exponentials in the row's total, so the row no longer adds up to 1 and its mixture is
too small by the same share. Dividing by what is left repairs it, for any scores: the two orders then agree.
Source: section 16.2 and exercise 2 of the chapter on masks and multi-head attention.
"""

from sympy import Matrix, exp, eye, ones, oo, sqrt, symbols

import symattn as sa
from symattn.derivation import claim, claim_different

X = Matrix([[1, 0], [0, 1], [1, 1]])
W_Q = eye(2)
W_K = Matrix([[1, 1], [0, 1]])
W_V = Matrix([[1, 0], [1, 2]])

Q, K, V = X * W_Q, X * W_K, X * W_V
S = Q * K.T / sqrt(2)
M = sa.causal(3).additive()
TRIANGLE = Matrix([[1, 0, 0], [1, 1, 0], [1, 1, 1]])

A_causal = sa.Softmax(S + M).doit()
erased = sa.Softmax(S).doit().multiply_elementwise(TRIANGLE)

r = exp(1 / sqrt(2))
a, b, c = symbols("a b c")


def first_row() -> None:
    claim("r", r, "e^(1/sqrt(2))")
    total = (erased * ones(3, 1))[0]
    claim("erased row", erased[0, :], [r / (2 * r + 1), 0, 0], "0.401112 0 0", r=r)
    claim("its total", total, r / (2 * r + 1), "0.401112", r=r)
    claim("its mixture", erased[0, :] * V, [r / (2 * r + 1), 0], "0.401112 0", r=r)
    claim("the share that is missing", 1 - total, (r + 1) / (2 * r + 1), r=r)


def against_the_causal_row() -> None:
    claim("causal row", A_causal[0, :], [1, 0, 0])
    claim("value 1", V[0, :], [1, 0])
    claim("causal output", A_causal[0, :] * V, [1, 0])
    claim_different("erased row, causal row", erased[0, :], A_causal[0, :], r=r)


def divided_by_its_total() -> None:
    for row in range(3):
        survivors = erased[row, :]
        claim(f"row {row + 1} divided by its total", survivors / sum(survivors), A_causal[row, :], r=r)


def for_any_scores() -> None:
    """Where the total is not zero, which no exponential of real numbers lets it be."""
    weights = sa.Softmax(Matrix([[a, b, c]])).doit()
    for hidden in (1, 2):
        kept = 3 - hidden
        mask = Matrix([[0] * kept + [-oo] * hidden])
        survivors = weights.multiply_elementwise(Matrix([[1] * kept + [0] * hidden]))
        masked = sa.Softmax(Matrix([[a, b, c]]) + mask).doit()
        claim(f"{kept} of 3 keys, any scores", survivors / sum(survivors), masked)
        claim_different(f"{kept} of 3 keys, not divided", survivors, masked)


def main() -> None:
    first_row()
    against_the_causal_row()
    divided_by_its_total()
    for_any_scores()


if __name__ == "__main__":
    main()
