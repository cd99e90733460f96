"""A check that changes the future: what queries 1 and 2 return must not move when token 3 does.

The causal triangle passes; no triangle and a reversed one are caught, though every shape is the same. With symbols in
place of token 3 the passing is a proof and no sample. What the check cannot see is an answer that stands in an earlier
input already.
Source: section 16.3 and exercise 6 of the chapter on masks and multi-head attention.
"""

from sympy import Matrix, exp, eye, oo, sqrt, symbols

import symattn as sa
from symattn.derivation import claim, claim_different, claim_same

BEFORE = Matrix([[1, 0], [0, 1], [1, 1]])
AFTER = Matrix([[1, 0], [0, 1], [0, 2]])
W_Q = eye(2)
W_K = Matrix([[1, 1], [0, 1]])
W_V = Matrix([[1, 0], [1, 2]])

causal = sa.causal(3).additive()
absent = sa.full(3, 3).additive()
reversed_ = sa.causal(3).transpose().additive()

r = exp(1 / sqrt(2))
x, y = symbols("x y")


def prefix(X: Matrix, M: Matrix) -> Matrix:
    """Outputs 1 and 2."""
    Q, K, V = X * W_Q, X * W_K, X * W_V
    return (sa.Softmax(Q * K.T / sqrt(2) + M).doit() * V)[:2, :]


def with_token(X: Matrix, token: list[object]) -> Matrix:
    return Matrix.vstack(X[:2, :], Matrix([token]))


def the_triangle_passes() -> None:
    claim("causal, before", prefix(BEFORE, causal), [[1, 0], [1, 1]])
    claim("causal, after", prefix(AFTER, causal), prefix(BEFORE, causal))


def faults_are_caught() -> None:
    claim("r", r, "e^(1/sqrt(2))")
    claim("reversed mask", reversed_, [[0, 0, 0], [-oo, 0, 0], [-oo, -oo, 0]])
    claim("absent, O_1 before", prefix(BEFORE, absent)[0, :], Matrix([[3 * r + 1, 2 + 2 * r]]) / (2 * r + 1), r=r)
    claim("reversed, O_2 before", prefix(BEFORE, reversed_)[1, :], [(1 + 2 * r) / (1 + r), 2], r=r)
    for name, M in (("absent", absent), ("reversed", reversed_)):
        for row in (0, 1):
            before, after = prefix(BEFORE, M)[row, :], prefix(AFTER, M)[row, :]
            claim_different(f"{name}, O_{row + 1} before and after", before, after, r=r)
        claim(f"{name}, shape", prefix(BEFORE, M).shape, prefix(BEFORE, causal).shape)


def any_third_token() -> None:
    """Token 3 is [x, y] for any real x and y; outputs that do not read it have no such symbol."""
    X = with_token(BEFORE, [x, y])
    claim("causal, token 3 is [x, y]", prefix(X, causal), prefix(BEFORE, causal))
    for name, M in (("causal", causal), ("absent", absent), ("reversed", reversed_)):
        for row in (0, 1):
            found = sorted(sa.exact(prefix(X, M)[row, :]).symbols)
            claim_same(f"{name}, symbols in O_{row + 1}", found, [] if name == "causal" else ["x", "y"])


def what_it_cannot_see() -> None:
    """The answer is copied into token 1: the check passes, and output 1 is made of the answer."""
    copied = Matrix.vstack(BEFORE[2, :], BEFORE[1:, :])
    claim("copied into token 1", copied[0, :], BEFORE[2, :])
    claim("it passes for any token 3", prefix(with_token(copied, [x, y]), causal), prefix(copied, causal))
    claim("output 1 is the answer's value", prefix(copied, causal)[0, :], BEFORE[2, :] * W_V)


def from_the_problem_files() -> None:
    problems = sa.load_exercises("masks-and-heads").problems
    for name, M in (("causal", causal), ("unmasked", absent), ("reversed", reversed_)):
        for suffix, X in (("", BEFORE), ("-changed", AFTER)):
            output = Matrix(sa.solve(problems[name + suffix]).output)
            claim(f"problem {name}{suffix}", output[:2, :], prefix(X, M), r=r)


def main() -> None:
    the_triangle_passes()
    faults_are_caught()
    any_third_token()
    what_it_cannot_see()
    from_the_problem_files()


if __name__ == "__main__":
    main()
