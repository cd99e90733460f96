"""Softmax of rows of scores over visible keys, and scores with -oo where hidden: here a storage is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from symattn.errors import ShapeError
from symattn.exact.alike import Kinds
from symattn.exact.infinity import MINUS_INFINITY
from symattn.exact.matrix import Entry, ExactMatrix
from symattn.exact.powers import PowerWeights, View, chosen_keys, power_rows
from symattn.exact.shared import SharedWeights, shared_row
from symattn.exact.units import unit_scores


def softmax_rows(scores: ExactMatrix, views: Sequence[View | None], kinds: Kinds | None = None) -> ExactMatrix:
    """Each row's softmax over its visible keys.

    `views` says for each row which keys are visible: a slice, a sequence of bools, or None for an unused row, which is
    zero by convention.  A view without any key is the caller's to refuse.  `kinds` (the caller's promise) says of each
    key which is the first one whose scores are the same in every row.
    """
    if len(views) != scores.shape[0]:
        raise ShapeError(f"{scores.shape[0]} rows of scores need as many views, not {len(views)}")
    if scores.linear is not None:
        units, matrices = unit_scores(scores.linear)
        return ExactMatrix.of_storage(PowerWeights(scores.shape, units, power_rows(matrices, views, kinds), kinds))
    shared = []
    for i, view in enumerate(views):
        keys = [] if view is None else chosen_keys(view, scores.shape[1])
        shared.append(shared_row({j: scores.number(i, j) for j in keys}, kinds) if keys else None)
    return ExactMatrix.of_storage(SharedWeights(scores.shape, shared))


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


__all__ = ["Hidden", "View", "softmax_rows"]
