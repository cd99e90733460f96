"""What each rule of the grammar builds: one method of `Builder` a rule."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from symattn.reading.ambiguities import (
    is_whole,
    refuse_implied_divisor,
    refuse_open_end,
    refuse_pair,
    refuse_raised_bare_root,
    refuse_raised_bare_sqrt,
)
from symattn.reading.refusal import Refusal
from symattn.reading.rows import grid, stacked
from symattn.reading.tape import Token
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
from symattn.reading.words import ARGUMENTS

Parts = list[Any]
MATRIX_WORDS = ("matrix", "array")


class Builder:
    """One method for each rule: its parts, nodes and tokens as Lark hands them over, in; a node out."""

    # -- operators ----------------------------------------------------------------------------------------------

    def sum(self, parts: Parts) -> Node:
        """Terms with signs between them, as one flat sum."""
        terms = [parts[0]]
        for sign, term in zip(parts[1::2], parts[2::2], strict=True):
            terms.append(term if sign.value.value == "+" else Negative(term, (start(sign), term.span[1])))
        return Sum(tuple(terms), reach(terms))

    def signed(self, parts: Parts) -> Node:
        """-a or +a."""
        sign, operand = parts
        return operand if sign.value.value == "+" else Negative(operand, (start(sign), operand.span[1]))

    def product(self, parts: Parts) -> Node:
        """Factors and divisors, taken from left to right, as one quotient of products."""
        tops: list[Node] = [parts[0]]
        bottoms: list[Node] = []
        for i in range(1, len(parts), 2):
            left, sign, right = parts[i - 1], parts[i].value.value, parts[i + 1]
            refuse_open_end(left, right)
            if sign == "/":
                refuse_implied_divisor(left, right)
            (bottoms if sign == "/" else tops).append(right)
        span = reach(parts[::2])
        top = tops[0] if len(tops) == 1 else Product(tuple(tops), span)
        if not bottoms:
            return top
        return Quotient(top, bottoms[0] if len(bottoms) == 1 else Product(tuple(bottoms), span), span)

    def implied(self, parts: Parts) -> Node:
        """Factors side by side."""
        for left, right in pairwise(parts):
            refuse_open_end(left, right, side_by_side=True)
            refuse_pair(left, right)
        return Product(tuple(parts), reach(parts), is_implicit=True)

    def power(self, parts: Parts) -> Node:
        """A base with its exponent."""
        base, _, exponent = parts
        refuse_raised_bare_root(base, exponent)
        return Power(base, exponent, reach([base, exponent]))

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
        return Infinity(whole(parts))

    def percent(self, parts: Parts) -> Node:
        """A number in hundredths."""
        return Percent(parts[0], (parts[0].span[0], parts[1].end_pos))

    def group(self, parts: Parts) -> Node:
        """An expression in brackets; a matrix stays what it is."""
        inner = parts[1]
        return inner if isinstance(inner, (Row, Grid)) else Group(inner, whole(parts))

    def fraction(self, parts: Parts) -> Node:
        """A fraction in LaTeX."""
        return Quotient(ungrouped(parts[1]), ungrouped(parts[2]), whole(parts))

    def root(self, parts: Parts) -> Node:
        """A root in LaTeX or with a root sign; the sign alone has no bar to show where it ends."""
        sign, radicand = parts[0], parts[-1]
        glyph = sign.value.text != r"\sqrt"
        is_bare = glyph and not isinstance(radicand, Group)
        radicand = ungrouped(radicand)
        if len(parts) > 2 and glyph:
            raise Refusal(start(sign), "write root(x, n) for the n-th root of x")
        if len(parts) > 2:
            return Call("root", (radicand, parts[2]), whole(parts))
        if sign.value.value == 2:
            return Call("sqrt", (radicand,), whole(parts), is_bare)
        index = Number(sign.value.value, "", 0, (start(sign), start(sign)))
        return Call("root", (radicand, index), whole(parts), is_bare)

    # -- functions ----------------------------------------------------------------------------------------------

    def function(self, parts: Parts) -> tuple[Token, Node | None, Node | None]:
        """A function name with the base of its logarithm and the power it is raised to, if any."""
        token: Token = parts[0].value
        extras = parts[1:]
        base = ungrouped(extras.pop(0)) if token.type == "LOG_BASE" else None
        return token, base, extras[0] if extras else None

    def raised(self, parts: Parts) -> Node:
        """The exponent of ln^2 x; ln^-1 could be an inverse function."""
        power = ungrouped(parts[1])
        if not (isinstance(power, Number) and power.digits.isdigit() and power.value > 0):
            raise Refusal(parts[1].span[0], "a function may only be raised to a positive whole number here")
        return power

    def call(self, parts: Parts) -> Node:
        """A function with its arguments in brackets."""
        (token, base, raised), arguments = parts[0], [part for part in parts[2:-1] if not is_token(part)]
        span = (token.start, parts[-1].end_pos)
        low, high = ARGUMENTS[token.value]
        if not low <= len(arguments) <= high:
            name = token.text.lstrip("\\")
            taken = f"{name} takes {count(low, high)}, not {len(arguments)}"
            raise Refusal(token.start, f"{taken}; a decimal is written 0.5")
        if token.value in MATRIX_WORDS:
            return matrix_of(token, arguments[0])
        if token.value == "fraction":
            return fraction_of(token, arguments, span)
        return call_of(token, base, raised, tuple(arguments), span, is_bare=False)

    def bare_call(self, parts: Parts) -> Node:
        """A function with one factor after it: ln 2."""
        (token, base, raised), argument = parts
        if ARGUMENTS[token.value][0] > 1 or token.value in MATRIX_WORDS:
            raise Refusal(token.start, f"{token.text} needs brackets around its arguments")
        if token.value == "sqrt":
            refuse_raised_bare_sqrt(argument, token.start)
        return call_of(token, base, raised, (argument,), (token.start, argument.span[1]), is_bare=True)

    # -- matrices -----------------------------------------------------------------------------------------------

    def row(self, parts: Parts) -> Node:
        """(a, b), a row."""
        if parts[0].value.value == "{":
            raise Refusal(start(parts[0]), "a set is not read; write [a, b] for a row")
        return stacked([part for part in parts[1:-1] if not is_token(part)], whole(parts))

    def line(self, parts: Parts) -> Parts:
        """The entries between two semicolons."""
        return [part for part in parts if not is_token(part)]

    def list(self, parts: Parts) -> Node:
        """[a, b], a row; [[a, b], [c, d]] or [a, b; c, d], rows."""
        lines = [part for part in parts[1:-1] if not is_token(part)]
        if len(lines) == 1:
            return stacked(lines[0], whole(parts))
        return grid(lines, whole(parts))

    def matrix(self, parts: Parts) -> Node:
        """A matrix environment; the last row may be empty."""
        rows = [part for part in parts[1:-1] if not is_token(part)]
        if len(rows) > 1 and rows[-1] == [None]:
            rows.pop()
        for i, cells in enumerate(rows):
            if None in cells:
                raise Refusal(start(parts[0]), f"entry {cells.index(None) + 1} of row {i + 1} is empty")
        return grid(rows, whole(parts))

    def cells(self, parts: Parts) -> Parts:
        """The cells of a row of a matrix environment."""
        return [part for part in parts if not is_token(part)]

    def cell(self, parts: Parts) -> Node | None:
        """One cell, or None where it is empty."""
        return parts[0] if parts else None


# -- spans ----------------------------------------------------------------------------------------------------------


def is_token(part: object) -> bool:
    """Whether a part is a token rather than something built."""
    return isinstance(part, str)


def start(token: Any) -> int:
    """Where a token starts."""
    position: int = token.start_pos
    return position


def whole(parts: Parts) -> Span:
    """From the first part to the last, each a token or a node."""
    first, last = parts[0], parts[-1]
    return (
        first.start_pos if is_token(first) else first.span[0],
        last.end_pos if is_token(last) else last.span[1],
    )


def reach(nodes: Sequence[Node]) -> Span:
    """From the first node to the last."""
    return nodes[0].span[0], nodes[-1].span[1]


# -- functions ------------------------------------------------------------------------------------------------------


def call_of(
    token: Token, base: Node | None, raised: Node | None, arguments: tuple[Node, ...], span: Span, *, is_bare: bool
) -> Node:
    """The call, raised to its power."""
    function: str = token.value
    if base is not None:
        arguments = (*arguments, base)
    elif function == "log" and len(arguments) == 2:
        function = "log_base"
    node: Node = Call(function, arguments, span, is_bare)
    return node if raised is None else Power(node, raised, span)


def count(low: int, high: int) -> str:
    """How many arguments, in words."""
    numbers = {1: "one argument", 2: "two arguments"}
    return numbers[high] if low == high else f"{numbers[low].split()[0]} or {numbers[high]}"


def matrix_of(token: Token, argument: Node) -> Node:
    """What stands in Matrix(...), array(...) or tensor(...)."""
    if isinstance(argument, Row) and token.value == "matrix":
        raise Refusal(
            token.start, f"{token.text} of a flat list is a column; write [[1], [2]] for a column, [1, 2] for a row"
        )
    if not isinstance(argument, (Row, Grid)):
        raise Refusal(token.start, f"{token.text} takes a list of rows")
    return argument


def fraction_of(token: Token, arguments: Sequence[Node], span: Span) -> Node:
    """Rational(1, 2) of whole numbers."""
    if not all(is_whole(argument.operand if isinstance(argument, Negative) else argument) for argument in arguments):
        raise Refusal(token.start, f"{token.text} takes two whole numbers")
    return Quotient(arguments[0], arguments[1], span)
