"""symattn list"""

from __future__ import annotations

from argparse import Namespace

from symattn.cli.arguments import Parser
from symattn.cli.commands import COMMANDS


def list_parser() -> Parser:
    """The arguments of ``symattn list``."""
    parser = Parser("list", COMMANDS["list"].does, ["", "--json"])
    parser.add_argument("--json", action="store_true", help="print names, titles and kinds as JSON")
    return parser


def list_all(options: Namespace) -> int:
    """Print names and titles."""
    from symattn.problems.library import derivation_names, exercise_names

    exercises = {name: _exercise_title(name) for name in exercise_names()}
    derivations = {name: _derivation_title(name) for name in derivation_names()}
    if options.json:
        from symattn.cli.output import print_json

        print_json({"exercises": _rows(exercises), "derivations": _rows(derivations)})
        return 0
    _print_group("exercise files (symattn key NAME):", exercises)
    _print_group("derivations (symattn derive NAME):", derivations)
    return 0


def _rows(titles: dict[str, str]) -> list[dict[str, str]]:
    return [{"name": name, "title": title} for name, title in titles.items()]


def _print_group(heading: str, titles: dict[str, str]) -> None:
    print(heading)
    width = max(map(len, titles), default=0)
    for name, title in titles.items():
        print(f"  {name:<{width}}  {title}")


def _exercise_title(name: str) -> str:
    from symattn.problems.files import load_data
    from symattn.problems.library import find

    return str(load_data(find(name)).get("title", ""))


def _derivation_title(name: str) -> str:
    """The first line of a script's docstring."""
    import ast

    from symattn.problems.library import find

    docstring = ast.get_docstring(ast.parse(find(name).read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n")[0].rstrip(".")
