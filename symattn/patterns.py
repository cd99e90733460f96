"""The usual patterns of visibility, each made from sizes alone; combine them with ``&``, ``|`` and ``~``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import overload

from symattn.errors import ShapeError
from symattn.relation import Visibility, checked_size
from symattn.shapes import at_least

TOP_LEFT = "top-left"
BOTTOM_RIGHT = "bottom-right"


def check_align(align: str | None) -> None:
    """Refuse a word that does not say where fewer queries than keys stand. Errors: ShapeError."""
    if align not in (None, TOP_LEFT, BOTTOM_RIGHT):
        raise ShapeError(f'align is {align!r}: write "{TOP_LEFT}" or "{BOTTOM_RIGHT}"')


def full(T_q: int, T_k: int | None = None) -> Visibility:
    """Every query reads every key, [T_q, T_k]; T_k is T_q when left out.

    >>> full(1, 3).pairs()
    ((0, 0), (0, 1), (0, 2))
    """
    T_q, T_k = checked_size(T_q, "T_q"), checked_size(T_q if T_k is None else T_k, "T_k")
    return Visibility(((1 << T_k) - 1,) * T_q, T_k)


def causal(T_q: int, T_k: int | None = None, align: str | None = None) -> Visibility:
    """Each query reads its own position and what came before, [T_q, T_k].

    >>> causal(2, 4, align="bottom-right")
    Visibility [2, 4]
    1 1 1 .
    1 1 1 1

    With as many keys as queries the diagonal is the position itself. Otherwise say where it starts: "top-left" puts
    query 1 on key 1, "bottom-right" puts the last query on the last key (new queries after cached keys). Errors:
    ShapeError when T_k differs from T_q and align is missing, or align is another word.
    """
    T_q, T_k = checked_size(T_q, "T_q"), checked_size(T_q if T_k is None else T_k, "T_k")
    check_align(align)
    if align is None and T_k != T_q:
        raise ShapeError(
            f"causal visibility of T_q = {T_q} queries over T_k = {T_k} keys can be aligned in two ways: "
            f'say align = "{TOP_LEFT}" (query 1 reads key 1) or "{BOTTOM_RIGHT}" (the last query reads every key)'
        )
    shift = T_k - T_q if align == BOTTOM_RIGHT else 0
    return Visibility(tuple(_span(0, i + shift + 1, T_k) for i in range(T_q)), T_k)


@overload
def padding(lengths: int, T: int, T_q: int | None = None) -> Visibility: ...
@overload
def padding(lengths: Sequence[int], T: int, T_q: int | None = None) -> list[Visibility]: ...
def padding(lengths: int | Sequence[int], T: int, T_q: int | None = None) -> Visibility | list[Visibility]:
    """Keys from a record's length on are hidden for every query, [T, T]; a list of lengths gives a list of relations.

    >>> padding(2, 3)
    Visibility [3, 3]
    1 1 .
    1 1 .
    1 1 .

    With other queries than keys, say how many there are with T_q. Rows of padded queries stay as they are: hiding
    padded keys, declaring queries unused (``valid_positions``) and leaving targets out of the loss are three
    different things. Errors: ShapeError when a length is negative or more than T.
    """
    T = checked_size(T, "T")
    T_q = T if T_q is None else checked_size(T_q, "T_q")
    if not isinstance(lengths, Iterable):
        return Visibility((_span(0, _length(lengths, T, "length"), T),) * T_q, T)
    named = ((length, f"length of record {number}") for number, length in enumerate(lengths, start=1))
    return [padding(_length(length, T, name), T, T_q) for length, name in named]


def valid_positions(length: int, T: int) -> tuple[bool, ...]:
    """Which of T positions belong to a record of this length, [T]: what ``query_valid`` expects for trailing padding.

    >>> valid_positions(2, 3)
    (True, True, False)
    """
    T = checked_size(T, "T")
    length = _length(length, T, "length")
    return (True,) * length + (False,) * (T - length)


def window(T: int, left: int, right: int) -> Visibility:
    """Each query reads itself, ``left`` keys before it and ``right`` keys after it, [T, T].

    >>> window(4, 1, 0)
    Visibility [4, 4]
    1 . . .
    1 1 . .
    . 1 1 .
    . . 1 1
    """
    T, left, right = checked_size(T, "T"), at_least(0, left, "left"), at_least(0, right, "right")
    return Visibility(tuple(_span(i - left, i + right + 1, T) for i in range(T)), T)


def prefix(T: int, n: int) -> Visibility:
    """Every query reads the first n keys; after them reading is causal, [T, T].

    >>> prefix(4, 2)
    Visibility [4, 4]
    1 1 . .
    1 1 . .
    1 1 1 .
    1 1 1 1
    """
    T = checked_size(T, "T")
    n = _length(n, T, "prefix length")
    return Visibility(tuple(_span(0, max(n, i + 1), T) for i in range(T)), T)


def packed(lengths: Sequence[int]) -> Visibility:
    """Records laid side by side in one sequence, each reading only itself, [T, T] with T the sum of the lengths.

    >>> packed([2, 1])
    Visibility [3, 3]
    1 1 .
    1 1 .
    . . 1

    Within a record every position reads every other; ``packed(lengths) & causal(T)`` is the causal one.
    """
    if isinstance(lengths, str | bytes) or not isinstance(lengths, Iterable):
        raise ShapeError(f"lengths is {lengths!r}: write a list with the length of each record, such as [2, 1]")
    sizes = [checked_size(length, f"length of record {number}") for number, length in enumerate(lengths, start=1)]
    T = checked_size(sum(sizes), "the sum of the packed lengths")
    rows: list[int] = []
    for size in sizes:
        rows += [_span(len(rows), len(rows) + size, T)] * size
    return Visibility(tuple(rows), T)


def _span(start: int, stop: int, T_k: int) -> int:
    """The bits of keys start..stop-1, cut to the keys that exist."""
    start, stop = max(start, 0), min(stop, T_k)
    return ((1 << stop) - (1 << start)) if stop > start else 0


def _length(value: int, T: int, name: str) -> int:
    if at_least(0, value, name) > T:
        raise ShapeError(f"{name} is {value}, more than the {T} positions there are")
    return index(value)


__all__ = [
    "BOTTOM_RIGHT",
    "TOP_LEFT",
    "causal",
    "check_align",
    "full",
    "packed",
    "padding",
    "prefix",
    "valid_positions",
    "window",
]
