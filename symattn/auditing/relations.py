r"""Statements judged: A = B \approx C by evaluation, names bound on the way, printed stages against derived ones.

A chain has an *anchor*, the first member that can be calculated and is no bare printed number; every other member is
held against it. Without an anchor, names before a printed value are defined by it.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Sequence
from fractions import Fraction

from symattn.auditing.causal_masks import audit_printed_mask
from symattn.auditing.columns import MUCH
from symattn.auditing.contexts import Context
from symattn.auditing.defining import define, define_all, redefine
from symattn.auditing.environment import Binding, Value
from symattn.auditing.evaluation import reach_of
from symattn.auditing.expressions import Expression, expression_of
from symattn.auditing.findings import Span
from symattn.auditing.forgiving import GIVEN, forgiven
from symattn.auditing.invariants import broken_named_weights
from symattn.auditing.judging import Judged, agrees, is_equal, judged, judged_rows
from symattn.auditing.matching import Match, is_slip, size_of
from symattn.auditing.mixtures import audit_coefficients
from symattn.auditing.printed import claim_stage, match_of
from symattn.auditing.products import audit_printed_shape, audit_unfit_product
from symattn.auditing.roles import Role, role_of_name
from symattn.auditing.session import Session, StageClaim
from symattn.auditing.statements import Relation, Statement
from symattn.auditing.worlds import INPUTS, PROJECTIONS, Stage
from symattn.checking.typed import Typed
from symattn.exact import Exact, ExactMatrix

LEAST_OF_EXACT = 4  # significant figures of a number that is surely calculated from printed decimals


def audit_statement(session: Session, statement: Statement, context: Context) -> list[Expression | None]:
    """Judge a statement of two and more members, and take over what it defines; its members as expressions."""
    text = session.page.text
    known = ChainMap(_words(text, statement), session.environment.long_names)
    members = [
        expression_of(text, start, end, is_latex=statement.is_latex, known=known) for start, end in statement.members
    ]
    audit_expressions(session, members, statement.relations, context)
    return members


def _words(text: str, statement: Statement) -> dict[str, None]:
    """Members outside LaTeX that are one word: names that the statement is about to define."""
    if statement.is_latex:
        return {}
    return {word: None for a, b in statement.members if (word := text[a:b]).isidentifier() and len(word) > 1}


def audit_expressions(
    session: Session, members: list[Expression | None], relations: Sequence[Relation], context: Context
) -> None:
    """The same for members that have been parsed."""
    if ":=" in relations:
        define_all(session, members, relations, context)
        return
    if _states_head(session, members, context):
        define_all(session, members, relations, context)
        return
    names = [member for member in members if member is not None and member.name]
    printed = next((m for m in members if m is not None and (m.is_typed or m.is_matrix)), None)
    if printed is not None and len(members) == 2 and names and _is_wrong_mask(session, names[0], printed, context):
        return
    if printed is not None and names and _as_stage(session, names, members, relations, printed, context):
        return
    anchor = _anchor(session, members, context)
    if printed is not None and anchor is None and names:
        broken_named_weights(session, printed.span, names[-1].name or "", printed, context)
    if printed is not None and anchor is None:
        audit_unfit_product(session, members, context)
    if anchor is None:
        define_all(session, members, relations, context)
        return
    _judge_chain(session, members, relations, anchor, context)


def _states_head(session: Session, members: list[Expression | None], context: Context) -> bool:
    """Whether W_Q = W_K = ... is printed for a head that words name, and which has no such projection yet."""
    head = context.said.head or context.frame.head
    named, printed = members[:-1], members[-1]
    if head is None or printed is None or not (printed.is_matrix and printed.is_typed):
        return False
    roles = [role_of_name(member.name) if member is not None and member.name else None for member in named]
    if any(role is None or role.stage not in PROJECTIONS or role.number is not None for role in roles):
        return False
    return all(session.environment.get(f"{member.name}_{head}") is None for member in named if member is not None)


def _is_wrong_mask(session: Session, named: Expression, printed: Expression, context: Context) -> bool:
    """Judge a printed mask; whether it is wrong, so that nothing is built on it."""
    figures = audit_printed_mask(session, named, printed, context)
    return figures is not None and not agrees(figures)


# -- printed stages ---------------------------------------------------------------------------------------------------


def _as_stage(
    session: Session,
    names: list[Expression],
    members: list[Expression | None],
    relations: Sequence[Relation],
    printed: Expression,
    context: Context,
) -> bool:
    """Judge a chain as a printed stage of a calculation, where a name of it stands for one; whether it was."""
    if any(
        m is not None
        and not m.has_softmax
        and not m.name
        and not (m.is_typed or m.is_matrix)
        and session.value(m, context) is not None
        for m in members
    ):
        return False  # there is a formula to hold it against
    for named in names:
        role = role_of_name(named.name or "")
        if role is None or not session.worlds.worlds:
            continue
        typed = session.typed_rows(printed)
        if typed is None:
            return False
        if role.stage in (*PROJECTIONS, "w_o"):
            if _as_projection(session, named, role, printed, typed, context):
                return True
            continue
        is_rounded = "~" in relations or context.is_rounded
        match = match_of(session, printed.cells_for(typed), typed, role, context, is_rounded=is_rounded)
        if match is None or not _is_meant(session, role, match, context, len(typed) * len(typed[0])):
            continue
        if not match.agrees and _is_another(session, named, printed):
            continue
        claim_stage(session, (named.span[0], printed.span[1]), match, typed, context)
        if match.part.row is None:
            session.environment.bind(named.name or "", Binding(match.part.matrix, section=session.section))
        return True
    return False


def _as_projection(
    session: Session, named: Expression, role: Role, printed: Expression, typed: list[list[Typed]], context: Context
) -> bool:
    """Judge a projection that is printed again under a heading that names its head."""
    head = context.said.head or context.frame.head
    if role.number is not None or head is None or session.environment.get(f"{named.name}_{head}") is None:
        return False
    binding = session.environment.get(f"{named.name}_{head}")
    assert binding is not None
    figures = judged_rows(printed.cells_for(typed), typed, binding.value)
    if figures is None:
        return False
    session.judged_claim("stage", (named.span[0], printed.span[1]), figures, f"{named.name} of head {head}", context)
    return True


def _is_meant(session: Session, role: Role, match: Match, context: Context, size: int) -> bool:
    """Whether a printed value is surely meant as the stage it was matched with."""
    if match.agrees or (match.share >= Fraction(1, 2) and match.telling) or is_slip(match.figures, 4):
        return True
    if context.is_definition or context.is_other_method or not session.is_world_awake(match.part.stage.world):
        return False
    if _is_given_anew(role, match) or _is_of_another_head(match, context):
        return False
    is_unnamed_row = match.part.row is not None and role.number is None and not context.said.rows
    if not match.share and (is_unnamed_row or (role.stage in GIVEN and not context.said.role)):
        return False
    if size == 1 and match.telling == 0:
        return False
    is_input = role.stage in ("Q", "K", "V", "scores")
    if is_input and session.section != match.part.stage.world.section:
        return False  # another example gives its own
    words_say_so = context.said.role == role.stage or (context.said.role in ("scores", "dots") and role.stage == "dots")
    return words_say_so or (role.is_sure and (bool(context.said.role) or context.names_stage or size > 2))


def _is_given_anew(role: Role, match: Match) -> bool:
    """Whether Q, K or V is printed where the calculation was given it, so that nothing says what it should be."""
    return role.stage in match.part.stage.world.problems["given"].arrays and role.stage in ("Q", "K", "V")


def _is_of_another_head(match: Match, context: Context) -> bool:
    """Whether words name a head that the calculation does not have."""
    head = context.said.head
    return head is not None and head > 1 and not match.part.stage.world.has_head(head)


# -- chains -----------------------------------------------------------------------------------------------------------


def _anchor(session: Session, members: list[Expression | None], context: Context) -> tuple[int, Value] | None:
    """A member to hold the others against: one that is calculated from numbers alone where there is one."""
    for i, member in enumerate(members):
        if member is not None and member.is_constant and not (member.is_typed or member.constant or member.is_matrix):
            value = session.value(member, context)
            if value is not None:
                return i, value
    return _named_anchor(session, members, context)


def _named_anchor(session: Session, members: list[Expression | None], context: Context) -> tuple[int, Value] | None:
    """The first member that is calculated, with its value; a defined name will do where there is no other."""
    fallback: tuple[int, Value] | None = None
    for i, member in enumerate(members):
        if member is None or member.is_typed:
            continue
        if member.has_softmax and member.names and "causal" in context.masks:
            continue  # the mask is understood, though it is not written
        value = session.value(member, context)
        if value is None or (member.name and _is_number_now(members, value)):
            continue
        if not member.name and not member.constant and not (member.is_matrix and member.names):
            return i, value
        fallback = fallback or (i, value)
    if fallback is not None and len([m for m in members if m is not None]) > 1:
        return fallback
    return None


def _is_number_now(members: list[Expression | None], value: Value) -> bool:
    """Whether a number is printed for a name that stood for a matrix: H = 2, the heads, after H, the joined outputs."""
    printed = [member for member in members if member is not None and member.is_typed]
    is_matrix = isinstance(value, ExactMatrix) and value.shape != (1, 1)
    return is_matrix and bool(printed) and not any(member.is_matrix for member in printed)


def _judge_chain(
    session: Session,
    members: list[Expression | None],
    relations: Sequence[Relation],
    anchor: tuple[int, Value],
    context: Context,
) -> None:
    index, value = anchor
    reference = members[index]
    assert reference is not None
    what = session.page.text[slice(*reference.span)].strip()
    for i, member in enumerate(members):
        if i == index or member is None:
            continue
        if (member.name or member.constant) and define(session, member, reference, value, context):
            continue
        is_rounded = context.is_rounded or "~" in relations[min(i, index) : max(i, index)]
        figures = _held_against(session, member, reference, value, is_rounded, context)
        is_turned = bool(reference.name) and isinstance(value, ExactMatrix) != member.is_matrix  # into a matrix
        if figures is None and (is_turned or _is_another(session, reference, member)):
            redefine(session, member, reference, context)
            continue
        if figures is None and audit_printed_shape(session, member, reference, value, context):
            continue
        if figures is None or (
            reference.name and member.is_typed and not session.is_sure(reference, context) and agrees(figures)
        ):
            continue
        figures = forgiven(session, member, reference, figures, is_rounded, context)
        if figures is None:
            redefine(session, member, reference, context)
            continue
        if agrees(figures):
            session.confirm((reference, member), context)
        span = (min(reference.span[0], member.span[0]), max(reference.span[1], member.span[1]))
        _claim_relation(
            session, span, figures, _short(what), _stage_of(session, members, value, context), member, context
        )
        _remember(session, value, what)
    audit_coefficients(session, reference, context)


def _is_another(session: Session, reference: Expression, member: Expression) -> bool:
    """Whether a matrix of another shape is printed for the name of an input, under another heading."""
    bound, role = session.environment.get(reference.name or ""), role_of_name(reference.name or "")
    is_input = role is not None and role.stage in INPUTS and member.is_matrix
    return bound is not None and is_input and bound.section != session.section


def _stage_of(session: Session, members: list[Expression | None], value: Value, context: Context) -> Stage | None:
    """The derived stage that a chain states, where a name of it stands for one and the formula gives just this."""
    for member in members:
        stage = session.derived(member.name, context) if member is not None and member.name else None
        if stage is not None and is_equal(stage.matrix, value):
            return stage
    return None


def _claim_relation(
    session: Session,
    span: Span,
    figures: list[Judged],
    what: str,
    stage: Stage | None,
    member: Expression,
    context: Context,
) -> None:
    """Add the claim of one member, as a printed stage where it is one."""
    number = session.judged_claim("relation", span, figures, what, context, stage=stage.name if stage else "")
    if stage is not None:
        stage.world.is_used = True
    if stage is not None and member.is_typed:
        session.stage_claims.append(StageClaim(number, stage, None, None, member.typed_rows()))


def _held_against(
    session: Session, member: Expression, reference: Expression, value: Value, is_rounded: bool, context: Context
) -> list[Judged] | None:
    """The verdicts on one member; None where it cannot be held against the anchor."""
    if member.is_typed:
        reach = None
        figures = judged(member, value, is_rounded=is_rounded)
        if figures is not None and not agrees(figures):
            reach = reach_of(reference, session.environment)
            if reach is not None and not _is_slip_of_exact(figures, reach):
                figures = judged(member, value, is_rounded=is_rounded, reach=reach)
        return figures
    other = session.value(member, context)
    if other is None:
        return None
    rows = (
        [[Typed(entry) for entry in row] for row in other.rows()]
        if isinstance(other, ExactMatrix)
        else [[Typed(other)]]
    )
    cells = member.cells_for(rows)
    figures = judged_rows(cells, rows, value)
    reach = None if figures is None or agrees(figures) else reach_of(reference, session.environment)
    return figures if reach is None else judged_rows(cells, rows, value, reach=reach)


def _is_slip_of_exact(figures: list[Judged], reach: Sequence[Sequence[Exact]]) -> bool:
    """Whether printed decimals are meant as they stand: no rounding that moves a result far leaves it a slip away."""
    if not is_slip(figures, LEAST_OF_EXACT) or len(figures) != 1 or len(reach) * len(reach[0]) != 1:
        return False
    digits = figures[0].typed.digits
    return digits is not None and size_of(reach[0][0]) > MUCH * digits.unit


def _remember(session: Session, value: Value, what: str) -> None:
    if isinstance(value, Exact):
        session.pool.add(value, _short(what))
    elif value.shape[0] * value.shape[1] <= 64:
        for row in value.rows():
            for entry in row:
                session.pool.add(entry, _short(what))


def _short(text: str) -> str:
    said = " ".join(text.split())
    return said if len(said) <= 60 else f"{said[:57]}..."


__all__ = ["audit_expressions", "audit_statement"]
