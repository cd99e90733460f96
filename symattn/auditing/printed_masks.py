"""Masks that a page prints or counts: 0 and 1, 0 and -oo, a window around each query, keys that are padding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.problems import Problem
from symattn.visibility import Visibility


def masked(problem: Problem, arrays: Mapping[str, Any]) -> Problem:
    """The problem under what its page states of a mask, if that fits."""
    rows, columns = problem.score_shape
    printed = _printed(arrays["mask"], (rows, columns)) if "mask" in arrays else None
    visible = problem.visible
    if printed is not None:
        visible = printed if visible is None else visible & printed
    elif "radius" in arrays and (radius := arrays["radius"].as_fraction()) is not None:
        band = Visibility.from_rows([[abs(i - j) <= radius for j in range(columns)] for i in range(rows)])
        visible = band if visible is None else visible & band
    if "padding" in arrays:
        real = without_padding(arrays["padding"], rows, columns)
        visible = real if visible is None else visible & real
    return problem if visible is problem.visible else replace(problem, visible=visible)


def _printed(mask: ExactMatrix, shape: tuple[int, int]) -> Visibility | None:
    """A printed mask: -oo hides, or 1 shows; where 1 would leave a query without keys, 1 hides."""
    if mask.shape != shape:
        return None
    entries = mask.rows()
    if any(isinstance(entry, MinusInfinity) for row in entries for entry in row):
        return Visibility.from_rows([[not isinstance(entry, MinusInfinity) for entry in row] for row in entries])
    values = [[entry.as_fraction() if isinstance(entry, Exact) else None for entry in row] for row in entries]
    if not all(value in (0, 1) for row in values for value in row) or not any(value for row in values for value in row):
        return None  # no mask of 0 and 1, or an additive one that hides nothing
    shows = [[value == 1 for value in row] for row in values]
    if all(map(any, shows)):
        return Visibility.from_rows(shows)
    return Visibility.from_rows([[not one for one in row] for row in shows])


def without_padding(keys: ExactMatrix, rows: int, columns: int) -> Visibility:
    """What every query may read where some keys (from 1) are padding."""
    hidden = {entry.as_fraction() for row in keys.rows() for entry in row if isinstance(entry, Exact)}
    return Visibility.from_rows([[j not in hidden for j in range(1, columns + 1)] for _ in range(rows)])


__all__ = ["masked", "without_padding"]
