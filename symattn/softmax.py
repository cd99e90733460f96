"""Softmax over visible keys: scores are masked first, and each denominator runs over visible keys only.

A valid query that sees no key is an error, never a uniform or a zero row; a query declared unused gives a row of zeros
by convention.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from symattn.door import exact_matrix
from symattn.errors import EmptyRowError, ShapeError
from symattn.exact.matrix import ExactMatrix
from symattn.exact.number import Exact
from symattn.exact.softmax_rows import Hidden, View, softmax_rows
from symattn.nesting import listed, unfolded
from symattn.visibility import Visibility, causal, full

# Several relations: one for each record of a batch.
VisibleLike: TypeAlias = Visibility | str | Sequence[Sequence[bool]] | Sequence[Visibility] | None


def masked_softmax(scores: object, visible: VisibleLike, query_valid: Sequence[bool] | None = None) -> ExactMatrix:
    """Weights [T_q, T_k] of scores [T_q, T_k]: each row sums to 1 over its visible keys.

    >>> from symattn.visibility import causal
    >>> masked_softmax([["s", 0], ["s", "s"]], causal(2)).text()
    '[[1, 0], [1/2, 1/2]]'

    Entries of -oo in the scores are hidden keys too. Errors: EmptyRowError for a valid query without a visible key,
    ShapeError where sizes do not fit. Source: masking before the softmax, Vaswani et al. 2017, section 3.2.3.
    """
    matrix = exact_matrix(scores)
    relation = as_visibility(visible, matrix.shape) & finite_entries(matrix)
    return softmax_rows(matrix, weight_views(relation, query_validity(query_valid, matrix.shape[0])))


def as_visibility(visible: VisibleLike, shape: tuple[int, int], align: str | None = None) -> Visibility:
    """A relation [T_q, T_k] from a Visibility, "causal", "full", rows of Booleans, or None (everything visible)."""
    if visible is None:
        return full(*shape)
    if isinstance(visible, str):  # first of all: an array compared with a word gives an array
        return _named(visible, shape, align)
    relation = visible if isinstance(visible, Visibility) else Visibility.from_rows(visible)
    if relation.shape != shape:
        raise ShapeError(f"visible is {list(relation.shape)} but the scores are {list(shape)}: both are [T_q, T_k]")
    return relation


def _named(word: str, shape: tuple[int, int], align: str | None) -> Visibility:
    if word == "full":
        return full(*shape)
    if word == "causal":
        return causal(*shape, align=align)
    raise ShapeError(f'visible is {word!r}: write "causal", "full", rows of True and False, or a Visibility')


def finite_entries(matrix: ExactMatrix) -> Visibility:
    """Where a matrix of scores or bias holds a number and not -oo."""
    if matrix.storage is not None and not isinstance(matrix.storage, Hidden):
        return full(*matrix.shape)
    return Visibility.from_rows([[isinstance(entry, Exact) for entry in row] for row in matrix.rows()])


def query_validity(query_valid: Sequence[object] | None, T_q: int) -> tuple[bool, ...]:
    """One Boolean a query; all True when nothing was said."""
    if query_valid is None:
        return (True,) * T_q
    flags = listed(query_valid)
    if flags is None:
        raise ShapeError(f"query_valid is {query_valid!r}: give one True or False a query")
    if len(flags) != T_q:
        raise ShapeError(f"query_valid has {len(flags)} entries for {T_q} queries: give one True or False a query")
    valid = tuple(unfolded(flag) for flag in flags)
    for position, flag in enumerate(valid, start=1):
        if not isinstance(flag, bool):
            raise ShapeError(f"query_valid holds {flag!r} at position {position}: write True or False")
    return valid


def score_views(relation: Visibility) -> list[View]:
    """Which keys each row shows: a slice where they are consecutive, else Booleans."""
    views: list[View] = []
    for i in range(relation.T_q):
        span = relation.range(i)
        views.append(relation.row(i) if span is None else slice(*span))
    return views


def weight_views(relation: Visibility, valid: Sequence[bool]) -> list[View | None]:
    """The same for the softmax: None for an unused query; a valid query that sees nothing is refused."""
    views: list[View | None] = []
    for i, view in enumerate(score_views(relation)):
        if valid[i] and not relation.bits[i]:
            raise EmptyRowError.of(i)
        views.append(view if valid[i] else None)
    return views


__all__ = [
    "VisibleLike",
    "as_visibility",
    "finite_entries",
    "masked_softmax",
    "query_validity",
    "score_views",
    "weight_views",
]
