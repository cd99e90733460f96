"""The mask applied after the softmax, a mistake that texts show: weights that do not add to 1, and their mixture."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symattn.auditing.contexts import Context
from symattn.auditing.expressions import Expression
from symattn.auditing.judging import Judged, agrees
from symattn.auditing.matching import is_slip
from symattn.auditing.mixtures import is_meant, judge_vector
from symattn.auditing.session import Session
from symattn.checking.typed import Typed
from symattn.exact import Exact, ExactMatrix
from symattn.trace import Trace
from symattn.visibility import Visibility

_LATE = re.compile(
    r"\bmask\w*\b[^.;]{0,60}\bafter\s+(?:the\s+)?softmax|\bafter\s+(?:the\s+)?softmax[^.;]{0,60}\bmask"
    r"|\bpost-softmax\s+mask|\bmask\w*\s+the\s+(?:softmax\s+)?(?:weights|probabilities)"
    r"|\b(?:weights|probabilities)\s+(?:are\s+)?(?:masked|multiplied\s+by\s+(?:a|the)\s+(?:\S+\s+)?mask)",
    re.IGNORECASE,
)

SLIP = 4  # significant figures of a number that is surely meant though it is a unit away


def audit_late_mask(session: Session, expression: Expression, typed: list[list[Typed]], context: Context) -> bool:
    """Judge a row as weights that were masked after the softmax, or as their mixture; whether it was one."""
    if len(typed) > 1:
        return False
    is_said = bool(_LATE.search(f"{context.words} {context.follows}"))
    if is_said or _has_telling_zeros(typed[0]):
        for row, mixed in _late_rows(session, context, len(typed[0])):
            if not is_said and not agrees(judge_vector(expression, typed, row, context)):
                continue
            if _judge(session, expression, typed, row, "weights masked after the softmax", context):
                session.late_mixtures.append(mixed)
                return True
    return any(
        mixed.shape[1] == len(typed[0])
        and _judge(session, expression, typed, mixed, "the mixture of the weights masked after the softmax", context)
        for mixed in session.late_mixtures
    )


def _has_telling_zeros(row: list[Typed]) -> bool:
    """Whether a row has zeros beside a decimal of many digits: 0.401112, 0, 0 needs no words to be known again."""
    has_zero = any(isinstance(one.value, Exact) and one.value.as_fraction() == 0 for one in row)
    return has_zero and any(one.digits is not None and one.digits.places >= SLIP for one in row)


def _judge(
    session: Session, expression: Expression, typed: list[list[Typed]], right: ExactMatrix, what: str, context: Context
) -> bool:
    """Add the claim of a row, where it is surely this one; whether it is. A slip in what is announced is a slip."""
    figures = judge_vector(expression, typed, right, context)
    if figures is None or not (is_meant(figures) or (is_slip(figures, SLIP) and not agrees(figures))):
        return False
    if not agrees(figures):
        context = context.but(is_announced=False)
    elif context.is_announced:
        figures = [_announced(figure) for figure in figures]
        session.claim(
            "stage", expression.span, "differs, announced", f"{what}, which the text itself calls an error", context,
            figures=figures,
        )  # fmt: skip
        return True
    session.judged_claim("stage", expression.span, figures, what, context)
    return True


def _announced(figure: Judged) -> Judged:
    return figure._replace(verdict="differs, announced")


def _late_rows(session: Session, context: Context, width: int) -> Iterator[tuple[ExactMatrix, ExactMatrix]]:
    """Rows of weights without those that the causal mask hides, each with its mixture of the rows of V."""
    for world in session.worlds.newest_first():
        trace, causal = world.trace("full"), world.problems.get("causal")
        if trace is None or causal is None or causal.visible is None:
            continue
        for name in trace.stage_names:
            owner, _, own = name.rpartition(".")
            if own == "weights" and trace.exact(name).shape[1] == width:
                yield from _of_stage(trace, name, f"{owner}.V" if owner else "V", causal.visible, context)


def _of_stage(
    trace: Trace, name: str, value: str, visible: Visibility, context: Context
) -> Iterator[tuple[ExactMatrix, ExactMatrix]]:
    weights = trace.exact(name)
    for i in [row - 1 for row in context.said.rows] or range(weights.shape[0]):
        if not 0 <= i < weights.shape[0]:
            continue
        seen = set(visible.visible_keys(i))
        row = ExactMatrix([[weights.number(i, j) if j in seen else Exact(0) for j in range(weights.shape[1])]])
        mixed = row @ trace.exact(value) if value in trace.stage_names else row
        yield row, mixed


__all__ = ["audit_late_mask"]
