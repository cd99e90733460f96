"""One masked pass over five words holds the unmasked passes over all their prefixes, for any inputs.

Scores and values are symbols, so each comparison is one of exact forms and no sample. Once more with symbols for the
words themselves and for three projections: there the scores of a prefix are calculated and not taken from a corner.
Source: the section of the lesson on masking and causality on one pass and four guesses.
"""

from sympy import Matrix, symbols

import symattn as sa
from symattn.derivation import claim

T = 5
GUESSES = T - 1

S = Matrix(T, T, lambda i, j: symbols(f"s{i + 1}{j + 1}"))
V = Matrix(symbols(f"v1:{T + 1}"))
M = sa.causal(T).additive()
A = sa.Softmax(S + M).doit()
O = A * V

x = Matrix(symbols("x1:4"))
w_q, w_k, w_v = symbols("w_q w_k w_v")


def any_scores_and_values() -> None:
    for i in range(1, GUESSES + 1):
        prefix = sa.Softmax(S[:i, :i]).doit()
        claim(f"weights of guess {i}", A[i - 1, :i], prefix[i - 1, :])
        claim(f"weights of guess {i} on later words", A[i - 1, i:], [0] * (T - i))
        claim(f"output of guess {i}", O[i - 1, :], prefix[i - 1, :] * V[:i, :])


def head(words: Matrix, visible: str) -> Matrix:
    """Outputs of a head of width 1 over words that are numbers."""
    Q, K, values = words * w_q, words * w_k, words * w_v
    scores = Q * K.T
    mask = sa.causal(len(words)) if visible == "causal" else sa.full(len(words), len(words))
    return sa.Softmax(scores + mask.additive()).doit() * values


def any_words_and_projections() -> None:
    masked = head(x, "causal")
    for i in range(1, len(x) + 1):
        claim(f"output {i} of any three words", masked[i - 1], head(x[:i, :], "full")[i - 1])


def numbers() -> None:
    """The rows of the exercise file; row 3 is the lesson's."""
    problems = sa.load_exercises("masking-and-causality").problems
    masked = sa.solve(problems["five-words-masked"]).weights
    for i in range(1, GUESSES + 1):
        prefix = sa.solve(problems[f"prefix-{i}"]).weights
        claim(f"prefix of {i}, last row", prefix[i - 1, :], masked[i - 1, :i])
    claim("row 3 of the masked pass", masked[2, :], Matrix([[2, 9, 6, 0, 0]]) / 17)


def counts() -> None:
    claim("scores that the guesses read", sum(query < GUESSES for query, _ in sa.causal(T).pairs()), 10)
    claim("passes over prefixes", len(range(1, GUESSES + 1)), 4)
    claim("scores of four prefix passes", sum(i**2 for i in range(1, GUESSES + 1)), 30)
    claim("scores of one masked pass", len(S), 25)


def main() -> None:
    any_scores_and_values()
    any_words_and_projections()
    numbers()
    counts()


if __name__ == "__main__":
    main()
