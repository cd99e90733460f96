"""The row of the third word, which takes most of its mixture from words that it is to predict.

Its five weights are taken as exact. Their logarithms serve as scores, since a softmax turns them back into the weights;
behind the mask the first three keep their ratios and share the whole.
Source: the section of the lesson on masking and causality that deletes entries of the score table.
"""

from sympy import Matrix, Rational, log, oo

import symattn as sa
from symattn.derivation import claim, claim_different

WEIGHTS = Matrix([[4, 18, 12, 6, 60]]) / 100
ROW = 3

S = WEIGHTS.applyfunc(log)
causal = sa.causal(5)
M = causal.additive()[ROW - 1, :]
A = sa.Softmax(S).doit()
A_masked = sa.Softmax(S + M).doit()


def unmasked() -> None:
    claim("row 3", A, WEIGHTS, ".04 .18 .12 .06 .60")
    claim("its total", sum(A), 1)
    claim("weight on word 4, the answer", A[3], Rational(3, 50), "0.06")
    claim("weight on word 5", A[4], Rational(3, 5), "0.60")


def leaked() -> None:
    share = A[3] + A[4]
    claim("share from later words", share, Rational(33, 50), "0.66")
    claim_different("the share, two thirds", share, Rational(2, 3))
    claim("two thirds less the share", Rational(2, 3) - share, Rational(1, 150))


def masked() -> None:
    claim("row 3 of M", M, [0, 0, 0, -oo, -oo])
    claim("row 3 masked", A_masked, Matrix([[2, 9, 6, 0, 0]]) / 17, "0.117647 0.529412 0.352941 0 0")
    claim("its total, masked", sum(A_masked), 1)
    claim("what the row is divided by", sum(WEIGHTS[:3]), Rational(17, 50))
    claim("ratios to word 1", A_masked[:, :3] / A_masked[0], WEIGHTS[:, :3] / WEIGHTS[0])
    claim("ratios 4 : 18 : 12", 34 * A_masked[:, :3], [4, 18, 12])


def keys() -> None:
    for row in (1, 2, 3, 4, 5):
        claim(f"keys of row {row}", [key + 1 for key in causal.visible_keys(row - 1)], list(range(1, row + 1)))


def main() -> None:
    unmasked()
    leaked()
    masked()
    keys()
    problems = sa.load_exercises("masking-and-causality").problems
    claim("problem five-words, row 3", sa.solve(problems["five-words"]).weights[ROW - 1, :], A)
    claim("problem five-words-masked, row 3", sa.solve(problems["five-words-masked"]).weights[ROW - 1, :], A_masked)


if __name__ == "__main__":
    main()
