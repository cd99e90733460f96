"""Five words and the four guesses that a loss can hold against a word.

Row i stands for word i and is to guess word i + 1. The last row has no next word, so a sentence of T words gives T - 1.
Source: the opening of the lesson on masking and causality.
"""

from sympy import Matrix, Rational, log, summation, symbols

import symattn as sa
from symattn.derivation import claim, claim_same
from symattn.loss import position_losses, shifted_targets

WORDS = ["The", "cat", "chased", "the", "mouse"]
VOCABULARY = sorted(set(WORDS))

targets = shifted_targets(WORDS, None)
guesses = [word for word in targets if word is not None]

T, i = symbols("T i", integer=True, positive=True)


def who_guesses_what() -> None:
    claim("words", len(WORDS), 5)
    claim_same(f"row 1, {WORDS[0]}, guesses", targets[0], "cat")
    claim_same(f"row 2, {WORDS[1]}, guesses", targets[1], "chased")
    claim_same(f"row 3, {WORDS[2]}, guesses", targets[2], "the")
    claim_same(f"row 4, {WORDS[3]}, guesses", targets[3], "mouse")
    claim_same(f"row 5, {WORDS[4]}, guesses", targets[4], None)


def how_many() -> None:
    claim("guesses", len(guesses), 4)
    claim("guesses in T words", summation(1, (i, 1, T - 1)), T - 1)
    claim("guesses in T words for T = 5", (T - 1).subs(T, len(WORDS)), len(guesses))


def what_the_loss_scores() -> None:
    """A model that finds all words of the sentence equally likely loses ln 5 four times, and nothing in row 5."""
    size = len(VOCABULARY)
    even = Matrix(len(WORDS), size, [Rational(1, size)] * (len(WORDS) * size))
    labels = [None if word is None else VOCABULARY.index(word) for word in targets]
    losses = position_losses(even, labels)
    claim("losses of an even model", losses[:4], [log(size)] * 4)
    claim_same("loss of row 5", losses[4], None)
    claim("mean loss of an even model", sa.next_token_loss(even, labels), log(5))


def main() -> None:
    who_guesses_what()
    how_many()
    what_the_loss_scores()


if __name__ == "__main__":
    main()
