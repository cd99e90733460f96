"""What a reader should be told about how a tree was understood, without anything being wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from symattn.reading.spelling import spell
from symattn.reading.tree import (
    Call,
    Group,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Row,
    Symbol,
    walk,
)


def remarks(root: Node, source: str, *, is_latex: bool) -> Iterator[tuple[int, str]]:
    """Positions and sentences, parents before children."""
    for node, _ in walk(root):
        match node:
            case Call(function="log", span=span):
                yield span[0], "log is read as the natural logarithm"
            case Call(function="lg", span=span):
                yield span[0], "lg is read as the logarithm to base 10"
            case Call(function="sqrt", span=span) if source.startswith(r"\sqrt(", span[0]):
                yield span[0], rf"\sqrt( ) is read as {spell(node)}"
            case Row(entries=entries, span=span):
                yield from _typed_like_a_decimal(entries, source, span[0])
            case Product(is_implicit=True, factors=factors):
                yield from _neighbours(factors, is_latex=is_latex)
            case Quotient(top=top, bottom=Number(), span=span):
                yield from _short_exponent(top, node, span[0])
            case Power(exponent=exponent, span=span) if is_latex and _is_bare_number(exponent):
                if exponent.span[1] - exponent.span[0] > 1:
                    yield span[0], f"the whole of {source[exponent.span[0] : exponent.span[1]]} is read as the exponent"
            case _:
                pass


def _typed_like_a_decimal(entries: tuple[Node, ...], source: str, start: int) -> Iterator[tuple[int, str]]:
    """(0,5) looks like a decimal comma."""
    if len(entries) != 2 or not source.startswith("(", start):
        return
    left, right = entries
    if isinstance(left, Number) and isinstance(right, Number) and right.span[0] == left.span[1] + 1:
        one, other = spell(left), spell(right)
        yield start, f"({one},{other}) is read as a row of two entries; a decimal is written {one}.{other}"


def _neighbours(factors: tuple[Node, ...], *, is_latex: bool) -> Iterator[tuple[int, str]]:
    """x(1+e) looks like a function, and e^2x may be meant as e^(2x) where no raised figures show the difference."""
    for left, right in pairwise(factors):
        touching = left.span[1] == right.span[0]
        if isinstance(left, Symbol) and isinstance(right, Group) and touching:
            yield left.span[0], f"{left.name}( ) is read as the product {spell(left)}*{spell(right)}"
        if isinstance(left, Power) and _is_bare_number(left.exponent) and touching and not is_latex:
            yield left.span[0], f"the exponent ends before {spell(right)}: read as ({spell(left)})*{spell(right)}"


def _short_exponent(top: Node, whole: Quotient, start: int) -> Iterator[tuple[int, str]]:
    """e^1/2 is (e^1)/2."""
    last = top.factors[-1] if isinstance(top, Product) else top
    if isinstance(last, Power) and _is_bare_number(last.exponent):
        yield start, f"the exponent ends before the /: read as {spell(whole)}"


def _is_bare_number(node: Node) -> bool:
    return isinstance(node, Number) or (isinstance(node, Negative) and isinstance(node.operand, Number))
