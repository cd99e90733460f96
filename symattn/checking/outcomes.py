"""How one typed number stands to what is right: the first outcome that fits."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from symattn.checking.noise import float_noise
from symattn.checking.result import Outcome
from symattn.checking.typed import Typed
from symattn.errors import UndecidedError
from symattn.exact import Exact, MinusInfinity, compare
from symattn.exact.decimals import rounded_integer
from symattn.exact.enclosures import FIRST_BITS, enclose, precision, rational_ball
from symattn.problems.rules import Rule
from symattn.reading import TypedDigits

LEAST_CUT = 3  # figures from which a whole number can be another number cut off, or off by one


class Count(NamedTuple):
    """How many decimal places and significant figures typed digits may have."""

    places: int
    figures: int


class Verdict(NamedTuple):
    """The outcome of one number, whether the rule takes it, and the count of the rounding that fits best."""

    outcome: Outcome
    accepted: bool | None
    rounding: Count | None = None


def judge(typed: Typed, expected: Exact | MinusInfinity, rule: Rule) -> Verdict:
    """The verdict on one number.

    >>> from symattn.reading import read_text
    >>> one = Typed(read_text("0.66").value, read_text("0.66").digits)
    >>> judge(one, Exact(Fraction(2, 3)), Rule.parse("auto"))[:2]
    ('truncated', False)
    """
    outcome, counts = outcome_of(typed, expected)
    best = counts[0] if counts else None
    if rule.kind in ("within", "relative"):
        return _by_bound(typed, expected, rule, Verdict(outcome, None, best))
    fitting = [count for count in counts if rule.takes_count(*count)]
    if outcome == "rounded":
        return Verdict(outcome, bool(fitting), fitting[0] if fitting else best)
    if outcome == "exact":
        in_form = bool(fitting) or _stands_for_itself(typed, expected)
        return Verdict(outcome, in_form or not _asks_for_form(rule), best)
    return Verdict(outcome, None if outcome == "undecided" else False, best)


def outcome_of(typed: Typed, expected: Exact | MinusInfinity) -> tuple[Outcome, list[Count]]:
    """The outcome of one number, and for exact and rounded ones the counts of digits for which it holds, best first."""
    found = compare(typed.value, expected).outcome
    counts = list(_counts(typed.digits)) if typed.digits else []
    if found == "equal":
        return "exact", counts
    if typed.digits is None or isinstance(expected, MinusInfinity) or expected.symbols:
        return "wrong" if found == "different" else "undecided", []
    try:
        return _decimal_outcome(typed.digits, counts, expected)
    except UndecidedError:
        return "undecided", []


def _decimal_outcome(digits: TypedDigits, counts: list[Count], expected: Exact) -> tuple[Outcome, list[Count]]:
    """The outcome of a decimal that is not proved equal."""
    value, unit = digits.value, digits.unit
    if not value:  # no figure of a small number: however many places 0.000 has, it says nothing of the size
        counts = [Count(digits.places, 0)]
    if _is_far(value, Fraction(10) ** -counts[-1].places, expected):
        return "wrong", []
    rounded = [count for count in counts if abs(_units_off(value, expected, count.places)) * 2 <= 1]
    if rounded:
        return "rounded", rounded
    if is_short_whole(digits) or (_is_whole_digits(digits) and is_whole_number(expected)):
        return "wrong", []
    if float_noise(value, counts[0].figures, expected):
        return "float noise", []
    if _is_cut(value, unit, expected):
        return "truncated", []
    if abs(_units_off(value, expected, digits.places)) * 2 <= 3:
        return "off in the last digit", []
    return "wrong", []


def _counts(digits: TypedDigits) -> Iterator[Count]:
    """Every count that the typed digits may have: the zeros at the end of 1000 may or may not be meant."""
    least, most = digits.significant
    for zeros in range(most - least + 1):
        yield Count(digits.places - zeros, most - zeros)


def _is_far(value: Fraction, unit: Fraction, expected: Exact) -> bool:
    """Whether the value is proved too far off for every outcome but wrong; this keeps huge numbers cheap."""
    ball = enclose(expected, FIRST_BITS)
    with precision(FIRST_BITS):
        reach = rational_ball(10 * unit) + abs(ball) / 2**20
        return bool(abs(ball - rational_ball(value)) > reach)


def _units_off(value: Fraction, expected: Exact, places: int) -> Fraction:
    """How many units of a place a decimal is from what is expected: exactly, or for an irrational number rounded.

    An irrational number never lies in the middle between two decimals, so that whole units are enough for it.
    """
    scaled = value * Fraction(10) ** places
    known = expected.as_fraction()
    if known is not None:
        return scaled - known * Fraction(10) ** places
    return scaled - rounded_integer(expected, places)


def _is_cut(value: Fraction, unit: Fraction, expected: Exact) -> bool:
    """Whether the digits are those of what is expected, without the rest; zero has no digits to cut."""
    sign = expected.sign()
    rest = sign * (expected - value)
    return sign != 0 and rest.sign() >= 0 and rest < unit


def _by_bound(typed: Typed, expected: Exact | MinusInfinity, rule: Rule, verdict: Verdict) -> Verdict:
    """The verdict of a rule that gives a bound."""
    if verdict.outcome == "exact":
        return verdict._replace(accepted=True)
    try:
        within = rule.is_within(typed.value, expected)
    except UndecidedError:
        return verdict._replace(outcome="undecided", accepted=None)
    if verdict.outcome == "rounded":
        return verdict._replace(accepted=within)
    if within:  # whatever is the matter with the last digit, the bound allows it
        return verdict._replace(outcome="within the bound", accepted=True)
    return verdict._replace(outcome="wrong" if verdict.outcome == "undecided" else verdict.outcome, accepted=False)


def _asks_for_form(rule: Rule) -> bool:
    return rule.kind in ("places", "sig") and not rule.at_least


def is_short_whole(digits: TypedDigits) -> bool:
    """Whether a whole number of one or two figures was typed: no rounding of another number that somebody meant."""
    return _is_whole_digits(digits) and digits.significant[1] < LEAST_CUT


def _is_whole(typed: Typed) -> bool:
    """Whether a whole number was typed as one."""
    return typed.digits is not None and _is_whole_digits(typed.digits)


def _stands_for_itself(typed: Typed, expected: Exact | MinusInfinity) -> bool:
    """Whether there are no decimals to ask for: a whole number typed as one, what has a symbol, or hides a score."""
    return isinstance(expected, MinusInfinity) or bool(expected.symbols) or _is_whole(typed)


def _is_whole_digits(digits: TypedDigits) -> bool:
    return "." not in digits.digits and digits.exponent >= 0


def is_whole_number(value: Exact) -> bool:
    """Whether a value is a whole number."""
    known = value.as_fraction()
    return known is not None and known.denominator == 1
