"""Causal masks that a page prints: ones and zeros, or 0 and -oo, below and above the diagonal."""

from __future__ import annotations

from collections.abc import Sequence

from symattn.auditing.contexts import Context
from symattn.auditing.expressions import Expression
from symattn.auditing.judging import Judged, judged_rows
from symattn.auditing.roles import role_of_name
from symattn.auditing.session import Session
from symattn.checking.typed import Typed
from symattn.exact import MINUS_INFINITY, Exact, ExactMatrix, MinusInfinity


def audit_printed_mask(
    session: Session, named: Expression, printed: Expression, context: Context
) -> list[Judged] | None:
    """Judge a mask that words call causal, where all but one of its entries are those of one; None for another."""
    role = role_of_name(named.name or "")
    if role is None or role.stage != "mask" or "causal" not in context.masks or not printed.is_typed:
        return None
    typed = printed.typed_rows()
    if len(typed) < 2 or len(typed) != len(typed[0]):
        return None
    for reading in _triangles(len(typed), typed):
        figures = judged_rows(printed.cells_for(typed), typed, reading)
        if figures is not None and sum(figure.verdict != "proved" for figure in figures) <= 1:
            session.judged_claim("stage", printed.span, figures, "the causal mask", context, stage="visible")
            return figures
    return None


def _triangles(size: int, typed: Sequence[Sequence[Typed]]) -> list[ExactMatrix]:
    """The causal masks of a size in the notations that a matrix may be in: added to scores, or true where visible."""
    is_added = any(isinstance(one.value, MinusInfinity) for row in typed for one in row)
    visible, hidden = (Exact(0), MINUS_INFINITY) if is_added else (Exact(1), Exact(0))
    lower = ExactMatrix([[visible if j <= i else hidden for j in range(size)] for i in range(size)])
    upper = ExactMatrix([[Exact(int(j > i)) for j in range(size)] for i in range(size)])
    return [lower] if is_added else [lower, upper]


__all__ = ["audit_printed_mask"]
