r"""Claims in tables: a column whose heading is a formula of another column, a formula beside its decimal, a matrix.

| x | e^x |              every row: e^x at the x of the row
| e/(1+e) | 0.7311 |     every row: a formula and its value
| query | key 1 | key 2 |   under "The weights:", a printed stage
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from symattn.auditing.columns import Row, reach_in_row, sure_rows
from symattn.auditing.contexts import Context
from symattn.auditing.environment import Binding
from symattn.auditing.evaluation import value_of
from symattn.auditing.expressions import Cell, Expression, expression_of
from symattn.auditing.findings import Span
from symattn.auditing.judging import agrees, judged
from symattn.auditing.keylists import audit_key_lists
from symattn.auditing.labelled import audit_table_cells
from symattn.auditing.labelled_cells import audit_labelled_cells
from symattn.auditing.losses import audit_losses
from symattn.auditing.matching import size_of
from symattn.auditing.quantities import audit_cells
from symattn.auditing.roles import said_in
from symattn.auditing.session import Session
from symattn.auditing.tables import Cells, Table
from symattn.checking.typed import Typed
from symattn.exact import Exact

_MARKS = re.compile(r"^\$+|\$+$|^`+|`+$|^\\\(|\\\)$|^\*+|\*+$")
MOST_ROWS = 400


def audit_table(session: Session, table: Table, context: Context) -> None:
    """Judge the claims of a table; ``context`` are the words before it."""
    if not table.rows or len(table.rows) > MOST_ROWS:
        return
    if audit_key_lists(session, table, context) or audit_losses(session, table, context):
        return
    if not table.heading:
        _matrix(session, table, context)
        return
    if _formula_columns(session, table, context) or _formula_columns(session, transposed(table), context):
        return
    if _formula_rows(session, table, context):
        return
    _matrix(session, table, context)


def parsed(session: Session, cell: Span) -> Expression | None:
    """The expression of a cell, inside its dollars or backticks."""
    text = session.page.text
    start, end = cell
    is_latex = "$" in text[start:end] or "\\" in text[start:end]
    for mark in _MARKS.finditer(text[start:end]):
        if mark.start() == 0:
            start += len(mark[0])
        else:
            end -= len(mark[0])
    if start >= end:
        return None
    return expression_of(text, start, end, is_latex=is_latex, known=session.environment.long_names)


def _formula_columns(session: Session, table: Table, context: Context) -> bool:
    """Judge columns whose heading is a formula of names that other columns give; whether there are any."""
    heads = [parsed(session, cell) for cell in table.heading]
    names = {head.name: j for j, head in enumerate(heads) if head is not None and head.name}
    formulas = [
        (j, head) for j, head in enumerate(heads)
        if head is not None and not head.name and not head.is_typed and head.names and head.names <= set(names)
    ]  # fmt: skip
    for j, formula in formulas:
        cells = [_formula_cell(session, formula, names, row, j, context) for row in table.rows]
        heading = session.page.text[slice(*formula.span)]
        for row in sure_rows([cell for cell in cells if cell is not None]):
            session.judged_claim("relation", row.figure.span, [row.figure], f"{heading} in this row", context)
    return bool(formulas)


def _formula_cell(
    session: Session, formula: Expression, names: dict[str, int], row: Cells, j: int, context: Context
) -> Row | None:
    """The figure of one row, held against the formula at the figures beside it."""
    own = session.environment.overlaid()
    beside: list[tuple[str, Typed]] = []
    for name in formula.names:
        given = parsed(session, row[names[name]]) if names[name] < len(row) else None
        value = None if given is None else session.value(given, context)
        if given is None or value is None:
            return None
        own.bind(name, Binding(value))
        beside += [(name, one) for line in given.typed_rows() for one in line] if given.is_typed else []
    printed = parsed(session, row[j]) if j < len(row) else None
    right = value_of(formula, own)
    if printed is None or right is None or not printed.is_typed:
        return None
    figures = judged(printed, right, is_rounded=True)
    if figures is None or len(figures) != 1:
        return None
    return Row(figures[0], reach_in_row(formula, own, beside))


def _formula_rows(session: Session, table: Table, context: Context) -> bool:
    """Judge decimals beside a formula in the same row; whether there are any."""
    found = False
    for row in table.rows:
        cells = [parsed(session, cell) for cell in row]
        formulas = [cell for cell in cells if cell is not None and not cell.is_typed and cell.is_constant]
        decimals = [cell for cell in cells if cell is not None and cell.is_typed and not cell.is_matrix]
        if len(formulas) != 1 or len(decimals) != 1 or formulas[0].is_matrix:
            continue
        right = session.value(formulas[0], context)
        typed = decimals[0].typed_rows()[0][0]
        if not isinstance(right, Exact) or typed.digits is None or not isinstance(typed.value, Exact):
            continue
        is_near = abs(size_of(typed.value) - size_of(right)) * 20 <= abs(size_of(right))
        figures = judged(decimals[0], right, is_rounded=True)
        if figures is not None and (agrees(figures) or (is_near and typed.digits.significant[1] >= 3)):
            what = session.page.text[slice(*formulas[0].span)]
            session.judged_claim("relation", decimals[0].span, figures, what, context)
            found = True
    return found


def _matrix(session: Session, table: Table, context: Context) -> None:
    """Judge the numbers of a table as a printed stage, without the column that counts rows."""
    rows = [[parsed(session, cell) for cell in row] for row in table.rows]
    if audit_labelled_cells(session, table, rows, context):
        return
    width = min(len(row) for row in rows)
    first = (
        0
        if not table.heading
        or (all(row and row[0] is not None and row[0].is_typed for row in rows) and not _counts(session, table))
        else 1
    )
    spans = [list(row[first:width]) for row in table.rows]
    if width > first and audit_table_cells(session, spans, context.words, context):
        return
    body = [row[first:width] for row in rows]
    typed = [[one for cell in row if (one := _entry(session, cell)) is not None] for row in body]
    if width - first < 1 or any(len(row) < width - first for row in typed):
        return
    cells: list[Sequence[Cell]] = [[(cell.root, cell.span) for cell in row if cell is not None] for row in body]
    heading = " ".join(session.page.text[slice(*cell)] for cell in table.heading)
    by_heading = said_in(heading)
    said = context.said if context.said.role else by_heading
    span = (body[0][0].span[0], body[-1][-1].span[1]) if body[0][0] and body[-1][-1] else (0, 0)
    audit_cells(session, span, cells, typed, context.but(said=said), by_heading.role)


def _entry(session: Session, cell: Expression | None) -> Typed | None:
    """A number of a table, which may have a letter that stands for one."""
    if cell is None or cell.is_matrix:
        return None
    typed = session.typed_rows(cell)
    return typed[0][0] if typed is not None and len(typed) * len(typed[0]) == 1 else None


def transposed(table: Table) -> Table:
    """The table with its first column as the heading: each of its rows as a column."""
    rows = [table.heading, *table.rows] if table.heading else [*table.rows]
    if min(map(len, rows), default=0) < 2:
        return Table((), ())
    columns = tuple(zip(*(row[: min(map(len, rows))] for row in rows), strict=True))
    return Table(columns[0], columns[1:])


def _counts(session: Session, table: Table) -> bool:
    """Whether the first column only counts the rows: 1, 2, 3."""
    if not table.heading:
        return False
    text = session.page.text
    found = [text[slice(*row[0])] for row in table.rows if row]
    counted = [str(i) for i in range(1, len(found) + 1)]
    return (
        found in (counted, [str(i) for i in range(len(found))])
        and not text[slice(*table.heading[0])].strip("$ ").isdigit()
    )


__all__ = ["audit_table"]
