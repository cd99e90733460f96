"""symattn convert"""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symattn.cli.arguments import Parser, count
from symattn.cli.commands import COMMANDS
from symattn.cli.output import print_json, print_notes
from symattn.errors import ProblemError

if TYPE_CHECKING:
    from symattn.conventions import Convention, Conversion
    from symattn.visibility import Visibility

OWN = "symattn"
_WORDS = ("causal", "full")
_OUTSIDE_QUOTES = re.compile(r'"[^"]*"|[-+]?\b(?:inf|infinity|oo)\b|\b(?:True|False|None)\b', re.IGNORECASE)


def convert_parser() -> Parser:
    """The arguments of ``symattn convert``."""
    does = (
        f"{COMMANDS['convert'].sentence}\n"
        "MASK is a problem (its visible), a .json or .toml file with rows under mask, rows as text, arguments such as\n"
        '{"is_causal": true, "T_q": 2, "T_k": 4}, or causal or full with --queries. Exit status: 1 when it is refused.'
    )
    examples = [
        "masks-and-heads#two-heads --to torch-mha",
        '"[[True, False], [True, True]]" --from torch-sdpa --to bert',
        "causal --queries 2 --keys 4 --align bottom-right --to flash-attention",
        "--list",
        "--about flash-attention",
    ]
    parser = Parser("convert", does, examples)
    parser.add_argument("mask", metavar="MASK", nargs="?", help="who may read whom, as a system writes it")
    parser.add_argument("--from", dest="source", metavar="SYSTEM", default=OWN, help="whose mask it is (symattn)")
    parser.add_argument("--to", dest="target", metavar="SYSTEM", help="whose mask is wanted")
    parser.add_argument("--dtype", default="float32", metavar="FORMAT", help="float64, float32, float16 or bfloat16")
    parser.add_argument("--queries", type=count, metavar="N", help="how many queries, where MASK does not say")
    parser.add_argument("--keys", type=count, metavar="N", help="how many keys (as many as queries)")
    parser.add_argument("--align", choices=["top-left", "bottom-right"], help="where causal starts")
    parser.add_argument("--unused-queries", action="store_true", help="queries without a visible key do not matter")
    parser.add_argument("--list", action="store_true", help="name the systems, one line each")
    parser.add_argument("--about", metavar="SYSTEM", help="print the rules of a system and where they are stated")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def convert(options: Namespace) -> int:
    """Print the converted mask, the list of systems, or the rules of one."""
    if options.list:
        _print_list(options.json)
    elif options.about:
        _print_rules(options.about, options.json)
    else:
        _print_conversions(options)
    return 0


def _print_conversions(options: Namespace) -> None:
    from symattn.conventions import convert as convert_mask

    if options.mask is None or options.target is None:
        raise ProblemError("say which MASK, and --to which system (symattn convert --list names them)")
    chosen = {"dtype": options.dtype, "unused_queries": options.unused_queries, "shape": _shape(options)}
    done = [convert_mask(mask, options.source, options.target, **chosen) for mask in _masks(options)]
    if options.json:
        records = [_data(conversion) for conversion in done]
        print_json(records[0] if len(records) == 1 else {"records": records})
        return
    for number, conversion in enumerate(done, start=1):
        if len(done) > 1:
            print(f"record {number}:")
        print("\n".join(_lines(conversion.value)))
    print_notes(note for conversion in done for note in conversion.notes)


def _shape(options: Namespace) -> tuple[int, int] | None:
    """How many queries and keys the options say there are."""
    if options.queries is None and options.keys is None:
        return None
    queries = options.keys if options.queries is None else options.queries
    return queries, queries if options.keys is None else options.keys


def _masks(options: Namespace) -> list[object]:
    """The mask of each record."""
    text: str = options.mask
    if text.lstrip().startswith(("[", "{")):
        return [_parsed(text, "MASK")]
    if text in _WORDS:
        return [_word(text, options)]
    from symattn.cli.sources import readable

    with readable(text) as reference:
        rows = _rows_in_file(reference)
        return [rows] if rows is not None else list(_relations_of_problem(reference, options.source))


def _parsed(text: str, file: str) -> object:
    """Nested lists or arguments written as JSON or as Python; numbers with a point keep their digits as text."""
    import json

    from symattn.problems.files import without_repeats

    def quoted(found: re.Match[str]) -> str:
        word = found.group()
        if word.startswith('"'):
            return word
        return {"true": "true", "false": "false", "none": "null"}.get(word.lower(), f'"{word}"')

    try:
        return json.loads(_OUTSIDE_QUOTES.sub(quoted, text), parse_float=str, object_pairs_hook=without_repeats)
    except RecursionError:
        raise ProblemError("the lists are nested too deeply", file=file) from None
    except ValueError as error:
        raise ProblemError(f"not readable as rows or arguments: {error}", file=file) from None


