"""The head behind the causal triangle: hide first, divide afterwards.

Each row of scores keeps the keys up to its own; the others become -oo, weigh 0 and leave the row's total. Query 2 then
takes nothing from token 3, and row 3 stays what it was without a mask.
Source: example 16.1 and section 16.2 of the chapter on masks and multi-head attention.
"""

from sympy import Matrix, Rational, exp, eye, oo, sqrt, symbols

import symattn as sa
from symattn.derivation import claim, claim_different, claim_stages

X = Matrix([[1, 0], [0, 1], [1, 1]])
W_Q = eye(2)
W_K = Matrix([[1, 1], [0, 1]])
W_V = Matrix([[1, 0], [1, 2]])

Q, K, V = X * W_Q, X * W_K, X * W_V
D = Q * K.T
S = D / sqrt(2)
M = sa.causal(3).additive()
A = sa.Softmax(S + M).doit()
O = A * V

unmasked_A = sa.Softmax(S).doit()
unmasked_O = unmasked_A * V

s = symbols("s")
scale = 1 / sqrt(2)
r = exp(scale)
half = Rational(1, 2)


def masked_scores() -> None:
    claim("s", scale, sqrt(2) / 2)
    claim("V", V, [[1, 0], [1, 2], [2, 2]])
    claim("S in s", D * s, [[s, 0, s], [s, s, 2 * s], [2 * s, s, 3 * s]])
    claim("S_causal in s", D * s + M, [[s, -oo, -oo], [s, s, -oo], [2 * s, s, 3 * s]])
    claim("S", S, (D * s).subs(s, scale))
    claim("S_causal", S + M, [[scale, -oo, -oo], [scale, scale, -oo], [2 * scale, scale, 3 * scale]])


def weights() -> None:
    claim("r", r, "e^(1/sqrt(2))")
    row_3 = Matrix([[r, 1, r**2]]) / (r + 1 + r**2)
    decimals = "1 0 0  0.5 0.5 0  0.283995 0.140029 0.575975"
    claim("A_causal", A, Matrix([[1, 0, 0], [half, half, 0], row_3]), decimals, r=r)
    claim("row totals", A * Matrix([1, 1, 1]), [[1], [1], [1]])
    claim("total of row 3 as printed", sum(map(sa.read, ["0.283995", "0.140029", "0.575975"])), "0.999999")
    claim("A_3, nothing hidden", unmasked_A[2, :], A[2, :], r=r)


def outputs() -> None:
    row_3 = Matrix([[r + 1 + 2 * r**2, 2 + 2 * r**2]]) / (r + 1 + r**2)
    claim("O_causal", O, Matrix([[1, 0], [1, 1], row_3]), "1 0  1 1  1.575975 1.432009", r=r)
    claim("O_2 as a mixture", half * V[0, :] + half * V[1, :], O[1, :])
    unmasked_2 = Matrix([[2 * r + 2, 2 * r + 2]]) / (r + 2)
    claim("O_2, nothing hidden", unmasked_O[1, :], unmasked_2, "1.503490 1.503490", r=r)
    claim_different("O_2, hidden and not", O[1, :], unmasked_O[1, :], r=r)
    claim("O_3, nothing hidden", unmasked_O[2, :], O[2, :], r=r)


def main() -> None:
    masked_scores()
    weights()
    outputs()
    stages = {"Q": Q, "K": K, "V": V, "dots": D, "scores": S, "masked_scores": S + M, "weights": A, "output": O}
    claim_stages("self_attention", sa.self_attention(X, W_Q, W_K, W_V, visible="causal"), stages)


if __name__ == "__main__":
    main()
