"""Certified decimals beside exact values: where they are printed.

No decimals stand beside integers and none where symbols are left. Where every entry is its decimal exactly (1/2 and
0.500000) the two are joined by =, else by the sign for "about".
"""

from __future__ import annotations

from collections.abc import Sequence

from symattn.exact.infinity import MinusInfinity
from symattn.exact.matrix import Entry, ExactMatrix
from symattn.exact.number import Exact
from symattn.rendering.pieces import ABOUT, EQUAL, Digits, Grid, Number, Side
from symattn.totals import decimal_table


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


__all__ = ["decimal_rows", "decimal_side"]
