"""The two heads joined in the other order, and the output projection that makes good for it.

A sum does not notice the order of its terms, a difference turns its sign. Since every row of W_O belongs to one head,
exchanging its rows as well changes nothing: for these heads, and for any.
Source: exercise 4 of the chapter on masks and multi-head attention.
"""

from fractions import Fraction
from math import ulp

from sympy import E, Matrix, Rational, symbols

import symattn as sa
from symattn.derivation import claim, claim_different, claim_same, claim_stages

X = Matrix([[1, 0], [0, 1], [1, 1]])
W_1, W_2 = Matrix([1, 0]), Matrix([0, 1])
W_O = Matrix([[1, 1], [1, -1]])
W_O_swapped = Matrix([[1, -1], [1, 1]])
PRINTED = "1.2310585786300048"

M = sa.causal(3).additive()
half = Rational(1, 2)


def output(W: Matrix) -> Matrix:
    """What a head of width 1 returns that projects thrice by W."""
    projected = X * W
    return sa.Softmax(projected * projected.T + M).doit() * projected


J = Matrix.hstack(output(W_1), output(W_2))
J_swapped = Matrix.hstack(output(W_2), output(W_1))
Y = J * W_O
Y_swapped = J_swapped * W_O


def second_position() -> None:
    claim("J_2 swapped", J_swapped[1, :], [E / (1 + E), half], "0.7310585786300049 0.5")
    claim("Y_2 swapped", Y_swapped[1, :], Matrix([[3 * E + 1, E - 1]]) / (2 * E + 2))
    claim("Y_21 swapped", Y_swapped[1, 0], Y[1, 0], "1.2310585786300049")
    claim("Y_22 swapped", Y_swapped[1, 1], -Y[1, 1], "0.2310585786300049")
    claim_different("Y_2, swapped and not", Y_swapped[1, :], Y[1, :])


def rows_of_the_projection() -> None:
    claim("W_O with its rows swapped", W_O_swapped, W_O[::-1, :])
    claim("Y restored", J_swapped * W_O_swapped, Y)


def any_heads() -> None:
    """Outputs [2, 1] and rows of W_O [2, 2] of which nothing is known."""
    h_1, h_2 = Matrix(symbols("f1 f2")), Matrix(symbols("g1 g2"))
    rows = Matrix(2, 2, symbols("w11 w12 w21 w22"))
    before = Matrix.hstack(h_1, h_2) * rows
    claim("any two heads, both swapped", Matrix.hstack(h_2, h_1) * rows[::-1, :], before)
    claim_different("any two heads, W_O as before", Matrix.hstack(h_2, h_1) * rows, before)


def digits_that_are_no_rounding() -> None:
    """The text prints what a float64 calculation shows; its last digit is not that of the exact number."""
    exact = sa.exact(Y_swapped[1, 0])
    certified = sa.decimal(exact, 16)
    claim_same(f"{PRINTED} is the rounding", certified == PRINTED, False)
    claim_same("the rounding is", certified, "1.2310585786300049")
    distance = abs(exact - Fraction(PRINTED)) / Fraction(ulp(1.0))
    claim_same("it lies within one unit of the last binary place", distance < 1, True)


def main() -> None:
    second_position()
    rows_of_the_projection()
    any_heads()
    digits_that_are_no_rounding()
    heads = [(W_2, W_2, W_2), (W_1, W_1, W_1)]
    swapped = sa.multi_head(X, heads, W_O, visible="causal")
    claim_stages("multi_head, heads swapped", swapped, {"joined": J_swapped, "output": Y_swapped})
    restored = sa.multi_head(X, heads, W_O_swapped, visible="causal")
    claim_stages("multi_head, heads and rows swapped", restored, {"joined": J_swapped, "output": Y})


if __name__ == "__main__":
    main()
