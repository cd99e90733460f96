"""Weighted sums: 0.27*0 + 0.73*1 mixes with the weights that were printed just before."""

from __future__ import annotations

from symattn.auditing.expressions import Cell, Expression
from symattn.auditing.judging import judged_rows
from symattn.auditing.session import Context, Session
from symattn.checking.typed import Typed
from symattn.exact import Exact
from symattn.reading.decimals import typed_digits
from symattn.reading.tree import Number, Product, Sum


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


__all__ = ["audit_coefficients"]
