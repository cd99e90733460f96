"""Equal rows of a matrix taken together: which rows are equal, and sums over growing ranges of them.

Where many rows are equal (keys with the same entries, say), what is computed for one of them serves all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from symattn.exact.linear import Linear

Kinds: TypeAlias = Sequence[int]  # for each row the first one that is equal to it

MERGED_FROM = 1.5  # rows of one kind, on the average, from which taking them together pays


def kinds_of(matrix: Linear) -> Kinds | None:
    """For each row the first equal one; None where too few are equal for this to be of use.

    >>> from symattn.exact.matrix import ExactMatrix
    >>> kinds_of(ExactMatrix([[1, 2], [0, 0], [1, 2], [0, 0]]).linear)
    [0, 1, 0, 1]
    """
    tables = [component.tolist() for component in matrix.components.values()]
    first: dict[tuple[int, ...], int] = {}
    kinds = []
    for i in range(matrix.shape[0]):
        row = tuple(int(x) for table in tables for x in table[i])
        kinds.append(first.setdefault(row, i))
    return kinds if len(first) * MERGED_FROM <= len(kinds) else None


def tallies(chosen: Sequence[Sequence[int] | None], kinds: Kinds, amounts: Sequence[int]) -> Iterator[dict[int, int]]:
    """For each choice of rows the sum of their amounts by kind, in the order in which kinds occur; empty for None.

    A choice that continues the one before it (range(0, 3) after range(0, 2)) costs its new rows only: the table is
    the same object, so use it before the next one is asked for.

    >>> [dict(table) for table in tallies([range(0, 1), range(0, 3)], [0, 1, 0], [1, 10, 100])]
    [{0: 1}, {0: 101, 1: 10}]
    """
    table: dict[int, int] = {}
    done = range(0)
    for rows in chosen:
        if rows is None:
            yield {}
            continue
        new = rows
        if isinstance(rows, range) and rows.start == done.start and rows.stop >= done.stop:
            new = range(done.stop, rows.stop) if len(done) else rows
        if new is rows:
            table = {}
        done = rows if isinstance(rows, range) else range(0)
        for i in new:
            table[kinds[i]] = table.get(kinds[i], 0) + amounts[i]
        yield table


__all__ = ["Kinds", "kinds_of", "tallies"]
