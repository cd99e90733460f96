"""A tree spelt out in plain text with every bracket written, to show how something was or could be read."""

from __future__ import annotations

from collections.abc import Iterable

from symattn.reading.tree import (
    Call,
    Constant,
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
    Sum,
    Symbol,
)

_ATOMS = (Number, Constant, Symbol, Call, Group, Row, Grid, Infinity)


def spell(node: Node, longest: int = 40) -> str:
    r"""The node in plain text, or "..." where that would be too long to help.

    >>> from symattn.reading.grammar import parse
    >>> spell(parse("\\frac{2e}{1+e^{-1}}").root)
    '(2*e)/(1 + e^(-1))'
    """
    text = _spell(node)
    return text if len(text) <= longest else "..."


def _spell(node: Node) -> str:
    match node:
        case Number(value=value, digits=digits, exponent=exponent):
            return digits if digits and not exponent else str(value)
        case Constant(name=name) | Symbol(name=name):
            return name
        case Infinity():
            return "oo"
        case Percent(number=number):
            return f"{_spell(number)}%"
        case Group(inner=inner):
            return f"({_spell(inner)})"
        case Call(function="log_base", arguments=(argument, base)):
            return f"log_{_tight(base)}({_spell(argument)})"
        case Call(function=function, arguments=arguments):
            return f"{function}({', '.join(map(_spell, arguments))})"
        case Power(base=base, exponent=power):
            return f"{_tight(base)}^{_tight(power)}"
        case Product(factors=factors):
            return "*".join(_factor(factor) for factor in factors)
        case Quotient(top=top, bottom=bottom):
            return f"{_tight(top)}/{_tight(bottom)}"
        case Negative(operand=operand):
            return f"-{_factor(operand)}"
        case Sum(terms=terms):
            return " + ".join(map(_spell, terms)).replace(" + -", " - ")
        case Row(entries=entries):
            return _listed(map(_spell, entries))
        case Grid(rows=rows):
            return _listed(_listed(map(_spell, row)) for row in rows)


def _listed(entries: Iterable[str]) -> str:
    return f"[{', '.join(entries)}]"


def _tight(node: Node) -> str:
    return _spell(node) if isinstance(node, _ATOMS) and _is_plain(node) else f"({_spell(node)})"


def _factor(node: Node) -> str:
    return _spell(node) if isinstance(node, (*_ATOMS, Power)) else f"({_spell(node)})"


def _is_plain(node: Node) -> bool:
    return not (isinstance(node, Number) and "/" in _spell(node))
