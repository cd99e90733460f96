"""What statements define: names bound to values, bound again, or taken for something new."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symattn.auditing.contexts import Context
from symattn.auditing.environment import Binding, Value
from symattn.auditing.expressions import Expression
from symattn.auditing.judging import is_equal
from symattn.auditing.roles import role_of_name
from symattn.auditing.session import Session
from symattn.auditing.statements import Relation
from symattn.auditing.worlds import PROJECTIONS
from symattn.exact import Exact, ExactMatrix


def define_all(
    session: Session, members: list[Expression | None], relations: Sequence[Relation], context: Context
) -> None:
    """Bind the names of a chain to the value that it ends in."""
    values = [(member, session.value(member, context)) for member in members if member is not None and not member.name]
    value, source = next(((v, m) for m, v in values if v is not None), (None, None))
    if value is None or source is None:
        return
    for member in members:
        if member is None or not (member.name or member.constant):
            continue
        if member.constant and _is_constant(member.constant, value):
            continue
        before = session.environment.get(member.name or "")
        index = members.index(source)
        is_approximate = index > 0 and relations[index - 1] == "~"
        slack = _slack(source) if is_approximate else None
        name = _with_head(member.name or member.constant or "", context)
        is_sure = _is_sure_definition(name, source, value, context)
        if before is not None and not before.is_sure and not is_sure:
            is_sure = False
        is_printed = source.is_typed
        binding = Binding(value, is_sure, slack, session.section, is_printed, session.block)
        session.define(name, (member.span[0], source.span[1]), binding)


def _with_head(name: str, context: Context) -> str:
    """W_Q under the heading of head 1 is W_Q_1."""
    role, head = role_of_name(name), context.said.head or context.frame.head
    is_projection = role is not None and role.stage in PROJECTIONS and role.number is None
    return f"{name}_{head}" if is_projection and head is not None else name


def _is_constant(name: str, value: Value) -> bool:
    """Whether e or pi is given its own value."""
    bounds = {"e": (Fraction(27, 10), Fraction(28, 10)), "pi": (Fraction(3), Fraction(33, 10))}[name]
    known = value.as_fraction() if isinstance(value, Exact) else None
    return known is None or bounds[0] <= known <= bounds[1]


def _slack(source: Expression) -> Fraction | None:
    """Half a unit of the last digit of a printed approximation."""
    digits = [entry.digits for row in source.typed_rows() for entry in row] if source.is_typed else []
    units = [one.unit for one in digits if one is not None and "." in one.digits]
    return max(units) / 2 if units else None


def _is_sure_definition(name: str, source: Expression, value: Value, context: Context) -> bool:
    """Whether a definition is meant as one: matrices, letters with a subscript, or after let, with, where, set."""
    if name in ("i", "j"):
        return False  # an index, or the imaginary unit
    if isinstance(value, ExactMatrix) or len(name) > 1 or not source.is_typed:
        return not context.is_condition
    return context.is_definition and not context.is_condition


def define(session: Session, member: Expression, reference: Expression, value: Value, context: Context) -> bool:
    """Bind a name that is not bound yet, or now means something else; False where it is to be judged."""
    name = member.name
    if name is None:
        return True
    before = session.environment.get(name)
    derived = session.derived(name, context) if before is None else None
    is_other = (
        derived is not None and not (reference.is_typed or reference.is_matrix) and not is_equal(derived.matrix, value)
    )  # a formula says what the letter means here
    if before is None and (derived is None or is_other):
        is_sure = _is_sure_definition(name, reference, value, context) and session.is_sure(reference)
        session.define(name, (member.span[0], reference.span[1]), Binding(value, is_sure, None, session.section))
        return True
    known = before.value if before is not None else derived.matrix if derived is not None else None
    if known is not None and is_equal(known, value):
        return False
    is_formula = not (reference.is_typed or reference.is_matrix or reference.name)
    if before is not None and (before.slack is not None or not isinstance(known, ExactMatrix) or is_formula):
        session.define(name, (member.span[0], reference.span[1]), Binding(value, before.is_sure, None, session.section))
        return True
    return before is not None


def redefine(
    session: Session,
    member: Expression,
    reference: Expression,
    context: Context,
) -> None:
    """Take a name for something new where a printed value has nothing to do with the old one."""
    if reference.name and member.is_typed and not context.is_condition:
        value = session.value(member, context)
        if value is not None:
            is_sure = _is_sure_definition(reference.name, member, value, context)
            span = (reference.span[0], member.span[1])
            binding = Binding(value, is_sure, None, session.section, True, session.block)
            session.define(reference.name, span, binding)
    elif reference.constant and member.is_typed:
        value = session.value(member, context)
        if value is not None:
            session.define(reference.constant, member.span, Binding(value, False, None, session.section))


__all__ = ["define", "define_all", "redefine"]
