"""Certified decimals: every printed digit is that of the number.

Rounding is half away from zero; rational values are rounded exactly, others from an enclosure whose precision rises
until it rounds one way.  Minus zero is never printed.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from flint import arb, fmpq, fmpz

from symattn.errors import KindError, LimitError, UndecidedError
from symattn.exact.enclosures import FIRST_BITS, Ball, enclose, precision
from symattn.exact.generators import Exp

if TYPE_CHECKING:
    from symattn.exact.matrix import Entry, ExactMatrix
    from symattn.exact.number import Exact

Cell = TypeVar("Cell")

MOST_PLACES = 100_000
MOST_BITS = 1_000_000
LARGEST_EXPONENT = 3 * MOST_PLACES  # of e; its value, and any fraction of it, has more digits than are printed
BITS_OF_BOUNDLESS = 65_536  # to which a number is followed of which not even a bound is found, such as e^e^e^e^9


def decimal(number: Exact, places: int) -> str:
    """The number to `places` decimal places.

    >>> from symattn.exact import Exact, exp
    >>> decimal(exp(Exact(1)), 5), decimal(Exact(Fraction(-1, 8)), 2), decimal(Exact(Fraction(-1, 1000)), 2)
    ('2.71828', '-0.13', '0.00')
    """
    _check_places(places)
    return with_point(rounded_integer(number, places), places)


def _check_digits(digits: int) -> None:
    _check_whole(digits, "significant digits")
    if digits < 1:
        raise LimitError(f"the number of significant digits is at least 1, not {digits}")
    if digits > MOST_PLACES:
        raise LimitError(f"more than {MOST_PLACES} significant digits are not printed at once")


def _check_whole(count: object, what: str) -> None:
    if isinstance(count, bool) or not isinstance(count, int):
        raise KindError(f"the number of {what} is a whole number such as 6, not {count!r}")


def _check_places(places: int) -> None:
    _check_whole(places, "decimal places")
    if places < 0:
        raise LimitError(f"the number of decimal places is a whole number from 0 up, not {places!r}")
    if places > MOST_PLACES:
        raise LimitError(f"more than {MOST_PLACES} decimal places are not printed at once")


def rounded_integer(number: Exact, places: int) -> int:
    """The integer nearest to number * 10^places, halves away from zero; `places` may be negative."""
    value = number.as_fraction()
    if value is not None:
        return round_half_away(value * Fraction(10) ** places)
    bits, tie = 64 + max(0, int(places * 3.33)), None
    while bits <= MOST_BITS:
        ball = enclose(number, bits)
        _check_size(number, ball, bits)
        found = rounded_ball(ball, places, bits)
        if found is not None:
            return found
        if tie is None:
            tie = _only_tie(ball, places, bits)
            side = None if tie is None else side_of(number, tie)
            if tie is not None and side is not None:
                return round_half_away(tie * Fraction(10) ** places + Fraction(side, 4))
        bits *= 2
    raise UndecidedError(_unrounded(number, tie is not None, places))


def _unrounded(number: Exact, is_near_a_tie: bool, places: int) -> str:
    """Why a number is not rounded: it may be a tie, or it is not known that well."""
    if is_near_a_tie:
        return f"{number.told()} is too close to a tie to be rounded to {places} places with certainty"
    return f"{number.told()} is not known to {places} places with {MOST_BITS} bits: it is too large, or terms cancel"


def _only_tie(ball: Ball, places: int, bits: int) -> Fraction | None:
    """The one number halfway between two decimals in the ball; None when it holds several."""
    with precision(bits + 16):
        below = (ball * arb(fmpq(10) ** places) - arb(0.5)).unique_fmpz()
    return None if below is None else (int(below) + Fraction(1, 2)) / Fraction(10) ** places


def side_of(number: Exact, tie: Fraction) -> int | None:
    """The sign of number - tie, None where it is not certain.

    No precision tells 1/2 - exp(-10^40) from 1/2, but the difference is one term, and its sign is certain at once.
    """
    try:
        return (number - tie).sign()
    except UndecidedError:
        return None


def _check_size(number: Exact, ball: Ball, bits: int) -> None:
    """Refuse a number with more digits before the point than are printed at once."""
    if ball.abs_lower() > arb(10) ** MOST_PLACES or (not ball.is_finite() and _is_enormous_power(number)):
        raise _too_large(number)
    if bits > BITS_OF_BOUNDLESS and not ball.is_finite():
        raise UndecidedError(f"how large {number.told()} is could not be found out")


def _too_large(number: Exact) -> LimitError:
    digits = f"it has more than {MOST_PLACES} digits before the decimal point"
    return LimitError(f"{number.told()} is too large to be printed: {digits}")


def _is_enormous_power(number: Exact) -> bool:
    """Whether a number is c*e^x, of either sign, with an x that is enormous itself.

    No enclosure holds e^e^e^e^9, but its exponent's exponent is seen to be large.
    """
    field, numerator, denominator, _ = number.parts
    used = [(generator, int(d)) for generator, d in zip(field.generators, numerator.degrees(), strict=True) if d]
    if len(numerator) != 1 or not denominator.is_constant() or len(used) != 1 or not isinstance(used[0][0], Exp):
        return False
    exponent = used[0][0].argument * Fraction(used[0][1], used[0][0].index)
    ball = enclose(exponent, FIRST_BITS)
    if ball.is_finite():
        return bool(ball > LARGEST_EXPONENT)
    return exponent.numerator.leading_coefficient() > 0 and _is_enormous_power(exponent)


def round_half_away(value: Fraction) -> int:
    """The nearest integer, halves away from zero."""
    size = (2 * abs(value.numerator) + value.denominator) // (2 * value.denominator)
    return -size if value < 0 else size


def rounded_ball(ball: Ball, places: int, bits: int) -> int | None:
    """The integer that everything in ball * 10^places rounds to, halves away from zero; None when it is too wide."""
    with precision(bits + 16):
        scaled = abs(ball) * arb(fmpq(10) ** places)
        found = (scaled + arb(0.5)).floor().unique_fmpz()
        if found is None or found == 0:
            return None if found is None else 0
        return int(found) if ball > 0 else -int(found)


def with_point(scaled: int, places: int) -> str:
    """An integer with the decimal point put `places` from the right."""
    digits = str(fmpz(abs(scaled))).rjust(places + 1, "0")
    sign = "-" if scaled < 0 else ""
    if places == 0:
        return sign + digits
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def unpointed(digits: str) -> int:
    """The integer that a decimal is without its point; of any length, where Python's own int stops at 4300 digits.

    >>> unpointed("-0.731059")
    -731059
    """
    return int(fmpz(digits.replace(".", "")))


def leading_place(number: Exact) -> int:
    """The k for which 10^k <= |number| < 10^(k+1), proved; the number must not be 0."""
    value = number.as_fraction()
    bits = 64
    while bits <= MOST_BITS:
        ball = arb(fmpq(value.numerator, value.denominator)) if value is not None else enclose(number, bits)
        if value is None:
            _check_size(number, ball, bits)
        with precision(bits):
            logarithm = abs(ball).log() / arb(10).log()
            guess, edge = logarithm.floor().unique_fmpz(), logarithm.unique_fmpz()
        if guess is not None:
            return _printable_place(number, int(guess))
        if value is not None:
            return _leading_place_of_rational(abs(value))
        if edge is not None:  # only a power of ten is in the way
            side = side_of(number if ball > 0 else -number, Fraction(10) ** _printable_place(number, int(edge)))
            if side is not None:
                return int(edge) if side >= 0 else int(edge) - 1
        bits *= 2
    raise UndecidedError(f"the size of {number.told()} is not certain at {MOST_BITS} bits")


def _printable_place(number: Exact, place: int) -> int:
    if abs(place) > MOST_PLACES:
        if place > 0:
            raise _too_large(number)
        zeros = f"it has more than {MOST_PLACES} zeros after the decimal point"
        raise LimitError(f"{number.told()} is too small to be printed: {zeros}")
    return place


def _leading_place_of_rational(value: Fraction) -> int:
    place = len(str(fmpz(value.numerator))) - len(str(fmpz(value.denominator)))
    return place if value >= Fraction(10) ** place else place - 1


def significant(number: Exact, digits: int) -> str:
    """The number to `digits` significant digits, in plain notation.

    >>> from symattn.exact import Exact, exp
    >>> significant(exp(Exact(-7)), 3), significant(exp(Exact(9)), 2), significant(Exact(Fraction(1999, 2)), 3)
    ('0.000912', '8100', '1000')
    """
    _check_digits(digits)
    if number.as_fraction() == 0:
        return with_point(0, digits - 1)
    places = digits - 1 - leading_place(number)
    scaled = rounded_integer(number, places)
    if len(str(fmpz(abs(scaled)))) > digits:  # 999.5 rounded up to 1000
        places -= 1
        scaled = rounded_integer(number, places)
    return _plain(scaled, places)


def _plain(scaled: int, places: int) -> str:
    """scaled / 10^places in plain notation."""
    return with_point(scaled, places) if places >= 0 else with_point(scaled * 10**-places, 0)


def enclosure(number: Exact, digits: int) -> tuple[str, str]:
    """Two decimals with `digits` significant digits that enclose the number, one unit of the last place apart.

    A number that is such a decimal itself is returned twice.

    >>> from symattn.exact import Exact, exp
    >>> enclosure(exp(Exact(1)), 5)
    ('2.7182', '2.7183')
    """
    _check_digits(digits)
    if number.as_fraction() == 0:
        return "0", "0"
    places = digits - 1 - leading_place(number)
    low = _floor(number, places)
    value = number.as_fraction()
    exact = value is not None and value * Fraction(10) ** places == low
    ends = (low, low if exact else low + 1)
    return _plain(ends[0], places), _plain(ends[1], places)


def _floor(number: Exact, places: int) -> int:
    value = number.as_fraction()
    if value is not None:
        scaled = value * Fraction(10) ** places
        return scaled.numerator // scaled.denominator
    bits = 64 + max(0, int(places * 3.33))
    while bits <= MOST_BITS:
        ball = enclose(number, bits)
        _check_size(number, ball, bits)
        with precision(bits + 16):
            scaled = ball * arb(fmpq(10) ** places)
            found, edge = scaled.floor().unique_fmpz(), scaled.unique_fmpz()
        if found is not None:
            return int(found)
        if edge is not None:
            side = side_of(number, int(edge) / Fraction(10) ** places)
            if side is not None:
                return int(edge) if side >= 0 else int(edge) - 1
        bits *= 2
    raise UndecidedError(f"{number.told()} is not known to {places} places with {MOST_BITS} bits, or is such a decimal")


def decimal_rows(matrix: ExactMatrix, places: int) -> list[list[str | None]]:
    """Every entry of a matrix to `places` places; None where a symbol is left, "-oo" for a hidden score."""
    _check_places(places)
    bits = 96 + int(places * 3.4)

    def quick(ball: Ball) -> str | None:
        found = rounded_ball(ball, places, bits)
        return None if found is None else with_point(found, places)

    def slow(entry: Entry) -> str | None:
        return None if entry.symbols else entry.decimal(places)

    return by_rows(matrix, bits, quick, slow)


def significant_rows(matrix: ExactMatrix, digits: int) -> list[list[str | None]]:
    """Every entry of a matrix to `digits` significant digits; None where a symbol is left, "-oo" for a hidden score."""
    from symattn.exact.infinity import MinusInfinity

    if digits < 1:
        raise LimitError(f"the number of significant digits is at least 1, not {digits}")
    bits = 96 + int(digits * 3.4)

    def quick(ball: Ball) -> str | None:
        with precision(bits):
            place = (abs(ball).log() / arb(10).log()).floor().unique_fmpz() if ball != 0 else None
        if place is None or abs(int(place)) > MOST_PLACES:
            return None
        places = digits - 1 - int(place)
        scaled = rounded_ball(ball, places, bits)
        if scaled is None or abs(scaled) >= 10**digits:
            return None  # the other path looks at what was rounded up to a power of ten
        return _plain(scaled, places)

    def slow(entry: Entry) -> str | None:
        if isinstance(entry, MinusInfinity):
            return entry.text()
        return None if entry.symbols else significant(entry, digits)

    return by_rows(matrix, bits, quick, slow)


def by_rows(
    matrix: ExactMatrix, bits: int, quick: Callable[[Ball], Cell | None], slow: Callable[[Entry], Cell | None]
) -> list[list[Cell | None]]:
    """Every entry of a matrix rounded: from its row's balls where the storage has some, else, and where these do not
    settle it, from the entry.
    """
    balls_of = getattr(matrix.storage, "balls", None)
    written: list[list[Cell | None]] = []
    for i in range(matrix.shape[0]):
        row: list[Cell | None] = [None] * matrix.shape[1]
        with precision(bits):
            balls = None if balls_of is None else balls_of(i)
        if balls is not None:
            known = {id(ball): quick(ball) for ball in balls}
            row = [known[id(ball)] for ball in balls]
        written.append([slow(matrix[i, j]) if cell is None else cell for j, cell in enumerate(row)])
    return written


__all__ = [
    "by_rows",
    "decimal",
    "decimal_rows",
    "enclosure",
    "round_half_away",
    "rounded_ball",
    "rounded_integer",
    "side_of",
    "significant",
    "significant_rows",
    "unpointed",
    "with_point",
]
