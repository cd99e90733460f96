"""Right values in the wrong place: of another row or column, or rows for columns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from symattn.checking.mistakes.mistake import Mistake

# For every entry of an answer, the entry of the whole stage that stands there instead.
Places: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]

ROWS_SWAPPED = Mistake("rows-swapped", "place", "two rows are exchanged", combines=False)
COLUMNS_SWAPPED = Mistake("columns-swapped", "place", "two columns are exchanged", combines=False)
TRANSPOSED = Mistake("transposed", "place", "rows and columns are exchanged", combines=False)
MISTAKES = (ROWS_SWAPPED, COLUMNS_SWAPPED, TRANSPOSED)
MOST_EXCHANGED = 16  # rows or columns up to which every pair of a whole matrix is tried


def misplaced(shape: tuple[int, int], row: int | None, column: int | None) -> Iterator[tuple[Mistake, str, Places]]:
    """What may stand where a row, a column, an entry or all of a stage [rows, columns] is asked, with what it is.

    >>> [(mistake.name, places) for mistake, _, places in misplaced((2, 2), 1, 0)]
    [('rows-swapped', (((0, 0),),)), ('columns-swapped', (((1, 1),),)), ('transposed', (((0, 1),),))]
    """
    rows = list(range(shape[0])) if row is None else [row]
    columns = list(range(shape[1])) if column is None else [column]
    for pair, order in _other_orders(rows, shape[0], row is not None):
        yield ROWS_SWAPPED, f"rows {pair[0] + 1} and {pair[1] + 1}", _places(order, columns)
    for pair, order in _other_orders(columns, shape[1], column is not None):
        yield COLUMNS_SWAPPED, f"columns {pair[0] + 1} and {pair[1] + 1}", _places(rows, order)
    if max(rows) < shape[1] and max(columns) < shape[0]:
        yield TRANSPOSED, "", tuple(tuple((j, i) for j in columns) for i in rows)
    elif row is None and column is None:
        yield TRANSPOSED, "", tuple(tuple((j, i) for j in rows) for i in columns)


def _other_orders(asked: list[int], count: int, is_one: bool) -> Iterator[tuple[tuple[int, int], list[int]]]:
    """The lines asked, one of them replaced by another one, or two of them exchanged."""
    if is_one:
        yield from (((asked[0], other), [other]) for other in range(count) if other != asked[0])
        return
    if count > MOST_EXCHANGED:
        return
    for first, second in combinations(range(count), 2):
        order = list(asked)
        order[first], order[second] = second, first
        yield (first, second), order


def _places(rows: list[int], columns: list[int]) -> Places:
    return tuple(tuple((i, j) for j in columns) for i in rows)


__all__ = ["MISTAKES", "Places", "misplaced"]
