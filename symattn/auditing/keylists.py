"""Tables of visible keys: for each query the keys that it may read under the restriction that a heading names."""

from __future__ import annotations

import re
from collections.abc import Callable

from symattn.auditing.contexts import Context
from symattn.auditing.session import Session
from symattn.auditing.tables import Table
from symattn.checking.lists import read_lists

_QUERY = re.compile(r"\b(?:query|queries|position|row|slot|token|q)\b", re.IGNORECASE)
_CAUSAL = re.compile(
    r"\b(?:causal(?:ity|ly)?|autoregressive|left[- ]to[- ]right|no future|future hidden)\b", re.IGNORECASE
)
_PADDING = re.compile(r"\b(?:pad(?:ding|ded|s)?|placeholders?|fillers?)\b", re.IGNORECASE)
_BOTH = re.compile(r"\b(?:both|combined|together|intersection)\b", re.IGNORECASE)
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
    if length is not None:
        session.real_keys = (length, len(table.rows))
    if not session.mask and _is_causal(lists, columns):
        session.speak_of_mask("causal")
    for (i, j), listed in lists.items():
        right = _rules(length)[columns[j]](i + 1)
        if right is None or (listed is None and not _is_digits(text[slice(*table.rows[i][j])])):
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
    if _BOTH.search(head) or (_CAUSAL.search(head) and _PADDING.search(head)):
        return "both"
    return "causal" if _CAUSAL.search(head) else "padding" if _PADDING.search(head) else ""


def _is_causal(lists: dict[tuple[int, int], frozenset[int] | None], columns: dict[int, str]) -> bool:
    """Whether the column of causal keys, or of both restrictions, says mostly what it should."""
    own = [one == frozenset(range(1, i + 2)) for (i, j), one in lists.items() if columns[j] == "causal"]
    return 2 * sum(own) > len(own)


def _is_digits(cell: str) -> bool:
    """Whether a cell has digits that are no list, such as {2, 2}."""
    return _DIGITS.fullmatch(_bare(cell).strip("{}[]() ")) is not None


def _bare(cell: str) -> str:
    """A cell without what mathematics or code puts around it."""
    return re.sub(r"\\(?=[{}])", "", cell.strip("$` "))


def _list(cell: str) -> frozenset[int] | None:
    found = read_lists(_bare(cell))
    return found[0] if found is not None and len(found) == 1 else None


def _length(lists: list[frozenset[int]]) -> int | None:
    """How many keys are real, as most cells say."""
    lengths = [max(one, default=0) for one in lists if one == frozenset(range(1, max(one, default=0) + 1))]
    return max(set(lengths), key=lengths.count) if lengths else None


def _rules(length: int | None) -> dict[str, Callable[[int], frozenset[int] | None]]:
    return {
        "causal": lambda query: frozenset(range(1, query + 1)),
        "padding": lambda query: None if length is None else frozenset(range(1, length + 1)),
        "both": lambda query: None if length is None else frozenset(range(1, min(query, length) + 1)),
    }


__all__ = ["audit_key_lists"]
