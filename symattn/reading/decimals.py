"""Whether a tree is one plain decimal number, and with which digits it was typed."""

from __future__ import annotations

from symattn.reading.digits import TypedDigits
from symattn.reading.tree import Grid, Group, Negative, Node, Number, Percent, Power, Product, Row, ungrouped


def typed_digits(root: Node) -> TypedDigits | None:
    """The digits of a text that is one decimal: 0.731, -(0.05), 5.3e22, 138*10^-3, 50%; else None."""
    sign, node = _unsigned(root)
    match node:
        case Number(digits=digits, exponent=exponent) if digits:
            return TypedDigits(sign, digits, exponent)
        case Percent(number=Number(digits=digits, exponent=exponent)) if digits:
            return TypedDigits(sign, digits, exponent - 2)
        case Product(factors=(mantissa, Power(base=base, exponent=power))):
            return _scientific(sign, mantissa, base, power)
    return None


def _scientific(sign: int, mantissa: Node, base: Node, power: Node) -> TypedDigits | None:
    """The digits of -1.5*10^-3, whose sign the reader gives to the first factor."""
    own, number = _unsigned(mantissa)
    shift = _whole_power(power)
    if shift is None or not isinstance(number, Number) or not number.digits:
        return None
    return TypedDigits(sign * own, number.digits, number.exponent + shift) if _is_ten(base) else None


def _is_ten(node: Node) -> bool:
    node = ungrouped(node)
    return isinstance(node, Number) and node.value == 10


def typed_cells(root: Node) -> tuple[tuple[TypedDigits | None, ...], ...]:
    """The digits of every entry of a row or matrix that was written out; () for anything else."""
    root = ungrouped(root)
    rows = (root.entries,) if isinstance(root, Row) else root.rows if isinstance(root, Grid) else ()
    return tuple(tuple(typed_digits(entry) for entry in row) for row in rows)


def _whole_power(node: Node) -> int | None:
    """The value of a typed whole exponent such as -3 or {-3}."""
    sign, node = _unsigned(node)
    if isinstance(node, Number) and node.digits.isdigit() and not node.exponent:
        return sign * int(node.digits)
    return None


def _unsigned(node: Node) -> tuple[int, Node]:
    """The sign before a node and its brackets, and what is in them."""
    sign = 1
    while isinstance(node, (Negative, Group)):
        sign = -sign if isinstance(node, Negative) else sign
        node = node.operand if isinstance(node, Negative) else node.inner
    return sign, node
