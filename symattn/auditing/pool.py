"""All the numbers that were derived so far, to recognise a decimal of many digits wherever it stands.

A decimal of five and more figures that rounds to one of them is that number; one that lies a unit or two of its last
digit beside one of them, and rounds to none, is a slip: by chance that happens to one decimal in thousands.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import ceil, floor
from typing import TypeAlias

from symattn.auditing.findings import GOOD, Verdict
from symattn.auditing.judging import verdict_on
from symattn.auditing.sizes import BOUNDLESS, ONE, size_in_units
from symattn.checking.typed import Typed
from symattn.exact import Exact, ExactMatrix

LEAST_FIGURES = 5
NEAR = 2  # units of the last digit
MOST = 20_000
_SHORT = ONE // 1000  # what is a whole number of these tells nothing

Source: TypeAlias = Callable[[], tuple[Exact, str]]


@dataclass
class Pool:
    """Numbers by size, each with where it comes from and a description; the oldest are forgotten when it is full."""

    _sizes: list[tuple[int, int]] = field(default_factory=list)
    _sources: dict[int, Source] = field(default_factory=dict)
    _known: set[int] = field(default_factory=set)
    _last: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing was derived so far."""
        return not self._last

    def add(self, value: object, what: str) -> None:
        """Add a number; whole numbers and short decimals tell nothing and are left out."""
        if isinstance(value, Exact) and not value.symbols:
            self._put(size_in_units(value), lambda: (value, what))

    def add_matrix(self, matrix: ExactMatrix, name: str, sizes: Sequence[Sequence[int | None]]) -> None:
        """Add every entry of a stage, which is made when it is asked for."""
        for i, row in enumerate(sizes):
            for j, size in enumerate(row):
                self._put(size, partial(_entry, matrix, i, j, name))

    def _put(self, size: int | None, source: Source) -> None:
        if size is None or size == BOUNDLESS or not size % _SHORT or size in self._known:
            return
        if len(self._sizes) >= MOST:
            self._forget()
        self._known.add(size)
        insort(self._sizes, (size, self._last))
        self._sources[self._last] = source
        self._last += 1

    def _forget(self) -> None:
        """Forget the older half."""
        self._sizes = [(size, number) for size, number in self._sizes if number >= self._last - MOST // 2]
        self._known = {size for size, _ in self._sizes}
        self._sources = {number: self._sources[number] for _, number in self._sizes}

    def near(self, typed: Typed) -> list[tuple[Exact, str]]:
        """The numbers within a few units of the last digit, the nearest first."""
        if typed.digits is None or not self._sizes:
            return []
        value, reach = typed.digits.value * ONE, typed.digits.unit * ONE * NEAR
        low = bisect_left(self._sizes, (ceil(value - reach), -1))
        high = bisect_right(self._sizes, (floor(value + reach), self._last))
        nearest = sorted(self._sizes[low:high], key=lambda pair: abs(pair[0] - value))
        return [self._sources[number]() for _, number in nearest]

    def verdict(self, typed: Typed, least: int = LEAST_FIGURES) -> tuple[Verdict, Exact, str] | None:
        """What a decimal is, where it is one of the numbers or nearly so."""
        if typed.digits is None or "." not in typed.digits.digits or typed.digits.significant[1] < least:
            return None
        found = [(verdict_on(typed, value, True), value, what) for value, what in self.near(typed)]
        for good in GOOD:
            for one in found:
                if one[0] == good:
                    return one
        return found[0] if found else None


def _entry(matrix: ExactMatrix, i: int, j: int, name: str) -> tuple[Exact, str]:
    return matrix.number(i, j), f"{name}[{i + 1}, {j + 1}]"


__all__ = ["LEAST_FIGURES", "Pool"]
