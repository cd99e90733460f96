"""CSV as spreadsheets and learning platforms save it: comma, semicolon, tab or bar; quoted cells with line breaks."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import NamedTuple

from symattn.errors import GradeError
from symattn.grading.tables import LARGEST, Row, Table
from symattn.grading.texts import Decoded, without_surrogates

DELIMITERS = ("\t", ";", ",", "|")
_LIMIT = Lock()
UNPAIRED = 'quotation marks are not paired as CSV asks: write a cell that holds one as "...""..."'
# A spreadsheet shows a cell that begins with an apostrophe and one of these as text; the apostrophe is its own.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class _Record(NamedTuple):
    cells: list[str]
    raw: str
    fault: str = ""


def delimited_table(found: Decoded, name: str, digest: str) -> Table:
    """The table in a delimited text. Errors: GradeError where there is no row under the header."""
    lines = list(io.StringIO(found.text, newline=""))
    delimiter, first = _delimiter(lines)
    with _large_cells():
        records = enumerate(_records(lines[first:], delimiter), start=first + 1)
        kept = [(number, record) for number, record in records if record.fault or any(map(str.strip, record.cells))]
    if not kept or kept[0][1].fault:
        raise GradeError(f"{name}: the first row must name the columns, and it cannot be read")
    columns, twins = _columns(kept[0][1].cells)
    rows = tuple(_row(number, record, columns) for number, record in kept[1:])
    if not rows:
        raise GradeError(f"{name}: there are no answers, only the columns {', '.join(columns)}")
    remarks = tuple(f"{name}: {remark}" for remark in found.remarks)
    return Table(columns, rows, name, digest, delimiter, found.is_marked, twins, remarks)


def _delimiter(lines: Sequence[str]) -> tuple[str, int]:
    """The sign between cells, by the header, and the line where the table begins; Excel may state it: sep=;"""
    for number, line in enumerate(lines):
        stripped = line.rstrip("\r\n")
        if stripped.lower().startswith("sep=") and len(stripped) == 5:
            return stripped[4], number + 1
        if stripped.strip():
            outside = "".join(stripped.split('"')[0::2])
            counts = {sign: outside.count(sign) for sign in DELIMITERS}
            best = max(DELIMITERS, key=lambda sign: counts[sign])
            return (best if counts[best] else ","), 0
    return ",", 0


def _records(lines: Sequence[str], delimiter: str) -> Iterator[_Record]:
    """The records one by one, each with a reader of its own, so that a broken one ends with its line."""
    start = 0
    while start < len(lines):
        rest = (lines[number] for number in range(start, len(lines)))
        reader = csv.reader(rest, delimiter=delimiter, strict=True)
        try:
            cells = next(reader)
        except csv.Error:
            yield _Record([], lines[start].rstrip("\r\n"), UNPAIRED)
            start += 1
        else:
            end = start + reader.line_num
            yield _Record(cells, "".join(lines[start:end]).rstrip("\r\n"))
            start = end


def _columns(header: Sequence[str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """Names of columns, each once: the second "swap" is called "swap (2)"; those of no name are "column 3"."""
    columns: dict[str, None] = {}
    twins: dict[str, str] = {}
    for number, cell in enumerate(_without_end(header), start=1):
        wanted = " ".join(without_surrogates(cell).split()) or f"column {number}"
        name, count = wanted, 1
        while name in columns:
            count += 1
            name = f"{wanted} ({count})"
        if name != wanted:
            twins[name] = wanted
        columns[name] = None
    return tuple(columns), twins


def _without_end(cells: Sequence[str]) -> Sequence[str]:
    """The cells without empty ones at the end, which stand for nothing."""
    length = len(cells)
    while length and not cells[length - 1].strip():
        length -= 1
    return cells[:length]


def _row(number: int, record: _Record, columns: Sequence[str]) -> Row:
    cells = {column: _unmarked(cell) for column, cell in zip(columns, record.cells, strict=False)}
    if record.fault:
        return Row(number, cells, record.fault, without_surrogates(record.raw))
    surplus = tuple(map(without_surrogates, _without_end(record.cells)[len(columns) :]))
    return Row(number, cells, raw=without_surrogates(record.raw) if surplus else "", surplus=surplus)


def _unmarked(cell: str) -> str:
    """The cell without the apostrophe by which a spreadsheet marks text that would be a formula."""
    return without_surrogates(cell[1:] if cell[:1] == "'" and cell[1:2] in FORMULA_STARTS else cell)


@contextmanager
def _large_cells() -> Iterator[None]:
    """Cells of any size; the limit of the csv module belongs to the whole process, so it is put back."""
    with _LIMIT:
        before = csv.field_size_limit(LARGEST)
        try:
            yield
        finally:
            csv.field_size_limit(before)


__all__ = ["FORMULA_STARTS", "delimited_table"]
