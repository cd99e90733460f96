"""The triangle without its diagonal: the first query has nothing left to read.

Its total is empty, which is an error. Filling the row evenly would let it read tokens 2 and 3 and return another output
without a word. With query 1 declared unused the strict triangle is lawful, and a different task.
Source: exercise 5 of the chapter on masks and multi-head attention.
"""

from sympy import Matrix, Rational, exp, eye, oo, sqrt, zeros

import symattn as sa
from symattn.derivation import claim, claim_different, claim_refused

X = Matrix([[1, 0], [0, 1], [1, 1]])
W_Q = eye(2)
W_K = Matrix([[1, 1], [0, 1]])
W_V = Matrix([[1, 0], [1, 2]])

inclusive = sa.causal(3)
strict = sa.Visibility.from_rows([[j < i for j in range(3)] for i in range(3)])

Q, K, V = X * W_Q, X * W_K, X * W_V
S = Q * K.T / sqrt(2)
A = sa.Softmax(S + inclusive.additive()).doit()

r = exp(1 / sqrt(2))
third = Rational(1, 3)


def first_query() -> None:
    claim("strict mask", strict.additive(), [[-oo, -oo, -oo], [0, -oo, -oo], [0, 0, -oo]])
    message = "a valid query has no visible key: query 1"
    claim_refused("Softmax", lambda: sa.Softmax(S + strict.additive()).doit(), message)
    claim_refused("self_attention", lambda: sa.self_attention(X, W_Q, W_K, W_V, visible=strict), message)


def even_row() -> None:
    """Scores of zero weigh all keys alike."""
    even = sa.Softmax(zeros(1, 3)).doit()
    claim("even row", even, [third, third, third])
    claim("its output", even * V, [4 * third, 4 * third])
    claim("causal output 1", A[0, :] * V, [1, 0])
    claim_different("even, causal", even * V, A[0, :] * V)
    forbidden = [key + 1 for key in range(3) if even[key] != 0 and not inclusive[0, key]]
    claim("forbidden keys that it reads", forbidden, [2, 3])


def first_query_unused() -> None:
    trace = sa.self_attention(X, W_Q, W_K, W_V, visible=strict, query_valid=[False, True, True])
    claim("A_1, unused", trace.weights[0, :], [0, 0, 0])
    claim("A_2", trace.weights[1, :], sa.Softmax(Matrix([[S[1, 0], -oo, -oo]])).doit())
    claim("O_2", trace.output[1, :], [1, 0])
    claim("r", r, "e^(1/sqrt(2))")
    claim("A_3", trace.weights[2, :], Matrix([[r, 1, 0]]) / (r + 1), r=r)
    claim("O_3", trace.output[2, :], [1, 2 / (r + 1)], r=r)
    claim_different("O_3, strict and inclusive", trace.output[2, :], A[2, :] * V, r=r)


def main() -> None:
    first_query()
    even_row()
    first_query_unused()


if __name__ == "__main__":
    main()
