"""FLINT's working precision belongs to a block: nothing that is left half-way through may keep it.

A generator that yields inside ``with precision(...)`` leaves its precision to whoever runs while it waits.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from flint import ctx

from symattn.checking import check
from symattn.checking.quality import answer_quality
from symattn.problems import Answer, Problem
from tests.support import ROOT

PROBLEM = Problem.from_data({"Q": [[1, 2], [0, 1]], "K": [[0, 1], [1, 1]], "V": [[1], [2]], "visible": "causal"})


def leaks(code: str) -> list[int]:
    """The lines where a function yields, or returns a generator, inside a block with a precision of its own."""
    blocks = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.With) and _sets_precision(node))
    return sorted({line for block in blocks for line in _leaving(block)})


def _sets_precision(block: ast.With) -> bool:
    calls = (item.context_expr for item in block.items)
    names = {ast.unparse(call.func).split(".")[-1] for call in calls if isinstance(call, ast.Call)}
    return bool(names & {"precision", "workprec", "workdps", "extraprec", "extradps"})


def _leaving(node: ast.AST) -> Iterator[int]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.Lambda):
            continue  # runs when it is called
        if isinstance(child, ast.Yield | ast.YieldFrom):
            yield child.lineno
        if isinstance(child, ast.Return) and isinstance(child.value, ast.GeneratorExp):
            yield child.lineno
        yield from _leaving(child)


@pytest.mark.parametrize("path", sorted((ROOT / "symattn").rglob("*.py")), ids=lambda path: path.stem)
def test_nothing_leaves_a_block_with_its_precision(path: Path) -> None:
    assert leaks(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("yield 1", [3]),
        ("for x in y:\n            yield from x", [4]),
        ("return (x for x in y)", [3]),
        ("return [x for x in y]", []),
        ("def inner():\n            yield 1", []),
    ],
)
def test_a_leak_is_found(body: str, found: list[int]) -> None:
    assert leaks(f"def f(y):\n    with precision(64):\n        {body}\n") == found


def test_a_yield_outside_the_block_is_fine() -> None:
    assert leaks("def f(y):\n    with precision(64):\n        z = y\n    yield z\n") == []


def test_judging_leaves_the_precision_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    before = ctx.prec

    def noticing(*args: object) -> bool:
        seen.append(ctx.prec)
        return False

    monkeypatch.setattr("symattn.checking.quality.verdict", noticing)
    answer_quality(Answer(PROBLEM, "weights"))
    check("[[1/2, 1/2], [1/3, 2/3]]", Answer(PROBLEM, "weights"))
    assert len(seen) > 5
    assert {*seen, ctx.prec} == {before}
