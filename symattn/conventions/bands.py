"""Bands: relations in which query i reads the keys from i + shift - left to i + shift + right.

``left`` and ``right`` None mean that nothing is cut on that side; (None, 0) is causal. ``shift`` is where the diagonal
starts: 0 puts query 1 on key 1 (top-left), T_k - T_q puts the last query on the last key (bottom-right), and any other
number is the count of keys that came before the first query (an offset).

    >>> band_of(band((3, 5), 2, Band(1, 0)), 2)
    Band(left=1, right=0)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from symattn.visibility import BOTTOM_RIGHT, TOP_LEFT, Visibility

SQUARE = "square"  # as many queries as keys, nothing else
OFFSET = "offset"  # an argument counts the keys before the first query
ALIGNMENT = {
    TOP_LEFT: "query 1 is placed on key 1",
    BOTTOM_RIGHT: "the last query is placed on the last key",
    SQUARE: "there are as many queries as keys",
    OFFSET: "an argument says how many keys come before query 1",
}


@dataclass(frozen=True, slots=True)
class Band:
    """How many keys are read before and after a query's own position; None: all of them."""

    left: int | None
    right: int | None


CAUSAL = Band(None, 0)
FULL = Band(None, None)


def shift_of(shape: tuple[int, int], align: str) -> int:
    """Where the diagonal starts for an alignment without an offset argument."""
    T_q, T_k = shape
    return T_k - T_q if align == BOTTOM_RIGHT else 0


def band(shape: tuple[int, int], shift: int, bounds: Band) -> Visibility:
    """The relation [T_q, T_k] of a band."""
    T_q, T_k = shape
    return Visibility(tuple(_row(i + shift, bounds, T_k) for i in range(T_q)), T_k)


def _row(position: int, bounds: Band, T_k: int) -> int:
    start = 0 if bounds.left is None else min(max(position - bounds.left, 0), T_k)
    stop = T_k if bounds.right is None else min(max(position + bounds.right + 1, 0), T_k)
    return ((1 << stop) - (1 << start)) if stop > start else 0


def is_band(relation: Visibility, shift: int, bounds: Band) -> bool:
    """Whether the relation is that band; stops at the first row that differs."""
    return all(bits == _row(i + shift, bounds, relation.T_k) for i, bits in enumerate(relation.bits))


def band_of(relation: Visibility, shift: int) -> Band | None:
    """The band that a relation is, with as few bounds as will do; None when it is none."""
    lefts, rights = sizes(relation, shift, before=True), sizes(relation, shift, before=False)
    return first_that_is(relation, shift, (Band(left, right) for left, right in product(lefts, rights)))


def causal_band_of(relation: Visibility, shift: int) -> Band | None:
    """The same among bands that end at the position itself."""
    lefts = sizes(relation, shift, before=True)
    return first_that_is(relation, shift, (Band(left, 0) for left in lefts))


def even_band_of(relation: Visibility, shift: int) -> Band | None:
    """The same among bands of one size to both sides."""
    found = {size for before in (True, False) for size in sizes(relation, shift, before=before) if size is not None}
    return first_that_is(relation, shift, (Band(size, size) for size in sorted(found)))


def first_that_is(relation: Visibility, shift: int, candidates: Iterable[Band]) -> Band | None:
    """The first of some bands that the relation is."""
    return next((one for one in candidates if is_band(relation, shift, one)), None)


def sizes(relation: Visibility, shift: int, *, before: bool) -> list[int | None]:
    """What a side's size can be if the relation is a band.

    No bound; or what the first cut row shows, else what reaches the farthest key that is read (rows without any key may
    then tell it from no bound).
    """
    reach: int | None = None
    for i, bits in enumerate(relation.bits):
        if not bits:
            continue
        edge = (bits & -bits).bit_length() - 1 if before else bits.bit_length() - 1
        size = i + shift - edge if before else edge - i - shift
        if size < 0:
            continue
        if edge > 0 if before else edge < relation.T_k - 1:
            return [None, size]
        reach = size if reach is None else max(reach, size)
    return [None] if reach is None else [None, reach]


def first_difference(relation: Visibility, other: Visibility) -> tuple[int, int]:
    """The first cell, row by row, where two different relations of one shape differ."""
    for i, (bits, others) in enumerate(zip(relation.bits, other.bits, strict=True)):
        if bits != others:
            different = bits ^ others
            return i, (different & -different).bit_length() - 1
    raise AssertionError("equal relations have no difference")
