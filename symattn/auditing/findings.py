"""What an audit finds: plain data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias, get_args

Span: TypeAlias = tuple[int, int]
Verdict = Literal[
    "proved",
    "correctly rounded",
    "float noise",
    "differs, announced",
    "not understood",
    "undecided",
    "truncated",
    "off in the last digit",
    "contradicts an invariant",
    "wrong",
]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)  # from best to worst
FAULTY: frozenset[Verdict] = frozenset({"truncated", "off in the last digit", "contradicts an invariant", "wrong"})
GOOD: tuple[Verdict, ...] = ("proved", "correctly rounded", "float noise")
Kind = Literal["relation", "stage", "value", "invariant", "shape", "count", "loss"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class CellPlace(NamedTuple):
    """A place in a notebook as people see it, all counted from 1: the cell, and line and column in it or its output."""

    cell: int
    line: int
    column: int
    is_output: bool = False

    def __str__(self) -> str:
        return f"cell {self.cell}{' output' if self.is_output else ''}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Figure:
    """One printed number of a claim; line and column are 1-based, the span is in characters of the file."""

    line: int
    column: int
    span: Span
    text: str
    verdict: Verdict
    expected: str = ""
    cell: CellPlace | None = None


@dataclass(frozen=True)
class Claim:
    """One stated value and what became of it; see the module ``symattn.auditing``."""

    file: str
    line: int
    column: int
    span: Span
    text: str
    kind: Kind
    verdict: Verdict
    message: str
    expected: str = ""
    stage: str = ""
    mistakes: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    cell: CellPlace | None = None
    is_ignored: bool = False

    @property
    def is_faulty(self) -> bool:
        """Whether this is an alarm."""
        return self.verdict in FAULTY and not self.is_ignored

    @property
    def is_understood(self) -> bool:
        """Whether it was found out what is claimed."""
        return self.verdict != "not understood"

    @property
    def is_decided(self) -> bool:
        """Whether it was proved or refuted."""
        return self.verdict not in ("not understood", "undecided")

    def __str__(self) -> str:
        place = self.cell or f"{self.line}:{self.column}"
        return f"{self.file}:{place}: {self.verdict}{', ignored' if self.is_ignored else ''}: {self.message}"


@dataclass(frozen=True)
class Definition:
    """Something that the text states and the audit builds on."""

    name: str
    line: int
    column: int
    span: Span
    text: str


class Counts(NamedTuple):
    """How many claims were found, understood and decided."""

    found: int
    understood: int
    decided: int


@dataclass(frozen=True)
class Audit:
    """All that was found in one document; ``order`` are the stages of its calculations in order.

    ``source`` are the characters of the document, in which spans stand.
    """

    file: str
    claims: tuple[Claim, ...]
    definitions: tuple[Definition, ...] = ()
    order: tuple[str, ...] = ()
    source: str = field(default="", repr=False)

    @property
    def wrong(self) -> tuple[Claim, ...]:
        """The claims that are alarms."""
        return tuple(claim for claim in self.claims if claim.is_faulty)

    @property
    def ignored(self) -> tuple[Claim, ...]:
        """The claims that would be alarms, if the text did not say that they are to be ignored."""
        return tuple(claim for claim in self.claims if claim.is_ignored)

    @property
    def counts(self) -> Counts:
        """How many claims were found, understood and decided."""
        found = self.claims
        return Counts(len(found), sum(c.is_understood for c in found), sum(c.is_decided for c in found))

    @property
    def first_wrong(self) -> Claim | None:
        """The alarm that comes first in the order of calculation; without a calculation, the first in the text."""
        return min(self.wrong, key=self._place, default=None)

    def _place(self, claim: Claim) -> tuple[int, Span]:
        stage = claim.stage.partition("[")[0]
        return (self.order.index(stage) if stage in self.order else len(self.order)), claim.span


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The worst of some verdicts; "proved" for none."""
    return max(verdicts, key=VERDICTS.index, default="proved")


__all__ = [
    "FAULTY",
    "GOOD",
    "KINDS",
    "VERDICTS",
    "Audit",
    "CellPlace",
    "Claim",
    "Counts",
    "Definition",
    "Figure",
    "Kind",
    "Span",
    "Verdict",
    "worst",
]
