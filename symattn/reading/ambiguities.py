r"""What the grammar can read and people read in two ways; each is refused with both spellings offered.

Refused are 1/2e, ln 2e, ln 2/3, sqrt 2/2, sqrt 2^3 and 1 1/2 as 1\frac12; so are an index and a product after %.
"""

from __future__ import annotations

from symattn.reading.refusal import Refusal
from symattn.reading.spelling import spell
from symattn.reading.tree import (
    Call,
    Grid,
    Negative,
    Node,
    Number,
    Percent,
    Power,
    Product,
    Quotient,
    Row,
    Symbol,
    ungrouped,
)


def is_bare_root(node: Node) -> bool:
    """Whether a node is a root sign before something without brackets: √2."""
    return isinstance(node, Call) and node.is_bare and node.function in ("sqrt", "root")


def ends_open(node: Node) -> Call | None:
    """The function without brackets that a node ends in, whose argument might go on: ln 2."""
    while True:
        if isinstance(node, Call):
            return node if node.is_bare else None
        if isinstance(node, Negative):
            node = node.operand
        elif isinstance(node, Product) and node.is_implicit:
            node = node.factors[-1]
        elif isinstance(node, Power):
            node = node.exponent
        else:
            return None


def starts_with_function(node: Node) -> bool:
    """Whether a factor begins with a function name, before which an argument surely ends."""
    if isinstance(node, Product):
        node = node.factors[0]
    if isinstance(node, Power):
        node = node.base
    return isinstance(node, Call) and node.function not in ("sqrt", "cbrt", "root")


def refuse_raised_bare_root(base: Node, exponent: Node) -> None:
    """Refuse √2^3."""
    if isinstance(base, Call) and is_bare_root(base):
        one, other = f"{spell(base)}^{spell(exponent)}", f"sqrt({spell(base.arguments[0])}^{spell(exponent)})"
        raise Refusal(base.span[0], f"how far the root reaches is ambiguous; write {one} or {other}")


def refuse_raised_bare_sqrt(argument: Node, position: int) -> None:
    """Refuse sqrt 2^3."""
    if isinstance(argument, Power):
        inner, exponent = spell(argument.base), spell(argument.exponent)
        one, other = f"sqrt({inner})^{exponent}", f"sqrt({inner}^{exponent})"
        raise Refusal(position, f"how far the root reaches is ambiguous; write {one} or {other}")


def refuse_open_end(left: Node, sign: str, right: Node) -> None:
    """Refuse ln 2e, ln 2/3 and ln 2*3, where the function may or may not reach over what follows.

    ``sign`` is "*", "/" or "" for factors side by side. A root sign surely ends before a written sign.
    """
    call = ends_open(left)
    if call is None or starts_with_function(right) or (sign and is_glyph(call)):
        return
    name, argument = call.function.removesuffix("_base"), call.arguments[0]
    follows = f"{sign or '*'}{spell(right)}"
    one, other = f"{name}({spell(argument)}){follows}", f"{name}({spell(argument)}{follows})"
    raise Refusal(call.span[0], f"how far {name} reaches is ambiguous; write {one} or {other}")


def is_glyph(call: Call) -> bool:
    """Whether a call was typed with a root sign: its argument starts right after one character."""
    return is_bare_root(call) and call.arguments[0].span[0] == call.span[0] + 1


def refuse_implied_divisor(left: Node, right: Node) -> None:
    """Refuse 1/2e."""
    if isinstance(right, Negative):
        right = right.operand
    if not (isinstance(right, Product) and right.is_implicit):
        return
    first, rest = right.factors[0], Product(right.factors[1:], right.span)
    top, tail = spell(left), spell(rest) if len(rest.factors) > 1 else spell(rest.factors[0])
    raise Refusal(
        right.span[0],
        f"an implied product after / is ambiguous; write {top}/({spell(right)}) or ({top}/{spell(first)})*{tail}",
    )


def refuse_pair(left: Node, right: Node) -> None:
    """Refuse neighbours that are no product, or that other people read as something else."""
    if isinstance(left, Number) and isinstance(right, Number):
        raise Refusal(right.span[0], "two numbers stand side by side; write * for a product, [a, b] for a row")
    if isinstance(right.base if isinstance(right, Power) else right, (Number, Percent)):
        raise Refusal(right.span[0], f"a number right after {spell(left)} is not read; write * for a product")
    if isinstance(left, Percent):
        raise Refusal(right.span[0], f"write * after the percent sign for a product: {spell(left)}*{spell(right)}")
    if isinstance(left, Symbol) and isinstance(right, (Row, Grid)):
        raise Refusal(right.span[0], f"an index is not read; write {left.name}_1 for a symbol with a subscript")
    if is_whole(left) and isinstance(right, Quotient) and is_whole(right.top) and is_whole(right.bottom):
        one, other = spell(left), f"{spell(ungrouped(right.top))}/{spell(ungrouped(right.bottom))}"
        raise Refusal(left.span[0], f"a mixed number is ambiguous; write {one} + {other} or {one}*{other}")


def is_whole(node: Node) -> bool:
    """Whether a node is a whole number as typed, perhaps in brackets."""
    node = ungrouped(node)
    return isinstance(node, Number) and node.digits.isdigit()
