"""Keys in words: which of them a query may read under a causal mask, and which are hidden as padding.

"position 2 knows inputs 1-2", "Key 1: allowed; 2: forbidden", "row (3) may read (1), (2) and itself", "key 3 excluded"
"""

from __future__ import annotations

import re

from symattn.auditing.contexts import Context
from symattn.auditing.findings import Span
from symattn.auditing.roles import Said
from symattn.auditing.session import Session

_LISTS = re.compile(r"\bkeys are((?:\s*,?\s*(?:and\s+)?\[\d+(?:\s*,\s*\d+)*\]){2,})", re.IGNORECASE)
_ONE_LIST = re.compile(r"\[(\d+(?:\s*,\s*\d+)*)\]")
_RANGE = re.compile(
    r"\b(?:position|query|slot|token)?\s*(?P<query>\d{1,3})\s+(?:knows|reads|sees|may read|may see|can read)?\s*"
    r"(?:(?:inputs?|keys?|positions?)\s+)?(?P<range>(?P<low>\d{1,3})[–-](?P<high>\d{1,3}))"
)
_KNOWS = re.compile(r"\b(?:knows|reads|sees|may read|may see|can read)\b")
_KEY = r"(?:\b[Kk]|(?<=[a-z])K)eys?"  # a page that was copied may have lost the space before it
_NUMBERS = r"\d{1,3}(?:\s*,\s*\d{1,3})*"
_ALLOWED = r"(?:allowed|visible|readable|open|permitted)"
_HIDDEN = r"(?:forbidden|hidden|masked|blocked|excluded|not allowed)"
_CARD = re.compile(
    rf"{_KEY}\s*(?P<open>{_NUMBERS})\s*:?\s*{_ALLOWED}(?:\s*[;,]\s*(?:{_KEY}\s*)?{_NUMBERS}\s*:?\s*{_HIDDEN})*"
)
_FORBIDDEN = re.compile(rf"({_NUMBERS})\s*:?\s*{_HIDDEN}")
_CARD_QUERY = re.compile(r"\bQuery\s+(\d{1,3})\b")
_EXCLUDED = re.compile(rf"{_KEY}\s*(?P<keys>{_NUMBERS})\s*:?\s*(?:(?:is|are)\s+)?(?:{_HIDDEN}|left out)\b")
_PADDING = re.compile(r"(?:\b[Pp]|(?<=[a-z])P)add(?:ing|ed)\b|\b[Pp]laceholders?\b|\b[Ff]illers?\b")
_READS = (
    r"(?:(?:may|can|could|is allowed to|is free to)\s+(?:only\s+)?(?:read|see|look at|attend to|use|reach)"
    r"|reads|sees|attends to|looks at)"
)
_PLACES = r"\(?\d{1,3}\)?(?:\s*,\s*\(?\d{1,3}\)?)*"
_AND_ITSELF = re.compile(
    rf"(?:(?P<word>[A-Za-z]+)|\(?(?P<query>\d{{1,3}})\)?)\s+{_READS}\s+(?:only\s+)?"
    r"(?:(?:keys?|positions?|tokens?|words?|inputs?|slots?|rows?)\s+)?"
    rf"(?P<places>{_PLACES})\s*,?\s*and\s+(?:itself|its own\b|the current\b)"
)
_LABELLED = re.compile(r"\((\d{1,2})\)\s+([A-Za-z]+)\b")


def audit_spoken_keys(session: Session, words: str, start: int, frame: Said, masks: tuple[str, ...]) -> None:
    """Judge what a paragraph says of the keys that queries may read."""
    _note_labels(session, words)
    _judge_excluded(session, words, start)
    if "causal" not in masks:
        return
    _judge_lists(session, words, start)
    _judge_ranges(session, words, start)
    _judge_cards(session, words, start, frame)
    _judge_with_itself(session, words, start)


def _judge_lists(session: Session, words: str, start: int) -> None:
    """Keys are [1], [1,2], [1,2,3]: one list for each query."""
    for found in _LISTS.finditer(words):
        for number, one in enumerate(_ONE_LIST.finditer(words, found.start(1), found.end(1)), start=1):
            span = (start + one.start(1), start + one.end(1))
            _judge_keys(session, span, _numbers(one[1]), set(range(1, number + 1)), number)


