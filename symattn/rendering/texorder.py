"""What TeX refuses although every command of it is known: signs in an order that has no meaning.

>>> from symattn.rendering.texreading import read_math
>>> read_math("x^2^3")
Traceback (most recent call last):
    ...
symattn.errors.DocumentError: two superscripts one after the other: write braces, {x^2}^3 or x^{2^3}
"""

from __future__ import annotations

from collections.abc import Sequence

from symattn.errors import DocumentError
from symattn.rendering.commands import OPERATORS
from symattn.rendering.texmath import Character, Command, Node, Nodes, Script

MOST_CELLS = {"cases": 2, "gathered": 1}  # columns of environments that have a fixed number
_TWICE = {
    "^": "two superscripts one after the other: write braces, {x^2}^3 or x^{2^3}",
    "_": "two subscripts one after the other: write braces, {x_1}_2 or x_{1 2}",
}


def check_order(nodes: Sequence[Node]) -> None:
    r"""Refuse double scripts, \left without \right, \limits after what is no operator, and \hline within a line."""
    seen = ""  # the scripts of the last base
    opened = 0
    last: Node | None = None
    for place, node in enumerate(nodes):
        if isinstance(node, Script):
            if node.sign in seen:
                raise DocumentError(_TWICE[node.sign])
            seen += node.sign
        elif node == Character("'"):
            if "^" in seen:
                raise DocumentError("a prime after a superscript: write it within, x^{2'}, or with braces, {x^2}'")
        elif node != Character(" "):
            seen = ""
        if isinstance(node, Command):
            opened = _opened(node, opened)
            _check_place(node, last, place)
        last = last if node == Character(" ") else node
    if opened:
        raise DocumentError(r"\left has no \right in the same group or cell")


def _opened(node: Command, opened: int) -> int:
    r"""How many \left are open after a command."""
    if node.name == "left":
        return opened + 1
    if node.name in ("right", "middle") and not opened:
        raise DocumentError(f"\\{node.name} has no \\left in the same group or cell")
    return opened - 1 if node.name == "right" else opened


def _check_place(node: Command, last: Node | None, place: int) -> None:
    if node.name in ("limits", "nolimits") and not (isinstance(last, Command) and last.name in OPERATORS):
        raise DocumentError(f"\\{node.name} stands right after an operator such as \\sum")
    if node.name == "hline" and last is not None and last != node:
        raise DocumentError(r"\hline stands only at the start of a row of a matrix")


def check_rows(name: str, rows: Sequence[Sequence[Nodes]]) -> None:
    r"""Refuse more cells in a row than an environment has, and \hline in a later cell than the first."""
    most = MOST_CELLS.get(name)
    for row in rows:
        if most is not None and len(row) > most:
            raise DocumentError(f"a row of {name} has at most {most} cell{'s' if most > 1 else ''}, not {len(row)}")
        if any(Command("hline") in cell for cell in row[1:]):
            raise DocumentError(r"\hline stands only at the start of a row of a matrix")


def check_whole(nodes: Nodes) -> None:
    r"""Refuse what stands only inside an environment."""
    if Command("hline") in nodes:
        raise DocumentError(r"\hline stands only at the start of a row of a matrix")


__all__ = ["check_order", "check_rows", "check_whole"]
