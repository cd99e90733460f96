"""Matrices put together from cells that stand apart: rows of a list, lines of a listing, cells of a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symattn.auditing.expressions import LIMITS, Expression
from symattn.auditing.findings import Span
from symattn.auditing.notation import NotationError, Prepared, extend
from symattn.errors import SymattnError
from symattn.reading.grammar import parse
from symattn.reading.refusal import Refusal

# How a mask is drawn.
SIGNS = {
    **dict.fromkeys(("✓", "✔", "✔️", "☑", "✅", "yes", "Yes", "true", "True", "x", "•", "●", "1"), "1"),
    **dict.fromkeys(("✗", "✘", "✖", "❌", "×", "no", "No", "false", "False", "·", "○", "", "-", "–", "—", "0"), "0"),
}


def gathered(text: str, rows: Sequence[Sequence[Span]], *, is_mask: bool = False) -> Expression | None:
    """The matrix of some cells [start, end) of a page; None where one of them is no number."""
    made = Prepared()
    place = rows[0][0][0]
    made.put("[", place, place)
    for i, row in enumerate(rows):
        made.put("[" if i == 0 else ",[", row[0][0], row[0][0])
        for j, (start, end) in enumerate(row):
            if j:
                made.put(",", start, start)
            sign = SIGNS.get(text[start:end].strip("$`* ")) if is_mask else None
            if sign is not None:
                made.put(sign, start, max(end, start + 1))
            elif not _is_extended(made, text, start, end):
                return None
        made.put("]", row[-1][1], row[-1][1])
    made.put("]", rows[-1][-1][1], rows[-1][-1][1])
    try:
        parsed = parse(made.text, names=frozenset(), limits=LIMITS)
        expression = Expression(parsed.root, made, (place, rows[-1][-1][1]))
        expression.typed_rows()
    except (Refusal, SymattnError, AssertionError, ValueError, IndexError):
        return None
    return expression


def _is_extended(made: Prepared, text: str, start: int, end: int) -> bool:
    """Take over the number of a cell; whether there is one."""
    try:
        extend(made, text, start, end, is_latex="\\" in text[start:end])
    except NotationError:
        return False
    return not made.names


# -- rows on lines ----------------------------------------------------------------------------------------------------

_NUMBER = r"(?:[-+−]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?(?:\s?\\?%)?(?:/\d+)?|[-−]?(?:∞|\\infty|inf\b|oo\b))"
_BETWEEN = r"(?:\s*[,;&|]\s*(?:and\s+)?|\s+and\s+|[ \t]+)"
_ROW = (
    r"(?P<label>[^\n|]{0,60}?)(?P<sign>[ \t]*(?:[:=≈→]|\\approx|->)[ \t]*|[ \t]+|)"
    rf"(?P<open>(?:\\left)?[\[(]\s*|)(?P<body>{_NUMBER}(?:{_BETWEEN}{_NUMBER})*)\s*(?P<close>(?:\\right)?[\])]|)"
    r"[$`]?[ \t]*[.,;]?[ \t]*$"
)
_ROW_OF_LIST = re.compile(rf"^(?P<indent>[ \t>]*)(?P<bullet>(?:[-*•+]|\d{{1,2}}[.)])[ \t]+)?{_ROW}", re.MULTILINE)
_ROW_OF_CODE = re.compile(rf"^(?P<indent>[ \t>]*)(?P<bullet>-[ \t]+(?=[\[(]))?{_ROW}", re.MULTILINE)
_CELL = re.compile(_NUMBER)
_ROW_LABEL = re.compile(
    r"[-*$`\s]*(?:(?:the\s+)?(?:output|weights?|scores?)\s+(?:of|for)\s+)?"
    r"(?:row|query|token|position|word|slot|key|[a-zA-Z])\s*[_#(]?\s*[\[{(]?(?P<number>\d{1,3})[\]})]*[)*$`\s]*",
    re.IGNORECASE,
)
_WORD_LABEL = re.compile(r"[\s*`\"'“”]*[A-Za-z][\w'’-]*[\s*`\"'“”]*")
LONGEST = 64  # rows


@dataclass(frozen=True)
class Rows:
    """Lines [start, end) that are the rows of one matrix, their cells, and the symbol that their labels have."""

    start: int
    end: int
    cells: tuple[tuple[Span, ...], ...]
    is_numbered: bool
    symbol: str = ""


def rows_on_lines(text: str, start: int, end: int, *, is_code: bool) -> Iterator[Rows]:
    """The matrices whose rows stand on lines of their own, one below the other."""
    run: list[re.Match[str]] = []
    for found in (_ROW_OF_CODE if is_code else _ROW_OF_LIST).finditer(text, start, end):
        if run and (found.start() > run[-1].end() + 1 or not _belong(run[-1], found)):
            yield from _of_run(run, is_code)
            run = []
        run.append(found)
    yield from _of_run(run, is_code)


def _belong(one: re.Match[str], other: re.Match[str]) -> bool:
    return len(_cells(one)) == len(_cells(other)) and bool(one["bullet"]) == bool(other["bullet"])


def numbers_in(text: str, start: int, end: int) -> list[Span]:
    """Where the numbers of a stretch stand."""
    return [one.span() for one in _CELL.finditer(text, start, end)]


def _cells(found: re.Match[str]) -> tuple[Span, ...]:
    return tuple(one.span() for one in _CELL.finditer(found.string, *found.span("body")))


def _of_run(run: list[re.Match[str]], is_code: bool) -> Iterator[Rows]:
    """The matrix of some lines that belong together: unlabelled, or labelled 1, 2, 3 or by words."""
    if not run or len(run) > LONGEST:
        return
    labels = [_ROW_LABEL.fullmatch(found["label"]) for found in run]
    numbers = [int(label["number"]) if label else -1 for label in labels]
    is_numbered = numbers in (list(range(1, len(run) + 1)), list(range(len(run))))
    are_bare = not any(found["label"].strip(" $`") for found in run)
    are_bracketed = all(found["open"] and found["close"] for found in run)
    are_words = len({found["label"] for found in run}) == len(run) > 1 and all(
        _WORD_LABEL.fullmatch(found["label"]) and found["sign"].strip() for found in run
    )
    width = len(_cells(run[0]))
    if not (is_numbered or (are_bare and (is_code or are_bracketed) and (width > 1 or len(run) > 1)) or are_words):
        return
    letter = re.match(r"[-*$`\s]*([a-zA-Z])[\s_{]*\d", run[0]["label"])
    yield Rows(run[0].start(), run[-1].end(), tuple(map(_cells, run)), is_numbered, letter[1] if letter else "")


__all__ = ["Rows", "gathered", "numbers_in", "rows_on_lines"]
