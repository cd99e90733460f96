"""Tables of visible keys: for each query the keys that it may read under the restriction that a heading names."""

from __future__ import annotations

import re
from collections.abc import Callable

from symattn.auditing.environment import Binding
from symattn.auditing.findings import Span
from symattn.auditing.roles import Said
from symattn.auditing.session import Context, Session
from symattn.auditing.tables import Table
from symattn.checking.lists import read_lists
from symattn.exact import ExactMatrix

_QUERY = re.compile(r"\b(?:query|position|row|slot)\b", re.IGNORECASE)
_CAUSAL = re.compile(r"\bcausal\b", re.IGNORECASE)
_PADDING = re.compile(r"\bpadding\b", re.IGNORECASE)
_BOTH = re.compile(r"\bboth\b|\bcombined\b|\bcausal (?:and|\+) padding\b", re.IGNORECASE)
_DIGITS = re.compile(r"\d+(?:\s*,\s*\d+)*")  # digits that are no list, such as 2, 2


def audit_key_lists(session: Session, table: Table, context: Context) -> bool:
    """Judge a table of visible keys; whether it is one.

    A causal query reads the keys up to its own place. How many keys are no padding is what most cells of that column
    say.
    """
    text = session.page.text
    heads = [text[slice(*cell)] for cell in table.heading]
    if not heads or not _QUERY.search(heads[0]):
        return False
    columns = {j: _kind(head) for j, head in enumerate(heads) if j and _kind(head)}
    lists = {(i, j): _list(text[slice(*row[j])]) for i, row in enumerate(table.rows) for j in columns if j < len(row)}
    if "causal" not in columns.values() or sum(one is not None for one in lists.values()) * 2 < len(lists):
        return False
    length = _length([one for (i, j), one in lists.items() if columns[j] == "padding" and one is not None])
    for (i, j), listed in lists.items():
        right = _rules(length, len(table.rows))[columns[j]](i + 1)
        if right is None or (listed is None and not _DIGITS.fullmatch(text[slice(*table.rows[i][j])])):
            continue
        cell = table.rows[i][j]
        expected = ", ".join(map(str, sorted(right))) or "none"
        if listed == right:
            session.claim("stage", cell, "proved", f"the keys that query {i + 1} may read", context)
        else:
            message = f"query {i + 1} may read {expected} where {text[slice(*cell)]} is printed"
            session.claim("stage", cell, "wrong", message, context, expected=expected, stage="visible")
    return True


def _kind(head: str) -> str:
    if _BOTH.search(head):
        return "both"
    return "causal" if _CAUSAL.search(head) else "padding" if _PADDING.search(head) else ""


def _list(cell: str) -> frozenset[int] | None:
    found = read_lists(cell.strip("$ "))
    return found[0] if found is not None and len(found) == 1 else None


def _length(lists: list[frozenset[int]]) -> int | None:
    """How many keys are real, as most cells say."""
    lengths = [max(one, default=0) for one in lists if one == frozenset(range(1, max(one, default=0) + 1))]
    return max(set(lengths), key=lengths.count) if lengths else None


def _rules(length: int | None, queries: int) -> dict[str, Callable[[int], frozenset[int] | None]]:
    return {
        "causal": lambda query: frozenset(range(1, query + 1)),
        "padding": lambda query: None if length is None else frozenset(range(1, length + 1)),
        "both": lambda query: None if length is None else frozenset(range(1, min(query, length) + 1)),
    }


# -- keys in words ----------------------------------------------------------------------------------------------------

