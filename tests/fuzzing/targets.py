"""What is done with a drawn text.  A target returns, whatever the text; anything that it raises is a finding."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from warnings import catch_warnings, simplefilter
from zlib import crc32

import symattn
import symattn as sa
from symattn.auditing.auditor import audit
from symattn.checking import LossProblem
from symattn.errors import LimitError, ReadError, SymattnError, UndecidedError
from symattn.problems import ExerciseFile, Problem
from symattn.problems.exercise_files import exercises_of
from symattn.problems.files import is_exercise_file, parse_data
from symattn.rendering.audit_report import audit_github, audit_json, audit_text
from symattn.rendering.audit_report_sarif import audit_sarif
from symattn.rendering.keys import KeyWriter
from symattn.rendering.latex import LatexLooks
from symattn.rendering.markdown import MarkdownLooks
from symattn.rendering.plaintext import PlainLooks
from symattn.rendering.writer import Writer

RULES = ("exact", "auto", "places:2", "places>=4", "sig:3", "sig>=4", "within:1/100", "relative:1/1000")
LONGEST_MESSAGE = 1000
# What no text comes to: commands, sessions, and adapters of packages that may be absent.
_SHELLS = ("symattn.__main__", "symattn.cli", "symattn.notebook", "symattn.repl", "symattn.verifying")


class Finding(Exception):  # noqa: N818  # it is what the fuzzer looks for, and no ValueError
    """Something came out that should not."""


def reader(text: str) -> None:
    """Read a text, write what was read in every way, and read that again."""
    try:
        value = sa.exact(text)
    except (ReadError, UndecidedError) as error:
        _check_message(str(error))
        return
    writers: tuple[Callable[[], object], ...] = (value.text, value.latex, lambda: value.decimal(6))
    for write in writers:
        try:
            written = write()
        except (LimitError, UndecidedError) as error:
            _check_message(str(error))
        else:
            _check_printable(str(written))
    try:
        sa.read(text)
    except LimitError as error:
        _check_message(str(error))


def checker(text: str) -> None:
    """Check a text as an answer to several things; a text is never refused with an error."""
    number = crc32(text.encode("utf-8", "surrogatepass"))
    expected = expectations()
    for shift in (0, 5):
        place = (number + shift) % len(expected)
        result = sa.check(text, expected[place], RULES[(number >> 8) % len(RULES)])
        if result.accepted not in (True, False, None):
            raise Finding(f"accepted is {result.accepted!r}")
        _check_message(result.message)
        _check_printable(result.reading + result.reading_text + "".join(result.notes))


def files(text: str) -> None:
    """Load a problem or exercise file, solve it and write its key; what is refused is refused in one sentence."""
    kind = ".json" if text.lstrip().startswith("{") else ".toml"
    try:
        data = parse_data(text, kind, "drawn")
        if is_exercise_file(data):
            _written(exercises_of(data, Path("drawn.toml")))
        else:
            _ = Problem.from_data(data, "drawn").solution
    except SymattnError as error:
        _check_message(str(error))


def auditor(text: str) -> None:
    """Audit a document; every claim and figure stands where it says."""
    form = _format_of(text)
    try:
        found = audit(text, format=form)
    except SymattnError as error:
        _check_message(str(error))
        return
    for claim in found.claims:
        said = [(claim.span, claim.text), *((figure.span, figure.text) for figure in claim.figures)]
        if any(text[slice(*span)] != own for span, own in said):
            raise Finding(f"a claim that does not stand at {claim.span}: {claim.text[:200]!r}")
        _check_message(claim.message)
        _check_printable(claim.expected)
    for report in (
        audit_text([found]),
        audit_github([found]),
        repr(audit_sarif([found], "1")),
        repr(audit_json([found])),
    ):
        _check_document(report)


def _format_of(text: str) -> str:
    if text.startswith("{"):
        return "notebook"
    if "[[exercise]]" in text:
        return "exercises"
    return ("markdown", "markdown", "latex", "text")[crc32(text.encode("utf-8", "surrogatepass")) % 4]


def _written(file: ExerciseFile) -> None:
    """Everything of a key but its template, which is a file of the package."""
    file.check_claims()
    for looks in (LatexLooks, MarkdownLooks, PlainLooks):
        for view in KeyWriter(file, Writer(looks())).views():
            _check_document(repr(view))


def _check_document(text: str) -> None:
    if any(sign < " " and sign not in "\n\t" for sign in text):
        raise Finding("a document has a control sign")


def _check_message(message: str) -> None:
    if not message or len(message) > LONGEST_MESSAGE:
        raise Finding(f"a message of {len(message)} characters: {message[:200]!r}")
    _check_printable(message)


def _check_printable(text: str) -> None:
    if not text.replace("\n", "").isprintable():
        raise Finding(f"what is said is not printable: {text[:200]!r}")


@cache
def expectations() -> tuple[object, ...]:
    """What answers are checked against: values of every kind, and parts of problems, so that mistakes are tried."""
    half, quarter = sa.Exact(1) / 2, sa.Exact(1) / 4
    head = Problem.from_data(
        {
            "Q": [[1, 2], [0, 1], [2, 1]],
            "K": [[0, 1], [1, 1], [2, 0]],
            "V": [[1, 0], [2, 5], [0, 3]],
            "visible": "causal",
        }
    )
    two = Problem.from_data(
        {
            "X": [[1, 0], [0, 1], [1, 1]],
            "heads": [{"w_q": [[1], [0]], "w_k": [[1], [0]], "w_v": [[1], [0]]}] * 2,
            "w_o": [[1, 1], [1, -1]],
            "visible": "causal",
        }
    )
    leak = Problem.from_data({"scores": [[0, "ln k"], [0, "ln 3"]], "V": [[1], ["1/2"]], "visible": "full"})
    return (
        "e/(1+e)",
        "-oo",
        7,
        "ln(2) - 1/3",
        "sqrt(2)*exp(1/sqrt(2))/(k+1)",
        "[[1, 0], [1/(1+e), e/(1+e)]]",
        sa.Answer(head, "weights", 1),
        sa.Answer(head, "output", 2),
        sa.Answer(head, "masked_scores"),
        sa.Answer(head, "output", 1, 0),
        sa.Answer(two, "output", 2, 0),
        sa.Answer(leak, "weights", 0),
        sa.Answer(leak, "output", 0, 0),
        sa.Answer(head, "visible"),
        sa.Answer(None, words="[1], [1, 2]"),
        sa.causal(3),
        LossProblem(sa.ExactMatrix([[half, half], [quarter, 3 * quarter]]), (0, 1), (1, 0), (True, False)),
    )


TARGETS: dict[str, Callable[[str], None]] = {"reader": reader, "checker": checker, "files": files, "auditor": auditor}


def warm_up() -> None:
    """Do everything once, so that what is loaded on first use is there before anybody watches."""
    from tests.fuzzing.documents import TEXTS as DOCUMENTS
    from tests.fuzzing.words import ANSWERS, FILES

    for module in walk_packages(symattn.__path__, "symattn."):
        if not module.name.startswith(_SHELLS):
            import_module(module.name)
    _load_sympy()
    for text in ANSWERS:
        reader(text)
        for expected in expectations():
            sa.check(text, expected, "auto")
    for text in FILES:
        files(text)
    for text in DOCUMENTS:
        auditor(text)
    for hostile in ("[1", "\x00", "ln(0)", "1/(exp(exp(1)) - exp(exp(1)))", "2e3"):
        reader(hostile)


def _load_sympy() -> None:
    """The parts of SymPy that it loads when an expression is made."""
    import sympy

    with catch_warnings():
        simplefilter("ignore")  # some parts are deprecated, and say so
        for part in ("assumptions", "core", "functions", "ntheory", "polys", "simplify"):
            for module in walk_packages([f"{sympy.__path__[0]}/{part}"], f"sympy.{part}."):
                if ".tests" not in module.name and ".benchmarks" not in module.name:
                    import_module(module.name)


__all__ = ["RULES", "TARGETS", "Finding", "auditor", "checker", "expectations", "files", "reader", "warm_up"]
