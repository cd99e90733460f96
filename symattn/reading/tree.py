"""The syntax tree of a text: frozen data, each node with the span of source characters that it was read from.

Spans are (start, end), 0-based, end exclusive. Two nodes are equal when they say the same, wherever they stand, so
spans and the digits as typed take no part in comparison.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Number:
    """A rational as typed: ``digits`` times ten to ``exponent``; ``digits`` is empty for a fraction such as ½."""

    value: Fraction
    digits: str = field(compare=False)
    exponent: int = field(compare=False)
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Constant:
    """Euler's number ``e`` or ``pi``."""

    name: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A free symbol, with its subscript: ``k``, ``alpha``, ``x_1``."""

    name: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Infinity:
    """An infinity sign; only -oo, alone or as a whole entry, has a meaning."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Percent:
    """A number in hundredths."""

    number: Number
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Group:
    """What stands in round or curly brackets; kept because an ambiguity ends where brackets begin."""

    inner: Node
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A function of its arguments; ``is_bare`` when typed without brackets around them, as in ``ln 2``."""

    function: str
    arguments: tuple[Node, ...]
    span: Span = field(compare=False)
    is_bare: bool = field(compare=False, default=False)


@dataclass(frozen=True, slots=True)
class Power:
    """A base raised to an exponent."""

    base: Node
    exponent: Node
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Product:
    """Factors side by side (``is_implicit``) or joined by multiplication signs."""

    factors: tuple[Node, ...]
    span: Span = field(compare=False)
    is_implicit: bool = field(compare=False, default=False)


@dataclass(frozen=True, slots=True)
class Quotient:
    """A numerator over a denominator."""

    top: Node
    bottom: Node
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Negative:
    """The negative of its operand."""

    operand: Node
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms added up; a subtracted term is Negative."""

    terms: tuple[Node, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Row:
    """A flat list or tuple: one row of a matrix."""

    entries: tuple[Node, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows of a matrix, all of one length."""

    rows: tuple[tuple[Node, ...], ...]
    span: Span = field(compare=False)


Node: TypeAlias = (
    Number
    | Constant
    | Symbol
    | Infinity
    | Percent
    | Group
    | Call
    | Power
    | Product
    | Quotient
    | Negative
    | Sum
    | Row
    | Grid
)


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly below a node, from left to right."""
    match node:
        case Group(inner=inner) | Negative(operand=inner) | Percent(number=inner):
            return (inner,)
        case Call(arguments=parts) | Product(factors=parts) | Sum(terms=parts) | Row(entries=parts):
            return parts
        case Power(base=first, exponent=second) | Quotient(top=first, bottom=second):
            return (first, second)
        case Grid(rows=rows):
            return tuple(entry for row in rows for entry in row)
        case _:
            return ()


def walk(root: Node) -> Iterator[tuple[Node, int]]:
    """Every node with its depth below the root, parents first, left to right; without recursion."""
    waiting = [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        yield node, depth
        waiting += [(child, depth + 1) for child in reversed(children(node))]


def ungrouped(node: Node) -> Node:
    """The node without the brackets around it."""
    while isinstance(node, Group):
        node = node.inner
    return node
