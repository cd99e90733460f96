"""Tables of submissions as files hold them: CSV in every dialect of spreadsheets, and JSON Lines.

A row that cannot be taken apart stays in the table as a fault with its text, and the rows after it are read: a
forgotten quotation mark costs one row and not the rest of the file.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from symattn.errors import GradeError, LimitError
from symattn.grading.texts import decoded, without_surrogates

LARGEST = 256 << 20  # bytes


@dataclass(frozen=True)
class Row:
    """One record: its number as spreadsheets count rows, its cells by column, and what is the matter with it.

    A faulty row has its text in ``raw``; ``surplus`` are cells beyond the columns.
    """

    number: int
    cells: Mapping[str, object]
    fault: str = ""
    raw: str = ""
    surplus: tuple[str, ...] = ()

    def text(self, column: str) -> str:
        """A cell as text, without white space around it."""
        return as_text(self.cells.get(column)).strip()


@dataclass(frozen=True)
class Table:
    """Records in order. ``twins`` are columns that had the name of an earlier one, with that name.

    ``delimiter`` and ``is_marked`` (a byte order mark) say how a table for the same program is best written.
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    name: str = "submissions"
    digest: str = ""
    delimiter: str = ","
    is_marked: bool = False
    twins: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()


def table_of(submissions: str | os.PathLike[str] | bytes | Iterable[Mapping[str, object]]) -> Table:
    """The table behind a path, the bytes of a file, or records such as {"student": "Ada", "exercise": "swap", ...}.

    >>> table_of([{"exercise": "swap", "response": "1/2"}]).rows[0].text("response")
    '1/2'

    Errors: GradeError where nothing is in it, LimitError where it is enormous, OSError where it cannot be opened.
    """
    if isinstance(submissions, bytes):
        return table_of_bytes(submissions, "submissions")
    if isinstance(submissions, str | os.PathLike):
        path = Path(submissions)
        if path.stat().st_size > LARGEST:
            raise LimitError(f"{path}: larger than {LARGEST >> 20} MB")
        return table_of_bytes(path.read_bytes(), str(path))
    return _of_records(submissions)


def table_of_bytes(data: bytes, name: str) -> Table:
    """The table in the bytes of a file; its ending, else its first sign, says whether it is CSV or JSON Lines."""
    from symattn.grading.delimited import delimited_table
    from symattn.grading.jsonlines import json_table

    found = decoded(data)
    if not found.text.strip():
        raise GradeError(f"{name}: the file is empty")
    is_json = Path(name).suffix.lower() in (".jsonl", ".ndjson") or found.text.lstrip()[:1] == "{"
    read = json_table if is_json else delimited_table
    return read(found, name, hashlib.sha256(data).hexdigest())


def _of_records(records: Iterable[Mapping[str, object]]) -> Table:
    rows = tuple(Row(number, _cells(record)) for number, record in enumerate(records, start=1))
    if not rows:
        raise GradeError("there are no submissions")
    columns = tuple(dict.fromkeys(column for row in rows for column in row.cells))
    content = json.dumps([[[column, as_text(cell)] for column, cell in row.cells.items()] for row in rows])
    return Table(columns, rows, digest=hashlib.sha256(content.encode()).hexdigest())


def _cells(record: object) -> dict[str, object]:
    if not isinstance(record, Mapping):
        example = '{"student": "Ada", "exercise": "swap", "response": "1/2"}'
        raise GradeError(f"a submission is a record such as {example}, not {type(record).__name__}")
    return {str(column): cell for column, cell in record.items()}


def as_text(cell: object) -> str:
    """A cell as somebody would have typed it: nothing for None and NaN, lists in brackets."""
    if cell is None or cell != cell:  # NaN, by which data frames mean nothing
        return ""
    if isinstance(cell, str):
        return without_surrogates(cell)
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, list | tuple):
        return f"[{', '.join(map(as_text, cell))}]"
    return without_surrogates(
        json.dumps(cell, ensure_ascii=False, default=str) if isinstance(cell, dict) else str(cell)
    )


__all__ = ["Row", "Table", "as_text", "table_of", "table_of_bytes"]
