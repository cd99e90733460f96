"""Position 2 alone, through both heads to the sum and the difference.

Each head has two scores left. What they weigh, what they mix and what the output projection makes of the pair is small
enough to be written out term by term.
Source: figure 16.2 of the chapter on masks and multi-head attention.
"""

from sympy import E, Matrix, Rational

import symattn as sa
from symattn.derivation import claim

x_1, x_2 = Matrix([[1, 0]]), Matrix([[0, 1]])
W_1, W_2 = Matrix([1, 0]), Matrix([0, 1])
W_O = Matrix([[1, 1], [1, -1]])

half = Rational(1, 2)
keys = Matrix.vstack(x_1, x_2)


def head(W: Matrix) -> tuple[Matrix, Matrix, Matrix]:
    """Scores, weights and values of query 2 over keys 1 and 2, for a head that projects thrice by W."""
    scores = (x_2 * W) * (keys * W).T
    return scores, sa.Softmax(scores).doit(), keys * W


S_1, A_1, V_1 = head(W_1)
S_2, A_2, V_2 = head(W_2)
J_2 = Matrix([[(A_1 * V_1)[0], (A_2 * V_2)[0]]])
Y_2 = J_2 * W_O


def first_head() -> None:
    claim("W of head 1", W_1, [[1], [0]])
    claim("scores of head 1", S_1, [0, 0])
    claim("weights of head 1", A_1, [half, half], "0.5 0.5")
    claim("values of head 1", V_1, [[1], [0]])
    claim("output of head 1, term by term", A_1[0] * 1 + A_1[1] * 0, (A_1 * V_1)[0], "0.5")


def second_head() -> None:
    claim("W of head 2", W_2, [[0], [1]])
    claim("scores of head 2", S_2, [0, 1])
    claim("weights of head 2", A_2, [1 / (1 + E), E / (1 + E)], "0.268941 0.731059")
    claim("values of head 2", V_2, [[0], [1]])
    claim("output of head 2, term by term", A_2[0] * 0 + A_2[1] * 1, (A_2 * V_2)[0], "0.731059")


def joined_and_projected() -> None:
    claim("J_2", J_2, [half, E / (1 + E)], "0.5 0.731059")
    claim("W_O", W_O, [[1, 1], [1, -1]])
    claim("sum of the heads", J_2[0] + J_2[1], Y_2[0], "1.231059")
    claim("difference of the heads", J_2[0] - J_2[1], Y_2[1], "-0.231059")
    claim("Y_2", Y_2, Matrix([[1 + 3 * E, 1 - E]]) / (2 + 2 * E), "1.231059 -0.231059")


def main() -> None:
    first_head()
    second_head()
    joined_and_projected()
    trace = sa.multi_head(keys, [(W_1, W_1, W_1), (W_2, W_2, W_2)], W_O, visible="causal")
    claim("multi_head, J_2", trace.joined[1, :], J_2)
    claim("multi_head, Y_2", trace.output[1, :], Y_2)


if __name__ == "__main__":
    main()
