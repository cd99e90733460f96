"""symattn lint"""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from symattn.cli.arguments import Parser
from symattn.cli.commands import COMMANDS
from symattn.cli.status import NO, OK
from symattn.errors import ProblemError

if TYPE_CHECKING:
    from symattn.checking.lint import Finding, Lint

# As in symattn.checking.lint, named here so that --help need not load it; a test compares them.
KINDS = ("broken", "no-answers", "given-away", "rule", "passes", "alike", "long", "sum", "undecided")


def lint_parser() -> Parser:
    """The arguments of ``symattn lint``."""
    does = (
        f"{COMMANDS['lint'].sentence}\n"
        "Exit status: 0 nothing to report, 1 findings, 2 misuse.\n\n"
        "kinds: broken (cannot be worked out, or not as claimed), no-answers, given-away (the statement prints it),\n"
        "rule (nobody meets it, or nearly anything does), passes (a mistake comes out right), alike (mistakes come\n"
        "out the same), long (an exact answer that nobody types), sum (printed weights do not add to 1), undecided"
    )
    examples = ["masks-and-heads --only broken", "masking-and-causality --only rule --only long --json", "--mistakes"]
    parser = Parser("lint", does, examples)
    parser.add_argument("file", metavar="FILE", nargs="?", help="an exercise file, or a name that symattn list shows")
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="leave out alike, and what another answer makes up for"
    )
    parser.add_argument("--only", choices=KINDS, action="append", metavar="KIND", help="only findings of this kind")
    parser.add_argument("--ignore", choices=KINDS, action="append", metavar="KIND", help="no findings of this kind")
    parser.add_argument("--mistakes", action="store_true", help="say what the names of mistakes mean")
    parser.add_argument("--json", action="store_true", help="print findings and figures as JSON")
    return parser


def lint(options: Namespace) -> int:
    """Print what is to be said of the exercises of a file."""
    if options.mistakes:
        return _print_mistakes(as_json=options.json)
    if options.file is None:
        raise ProblemError("say which exercise FILE (symattn list names those that come with symattn)")
    from symattn.checking.lint import lint_file
    from symattn.cli.sources import readable
    from symattn.problems import load_exercises

    with readable(options.file) as reference:
        found = lint_file(load_exercises(reference))
    findings = [finding for finding in found.findings if _is_asked(finding, options)]
    _print(found, findings, as_json=options.json)
    return NO if findings else OK


def _is_asked(finding: Finding, options: Namespace) -> bool:
    if options.quiet and finding.covered:
        return False
    return finding.kind in (options.only or KINDS) and finding.kind not in (options.ignore or ())


def _print(found: Lint, findings: list[Finding], *, as_json: bool) -> None:
    from symattn.rendering.lint_report import report_data, report_lines

    if as_json:
        from symattn.cli.output import print_json

        print_json(report_data(found, findings))
    else:
        print("\n".join(report_lines(found, findings)))


def _print_mistakes(*, as_json: bool) -> int:
    from symattn.checking import MISTAKES

    if as_json:
        from symattn.cli.output import print_json

        print_json({name: mistake.when for name, mistake in MISTAKES.items()})
        return OK
    width = max(map(len, MISTAKES))
    for name, mistake in MISTAKES.items():
        print(f"{name:<{width}}  {mistake.when}")
    return OK


__all__ = ["KINDS", "lint", "lint_parser"]
