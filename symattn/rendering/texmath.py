r"""LaTeX formulas as trees, and how a tree is written out; `texreading` makes them.

    >>> write_tree((Command("frac", ((Character("1"),), (Character("2"),))),))
    '\\frac{1}{2}'

Only what the tree holds is ever printed, so nothing reaches TeX or KaTeX unchecked. How wide a formula is and how it
reads as plain text are asked of the same tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from symattn.rendering.commands import DELIMITED


@dataclass(frozen=True, slots=True)
class Character:
    """One sign as it stands: a letter, a digit, an operator, a space."""

    sign: str


@dataclass(frozen=True, slots=True)
class Command:
    r"""A command with its arguments: \infty, \frac{..}{..}, \sqrt[..]{..}; for \left the delimiter is in ``option``."""

    name: str
    arguments: tuple[Nodes, ...] = ()
    option: Nodes | None = None


@dataclass(frozen=True, slots=True)
class Words:
    r"""\text{...}: words, which each format escapes in its own way."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Group:
    """What stands in braces."""

    inner: Nodes


@dataclass(frozen=True, slots=True)
class Script:
    """A superscript or subscript; ``sign`` is ^ or _."""

    sign: str
    inner: Nodes


@dataclass(frozen=True, slots=True)
class Matrix:
    """An environment of rows and cells."""

    name: str
    rows: tuple[tuple[Nodes, ...], ...]


Node: TypeAlias = Character | Command | Words | Group | Script | Matrix
Nodes: TypeAlias = tuple[Node, ...]


def small(nodes: Nodes) -> Nodes:
    """The formula for a line of text: matrices of several rows become small ones."""
    found: list[Node] = []
    for node in nodes:
        if isinstance(node, Matrix) and node.name == "bmatrix" and len(node.rows) > 1:
            found += [Command("left", (), (Character("["),)), Matrix("smallmatrix", node.rows)]
            found.append(Command("right", (), (Character("]"),)))
        else:
            found.append(node)
    return tuple(found)


# -- writing --------------------------------------------------------------------------------------------------------


def write_tree(nodes: Nodes, *, words: Callable[[str], str] = str, angles: tuple[str, str] = ("<", ">")) -> str:
    r"""The formula in LaTeX; ``words`` escapes what stands in \text, ``angles`` are the signs for < and >."""
    written = ""
    for node in nodes:
        piece = _written(node, words, angles)
        if written and piece[:1].isalpha() and re.search(r"\\[A-Za-z]+$", written):
            written += " "
        written += piece
    return written


def _stripped(cell: str) -> str:
    r"""A cell without spaces around it, but with the space of a last "\ "."""
    cell = cell.strip()
    return f"{cell} " if cell.endswith("\\") else cell


def _written(node: Node, words: Callable[[str], str], angles: tuple[str, str]) -> str:
    def inner(nodes: Nodes) -> str:
        return write_tree(nodes, words=words, angles=angles)

    match node:
        case Character(sign):
            return angles["<>".index(sign)] if sign in "<>" else sign
        case Words(name, text):
            return f"\\{name}{{{words(text)}}}"
        case Group(nodes):
            return f"{{{inner(nodes)}}}"
        case Script(sign, nodes):
            return f"{sign}{{{inner(nodes)}}}"
        case Matrix(name, rows):
            written_rows = [" & ".join(_stripped(inner(cell)) for cell in row) for row in rows]
            # After \\ a bracket would be its argument, and a star its other form.
            lines = r" \\ ".join(f"{{}}{row}" if row.startswith(("[", "*")) else row for row in written_rows)
            return rf"\begin{{{name}}}{lines}\end{{{name}}}"
        case Command(name, arguments, option):
            if name in DELIMITED:
                return f"\\{name}{inner(option or ())}"
            index = f"[{inner(option)}]" if option else ""
            return f"\\{name}{index}" + "".join(f"{{{inner(argument)}}}" for argument in arguments)
    raise AssertionError(node)


__all__ = [
    "Character",
    "Command",
    "Group",
    "Matrix",
    "Node",
    "Nodes",
    "Script",
    "Words",
    "small",
    "write_tree",
]
