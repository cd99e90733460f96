"""Who may read whom, told query by query: query 1 sees key 1, query 2 sees keys 1 and 3."""

from __future__ import annotations

import re

from symattn.auditing.environment import Binding
from symattn.auditing.session import Session
from symattn.exact import ExactMatrix

_KEYS_LISTED = r"\{?\(?(?P<keys>\d{1,3}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)\d{1,3})*)\)?\}?"
_MAY_READ = re.compile(
    r"\b(?:query|token|position|row|word|slot)\s+\(?\$?(?P<query>\d{1,3})\$?\)?"
    r"(?:\s*(?:→|->|↦|:)\s*|\s+(?:(?:only|may|can|is allowed to|to)\s+)*"
    r"(?:reads?|sees?|attends?(?:\s+to)?|looks?\s+at|uses?)\s+)"
    rf"(?:only\s+|to\s+)*(?P<noun>(?:keys?|tokens?|positions?|words?|slots?|itself)\s+)?{_KEYS_LISTED}(?![.\d]*\d)",
    re.IGNORECASE,
)
_ABOUT_MASKS = re.compile(
    r"\b(?:visib\w+|mask\w*|may (?:read|see|attend)|allowed|sees?|reads?|attends?)\b", re.IGNORECASE
)


def note_visible_keys(session: Session, words: str, start: int, lead: str) -> None:
    """Take over who may read whom from sentences, one for each query: Query 2 may read keys 1, 2.

    ``lead`` are the words of the block before, which may say what a list is about.
    """
    if session.mask == "causal" or not _ABOUT_MASKS.search(f"{lead} {words}"):
        return
    found = {
        int(one["query"]): {int(digits) for digits in re.findall(r"\d+", one["keys"])}
        for one in _MAY_READ.finditer(words)
    }
    is_alone = len(found) == 1 and [shape[0] for shape in _shapes(session)] == [1]
    if (len(found) < 2 and not is_alone) or sorted(found) != list(range(1, len(found) + 1)):
        return
    most = max(max(keys) for keys in found.values())
    columns = next((shape[1] for shape in _shapes(session) if shape[0] == len(found)), max(most, len(found)))
    rows = [[int(key in found[query]) for key in range(1, columns + 1)] for query in sorted(found)]
    session.speak_of_mask("")
    session.define("visible", (start, start + len(words)), Binding(ExactMatrix(rows), section=session.section))


_TRUTH = r"(?:[Tt]rue|[Ff]alse|TRUE|FALSE|T|F)"
_TRUTHS = re.compile(rf"\[\s*\[\s*{_TRUTH}[TtRrUuEeFfAaLlSs,\s\[\]]*\]\s*\]")
_TRUE_HIDES = re.compile(
    r"\b[Tt]rue`?\s*(?:=|is|means?|meaning|marks?|for)\s*(?:\w+\s+)?(?:hidden|masked|blocked|forbidden)"
)


def note_mask_of_truths(session: Session, words: str, start: int) -> None:
    """Take over a mask of True and False, which are shown unless words say otherwise."""
    found = _TRUTHS.search(words)
    if found is None or not _ABOUT_MASKS.search(words):
        return
    lines = re.findall(r"\[([^\[\]]+)\]", found[0])
    hides = bool(_TRUE_HIDES.search(words))
    rows = [[int((one.strip()[:1] in "Tt") != hides) for one in line.split(",") if one.strip()] for line in lines]
    if rows and len({len(row) for row in rows}) == 1:
        span = (start + found.start(), start + found.end())
        session.define("visible", span, Binding(ExactMatrix(rows), section=session.section))


def _shapes(session: Session) -> list[tuple[int, int]]:
    return [world.problems["given"].score_shape for world in session.worlds.newest_first() if world.problems]


__all__ = ["note_mask_of_truths", "note_visible_keys"]
