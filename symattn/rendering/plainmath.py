r"""Formulas of authors as plain text: \frac{1}{2} \le \sqrt{2} becomes 1/2 <= sqrt(2).

>>> plain_math(r"S^{(2)}_{ij} = \begin{bmatrix}1 & -\infty\end{bmatrix}, \quad W_Q \approx \frac{1 + e}{2}")
'S^(2)_ij = [1, -oo],  W_Q ≈ (1 + e)/2'
"""

from __future__ import annotations

import re

from symattn.rendering.commands import DELIMITED, SPACES, STYLES
from symattn.rendering.escaping import clean
from symattn.rendering.texmath import Character, Command, Group, Matrix, Node, Nodes, Script, Words
from symattn.rendering.texreading import read_math

_SIGNS = {
    "infty": "oo", "cdot": "*", "times": "x", "div": "/", "pm": "+-", "le": "<=", "leq": "<=", "leqslant": "<=",
    "ge": ">=", "geq": ">=", "geqslant": ">=", "ne": "!=", "neq": "!=", "approx": "≈", "in": "in", "notin": "not in",
    "to": "->", "rightarrow": "->", "mapsto": "->", "Rightarrow": "=>", "implies": "=>", "gets": "<-", "mid": "|",
    "top": "T", "dots": "...", "ldots": "...", "cdots": "...", "vdots": "...", "ddots": "...", "dotsc": "...",
    "dotsb": "...", "colon": ":", "lbrace": "{", "rbrace": "}", "lbrack": "[", "rbrack": "]", "langle": "<",
    "rangle": ">", "vert": "|", "lvert": "|", "rvert": "|", "Vert": "||", "lVert": "||", "rVert": "||",
    "backslash": "\\", "prime": "'", "ell": "l",
}  # fmt: skip
_SPACED = frozenset(["<=", ">=", "!=", "≈", "->", "=>", "<-", "in", "x", "*", "+-"]) | {"not in"}
_ATOM = re.compile(r"-?[\w.]+|\w+\([^()]*\)|\[.*\]")


def plain_math(source: str) -> str:
    """A formula as one line of text."""
    return _of(read_math(source)).strip()


def _of(nodes: Nodes) -> str:
    written = ""
    for node in nodes:
        piece = _of_node(node)
        if written[-1:].isalpha() and piece[:1].isalnum() and isinstance(node, Command) and not piece.startswith(" "):
            written += " "
        if piece == "  ":
            written = written.rstrip(" ")
        elif written.endswith(" "):
            piece = piece.lstrip(" ")
        written += piece
    return written


def _of_node(node: Node) -> str:
    match node:
        case Character(sign):
            return sign
        case Words(_, text):
            return clean(text)
        case Group(inner):
            return _of(inner)
        case Script(sign, inner):
            text = _of(inner).strip()
            return f"{sign}{text}" if re.fullmatch(r"\w+|\(.*\)", text) else f"{sign}({text})"
        case Matrix(name, rows):
            return _of_matrix(name, rows)
        case Command(name, arguments, option):
            return _of_command(name, arguments, option)
    raise AssertionError(node)


def _of_matrix(name: str, rows: tuple[tuple[Nodes, ...], ...]) -> str:
    cells = [[_of(cell).strip() for cell in row] for row in rows]
    if name in ("aligned", "gathered", "split", "cases"):
        return "; ".join(" ".join(row).strip() for row in cells)
    lines = [f"[{', '.join(row)}]" for row in cells]
    return lines[0] if len(lines) == 1 else f"[{', '.join(lines)}]"


def _of_command(name: str, arguments: tuple[Nodes, ...], option: Nodes | None) -> str:
    inner = [_of(argument).strip() for argument in arguments]
    if name.endswith("frac"):
        return f"{_closed(inner[0])}/{_closed(inner[1])}"
    if name == "sqrt":
        return f"root({inner[0]}, {_of(option)})" if option else f"sqrt({inner[0]})"
    if name in DELIMITED:
        delimiter = _of(option or ())
        return "" if delimiter == "." else delimiter
    if name in SPACES:
        return "  " if name in ("quad", "qquad") else "" if name == "!" else " "
    if name in STYLES:
        return ""
    if arguments:
        return " ".join(inner)
    sign = _SIGNS.get(name, name)
    return f" {sign} " if sign in _SPACED else sign


def _closed(text: str) -> str:
    return text if _ATOM.fullmatch(text) else f"({text})"


__all__ = ["plain_math"]
