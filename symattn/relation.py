"""The relation of visibility itself: a Boolean [T_q, T_k], one integer a row, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING

from symattn.errors import LimitError, PositionError, ShapeError
from symattn.mask_entries import additive_rows, truth_rows
from symattn.shapes import at_least

if TYPE_CHECKING:
    import sympy

    from symattn.exact import ExactMatrix

LARGEST_SIZE = 16384  # positions a side; a relation of this size takes at most 32 MB
_LARGEST_SHOWN = 32


@dataclass(frozen=True, slots=True, repr=False)
class Visibility:
    """Which keys each query may read, a Boolean relation [T_q, T_k]; True means may be read.

    >>> from symattn.visibility import causal, padding
    >>> v = causal(3) & padding(2, 3)
    >>> v
    Visibility [3, 3]
    1 . .
    1 1 .
    1 1 .
    >>> v[1, 0], v.visible_keys(2)
    (True, (0, 1))

    Make one with the functions of ``symattn.visibility``, ``from_rows`` or ``from_additive``. Equal relations compare
    equal however they were made, and are hashable. Bit j of ``bits[i]`` is set when query i may read key j.
    """

    bits: tuple[int, ...]
    T_k: int

    def __post_init__(self) -> None:
        checked_size(len(self.bits), "T_q")
        checked_size(self.T_k, "T_k")
        beyond = 1 << self.T_k
        for number, row in enumerate(self.bits, start=1):
            if not 0 <= row < beyond:
                raise ShapeError(f"row {number} of a visibility relation marks keys outside its {self.T_k} columns")

    @property
    def T_q(self) -> int:
        """How many queries there are."""
        return len(self.bits)

    @property
    def shape(self) -> tuple[int, int]:
        """Queries and keys, (T_q, T_k)."""
        return len(self.bits), self.T_k

    @property
    def rows(self) -> tuple[tuple[bool, ...], ...]:
        """All rows as Booleans [T_q, T_k], made when asked for."""
        return tuple(self.row(i) for i in range(self.T_q))

    def row(self, i: int) -> tuple[bool, ...]:
        """The Booleans [T_k] of query i (0-based)."""
        digits = f"{self.bits[self._query(i)]:0{self.T_k}b}"
        return tuple(digit == "1" for digit in reversed(digits))

    def __getitem__(self, position: tuple[int, int]) -> bool:
        """Whether query i may read key j: ``v[i, j]``, 0-based."""
        try:
            i, j = position
        except TypeError:
            raise PositionError(f"a relation is read by query and key, v[i, j], not v[{position!r}]") from None
        if not 0 <= j < self.T_k:
            raise PositionError(f"key {j} (0-based) is outside the {self.T_k} keys of this relation")
        return bool(self.bits[self._query(i)] >> j & 1)

    def __len__(self) -> int:
        return self.T_q

    def __iter__(self) -> Iterator[tuple[bool, ...]]:
        """The rows, one a query."""
        return (self.row(i) for i in range(self.T_q))

    def visible_keys(self, i: int) -> tuple[int, ...]:
        """The keys that query i may read, in order, both 0-based."""
        span = self.range(i)
        if span is not None:
            return tuple(range(*span))
        return tuple(j for j, seen in enumerate(self.row(i)) if seen)

    def range(self, i: int) -> tuple[int, int] | None:
        """The visible keys of query i as (start, stop) when they are consecutive, else None; (0, 0) when there is none.

        >>> from symattn.visibility import packed, window
        >>> window(5, 1, 1).range(3), packed([1, 2]).range(2), (~window(3, 0, 0)).range(1)
        ((2, 5), (1, 3), None)
        """
        bits = self.bits[self._query(i)]
        if not bits:
            return 0, 0
        start = (bits & -bits).bit_length() - 1
        run = bits >> start
        return None if run & (run + 1) else (start, bits.bit_length())

    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Every (query, key) that may be read, row by row, 0-based."""
        return tuple((i, j) for i in range(self.T_q) for j in self.visible_keys(i))

    def empty_queries(self) -> tuple[int, ...]:
        """The queries (0-based) that may read no key; attention refuses them unless they are declared unused."""
        return tuple(i for i, bits in enumerate(self.bits) if not bits)

    def transpose(self) -> Visibility:
        """The same pairs with queries and keys exchanged, [T_k, T_q]."""
        return _of_rows(zip(*self.rows, strict=True))

    def __and__(self, other: Visibility) -> Visibility:
        pairs = zip(self.bits, _same_shape(self, other, "&").bits, strict=True)
        return Visibility(tuple(a & b for a, b in pairs), self.T_k)

    def __or__(self, other: Visibility) -> Visibility:
        pairs = zip(self.bits, _same_shape(self, other, "|").bits, strict=True)
        return Visibility(tuple(a | b for a, b in pairs), self.T_k)

    def __invert__(self) -> Visibility:
        everything = (1 << self.T_k) - 1
        return Visibility(tuple(everything ^ bits for bits in self.bits), self.T_k)

    def additive(self) -> sympy.ImmutableMatrix:
        """The additive mask [T_q, T_k] as a SymPy ImmutableMatrix: 0 where visible, -oo where hidden."""
        from symattn.exact.sympy_bridge import additive_matrix

        return additive_matrix(self.rows)

    def additive_exact(self) -> ExactMatrix:
        """The additive mask [T_q, T_k] in engine form: 0 where visible, the inert MINUS_INFINITY where hidden."""
        from symattn.exact import MINUS_INFINITY, ExactMatrix

        return ExactMatrix([[0 if seen else MINUS_INFINITY for seen in row] for row in self.rows])

    @classmethod
    def from_rows(cls, rows: object) -> Visibility:
        """The relation [T_q, T_k] that rows of True and False state; True means may be read.

        >>> from symattn.visibility import causal
        >>> Visibility.from_rows([[True, False], [True, True]]) == causal(2)
        True

        Rows may be lists, tuples, a NumPy array of Booleans or SymPy's true and false. Numbers 0 and 1 are refused
        (MaskError): some systems write 1 for *may be read*, others for *masked*, and guessing would turn a mask around.
        """
        return _of_rows(truth_rows(rows))

    @classmethod
    def from_additive(cls, mask: object) -> Visibility:
        """The relation [T_q, T_k] behind an additive mask: visible where it holds 0, hidden where it holds -oo.

        >>> from symattn.visibility import causal
        >>> Visibility.from_additive([[0, "-oo"], [0, 0]]) == causal(2)
        True

        Takes a SymPy matrix, an ExactMatrix, nested lists or text. Any other entry raises MaskError with its place: a
        finite fill such as -10000 leaves weight on hidden keys, and a bias is not a mask. A Python float raises
        FloatError.
        """
        return _of_rows(additive_rows(mask))

    def text(self) -> str:
        """The relation for people, one line a query: 1 where a key may be read, a dot where not."""
        return "\n".join(" ".join("1" if seen else "." for seen in row) for row in self.rows)

    def __repr__(self) -> str:
        head = f"Visibility [{self.T_q}, {self.T_k}]"
        if max(self.shape) <= _LARGEST_SHOWN:
            return f"{head}\n{self.text()}"
        return f"{head} with {sum(bits.bit_count() for bits in self.bits)} visible pairs"

    def _query(self, i: int) -> int:
        if not 0 <= i < self.T_q:
            raise PositionError(f"query {i} (0-based) is outside the {self.T_q} queries of this relation")
        return i


