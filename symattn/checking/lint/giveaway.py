"""Statements that print what they ask: by an insert of the same part of the same stage, or in so many signs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from symattn.checking.answers import check as check_answer
from symattn.checking.quality import written_value
from symattn.errors import SymattnError
from symattn.exact import Exact, MinusInfinity
from symattn.problems import Answer, Exercise
from symattn.problems.expressions import check, replace_inserts
from symattn.problems.inserts import FUNCTIONS
from symattn.problems.rules import Rule

SHORTEST = 5  # signs of a value that cannot stand in a statement by chance


class Shown(NamedTuple):
    """A part of a stage (0-based) that an insert prints, exactly or to so many decimal places."""

    insert: str
    stage: str
    row: int | None
    column: int | None
    problem: str | None
    item: int | None
    places: int | None = None


def given_away(exercise: Exercise, answer: Answer) -> str:
    """What in the statement, or in the label of an answer, is the answer; nothing where nothing is."""
    texts = (exercise.statement, answer.label)
    for shown in (shown for text in texts for shown in _inserts(text)):
        if _is_answer(shown, exercise, answer):
            return f"{{{{ {shown.insert} }}}}"
    bare = "".join("".join(texts).split())
    return next((form for form in _forms(answer) if len(form) >= SHORTEST and form in bare), "")


def _forms(answer: Answer) -> Iterator[str]:
    """The ways in which a single number is usually written, without spaces."""
    value = answer.expected()
    if isinstance(value, Exact):
        yield "".join(value.text().split())
        yield "".join(value.latex().split())
        written = written_value(value, Rule.parse(answer.rule))
        if written is not None:
            yield written


def _is_answer(shown: Shown, exercise: Exercise, answer: Answer) -> bool:
    """Whether an insert prints all that is asked, and the problem does not state it anyway."""
    if shown.stage != answer.stage or answer.problem is None or exercise.inserts is None:
        return False
    if shown.row not in (None, answer.row) or shown.column not in (None, answer.column):
        return False
    if shown.item != answer.item and not (shown.item is None and exercise.inserts.item == answer.item):
        return False
    try:
        is_same = exercise.inserts.problem_named(shown.problem) is answer.problem
    except SymattnError:
        return False
    return is_same and (shown.places is None or _is_enough(answer, shown.places))


def _is_enough(answer: Answer, places: int) -> bool:
    """Whether the rule takes what is printed to so many places."""
    value = answer.expected()
    printed = [[value.decimal(places)]] if isinstance(value, Exact | MinusInfinity) else value.decimal(places)
    return check_answer(printed, value, answer.rule).accepted is True


def _inserts(text: str) -> Iterator[Shown]:
    found: list[str] = []

    def keep(insert: str) -> str:
        found.append(insert.strip())
        return ""

    replace_inserts(text, keep)
    for insert in found:
        shown = _shown(insert, check(insert, FUNCTIONS))
        if shown is not None:
            yield shown


def _shown(insert: str, node: ast.expr) -> Shown | None:
    """The part of a stage that an insert prints as it is, exactly or in decimals."""
    match node:
        case ast.Call(func=ast.Name(id="text"), args=[first]):
            return _shown(insert, first)
        case ast.Call(func=ast.Name(id="decimal"), args=[first, ast.Constant(value=int(places))]):
            inner = _shown(insert, first)
            return None if inner is None else inner._replace(places=places)
        case ast.Subscript(value=ast.Call() as call, slice=place):
            positions = place.elts if isinstance(place, ast.Tuple) else [place]
            row, column = (*map(_position, positions), None)[:2]
            return _of_call(insert, call, row, column)
        case ast.Call():
            return _of_call(insert, node, None, None)
    return None


def _of_call(insert: str, call: ast.Call, row: int | None, column: int | None) -> Shown | None:
    match call:
        case ast.Call(func=ast.Name(id="stage"), args=[ast.Constant(value=str(stage))], keywords=keywords):
            named = {str(keyword.arg): keyword.value for keyword in keywords}
            problem = named.get("problem")
            name = problem.value if isinstance(problem, ast.Constant) and isinstance(problem.value, str) else None
            item = named.get("item")
            return Shown(insert, stage, row, column, name, None if item is None else _position(item))
    return None


def _position(node: ast.expr) -> int | None:
    return node.value - 1 if isinstance(node, ast.Constant) and isinstance(node.value, int) else None


__all__ = ["given_away"]
