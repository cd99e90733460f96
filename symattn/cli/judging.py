"""symattn compare and symattn check"""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from symattn.cli.arguments import Parser
from symattn.cli.commands import COMMANDS
from symattn.cli.output import print_json, print_notes
from symattn.cli.status import NO, OK, UNDECIDED
from symattn.errors import ProblemError

if TYPE_CHECKING:
    from symattn.checking import CheckResult
    from symattn.exact import Comparison
    from symattn.reading import Reading

STATUS = {"equal": OK, "different": NO, "undecided": UNDECIDED}
STATUS_OF_ACCEPTED = {True: OK, False: NO, None: UNDECIDED}


def compare_parser() -> Parser:
    """The arguments of ``symattn compare``."""
    does = (
        f"{COMMANDS['compare'].does.capitalize()}, or say that neither is proved, with the evidence.\n"
        "Exit status: 0 equal, 1 different, 3 undecided."
    )
    examples = ['"e/(1+e)" "1/(1+e^-1)"', '"ln 99" "2 ln 3 + ln 11"', '--json -1/2 "-0.5"', '"[1, 2]/3" "[1/3, 2/3]"']
    parser = Parser("compare", does, examples)
    parser.add_argument("first", metavar="A", help="an exact number or matrix: plain text or LaTeX")
    parser.add_argument("second", metavar="B", help="another")
    parser.add_argument("--json", action="store_true", help="print outcome and evidence as JSON")
    return parser


def compare(options: Namespace) -> int:
    """Print the outcome with its evidence."""
    from symattn.exact import compare as compare_values
    from symattn.reading import read_text

    first, second = read_text(options.first), read_text(options.second)
    found = compare_values(first.value, second.value)
    if options.json:
        print_json(_comparison_data(first, second, found))
    else:
        print_notes([*first.notes, *second.notes])
        print(found)
    return STATUS[found.outcome]


def _comparison_data(first: Reading, second: Reading, found: Comparison) -> dict[str, object]:
    return {
        "outcome": found.outcome,
        "evidence": found.evidence,
        "first": first.value.text(),
        "second": second.value.text(),
        "conditions": sorted(found.conditions),
        "entries": [{"row": i + 1, "column": j + 1, "outcome": outcome} for i, j, outcome in found.entries],
        "notes": list(dict.fromkeys([*first.notes, *second.notes])),
    }


def check_parser() -> Parser:
    """The arguments of ``symattn check``."""
    does = (
        f"{COMMANDS['check'].sentence}\n"
        "Exit status: 0 accepted, 1 not accepted, 3 a person must look.\n\n"
        "rules: auto (the default: exact, or at least 4 significant digits rightly rounded), exact, places:N, sig:N\n"
        "(exactly N), places>=N, sig>=N (at least N, or exact), within:T, relative:T (at most so far away)"
    )
    examples = [
        '--expected "e/(1+e)" "1/(1+e^-1)"',
        '--expected "e/(1+e)" --rule "places>=4" 0.7311',
        '"masks-and-heads#two-heads:output[2, 1]" "(3e+1)/(2e+2)"',
        "--expected -1/2 -0.5",
    ]
    parser = Parser("check", does, examples)
    parser.add_argument(
        "place",
        metavar="PROBLEM:STAGE",
        nargs="?",
        help="what is asked: FILE:output[2, 1], FILE:weights, FILE#NAME:weights[2] or EXERCISES:ID:ANSWER",
    )
    parser.add_argument("answer", metavar="ANSWER", help="the answer as typed")
    parser.add_argument("--expected", metavar="TEXT", help="the right value, instead of PROBLEM:STAGE")
    parser.add_argument("--rule", help="what is accepted; an answer of an exercise file has its own")
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON")
    return parser


def check(options: Namespace) -> int:
    """Print the verdict on an answer."""
    found = _verdict(options)
    if options.json:
        print_json(_verdict_data(found))
    else:
        print_notes(found.notes)
        print(found)
        if found.reading_text:
            print(f"read as: {found.reading_text}")
    return STATUS_OF_ACCEPTED[found.accepted]


def _verdict(options: Namespace) -> CheckResult:
    from symattn.checking import check as check_answer

    if (options.place is None) == (options.expected is None):
        raise ProblemError(
            "say what is right: either PROBLEM:STAGE, such as two-heads.toml:output[2, 1], or --expected"
        )
    if options.expected is not None:
        return check_answer(options.answer, options.expected, options.rule or "auto")
    from symattn.cli.sources import readable
    from symattn.problems.references import answer_at

    with readable(options.place) as place:
        return check_answer(options.answer, answer_at(place, rule="auto"), options.rule)


def _verdict_data(found: CheckResult) -> dict[str, object]:
    return {
        "accepted": found.accepted,
        "outcome": found.outcome,
        "message": found.message,
        "conditions": list(found.conditions),
        "mistakes": list(found.mistakes),
        "marks": str(found.marks),
        "reading": found.reading,
        "reading_text": found.reading_text,
        "notes": list(found.notes),
        "entries": [
            {"row": entry.row + 1, "column": entry.column + 1, "outcome": entry.outcome, "accepted": entry.accepted}
            for entry in found.entries
        ],
    }
