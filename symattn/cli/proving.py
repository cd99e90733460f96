"""symattn prove"""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from symattn.cli.arguments import Parser, positive
from symattn.cli.commands import COMMANDS
from symattn.cli.output import print_json
from symattn.cli.status import NO, OK, UNDECIDED
from symattn.errors import ProblemError, UnknownNameError

if TYPE_CHECKING:
    from symattn.theorems import Verdict

STATUS = {"proved": OK, "refuted": NO, "undecided": UNDECIDED}


class Property(NamedTuple):
    """A theorem on the command line: its function, what it says, and which options it takes."""

    function: str
    says: str
    takes: tuple[str, ...] = ()


OF_MASKS = ("size", "where")
SIZED = ("size",)
PROPERTIES = {
    "causal": Property("prove_causal", "no output depends on an input after its query", (*OF_MASKS, "align")),
    "padding": Property("prove_padding", "no real query depends on padding (--length)", (*OF_MASKS, "align", "length")),
    "isolated": Property(
        "prove_isolated", "no query depends on another document (--documents)", (*OF_MASKS, "align", "documents")
    ),
    "equal": Property("prove_equal", "the mask shows what another shows (--spec)", (*OF_MASKS, "align", "spec")),
    "no-empty-row": Property("prove_no_empty_row", "every query reads some key", (*OF_MASKS, "align")),
    "prefix-passes": Property("prove_prefix_passes", "one masked pass gives what its prefix passes give", OF_MASKS),
    "cached": Property("prove_cached", "decoding and chunks after a cache give what one pass gives", OF_MASKS),
    "equivariance": Property("prove_equivariance", "outputs follow inputs into any order", OF_MASKS),
    "hull": Property("prove_hull", "weights make a mixture: not negative, adding up to 1", SIZED),
    "head-swap": Property("prove_head_swap", "heads and rows of w_o in another order give the same output", SIZED),
    "mask-order": Property("prove_mask_order", "mask before softmax = after it and renormalised", SIZED),
    "grouped-queries": Property("prove_grouped_queries", "GQA = multi-head with repeated keys and values", SIZED),
    "alibi": Property("prove_alibi", "ALiBi's m j = m (j - i): rows are shifted", SIZED),
    "blockwise": Property("prove_blockwise", "online softmax over blocks = softmax", SIZED),
    "shift-invariance": Property("prove_shift_invariance", "a number added to a row of scores changes nothing", SIZED),
    "permuted-mask": Property("prove_permuted_mask", "inputs and mask reordered: outputs in that order", SIZED),
}
_MASKED = frozenset(name for name, each in PROPERTIES.items() if "where" in each.takes)


def prove_parser() -> Parser:
    """The arguments of ``symattn prove``."""
    width = max(map(len, PROPERTIES))
    listed = "\n".join(f"  {name:<{width}}  {each.says}" for name, each in PROPERTIES.items())
    does = (
        f"{COMMANDS['prove'].sentence}\n\n"
        "WHAT is a problem (FILE, FILE#NAME or -) or the mask itself: an index formula over query i and key j, which\n"
        'count from 0 as in code, such as "i - 3 < j <= i", "floor(i/4) == floor(j/4)" or "j <= i + T_k - T_q";\n'
        "causal; full; rows of true and false. A formula is proved for every size, unless --size says which. Other\n"
        'names in it are any integers; --where "w >= 1" restricts them. The last seven theorems need no WHAT.\n\n'
        f"theorems:\n{listed}\n\n"
        "What finds which mistake: causal, a mask that is absent, reversed, transposed, shifted forward or by blocks;\n"
        "isolated, one packed otherwise; cached, one that forgets its cache; equal, those that leak nothing and are\n"
        "wrong all the same: strict, shifted back, padding by row. no-empty-row finds rows that attention refuses.\n\n"
        "Exit status: 0 proved, 1 refuted with a counterexample, 2 misuse, 3 undecided."
    )
    examples = [
        'causal "j <= i"',
        'causal "i - w < j <= i"',
        "causal masks-and-heads#two-heads",
        "causal causal --size 8",
        'equal "i - 3 < j <= i" --spec "j <= i and i - j <= 2"',
        'no-empty-row "i - w < j <= i" --where "w >= 1"',
        'isolated "i // 4 == j // 4 and j <= i" --documents "i // 8 == j // 8"',
        'padding "j < L" --length L',
        'cached "j <= i + T_k - T_q" --json',
        "blockwise --size 6",
    ]
    parser = Parser("prove", does, examples)
    parser.add_argument("theorem", metavar="THEOREM", help="one of the theorems above")
    parser.add_argument("what", metavar="WHAT", nargs="?", help="a problem, or a mask as a formula or as rows")
    parser.add_argument("--mask", metavar="TEXT", help="the mask, where it might be taken for a file")
    parser.add_argument("--size", type=positive, metavar="T", help="one size instead of every size")
    parser.add_argument("--spec", metavar="MASK", help="what the mask ought to be (equal)")
    parser.add_argument("--length", metavar="N", help="how many positions are real, a number or a parameter (padding)")
    parser.add_argument("--documents", metavar="LENGTHS", help="2,3,4 or a formula: i and j are in one document")
    parser.add_argument("--where", default="", metavar="CONDITION", help="a condition on the parameters of a formula")
    parser.add_argument("--align", choices=["top-left", "bottom-right"], help="where fewer queries than keys stand")
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON")
    return parser