def _word(word: str, options: Namespace) -> Visibility:
    from symattn.problems.seeing import read_visible

    shape = _shape(options)
    if shape is None:
        raise ProblemError(f"how many queries does {word} have? add --queries N (and --keys N)")
    if options.source != OWN:
        raise ProblemError(f"{word} is a word of this package: leave out --from, or give the arguments of the system")
    return read_visible(word, shape, options.align, None)


def _rows_in_file(reference: str) -> object:
    """The rows of a JSON list, or what stands under ``mask``; None where the file is something else."""
    from symattn.problems.files import load_data

    path = Path(reference)
    if not path.is_file():
        return None
    if path.suffix.lower() == ".json" and path.read_text(encoding="utf-8").lstrip().startswith("["):
        return _parsed(path.read_text(encoding="utf-8"), reference)
    return _digits(load_data(reference).get("mask"))


def _digits(value: object) -> object:
    """The same with numbers that have a point or an exponent as the text of the file."""
    from symattn.problems.files import FloatToken

    if isinstance(value, list):
        return [_digits(item) for item in value]
    if isinstance(value, dict):
        return {name: _digits(item) for name, item in value.items()}
    return value.digits if isinstance(value, FloatToken) else value


def _relations_of_problem(reference: str, source: str) -> Iterator[Visibility]:
    """The relation of a problem, or of each record of a batch."""
    from symattn.problems.library import find_problem
    from symattn.visibility import full

    problem = find_problem(reference)
    if source != OWN:
        raise ProblemError(
            f"visible is written as this package does: leave out --from, or put the rows of {source} under mask",
            file=reference,
            key="visible",
        )
    for record in problem.records or (problem,):
        yield record.visible or full(*record.score_shape)


def _lines(value: object) -> list[str]:
    """A value for people: a row a line, an argument a line."""
    if isinstance(value, dict):
        return [f"{name}: {_argument(item)}" for name, item in value.items()]
    rows: list[Any] = value if isinstance(value, list) else [value]
    texts = [[str(entry) for entry in row] for row in (rows if isinstance(rows[0], list) else [rows])]
    width = max(len(text) for row in texts for text in row)
    return [" ".join(f"{text:>{width}}" for text in row) for row in texts]


def _argument(item: object) -> str:
    return f"[{', '.join(map(_argument, item))}]" if isinstance(item, list) else str(item)


def _data(conversion: Conversion) -> dict[str, Any]:
    effect = conversion.effect
    return {
        "from": conversion.source.name,
        "to": conversion.target.name,
        "dtype": conversion.dtype,
        "shape": list(conversion.relation.shape),
        "value": conversion.value,
        "empty_queries": [query + 1 for query in conversion.unused],
        "empty_row": str(conversion.target.hiding.empty_row(conversion.dtype)),
        "fill": {
            "value": str(effect.fill),
            "share": effect.share.text(),
            "rounds_to_zero": effect.vanishes,
            "largest_gap": effect.vanishing_gap,
        }
        if effect is not None and effect.fill is not None
        else None,
        "notes": list(conversion.notes),
    }


def _print_list(as_json: bool) -> None:
    from symattn.conventions import SYSTEMS

    if as_json:
        print_json([_rules(convention) for convention in SYSTEMS.values()])
        return
    width = max(map(len, SYSTEMS))
    for name, convention in SYSTEMS.items():
        print(f"{name:<{width}}  {convention.title}")


def _print_rules(name: str, as_json: bool) -> None:
    from symattn.conventions import system

    convention = system(name)
    if as_json:
        print_json(_rules(convention))
        return
    print(f"{convention.name}: {convention.title}")
    for what, fact in convention.facts().items():
        print(f"  {what}: {fact}")
    for remark in convention.remarks:
        print(f"  remark: {remark}")
    for source in convention.sources:
        print(f"  source: {source.text()}")


def _rules(convention: Convention) -> dict[str, Any]:
    return {
        "name": convention.name,
        "title": convention.title,
        "rules": dict(convention.facts()),
        "remarks": list(convention.remarks),
        "sources": [source.text() for source in convention.sources],
    }
