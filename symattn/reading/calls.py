"""Functions and what they are applied to: how many arguments each takes, and words that only wrap a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symattn.reading.ambiguities import is_whole, refuse_raised_bare_sqrt
from symattn.reading.refusal import Refusal
from symattn.reading.tape import Token
from symattn.reading.tree import Call, Grid, Negative, Node, Number, Power, Quotient, Row, Span, ungrouped
from symattn.reading.words import ARGUMENTS

_MATRIX_WORDS = ("matrix", "array")


@dataclass(frozen=True, slots=True)
class Brackets:
    """What stands between round or curly brackets: one expression, or a list when there is a comma."""

    opening: str
    entries: list[Node]
    is_list: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Function:
    """A function name as typed, with the base of a logarithm and the exponent of ln^2 x, if any."""

    token: Token
    base: Node | None
    raised: Node | None

    @property
    def name(self) -> str:
        """What the function is called in the tree."""
        name: str = self.token.value
        return name


def call(function: Function, brackets: Brackets) -> Node:
    """A function of the arguments in brackets."""
    arguments, span = brackets.entries, (function.token.start, brackets.span[1])
    least, most = ARGUMENTS[function.name]
    if not least <= len(arguments) <= most:
        taken = f"{_spelt(function)} takes {_count(least, most)}, not {len(arguments)}"
        raise Refusal(function.token.start, f"{taken}; a decimal is written 0.5")
    if function.name in _MATRIX_WORDS:
        return _matrix(function, arguments[0])
    if function.name == "fraction":
        return _fraction(function, arguments, span)
    return _applied(function, arguments, span, is_bare=False)


def bare_call(function: Function, argument: Node) -> Node:
    """A function of the one factor after it, typed without brackets."""
    if ARGUMENTS[function.name][0] > 1 or function.name in _MATRIX_WORDS:
        raise Refusal(function.token.start, f"{_spelt(function)} needs brackets around what it is given")
    if function.name == "sqrt":
        refuse_raised_bare_sqrt(argument, function.token.start)
    return _applied(function, [argument], (function.token.start, argument.span[1]), is_bare=True)


def positive_whole(exponent: Node) -> Node:
    """The exponent of ln^2 x; ln^-1 could be an inverse function."""
    power = ungrouped(exponent)
    if isinstance(power, Number) and is_whole(power) and power.value > 0:
        return power
    raise Refusal(exponent.span[0], "a function name takes only a positive whole exponent; write (ln x)^n for others")


def _applied(function: Function, arguments: Sequence[Node], span: Span, *, is_bare: bool) -> Node:
    name = function.name
    if function.base is not None:
        arguments = [*arguments, function.base]
    elif name == "log" and len(arguments) == 2:
        name = "log_base"
    node: Node = Call(name, tuple(arguments), span, is_bare)
    return node if function.raised is None else Power(node, function.raised, span)


def _matrix(function: Function, argument: Node) -> Node:
    """What stands in Matrix(...), array(...) or tensor(...)."""
    if isinstance(argument, Row) and function.name == "matrix":
        flat = f"{_spelt(function)} of a flat list is a column"
        raise Refusal(function.token.start, f"{flat}; write [[1], [2]] for a column, [1, 2] for a row")
    if not isinstance(argument, (Row, Grid)):
        raise Refusal(function.token.start, f"{_spelt(function)} takes a list of rows")
    return argument


def _fraction(function: Function, arguments: Sequence[Node], span: Span) -> Node:
    """Rational(1, 2) of whole numbers."""
    if not all(is_whole(argument.operand if isinstance(argument, Negative) else argument) for argument in arguments):
        raise Refusal(function.token.start, f"{_spelt(function)} takes two whole numbers")
    return Quotient(arguments[0], arguments[1], span)


def _spelt(function: Function) -> str:
    return function.token.text.lstrip("\\").rstrip("_")


def _count(least: int, most: int) -> str:
    numbers = {1: "one argument", 2: "two arguments"}
    return numbers[most] if least == most else f"{numbers[least].split()[0]} or {numbers[most]}"
