"""symattn audit"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from symattn.cli.arguments import Parser
from symattn.cli.commands import COMMANDS
from symattn.cli.output import print_json
from symattn.cli.status import NO, OK
from symattn.cli.streams import stdin_text
from symattn.errors import FormatError, ProblemError

if TYPE_CHECKING:
    from symattn.auditing import Audit

FORMATS = ("markdown", "latex", "text", "notebook", "exercises")
OUTPUTS = ("json", "sarif", "github")


def audit_parser() -> Parser:
    """The arguments of ``symattn audit``."""
    does = (
        f"{COMMANDS['audit'].sentence}\n"
        "A claim is A = B, a chain A = B \\approx C, a vector or matrix that words name, a printed stage of a\n"
        "calculation that the text states, a table whose heading is a formula. What is not surely a claim is not\n"
        "called wrong.\n"
        "Exit status: 0 nothing is wrong, 1 something is wrong.\n\n"
        "verdicts: proved, correctly rounded, float noise, differs (announced), not understood, undecided; and wrong:\n"
        "truncated, off in the last digit, contradicts an invariant, wrong"
    )
    examples = [
        "masks-and-heads",
        r"--text '$e/(1+e) \approx 0.7311$'",
        "--only wrong --format markdown --text 'Weights [0.25, 0.75] come from scores [0, ln 3].'",
        "--json --text '0.5 + 0.25 = 0.75'",
    ]
    parser = Parser("audit", does, examples)
    parser.add_argument("files", metavar="FILE", nargs="*", help=".md .tex .txt .ipynb .toml, or - for stdin")
    parser.add_argument("--text", action="append", default=[], metavar="TEXT", help="audit this text")
    parser.add_argument(
        "--given",
        action="append",
        default=[],
        metavar="FILE",
        help="a problem file that the text takes its inputs from",
    )
    parser.add_argument("--format", choices=FORMATS, help="how to read the files, whatever their names")
    parser.add_argument("--only", choices=["wrong", "claims"], default="claims", help="leave out what is right")
    parser.add_argument("--json", action="store_true", help="print every claim as JSON")
    parser.add_argument("--sarif", action="store_true", help="print SARIF 2.1.0, for code scanning")
    parser.add_argument("--github", action="store_true", help="print annotations for a GitHub workflow")
    return parser


def audit(options: Namespace) -> int:
    """Print what the numbers of some texts are worth."""
    if not options.files and not options.text:
        raise ProblemError("say which FILE to audit, or --text")
    chosen = [output for output in OUTPUTS if getattr(options, output)]
    if len(chosen) > 1:
        raise FormatError(f"--{chosen[0]} and --{chosen[1]} are two formats: leave one out")
    audits = _audits(options)
    _print(audits, chosen[0] if chosen else "text", options.only)
    return NO if any(one.wrong for one in audits) else OK


def _audits(options: Namespace) -> list[Audit]:
    from symattn.auditing.auditor import audit as audit_document

    given = options.given or None
    texts = [*options.text, *(stdin_text() for file in options.files if file == "-")]
    files = [_path(file) for file in options.files if file != "-"]
    return [audit_document(source, given=given, format=options.format) for source in [*files, *texts]]


def _path(file: str) -> Path:
    """The file itself, or the exercise file of that name which comes with symattn."""
    path = Path(file)
    if path.exists() or path.suffix:
        return path
    from symattn.data import exercises_folder

    own = exercises_folder() / f"{file}.toml"
    return own if own.exists() else path


def _print(audits: list[Audit], output: str, only: str) -> None:
    from symattn.rendering.audit_report import audit_github, audit_json, audit_text

    if output == "json":
        print_json(audit_json(audits, only))
    elif output == "github":
        print(audit_github(audits, only))
    elif output == "sarif":
        from symattn import __version__
        from symattn.rendering.audit_report_sarif import audit_sarif

        print_json(audit_sarif(audits, __version__, only))
    else:
        print(audit_text(audits, only))
