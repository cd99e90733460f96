r"""How wide a formula will be, in em of its font: enough to know when a line of LaTeX must be broken.

Widths follow Computer Modern; they are estimates and tend to be a little too large.

    >>> round(width(r"\frac{1}{2} + e"), 1)
    2.7
"""

from __future__ import annotations

from symattn.rendering.commands import DELIMITED, FUNCTIONS, STYLES
from symattn.rendering.texmath import Character, Command, Group, Matrix, Node, Nodes, Script, Words
from symattn.rendering.texreading import read_math

LONGEST = 4000  # a formula of more characters is wider than any page
ENDLESS = 1e6
_SPACES = {"quad": 1.0, "qquad": 2.0, "enspace": 0.5, ",": 0.17, "thinspace": 0.17, ":": 0.22, ";": 0.28, "!": -0.17}
_SMALLER = {0: 0.7, 1: 0.7, 2: 0.75}  # by how deep scripts are nested already
_RELATIONS = frozenset({"approx", "le", "ge", "ne", "in", "to", "quad", "cdot", "times", "pm", "sim", "equiv"})
_FRACTIONS = frozenset({"frac", "dfrac", "tfrac", "cfrac", "binom", "dbinom", "tbinom"})
_COLUMN_GAP = 1.0
_BRACKETS = 1.2


def width(latex: str) -> float:
    """The width of a formula that stands in a display."""
    return ENDLESS if len(latex) > LONGEST else _of(read_math(latex), display=True)


def width_of(nodes: Nodes) -> float:
    """The same of a formula that has been read."""
    return _of(nodes, display=True)


def _of(nodes: Nodes, *, display: bool = False, depth: int = 0) -> float:
    found = 0.0
    for node in nodes:
        display = display or (isinstance(node, Command) and node.name == "displaystyle")
        found += _of_node(node, display, depth)
    return found


def _of_node(node: Node, display: bool, depth: int) -> float:
    match node:
        case Character(sign):
            return _of_sign(sign, depth)
        case Words(_, text):
            return 0.55 * len(text)
        case Group(inner):
            return _of(inner, display=display, depth=depth)
        case Script(_, inner):
            return _SMALLER.get(depth, 1.0) * _of(inner, depth=depth + 1) + 0.05
        case Matrix(name, rows):
            return _of_matrix(name, rows, display)
        case Command(name, arguments, option):
            return _of_command(name, arguments, option, display, depth)
    raise AssertionError(node)


def _of_sign(sign: str, depth: int) -> float:
    if sign == " ":
        return 0.0
    if sign in "+-*/<>=":
        return 0.78 if depth else {"/": 0.5}.get(sign, 1.3)
    if sign in "()[]|,.:;!'":
        return 0.4
    return 0.5 if sign.isdigit() else 0.95 if sign in "mwMW" or sign.isupper() else 0.58


def _of_command(name: str, arguments: tuple[Nodes, ...], option: Nodes | None, display: bool, depth: int) -> float:
    if name in _FRACTIONS:
        inside = 1.0 if display or name == "dfrac" else _SMALLER.get(depth, 1.0)
        return inside * max(_of(a, depth=depth) for a in arguments) + 0.3
    if name == "sqrt":
        return 0.85 + _of(arguments[0], depth=depth) + (0.3 if option else 0.0)
    if name in DELIMITED:
        return 0.6 if name in ("left", "right") else 0.8
    if name in _SPACES:
        return _SPACES[name]
    if name in STYLES:
        return 0.0
    if name in FUNCTIONS or name == "operatorname":
        return 0.5 * len(name) + 0.35 if not arguments else 0.35 + _of(arguments[0])
    if arguments:
        return 0.1 + max(_of(a, display=display, depth=depth) for a in arguments)
    return 1.35 if name in _RELATIONS and not depth else 1.0


def _of_matrix(name: str, rows: tuple[tuple[Nodes, ...], ...], display: bool) -> float:
    aligned = name in ("aligned", "split", "gathered")
    columns = [0.0] * max(len(row) for row in rows)
    for row in rows:
        for j, cell in enumerate(row):
            columns[j] = max(columns[j], _of(cell, display=display and aligned))
    return sum(columns) + (0.0 if aligned else _COLUMN_GAP * (len(columns) - 1) + _BRACKETS)


__all__ = ["ENDLESS", "width", "width_of"]
