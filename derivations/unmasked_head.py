"""The head with which the chapter on masks starts, before anything is hidden.

Three tokens are projected, all scored against all, and mixed. Every exponential is a power of r = e^(1/sqrt 2).
Source: the inputs that the chapter on masks and multi-head attention takes over from the chapter before it.
"""

from sympy import Matrix, exp, eye, sqrt

import symattn as sa
from symattn.derivation import claim, claim_stages

X = Matrix([[1, 0], [0, 1], [1, 1]])
W_Q = eye(2)
W_K = Matrix([[1, 1], [0, 1]])
W_V = Matrix([[1, 0], [1, 2]])

Q, K, V = X * W_Q, X * W_K, X * W_V
D = Q * K.T
S = D / sqrt(2)
A = sa.Softmax(S).doit()
O = A * V

s = 1 / sqrt(2)
r = exp(s)


def projections() -> None:
    claim("Q", Q, X)
    claim("K", K, [[1, 1], [0, 1], [1, 2]])
    claim("V", V, [[1, 0], [1, 2], [2, 2]])


def scores() -> None:
    claim("D", D, [[1, 0, 1], [1, 1, 2], [2, 1, 3]])
    claim("S", S, [[s, 0, s], [s, s, 2 * s], [2 * s, s, 3 * s]])


def weights() -> None:
    claim("r", r, "e^(1/sqrt(2))")
    claim("A_1", A[0, :], Matrix([[r, 1, r]]) / (2 * r + 1), r=r)
    claim("A_2", A[1, :], Matrix([[1, 1, r]]) / (2 + r), r=r)
    claim("A_3", A[2, :], Matrix([[r, 1, r**2]]) / (r + 1 + r**2), r=r)
    claim("A_11", A[0, 0], r / (2 * r + 1), "0.401112", r=r)
    claim("row totals", A * Matrix([1, 1, 1]), [[1], [1], [1]])


def outputs() -> None:
    claim("O_1", O[0, :], Matrix([[3 * r + 1, 2 * r + 2]]) / (2 * r + 1), r=r)
    claim("O_2", O[1, :], Matrix([[2 * r + 2, 2 * r + 2]]) / (r + 2), "1.503490 1.503490", r=r)
    claim("O_3", O[2, :], Matrix([[r + 1 + 2 * r**2, 2 + 2 * r**2]]) / (r + 1 + r**2), r=r)


def main() -> None:
    projections()
    scores()
    weights()
    outputs()
    stages = {"Q": Q, "K": K, "V": V, "dots": D, "scores": S, "weights": A, "output": O}
    claim_stages("self_attention", sa.self_attention(X, W_Q, W_K, W_V), stages)


if __name__ == "__main__":
    main()
