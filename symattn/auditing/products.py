"""Shapes of products: A V needs as many columns of A as V has rows, and what comes out has the rows of A."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from symattn.auditing.contexts import Context
from symattn.auditing.environment import Value
from symattn.auditing.expressions import Expression
from symattn.auditing.notation import TRANSPOSE
from symattn.auditing.session import Session
from symattn.exact import ExactMatrix
from symattn.reading.tree import Node, Power, Product, Symbol, ungrouped


class _Factor(NamedTuple):
    name: str
    rows: int
    columns: int


def audit_unfit_product(session: Session, members: Sequence[Expression | None], context: Context) -> bool:
    """Judge products of matrices of this section that cannot be multiplied; whether there was one."""
    for member in members:
        factors = [] if member is None or not session.is_sure(member, context) else _factors(session, member)
        for one, two in pairwise(factors):
            if one.columns == two.rows or (one.rows == two.rows == 1 and one.columns == two.columns):
                continue
            assert member is not None
            message = (
                f"{one.name} is {one.rows} x {one.columns} and {two.name} is {two.rows} x {two.columns}, "
                "which cannot be multiplied"
            )
            session.claim("shape", member.span, "contradicts an invariant", message, context)
            return True
    return False


def audit_printed_shape(
    session: Session, member: Expression, reference: Expression, value: Value, context: Context
) -> bool:
    """Judge a printed matrix whose shape is not that of the product it is said to equal; whether it was judged."""
    factors = _factors(session, reference) if session.is_sure(reference, context) else []
    if not (factors and member.is_typed and member.is_matrix and isinstance(value, ExactMatrix)):
        return False
    rows, columns = value.shape
    printed = (len(member.cells), len(member.cells[0]))
    said = session.page.text[slice(*reference.span)].strip()
    message = f"a matrix of {printed[0]} x {printed[1]} is printed where {said} is {rows} x {columns}"
    session.claim("shape", member.span, "contradicts an invariant", message, context, expected=f"{rows} x {columns}")
    return True


def _factors(session: Session, expression: Expression) -> list[_Factor]:
    """The factors of a product of matrices that this section defines; [] where it is anything else."""
    root = ungrouped(expression.root)
    if not isinstance(root, Product):
        return []
    found = [_factor(session, expression, node) for node in root.factors]
    known = [factor for factor in found if factor is not None]
    return known if len(known) == len(found) else []


def _factor(session: Session, expression: Expression, node: Node) -> _Factor | None:
    node = ungrouped(node)
    is_transposed = isinstance(node, Power) and isinstance(node.exponent, Symbol) and node.exponent.name == TRANSPOSE
    base = ungrouped(node.base) if isinstance(node, Power) and is_transposed else node
    name = expression.made.names.get(base.name) if isinstance(base, Symbol) else None
    bound = session.environment.get(name) if name else None
    if name is None or bound is None or bound.section != session.section or not isinstance(bound.value, ExactMatrix):
        return None
    rows, columns = bound.value.shape
    return _Factor(f"{name}^T", columns, rows) if is_transposed else _Factor(name, rows, columns)


__all__ = ["audit_printed_shape", "audit_unfit_product"]
