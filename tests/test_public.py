"""The public names: all of them resolve, and none is paid for before it is used."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import symattn
from symattn import errors
from tests.support import ROOT

INIT = Path(inspect.getfile(symattn))


def run_python(code: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


@pytest.mark.parametrize("name", symattn.__all__)
def test_every_public_name_resolves(name: str) -> None:
    value = getattr(symattn, name)
    assert not inspect.ismodule(value)
    assert inspect.getdoc(value)


def test_the_names_for_type_checkers_are_the_names_at_run_time() -> None:
    for_checkers = {
        alias.asname or alias.name: node.module
        for block in ast.walk(ast.parse(INIT.read_text(encoding="utf-8")))
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert for_checkers == symattn._MODULE_OF
    assert sorted(symattn.__all__) == sorted(for_checkers)


def test_every_error_is_public() -> None:
    classes = {name for name, cls in inspect.getmembers(errors, inspect.isclass) if cls.__module__ == errors.__name__}
    assert classes <= set(symattn.__all__)


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = ["sympy", "flint", "mpmath", "jinja2", "lark", "symattn.errors"]
    loaded = run_python(f"import sys, symattn; print([name for name in {heavy} if name in sys.modules])")
    assert loaded == "[]"


@pytest.mark.parametrize("name", ["exact", "attention"])
def test_a_function_is_not_hidden_by_the_module_of_the_same_name(name: str) -> None:
    module = f"symattn.{name}"
    code = f"import importlib, symattn; importlib.import_module({module!r}); print(type(symattn.{name}).__name__)"
    assert run_python(code) == "function"


def test_completion_offers_names_that_are_not_loaded_yet() -> None:
    assert run_python("import symattn; print(set(symattn.__all__) <= set(dir(symattn)))") == "True"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = symattn.nonsense  # type: ignore[attr-defined]
