"""Totals of rows: what softmax divides by, and what printed weights add to."""

from __future__ import annotations

from symattn.attention import attention_from_scores
from symattn.exact import Exact, ExactMatrix, exp, sqrt
from symattn.totals import exponentials, printed_totals, row_totals

TRACE = attention_from_scores(
    [["sqrt 2", 1, 0], ["ln 2", 0, 5], [1, 1, 1]], visible="causal", query_valid=[True, True, False]
)


def test_exponentials_are_zero_where_nothing_is_read() -> None:
    assert exponentials(TRACE) == ExactMatrix([[exp(sqrt(Exact(2))), 0, 0], [2, 1, 0], [0, 0, 0]])


def test_exponentials_over_their_totals_are_the_weights() -> None:
    numbers = exponentials(TRACE)
    totals = row_totals(numbers)
    assert totals.shape == (3, 1)
    for i in range(2):
        for j in range(3):
            assert numbers.number(i, j) / totals.number(i, 0) == TRACE.exact("weights").number(i, j)
    assert totals.number(2, 0) == 0


def test_printed_weights_that_miss_one() -> None:
    weights = attention_from_scores([[0, "-oo", 0], [0, 0, 0], ["ln 2", 0, 0], ["ln x", 0, 0]]).exact("weights")
    assert printed_totals(weights, 6) == [(1, "0.999999")]
    assert printed_totals(weights, 0) == [(0, "2"), (1, "0")]
    assert printed_totals(weights, 2, [0, 3]) == []


def test_rows_of_unused_queries_miss_nothing() -> None:
    assert printed_totals(TRACE.exact("weights"), 3, [2]) == []
    assert printed_totals(TRACE.exact("weights"), 3, [0]) == []
