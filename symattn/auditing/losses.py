"""Tables of probabilities and losses: a mean loss is the mean of minus the logarithms of what stands beside it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from symattn.auditing.columns import Row, is_exact, sure_rows
from symattn.auditing.contexts import Context
from symattn.auditing.findings import Span
from symattn.auditing.judging import Judged, expected_text, fits, judged_rows
from symattn.auditing.session import Session
from symattn.auditing.tables import Cells, Table
from symattn.checking.typed import Typed
from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix, log
from symattn.reading import read_text
from symattn.reading.tree import Number

_PROBABILITY = re.compile(r"\bprobabilit", re.IGNORECASE)
# What may be a probability as well as a count or a share; only a loss that fits beside it tells.
_LIKELY = re.compile(r"\bp\s*\(|\b(?:correct|right|true)[- ](?:class|label|answer|token|word)\b", re.IGNORECASE)
_LOSS = re.compile(r"\bloss(?:es)?\b|\bcross[- ]entropy\b|\bNLL\b|\bnegative log", re.IGNORECASE)


def audit_losses(session: Session, table: Table, context: Context) -> bool:
    """Judge a table that has columns of probabilities and one of losses; whether it is one."""
    heads = [session.page.text[slice(*cell)] for cell in table.heading]
    chances = [j for j, head in enumerate(heads) if _PROBABILITY.search(head)]
    losses = [j for j, head in enumerate(heads) if _LOSS.search(head) and j not in chances]
    if not chances:
        chances = [j for j, head in enumerate(heads) if _LIKELY.search(head)]
        losses = [j for j in losses if j not in chances]
        if not chances or len(losses) != 1 or not _some_fit(session, table, chances, losses[0]):
            return False
    if len(losses) != 1:
        return False
    lines = [
        line
        for row in table.rows
        if max(*chances, *losses) < len(row) and (line := _line(session, row, chances, losses[0]))
    ]
    rows = [line.row for line in lines]
    sure = sure_rows(rows, is_named=False)
    for line in lines:
        blamed = None if line.row.is_good else _blamed(line.loss, line.values)
        if line.row in sure or (blamed is not None and is_exact(line.row, rows)):
            _audit_line(session, line, blamed, context)
    return True


def _some_fit(session: Session, table: Table, chances: list[int], place: int) -> bool:
    """Whether half of the rows, and at least one, have a loss that belongs to their probabilities."""
    fitting = 0
    for row in table.rows:
        read = [_number(session, row[j]) for j in (*chances, place) if j < len(row)]
        known = [one for one in read if one is not None]
        values = [one.value for one in known[:-1] if isinstance(one.value, Exact)]
        right = _mean_loss(values) if len(values) == len(chances) else None
        fitting += right is not None and fits(known[-1], right)
    return fitting > 0 and 2 * fitting >= len(table.rows)


class _Line(NamedTuple):
    """One row: the cells and figures of its probabilities, and its loss held against them."""

    chances: list[Span]
    typed: list[Typed]
    loss: Typed
    row: Row

    @property
    def values(self) -> list[Exact]:
        return [one.value for one in self.typed if isinstance(one.value, Exact)]


def _line(session: Session, row: Cells, chances: list[int], place: int) -> _Line | None:
    loss = _number(session, row[place])
    typed = [one for j in chances if (one := _number(session, row[j])) is not None]
    values = [one.value for one in typed if isinstance(one.value, Exact)]
    right = _mean_loss(values)
    if loss is None or right is None or len(typed) < len(chances):
        return None
    session.pool.add(right, "minus the mean logarithm of the probabilities")
    figures = judged_rows([[(_node(loss), row[place])]], [[loss]], ExactMatrix([[right]]))
    assert figures is not None
    return _Line([row[j] for j in chances], typed, loss, Row(figures[0], _reach(typed)))


def _reach(typed: list[Typed]) -> Fraction:
    """How far the mean loss moves when every probability moves by half a unit of its last digit."""
    relative = [one.digits.unit / (2 * one.digits.value) for one in typed if one.digits and one.digits.value]
    return sum(relative, start=Fraction(0)) / len(typed)


def _audit_line(session: Session, line: _Line, blamed: tuple[int, Exact] | None, context: Context) -> None:
    for i, (cell, typed) in enumerate(zip(line.chances, line.typed, strict=True)):
        _claim_chance(session, cell, typed, blamed[1] if blamed and blamed[0] == i else None, context)
    figures = [line.row.figure]
    if blamed is not None:
        values = [blamed[1] if i == blamed[0] else value for i, value in enumerate(line.values)]
        right, place = _mean_loss(values), figures[0].span
        assert right is not None
        figures = judged_rows([[(_node(line.loss), place)]], [[line.loss]], ExactMatrix([[right]])) or figures
    what = "minus the mean logarithm of the probabilities in this row"
    session.judged_claim("loss", figures[0].span, figures, what, context)


def _claim_chance(session: Session, cell: Span, typed: Typed, better: Exact | None, context: Context) -> None:
    """Add the claim of a probability: wrong where another one fits the loss, else what the loss says too."""
    if better is None:
        session.claim("loss", cell, "correctly rounded", "a probability that the loss beside it agrees with", context,
                      figures=[Judged(cell, typed, "correctly rounded", "")])  # fmt: skip
        return
    expected = expected_text(typed, better)
    session.claim(
        "loss", cell, "wrong", f"{typed.text()} is printed, and the loss beside it belongs to {expected}", context,
        figures=[Judged(cell, typed, "wrong", expected)], expected=expected,
    )  # fmt: skip


def _blamed(loss: Typed, values: list[Exact]) -> tuple[int, Exact] | None:
    """Which probability to change, and to what, so that the loss is right; None where the loss itself is to blame.

    The other probabilities of the row are tried, then one unit more or less.
    """
    tried = [(i, other) for i in range(len(values)) for j, other in enumerate(values) if j != i]
    tried += [(i, other) for i, value in enumerate(values) for other in _neighbours(value)]
    for i, other in tried:
        changed = _mean_loss([other if j == i else one for j, one in enumerate(values)])
        if changed is not None and fits(loss, changed):
            return i, other
    return None


def _neighbours(value: Exact) -> list[Exact]:
    known = value.as_fraction()
    if known is None:
        return []
    places = next((n for n in range(12) if (known * 10**n).denominator == 1), 0)
    return [value + Exact(1) / 10**places, value - Exact(1) / 10**places]


def _mean_loss(values: list[Exact]) -> Exact | None:
    try:
        return sum((-log(value) for value in values), start=Exact(0)) / len(values)
    except SymattnError:
        return None


def _number(session: Session, cell: Span) -> Typed | None:
    try:
        reading = read_text(session.page.text[slice(*cell)].strip("$ "))
    except SymattnError:
        return None
    return Typed(reading.value, reading.digits) if isinstance(reading.value, Exact) and reading.digits else None


def _node(typed: Typed) -> Number:
    """A leaf to stand for a cell that was read apart."""
    assert typed.digits is not None
    return Number(typed.digits.value, typed.digits.digits, typed.digits.exponent, (0, 0))


__all__ = ["audit_losses"]
