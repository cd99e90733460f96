"""What a module of the auditor offers: every name that another one takes from it is in its ``__all__``."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.support import ROOT

PACKAGE = "symattn.auditing."
MODULES = sorted(path for path in (ROOT / "symattn" / "auditing").glob("*.py") if path.stem != "__init__")


def exported(path: Path) -> set[str]:
    """The names in ``__all__``."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return set(ast.literal_eval(node.value))
    return set()


def taken(path: Path) -> set[tuple[str, str]]:
    """The names that a file takes from modules of the auditor, anywhere in it."""
    return {
        (node.module.removeprefix(PACKAGE), alias.name)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(PACKAGE)
        for alias in node.names
    }


OFFERED = {path.stem: exported(path) for path in MODULES}


@pytest.mark.parametrize("path", [*MODULES, MODULES[0].with_name("__init__.py")], ids=lambda path: path.stem)
def test_what_a_module_takes_from_another_is_offered(path: Path) -> None:
    assert sorted((module, name) for module, name in taken(path) if name not in OFFERED[module]) == []


def test_what_is_offered_is_there() -> None:
    for path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        own |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        assert OFFERED[path.stem] <= own, path.stem