def prove(options: Namespace) -> int:
    """Print the proof, the counterexample, or what was tried."""
    if options.theorem not in PROPERTIES:
        raise UnknownNameError.of("theorem", options.theorem, PROPERTIES)
    from symattn.cli.sources import readable

    with readable(options.what or "") as reference:
        verdict = _verdict(options, reference)
    if options.json:
        print_json({"theorem": options.theorem, **_data(verdict)})
    else:
        print(verdict)
    return STATUS[verdict.outcome]


def _verdict(options: Namespace, reference: str) -> Verdict:
    import symattn.theorems

    known = PROPERTIES[options.theorem]
    _check_options(options, known)
    function: Callable[..., Verdict] = getattr(symattn.theorems, known.function)
    if options.theorem not in _MASKED:
        if options.what and options.size:
            raise ProblemError("--size goes without WHAT here: a problem has a size of its own")
        subject = [_what(options, reference)] if options.what or options.mask else []
        return function(*subject, **({"T": options.size} if options.size else {}))
    what = _what(options, reference)
    further = {name: getattr(options, name) for name in ("where", "align") if getattr(options, name)}
    if options.size:
        if not isinstance(what, str):
            raise ProblemError("--size goes with a formula; this has a size of its own")
        further["sizes"] = [options.size]
    return function(what, *_second(options), **further)


def _check_options(options: Namespace, known: Property) -> None:
    """Refuse options that this theorem would not look at, and demand those that it needs."""
    for name in ("size", "spec", "length", "documents", "where", "align"):
        given, needed = bool(getattr(options, name)), name in known.takes and name in ("spec", "length", "documents")
        if given and name not in known.takes:
            raise ProblemError(f"{options.theorem} takes no --{name}")
        if needed and not given:
            raise ProblemError(f"{options.theorem} needs --{name}: symattn prove --help says what it is")
    if options.what and options.mask:
        raise ProblemError("say either WHAT or --mask")
    takes_mask = options.theorem in _MASKED or options.theorem == "hull"
    if not takes_mask and (options.what or options.mask):
        raise ProblemError(f"{options.theorem} is a theorem about attention itself and takes no WHAT")
    if options.theorem in _MASKED and not (options.what or options.mask):
        raise ProblemError('say of what: a problem file, or a mask such as "j <= i"')


def _what(options: Namespace, reference: str) -> object:
    """The mask or the problem."""
    if options.mask:
        return _mask(options.mask)
    if _is_formula(options.what):
        return _mask(options.what)
    return _problem(reference)


def _is_formula(text: str) -> bool:
    """Whether an argument is a mask and no file: a comparison, a word for a mask, or rows."""
    return text in ("causal", "full", "True", "False") or bool(re.search(r"[<>=≤≥≠\[]", text))


def _mask(text: str) -> object:
    """Rows of true and false as lists; an additive mask and a formula stay text."""
    if not text.lstrip().startswith("[") or not re.search(r"\b(true|false)\b", text, re.IGNORECASE):
        return text
    import json

    try:
        return json.loads(text.lower())
    except (ValueError, RecursionError) as error:
        raise ProblemError(f"not readable as rows of true and false: {error}", file="WHAT") from None


def _second(options: Namespace) -> list[object]:
    """What some theorems take beside the mask."""
    if options.spec:
        return [_mask(options.spec) if _is_formula(options.spec) else _problem(options.spec)]
    if options.length:
        return [int(options.length) if options.length.isdecimal() else options.length]
    if options.documents:
        is_list = re.fullmatch(r"[0-9]+( *, *[0-9]+)*", options.documents)
        return [[int(n) for n in options.documents.split(",")] if is_list else options.documents]
    return []


def _problem(reference: str) -> object:
    from symattn.problems.library import find_problem

    return find_problem(reference)


def _data(verdict: Verdict) -> dict[str, Any]:
    from symattn.theorems import Counterexample, Proof

    data: dict[str, Any] = {"outcome": verdict.outcome, "statement": verdict.statement}
    if isinstance(verdict, Proof):
        return data | {
            "domain": verdict.domain,
            "argument": verdict.argument,
            "conditions": list(verdict.conditions),
        }
    if not isinstance(verdict, Counterexample):
        return data | {"tried": verdict.tried}
    row, column = verdict.entry
    return data | {
        "row": row + 1,
        "column": column + 1,
        "before": None if verdict.before is None else verdict.before.text(),
        "after": None if verdict.after is None else verdict.after.text(),
        "change": verdict.change,
        "evidence": verdict.evidence,
        "sizes": dict(verdict.sizes),
        "inputs": {
            name: [[entry.text() for entry in row] for row in matrix.rows()] for name, matrix in verdict.inputs.items()
        },
    }
