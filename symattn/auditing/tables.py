r"""Tables: pipes, tabs, or LaTeX's tabular, as rows of cells with their places."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from symattn.auditing.findings import Span

_RULE = re.compile(r"[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$")
_TABULAR = re.compile(r"[ \t]*\\begin\{(tabular[x*]?|array)\}")
_TEX_RULES = re.compile(r"\\(?:hline|toprule|midrule|bottomrule|cline\{[^}]*\}|cmidrule(?:\([^)]*\))?\{[^}]*\})")
# A number, perhaps times a letter (2s, -∞): what a matrix is made of
_NUMERIC = re.compile(r"[$`]*[-−+]?(?:\d+(?:\.\d*)?[a-zα-ω]?|[a-zα-ω]|∞|\\infty|inf)[$`]*")
_LONGEST = 60_000

Cells: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True)
class Table:
    """The cells of the heading (or ()), and those of the rows."""

    heading: Cells
    rows: tuple[Cells, ...]


def table_lines(text: str, line: int, end: int) -> int:
    """Where the table that begins on this line ends; 0 where none begins."""
    stop = _line_end(text, line, end)
    if _TABULAR.match(text, line, stop):
        closing = re.compile(r"\\end\{(?:tabular[x*]?|array)\}[^\n]*\n?").search(text, line, min(end, line + _LONGEST))
        return closing.end() if closing else 0
    following = text[stop : _line_end(text, stop, end)]
    if "|" in text[line:stop] and "|" in following and _RULE.match(following.rstrip("\n")):
        return _while(text, stop, end, lambda row: "|" in row)
    tabs = text.count("\t", line, stop)
    if tabs and text[line:stop].strip() and following.count("\t") == tabs and text[line] not in "\t ":
        return _while(text, stop, end, lambda row: row.count("\t") == tabs)
    return 0


def _while(text: str, line: int, end: int, belongs: Callable[[str], bool]) -> int:
    while line < end:
        stop = _line_end(text, line, end)
        if not belongs(text[line:stop]):
            break
        line = stop
    return line


def _line_end(text: str, line: int, end: int) -> int:
    stop = text.find("\n", line, end)
    return end if stop < 0 else stop + 1


def table_of(text: str, start: int, end: int) -> Table:
    r"""The cells of a table [start, end).

    >>> table = table_of("| at | of |\n|---|---|\n| 1 | 2 |", 0, 31)
    >>> [["| at | of |\n|---|---|\n| 1 | 2 |"[a:b] for a, b in row] for row in (table.heading, *table.rows)]
    [['at', 'of'], ['1', '2']]
    """
    if _TABULAR.match(text, start, end):
        return _tabular(text, start, end)
    lines: list[Span] = []
    at = start
    while at < end:
        stop = _line_end(text, at, end)
        lines.append((at, stop))
        at = stop
    has_pipes = "|" in text[slice(*lines[0])] and "\t" not in text[slice(*lines[0])].strip()
    rows = [_split(text, a, b, "|" if has_pipes else "\t") for a, b in lines if not _RULE.match(text[a:b].rstrip("\n"))]
    return _with_heading(text, rows)


def _with_heading(text: str, rows: list[Cells]) -> Table:
    """The table of some rows: the first is the heading, unless it has numbers like the others."""
    if not rows:
        return Table((), ())
    has_numbers = len(rows[0]) > 1 and all(_NUMERIC.fullmatch(text[slice(*cell)]) for row in rows for cell in row)
    return Table((), tuple(rows)) if has_numbers else Table(rows[0], tuple(rows[1:]))


def _split(text: str, start: int, end: int, mark: str) -> Cells:
    """The cells of a line; pipes inside mathematics or code, or escaped, separate nothing."""
    bounds, at = [start - 1], start
    inside = ""
    while at < end:
        char = text[at]
        if char == "\\":
            at += 2
            continue
        if char in "$`":
            inside = "" if inside == char else inside or char
        elif char == mark and not inside:
            bounds.append(at)
        at += 1
    bounds.append(end)
    cells = [_stripped(text, a + 1, b) for a, b in itertools.pairwise(bounds)]
    if mark == "|":
        if cells and cells[0][0] == cells[0][1]:
            cells = cells[1:]
        if cells and cells[-1][0] == cells[-1][1]:
            cells = cells[:-1]
    return tuple(cells)


def _tabular(text: str, start: int, end: int) -> Table:
    opened = re.compile(r"\\begin\{[^}]*\}(?:\s*\{[^{}]*\}|\s*\[[^\]]*\])*").search(text, start, end)
    closed = text.rfind("\\end{", start, end)
    at = opened.end() if opened else start
    rows: list[Cells] = []
    depth, cell = 0, at
    cells: list[Span] = []
    for token in re.compile(r"\\\\(?:\[[^\]]*\])?|\\begin\{|\\end\{|\\.|[&{}]").finditer(text, at, closed):
        sign = token[0]
        depth += (sign in ("{", "\\begin{")) - (sign in ("}", "\\end{"))
        if depth == 0 and (sign == "&" or sign.startswith("\\\\")):
            cells.append(_without_rules(text, cell, token.start()))
            cell = token.end()
            if sign != "&":
                rows.append(tuple(cells))
                cells = []
    last = _without_rules(text, cell, closed)
    if cells or last[0] < last[1]:
        rows.append((*cells, last))
    return _with_heading(text, rows)


def _without_rules(text: str, start: int, end: int) -> Span:
    start, end = _stripped(text, start, end)
    while found := _TEX_RULES.match(text, start, end):
        start, end = _stripped(text, found.end(), end)
    return start, end


def _stripped(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


__all__ = ["Cells", "Table", "table_lines", "table_of"]
