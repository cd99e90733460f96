"""Totals of rows: of the exponentials that softmax goes through, and of weights as they are printed.

A trace keeps neither, for no result depends on them; worked solutions show them.
"""

from __future__ import annotations

from collections.abc import Sequence

from symattn.exact.decimals import unpointed, with_point
from symattn.exact.functions import exp, total
from symattn.exact.infinity import MinusInfinity
from symattn.exact.matrix import Entry, ExactMatrix
from symattn.exact.number import Exact
from symattn.trace import Trace


def exponentials(trace: Trace) -> ExactMatrix:
    """The exponential of every masked score [T_q, T_k], 0 where hidden and in the rows of unused queries.

    >>> from symattn.attention import attention_from_scores
    >>> exponentials(attention_from_scores([[1, 0], [1, 0]], visible="causal")).text()
    '[[e, 0], [e, 1]]'
    """
    masked = trace.exact("masked_scores")
    return ExactMatrix(
        [
            [_exponential(entry) if is_used else Exact(0) for entry in row]
            for row, is_used in zip(masked.rows(), trace.query_valid, strict=True)
        ]
    )


def row_totals(matrix: ExactMatrix) -> ExactMatrix:
    """The sum of every row of a matrix of numbers [n, m], as a column [n, 1].

    >>> row_totals(ExactMatrix([[1, 2], [3, 4]])).text()
    '[[3], [7]]'
    """
    rows, columns = matrix.shape
    return ExactMatrix([[total([matrix.number(i, j) for j in range(columns)])] for i in range(rows)])


def printed_totals(weights: ExactMatrix, places: int, rows: Sequence[int] | None = None) -> list[tuple[int, str]]:
    """The rows (0-based) of weights whose decimals of so many places do not add to 1, with what they add to.

    >>> from symattn.attention import attention_from_scores
    >>> printed_totals(attention_from_scores([[0, 0, 0], [0, 0, "-oo"]]).exact("weights"), 6)
    [(0, '0.999999')]

    Rows of zeros (unused queries) and rows with symbols have no such total.
    """
    chosen = range(weights.shape[0]) if rows is None else rows
    found = []
    for i, digits in zip(chosen, decimal_table(weights, chosen, places), strict=True):
        if None in digits:
            continue
        added = sum(unpointed(str(each)) for each in digits)
        if added != 10**places and any(weights.number(i, j).as_fraction() != 0 for j in range(len(digits))):
            found.append((i, with_point(added, places)))
    return found


def decimal_table(matrix: ExactMatrix, rows: Sequence[int], places: int) -> list[list[str | None]]:
    """Certified decimals of some rows; None where a symbol is left."""
    if len(rows) == matrix.shape[0]:
        return matrix.decimal(places)
    return [[None if entry.symbols else entry.decimal(places) for entry in matrix.row(i)] for i in rows]


def _exponential(entry: Entry) -> Exact:
    return Exact(0) if isinstance(entry, MinusInfinity) else exp(entry)


__all__ = ["decimal_table", "exponentials", "printed_totals", "row_totals"]
