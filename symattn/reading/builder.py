"""What each rule of the grammar builds: one method of `Builder` a rule."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from symattn.reading.ambiguities import refuse_implied_divisor, refuse_open_end, refuse_pair, refuse_raised_bare_root
from symattn.reading.calls import Brackets, Function, bare_call, call, positive_whole
from symattn.reading.refusal import Refusal
from symattn.reading.rows import grid, stacked
from symattn.reading.tree import (
    Call,
    Grid,
    Group,
    Infinity,
    Negative,
    Node,
    Number,
    Percent,
    Power,
    Product,
    Quotient,
    Row,
    Span,
    Sum,
    ungrouped,
)

Parts = list[Any]


class Builder:
    """The parts of a rule in, nodes and Lark's tokens from left to right; what the rule stands for out.

    The value of a token of Lark's is our own token.
    """

    # -- operators ----------------------------------------------------------------------------------------------

    def sum(self, parts: Parts) -> Node:
        """Terms with signs between them, as one flat sum."""
        terms = [parts[0]]
        for sign, term in zip(parts[1::2], parts[2::2], strict=True):
            terms.append(self.signed([sign, term]))
        return Sum(tuple(terms), _reach(terms))

    def signed(self, parts: Parts) -> Node:
        """An operand with a sign before it."""
        sign, operand = parts
        return operand if sign.value.value == "+" else Negative(operand, _reach(parts))

    def product(self, parts: Parts) -> Node:
        """Factors and divisors, taken from left to right, as one quotient of products."""
        tops: list[Node] = [parts[0]]
        bottoms: list[Node] = []
        for i in range(1, len(parts), 2):
            left, sign, right = parts[i - 1], parts[i].value.value, parts[i + 1]
            refuse_open_end(left, sign, right)
            if sign == "/":
                refuse_implied_divisor(left, right)
            (bottoms if sign == "/" else tops).append(right)
        span = _reach(parts)
        top = tops[0] if len(tops) == 1 else Product(tuple(tops), span)
        if not bottoms:
            return top
        return Quotient(top, bottoms[0] if len(bottoms) == 1 else Product(tuple(bottoms), _reach(bottoms)), span)

    def implied(self, parts: Parts) -> Node:
        """Factors side by side."""
        for left, right in pairwise(parts):
            refuse_pair(left, right)
            refuse_open_end(left, "", right)
        return Product(tuple(parts), _reach(parts), is_implicit=True)

    def power(self, parts: Parts) -> Node:
        """A base with its exponent."""
        base, _, exponent = parts
        refuse_raised_bare_root(base, exponent)
        return Power(base, exponent, _reach(parts))

    # -- atoms --------------------------------------------------------------------------------------------------

    def number(self, parts: Parts) -> Node:
        """A number, whose token carries its node."""
        node: Number = parts[0].value.value
        return node

    def name(self, parts: Parts) -> Node:
        """A symbol or constant, whose token carries its node."""
        node: Node = parts[0].value.value
        return node

    def infinity(self, parts: Parts) -> Node:
        """An infinity sign."""
        return Infinity(_reach(parts))

    def percent(self, parts: Parts) -> Node:
        """A number in hundredths."""
        return Percent(parts[0].value.value, _reach(parts))

    def group(self, parts: Parts) -> Node:
        """An expression in brackets, or a row when there are commas; a matrix in brackets stays what it is."""
        (brackets,) = parts
        if brackets.is_list and brackets.opening == "{":
            raise Refusal(brackets.span[0], "a set is not read; write [a, b] for a row")
        if brackets.is_list:
            return stacked(brackets.entries, brackets.span)
        (inner,) = brackets.entries
        return inner if isinstance(inner, (Row, Grid)) else Group(inner, brackets.span)

    def fraction(self, parts: Parts) -> Node:
        """A fraction in LaTeX."""
        return Quotient(ungrouped(parts[1]), ungrouped(parts[2]), _reach(parts))

    def root(self, parts: Parts) -> Node:
        """A root in LaTeX or with a root sign; the sign alone has no bar to show where it ends."""
        sign, radicand = parts[0].value, parts[-1]
        is_bare = sign.text != r"\sqrt" and not isinstance(radicand, Group)
        inner = ungrouped(radicand)
        if len(parts) == 3:
            return Call("root", (inner, _root_index(parts[1])), _reach(parts))
        if sign.value == 2:
            return Call("sqrt", (inner,), _reach(parts), is_bare)
        index = Number(Fraction(sign.value), "", 0, (sign.start, sign.end))
        return Call("root", (inner, index), _reach(parts), is_bare)

    # -- functions ----------------------------------------------------------------------------------------------

    def function(self, parts: Parts) -> Function:
        """A function name, with the base of its logarithm and the power it is raised to."""
        token, *extras = parts
        base = ungrouped(extras.pop(0)) if token.type == "LOG_BASE" else None
        return Function(token.value, base, positive_whole(extras[1]) if extras else None)

    def call(self, parts: Parts) -> Node:
        """A function with its arguments in brackets."""
        return call(*parts)

    def bare_call(self, parts: Parts) -> Node:
        """A function with one factor after it: ln 2."""
        return bare_call(*parts)

    # -- lists and matrices -------------------------------------------------------------------------------------

    def bracketed(self, parts: Parts) -> Brackets:
        """What stands in round or curly brackets."""
        opening, (entries, is_list), _ = parts
        return Brackets(opening.value.value, entries, is_list, _reach(parts))

    def line(self, parts: Parts) -> tuple[list[Node], bool]:
        """The entries between brackets or semicolons, and whether there is a comma."""
        entries = [part for part in parts if not _is_token(part)]
        return entries, len(entries) < len(parts)

    def list(self, parts: Parts) -> Node:
        """[a, b], a row; [[a, b], [c, d]] or [a, b; c, d], rows."""
        lines = [part[0] for part in parts if not _is_token(part)]
        return stacked(lines[0], _reach(parts)) if len(lines) == 1 else grid(lines, _reach(parts))

    def matrix(self, parts: Parts) -> Node:
        """A matrix environment; the last row may be empty."""
        rows = [part for part in parts if not _is_token(part)]
        if len(rows) > 1 and rows[-1] == [None]:
            rows.pop()
        for i, cells in enumerate(rows):
            if None in cells:
                raise Refusal(_reach(parts)[0], f"entry {cells.index(None) + 1} of row {i + 1} is empty")
        return grid(rows, _reach(parts))

    def cells(self, parts: Parts) -> Parts:
        """The cells of a row of a matrix environment."""
        return [part for part in parts if not _is_token(part)]

    def cell(self, parts: Parts) -> Node | None:
        """One cell, or None where it is empty."""
        return parts[0] if parts else None


def _is_token(part: object) -> bool:
    return isinstance(part, str)


def _reach(parts: Parts) -> Span:
    """From the first part to the last, each a token or something with a span."""
    first, last = parts[0], parts[-1]
    start: int = first.value.start if _is_token(first) else first.span[0]
    end: int = last.value.end if _is_token(last) else last.span[1]
    return start, end


def _root_index(index: Node) -> Node:
    r"""The n of \sqrt[n]{x}."""
    if isinstance(index, Row) and len(index.entries) == 1:
        return index.entries[0]
    raise Refusal(index.span[0], "the index of a root is one number")