def _of_rows(rows: Iterable[Sequence[bool]]) -> Visibility:
    bits: list[int] = []
    T_k = 0
    for row in rows:
        bits.append(int("".join("1" if seen else "0" for seen in reversed(row)), 2))
        T_k = len(row)
    return Visibility(tuple(bits), T_k)


def _same_shape(self: Visibility, other: object, sign: str) -> Visibility:
    if isinstance(other, list | tuple) and all(isinstance(one, Visibility) for one in other):
        raise ShapeError(f"a list of relations is a batch, one a record: combine each, [v {sign} w for w in batch]")
    if not isinstance(other, Visibility):
        raise ShapeError(
            f"{sign} combines two visibility relations, not one and {type(other).__name__}: make it one first"
        )
    if self.shape != other.shape:
        raise ShapeError(
            f"{sign} combines relations of one shape: the left is {list(self.shape)}, the right {list(other.shape)}"
        )
    return other


def checked_size(value: int, name: str) -> int:
    """A number of positions, refused where a relation of it would be too large."""
    if at_least(1, value, name) > LARGEST_SIZE:
        raise LimitError(f"{name} is {value}: a visibility relation has at most {LARGEST_SIZE} positions a side")
    return index(value)


__all__ = ["LARGEST_SIZE", "Visibility", "checked_size"]
