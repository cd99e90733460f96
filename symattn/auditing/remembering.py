"""Which calculations figures may belong to: the newest ones, and older ones that a reader knows again by their digits.

A text of many worked examples speaks of the last few. Only a decimal of three places and more calls an older one back,
so that what an example costs does not depend on how many there were before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from symattn.auditing.sizes import BOUNDLESS, ONE, size_in_units
from symattn.auditing.worlds import RECENT, World, Worlds
from symattn.checking.typed import Typed
from symattn.exact import MinusInfinity

LEAST_PLACES = 3
NEAR = 2  # units of the last digit
MOST_OLDER = 8  # older calculations that are looked at
_MOST_ASKED = 8  # figures by which they are sought
_DRAWER = ONE // 1000
_DRAWERS = 8  # more than these a figure of three places never spans


@dataclass
class Remembered:
    """The older calculations by the numbers in them."""

    worlds: Worlds
    _sorted: int = 0  # how many worlds are in the drawers
    _drawers: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    def like(self, typed: Sequence[Sequence[Typed]]) -> list[World]:
        """The newest calculations, then those older ones that have some of the printed numbers, the newest first."""
        newest = self.worlds.newest_first()
        if len(self.worlds.worlds) <= RECENT:
            return newest
        self._put_away()
        telling = [one for row in typed for one in row if _tells(one)][:_MOST_ASKED]
        found = {number for one in telling for number in self._with(one)}
        return newest + [self.worlds.worlds[number] for number in sorted(found, reverse=True)[:MOST_OLDER]]

    def _put_away(self) -> None:
        """Put the numbers of those that are no longer new where they are found again."""
        while self._sorted < len(self.worlds.worlds) - RECENT:
            sizes = {size for size in self.worlds.worlds[self._sorted].all_sizes() if size % _DRAWER}
            for size in sizes:
                self._drawers.setdefault(size // _DRAWER, []).append((size, self._sorted))
            self._sorted += 1

    def _with(self, typed: Typed) -> Iterator[int]:
        """The older calculations that have a number."""
        size = size_in_units(typed.value) or 0
        reach = int(NEAR * (typed.digits.unit if typed.digits else Fraction(1, 10**15)) * ONE)
        for drawer in range((size - reach) // _DRAWER, (size + reach) // _DRAWER + 1)[:_DRAWERS]:
            for known, number in self._drawers.get(drawer, ()):
                if abs(known - size) <= reach and number < len(self.worlds.worlds) - RECENT:
                    yield number


def _tells(typed: Typed) -> bool:
    """Whether few other numbers look like this one."""
    if isinstance(typed.value, MinusInfinity) or size_in_units(typed.value) in (0, ONE, BOUNDLESS):
        return False
    return typed.digits is None or typed.digits.places >= LEAST_PLACES


__all__ = ["Remembered"]
