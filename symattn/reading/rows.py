"""Rows and matrices from lists: what may stand in what, and that every row has one length."""

from __future__ import annotations

from collections.abc import Sequence

from symattn.reading.refusal import Refusal
from symattn.reading.tree import Grid, Node, Row, Span


def stacked(entries: Sequence[Node], span: Span) -> Node:
    """A row of scalars, or the rows given as entries one below the other."""
    if not any(isinstance(entry, (Row, Grid)) for entry in entries):
        return Row(tuple(entries), span)
    if len(entries) == 1 and isinstance(entries[0], Grid):
        return entries[0]
    rows = []
    for i, entry in enumerate(entries):
        if isinstance(entry, Grid):
            raise Refusal(entry.span[0], "a list of matrices is not read; give one matrix")
        if not isinstance(entry, Row):
            raise Refusal(entry.span[0], f"entry {i + 1} is a single value among rows; every row is a list")
        rows.append(entry.entries)
    return grid(rows, span)


def grid(rows: Sequence[Sequence[Node]], span: Span) -> Node:
    """The rows as a matrix, if they are all of one length."""
    width = len(rows[0])
    for i, row in enumerate(rows):
        if len(row) != width:
            raise Refusal(
                row[0].span[0],
                f"row {i + 1} has {len(row)} {'entry' if len(row) == 1 else 'entries'} where row 1 has {width}",
            )
        for j, entry in enumerate(row):
            if isinstance(entry, (Row, Grid)) and not (len(rows) == 1 and width == 1):
                raise Refusal(entry.span[0], f"entry {j + 1} of row {i + 1} is a list; a single value is expected")
    if len(rows) == 1 and width == 1 and isinstance(rows[0][0], (Row, Grid)):
        return rows[0][0]
    return Grid(tuple(tuple(row) for row in rows), span)