def _judge_ranges(session: Session, words: str, start: int) -> None:
    """Position 2 knows inputs 1-2."""
    for found in _RANGE.finditer(words) if _KNOWS.search(words) else ():
        span = (start + found.start("range"), start + found.end("range"))
        printed = {int(found["low"]), int(found["high"])}
        _judge_keys(session, span, printed, {1, int(found["query"])}, int(found["query"]))


def _judge_cards(session: Session, words: str, start: int, frame: Said) -> None:
    """Keys 1, 2: allowed; key 3: forbidden; the query stands before it, or in the short line above."""
    for found in _CARD.finditer(words):
        said = _CARD_QUERY.findall(words[: found.start()])
        query = int(said[-1]) if said else frame.rows[-1] if frame.rows else 0
        if not query:
            continue
        span = (start + found.start("open"), start + found.end("open"))
        _judge_keys(session, span, _numbers(found["open"]), set(range(1, query + 1)), query)
        place = query + 1
        for one in _FORBIDDEN.finditer(words, found.end("open"), found.end()):
            hidden = _numbers(one[1])
            right = set(range(place, place + len(hidden)))
            _judge_hidden(session, (start + one.start(1), start + one.end(1)), hidden, right, f"query {query}")
            place += len(hidden)


def is_card(words: str) -> bool:
    """Whether words say which keys are allowed, for a query that is named elsewhere."""
    return bool(_CARD.search(words))


def _judge_with_itself(session: Session, words: str, start: int) -> None:
    """Row (3) may read (1), (2) and itself: all that come before it."""
    for found in _AND_ITSELF.finditer(words):
        listed = [int(digits) for digits in re.findall(r"\d+", found["places"])]
        query = int(found["query"]) if found["query"] else session.labels.get(found["word"], len(listed) + 1)
        span = (start + found.start("places"), start + found.end("places"))
        right = list(range(1, query))
        if listed == right:
            session.claim("stage", span, "proved", f"the keys before query {query}", Context(words=words))
        else:
            said = ", ".join(map(str, right))
            message = f"before query {query} come the keys {said}"
            session.claim("stage", span, "wrong", message, Context(words=words), expected=said, stage="visible")


def _judge_excluded(session: Session, words: str, start: int) -> None:
    """Key 3 excluded, where words speak of padding and a table says which keys are real."""
    if session.real_keys is None or not _PADDING.search(words):
        return
    real, total = session.real_keys
    for found in _EXCLUDED.finditer(words):
        span = (start + found.start("keys"), start + found.end("keys"))
        _judge_hidden(session, span, _numbers(found["keys"]), set(range(real + 1, total + 1)), "any query")


def _judge_keys(session: Session, span: Span, keys: set[int], right: set[int], query: int) -> None:
    said = ", ".join(map(str, sorted(right)))
    if keys == right:
        session.claim("stage", span, "proved", f"the keys that query {query} may read", Context())
    else:
        message = f"query {query} may read {said}"
        session.claim("stage", span, "wrong", message, Context(), expected=said, stage="visible")


def _judge_hidden(session: Session, span: Span, keys: set[int], right: set[int], who: str) -> None:
    said = ", ".join(map(str, sorted(right)))
    if keys and keys <= right:
        session.claim("stage", span, "proved", f"hidden from {who}", Context())
    else:
        message = f"{said} is hidden from {who}"
        session.claim("stage", span, "wrong", message, Context(), expected=said, stage="visible")


def _numbers(text: str) -> set[int]:
    return {int(digits) for digits in re.findall(r"\d+", text)}


def _note_labels(session: Session, words: str) -> None:
    """Take over which word has which number, where a sentence counts them: (1) The ..., (2) cat ..., (3) chased ..."""
    found = [(int(number), word) for number, word in _LABELLED.findall(words)]
    if [number for number, _ in found] != list(range(1, len(found) + 1)) or len(found) < FEWEST_LABELLED:
        return
    labels: dict[str, int] = {}
    for number, word in found:
        labels[word] = 0 if word in labels else number
    session.labels = {word: number for word, number in labels.items() if number}


FEWEST_LABELLED = 3


__all__ = ["audit_spoken_keys", "is_card"]
