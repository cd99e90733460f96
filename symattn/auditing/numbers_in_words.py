"""Single numbers in words: a loss, a weight of a row, a decimal that was derived before."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symattn.auditing.columns import MUCH
from symattn.auditing.contexts import Context
from symattn.auditing.expressions import Expression
from symattn.auditing.findings import Span
from symattn.auditing.judging import Judged, agrees, expected_text, fits
from symattn.auditing.matching import is_slip
from symattn.auditing.mixtures import judge_vector
from symattn.auditing.pool import LEAST_FIGURES
from symattn.auditing.printed import claim_stage, match_of
from symattn.auditing.roles import METHOD_ONLY, STAGES, role_said
from symattn.auditing.session import Session
from symattn.auditing.spoken_rows import QUOTING
from symattn.checking.typed import Typed
from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix, log

LEAST_OF_LOSS = 4  # significant figures
FAR = 300  # characters between a probability and the loss that belongs to it


def audit_number(session: Session, expression: Expression, typed: Typed, context: Context, rows: Sequence[int]) -> None:
    """Judge a single number in words; what is a probability is kept for the loss after it."""
    said, local = context.said, session.local
    if said.role == "loss" and local.probability is not None and _loss(session, expression, typed, context):
        return
    if said.role in STAGES and rows and typed.digits is not None and "." in typed.digits.digits:
        role = role_said(said, context.frame)
        found = match_of(session, [[(expression.root, expression.span)]], [[typed]], role, context, rows=rows)
        if found is not None and found.agrees:
            claim_stage(session, expression.span, found, [[typed]], context)
            return
    if said.role == "weights" and rows and _whole_weight(session, expression, typed, context, rows):
        return
    if not audit_decimal(session, typed, expression.span, context) and QUOTING.search(context.words):
        quoted = session.spoken.judge(typed, expression.span, context.words, session.block)
        if quoted is not None:
            session.judged_claim("value", quoted.span, [quoted], "the weight in the row that is stated", context)
    if said.role == "weights" and isinstance(typed.value, Exact) and typed.digits is not None:
        local.probability = (typed, expression.span)


_RATIO = re.compile(r"\s*(?:%|/|in\b|out\b|to\b)")
_JUST_BEFORE = re.compile(r"\b(?:weights?|probabilit(?:y|ies))\s+(?:of\s+|is\s+|=\s*)?\$?$")


def _whole_weight(
    session: Session, expression: Expression, typed: Typed, context: Context, rows: Sequence[int]
) -> bool:
    """Judge the whole number that a query gives to the only key that it may read: there it is 1, and no other."""
    is_whole = typed.digits is not None and typed.digits.digits.isdigit()
    if not is_whole or not _JUST_BEFORE.search(context.words) or _RATIO.match(context.follows):
        return False
    role = role_said(context.said, context.frame)
    found = match_of(session, [[(expression.root, expression.span)]], [[typed]], role, context, rows=rows)
    if found is None or not found.part.is_open:
        return False
    claim_stage(session, expression.span, found, [[typed]], context)
    return True


def _loss(session: Session, expression: Expression, typed: Typed, context: Context) -> bool:
    """Judge a loss by the probability before it: its negative logarithm."""
    assert session.local.probability is not None
    probability, span = session.local.probability
    if not 0 <= expression.span[0] - span[1] <= FAR or not isinstance(probability.value, Exact):
        return False
    try:
        right = -log(probability.value)
    except SymattnError:
        return False
    figures = judge_vector(expression, [[typed]], ExactMatrix([[right]]), context)
    if figures is None or not (agrees(figures) or _is_meant(probability, typed, figures)):
        return False
    session.judged_claim(
        "loss", (span[0], expression.span[1]), figures, "minus the logarithm of the probability", context
    )
    session.local.probability = None
    return True


def _is_meant(probability: Typed, loss: Typed, figures: list[Judged]) -> bool:
    """Whether a loss that differs is surely meant: a slip in it, or in the last digit of the probability."""
    if loss.digits is None or loss.digits.significant[1] < LEAST_OF_LOSS or probability.digits is None:
        return False
    value, unit = probability.digits.value, probability.digits.unit
    if not 0 < value < 1 or unit < MUCH * loss.digits.unit * value:
        return False  # the loss may belong to a probability that was rounded
    others = [Exact(value + step) for step in (unit, -unit) if value + step > 0]
    return is_slip(figures) or any(fits(loss, -log(other)) for other in others)


def audit_decimal(session: Session, typed: Typed, span: Span, context: Context) -> bool:
    """Judge a decimal that is one of the numbers derived before, or nearly one; whether it is."""
    found = session.pool.verdict(typed, LEAST_FIGURES - (context.said.role == "loss"))
    if found is None:
        return False
    verdict, value, what = found
    if context.is_announced and METHOD_ONLY.search(context.words):
        context = context.but(is_announced=False)  # a slip in the result of a wrong method is a slip
    session.judged_claim("value", span, [Judged(span, typed, verdict, expected_text(typed, value))], what, context)
    return True


__all__ = ["audit_decimal", "audit_number"]
