"""Two exact values for a mask that fails: what one query returns over the keys that it reads.

All scores are 0 and so are all values but one: the output is then the weight of that one key, 1/n where it is one of n
visible keys and 0 where it is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from symattn.attention import attention_from_scores
from symattn.errors import EmptyRowError
from symattn.exact.comparing import compare_numbers
from symattn.exact.matrix import ExactMatrix
from symattn.exact.number import Exact
from symattn.relation import LARGEST_SIZE, Visibility
from symattn.theorems.results import Counterexample, Undecided

LARGEST_GIVEN = 64  # a matrix of inputs is given as long as somebody would look at it


class Row(NamedTuple):
    """A query, 0-based, and the keys that it reads, bit by bit, in a mask [T_q, T_k]."""

    query: int
    bits: int
    T_q: int
    T_k: int


def row_of(relation: Visibility, query: int) -> Row:
    """A row of a relation."""
    return Row(query, relation.bits[query], *relation.shape)


def leak(statement: str, row: Row, key: int, sizes: Mapping[str, int] | None = None) -> Counterexample | Undecided:
    """A key changes what a query returns: the value of the key goes from 0 to 1."""
    if row.T_k > LARGEST_SIZE:
        return _too_large(statement, row, key, sizes)
    before, after = _output(row, {}), _output(row, {key: 1})
    return Counterexample(
        statement=statement,
        entry=(row.query, 0),
        before=before,
        after=after,
        change=f"with scores 0 and values 0, the value of position {key + 1} becomes 1",
        evidence=_evidence(before, after),
        inputs=_inputs(row.T_q, row.T_k, {}),
        sizes=dict(sizes or {}),
    )


def disagreement(
    statement: str, first: Row, second: Row, words: str, sizes: Mapping[str, int] | None = None
) -> Counterexample | Undecided:
    """Two masks give a query different outputs: only the value of a key is 1 that only one of them shows."""
    apart = first.bits ^ second.bits
    key = (apart & -apart).bit_length() - 1
    if max(first.T_k, second.T_k) > LARGEST_SIZE:
        return _too_large(statement, first, key, sizes)
    values = [_output_or_error(row, key) for row in (first, second)]
    before, after = (value if isinstance(value, Exact) else None for value in values)
    refusals = [value for value in values if isinstance(value, str)]
    return Counterexample(
        statement=statement,
        entry=(first.query, 0),
        before=before,
        after=after,
        change=f"with scores 0 and value 1 at position {key + 1}, 0 elsewhere, {words}",
        evidence=refusals[0] if refusals else _evidence(before, after),
        inputs=_inputs(max(first.T_q, second.T_q), max(first.T_k, second.T_k), {key: 1}),
        sizes=dict(sizes or {}),
    )


def empty_row(statement: str, query: int, sizes: Mapping[str, int]) -> Counterexample:
    """Attention refuses a query that reads nothing."""
    error = str(EmptyRowError.of(query))
    change = "with any scores and values"
    return Counterexample(statement, (query, 0), None, None, change, error, sizes=dict(sizes))


def _output(row: Row, values: Mapping[int, int]) -> Exact:
    """What the query returns when scores are 0 and so are all values but these."""
    relation = Visibility((row.bits,), row.T_k)
    column = [[values.get(key, 0)] for key in range(row.T_k)]
    trace = attention_from_scores(ExactMatrix([[0] * row.T_k]), ExactMatrix(column), visible=relation)
    output: ExactMatrix = trace.exact("output")
    return output.number(0, 0)


def _output_or_error(row: Row, key: int) -> Exact | str:
    if not row.bits:
        return str(EmptyRowError.of(row.query))
    return _output(row, {key: 1} if key < row.T_k else {})


def _evidence(before: Exact | None, after: Exact | None) -> str:
    assert before is not None
    assert after is not None
    assert compare_numbers(before, after).outcome == "different", "a visible key of n has weight 1/n"
    return "they are different rational numbers"


def _inputs(T_q: int, T_k: int, values: Mapping[int, int]) -> dict[str, ExactMatrix]:
    if T_k > LARGEST_GIVEN:
        return {}
    return {"scores": ExactMatrix([[0] * T_k] * T_q), "V": ExactMatrix([[values.get(key, 0)] for key in range(T_k)])}


def _too_large(statement: str, row: Row, key: int, sizes: Mapping[str, int] | None) -> Undecided:
    at = ", ".join(f"{name} = {number}" for name, number in (sizes or {}).items())
    found = f"query {row.query + 1} and key {key + 1} are the place to look at ({at})"
    return Undecided(statement, f"{found}, but that size is beyond {LARGEST_SIZE} and no value was calculated")


__all__ = ["Row", "disagreement", "empty_row", "leak", "row_of"]
