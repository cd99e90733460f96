"""What a check finds: plain data."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Outcome = Literal[
    "exact",
    "rounded",
    "float noise",
    "truncated",
    "off in the last digit",
    "within the bound",
    "mistake",
    "wrong",
    "undecided",
    "unreadable",
]
# From best to worst: a matrix has the worst outcome among its entries, where proved wrong outweighs undecided.
ORDER: tuple[Outcome, ...] = (
    "exact",
    "rounded",
    "within the bound",
    "float noise",
    "truncated",
    "off in the last digit",
    "undecided",
    "mistake",
    "wrong",
    "unreadable",
)


@dataclass(frozen=True)
class EntryResult:
    """The verdict on one entry of a matrix; row and column are 0-based."""

    row: int
    column: int
    outcome: Outcome
    accepted: bool | None


@dataclass(frozen=True)
class CheckResult:
    """The verdict on an answer.

    ``accepted`` is True, False, or None where a person must look; ``outcome`` says how the answer stands to what is
    right, whatever the rule accepts; ``message`` is one sentence for whoever gave the answer, and does not give away
    what is right. ``mistakes`` are the names of wrong methods that explain the answer (``symattn.checking.mistakes``),
    "one + other" where it takes two. ``reading`` is LaTeX of what was read, decimals with the digits typed,
    ``reading_text`` the same as plain text, and ``notes`` say how something was understood that could surprise.
    ``conditions`` are those under which the verdict holds, such as "k > 0". ``entries`` has every entry of a matrix,
    and ``marks`` the share of them that is accepted.
    """

    accepted: bool | None
    outcome: Outcome
    message: str
    mistakes: tuple[str, ...] = ()
    reading: str = ""
    notes: tuple[str, ...] = ()
    entries: tuple[EntryResult, ...] = ()
    conditions: tuple[str, ...] = ()
    reading_text: str = ""

    @property
    def marks(self) -> Fraction:
        """The share of the answer that is accepted: entry by entry for a matrix, else 1 or 0."""
        if not self.entries:
            return Fraction(self.accepted is True)
        return Fraction(sum(entry.accepted is True for entry in self.entries), len(self.entries))

    def __str__(self) -> str:
        verdict = {True: "accepted", False: "not accepted", None: "a person must look"}[self.accepted]
        return f"{verdict} ({self.outcome}): {self.message}"
