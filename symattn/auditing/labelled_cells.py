"""Tables whose headings and row labels name stages: | query | weights | output |, | output, query 2 | under heads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from symattn.auditing.contexts import Context
from symattn.auditing.expressions import Expression
from symattn.auditing.printed import claim_stage, match_of
from symattn.auditing.quantities import audit_quantity
from symattn.auditing.roles import STAGES, Said, role_said, said_in
from symattn.auditing.session import Session
from symattn.auditing.tables import Table

_COUNTS_ROWS = re.compile(r"\b(?:query|queries|position|row|token|slot|q)\b", re.IGNORECASE)


class _Labelled(NamedTuple):
    """A cell with what its heading and the label of its row say together."""

    expression: Expression
    said: Said
    words: str


def audit_labelled_cells(
    session: Session, table: Table, cells: list[list[Expression | None]], context: Context
) -> bool:
    """Judge the cells that are stages by their labels; whether the table is one of those.

    Every cell but the labels has to be printed numbers under a stage and beside a query, so that each is a row of it.
    """
    labelled = [one for one in _labelled(session, table, cells) if one is not None]
    count = sum(len(row) - 1 for row in cells)
    if not session.worlds.worlds or not table.heading or len(labelled) < max(2, count):
        return False
    if len({one.said.role for one in labelled}) < 2 and not any(one.expression.is_matrix for one in labelled):
        return False
    for one in labelled:
        _judge(session, one, context.but(words=one.words, said=one.said, frame=Said()))
    return True


def _labelled(session: Session, table: Table, cells: list[list[Expression | None]]) -> Iterator[_Labelled | None]:
    text = session.page.text
    heads = [text[slice(*cell)] for cell in table.heading]
    for row, parsed in zip(table.rows, cells, strict=True):
        label = text[slice(*row[0])] if row else ""
        if label.strip("$ ").isdigit() and heads and _COUNTS_ROWS.search(heads[0]):
            label = f"query {label.strip('$ ')}"
        for heading, cell in zip(heads[1:], parsed[1:], strict=False):
            yield _of(label, heading, cell)


def _of(label: str, heading: str, cell: Expression | None) -> _Labelled | None:
    beside, above = said_in(label), said_in(heading)
    said = Said(above.role or beside.role, above.head or beside.head, above.rows or beside.rows)
    if cell is None or not cell.is_typed or said.role not in STAGES or not said.rows:
        return None
    return _Labelled(cell, said, f"{label} {heading} ")


def _judge(session: Session, one: _Labelled, context: Context) -> None:
    rows = [row - 1 for row in one.said.rows if row > 0]
    typed = one.expression.typed_rows()
    if one.expression.is_matrix:
        audit_quantity(session, one.expression, context, rows)
        return
    role = role_said(one.said, Said())
    match = match_of(session, one.expression.cells_for(typed), typed, role, context, rows=rows, is_rounded=True)
    if match is not None and (match.agrees or role.number is not None or len(session.worlds.worlds) == 1):
        claim_stage(session, one.expression.span, match, typed, context)


__all__ = ["audit_labelled_cells"]
