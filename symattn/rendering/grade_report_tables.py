"""Every graded answer as CSV and JSON Lines: the columns of the input, then what was found.

CSV is made for the program that wrote the input: its delimiter, its byte order mark, and with semicolons its decimal
comma. A cell that a spreadsheet would take for a formula gets an apostrophe before it, which spreadsheets hide; plain
signed numbers such as -0.5, -1/2 or +3, and a sign alone, cannot act and stay as they are. Control signs, which a
terminal would obey, become U+FFFD. JSON Lines keep everything as it was typed, such signs as escapes.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from fractions import Fraction

from symattn.grading import GradedAnswer, GradeReport
from symattn.grading.delimited import FORMULA_STARTS
from symattn.grading.tables import as_text
from symattn.rendering.escaping import REPLACEMENT, escape_json

PLACES = 6  # of marks and points
_HARMLESS = re.compile(r"[-+](?:[0-9]+(?:[.,][0-9]+)?(?:/[0-9]+)?(?:[eE][-+]?[0-9]{1,3})?)?")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_WIDE_STARTS = ("\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")  # a line break, and the wide forms of = + - @
_NAMED: dict[str, Callable[[GradedAnswer], object]] = {
    "exercise": lambda answer: answer.exercise,
    "answer": lambda answer: answer.answer,
    "response": lambda answer: answer.response,
}
_FOUND: dict[str, Callable[[GradedAnswer], object]] = {
    "marks": lambda answer: answer.marks,
    "points": lambda answer: answer.points,
    "of": lambda answer: answer.of,
    "outcome": lambda answer: answer.verdict.outcome,
    "accepted": lambda answer: None if answer.needs_person else answer.verdict.accepted,
    "mistakes": lambda answer: list(answer.verdict.mistakes),
    "message": lambda answer: answer.verdict.message,
    "reading": lambda answer: answer.verdict.reading,
    "latex": lambda answer: answer.verdict.latex,
    "notes": lambda answer: list(answer.verdict.notes),
    "counts": lambda answer: answer.counts,
    "row": lambda answer: answer.row,
}


def csv_report(report: GradeReport) -> str:
    """All answers as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=report.delimiter, lineterminator="\r\n")
    renamed, found = _columns(report)
    has_comma = report.delimiter == ";"
    writer.writerow([safe_cell(name) for name in (*renamed.values(), *found)])
    for answer in report.answers:
        kept = [safe_cell(as_text(answer.cells.get(column))) for column in renamed]
        writer.writerow(kept + [_cell(value(answer), has_comma) for value in found.values()])
    return out.getvalue()


def jsonl_report(report: GradeReport) -> str:
    """All answers as JSON Lines."""
    renamed, found = _columns(report)
    return "".join(
        escape_json(
            json.dumps(
                {
                    **{name: _kept(answer.cells.get(column)) for column, name in renamed.items()},
                    **{name: _json(value(answer)) for name, value in found.items()},
                },
                ensure_ascii=False,
                default=str,
            )
        )
        + "\n"
        for answer in report.answers
    )


def _columns(report: GradeReport) -> tuple[dict[str, str], dict[str, Callable[[GradedAnswer], object]]]:
    """The kept columns with their names in the report, and what is found; a name of the latter is its own alone."""
    found = {**(_NAMED if report.is_wide else {}), **_FOUND}
    taken = set(found) | set(report.columns)
    renamed = {}
    for column in report.columns:
        name = column
        while name in found or (name != column and name in taken):
            name = f"{name} (input)"
        renamed[column] = name
    return renamed, found


def safe_cell(text: str) -> str:
    """A cell that no spreadsheet runs and no terminal obeys.

    >>> [safe_cell(text) for text in ("=1+1", "-1/2", "-e/2", "1/2")]
    ["'=1+1", '-1/2', "'-e/2", '1/2']
    """
    text = _CONTROLS.sub(REPLACEMENT, text)
    is_risky = text.startswith((*FORMULA_STARTS, *_WIDE_STARTS)) and not _HARMLESS.fullmatch(text)
    return f"'{text}" if is_risky else text


def _cell(value: object, has_comma: bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        return number(value).replace(".", ",") if has_comma else number(value)
    if isinstance(value, list):
        return safe_cell("; ".join(value))
    return safe_cell(as_text(value))


def _kept(cell: object) -> object:
    """A cell of the input; NaN, which JSON does not know, is nothing."""
    return None if cell != cell else cell


def _json(value: object) -> object:
    return json_number(value) if isinstance(value, Fraction) else value


def json_number(value: Fraction) -> int | float:
    """Marks as JSON holds numbers, rounded as `number` does."""
    written = number(value)
    return float(written) if "." in written else int(written)


def number(value: Fraction) -> str:
    """Marks as a decimal, with no more places than needed.

    >>> number(Fraction(1, 2)), number(Fraction(2, 3)), number(Fraction(3))
    ('0.5', '0.666667', '3')
    """
    scaled = abs(value) * 10**PLACES
    digits = str(int(scaled + Fraction(1, 2))).rjust(PLACES + 1, "0")
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[:-PLACES]}.{digits[-PLACES:]}".rstrip("0").rstrip(".")


__all__ = ["csv_report", "json_number", "jsonl_report", "number", "safe_cell"]
