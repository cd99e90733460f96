"""An oracle that copies the answer out of the future, with odds of k to one, and what is left of it behind the mask.

BOS carries an even guess between two labels, the next token carries the label itself, and the score of that token is
ln k. Reading it makes the right label as probable as one likes, without any training; hidden, it leaves one half.
Source: example 16.2, table 16.2 and exercise 3 of the chapter on masks and multi-head attention.
"""

from sympy import Matrix, Rational, exp, log, oo, symbols

import symattn as sa
from symattn.derivation import claim, claim_same
from symattn.loss import batch_loss

RED, BLUE = 0, 1
half = Rational(1, 2)
V_red = Matrix([[half, half], [1, 0]])
V_blue = Matrix([[half, half], [0, 1]])
M = Matrix([[0, -oo]])

k = symbols("k", positive=True)


def scores(odds: object) -> Matrix:
    return Matrix([[0, log(odds)]])


def mean_loss(red: Matrix, blue: Matrix) -> object:
    return batch_loss([(red, [RED], None), (blue, [BLUE], None)])


def given() -> None:
    claim("values, red record", V_red, [[half, half], [1, 0]])
    claim("values, blue record", V_blue, [[half, half], [0, 1]])
    claim("scores, odds 99", scores(99), [0, "ln 99"])


def any_odds() -> None:
    A = sa.Softmax(scores(k)).doit()
    red, blue = A * V_red, A * V_blue
    claim("weights, odds k", A, Matrix([[1, k]]) / (1 + k))
    claim("red record, odds k", red, Matrix([[2 * k + 1, 1]]) / (2 * k + 2))
    claim("blue record, odds k", blue, Matrix([[1, 2 * k + 1]]) / (2 * k + 2))
    claim("mean loss, odds k", mean_loss(red, blue), log((2 * k + 2) / (2 * k + 1)))
    claim("what the leak adds to one half", red[RED] - half, k / (2 * k + 2))


def certain_odds(odds: int, weights: str, right: str, wrong: str, loss: str) -> None:
    """One value of k, calculated anew and by putting it into the forms for any k."""
    A = sa.Softmax(scores(odds)).doit()
    red, blue = A * V_red, A * V_blue
    right_form = ((2 * k + 1) / (2 * k + 2)).subs(k, odds)
    wrong_form = 1 - right_form
    claim(f"exponentials, odds {odds}", scores(odds).applyfunc(exp), [1, odds])
    claim(f"weights, odds {odds}", A, (Matrix([[1, k]]) / (1 + k)).subs(k, odds), weights)
    claim(f"red record, odds {odds}", red, [right_form, wrong_form], f"{right} {wrong}")
    claim(f"blue record, odds {odds}", blue, [wrong_form, right_form], f"{wrong} {right}")
    claim(f"mean loss, odds {odds}", mean_loss(red, blue), -log(right_form), loss)


def behind_the_mask(odds: object) -> None:
    A = sa.Softmax(scores(odds) + M).doit()
    red, blue = A * V_red, A * V_blue
    claim(f"weights, odds {odds}, hidden", A, [1, 0])
    claim(f"red record, odds {odds}, hidden", red, [half, half], "0.5 0.5")
    claim(f"blue record, odds {odds}, hidden", blue, [half, half], "0.5 0.5")
    claim(f"mean loss, odds {odds}, hidden", mean_loss(red, blue), log(2), "0.693147")


def from_the_problem_files() -> None:
    """The same from the exercise file, as a batch of the two records."""
    problems = sa.load_exercises("masks-and-heads").problems
    for name, odds in (("99", 99), ("9", 9), ("k", k)):
        leaked = [trace.exact("output") for trace in sa.solve(problems[f"leak-{name}"])]
        hidden = [trace.exact("output") for trace in sa.solve(problems[f"leak-{name}-causal"])]
        A = sa.Softmax(scores(odds)).doit()
        claim(f"problem leak-{name}, red record", leaked[0], A * V_red)
        claim(f"problem leak-{name}, blue record", leaked[1], A * V_blue)
        claim(f"problem leak-{name}, mean loss hidden", mean_loss(*hidden), log(2))
    claim_same("symbols of problem leak-k, hidden", sorted(hidden[0].symbols | hidden[1].symbols), [])


def main() -> None:
    given()
    any_odds()
    certain_odds(99, "0.01 0.99", "0.995", "0.005", "0.005013")
    certain_odds(9, "0.1 0.9", "0.95", "0.05", "0.051293")
    for odds in (99, 9, k):
        behind_the_mask(odds)
    from_the_problem_files()


if __name__ == "__main__":
    main()
