"""symattn solve"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from symattn.choices import PLACES
from symattn.cli.arguments import Parser, count, position
from symattn.cli.commands import COMMANDS


def solve_parser() -> Parser:
    """The arguments of ``symattn solve``."""
    does = f"{COMMANDS['solve'].does.capitalize()}."
    examples = [
        "masks-and-heads#two-heads",
        "masks-and-heads#two-heads --stage head1.weights --row 3",
        "masks-and-heads#two-heads --json --places 12",
        "masks-and-heads#two-heads --to tex",
    ]
    parser = Parser("solve", does, examples)
    parser.add_argument(
        "problem", metavar="FILE", help="a .toml or .json problem, FILE#NAME of several, or - for stdin"
    )
    parser.add_argument("--json", action="store_true", help="print every stage as JSON, exact and decimal")
    parser.add_argument("--places", type=count, default=PLACES, metavar="N", help=f"decimal places ({PLACES})")
    parser.add_argument("--to", choices=["text", "tex"], default="text", help="plain text (the default) or LaTeX")
    parser.add_argument("--stage", metavar="NAME", help="only this stage: weights, head2.output ...")
    parser.add_argument("--row", type=position, metavar="I", help="only this row, counted from 1")
    return parser


def solve(options: Namespace) -> int:
    """Print the stages of a problem."""
    from symattn.cli.sources import readable
    from symattn.problems.library import find_problem

    with readable(options.problem) as reference:
        solved = find_problem(reference).solution
        if options.json:
            from symattn.rendering import solve_json

            print(_a_line_a_stage(solve_json(solved, options.places, options.stage, options.row)))
        else:
            from symattn.rendering import solution

            print(solution(solved, options.to, options.places, options.stage, options.row).rstrip("\n"))
    return 0


def _a_line_a_stage(data: Mapping[str, Any]) -> str:
    """The JSON document with one line for each stage: rows of numbers are not worth a line an entry."""
    from json import dumps

    stages = ",\n".join(f"  {dumps(stage, ensure_ascii=False)}" for stage in data["stages"])
    rest = "".join(f",\n{dumps(name)}: {dumps(data[name], ensure_ascii=False)}" for name in data if name != "stages")
    return f'{{"stages": [\n{stages}\n]{rest}}}'
