"""Comparing a library's own weights with a relation: nothing leaks, nothing is lost, and an empty row is as said."""

from __future__ import annotations

import math
from collections.abc import Sequence

from symattn.conventions import EmptyRow, system
from symattn.visibility import Visibility

Weights = Sequence[Sequence[float]]


def differences(weights: Weights, relation: Visibility, name: str, unmasked: Weights | None = None) -> list[str]:
    """Where weights [T_q, T_k] are not those of the relation as the convention of a name describes them."""
    found = []
    for i, row in enumerate(weights):
        if any(relation.row(i)):
            wrong = [j for j, weight in enumerate(row) if (weight > 0) != relation[i, j]]
            found += [f"{name}, row {i + 1}, column {j + 1}: weight {row[j]}" for j in wrong]
        elif not is_empty_row(row, system(name).hiding.empty_row("float32"), unmasked[i] if unmasked else None):
            found.append(f"{name}, row {i + 1} without a visible key: {row}")
    return found


def is_empty_row(row: Sequence[float], policy: EmptyRow, unmasked: Sequence[float] | None) -> bool:
    """Whether the weights of a row without a visible key are what a policy says."""
    if policy == EmptyRow.ZERO:
        return all(weight == 0 for weight in row)
    if policy == EmptyRow.NAN:
        return all(math.isnan(weight) for weight in row)
    expected = [1 / len(row)] * len(row) if policy == EmptyRow.UNIFORM else unmasked
    return expected is not None and all(
        math.isclose(weight, wanted, rel_tol=1e-2) for weight, wanted in zip(row, expected, strict=True)
    )
