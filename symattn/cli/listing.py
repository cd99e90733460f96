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

        listed = [{**row, "problems": _problem_names(str(row["name"]))} for row in _rows(exercises)]
        print_json({"exercises": listed, "derivations": _rows(derivations)})
        return 0
    _print_group("exercise files (symattn key NAME):", exercises)
    for name in exercises:
        heading = f"  problems of {name} (symattn solve {name}#PROBLEM):"
        print("\n".join([heading, *_wrapped(_problem_names(name))]))
    _print_group("derivations (symattn derive NAME):", derivations)
    return 0


def _wrapped(names: list[str]) -> list[str]:
    from textwrap import wrap

    return wrap(", ".join(names), 100, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)


def _problem_names(name: str) -> list[str]:
    from symattn.problems.exercise_files import problems_of
    from symattn.problems.files import load_data
    from symattn.problems.library import find

    return list(problems_of(load_data(find(name)), name))


def _rows(titles: dict[str, str]) -> list[dict[str, object]]:
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
