"""symattn vectors"""

from __future__ import annotations

from argparse import Namespace

from symattn.cli.arguments import Parser
from symattn.cli.commands import COMMANDS
from symattn.cli.output import print_notes
from symattn.saving import refuse_to_replace

ALL = "binary64,binary32,binary16,bfloat16"


def vectors_parser() -> Parser:
    """The arguments of ``symattn vectors``."""
    does = (
        f"{COMMANDS['vectors'].sentence}\n"
        "Each entry is the nearest value of its format, ties to even, certified, with its bit pattern in hexadecimal.\n"
        'JSON writes a hidden score as "-inf"; .npz stores bfloat16 as bit patterns (uint16).'
    )
    examples = [
        "masks-and-heads#two-heads -o two-heads.json",
        "masks-and-heads#two-heads --formats binary32,bfloat16 --stage output",
        "masks-and-heads#two-heads --inputs rounded -o two-heads.npz",
    ]
    parser = Parser("vectors", does, examples)
    parser.add_argument(
        "problem", metavar="FILE", help="a .toml or .json problem, FILE#NAME of several, or - for stdin"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="a .json or .npz file; - is standard output, in JSON")
    parser.add_argument("--formats", default=ALL, metavar="LIST", help=f"binary formats, by commas ({ALL})")
    parser.add_argument("--stage", metavar="NAME", help="only this stage: weights, head2.output ...")
    parser.add_argument(
        "--inputs",
        choices=["as-written", "rounded"],
        default="as-written",
        help="start from the numbers of the problem, or from these rounded to each format",
    )
    return parser


def vectors(options: Namespace) -> int:
    """Write golden vectors."""
    from pathlib import Path

    from symattn.cli.sources import STDIN, files_of, readable
    from symattn.problems.library import find_problem
    from symattn.verifying.vectors import check_ending, golden_vectors, json_text, write_vectors

    prints = options.output in (None, "-")
    if not prints:
        check_ending(options.output)
        refuse_to_replace(options.output, files_of(options.problem))
    formats = [name.strip() for name in options.formats.split(",") if name.strip()] or ALL.split(",")
    with readable(options.problem) as reference:
        found = golden_vectors(find_problem(reference), formats, inputs=options.inputs, stage=options.stage)
    found["problem"] = STDIN if options.problem.startswith("-") else Path(options.problem).name
    if prints:
        print(json_text(found), end="")
    else:
        write_vectors(found, Path(options.output))
    inexact = [name for name, exact in found["exact_inputs"].items() if not exact]
    if inexact and options.inputs == "as-written":
        names = ", ".join(inexact)
        print_notes(
            [
                f"{names} cannot hold every input: code in that format starts from other numbers; "
                "--inputs rounded calculates from these"
            ]
        )
    return 0
