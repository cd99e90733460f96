"""symattn audit"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from symattn.cli.arguments import Parser
from symattn.cli.audited import Source, sources_of
from symattn.cli.commands import COMMANDS
from symattn.cli.output import print_json
from symattn.cli.status import MISUSE, NO, OK
from symattn.cli.streams import say
from symattn.errors import FormatError, ProblemError, SymattnError, one_sentence

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
        "called wrong. A folder stands for the documents below it, without .json: name an exercise file in JSON.\n"
        "Texts of an exercise file build on its problems.\n"
        "Exit status: 0 nothing is wrong (something may be undecided), 1 something is wrong, 2 misuse, or a file\n"
        "that cannot be read.\n\n"
        "verdicts: proved, correctly rounded, float noise, differs (announced), not understood, undecided; and wrong:\n"
        "truncated, off in the last digit, contradicts an invariant, wrong\n\n"
        "An error that is meant: <!-- symattn: ignore --> (% in LaTeX, # in code and TOML) silences its own line, or\n"
        "alone on a line the next block; ignore-start silences all up to ignore-end. Ignored alarms are counted."
    )
    examples = [
        "masks-and-heads",
        r"--text '$e/(1+e) \approx 0.7311$'",
        "--only wrong --format markdown --text 'Weights [0.25, 0.75] come from scores [0, ln 3].'",
        "--json --text '0.5 + 0.25 = 0.75'",
    ]
    parser = Parser("audit", does, examples)
    parser.add_argument(
        "files", metavar="FILE", nargs="*", help="a file (.md .tex .txt .ipynb .toml ...), a folder, or -"
    )
    parser.add_argument("--text", action="append", default=[], metavar="TEXT", help="audit this text")
    parser.add_argument(
        "--given",
        action="append",
        default=[],
        metavar="FILE",
        help="a problem file, or FILE#NAME, that the text takes its inputs from; may be repeated",
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
    audits, errors = _audits(options)
    if audits or not errors:
        _print(audits, errors, chosen[0] if chosen else "text", options.only)
    if errors:
        return MISUSE
    return NO if any(one.wrong for one in audits) else OK


def _audits(options: Namespace) -> tuple[list[Audit], list[str]]:
    """The audits of all that can be read, and a sentence for each file that cannot, which has been said."""
    from symattn.auditing.auditor import audit as audit_document
    from symattn.problems.library import find_problem

    given = [find_problem(file) for file in options.given]
    named = (partial(sources_of, file) for file in dict.fromkeys(options.files))
    typed = (partial(iter, [Source(text)]) for text in options.text)
    audits: list[Audit] = []
    errors: list[str] = []

    def run(sources: Iterable[Source]) -> None:
        for document, name in sources:
            with _told(errors):
                audits.append(audit_document(document, given=given, format=options.format, name=name))

    for sources in (*named, *typed):
        with _told(errors):
            run(sources())
    return audits, errors


@contextmanager
def _told(errors: list[str]) -> Iterator[None]:
    """Say what cannot be read, and go on with the rest."""
    try:
        yield
    except SymattnError as error:
        errors.append(one_sentence(str(error)))
        say(f"symattn: {errors[-1]}")


def _print(audits: list[Audit], errors: list[str], output: str, only: str) -> None:
    from symattn.rendering.audit_report import audit_github, audit_json, audit_text

    if output == "json":
        print_json(audit_json(audits, only))
    elif output == "github":
        print(audit_github(audits, only))
    elif output == "sarif":
        from symattn import __version__
        from symattn.rendering.audit_report_sarif import audit_sarif

        print_json(audit_sarif(audits, __version__, only, root=Path.cwd(), errors=errors))
    else:
        print(audit_text(audits, only))
