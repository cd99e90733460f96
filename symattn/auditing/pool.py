"""All the numbers that were derived so far, to recognise a decimal of many digits wherever it stands.

A decimal of five and more figures that rounds to one of them is that number; one that lies a unit or two of its last
digit beside one of them, and rounds to none, is a slip: by chance that happens to one decimal in thousands.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from dataclasses import dataclass, field
from fractions import Fraction

from symattn.auditing.findings import Verdict
from symattn.auditing.judging import verdict_on
from symattn.checking.typed import Typed
from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix

LEAST_FIGURES = 5
NEAR = 2  # units of the last digit
_PLACES = 24
MOST = 20_000


@dataclass
class Pool:
    """Numbers by size, each with a description."""

    _sizes: list[tuple[Fraction, int]] = field(default_factory=list)
    _values: list[tuple[Exact, str]] = field(default_factory=list)
    _known: set[Fraction] = field(default_factory=set)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was derived so far."""
        return not self._values

    def add(self, value: object, what: str) -> None:
        """Add a number; whole numbers and short decimals tell nothing and are left out."""
        if not isinstance(value, Exact) or len(self._values) >= MOST or value.symbols:
            return
        try:
            size = Fraction(value.decimal(_PLACES))
        except SymattnError:
            return
        if size in self._known or (size * 1000).denominator == 1:
            return
        self._known.add(size)
        insort(self._sizes, (size, len(self._values)))
        self._values.append((value, what))

    def add_matrix(self, matrix: ExactMatrix, name: str) -> None:
        """Add every entry of a stage."""
        for i, row in enumerate(matrix.rows(), start=1):
            for j, entry in enumerate(row, start=1):
                self.add(entry, f"{name}[{i}, {j}]")

    def near(self, typed: Typed) -> list[tuple[Exact, str]]:
        """The numbers within a few units of the last digit, the nearest first."""
        if typed.digits is None or not self._sizes:
            return []
        value, reach = typed.digits.value, typed.digits.unit * NEAR
        low = bisect_left(self._sizes, (value - reach, -1))
        high = bisect_right(self._sizes, (value + reach, len(self._values)))
        nearest = sorted(self._sizes[low:high], key=lambda pair: abs(pair[0] - value))
        return [self._values[number] for _, number in nearest]

    def verdict(self, typed: Typed, least: int = LEAST_FIGURES) -> tuple[Verdict, Exact, str] | None:
        """What a decimal is, where it is one of the numbers or nearly so."""
        if typed.digits is None or "." not in typed.digits.digits or typed.digits.significant[1] < least:
            return None
        found = [(verdict_on(typed, value, True), value, what) for value, what in self.near(typed)]
        for good in ("proved", "correctly rounded", "float noise"):
            for one in found:
                if one[0] == good:
                    return one
        return found[0] if found else None


__all__ = ["LEAST_FIGURES", "Pool"]
