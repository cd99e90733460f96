"""Ten thousand softmax rows at 3 to 30 decimal places against an independent path: no last digit may be wrong.

The other path is scalar loops in mpmath at 80 digits and more, rounded by integer arithmetic of its own.  The rows have
integer, tenth, sqrt 2, mixed, large and 17-digit scores; a tenth have weights at a tie or down to e^-2000 beside it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import mpmath

from symattn import masked_softmax
from symattn.visibility import Visibility

SPARE = 50  # digits beyond the places that mpmath works with
Score = tuple[Fraction, Fraction]  # a + b sqrt 2


def main() -> int:
    """Compare them all; 1 when a digit differs."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=10_000, help="rows")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    wrong, digits = differing(chosen.count, chosen.seed)
    for line in wrong[:20]:
        print(line)
    print(f"{chosen.count} softmax rows, {digits} weights at 3 to 30 places: {len(wrong)} wrong last digits (limit 0)")
    return 1 if wrong else 0


def differing(count: int, seed: int) -> tuple[list[str], int]:
    """What differs in that many rows, and how many weights were compared."""
    wrong: list[str] = []
    compared = 0
    for number in range(count):
        scores, seen, places = drawn_row(Random(f"digits {seed} {number}"))
        weights = masked_softmax([[_text(score) for score in scores]], Visibility.from_rows([seen]))
        found = weights.decimal(places)[0]
        expected = independent(scores, seen, places)
        compared += len(found)
        for place, (one, other) in enumerate(zip(found, expected, strict=True), start=1):
            if one != other:
                shown = [_text(score) for score in scores]
                wrong.append(f"row {number}, weight {place} at {places} places: {one}, not {other}; {shown} {seen}")
    return wrong, compared


def drawn_row(rng: Random) -> tuple[list[Score], list[bool], int]:
    """Scores, which keys are seen, and how many places."""
    if rng.random() < 0.1:
        return _near_tie(rng)
    size = rng.randint(2, 8)
    draw = rng.choice(KINDS)
    seen = [rng.random() < 0.85 for _ in range(size)]
    seen[rng.randrange(size)] = True
    return [draw(rng) for _ in range(size)], seen, rng.randint(3, 30)


def _near_tie(rng: Random) -> tuple[list[Score], list[bool], int]:
    """2^n equal scores, perhaps one far below: weights such as 0.0625 at 3 places, or a hair less."""
    count, places = rng.choice(((16, 3), (32, 4), (64, 5)))
    far = [-rng.randint(1, 2000)] if rng.random() < 0.8 else []
    scores = [(Fraction(k), Fraction(0)) for k in [0] * count + far]
    return scores, [True] * len(scores), places


def _integers(rng: Random) -> Score:
    return Fraction(rng.randint(-9, 9)), Fraction(0)


def _tenths(rng: Random) -> Score:
    return Fraction(rng.randint(-90, 90), 10), Fraction(0)


def _roots(rng: Random) -> Score:
    return Fraction(0), Fraction(rng.randint(-9, 9), 2)


def _mixed(rng: Random) -> Score:
    return Fraction(rng.randint(-9, 9)), Fraction(rng.randint(-9, 9))


def _large(rng: Random) -> Score:
    return Fraction(rng.randint(-90_000, 90_000), rng.choice((1, 7, 1000))), Fraction(0)


def _decimals(rng: Random) -> Score:
    return Fraction(rng.randrange(-(10**17), 10**17), 10**17), Fraction(0)


KINDS: Sequence[Callable[[Random], Score]] = (_integers, _tenths, _roots, _mixed, _large, _decimals)


def _text(score: Score) -> str:
    a, b = score
    return f"{a} + ({b})*sqrt(2)" if b else str(a)


# -- the other path --------------------------------------------------------------------------------------------------


def independent(scores: Sequence[Score], seen: Sequence[bool], places: int) -> list[str]:
    """The weights to so many places by mpmath, with twice the digits until no weight is within their error of a tie."""
    digits = 80
    while True:
        with mpmath.workdps(digits):
            written = [_rounded(weight, places, digits) for weight in _weights(scores, seen)]
        if None not in written:
            return [str(text) for text in written]
        digits *= 2


def _weights(scores: Sequence[Score], seen: Sequence[bool]) -> list[Any]:
    root = mpmath.sqrt(2)
    numbers = [mpmath.mpf(a.numerator) / a.denominator + root * b.numerator / b.denominator for a, b in scores]
    largest = max(number for number, visible in zip(numbers, seen, strict=True) if visible)
    raised = [
        mpmath.exp(number - largest) if visible else mpmath.mpf(0)
        for number, visible in zip(numbers, seen, strict=True)
    ]
    total = mpmath.fsum(raised)
    return [part / total for part in raised]


def _rounded(weight: Any, places: int, digits: int) -> str | None:
    """The nearest decimal, halves up; None where the error of the weight leaves it open."""
    sign, mantissa, exponent, _ = weight._mpf_
    assert not sign
    if exponent < -40 * digits:  # less than any decimal's half unit; as a fraction it would have 10^40 digits
        return _with_point(0, places)
    value = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    error = Fraction(1, 10 ** (digits - SPARE // 2))
    low, high = (_nearest((value + e) * 10**places) for e in (-error, error))
    if low == high:
        return _with_point(low, places)
    return None if digits < 80 * 16 else _with_point(_nearest(value * 10**places), places)


def _nearest(value: Fraction) -> int:
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def _with_point(scaled: int, places: int) -> str:
    digits = str(max(scaled, 0)).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}"


if __name__ == "__main__":
    sys.exit(main())
