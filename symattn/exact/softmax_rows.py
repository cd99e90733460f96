"""Softmax of rows of scores over visible keys, and scores with -oo where hidden: here a storage is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from symattn.errors import ShapeError
from symattn.exact.infinity import MINUS_INFINITY
from symattn.exact.matrix import Entry, ExactMatrix
from symattn.exact.powers import PowerWeights, power_row
from symattn.exact.shared import SharedWeights, shared_row
from symattn.exact.units import packed_scores

View: TypeAlias = slice | Sequence[bool]


def softmax_rows(scores: ExactMatrix, views: Sequence[View | None]) -> ExactMatrix:
    """Each row's softmax over its visible keys.

    `views` says for each row which keys are visible: a slice, a sequence of bools, or None for an unused row, which is
    zero by convention.  A view without any key is the caller's to refuse.
    """
    if len(views) != scores.shape[0]:
        raise ShapeError(f"{scores.shape[0]} rows of scores need as many views, not {len(views)}")
    if scores.linear is not None:
        units, packing, packed = packed_scores(scores.linear)
        table = packed.tolist()
        rows = [None if v is None else power_row(row, v, packing) for row, v in zip(table, views, strict=True)]
        return ExactMatrix.of_storage(PowerWeights(scores.shape, units, packing, rows))
    shared = []
    for i, view in enumerate(views):
        keys = visible_keys(view, scores.shape[1])
        shared.append(shared_row({j: scores.number(i, j) for j in keys}) if keys else None)
    return ExactMatrix.of_storage(SharedWeights(scores.shape, shared))


def visible_keys(view: View | None, size: int) -> list[int]:
    """The 0-based keys of a view."""
    if view is None:
        return []
    return list(range(size))[view] if isinstance(view, slice) else [j for j, seen in enumerate(view) if seen]


class Hidden:
    """A matrix whose entries outside the views are -oo: masked scores."""

    def __init__(self, inner: ExactMatrix, views: Sequence[View | None]) -> None:
        self.shape = inner.shape
        self.inner = inner
        self.views = views

    @property
    def conditions(self) -> frozenset[str]:
        """Those of the scores."""
        return self.inner.conditions

    def entry(self, i: int, j: int) -> Entry:
        """A score, or -oo where it is hidden."""
        view = self.views[i]
        columns = self.shape[1]
        seen = view is not None and (j in range(columns)[view] if isinstance(view, slice) else view[j])
        return self.inner[i, j] if seen else MINUS_INFINITY


__all__ = ["Hidden", "View", "softmax_rows", "visible_keys"]
