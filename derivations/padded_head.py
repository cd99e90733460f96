"""The causal head when slot 3 is filler: no query reads it, and its own query is declared unused.

An unused query returns zeros by agreement. A real query with the same keys is an ordinary row, and a real query with no
key at all is an error.
Source: section 16.2 and figure 16.1 of the chapter on masks and multi-head attention.
"""

from sympy import Matrix, Rational, diag, exp, eye, oo, sqrt

import symattn as sa
from symattn.derivation import claim, claim_refused, claim_stages

X = Matrix([[1, 0], [0, 1], [1, 1]])
W_Q = eye(2)
W_K = Matrix([[1, 1], [0, 1]])
W_V = Matrix([[1, 0], [1, 2]])
USED = (True, True, False)

causal, padding = sa.causal(3), sa.padding(2, 3)

Q, K, V = X * W_Q, X * W_K, X * W_V
S = Q * K.T / sqrt(2)
M = (causal & padding).additive()
A_all_real = sa.Softmax(S + M).doit()
A = diag(*map(int, USED)) * A_all_real
O = A * V

A_causal = sa.Softmax(S + causal.additive()).doit()

s = 1 / sqrt(2)
r = exp(s)
half = Rational(1, 2)


def masked_scores() -> None:
    claim("masked scores", S + M, [[s, -oo, -oo], [s, s, -oo], [2 * s, s, -oo]])


def unused_query() -> None:
    claim("A", A, [[1, 0, 0], [half, half, 0], [0, 0, 0]], "1 0 0  0.5 0.5 0  0 0 0")
    claim("O", O, [[1, 0], [1, 1], [0, 0]])
    claim("row totals", A * Matrix([1, 1, 1]), [[1], [1], [0]])


def used_queries_keep_their_rows() -> None:
    claim("A_1 and A_2 of the causal head", A_causal[:2, :], A[:2, :])
    claim("O_1 and O_2 of the causal head", (A_causal * V)[:2, :], O[:2, :])


def third_query_real() -> None:
    claim("r", r, "e^(1/sqrt(2))")
    claim("A_3 with filler hidden", A_all_real[2, :], Matrix([[r, 1, 0]]) / (r + 1), r=r)
    claim("O_3 with filler hidden", A_all_real[2, :] * V, [1, 2 / (r + 1)], r=r)
    claim("A_3 with no filler", A_causal[2, :], Matrix([[r, 1, r**2]]) / (r + 1 + r**2), r=r)


def nothing_to_read() -> None:
    nothing = S + (causal & ~causal).additive()
    message = "a valid query has no visible key: query 1"
    claim_refused("a real query with no key", lambda: sa.Softmax(nothing).doit(), message)
    unscored = [None, None, None]
    claim_refused("nothing but ignored targets", lambda: sa.next_token_loss(A_causal, unscored), "no target is scored")


def main() -> None:
    masked_scores()
    unused_query()
    used_queries_keep_their_rows()
    third_query_real()
    nothing_to_read()
    trace = sa.self_attention(X, W_Q, W_K, W_V, visible=causal & padding, query_valid=USED)
    claim_stages("self_attention", trace, {"scores": S, "masked_scores": S + M, "weights": A, "output": O})


if __name__ == "__main__":
    main()
