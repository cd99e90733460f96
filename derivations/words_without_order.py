"""A head without positions returns the same outputs in another order when its words come in another order.

A score compares two words and does not know where they stand. For symbols in place of words, scores and values this is
shown for each of the six orders of three words; the causal mask, which does know places, breaks it.
Source: the closing section of the lesson on masking and causality.
"""

from itertools import permutations

from sympy import E, Matrix, eye, symbols

import symattn as sa
from symattn.derivation import claim, claim_different, claim_stages

ORDERS = list(permutations(range(3)))
MOVED = (2, 0, 1)

S = Matrix(3, 3, lambda i, j: symbols(f"s{i + 1}{j + 1}"))
V = Matrix(symbols("v1:4"))
x = Matrix(symbols("x1:4"))
w_q, w_k = symbols("w_q w_k")
X = Matrix([[1, 0], [0, 1], [1, 1]])


def permutation(order: tuple[int, ...]) -> Matrix:
    """P with P X = the rows of X in this order."""
    return eye(3)[list(order), :]


def name(order: tuple[int, ...]) -> str:
    return " ".join(str(word + 1) for word in order)


def scores_move_along() -> None:
    def scores(words: Matrix) -> Matrix:
        return (words * w_q) * (words * w_k).T

    for order in ORDERS:
        P = permutation(order)
        claim(f"scores, order {name(order)}", scores(P * x), P * scores(x) * P.T)


def outputs_move_along() -> None:
    outputs = sa.Softmax(S).doit() * V
    for order in ORDERS:
        P = permutation(order)
        claim(f"outputs, order {name(order)}", sa.Softmax(P * S * P.T).doit() * (P * V), P * outputs)


def mask_breaks_it() -> None:
    M = sa.causal(3).additive()
    P = permutation(MOVED)
    moved = sa.Softmax(P * S * P.T + M).doit() * (P * V)
    claim_different(f"masked outputs, order {name(MOVED)}", moved, P * sa.Softmax(S + M).doit() * V)


def numbers() -> None:
    """The words themselves as queries, keys and values, scale 1."""
    P = permutation(MOVED)
    ordered = sa.Softmax(X * X.T).doit() * X
    scrambled = sa.Softmax(P * X * (P * X).T).doit() * (P * X)
    far, near, even = (1 + E) / (2 * E + 1), 2 * E / (2 * E + 1), (1 + E) / (2 + E)
    claim("outputs, words in order", ordered, [[near, far], [far, near], [even, even]])
    claim("outputs, third word in front", scrambled, P * ordered)
    problems = sa.load_exercises("masking-and-causality").problems
    claim_stages("problem ordered", sa.solve(problems["ordered"]), {"output": ordered})
    claim_stages("problem scrambled", sa.solve(problems["scrambled"]), {"output": scrambled})


def main() -> None:
    scores_move_along()
    outputs_move_along()
    mask_breaks_it()
    numbers()


if __name__ == "__main__":
    main()
