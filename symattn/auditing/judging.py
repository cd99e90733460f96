"""What is printed against what is right: a verdict for every figure, and the right digits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from symattn.auditing.environment import Value
from symattn.auditing.expressions import Cell, Expression
from symattn.auditing.findings import GOOD, Verdict, worst
from symattn.checking.outcomes import is_short_whole, outcome_of
from symattn.checking.result import Outcome
from symattn.checking.typed import Typed
from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix, MinusInfinity, compare

VERDICT_OF: dict[Outcome, Verdict] = {
    "exact": "proved",
    "rounded": "correctly rounded",
    "float noise": "float noise",
    "truncated": "truncated",
    "off in the last digit": "off in the last digit",
    "wrong": "wrong",
    "undecided": "undecided",
}
LONGEST_EXPECTED = 60
PLACES = 6  # shown where the typed number says nothing about how many


class Judged(NamedTuple):
    """One entry: its span in the page, what was typed, the verdict, the right digits, and its place among several."""

    span: tuple[int, int]
    typed: Typed
    verdict: Verdict
    expected: str
    place: str = ""


def judged(
    printed: Expression, right: Value, *, is_rounded: bool = False, reach: Sequence[Sequence[Exact]] | None = None
) -> list[Judged] | None:
    """Every printed entry against what is right; None where the shapes differ.

    ``is_rounded`` says that the text writes an approximation, so that 148 may stand for e^5; ``reach`` is how far what
    is right may move with the rounded decimals that it was made from. A row and a column of the same numbers agree.
    """
    return judged_rows(printed.cells, printed.typed_rows(), right, is_rounded=is_rounded, reach=reach)


def judged_rows(
    cells: Sequence[Sequence[Cell]],
    typed: Sequence[Sequence[Typed]],
    right: Value,
    *,
    is_rounded: bool = False,
    reach: Sequence[Sequence[Exact]] | None = None,
) -> list[Judged] | None:
    """The same for entries with their places."""
    rows = fitted(right, (len(typed), len(typed[0])))
    if rows is None:
        return None
    slack = None if reach is None else reach if len(reach) == len(rows) else [*zip(*reach, strict=True)]
    only_short = all(_is_short(entry) for row in typed for entry in row)
    may_round = is_rounded and (only_short or (len(typed) == 1 and len(typed[0]) == 1))
    places = max((e.digits.places for row in typed for e in row if e.digits), default=PLACES)
    found = []
    for i, row in enumerate(typed):
        for j, entry in enumerate(row):
            verdict = verdict_on(entry, rows[i][j], may_round, None if slack is None else slack[i][j])
            expected = expected_text(entry, rows[i][j], places)
            found.append(Judged(cells[i][j][1], entry, verdict, expected, _place(i, j, len(typed), len(row))))
    return found


def _place(i: int, j: int, rows: int, columns: int) -> str:
    """Where an entry stands, for people: [2] of a row or column, [2, 1] of a matrix, nothing for a number."""
    if rows == 1 or columns == 1:
        return f"[{i + j + 1}]" if rows + columns > 2 else ""
    return f"[{i + 1}, {j + 1}]"


def fitted(right: Value, shape: tuple[int, int]) -> Sequence[Sequence[Exact | MinusInfinity]] | None:
    """The rows of what is right in a shape: as it is, or a row as a column, or None."""
    rows: Sequence[Sequence[Exact | MinusInfinity]] = right.rows() if isinstance(right, ExactMatrix) else ((right,),)
    own = (len(rows), len(rows[0]))
    if own == shape:
        return rows
    return [*zip(*rows, strict=True)] if own == shape[::-1] and 1 in own else None


def verdict_on(typed: Typed, right: Exact | MinusInfinity, may_round: bool, slack: Exact | None = None) -> Verdict:
    """The verdict on one entry."""
    try:
        outcome = outcome_of(typed, right)[0]
    except SymattnError:
        return "undecided"
    if outcome == "rounded" and not may_round and (_is_short(typed) or _are_whole(typed, right)):
        return "wrong"  # 1 for 0.73, or 100 for 99: nobody rounds so who does not say so
    if outcome == "off in the last digit" and not isinstance(right, MinusInfinity) and right.is_zero():
        outcome = "wrong"  # nothing rounds 0 to anything else
    if outcome in ("exact", "rounded", "undecided") or slack is None:
        return VERDICT_OF[outcome]
    return "correctly rounded" if _is_within(typed, right, slack) else VERDICT_OF[outcome]


def _is_within(typed: Typed, right: Exact | MinusInfinity, slack: Exact) -> bool:
    """Whether a typed number is a rounding of something that what is right may be as well."""
    if isinstance(right, MinusInfinity) or isinstance(typed.value, MinusInfinity):
        return False
    unit = typed.digits.unit / 2 if typed.digits else 0
    try:
        return (abs(typed.value - right) - slack - unit).sign() < 0
    except SymattnError:
        return False


def _is_short(typed: Typed) -> bool:
    return typed.digits is not None and is_short_whole(typed.digits)


def _are_whole(typed: Typed, right: Exact | MinusInfinity) -> bool:
    """Whether a whole number was typed where another one is right."""
    known = None if isinstance(right, MinusInfinity) else right.as_fraction()
    is_whole = typed.digits is not None and "." not in typed.digits.digits and not typed.digits.exponent
    return is_whole and known is not None and known.denominator == 1


def expected_text(typed: Typed, right: Exact | MinusInfinity, places: int = PLACES) -> str:
    """The right digits, as many as were typed; exact text where no digits were typed."""
    if isinstance(right, MinusInfinity):
        return "-oo"
    known = right.as_fraction()
    if known is not None and known.denominator == 1 and (typed.digits is None or "." not in typed.digits.digits):
        return str(known.numerator)
    if typed.digits is None and right.symbols == frozenset() and len(right.told()) <= LONGEST_EXPECTED:
        return right.told()
    if right.symbols:
        return right.told()[:LONGEST_EXPECTED]
    own = typed.digits.places if typed.digits and typed.digits.places > 0 else places if places > 0 else PLACES
    try:
        return right.decimal(min(max(own, 0), 40))
    except SymattnError:
        return ""


def verdict_of(entries: Sequence[Judged]) -> Verdict:
    """The worst verdict."""
    return worst(entry.verdict for entry in entries)


def agrees(entries: Sequence[Judged] | None) -> bool:
    """Whether there is nothing to object to."""
    return entries is not None and all(entry.verdict in GOOD for entry in entries)


def fits(typed: Typed, right: Exact) -> bool:
    """Whether a typed number may be what is right, rounded or not."""
    return verdict_on(typed, right, True) in GOOD


def is_equal(one: Value, two: Value) -> bool:
    """Whether two values are proved equal."""
    try:
        return one is two or compare(one, two).outcome == "equal"
    except SymattnError:
        return False


__all__ = [
    "LONGEST_EXPECTED",
    "Judged",
    "agrees",
    "expected_text",
    "fits",
    "is_equal",
    "judged",
    "judged_rows",
    "verdict_of",
    "verdict_on",
]
