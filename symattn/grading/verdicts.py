"""The verdict on one answer as plain data that can cross to other processes, into a journal, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from symattn.grading.texts import excerpt

if TYPE_CHECKING:
    from symattn.checking import CheckResult

LONGEST = 2000  # characters of an echo
# Outcomes beside those of a check.
NO_ANSWER = "no answer"
UNKNOWN_EXERCISE, UNKNOWN_ANSWER, UNREADABLE_ROW = "unknown exercise", "unknown answer", "unreadable row"
TIME_LIMIT, MEMORY_LIMIT, STOPPED = "time limit", "memory limit", "stopped"


@dataclass(frozen=True)
class Verdict:
    """How one answer was judged.

    ``accepted`` is None where a person must look, ``share`` the part of the entries that is accepted, ``is_open``
    whether a person must look at some entry even where the answer as a whole is refused.
    """

    accepted: bool | None
    outcome: str
    message: str
    mistakes: tuple[str, ...] = ()
    reading: str = ""
    latex: str = ""
    notes: tuple[str, ...] = ()
    share: Fraction = Fraction(0)
    is_open: bool = False

    @classmethod
    def of(cls, found: CheckResult) -> Verdict:
        """The verdict that a check found."""
        return cls(
            found.accepted,
            found.outcome,
            found.message,
            found.mistakes,
            excerpt(found.reading_text, LONGEST),
            excerpt(found.reading, LONGEST),
            found.notes,
            found.marks,
            found.accepted is None or any(entry.accepted is None for entry in found.entries),
        )

    @classmethod
    def for_person(cls, outcome: str, message: str) -> Verdict:
        """The verdict where nothing could be judged."""
        return cls(None, outcome, message, is_open=True)

    def data(self) -> dict[str, object]:
        """As JSON holds it."""
        return {
            **vars(self),
            "mistakes": list(self.mistakes),
            "notes": list(self.notes),
            "share": str(self.share),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Verdict:
        """The verdict from its data. Errors: TypeError and ValueError where it is other data."""
        return cls(
            **{
                **data,
                "mistakes": tuple(data["mistakes"]),
                "notes": tuple(data["notes"]),
                "share": Fraction(data["share"]),
            }
        )


__all__ = ["Verdict"]
