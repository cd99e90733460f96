"""Intermediate values that are rounded before the calculation goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from symattn.checking.mistakes.arithmetic import Arithmetic, Row
from symattn.checking.mistakes.mistake import mistake
from symattn.checking.mistakes.ways import HeadWay, Way, Weigh
from symattn.errors import SymattnError
from symattn.exact import Exact
from symattn.exact.decimals import rounded_integer

PLACES = (2, 3, 4)
STEPS = {"scores": "scores", "weights": "weights", "mixed": "outputs of the heads"}
ZERO = Exact(0)


@mistake("rounded-early", "rounding", "scores", "intermediate values are rounded too early", combines=False)
def rounded_early(way: Way) -> Iterator[Way]:
    """The scale, the scores, their exponentials, the weights or what the heads give, to a few decimal places."""
    for places in PLACES:
        yield from _with_rounded_scale(way, places)
        for step, what in STEPS.items():
            if step != "mixed" or way.w_o is not None:
                yield replace(way, rounded={step: places}, detail=_to(what, places))
        yield replace(way, weigh=_of_rounded_exponentials(places), detail=_to("exponentials", places))


def _to(what: str, places: int) -> str:
    return f"{what} to {places} decimal places"


def _with_rounded_scale(way: Way, places: int) -> Iterator[Way]:
    def rounded(head: HeadWay) -> HeadWay:
        if head.scale is None or head.scale.as_fraction() is not None:
            return head
        return replace(head, scale=Exact(rounded_integer(head.scale, places) * Fraction(10) ** -places))

    try:
        changed = way.with_heads(rounded, _to("the scale", places))
    except SymattnError:  # a scale with a free symbol has no decimals
        return
    if any(before is not after for before, after in zip(way.heads, changed.heads, strict=True)):
        yield changed


def _of_rounded_exponentials(places: int) -> Weigh:
    """The softmax of exponentials that are rounded first."""

    def weigh(numbers: Arithmetic, masked: Sequence[Row], i: int) -> Row:
        zero = numbers.number(ZERO)
        raised = [zero if e is None else numbers.rounded(numbers.exp(e), places) for e in masked[i]]
        total = sum(raised[1:], raised[0])
        return [power / total for power in raised]

    return weigh


MISTAKES = (rounded_early,)
__all__ = ["MISTAKES"]
