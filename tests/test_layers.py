"""What may import what: the arrow of the design, and where each foreign package may be used.

A module may import anything to its left and within its own group, nothing to its right. Imports inside functions
count; imports for type checkers only do not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import ROOT

LAYOUT = (ROOT / "docs" / "layout.md").read_text(encoding="utf-8")


def order_of(layout: str) -> tuple[tuple[str, ...], ...]:
    """The groups of modules, leftmost first, from the one line of the layout that holds the arrow."""
    (arrow,) = (line for line in layout.splitlines() if " -> " in line)
    return tuple(tuple(group.split()) for group in arrow.strip("`").split(" -> "))


# A new module at the top level of the package takes its place in docs/layout.md.
ORDER = order_of(LAYOUT)
PLACE = {module: place for place, group in enumerate(ORDER) for module in group}
SHELLS = len(ORDER) - 1

# The only files or folders that may import a foreign package.
HOMES = {
    "sympy": ("exact/sympy_bridge.py", "symbolic.py"),
    "flint": ("exact",),
    "jinja2": ("rendering",),
    "lark": ("reading",),
    "pebble": ("grading/service.py",),
    "distributed": ("grading/cluster.py",),
}
# SymPy's guesses and Python's evaluation decide nothing here.
FORBIDDEN = frozenset({"eval", "exec", "sympify", "parse_expr", "simplify", "nsimplify"})
BUILTINS = frozenset({"eval", "exec"})


def violations(package: Path) -> list[str]:
    """Every breach of the order in the package at this folder, as ``file:line: what``."""
    return [
        f"{path.relative_to(package).as_posix()}:{line}: {what}"
        for path in sorted(package.rglob("*.py"))
        if "_data" not in path.relative_to(package).parts
        for line, what in file_violations(path, package)
    ]


def file_violations(path: Path, package: Path) -> Iterator[tuple[int, str]]:
    file = path.relative_to(package).as_posix()
    layer = file.split("/")[0].removesuffix(".py")
    if layer != "__init__" and layer not in PLACE:
        yield 1, f"{layer} has no place in the order"
        return
    for node in run_time_nodes(ast.parse(path.read_text(encoding="utf-8"), file)):
        for module in imported_modules(node, module_of(file, package.name), package.name):
            what = import_violation(file, layer, module, package.name)
            if what:
                yield getattr(node, "lineno", 1), what
        name = forbidden_name(node)
        if name:
            yield getattr(node, "lineno", 1), f"uses {name}"


def run_time_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes outside ``if TYPE_CHECKING:`` blocks."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}:
            for other in node.orelse:
                yield other
                yield from run_time_nodes(other)
        else:
            yield node
            yield from run_time_nodes(node)


def module_of(file: str, package: str) -> tuple[str, ...]:
    """The dotted name, in parts, of the package that holds a file: what a relative import starts from."""
    return (package, *file.split("/")[:-1])


def imported_modules(node: ast.AST, holder: tuple[str, ...], package: str) -> list[str]:
    """The modules that a node imports, with absolute names; names taken from a module count as that module."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        start = holder[: len(holder) - node.level + 1] if node.level else ()
        module = ".".join((*start, *([node.module] if node.module else [])))
        # "from . import softmax" and "from symattn import softmax" both name what follows the package itself.
        return [f"{package}.{alias.name}" for alias in node.names] if module == package else [module]
    if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in {"import_module", "__import__"}:
        return [arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    return []


def import_violation(file: str, layer: str, module: str, package: str) -> str:
    top, *rest = module.split(".")
    if top == package:
        # A name that is no module is taken from the package itself, which only shells may lean on.
        target = PLACE.get(rest[0], SHELLS) if rest else SHELLS
        own = PLACE.get(layer, -1)
        return f"{layer} imports {module} to its right" if target > own else ""
    homes = HOMES.get(top)
    if homes is None or any(file == home or file.startswith(f"{home}/") for home in homes):
        return ""
    return f"imports {top}, which only {' and '.join(homes)} may"


def forbidden_name(node: ast.AST) -> str:
    """The forbidden function that a node names; a method called eval is somebody else's and may be."""
    if isinstance(node, ast.Name) and node.id in FORBIDDEN:
        return node.id
    if isinstance(node, ast.Attribute) and node.attr in FORBIDDEN - BUILTINS:
        return node.attr
    if isinstance(node, ast.ImportFrom):
        return next((alias.name for alias in node.names if alias.name in FORBIDDEN), "")
    return ""


def test_the_package_keeps_the_order() -> None:
    assert violations(ROOT / "symattn") == []


def test_the_layout_names_every_module_once_and_none_that_is_not_there() -> None:
    named = [module for group in ORDER for module in group]
    there = {
        path.stem for path in (ROOT / "symattn").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert sorted(named) == sorted(there - {"__init__"})
    explained = "\n".join(line for line in LAYOUT.splitlines() if line.startswith("| `"))
    assert all(f"`{module}`" in explained for module in named)


@pytest.mark.parametrize(
    ("file", "code", "expected"),
    [
        ("exact/field.py", "from symattn.attention import attention", "exact imports symattn.attention to its right"),
        ("exact/field.py", "import symattn.values", "exact imports symattn.values to its right"),
        ("exact/field.py", "from symattn import softmax", "exact imports symattn.softmax to its right"),
        ("exact/field.py", "from ..trace import Trace", "exact imports symattn.trace to its right"),
        ("exact/deep/field.py", "from ... import cli", "exact imports symattn.cli to its right"),
        ("values.py", "from . import visibility", "values imports symattn.visibility to its right"),
        (
            "values.py",
            "def late():\n    from symattn.rendering.tex import write",
            "values imports symattn.rendering.tex",
        ),
        ("values.py", "from symattn import Exact", "values imports symattn.Exact to its right"),
        ("values.py", "import symattn as sa", "values imports symattn to its right"),
        ("values.py", "import importlib\nimportlib.import_module('symattn.cli')", "values imports symattn.cli"),
        ("__init__.py", "from symattn.errors import ReadError", "__init__ imports symattn.errors to its right"),
        ("exact/field.py", "def lift():\n    import sympy.core", "imports sympy, which only"),
        ("attention.py", "from sympy import Matrix", "imports sympy, which only"),
        ("checking/steps.py", "from flint import arb", "imports flint, which only"),
        ("problems/files.py", "import jinja2", "imports jinja2, which only"),
        ("values.py", "from lark import Lark", "imports lark, which only"),
        ("reading/text.py", "value = eval('1')", "uses eval"),
        ("symbolic.py", "from sympy import nsimplify as tidy", "uses nsimplify"),
        ("symbolic.py", "def f(x):\n    return x.simplify()", "uses simplify"),
        ("symbolic.py", "import sympy\nread = sympy.sympify", "uses sympify"),
        ("helpers.py", "", "helpers has no place in the order"),
        ("values.py", "if TYPE_CHECKING:\n    pass\nelse:\n    import symattn.cli", "values imports symattn.cli"),
    ],
)
def test_a_breach_is_found(tmp_path: Path, file: str, code: str, expected: str) -> None:
    found = violations(package_with(tmp_path, file, code))
    assert len(found) == 1, found
    assert found[0].startswith(f"{file}:")
    assert expected in found[0]


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("exact/field.py", "from symattn.errors import ReadError\nfrom symattn.exact.lattice import basis"),
        ("exact/field.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import sympy, symattn.cli"),
        ("exact/sympy_bridge.py", "def lift():\n    import sympy"),
        ("softmax.py", "from symattn.trace import Trace"),
        ("cli/main.py", "import symattn as sa\nfrom symattn.repl import start\nfrom symattn import data"),
        ("rendering/tex.py", "import jinja2\nfrom . import numbers"),
        ("reading/grammar.py", "def parser():\n    from lark import Lark"),
        ("notebook.py", "def adapt(model):\n    return model.eval()"),
        ("_data/derivations/figure.py", "import sympy"),
    ],
)
def test_what_is_allowed_passes(tmp_path: Path, file: str, code: str) -> None:
    assert violations(package_with(tmp_path, file, code)) == []


def package_with(folder: Path, file: str, code: str) -> Path:
    path = folder / "symattn" / file
    path.parent.mkdir(parents=True)
    path.write_text(code, encoding="utf-8")
    return folder / "symattn"
