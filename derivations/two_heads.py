"""Two heads of width 1 over the same tokens, joined and projected.

Head 1 reads the first coordinate of every token, head 2 the second. At position 3 they return the same number from
different weights; the output projection turns the pair of outputs into their sum and their difference.
Source: example 16.3 of the chapter on masks and multi-head attention.
"""

from sympy import E, Matrix, Rational, sqrt

import symattn as sa
from symattn.derivation import claim, claim_different, claim_stages

X = Matrix([[1, 0], [0, 1], [1, 1]])
W_1 = Matrix([1, 0])
W_2 = Matrix([0, 1])
W_O = Matrix([[1, 1], [1, -1]])

T, WIDTH = X.shape[0], W_1.shape[1]
M = sa.causal(T).additive()
half = Rational(1, 2)

Q_1, K_1, V_1 = X * W_1, X * W_1, X * W_1
Q_2, K_2, V_2 = X * W_2, X * W_2, X * W_2
D_1, D_2 = Q_1 * K_1.T, Q_2 * K_2.T
S_1, S_2 = D_1 / sqrt(WIDTH), D_2 / sqrt(WIDTH)
A_1 = sa.Softmax(S_1 + M).doit()
A_2 = sa.Softmax(S_2 + M).doit()
O_1, O_2 = A_1 * V_1, A_2 * V_2
J = Matrix.hstack(O_1, O_2)
Y = J * W_O


def projections() -> None:
    claim("W of head 1", W_1, [[1], [0]])
    claim("W of head 2", W_2, [[0], [1]])
    for name, array in (("Q_1", Q_1), ("K_1", K_1), ("V_1", V_1)):
        claim(name, array, [[1], [0], [1]])
    for name, array in (("Q_2", Q_2), ("K_2", K_2), ("V_2", V_2)):
        claim(name, array, [[0], [1], [1]])
    claim("divisor", sqrt(WIDTH), 1)


def dot_products() -> None:
    claim("D_1", D_1, [[1, 0, 1], [0, 0, 0], [1, 0, 1]])
    claim("D_2", D_2, [[0, 0, 0], [0, 1, 1], [0, 1, 1]])
    claim("masked scores of head 1", S_1 + M, [[1, "-oo", "-oo"], [0, 0, "-oo"], [1, 0, 1]])
    claim("masked scores of head 2", S_2 + M, [[0, "-oo", "-oo"], [0, 1, "-oo"], [0, 1, 1]])


def weights() -> None:
    claim("A_1", A_1, Matrix([[1, 0, 0], [half, half, 0], Matrix([[E, 1, E]]) / (2 * E + 1)]))
    claim("A_2", A_2, Matrix([[1, 0, 0], Matrix([[1, E, 0]]) / (1 + E), Matrix([[1, E, E]]) / (2 * E + 1)]))


def head_outputs() -> None:
    claim("O_1", O_1, [[1], [half], [2 * E / (2 * E + 1)]], "1 0.5 0.844638")
    claim("O_2", O_2, [[0], [E / (1 + E)], [2 * E / (2 * E + 1)]], "0 0.731059 0.844638")
    claim_different("weights at position 3", A_1[2, :], A_2[2, :])
    claim("outputs at position 3, head 2 for head 1", O_2[2], O_1[2])


def joined() -> None:
    claim("J", J, [[1, 0], [half, E / (1 + E)], [2 * E / (2 * E + 1)] * 2], "1 0  0.5 0.731059  0.844638 0.844638")
    claim("W_O", W_O, [[1, 1], [1, -1]])
    row_2 = [(3 * E + 1) / (2 * E + 2), (1 - E) / (2 * E + 2)]
    claim("Y", Y, [[1, 1], row_2, [4 * E / (2 * E + 1), 0]], "1 1  1.231059 -0.231059  1.689275 0")


def shapes() -> None:
    claim("shape of a projection", W_1.shape, [2, 1])
    claim("shape of a projected array", Q_1.shape, [3, 1])
    claim("shape of the scores", S_1.shape, [3, 3])
    claim("shape of J", J.shape, [3, 2])
    claim("shape of W_O", W_O.shape, [2, 2])
    claim("shape of Y", Y.shape, [3, 2])


def main() -> None:
    projections()
    dot_products()
    weights()
    head_outputs()
    joined()
    shapes()
    trace = sa.multi_head(X, [(W_1, W_1, W_1), (W_2, W_2, W_2)], W_O, visible="causal")
    stages = {"head1.dots": D_1, "head1.masked_scores": S_1 + M, "head1.weights": A_1, "head1.output": O_1}
    stages |= {"head2.dots": D_2, "head2.masked_scores": S_2 + M, "head2.weights": A_2, "head2.output": O_2}
    claim_stages("multi_head", trace, {**stages, "joined": J, "output": Y})


if __name__ == "__main__":
    main()
