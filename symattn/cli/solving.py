"""symattn solve"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from symattn.choices import PLACES
from symattn.cli.arguments import Parser, count, position
from symattn.cli.commands import COMMANDS
from symattn.errors import FormatError, StageError, SymattnError, UnknownNameError

if TYPE_CHECKING:
    from symattn.problems import Problem

FEW = 3  # heads whose stages are all named


def solve_parser() -> Parser:
    """The arguments of ``symattn solve``."""
    does = COMMANDS["solve"].sentence
    examples = [
        "masks-and-heads#two-heads",
        "masks-and-heads#two-heads --stage head1.weights --row 3",
        "masks-and-heads#two-heads --json --places 12",
        "masks-and-heads#two-heads --json --name-denominators",
        "masks-and-heads#two-heads --to tex",
    ]
    parser = Parser("solve", does, examples)
    parser.add_argument(
        "problem", metavar="FILE", help="a .toml or .json problem, FILE#NAME of several, or - for stdin"
    )
    parser.add_argument("--json", action="store_true", help="print every stage as JSON, exact and decimal")
    parser.add_argument("--places", type=count, default=PLACES, metavar="N", help=f"decimal places ({PLACES})")
    parser.add_argument("--to", choices=["text", "tex"], help="plain text (the default) or LaTeX")
    parser.add_argument("--stage", metavar="NAME", help="only this stage: weights, head2.output ...")
    parser.add_argument(
        "--name-denominators",
        action="store_true",
        help="in JSON write a row's long denominator once, by the name D_3, with denominators a stage",
    )
    parser.add_argument("--row", type=position, metavar="I", help="only this row, counted from 1")
    return parser


def solve(options: Namespace) -> int:
    """Print the stages of a problem."""
    from symattn.cli.sources import readable
    from symattn.problems.library import find_problem

    if options.json and options.to:
        raise FormatError(f"--json and --to {options.to} are two formats: leave one out")
    if options.name_denominators and not options.json:
        raise FormatError("--name-denominators changes what --json prints: write --json too")
    with readable(options.problem) as reference:
        try:
            print(_solved(find_problem(reference), options))
        except StageError as error:
            raise _in_words_of_the_command(error, options.stage) from None
    return 0


def _solved(problem: Problem, options: Namespace) -> str:
    solved = problem.solution
    if options.json:
        from symattn.rendering import solve_json

        data = solve_json(
            solved, options.places, options.stage, options.row, name_denominators=options.name_denominators
        )
        return _a_line_a_stage(data)
    from symattn.rendering import solution

    return solution(solved, options.to or "text", options.places, options.stage, options.row).rstrip("\n")


def _in_words_of_the_command(error: StageError, stage: str) -> SymattnError:
    """The error for somebody who types --stage and no Python."""
    if not error.choices:
        return error
    few = error.choices if len(error.choices) <= FEW else (*error.choices[:1], "...", error.choices[-1])
    written = " or ".join(few) if len(few) == len(error.choices) else ", ".join(few)
    return UnknownNameError(f"there are {len(error.choices)} heads, each with its {stage}: write --stage {written}")


def _a_line_a_stage(data: Mapping[str, Any]) -> str:
    """The JSON document with one line for each stage: rows of numbers are not worth a line an entry."""
    from json import dumps

    stages = ",\n".join(f"  {dumps(stage, ensure_ascii=False)}" for stage in data["stages"])
    rest = "".join(f",\n{dumps(name)}: {dumps(data[name], ensure_ascii=False)}" for name in data if name != "stages")
    return f'{{"stages": [\n{stages}\n]{rest}}}'
