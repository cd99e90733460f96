"""Lists of positions as people write them: the keys that a query may read, the positions that are scored.

    1, 2        [1],[1,2]        query 1: 1; query 2: 1 and 2        none

One list, or one for each of several queries; within a list the order does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from symattn.checking.result import CheckResult, EntryResult
from symattn.exact import ExactMatrix
from symattn.visibility import Visibility

Lists: TypeAlias = tuple[frozenset[int], ...]

LONGEST = 20_000
_EMPTY = frozenset(["", "-", "none", "nothing", "no key", "no keys", "\u2205"])
_GROUP = re.compile(r"\[([^\[\]{}()]*)\]|\{([^\[\]{}()]*)\}|\(([^\[\]{}()]*)\)")
_OUTER = re.compile(r"\s*[\[({]\s*([\[({].*[\])}])\s*[\])}]\s*", re.DOTALL)
_LABEL = re.compile(r"\s*(?:[A-Za-z]+\s+)?(\d{1,6})\s*[:=]\s*")
_NUMBERS = re.compile(r"\s*\d{1,6}(?:(?:\s*,\s*|\s+and\s+|\s*,\s*and\s+|\s+)\d{1,6})*\s*")


def read_lists(text: str) -> Lists | None:
    """The lists of positions that a text states, 1-based as typed; None where it states anything else.

    >>> read_lists("[1],[1,2]") == read_lists("query 1: 1; query 2: 1 and 2") == (frozenset({1}), frozenset({1, 2}))
    True
    >>> read_lists("none"), read_lists("the second key")
    ((frozenset(),), None)
    """
    if len(text) > LONGEST:
        return None
    inner = _OUTER.fullmatch(text)
    pieces = _pieces(inner[1] if inner else text)
    if pieces is None:
        return None
    lists = [_list(piece, number) for number, piece in enumerate(pieces, start=1)]
    found = tuple(one for one in lists if one is not None)
    return found if len(found) == len(lists) else None


def _pieces(text: str) -> list[str] | None:
    """The text of each list, a label before it kept; None where something stands between the lists."""
    groups = list(_GROUP.finditer(text))
    if not groups:
        return re.split(r"[;\n]", text.strip().removesuffix(";"))
    pieces, end = [], 0
    for group in groups:
        before = text[end : group.start()].strip(" ,;\n\t")
        pieces.append(f"{before} {group[1] or group[2] or group[3] or ''}")
        end = group.end()
    return None if text[end:].strip(" ,;.\n\t") else pieces


def _list(piece: str, number: int) -> frozenset[int] | None:
    """The positions of one list; a label must count the lists."""
    label = _LABEL.match(piece)
    if label:
        if int(label[1]) != number:
            return None
        piece = piece[label.end() :]
    piece = piece.strip().removesuffix(".")
    if piece.casefold() in _EMPTY:
        return frozenset()
    if not _NUMBERS.fullmatch(piece):
        return None
    found = [int(digits) for digits in re.findall(r"\d+", piece)]
    # Ones and zeros, or one position twice, are the row of a matrix and no list of positions.
    return None if 0 in found or len(set(found)) < len(found) else frozenset(found)


def lists_of(value: object) -> Lists | None:
    """The lists behind text, a Visibility, or Python lists of whole numbers (flat for one list)."""
    if isinstance(value, str):
        return read_lists(value)
    if isinstance(value, Visibility):
        return tuple(frozenset(j + 1 for j in value.visible_keys(i)) for i in range(value.T_q))
    if not isinstance(value, list | tuple | set | frozenset):
        return None
    rows = list(value) if any(isinstance(row, list | tuple | set | frozenset) for row in value) else [value]
    if not all(isinstance(row, list | tuple | set | frozenset) and all(map(_is_position, row)) for row in rows):
        return None
    return tuple(frozenset(row) for row in rows)


def _is_position(entry: object) -> bool:
    return isinstance(entry, int) and not isinstance(entry, bool) and entry > 0


def as_relation(lists: Lists, shape: tuple[int, int]) -> ExactMatrix | None:
    """The relation of ones and zeros [queries, keys] that lists of visible keys state; None where they do not fit."""
    queries, keys = shape
    if len(lists) != queries or any(max(keys_read, default=0) > keys for keys_read in lists):
        return None
    return ExactMatrix([[int(j + 1 in keys_read) for j in range(keys)] for keys_read in lists])


def check_lists(answer: object, expected: Lists) -> CheckResult:
    """The verdict on lists of positions; an answer that is no list is for a person.

    >>> str(check_lists("[1], [2]", (frozenset({1}), frozenset({1, 2}))))
    'not accepted (wrong): list 2 of 2 is wrong'
    """
    typed = lists_of(answer)
    if typed is None:
        return CheckResult(None, "unreadable", "a list of positions is expected, such as 1, 2 or [1], [1, 2] or none")
    return replace(_judged(typed, expected), reading=_latex(typed), reading_text=_text(typed))


def _judged(typed: Lists, expected: Lists) -> CheckResult:
    if len(typed) != len(expected):
        verb = "is" if len(expected) == 1 else "are"
        message = f"{_count(len(expected))} {verb} expected, and this is {_count(len(typed))}"
        return CheckResult(False, "wrong", message)
    rights = [one == right for one, right in zip(typed, expected, strict=True)]
    entries = tuple(EntryResult(i, 0, "exact" if right else "wrong", right) for i, right in enumerate(rights))
    return CheckResult(all(rights), "exact" if all(rights) else "wrong", _message(rights), entries=entries)


def _message(rights: Sequence[bool]) -> str:
    wrong = [str(number) for number, right in enumerate(rights, start=1) if not right]
    if not wrong:
        return "right"
    if len(rights) == 1:
        return "this is not the list that is right"
    listed = ", ".join(wrong)
    return (
        f"lists {listed} of {len(rights)} are wrong" if len(wrong) > 1 else f"list {listed} of {len(rights)} is wrong"
    )


def _count(number: int) -> str:
    return "one list" if number == 1 else f"{number} lists"


def _latex(lists: Lists) -> str:
    return r",\; ".join(rf"\{{{', '.join(map(str, sorted(one)))}\}}" for one in lists)


def _text(lists: Lists) -> str:
    return ", ".join(f"{{{', '.join(map(str, sorted(one)))}}}" for one in lists)


__all__ = ["Lists", "as_relation", "check_lists", "lists_of", "read_lists"]
