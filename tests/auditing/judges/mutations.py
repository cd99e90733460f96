"""Each figure of a document changed by one unit in its last digit, in turn: is it noticed, and is more called wrong?

A change is *caught* when the statement in which it stands has an alarm that the unchanged document did not have, or its
figure is called float noise where it was not. It is *displaced* when only statements that need the changed one have a
new alarm. A new alarm in a statement that does not need the changed one (``KnownDocument.touched_by``) is *elsewhere*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from tests.auditing.judges.changes import changes
from tests.auditing.judges.documents import KnownDocument, KnownFigure, Span, overlap
from tests.auditing.judges.verdicts import Remark, remarks, run

Outcome: TypeAlias = Literal["caught", "noise", "displaced", "missed"]


@dataclass(frozen=True)
class Change:
    """One figure and what it is changed to."""

    figure: KnownFigure
    becomes: str

    def applied(self, text: str) -> str:
        """The text with the change."""
        start, end = self.figure.span
        return text[:start] + self.becomes + text[end:]

    def original(self, span: Span) -> Span:
        """A span of the changed text, where it stood before."""
        start, end = self.figure.span
        longer = len(self.becomes) - (end - start)

        def back(position: int) -> int:
            return position if position <= start else max(position - longer, start)

        return back(span[0]), max(back(span[1]), back(span[0]) + 1)

    def __str__(self) -> str:
        place = f"[{self.figure.statement}, {self.figure.kind}]"
        return f"line {self.figure.line}: {self.figure.printed} -> {self.becomes} {place}"


@dataclass(frozen=True)
class Mutation:
    """What became of one change."""

    change: Change
    outcome: Outcome
    elsewhere: tuple[str, ...]
    crash: str = ""


def all_changes(figures: Iterable[KnownFigure], step: int = 1) -> Iterator[Change]:
    """Every change of some figures by a step in their last places."""
    for figure in figures:
        for becomes in changes(figure.printed, step):
            yield Change(figure, becomes)


def alarms(found: Iterable[Remark]) -> frozenset[Span]:
    """The places that are called wrong."""
    return frozenset(remark.span for remark in found if remark.faulty)


def mutate(document: KnownDocument, change: Change, *, given: Path | None, before: frozenset[Span]) -> Mutation:
    """The outcome of one change; ``before`` holds the alarms of the unchanged document."""
    try:
        said = remarks(run(change.applied(document.text), given, document.form))
    except Exception as error:
        return Mutation(change, "missed", (), f"{type(error).__name__}: {error}")
    allowed = document.touched_by(change.figure.statement)
    own = displaced = False
    elsewhere = []
    for remark in said:
        span = change.original(remark.span)
        if not remark.faulty or span in before:
            continue
        statements = document.statements_at(span) | (
            {change.figure.statement} if overlap(span, change.figure.span) else set()
        )
        own |= change.figure.statement in statements
        displaced |= bool(statements & allowed)
        if not statements & allowed:
            line = document.text.count("\n", 0, span[0]) + 1
            elsewhere.append(f"line {line}: {remark.verdict}: {remark.message}")
    noise = change.figure.verdict != "float noise" and any(
        remark.verdict == "float noise" and overlap(change.original(remark.span), change.figure.span) for remark in said
    )
    outcome: Outcome = "caught" if own else "noise" if noise else "displaced" if displaced else "missed"
    return Mutation(change, outcome, tuple(elsewhere))


def mutate_all(
    document: KnownDocument,
    changed: Iterable[Change],
    *,
    given: Path | None = None,
    processes: int | None = None,
) -> list[Mutation]:
    """The outcomes of many changes, each with an audit of the whole document."""
    before = alarms(remarks(run(document.text, given, document.form)))
    one = partial(mutate, document, given=given, before=before)
    if processes == 1:
        return [one(change) for change in changed]
    with ProcessPoolExecutor(processes) as pool:
        return list(pool.map(one, changed, chunksize=8))
