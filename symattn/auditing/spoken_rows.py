"""Rows of weights in a sentence, and single weights quoted from them.

"Its weights are 0.04, 0.18, 0.12, 0.06 and 0.60."      a stated row
"Word (4) gets a weight of 0.06."                       its fourth entry
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction

from symattn.auditing.findings import Span, Verdict
from symattn.auditing.judging import Judged
from symattn.checking.typed import Typed

_ROW = re.compile(r"\d?\.\d+(?:\s*,\s*\d?\.\d+){1,}(?P<last>\s*,?\s*and\s+\d?\.\d+)?")
_NUMBER = re.compile(r"\d?\.\d+")
_ABOUT_WEIGHTS = re.compile(r"\b(?:rows?|weights?|probabilit\w+|shares?|attention)\b", re.IGNORECASE)
QUOTING = re.compile(
    r"\b(?:weights?|rows?|hands?|pull(?:s|ed|ing)?|shares?|attends?|gets?|gives?|another|leaks?|blend|comes?|takes?)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(r"\((\d{1,3})\)[^.()]*$")
LASTING = 3  # paragraphs
FEWEST = 4  # numbers that are a row of weights where they add to 1 and no "and" joins the last one
NEAR = 2  # units of the last digit within which another number is a slip


def _add_to_one(texts: tuple[str, ...]) -> bool:
    """Whether printed weights add to 1, but for their rounding and a slip in one of them."""
    units = [Fraction(1, 10 ** len(text.partition(".")[2])) for text in texts]
    off = abs(sum((Fraction(text) for text in texts), start=Fraction(0)) - 1)
    return off <= sum(units, start=Fraction(0)) / 2 + NEAR * max(units)


@dataclass
class SpokenRow:
    """The row that was stated last, and the numbers quoted before any was."""

    entries: tuple[Fraction, ...] = ()
    texts: tuple[str, ...] = ()
    place: Span = (0, 0)
    until: int = 0  # the last paragraph in which it is still meant
    waiting: list[tuple[Typed, Span]] = field(default_factory=list)

    def state(self, words: str, start: int, block: int) -> bool:
        """Take over a row of weights from a paragraph; whether there is one."""
        found = _ROW.search(words)
        if found is None or not _ABOUT_WEIGHTS.search(words):
            return False
        texts = tuple(_NUMBER.findall(found[0]))
        entries = tuple(Fraction(text) for text in texts)
        if not found["last"] and (len(entries) < FEWEST or sum(entries) != 1):
            return False
        if not _add_to_one(texts):
            return False
        self.texts, self.entries = texts, entries
        self.until = block + LASTING
        self.place = (start + found.start(), start + found.end())
        return True

    def judge(self, typed: Typed, span: Span, words: str, block: int) -> Judged | None:
        """The verdict on a quoted weight; None where it need not be one of the row."""
        if typed.digits is None or typed.digits.places < 2 or self.place[0] <= span[0] < self.place[1]:
            return None
        if not self.entries:
            self.waiting.append((typed, span))
            return None
        place = _PLACE.search(words)
        value, unit = typed.digits.value, typed.digits.unit
        index = int(place[1]) - 1 if place else -1
        if 0 <= index < len(self.entries) and abs(self.entries[index] - value) <= NEAR * unit:
            nearest = self.entries[index]
        else:
            nearest = min(self.entries, key=lambda entry: abs(entry - value))
        if nearest == value:
            return Judged(span, typed, "proved", "")
        text = self.texts[self.entries.index(nearest)]
        if (
            abs(nearest - value) > (NEAR if place else 1) * unit
            or len(text.partition(".")[2]) != typed.digits.places
            or block > self.until
        ):
            return None
        off: Verdict = "off in the last digit" if abs(nearest - value) == unit else "wrong"
        return Judged(span, typed, off, text)


__all__ = ["QUOTING", "SpokenRow"]
