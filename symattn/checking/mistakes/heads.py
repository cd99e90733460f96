"""Mistakes with several heads: how columns become heads, how heads become columns, and W_O."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from symattn.checking.mistakes.arithmetic import Arithmetic, Row
from symattn.checking.mistakes.mistake import mistake
from symattn.checking.mistakes.ways import Join, Table, Way, head_of, table, transposed, whole_arrays
from symattn.errors import ShapeError

MOST_SWAPPED = 4  # heads up to which every pair may be swapped


def _exchanged(first: int, second: int) -> Join:
    """Two heads in each other's place."""

    def join(numbers: Arithmetic, outputs: Sequence[Sequence[Row]], i: int) -> Row:
        order = list(outputs)
        order[first], order[second] = order[second], order[first]
        return [entry for head in order for entry in head[i]]

    return join


def _summed(numbers: Arithmetic, outputs: Sequence[Sequence[Row]], i: int) -> Row:
    rows = [head[i] for head in outputs]
    if len({len(row) for row in rows}) > 1:
        raise ShapeError("heads of different widths cannot be added")
    return [sum(entries[1:], entries[0]) for entries in zip(*rows, strict=True)]


def _averaged(numbers: Arithmetic, outputs: Sequence[Sequence[Row]], i: int) -> Row:
    return [entry / len(outputs) for entry in _summed(numbers, outputs, i)]


def _reshaped(numbers: Arithmetic, outputs: Sequence[Sequence[Row]], i: int) -> Row:
    """Row i of [heads, T, d_value] read as [T, heads * d_value]."""
    width = sum(len(head[0]) for head in outputs)
    flat = [entry for head in outputs for row in head for entry in row]
    return flat[i * width : (i + 1) * width]


@mistake("heads-swapped", "heads", "joined", "two heads are joined in the wrong order")
def heads_swapped(way: Way) -> Iterator[Way]:
    """Any two heads in each other's place."""
    if len(way.heads) <= MOST_SWAPPED:
        for first, second in combinations(range(len(way.heads)), 2):
            yield replace(way, join=_exchanged(first, second), detail=f"heads {first + 1} and {second + 1}")


@mistake("heads-averaged", "heads", "joined", "the heads are averaged instead of joined side by side")
def heads_averaged(way: Way) -> Iterator[Way]:
    """The mean of the heads; W_O is used where it fits."""
    yield from _pooled(way, _averaged)


@mistake("heads-summed", "heads", "joined", "the heads are added instead of joined side by side")
def heads_summed(way: Way) -> Iterator[Way]:
    """The sum of the heads; W_O is used where it fits."""
    yield from _pooled(way, _summed)


def _pooled(way: Way, join: Join) -> Iterator[Way]:
    widths = {len(head.value[0]) for head in way.heads if head.value}
    if len(way.heads) > 1 and len(widths) == 1:
        fits = way.w_o is not None and len(way.w_o) == widths.pop()
        yield replace(way, join=join, w_o=way.w_o if fits else None)


@mistake("heads-by-reshape", "heads", "Q", "the columns are cut into heads by a reshape without the transpose")
def heads_by_reshape(way: Way) -> Iterator[Way]:
    """[T, H d] read as [H, T, d]; the heads are joined rightly, or again by a reshape."""
    problem = way.problem
    if problem.n_heads == 1 or way.queries != way.keys:
        return
    three = [_cut(table(matrix), problem.n_heads) for matrix in whole_arrays(problem)]
    heads = tuple(head_of(problem, *arrays) for arrays in zip(*three, strict=True))
    yield replace(way, heads=heads)
    yield replace(way, heads=heads, join=_reshaped, detail="and joined in the same way")


def _cut(rows: Table, count: int) -> list[Table]:
    """[T, H d] read row by row as [H, T, d]."""
    flat = [entry for row in rows for entry in row]
    width, length = len(rows[0]) // count, len(rows)
    cut = [tuple(flat[start : start + width]) for start in range(0, len(flat), width)]
    return [tuple(cut[head * length : (head + 1) * length]) for head in range(count)]


@mistake("joined-by-reshape", "heads", "joined", "the heads are joined by a reshape without the transpose")
def joined_by_reshape(way: Way) -> Iterator[Way]:
    """[H, T, d] read as [T, H d]."""
    if len(way.heads) > 1 and all(head.value for head in way.heads):
        yield replace(way, join=_reshaped)


@mistake("heads-not-split", "heads", "Q", "all columns are one head", combines=False)
def heads_not_split(way: Way) -> Iterator[Way]:
    """One head of the full width; W_O is used as it is."""
    if way.problem.n_heads > 1:
        yield replace(way, heads=(head_of(way.problem, *map(table, whole_arrays(way.problem))),), named_heads=False)


@mistake("output-projection-transposed", "heads", "output", "W_O is taken rows for columns")
def output_projection_transposed(way: Way) -> Iterator[Way]:
    """J W_O^T, where W_O is square."""
    if way.w_o and len(way.w_o) == len(way.w_o[0]) and not _is_symmetric(way.w_o):
        yield replace(way, w_o=transposed(way.w_o))


def _is_symmetric(rows: Table) -> bool:
    pairs = zip(rows, transposed(rows), strict=True)
    return all(a.key == b.key for row, column in pairs for a, b in zip(row, column, strict=True))


@mistake("output-projection-missing", "heads", "output", "W_O is left out")
def output_projection_missing(way: Way) -> Iterator[Way]:
    """The joined heads themselves."""
    if way.w_o:
        yield replace(way, w_o=None)


MISTAKES = (
    heads_swapped,
    heads_averaged,
    heads_summed,
    heads_by_reshape,
    joined_by_reshape,
    heads_not_split,
    output_projection_transposed,
    output_projection_missing,
)
__all__ = ["MISTAKES"]
