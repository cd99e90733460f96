"""Tables of probabilities and losses: a mean loss is the mean of minus the logarithms of what stands beside it."""

from __future__ import annotations

import re

from symattn.auditing.findings import Span
from symattn.auditing.judging import Judged, agrees, expected_text, judged_rows, verdict_on
from symattn.auditing.session import Context, Session
from symattn.auditing.tables import Cells, Table
from symattn.checking.typed import Typed
from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix, log
from symattn.reading import read_text

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
    for row in table.rows:
        if max(*chances, *losses) < len(row):
            _audit_row(session, row, chances, losses[0], context)
    return True


def _some_fit(session: Session, table: Table, chances: list[int], place: int) -> bool:
    """Whether half of the rows, and at least one, have a loss that belongs to their probabilities."""
    fitting = 0
    for row in table.rows:
        read = [_number(session, row[j]) for j in (*chances, place) if j < len(row)]
        known = [one for one in read if one is not None]
        values = [one.value for one in known[:-1] if isinstance(one.value, Exact)]
        right = _mean_loss(values) if len(values) == len(chances) else None
        fitting += right is not None and _fits(known[-1], right)
    return fitting > 0 and 2 * fitting >= len(table.rows)


def _audit_row(session: Session, row: Cells, chances: list[int], place: int, context: Context) -> None:
    loss = _number(session, row[place])
    given = [_number(session, row[j]) for j in chances]
    if loss is None or any(one is None for one in given):
        return
    typed = [one for one in given if one is not None]
    values = [one.value for one in typed if isinstance(one.value, Exact)]
    right = _mean_loss(values)
    if right is None:
        return
    blamed = None if _fits(loss, right) else _blamed(loss, values)
    for i, j in enumerate(chances):
        _claim_chance(session, row[j], typed[i], blamed[1] if blamed and blamed[0] == i else None, context)
    if blamed is not None:
        right = _mean_loss([blamed[1] if i == blamed[0] else value for i, value in enumerate(values)]) or right
    session.pool.add(right, "minus the mean logarithm of the probabilities")
    figures = judged_rows([[(_node(loss), row[place])]], [[loss]], ExactMatrix([[right]]))
    assert figures is not None
    session.judged_claim(
        "loss", row[place], figures, "minus the mean logarithm of the probabilities in this row", context
    )


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
        if changed is not None and _fits(loss, changed):
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


def _fits(loss: Typed, right: Exact) -> bool:
    return verdict_on(loss, right, True) in ("proved", "correctly rounded", "float noise")


def _number(session: Session, cell: Span) -> Typed | None:
    try:
        reading = read_text(session.page.text[slice(*cell)].strip("$ "))
    except SymattnError:
        return None
    return Typed(reading.value, reading.digits) if isinstance(reading.value, Exact) and reading.digits else None


def _node(typed: Typed):  # type: ignore[no-untyped-def]  # a leaf to stand for a cell that was read apart
    from symattn.reading.tree import Number

    assert typed.digits is not None
    return Number(typed.digits.value, typed.digits.digits, typed.digits.exponent, (0, 0))


__all__ = ["agrees", "audit_losses"]
