"""Reports of grading: the readable summary as Markdown or HTML, and the files that a run leaves.

What students typed is shown and never acts: it is escaped for the format, and control signs are replaced.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from symattn.choices import REPORT_FORMATS, REPORT_SUFFIXES
from symattn.data import templates_folder
from symattn.errors import FormatError
from symattn.grading import GradedAnswer, GradeReport
from symattn.grading.report import Earned
from symattn.grading.texts import excerpt
from symattn.rendering.documents import environment
from symattn.rendering.escaping import clean
from symattn.rendering.grade_report_tables import csv_report, jsonl_report, number
from symattn.rendering.markdown import MarkdownLooks
from symattn.saving import write_whole

if TYPE_CHECKING:
    from jinja2 import Environment

LONGEST = 240  # characters of what was typed that a summary shows
MOST_COLUMNS = 20  # exercises in the table of marks; with more of them it has the totals only


def grade_report_text(report: GradeReport, to: str = "md") -> str:
    """The report as "csv", "jsonl", "md" or "html".

    Errors: FormatError for another format.
    """
    if to == "csv":
        return csv_report(report)
    if to == "jsonl":
        return jsonl_report(report)
    if to not in REPORT_FORMATS:
        raise FormatError(f"a report is {', '.join(REPORT_FORMATS)}, not {to!r}")
    engine = environment(_CellLooks(), is_latex=False) if to == "md" else _html()
    return engine.get_template(f"grade.{to}.j2").render(view(report)).strip("\n") + "\n"


def report_paths(target: str | os.PathLike[str]) -> dict[str, Path]:
    """Which format goes where: the ending of a path says its format, and a path without ending stands for all four.

    >>> {to: path.name for to, path in report_paths("marks").items()}
    {'csv': 'marks.csv', 'jsonl': 'marks.jsonl', 'md': 'marks.md', 'html': 'marks.html'}

    Errors: FormatError for another ending.
    """
    path = Path(target)
    if path.is_dir() or str(target).endswith(("/", os.sep)):
        path = path / "report"
    suffix = path.suffix.lower()
    if not suffix:
        return {to: path.with_name(f"{path.name}.{to}") for to in REPORT_FORMATS}
    if suffix not in REPORT_SUFFIXES:
        endings = ", ".join(f".{to}" for to in REPORT_FORMATS)
        raise FormatError(f"{path}: a report ends in {endings}, or in nothing for all of them")
    return {REPORT_SUFFIXES[suffix]: path}


def write_grade_report(report: GradeReport, target: str | os.PathLike[str]) -> list[Path]:
    """Write the report where and as `report_paths` says; each file is there whole or not at all."""
    paths = report_paths(target)
    for to, path in paths.items():
        encoding = "utf-8-sig" if to == "csv" and report.is_marked else "utf-8"
        write_whole(path, grade_report_text(report, to).encode(encoding))
    return list(paths.values())


# -- what templates see -----------------------------------------------------------------------------------------------


def view(report: GradeReport) -> dict[str, object]:
    """The report as a template shows it: texts and numbers, no markup."""
    shown = report.exercises if len(report.exercises) <= MOST_COLUMNS else ()
    return {
        "title": report.title,
        "headline": headline(report),
        "remarks": report.remarks,
        "answers": [_answer(answer) for answer in report.answers],
        "for_person": [_answer(answer) for answer in report.for_person],
        "exercises": shown,
        "students": [
            {
                "name": student.student,
                "total": _earned(student.total),
                "of": number(student.of),
                "exercises": [_earned(earned) for earned in student.exercises[: len(shown)]],
            }
            for student in report.students
        ],
        "tallies": [
            {
                "exercise": tally.exercise,
                "answer": tally.answer,
                "label": tally.label,
                "count": tally.count,
                "mean": "" if tally.mean is None else f"{number(tally.mean)} of {number(tally.of)}",
                "outcomes": _counts(tally.outcomes),
                "mistakes": _counts(tally.mistakes),
            }
            for tally in report.tallies
        ],
        "glossary": report.glossary,
    }


def headline(report: GradeReport) -> str:
    """How many answers there are, and how many of them wait."""
    answers, students = len(report.answers), len(report.students)
    counted = f"{answers} answer{'' if answers == 1 else 's'} by {students} student{'' if students == 1 else 's'}"
    waiting = len(report.for_person)
    return f"{counted}; {f'a person must look at {waiting}' if waiting else 'none needs a person'}"


def _answer(answer: GradedAnswer) -> Mapping[str, object]:
    return {
        "row": answer.row,
        "student": excerpt(answer.student, LONGEST),
        "exercise": excerpt(answer.exercise, LONGEST),
        "answer": excerpt(answer.answer, LONGEST),
        "response": excerpt(answer.response, LONGEST),
        "reading": excerpt(answer.verdict.reading, LONGEST),
        "outcome": answer.verdict.outcome,
        "message": answer.verdict.message,
        "mistakes": ", ".join(answer.verdict.mistakes),
        "points": "" if answer.points is None else number(answer.points),
        "of": "" if answer.of is None else number(answer.of),
        "counts": answer.counts,
    }


def _earned(earned: Earned | None) -> str:
    """Points, with those that wait for a person: "2 + 1?"; nothing where nothing was answered."""
    if earned is None:
        return ""
    waiting: Fraction = earned.waiting
    return f"{number(earned.points)} + {number(waiting)}?" if waiting else number(earned.points)


def _counts(counted: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counted)


class _CellLooks(MarkdownLooks):
    """Words in cells of tables; addresses in them are not turned into links."""

    def text(self, text: str) -> str:
        escaped = super().text(text)
        for sign, entity in (("://", "&#58;//"), ("@", "&#64;"), ("www.", "www&#46;"), ("WWW.", "WWW&#46;")):
            escaped = escaped.replace(sign, entity)
        return escaped


def _html() -> Environment:
    """The template engine for HTML: everything is escaped, and names must be known."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(templates_folder(), encoding="utf-8"),
        undefined=StrictUndefined,
        autoescape=True,
        finalize=lambda value: clean(value) if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )


__all__ = ["grade_report_text", "headline", "report_paths", "write_grade_report"]
