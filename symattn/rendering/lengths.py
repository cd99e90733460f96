"""What is too long to be shown: exact entries that fill lines and lines give way to their decimals.

A few entries stand for all, so that nothing long is written only to be measured.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symattn.errors import LimitError
from symattn.exact.matrix import ExactMatrix
from symattn.exact.number import Exact
from symattn.rendering.pieces import ABOUT, EQUAL, Cell, Digits, Grid, Number, Side, Told, Words
from symattn.totals import decimal_table

LONGEST_ROW = 2_000  # characters; some twenty lines of a terminal
FEW_TERMS = 12  # of an entry that is shown all the same
ENDLESS = 10**9


def sides_of_long(
    matrix: ExactMatrix, rows: Sequence[int] | None, places: int | None, shared_from: int
) -> list[tuple[str, Side]] | None:
    """The decimals of a matrix, or of some rows (0-based), that is too long to be shown exactly; None where it is not.

    Without places it is only said how long the entries are. Rows of more than `shared_from` columns are shown over one
    denominator, which counts once.
    """
    chosen = range(matrix.shape[0]) if rows is None else rows
    length = _longest_entry(matrix, chosen, shared_from)
    if length is None:
        return None
    size = "too long to be written out" if length >= ENDLESS else f"of up to some {length} characters"
    words = Words(r"\cdots", f"(exact entries {size}, left out here; --json has what can be written)")
    rounded = [] if places is None else [(ABOUT, _decimals(matrix, chosen, places, rows is not None))]
    return [(EQUAL, words), *rounded]


def _longest_entry(matrix: ExactMatrix, rows: Sequence[int], shared_from: int) -> int | None:
    """How long entries are where they make rows that are too long."""
    columns = matrix.shape[1]
    longest, row = 0, 0.0
    for entry in _samples(matrix, rows):
        try:
            length = len(entry.text())
        except LimitError:
            return ENDLESS
        above = length * len(entry.numerator) / (len(entry.numerator) + len(entry.denominator))
        row = max(row, columns * above + length - above if columns > shared_from else columns * float(length))
        longest = max(longest, length)
    return longest if row > LONGEST_ROW else None


def _samples(matrix: ExactMatrix, rows: Sequence[int]) -> Iterator[Exact]:
    """The first, middle and last entries of the first, middle and last rows."""
    for i in {rows[0], rows[len(rows) // 2], rows[-1]}:
        for j in {0, matrix.shape[1] // 2, matrix.shape[1] - 1}:
            entry = matrix[i, j]
            if isinstance(entry, Exact):
                yield entry


def _decimals(matrix: ExactMatrix, rows: Sequence[int], places: int, is_row: bool) -> Grid:
    table = decimal_table(matrix, rows, places)
    return Grid(
        tuple(
            tuple(_symbolic(matrix.number(i, j)) if digits is None else Digits(digits) for j, digits in enumerate(row))
            for i, row in zip(rows, table, strict=True)
        ),
        is_row,
    )


def _symbolic(number: Exact) -> Cell:
    """An entry that has no decimal."""
    count = len(number.numerator) + len(number.denominator)
    return Number(number) if count <= FEW_TERMS else Told(f"({count} terms)")


__all__ = ["sides_of_long"]
