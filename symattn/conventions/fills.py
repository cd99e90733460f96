"""What stands in for minus infinity, and what a finite stand-in does.

A system hides a key by *adding* a fill to its score, by *replacing* the score with the fill, or by never computing it.
With -inf the key's weight is 0 and a row without a visible key is 0/0. A finite fill f leaves a hidden key with the
score of a visible one exp(f) times the visible one's weight (``FillEffect.share``, exact). A number format then rounds
that to 0 or not, and decides what a row without a visible key becomes: the replaced scores are equal (a uniform row);
the added ones are the scores themselves (an unmasked row) unless the fill is so large that adding changes nothing.

    >>> fixed(-10_000).stored("float32"), fixed(-10_000).stored("bfloat16"), fixed(-(10**9)).stored("float16")
    (Fraction(-10000, 1), Fraction(-9984, 1), None)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cache
from math import floor, isinf
from typing import TYPE_CHECKING, Literal

from symattn.exact.floats import BinaryFormat, format_named, nearest_float, rounded_dyadic

if TYPE_CHECKING:
    from symattn.exact import Exact

DTYPES = ("float64", "float32", "float16", "bfloat16")
USUAL_SCORE = 30  # scores of trained models rarely exceed it; e^60 to 1 is already a one-hot row


class EmptyRow(StrEnum):
    """The weights of a query without a visible key."""

    ERROR = "error"
    ZERO = "zero"
    NAN = "NaN"
    UNIFORM = "uniform"
    UNMASKED = "unmasked"
    WINDOW = "unmasked within the window"
    SINK = "sink"
    UNSTATED = "not stated"


MEANING: Mapping[EmptyRow, str] = {
    EmptyRow.ERROR: "refuses it",
    EmptyRow.ZERO: "gives weights of 0",
    EmptyRow.NAN: "gives NaN",
    EmptyRow.UNIFORM: "gives every key the same weight",
    EmptyRow.UNMASKED: "gives the weights of no mask at all",
    EmptyRow.WINDOW: "gives the weights of its window, padding included",
    EmptyRow.SINK: "gives all weight to the sink and 0 to every key",
    EmptyRow.UNSTATED: "does not say what it does with it",
}


@dataclass(frozen=True, slots=True)
class Fill:
    """What is added to a hidden score or put in its place: -inf, the least value of a format, or a number."""

    kind: Literal["-inf", "least", "number"]
    number: Fraction = Fraction(0)
    by_dtype: Mapping[str, Fraction] = field(default_factory=dict)

    def stored(self, dtype: str) -> Fraction | None:
        """The fill as a value of that format; None for -inf, which a number too large for the format becomes too."""
        format_ = format_named(dtype)
        if self.kind == "-inf":
            return None
        if self.kind == "least":
            return -_largest(format_)
        return rounded(self.by_dtype.get(dtype, self.number), format_)

    def text(self, dtype: str) -> str:
        """The fill as people write it."""
        value = self.stored(dtype)
        return "-inf" if value is None else str(value)


INFINITE = Fill("-inf")
LEAST = Fill("least")


def fixed(number: int | Fraction, **by_dtype: int) -> Fill:
    """A number, with other ones for some formats: ``fixed(-10**9, float16=-30_000)``."""
    return Fill("number", Fraction(number), {dtype: Fraction(value) for dtype, value in by_dtype.items()})


def rounded(value: Fraction, format_: BinaryFormat) -> Fraction | None:
    """The nearest value of a format, ties to even; None where that is minus infinity."""
    nearest = rounded_dyadic(value.numerator, value.denominator, format_)
    return None if isinf(nearest) else Fraction(nearest)


@dataclass(frozen=True, slots=True)
class FillEffect:
    """What a fill does in a format: ``fill`` (None: -inf) is added (``adds``) in one, the softmax taken in another.

    >>> FillEffect(Fraction(-10_000), "float32", "float32", adds=True).share
    Exact('1/e^10000')
    """

    fill: Fraction | None
    dtype: str
    softmax_dtype: str
    adds: bool

    @property
    def share(self) -> Exact:
        """The weight of a hidden key as a multiple of that of a visible key of the same score (0 if replaced)."""
        return self.bound()

    def bound(self, largest_score: int | Fraction = 0, hidden: int = 1, visible: int = 0) -> Exact:
        """The most weight that hidden keys can have together when no score exceeds ``largest_score`` in size.

        With ``visible`` 0 (the default) it is a multiple of one visible key's weight, else a share of the whole row.
        """
        from symattn.exact import Exact
        from symattn.exact.functions import exp

        if self.fill is None:
            return Exact(0)
        gap = self.fill + (2 if self.adds else 1) * Fraction(largest_score)
        weight = hidden * exp(Exact(gap))
        return weight / (weight + visible) if visible else weight

    @property
    def vanishing_gap(self) -> int | None:
        """The largest whole g such that weights up to exp(fill + g) round to 0 in the softmax; None: all of them."""
        return None if self.fill is None else floor(vanishing_exponent(self.softmax_dtype) - self.fill)

    @property
    def vanishes(self) -> bool:
        """Whether a hidden key's weight rounds to 0 beside a visible key of the same score."""
        return self.vanishing_gap is None or self.vanishing_gap >= 0

    @property
    def step(self) -> Fraction | None:
        """The distance of the format's values below the fill: what an added score is rounded to; None for -inf."""
        return None if self.fill is None else _spacing(self.fill, format_named(self.dtype))

    @property
    def swallows(self) -> Fraction | None:
        """Scores smaller in size than this vanish when they are added to the fill; None for -inf."""
        if self.fill is None:
            return None
        format_ = format_named(self.dtype)
        spacing = _spacing(self.fill, format_)
        is_power_of_two = abs(self.fill) == spacing * 2 ** (format_.precision - 1)
        return spacing / (4 if is_power_of_two else 2)  # towards 0 the values lie closer below a power of two

    def empty_row(self, largest_score: int | Fraction = USUAL_SCORE) -> EmptyRow:
        """What a row without a visible key becomes when nothing guards it and no score exceeds ``largest_score``."""
        if self.fill is None:
            return EmptyRow.NAN
        swallowed = self.swallows is not None and largest_score < self.swallows
        return EmptyRow.UNMASKED if self.adds and not swallowed else EmptyRow.UNIFORM

    def text(self) -> str:
        """One sentence for people."""
        if self.fill is None:
            return f"hidden scores are -inf in {self.dtype}: their weights are 0"
        verdict = (
            f"rounds to 0 in {self.softmax_dtype} while no hidden score exceeds a visible one by more than "
            f"{self.vanishing_gap}"
            if self.vanishes
            else f"does not round to 0 in {self.softmax_dtype}"
        )
        share = f"a hidden key has {self.share.text()} of a visible key's weight"
        return f"the fill is {self.fill} in {self.dtype}: {share}, which {verdict}"


@cache
def vanishing_exponent(dtype: str) -> int:
    """The largest whole x for which exp(x) rounds to 0 in a format.

    >>> [vanishing_exponent(dtype) for dtype in DTYPES]
    [-746, -104, -18, -93]
    """
    from symattn.exact import Exact
    from symattn.exact.functions import exp

    halvings = 1 - format_named(dtype).least_exponent
    exponent = -(halvings * 693 // 1000)  # a little above -halvings * ln 2
    while nearest_float(exp(Exact(exponent)), dtype) > 0:
        exponent -= 1
    return exponent


def _largest(format_: BinaryFormat) -> Fraction:
    return Fraction(2) ** (format_.largest_exponent + 1) - Fraction(2) ** (
        format_.largest_exponent + 1 - format_.precision
    )


def _spacing(value: Fraction, format_: BinaryFormat) -> Fraction:
    """The distance from a value of a format to its next larger one in size."""
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= size < Fraction(2) ** exponent
    return Fraction(2) ** max(exponent - format_.precision + 1, format_.least_exponent)
