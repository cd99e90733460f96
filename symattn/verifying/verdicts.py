"""What was found out about a function, as data and as text for people."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from symattn.checking.diagnosis import Explanation
from symattn.errors import SymattnError
from symattn.exact import Exact, MinusInfinity
from symattn.exact.enclosures import enclose, precision, rational_ball
from symattn.verifying.scalars import Scalar

Outcome: TypeAlias = Literal[
    "equal", "equal with that scale", "equal up to a leak", "causal", "different", "undecided", "failed"
]
GOOD = ("equal", "equal with that scale", "causal")
SHOWN = 3  # differing entries that a message shows
PLACES = (6, 12, 20)
BITS = (128, 1024, 8192)


class Difference(NamedTuple):
    """One entry (0-based) that is not what the specification says, or, with ``before``, not what it was."""

    row: int
    column: int
    got: Scalar
    expected: Exact | MinusInfinity
    before: Scalar | None = None

    def text(self) -> str:
        """One line, positions counted from 1."""
        where = f"row {self.row + 1}, column {self.column + 1}"
        if self.before is not None and not self.before.is_finite:
            return f"{where}: the output was {self.before.text()} and becomes {self.got.text()}"
        got, expected = _both_decimals(self.got, self.expected)
        if self.before is not None:
            return f"{where}: the output was {expected} and becomes {got}"
        return f"{where}: the code gives {got}, the specification says {expected}"


@dataclass(frozen=True)
class Verdict:
    """What is known of a function; ``str()`` is for people.

    ``accepted`` is True for what is proved equal (with a scale that is a rounded double, too), False for what is proved
    different or failed, None where neither is proved. ``domain`` is "all inputs" of these shapes where it was proved
    with free symbols, "these inputs" otherwise; ``inputs`` are those that show a difference. ``mistakes`` are the names
    that explain it (see ``symattn.checking.mistakes`` and ``symattn.verifying.code_mistakes``), ``leak`` bounds the
    weight that hidden keys have together in a row.
    """

    outcome: Outcome
    headline: str
    case: str = ""
    domain: Literal["all inputs", "these inputs"] = "these inputs"
    differences: tuple[Difference, ...] = ()
    explanations: tuple[Explanation, ...] = ()
    scale: Fraction | None = None
    leak: Exact | None = None
    notes: tuple[str, ...] = ()
    inputs: str = ""

    @property
    def accepted(self) -> bool | None:
        """True, False, or None where nothing is proved."""
        if self.outcome in GOOD:
            return True
        return None if self.outcome == "undecided" else False

    @property
    def mistakes(self) -> tuple[str, ...]:
        """The names of the mistakes."""
        return tuple(explanation.name for explanation in self.explanations)

    @property
    def message(self) -> str:
        """Everything for people, a line each."""
        lines = [self.headline]
        lines += [f"  {difference.text()}" for difference in self.differences[:SHOWN]]
        if len(self.differences) > SHOWN:
            lines.append(f"  ... and {len(self.differences) - SHOWN} more entries")
        lines += [f"  this is what comes out when {e.when} ({e.name})" for e in self.explanations]
        lines += [f"  inputs: {self.inputs}"] if self.inputs and not self.accepted else []
        lines += [f"  note: {note}" for note in self.notes]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.message


def _both_decimals(got: Scalar, expected: Exact | MinusInfinity) -> tuple[str, str]:
    """Both numbers with as many decimals as show the difference."""
    if not got.is_finite or isinstance(expected, MinusInfinity):
        return _with_decimal(got.text(), None), _with_decimal(expected.text(), None)
    pair: tuple[str | None, str | None] = (None, None)
    for places in PLACES:
        pair = _decimal(got.number, places), _decimal(expected, places)
        if pair[0] != pair[1]:
            break
    else:
        near = power_of_ten_above(got.number - expected)
        return got.number.told(), f"{expected.told()} (which differ by less than 10^{near})"
    return _with_decimal(got.number.told(), pair[0]), _with_decimal(expected.told(), pair[1])


def _decimal(number: Exact, places: int) -> str | None:
    """The decimal; None where there is none, and the text is the number itself."""
    try:
        return None if number.symbols else number.decimal(places)
    except SymattnError:
        return None


def _with_decimal(text: str, decimal: str | None) -> str:
    short = decimal is not None and "." in decimal and decimal.rstrip("0").rstrip(".") != text
    return f"{text} = {decimal}" if short else text


def power_of_ten_above(number: Exact) -> int | None:
    """The least whole k that is found with abs(number) < 10^k; None for 0 and where a symbol is left.

    >>> from symattn.exact import exp
    >>> power_of_ten_above(exp(Exact(-10**9)))
    -434294481
    """
    if number.symbols or number.is_zero():
        return None
    for bits in BITS:
        with precision(bits):
            logarithm = abs(enclose(number, bits)).log() / rational_ball(Fraction(10)).log()
            if logarithm.is_finite():
                return int(logarithm.upper().floor().fmpz()) + 1
    return None


__all__ = ["Difference", "Outcome", "Verdict", "power_of_ten_above"]
