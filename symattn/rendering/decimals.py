"""Certified decimals beside exact values: where they are printed, and what a reader should know about them.

No decimals stand beside integers and none where symbols are left. Where every entry is its decimal exactly (1/2 and
0.500000) the two are joined by =, else by the sign for "about".
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symattn.exact.infinity import MinusInfinity
from symattn.exact.matrix import Entry, ExactMatrix
from symattn.exact.number import Exact
from symattn.rendering.pieces import ABOUT, EQUAL, Digits, Grid, Number, Side

Table = list[list[str | None]]


def decimal_side(value: Exact | ExactMatrix | MinusInfinity, places: int) -> tuple[str, Side] | None:
    """The relation and the decimals to be written after an exact value; None where there are none to write."""
    if isinstance(value, ExactMatrix):
        return decimal_rows(value, range(value.shape[0]), places, is_row=False)
    if not _wants_decimal(value) or isinstance(value, MinusInfinity):
        return None
    return (EQUAL if _is_decimal(value, places) else ABOUT), Digits(value.decimal(places))


def decimal_rows(
    matrix: ExactMatrix, rows: Sequence[int], places: int, *, is_row: bool = True
) -> tuple[str, Side] | None:
    """The same for some rows of a matrix."""
    entries = [matrix.row(i) for i in rows]
    numbers = [entry for row in entries for entry in row if _wants_decimal(entry)]
    if not numbers:
        return None
    table = decimal_table(matrix, rows, places)
    cells = [
        tuple(Number(entry) if digits is None else Digits(digits) for entry, digits in zip(row, written, strict=True))
        for row, written in zip(entries, table, strict=True)
    ]
    relation = EQUAL if all(_is_decimal(entry, places) for row in entries for entry in row) else ABOUT
    return relation, Grid(tuple(cells), is_row)


def decimal_table(matrix: ExactMatrix, rows: Sequence[int], places: int) -> Table:
    """Certified decimals of some rows; None where a symbol is left."""
    if len(rows) == matrix.shape[0]:
        return matrix.decimal(places)
    return [[None if entry.symbols else entry.decimal(places) for entry in matrix.row(i)] for i in rows]


def _wants_decimal(entry: Entry) -> bool:
    if isinstance(entry, MinusInfinity):
        return False
    value = entry.as_fraction()
    return value.denominator != 1 if value is not None else not entry.symbols


def _is_decimal(entry: Entry, places: int) -> bool:
    """Whether the number is its own decimal; what has no decimal does not spoil an equality."""
    if isinstance(entry, MinusInfinity) or entry.symbols:
        return True
    value = entry.as_fraction()
    return value is not None and (value * 10**places).denominator == 1


def sums_that_miss_one(matrix: ExactMatrix, rows: Sequence[int], places: int) -> list[tuple[int, str]]:
    """The rows of weights (0-based) whose printed decimals do not add to 1, with what they add to."""
    found = []
    for i, row in zip(rows, decimal_table(matrix, rows, places), strict=True):
        if any(digits is None for digits in row) or not any(_wants_decimal(entry) for entry in matrix.row(i)):
            continue
        total = sum((Fraction(str(digits)) for digits in row), Fraction(0))
        if total != 1:
            found.append((i, Exact(total).decimal(places)))
    return found


def remarks_on_weights(matrix: ExactMatrix, rows: Sequence[int], places: int) -> list[str]:
    """A sentence for the rows whose printed weights add to the same number, which is not 1."""
    by_total: dict[str, list[int]] = {}
    for i, total in sums_that_miss_one(matrix, rows, places):
        by_total.setdefault(total, []).append(i + 1)
    return [
        f"The printed weights of {_rows(numbers)} add to {total}; the exact ones add to 1."
        for total, numbers in by_total.items()
    ]


def _rows(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"row {numbers[0]}"
    return f"rows {', '.join(map(str, numbers[:-1]))} and {numbers[-1]} each"


__all__ = ["decimal_rows", "decimal_side", "decimal_table", "remarks_on_weights", "sums_that_miss_one"]
