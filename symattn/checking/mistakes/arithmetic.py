"""The two arithmetics of one calculation: certified enclosures, to refute cheaply, and exact numbers, to prove.

A calculation (`evaluating`) uses ``+ - * /`` of the numbers themselves and, for the rest, one of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from symattn.errors import UndecidedError
from symattn.exact import Exact, ExactMatrix
from symattn.exact.decimals import rounded_ball, rounded_integer
from symattn.exact.enclosures import Values, enclose, rational_ball
from symattn.exact.functions import exp
from symattn.exact.matrix import dot
from symattn.exact.softmax_rows import softmax_rows

Number: TypeAlias = Any  # Exact, or an Arb ball
Row: TypeAlias = Sequence[Any]  # numbers, and None where a score is hidden


class Arithmetic(Protocol):
    """What a calculation needs beside the four operations."""

    def number(self, value: Exact) -> Number:
        """The number that an exact value is here."""

    def exp(self, x: Number) -> Number:
        """e to the x."""

    def dot(self, first: Row, second: Row) -> Number:
        """The sum of products of two rows of one length."""

    def softmax(self, row: Row) -> list[Number]:
        """The softmax of a row over its numbers; hidden entries weigh 0."""

    def rounded(self, x: Number, places: int) -> Number:
        """The number rounded to decimal places, halves away from zero."""


class ExactArithmetic:
    """Exact numbers, as they are."""

    def number(self, value: Exact) -> Exact:
        """The value itself."""
        return value

    def exp(self, x: Exact) -> Exact:
        """Exactly e to the x."""
        return exp(x)

    def dot(self, first: Row, second: Row) -> Exact:
        """The sum of products, in lowest terms."""
        return dot(first, second)

    def softmax(self, row: Row) -> list[Exact]:
        """Weights over one shared denominator, each in lowest terms."""
        seen = [entry is not None for entry in row]
        scores = ExactMatrix([[Exact(0) if entry is None else entry for entry in row]])
        weights = softmax_rows(scores, [seen])
        return [weights.number(0, j) for j in range(len(row))]

    def rounded(self, x: Exact, places: int) -> Exact:
        """The decimal, as a fraction."""
        return Exact(rounded_integer(x, places) * Fraction(10) ** -places)


class BallArithmetic:
    """Arb balls, each certain to contain the number; free symbols take the given values.

    Works at FLINT's current precision: use it inside ``precision(bits)``.
    """

    def __init__(self, bits: int, values: Values) -> None:
        self.bits = bits
        self._values = values
        self.symbols = frozenset(values)
        self._known: dict[int, tuple[Exact, Number]] = {}  # by identity; the value is kept so that its id stays taken

    def number(self, value: Exact) -> Number:
        """An enclosure of the value, computed once."""
        found = self._known.get(id(value))
        if found is None:
            found = self._known[id(value)] = (value, enclose(value, self.bits, self._values))
        return found[1]

    def exp(self, x: Number) -> Number:
        """An enclosure of e to the x."""
        return x.exp()

    def dot(self, first: Row, second: Row) -> Number:
        """An enclosure of the sum of products."""
        total = rational_ball(Fraction(0))
        for x, y in zip(first, second, strict=True):
            total += x * y
        return total

    def softmax(self, row: Row) -> list[Number]:
        """Enclosures of the weights."""
        zero = rational_ball(Fraction(0))
        raised = [zero if entry is None else entry.exp() for entry in row]
        total = zero
        for power in raised:
            total += power
        return [power / total for power in raised]

    def rounded(self, x: Number, places: int) -> Number:
        """The decimal; UndecidedError where the ball holds numbers that round differently."""
        found = rounded_ball(x, places, self.bits)
        if found is None:
            raise UndecidedError(f"an enclosure at {self.bits} bits does not round to {places} places one way")
        return rational_ball(found * Fraction(10) ** -places)