_LISTS = re.compile(r"\bkeys are((?:\s*,?\s*(?:and\s+)?\[\d+(?:\s*,\s*\d+)*\]){2,})", re.IGNORECASE)
_ONE_LIST = re.compile(r"\[(\d+(?:\s*,\s*\d+)*)\]")
_RANGE = re.compile(
    r"\b(?:position|query|slot|token)?\s*(?P<query>\d{1,3})\s+(?:knows|reads|sees|may read|may see|can read)?\s*"
    r"(?:(?:inputs?|keys?|positions?)\s+)?(?P<range>(?P<low>\d{1,3})[–-](?P<high>\d{1,3}))"
)
_KNOWS = re.compile(r"\b(?:knows|reads|sees|may read|may see|can read)\b")
_CARD = re.compile(
    r"\b[Kk]eys?\s*(?P<open>\d+(?:\s*,\s*\d+)*)\s*:?\s*allowed(?:\s*[;,]\s*(?:[Kk]eys?\s*)?\d+(?:\s*,\s*\d+)*\s*:?\s*forbidden)*"
)
_FORBIDDEN = re.compile(r"(\d+(?:\s*,\s*\d+)*)\s*:?\s*forbidden")
_CARD_QUERY = re.compile(r"\bQuery\s+(\d{1,3})\b")
_MAY_READ = re.compile(
    r"\b[Qq]uery\s+(?P<query>\d{1,3})\s+(?:may\s+)?reads?\s+keys?\s+(?P<keys>\d+(?:(?:\s*,\s*|\s+and\s+)\d+)*)"
)


def audit_spoken_keys(session: Session, words: str, start: int, frame: Said, masks: tuple[str, ...]) -> None:
    """Judge what a paragraph says of the keys that queries may read under a causal mask."""
    if "causal" not in masks:
        return
    context = Context(words=words)
    for found in _LISTS.finditer(words):
        for number, one in enumerate(_ONE_LIST.finditer(words, found.start(1), found.end(1)), start=1):
            span = (start + one.start(1), start + one.end(1))
            _judge_keys(session, span, _numbers(one[1]), set(range(1, number + 1)), number, context)
    if _KNOWS.search(words):
        for found in _RANGE.finditer(words):
            span = (start + found.start("range"), start + found.end("range"))
            printed = {int(found["low"]), int(found["high"])}
            _judge_keys(session, span, printed, {1, int(found["query"])}, int(found["query"]), context)
    for found in _CARD.finditer(words):
        said = _CARD_QUERY.findall(words[: found.start()])
        query = int(said[-1]) if said else frame.rows[-1] if frame.rows else 0
        if not query:
            continue
        span = (start + found.start("open"), start + found.end("open"))
        _judge_keys(session, span, _numbers(found["open"]), set(range(1, query + 1)), query, context)
        for place, one in enumerate(_FORBIDDEN.finditer(words, found.end("open"), found.end()), start=query + 1):
            span = (start + one.start(1), start + one.end(1))
            _judge_hidden(session, span, _numbers(one[1]), place, query, context)


def _judge_keys(session: Session, span: Span, keys: set[int], right: set[int], query: int, context: Context) -> None:
    said = ", ".join(map(str, sorted(right)))
    if keys == right:
        session.claim("stage", span, "proved", f"the keys that query {query} may read", context)
    else:
        session.claim("stage", span, "wrong", f"query {query} may read {said}", context, expected=said, stage="visible")


def _judge_hidden(session: Session, span: Span, keys: set[int], place: int, query: int, context: Context) -> None:
    if min(keys) == place:
        session.claim("stage", span, "proved", f"a key that query {query} may not read", context)
    else:
        message = f"key {place} is the next one that query {query} may not read"
        session.claim("stage", span, "wrong", message, context, expected=str(place), stage="visible")


def _numbers(text: str) -> set[int]:
    return {int(digits) for digits in re.findall(r"\d+", text)}


def note_visible_keys(session: Session, words: str, start: int) -> None:
    """Take over who may read whom from sentences, one for each query: Query 2 may read keys 1, 2."""
    found = {int(one["query"]): _numbers(one["keys"]) for one in _MAY_READ.finditer(words)}
    if len(found) < 2 or sorted(found) != list(range(1, len(found) + 1)):
        return
    shapes = [world.problems["given"].score_shape for world in session.worlds.newest_first() if world.problems]
    columns = next((shape[1] for shape in shapes if shape[0] == len(found)), max(max(keys) for keys in found.values()))
    rows = [[int(key in found[query]) for key in range(1, columns + 1)] for query in sorted(found)]
    session.mask = ""
    session.define("visible", (start, start + len(words)), Binding(ExactMatrix(rows), section=session.section))


__all__ = ["audit_key_lists", "audit_spoken_keys", "note_visible_keys"]
