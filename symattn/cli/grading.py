"""symattn grade"""

from __future__ import annotations

import argparse
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from symattn.choices import MARKINGS, REPEATS
from symattn.cli.arguments import Parser, positive
from symattn.cli.commands import COMMANDS
from symattn.cli.output import print_json, print_notes
from symattn.cli.sources import files_of
from symattn.cli.status import OK, UNDECIDED
from symattn.cli.streams import STDIN, stdin_bytes
from symattn.errors import OutputError
from symattn.grading.limits import Limits
from symattn.saving import refuse_to_replace

if TYPE_CHECKING:
    from symattn.grading import GradeReport, Journal
    from symattn.grading.tables import Table


def grade_parser() -> Parser:
    """The arguments of ``symattn grade``."""
    does = (
        f"{COMMANDS['grade'].sentence}\n"
        "Exit status: 0 the report is written (with --strict 3 where a person must look at some answer), 2 misuse.\n\n"
        "SUBMISSIONS has either one answer a row, with the columns student, exercise and response (and answer, its\n"
        "number or name, where an exercise asks several), or one row a student, with the column student and one for\n"
        "each exercise, called ID or ID:ANSWER. REPORT ends in .csv or .jsonl (every answer), in .md or .html (the\n"
        "summary), or in nothing for all four. A run that was stopped goes on where it was when it is started again:\n"
        "REPORT.journal keeps what has been judged until the report is written."
    )
    examples = [
        "answers.csv --exercises masks-and-heads -o marks.html",
        "answers.csv --exercises masks-and-heads -o marks --workers 2 --seconds 5 --memory 512",
        'answers.csv --exercises masks-and-heads -o marks.csv --repeats best --column "id=student"',
    ]
    usual = Limits()
    parser = Parser("grade", does, examples)
    parser.add_argument("submissions", metavar="SUBMISSIONS", help="a CSV or JSON Lines file; - is standard input")
    parser.add_argument(
        "--exercises", metavar="FILE", required=True, help="an exercise file, or a name that symattn list shows"
    )
    parser.add_argument("-o", "--output", metavar="REPORT", required=True, help="where the report goes")
    parser.add_argument(
        "--column",
        action="append",
        default=[],
        type=_column,
        metavar="NAME=MEANING",
        help="what a column holds: student, exercise, answer or response, or an exercise; may be repeated",
    )
    parser.add_argument(
        "--marks", choices=MARKINGS, default=MARKINGS[0], help="what earns points in a matrix (entries: each its share)"
    )
    parser.add_argument(
        "--repeats", choices=REPEATS, default=REPEATS[0], help="which attempt of a student counts (last)"
    )
    parser.add_argument("--workers", type=positive, metavar="N", help="worker processes (one for each core)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="the scheduler of a Dask cluster, instead of workers here")
    parser.add_argument(
        "--seconds",
        type=_seconds,
        default=usual.seconds,
        metavar="S",
        help=f"the time of one answer ({usual.seconds:g})",
    )
    parser.add_argument(
        "--memory",
        type=positive,
        default=usual.megabytes,
        metavar="MB",
        help=f"the memory of one answer ({usual.megabytes})",
    )
    parser.add_argument("--strict", action="store_true", help="exit status 3 where a person must look at some answer")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    return parser


def grade(options: Namespace) -> int:
    """Write a report, and say what is in it."""
    from symattn.grading import Journal
    from symattn.rendering import report_paths, write_grade_report
    from symattn.rendering.grade_report_summary import summary_data

    if options.output in ("", "-"):
        raise OutputError("a report is one file or several: name one that ends in .csv, .jsonl, .md or .html with -o")
    paths = list(report_paths(options.output).values())
    _refuse_inputs(paths, options)
    table = _table(options.submissions)
    paths[0].parent.mkdir(parents=True, exist_ok=True)
    with Journal(_journal(paths)) as journal:
        report = _graded(table, options, journal)
        write_grade_report(report, options.output)
        journal.discard()
    print_notes(filter(None, [journal.remark, *report.remarks]))
    if options.json:
        print_json({**summary_data(report), "files": [str(path) for path in paths]})
    else:
        print(_said(report, paths))
    return UNDECIDED if options.strict and report.for_person else OK


def _graded(table: Table, options: Namespace, journal: Journal) -> GradeReport:
    """The report, with a bar on a terminal while it comes about."""
    from symattn.cli.progress import ProgressBar
    from symattn.grading import grade as grade_all

    try:
        with ProgressBar("answers") as bar:
            return grade_all(
                table,
                options.exercises,
                columns=dict(options.column),
                marks=options.marks,
                repeats=options.repeats,
                workers=options.workers,
                seconds=options.seconds,
                megabytes=options.memory,
                cluster=options.cluster,
                journal=journal,
                progress=bar.show,
            )
    except KeyboardInterrupt:
        print_notes([f"stopped; the same command goes on where it was, by {journal.path}"])
        raise


def _table(submissions: str) -> Table:
    from symattn.grading.tables import table_of, table_of_bytes

    if submissions == "-":
        return table_of_bytes(stdin_bytes(), STDIN)
    return table_of(submissions)


def _journal(paths: list[Path]) -> Path:
    """The journal beside the report, or beside all of its files."""
    first = paths[0]
    return first.with_name(f"{first.stem if len(paths) > 1 else first.name}.journal")


def _refuse_inputs(paths: list[Path], options: Namespace) -> None:
    """A report, or its journal, must not take the place of what it is made from."""
    for path in (*paths, _journal(paths)):
        refuse_to_replace(path, [*files_of(options.submissions), *files_of(options.exercises)])


def _said(report: GradeReport, paths: list[Path]) -> str:
    """What is in the report, and where it is; nothing that a learner typed."""
    from symattn.rendering.grade_report import headline

    return f"{headline(report)}\nwrote {', '.join(map(str, paths))}"


def _column(text: str) -> tuple[str, str]:
    """NAME=MEANING, for argparse; a name may hold the sign itself."""
    name, sign, meaning = text.rpartition("=")
    if not sign or not name.strip() or not meaning.strip():
        raise argparse.ArgumentTypeError(f"write NAME=MEANING, such as Matrikel=student, not {text!r}")
    return " ".join(name.split()), meaning.strip()


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"a number of seconds above 0 is expected, not {text!r}")
    return seconds
