"""Mixtures: 0.27*0 + 0.73*1 with the weights before it, stated weights and value vectors, heads in another order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from symattn.auditing.contexts import Context
from symattn.auditing.expressions import Cell, Expression
from symattn.auditing.findings import GOOD
from symattn.auditing.judging import Judged, agrees, judged_rows
from symattn.auditing.session import Session, masks_of
from symattn.auditing.stated import StatedWeights
from symattn.checking.typed import Typed
from symattn.exact import Exact, ExactMatrix
from symattn.reading.decimals import typed_digits
from symattn.reading.tree import Number, Product, Sum

MOST_MIXTURES = 20
LEAST_TELLING = 3  # places


def audit_coefficients(session: Session, expression: Expression, context: Context) -> None:
    """Judge the factors of a weighted sum by the weights that stand before it, where most of them are these."""
    weights = session.local.weights
    cells = _factors(expression)
    if weights is None or len(cells) != weights.shape[1]:
        return
    typed = [Typed(Exact(node.value), typed_digits(node)) for node, _ in cells if isinstance(node, Number)]
    figures = judged_rows([cells], [typed], weights)
    wrong = [figure for figure in figures or () if figure.verdict not in GOOD]
    if figures is not None and wrong and 2 * len(wrong) <= len(figures):
        session.judged_claim("value", expression.span, figures, "the weights before it", context)


def _factors(expression: Expression) -> list[Cell]:
    """The decimals that the terms of a sum begin with; [] where a term begins otherwise."""
    if not isinstance(expression.root, Sum):
        return []
    firsts = [term.factors[0] for term in expression.root.terms if isinstance(term, Product)]
    if len(firsts) < len(expression.root.terms) or not all(isinstance(one, Number) for one in firsts):
        return []
    return [(node, expression.made.source_span(node.span)) for node in firsts]


def judge_vector(
    expression: Expression, typed: list[list[Typed]], right: ExactMatrix, context: Context
) -> list[Judged] | None:
    """The verdicts on a vector, whose figures may stand in a formula."""
    return judged_rows(expression.cells_for(typed), typed, right, is_rounded=context.is_rounded)


def is_meant(figures: Sequence[Judged]) -> bool:
    """Whether half of some figures agree, and one of these is a decimal that little else agrees with."""
    good = [figure for figure in figures if agrees([figure])]
    telling = any(figure.typed.digits is None or figure.typed.digits.places >= LEAST_TELLING for figure in good)
    return telling and 2 * len(good) >= len(figures)


def audit_mixture(session: Session, expression: Expression, typed: list[list[Typed]], context: Context) -> bool:
    """Whether a vector is what the stated weights make of some of the stated value vectors."""
    weights, values = session.local.weights, session.local.values
    if weights is None or len(values) < weights.shape[1]:
        return False
    best: list[Judged] | None = None
    for chosen in list(combinations(values, weights.shape[1]))[:MOST_MIXTURES]:
        if len({vector.shape for vector in chosen}) > 1 or chosen[0].shape[1] != len(typed[0]):
            continue
        mixed = weights @ ExactMatrix([vector.row(0) for vector in chosen])
        figures = judge_vector(expression, typed, mixed, context)
        if agrees(figures) and figures is not None:
            session.judged_claim("stage", expression.span, figures, "the mixture of the value vectors", context)
            return True
        if figures is not None and any(
            f.verdict == "proved" and f.typed.digits and f.typed.digits.places >= 2 for f in figures
        ):
            best = figures
    if best is not None:
        session.judged_claim("stage", expression.span, best, "the mixture of the value vectors", context)
    return best is not None


def audit_mixture_of_v(session: Session, expression: Expression, typed: list[list[Typed]], context: Context) -> bool:
    """Judge an output by the weights that the same paragraph states and the V of its section; whether it was judged."""
    block, stated = session.local.stated_weights
    bound = session.environment.get("V")
    if context.said.role != "output" or bound is None or not isinstance(bound.value, ExactMatrix) or len(typed) > 1:
        return False
    value = bound.value
    fits = [row for row in stated if row.weights.shape[1] == value.shape[0]] if block == session.block else []
    if bound.section != session.section or value.shape[1] != len(typed[0]) or len(fits) < len(stated):
        return False
    for row in fits:
        figures = _mixed(expression, typed, row, value, context)
        if agrees(figures) or (len(fits) == 1 and _is_plain_mixture(session, context)):
            session.judged_claim("stage", expression.span, figures, "these weights times V", context)
            return True
    return False


def _mixed(
    expression: Expression, typed: list[list[Typed]], row: StatedWeights, value: ExactMatrix, context: Context
) -> list[Judged]:
    """The verdicts on a mixture of the rows of V; the weights may themselves be rounded."""
    reach = [sum((abs(value.number(i, j)) for i in range(value.shape[0])), start=Exact(0)) * row.slack
             for j in range(value.shape[1])]  # fmt: skip
    figures = judged_rows(
        expression.cells_for(typed), typed, row.weights @ value, is_rounded=context.is_rounded, reach=[reach]
    )
    assert figures is not None, "as wide as V"
    return figures


def _is_plain_mixture(session: Session, context: Context) -> bool:
    """Whether an output is surely weights times V: no projection follows, and nothing else was derived."""
    is_alone = not session.worlds.worlds and session.environment.get("W_O") is None
    return is_alone and not context.is_swapped and not re.search(r"\b(?:project|residual|layer|norm)", context.words)


def audit_swapped(session: Session, expression: Expression, typed: list[list[Typed]], context: Context) -> bool:
    """Whether a vector is a row of what comes out when the heads are joined in another order."""
    for world in session.worlds.newest_first():
        for what, matrix in world.in_other_orders(masks_of(world, context.masks)):
            if matrix.shape[1] != len(typed[0]) or len(typed) > 1:
                continue
            for i, row in enumerate(matrix.rows(), start=1):
                figures = judge_vector(expression, typed, ExactMatrix([row]), context)
                if figures is not None and is_meant(figures):
                    session.judged_claim("stage", expression.span, figures, f"row {i} of {what}", context)
                    return True
    return False


__all__ = ["audit_coefficients", "audit_mixture", "audit_mixture_of_v", "audit_swapped", "is_meant", "judge_vector"]
