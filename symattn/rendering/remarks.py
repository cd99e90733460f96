"""Sentences about the rows of weights that a reader could stumble over: unused queries, printed weights beside 1."""

from __future__ import annotations

from collections.abc import Sequence

from symattn.totals import printed_totals
from symattn.trace import Trace


def remarks_on_unused(trace: Trace, rows: Sequence[int]) -> list[str]:
    """A sentence for every row (0-based) that belongs to an unused query."""
    return [f"Query {i + 1} is unused: its row is zero by convention." for i in rows if not trace.query_valid[i]]


def remarks_on_weights(trace: Trace, rows: Sequence[int], places: int) -> list[str]:
    """The same, and a sentence for the rows whose printed weights add to the same number, which is not 1."""
    by_total: dict[str, list[int]] = {}
    for i, total in printed_totals(trace.exact("weights"), places, rows):
        by_total.setdefault(total, []).append(i + 1)
    return remarks_on_unused(trace, rows) + [
        f"The printed weights of {_rows(numbers)} add to {total}; the exact ones add to 1."
        for total, numbers in by_total.items()
    ]


def _rows(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"row {numbers[0]}"
    return f"rows {', '.join(map(str, numbers[:-1]))} and {numbers[-1]} each"


__all__ = ["remarks_on_unused", "remarks_on_weights"]
