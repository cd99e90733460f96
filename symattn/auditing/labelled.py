"""Labelled matrices: an input is taken over, a stage is judged, wherever its figures stand."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symattn.auditing.contexts import Context
from symattn.auditing.expressions import Expression, expression_of, named
from symattn.auditing.findings import Span
from symattn.auditing.gathering import Rows, gathered, rows_on_lines
from symattn.auditing.labels import GIVEN, LONGEST, Label, label_of
from symattn.auditing.quantities import audit_cells, audit_quantity
from symattn.auditing.relations import audit_expressions
from symattn.auditing.roles import Said, role_of_name
from symattn.auditing.session import Session
from symattn.auditing.statements import Statement

_OF_ROWS = {"a": "weights", "w": "weights", "o": "output", "y": "output", "z": "output", "c": "output", "s": "scores"}
_BEGUN = ("X", "Q", "K", "queries", "keys", "inputs")


def audit_labelled(session: Session, label: Label, expression: Expression, context: Context) -> bool:
    """Take over, or judge, a matrix that a label names; False where there is nothing to judge it by."""
    is_given = label.role in (*GIVEN, "Q", "K", "V") or (label.role == "scores" and not _has_begun(session))
    if is_given and label.role in ("scores", "mask", "bias") and not _is_about_attention(session, expression):
        return False
    if is_given:
        name = named(label.name, (expression.span[0], expression.span[0]))
        audit_expressions(session, [name, expression], ("=",), context.but(is_definition=True, said=Said()))
        return True
    typed = session.typed_rows(expression) if session.worlds.worlds else None
    said = Said(label.role, label.head)
    if typed is None:
        return _by_words(session, expression, context.but(said=said))
    audit_cells(session, expression.span, expression.cells_for(typed), typed, context.but(said=said, names_stage=True))
    return True


def _by_words(session: Session, expression: Expression, context: Context) -> bool:
    """Judge weights by a row of scores that a sentence stated; whether there is one."""
    before = len(session.claims)
    if session.local.scores is not None and context.said.role == "weights":
        audit_quantity(session, expression, context, [])
    return len(session.claims) > before


_ATTENTION = re.compile(r"softmax|attention|attends?\b|weights", re.IGNORECASE)
_NEAR = 400


def _is_about_attention(session: Session, expression: Expression) -> bool:
    """Whether there are words of attention near a table of scores: examinations and matches have scores too."""
    start, end = expression.span
    return bool(session.worlds.worlds or _ATTENTION.search(session.page.text, max(0, start - _NEAR), end + _NEAR))


def _has_begun(session: Session) -> bool:
    """Whether scores follow from what is stated, rather than being given."""
    return any(session.environment.get(name) is not None for name in _BEGUN) or any(
        "scores" not in world.arrays for world in session.worlds.worlds
    )


def audit_rows(
    session: Session, start: int, end: int, lead: str, context: Context, *, is_code: bool = False
) -> list[Span]:
    """Judge matrices whose rows stand on lines of [start, end); where these stand."""
    text = session.page.text
    taken: list[Span] = []
    at = start
    for rows in rows_on_lines(text, start, end, is_code=is_code):
        before = text[at : rows.start]
        label = label_of(before if before.strip() else lead if at == start else "") or _of_symbol(session, rows)
        expression = None if label is None else gathered(text, rows.cells)
        if label is None or expression is None or not audit_labelled(session, label, expression, context):
            continue
        taken.append((rows.start, rows.end))
        at = rows.end
    return taken


def _of_symbol(session: Session, rows: Rows) -> Label | None:
    """What q_1, q_2, ... name where no words do: the rows of Q."""
    role = _OF_ROWS.get(rows.symbol.lower(), "")
    return Label(role) if rows.is_numbered and role and session.worlds.worlds else None


_STATES = re.compile(r"(?:[:=]|\b(?:is|are))\s*[`$(]*$")
_ENDS = re.compile(r"[$`]*(?:[.,;]?[ \t]*(?=\n|\Z)|[.,;][ \t]+(?![\[\d])|[ \t]+\()")


def audit_input(session: Session, statement: Statement, context: Context) -> bool:
    """Take over an input whose label is more than a name: Query projection = [[1, 0], [0, 1]]; whether it is one."""
    text = session.page.text
    start, end = statement.members[-1]
    if len(statement.members) > 2 or "[" not in text[start:end]:
        return False
    if not _ENDS.match(text, end):
        return False
    words = text[max(text.rfind("\n", 0, start) + 1, start - LONGEST) : start]
    label = label_of(words.strip().strip("$`=:(≈ ")) if _STATES.search(words) else None
    if label is None or label.role not in (*GIVEN, "Q", "K", "V", "scores") or _is_name(session, statement, label):
        return False
    if label.role == "scores" and _has_begun(session):
        return False
    expression = expression_of(text, start, end, is_latex=statement.is_latex)
    if expression is None or not expression.is_matrix or not expression.is_constant:
        return False
    if label.role == "scores" and len(expression.cells) == 1:
        return False  # a row in a sentence is kept for the weights that follow it, and no longer
    return audit_labelled(session, label, expression, context)


_CHAIN = re.compile(r"^\W*(?P<name>[^=≈\n]{1,60}?)\s*=[^\n]*?[=≈]\s*[$`]*$")


def audit_named(session: Session, statement: Statement, context: Context) -> bool:
    """Judge a stage whose formula is not understood by the name before it: A = softmax(S + mask) ≈ [[0.3, 0.7]]."""
    text = session.page.text
    start, end = statement.members[-1]
    line = text[max(text.rfind("\n", 0, start) + 1, start - 2 * LONGEST) : start]
    found = _CHAIN.match(line)
    if len(statement.members) > 1 or found is None or "[" not in text[start:end] or not _ENDS.match(text, end):
        return False
    label = label_of(found["name"])
    expression = expression_of(text, start, end, is_latex=statement.is_latex)
    if label is None or label.role in GIVEN or expression is None or not (expression.is_matrix and expression.is_typed):
        return False
    return audit_labelled(session, label, expression, context)


def _is_name(session: Session, statement: Statement, label: Label) -> bool:
    """Whether the first member is the name that the label is, so that the statement says all."""
    start, end = statement.members[0]
    name = expression_of(session.page.text, start, end, is_latex=statement.is_latex)
    role = role_of_name(name.name) if name is not None and name.name else None
    return len(statement.members) > 1 and role is not None and (role.stage, role.number) == label


def audit_table_cells(session: Session, rows: Sequence[Sequence[Span]], words: str, context: Context) -> bool:
    """Take over or judge the cells of a table by the label above it; whether there is one."""
    label = label_of(words)
    if label is None or len({len(row) for row in rows}) > 1:
        return False
    expression = gathered(session.page.text, rows, is_mask=label.role == "mask")
    return expression is not None and audit_labelled(session, label, expression, context)


__all__ = ["audit_input", "audit_labelled", "audit_named", "audit_rows", "audit_table_cells"]
