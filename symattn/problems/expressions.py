"""The language of inserts: calls of known functions, 1-based indexing, arithmetic, whole numbers and quoted text.

Python's own parser only builds the tree; what it means is decided here, node by node, and any other node is refused.
Whole numbers become exact before they are calculated with, so 1/2 is one half.
"""

from __future__ import annotations

import ast
import inspect
import operator
import re
from collections.abc import Callable, Collection, Mapping

from symattn.errors import ProblemError, SymattnError, UnknownNameError
from symattn.exact import Exact, ExactMatrix
from symattn.problems.stages import part_of

LONGEST_INSERT = 2000
_INSERT = re.compile(r"""\{\{((?:[^'"{}]|'[^']*'|"[^"]*"|[{}](?![{}]))*)\}\}""")
_OPERATIONS: dict[type[ast.operator], Callable[[Exact, Exact], Exact]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


def replace_inserts(template: str, replaced: Callable[[str], str]) -> str:
    """The template with the inside of every ``{{ ... }}`` handed to ``replaced``; other braces stay.

    >>> replace_inserts("x = {{ stage('V') }}", str.upper)
    "x =  STAGE('V') "
    """
    rest = _INSERT.sub("", template)
    if "{{" in rest:
        near = rest[rest.index("{{") :][:40].splitlines()[0]
        raise ProblemError(f"an insert is opened and not closed at {near!r}; braces of LaTeX are written apart, {{ {{")
    return _INSERT.sub(lambda found: replaced(found[1]), template)


def places_of_inserts(template: str) -> list[tuple[int, int]]:
    """Where every ``{{ ... }}`` of a template stands, its braces included."""
    return [found.span() for found in _INSERT.finditer(template)]


def evaluate(text: str, functions: Mapping[str, Callable[..., object]]) -> object:
    """The value of one expression.

    >>> evaluate("half(3) + 1", {"half": lambda x: Exact(x) / 2}).text()
    '5/2'

    Errors: ProblemError when it is not an expression of this language.
    """
    return _value(check(text, functions.keys()), functions)


def check(text: str, names: Collection[str]) -> ast.expr:
    """The tree of an expression; ProblemError when it is not of this language or calls another name."""
    if len(text) > LONGEST_INSERT:
        raise ProblemError(f"an insert has at most {LONGEST_INSERT} characters")
    try:
        # Backslashes are meant as written, for LaTeX in quotes.
        tree = ast.parse(text.strip().replace("\\", "\\\\"), mode="eval").body
        _check(tree, names)
        return tree
    except SymattnError:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ProblemError("not readable as an expression such as stage('weights')[2, 2]") from None


def _check(node: ast.expr, names: Collection[str]) -> None:
    """Refuse every node that is not of this language."""
    match node:
        case ast.Constant(value=int() | str()) if not isinstance(node.value, bool):
            return
        case ast.Constant(value=float()):
            raise ProblemError(f"{ast.unparse(node)} would be a binary float: write exact('{ast.unparse(node)}')")
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if all(k.arg for k in keywords):
            if name not in names:
                raise UnknownNameError.of("function of inserts", name, names)
            inner = [*args, *(keyword.value for keyword in keywords)]
        case ast.Subscript(value=value, slice=ast.Tuple(elts=places)):
            inner = [value, *places]
        case ast.Subscript(value=value, slice=place):
            inner = [value, place]
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            inner = [operand]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
            inner = [left, right]
        case ast.Name(id=name):
            raise ProblemError(f"{name} is not called: functions are written as stage('weights')")
        case _:
            raise ProblemError(f"{ast.unparse(node)} is not known in inserts")
    for each in inner:
        _check(each, names)


def _value(node: ast.expr, functions: Mapping[str, Callable[..., object]]) -> object:
    match node:
        case ast.Constant(value=constant):
            return constant
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
            named = {str(keyword.arg): _value(keyword.value, functions) for keyword in keywords}
            return _called(name, functions[name], [_value(each, functions) for each in args], named)
        case ast.Subscript(value=value, slice=place):
            return _part(_value(value, functions), _row_first(value, _places(place, functions)), ast.unparse(value))
        case ast.UnaryOp(op=op, operand=operand):
            number = _number(_value(operand, functions))
            return -number if isinstance(op, ast.USub) else number
        case ast.BinOp(left=left, op=op, right=right):
            return _OPERATIONS[type(op)](_number(_value(left, functions)), _number(_value(right, functions)))
    raise AssertionError(f"{ast.dump(node)} passed the check")


def _called(name: str, function: Callable[..., object], args: list[object], named: dict[str, object]) -> object:
    try:
        inspect.signature(function).bind(*args, **named)
    except TypeError as error:
        raise ProblemError(f"{name}: {error}") from None
    return function(*args, **named)


def _places(node: ast.expr, functions: Mapping[str, Callable[..., object]]) -> list[object]:
    nodes = node.elts if isinstance(node, ast.Tuple) else [node]
    return [_value(each, functions) for each in nodes]


def _row_first(value: ast.expr, places: list[object]) -> list[object]:
    """The places of a part; of a row, as in stage('weights')[2][1], the one place is a column."""
    is_row = isinstance(value, ast.Subscript) and not isinstance(value.slice, ast.Tuple)
    return [1, *places] if is_row and len(places) == 1 else places


def _part(value: object, places: list[object], name: str) -> object:
    if not isinstance(value, Exact | ExactMatrix):
        raise ProblemError(f"{name} has no rows and columns")
    if not 1 <= len(places) <= 2:
        raise ProblemError("a part is [row] or [row, column]")
    row, column = (_place(place) for place in (*places, None)[:2])
    return part_of(value, row, column, name)


def _place(place: object) -> int | None:
    if place is None:
        return None
    if type(place) is not int or place < 1:
        raise ProblemError(f"rows and columns are counted 1, 2, 3, and {place!r} is none of these")
    return place - 1


def _number(value: object) -> Exact:
    if type(value) is int:
        return Exact(value)
    if isinstance(value, Exact):
        return value
    raise ProblemError("arithmetic is between numbers, not rows, matrices or text")
