"""Mixtures: 0.27*0 + 0.73*1 with the weights before it, stated weights and value vectors, heads in another order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from symattn.auditing.expressions import Cell, Expression
from symattn.auditing.judging import Judged, agrees, judged_rows
from symattn.auditing.session import Context, Session, masks_of
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
    wrong = [figure for figure in figures or () if figure.verdict not in ("proved", "correctly rounded", "float noise")]
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
    cells = expression.cells
    if len(cells) != len(typed) or len(cells[0]) != len(typed[0]):
        cells = tuple(tuple((expression.root, expression.span) for _ in row) for row in typed)
    return judged_rows(cells, typed, right, is_rounded=context.is_rounded)


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


__all__ = ["audit_coefficients", "audit_mixture", "audit_swapped", "is_meant", "judge_vector"]
