"""Masks as index formulas, such as "i - 3 < j <= i" or "floor(i/4) == floor(j/4)": text to conditions on integers.

Query i and key j are counted from 0, as in code; T is the size, T_q and T_k the numbers of queries and keys, and any
other name is an integer of which nothing is known. Sums, products and quotients with numbers, ``//`` ``%`` ``floor``
``ceil`` ``min`` ``max`` ``abs``, comparisons and chains of them, ``and`` ``or`` ``not`` (or ``&`` ``|`` ``~``) are
known. Python's own parser reads the text; nothing of it is executed.

Floors, minima and maxima become unknowns of their own (``definitions``), except where one is only a bound.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from math import lcm
from typing import TypeAlias

from symattn.errors import LimitError, ReadError
from symattn.theorems.definitions import Definitions, Quotient
from symattn.theorems.forms import Form
from symattn.theorems.formulas import FALSE, TRUE, All, AtLeast, Formula, Some, Zero, at_most, negated

LONGEST = 1000  # characters
DEEPEST = 60
MOST_DOUBLED = 10  # operators that write their conditions twice, so that nested ones double the formula
ALIASES = {"q_idx": "i", "kv_idx": "j"}
SIZES = ("T", "T_q", "T_k")
_WORDS = {"causal": "j <= i", "full": "True"}
_SPELLINGS = {"≤": "<=", "≥": ">=", "≠": "!=", "∧": " and ", "∨": " or ", "¬": " not ", "&&": " and ", "||": " or "}
_SPELLINGS |= {"⌊": "floor(", "⌋": ")", "−": "-", "·": "*"}
_KNOWN = "write comparisons of sums of i, j, T and numbers, with floor, min, max, abs, and, or, not"


Part: TypeAlias = Quotient | Formula


@dataclass(frozen=True, slots=True)
class IndexText:
    """A formula that was read; ``names`` are the unknowns in it."""

    text: str
    tree: ast.expr
    names: frozenset[str]

    @property
    def parameters(self) -> frozenset[str]:
        """The unknowns that are no position and no size."""
        return self.names - {"i", "j", *SIZES}

    def condition(self, meaning: Mapping[str, Form], definitions: Definitions) -> Formula:
        """The condition that it states when its unknowns mean these forms; the others mean themselves."""
        found = _Builder(self.text, meaning, definitions).part(self.tree)
        assert not isinstance(found, Quotient)  # checked when it was read
        return found


def read_index_text(text: str) -> IndexText:
    """The formula that a text states.

    >>> sorted(read_index_text("i - w < j <= i").names)
    ['i', 'j', 'w']
    >>> read_index_text("j ** 2 <= i")
    Traceback (most recent call last):
        ...
    symattn.errors.ReadError: at position 1 of 'j ** 2 <= i': powers are not linear and not decided here

    Errors: ReadError with the position, LimitError for a text that is too long or nested too deeply.
    """
    text = _WORDS.get(text.strip(), text)
    if len(text) > LONGEST:
        raise LimitError(f"an index formula has at most {LONGEST} characters, and this one has {len(text)}")
    tree = _parsed(text)
    _check_depth(tree)
    names = frozenset(
        ALIASES.get(node.id, node.id)
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id not in FUNCTIONS
    )
    read = IndexText(text, tree, names)
    if isinstance(_Builder(text, {}, Definitions()).part(tree), Quotient):
        raise ReadError(text, 0, "this is a number and no condition: compare it with something, as in j <= i")
    return read


def _parsed(text: str) -> ast.expr:
    plain = text.strip()
    for sign, word in _SPELLINGS.items():
        plain = plain.replace(sign, word)
    plain = re.sub(r"\bmod\b(?!\s*\()", "%", plain)
    if re.search(r"(?<![<>=!])=(?!=)", plain):
        raise ReadError(text, text.find("="), "a single = compares nothing; write ==")
    try:
        return ast.parse(plain, mode="eval").body
    except SyntaxError as error:
        raise ReadError(text, max((error.offset or 1) - 1, 0), f"this is no condition: {_KNOWN}") from None
    except (ValueError, MemoryError, RecursionError):
        raise ReadError(text, 0, f"this is no condition: {_KNOWN}") from None


def _check_depth(tree: ast.AST) -> None:
    level: list[ast.AST] = [tree]
    for _ in range(DEEPEST):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    if level:
        raise LimitError(f"an index formula is nested at most {DEEPEST} deep")


class _Builder:
    """Turns nodes of the text into forms and conditions; one method a kind of node."""

    def __init__(self, text: str, meaning: Mapping[str, Form], definitions: Definitions) -> None:
        self.text = text
        self.meaning = meaning
        self.definitions = definitions
        self.doubled = 0

    def double(self) -> None:
        """Note an operator that writes a condition twice: LimitError for too many."""
        self.doubled += 1
        if self.doubled > MOST_DOUBLED:
            raise LimitError(
                f"an index formula has at most {MOST_DOUBLED} of ^, if and else, and == and != between conditions"
            )

    def refuse(self, node: ast.expr, message: str) -> ReadError:
        return ReadError(self.text, min(node.col_offset, len(self.text)), message)

    def part(self, node: ast.expr) -> Part:
        match node:
            case ast.Constant(value=bool(value)):
                return TRUE if value else FALSE
            case ast.Constant(value=int(value)):
                return Quotient(Form(constant=value))
            case ast.Constant(value=float()):
                raise self.refuse(node, "a number with a point is not exact; write a fraction such as 1/2")
            case ast.Name(id=name) if name not in FUNCTIONS:
                own = ALIASES.get(name, name)
                return Quotient(self.meaning.get(own, Form.of(own)))
            case ast.UnaryOp(op=ast.Not() | ast.Invert(), operand=operand):
                return negated(self.condition(operand))
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
                form, below = self.number(operand)
                return Quotient(-form if isinstance(sign, ast.USub) else form, below)
            case ast.BinOp(left, op, right) if isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor):
                return self.joined(left, op, right)
            case ast.BinOp(left, op, right):
                return self.arithmetic(node, self.number(left), op, self.number(right))
            case ast.BoolOp(op, values):
                parts = tuple(map(self.condition, values))
                return All(parts) if isinstance(op, ast.And) else Some(parts)
            case ast.Compare():
                return self.comparison(node)
            case ast.IfExp(test, body, orelse):
                self.double()
                asked = self.condition(test)
                return Some((All((asked, self.condition(body))), All((negated(asked), self.condition(orelse)))))
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in FUNCTIONS and arguments:
                return self.call(node, name, [self.number(argument) for argument in arguments])
        raise self.refuse(node, f"this is not understood: {_KNOWN}")

    def number(self, node: ast.expr) -> Quotient:
        found = self.part(node)
        if not isinstance(found, Quotient):
            raise self.refuse(node, "a condition stands where a number is expected; put parentheses around comparisons")
        return found

    def condition(self, node: ast.expr) -> Formula:
        found = self.part(node)
        if isinstance(found, Quotient):
            raise self.refuse(node, "a number stands where a condition is expected; put parentheses around comparisons")
        return found

    def joined(self, left: ast.expr, op: ast.operator, right: ast.expr) -> Formula:
        if isinstance(op, ast.BitXor):
            self.double()
        both = self.condition(left), self.condition(right)
        if isinstance(op, ast.BitXor):
            return exactly_one(*both)
        return All(both) if isinstance(op, ast.BitAnd) else Some(both)

    def comparison(self, node: ast.Compare) -> Formula:
        items = [node.left, *node.comparators]
        links = zip(items, node.ops, items[1:], strict=False)
        return All(tuple(self.link(node, left, op, right) for left, op, right in links))

    def link(self, node: ast.expr, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Formula:
        """One comparison of a chain; a bound by a minimum or maximum is a bound by each or by some of its items."""
        if isinstance(op, ast.LtE | ast.Lt | ast.GtE | ast.Gt):
            for side, other in ((left, right), (right, left)):
                kind, items = self.extremes(side)
                if items:
                    is_upper = (side is left) == isinstance(op, ast.LtE | ast.Lt)  # the other bounds it from above
                    bound = self.part(other)
                    ends = [(item, bound) if side is left else (bound, item) for item in items]
                    parts = [self.compared(node, first, second, op) for first, second in ends]
                    return All(tuple(parts)) if is_upper == (kind == "max") else Some(tuple(parts))
        return self.compared(node, self.part(left), self.part(right), op)

    def extremes(self, node: ast.expr) -> tuple[str, list[Quotient]]:
        """The items of a minimum, a maximum or an absolute value."""
        match node:
            case ast.Call(func=ast.Name(id="min" | "max" as name), args=arguments, keywords=[]):
                return name, [self.number(argument) for argument in arguments]
            case ast.Call(func=ast.Name(id="abs"), args=[argument], keywords=[]):
                form, below = self.number(argument)
                return "max", [Quotient(form, below), Quotient(-form, below)]
        return "", []

    def compared(self, node: ast.expr, left: Part, right: Part, op: ast.cmpop) -> Formula:
        if isinstance(left, Quotient) and isinstance(right, Quotient):
            difference = left.form * right.below - right.form * left.below
            return self.sign(node, difference, op)
        if not isinstance(left, Quotient) and not isinstance(right, Quotient) and isinstance(op, ast.Eq | ast.NotEq):
            self.double()
            differ = exactly_one(left, right)
            return differ if isinstance(op, ast.NotEq) else negated(differ)
        raise self.refuse(node, "a condition and a number are compared; put parentheses around comparisons")

    def sign(self, node: ast.expr, difference: Form, op: ast.cmpop) -> Formula:
        match op:
            case ast.LtE():
                return AtLeast(-difference)
            case ast.Lt():
                return AtLeast(-difference - 1)
            case ast.GtE():
                return AtLeast(difference)
            case ast.Gt():
                return AtLeast(difference - 1)
            case ast.Eq():
                return Zero(difference)
            case ast.NotEq():
                return negated(Zero(difference))
        raise self.refuse(node, "numbers are compared with <, <=, >, >=, == and !=")

    def arithmetic(self, node: ast.expr, left: Quotient, op: ast.operator, right: Quotient) -> Quotient:
        match op:
            case ast.Add() | ast.Sub():
                below = lcm(left.below, right.below)
                first, second = left.form * (below // left.below), right.form * (below // right.below)
                return Quotient(first + second if isinstance(op, ast.Add) else first - second, below)
            case ast.Mult():
                return self.product(node, left, right)
            case ast.Div():
                return self.product(node, left, self.inverse(node, right))
            case ast.FloorDiv():
                return Quotient(self.definitions.floor(self.product(node, left, self.inverse(node, right))))
            case ast.Mod():
                return self.remainder(node, left, right)
            case ast.Pow():
                raise self.refuse(node, "powers are not linear and not decided here")
        raise self.refuse(node, f"this is not understood: {_KNOWN}")

    def product(self, node: ast.expr, left: Quotient, right: Quotient) -> Quotient:
        if not left.form.is_constant:
            left, right = right, left
        if not left.form.is_constant:
            raise self.refuse(node, "products of unknowns are not linear and not decided here: one factor is a number")
        return Quotient(right.form * left.form.constant, left.below * right.below)

    def inverse(self, node: ast.expr, by: Quotient) -> Quotient:
        if not by.form.is_constant:
            raise self.refuse(node, "a division by an unknown is not linear and not decided here: divide by a number")
        if not by.form.constant:
            raise self.refuse(node, "a division by zero has no value")
        sign = 1 if by.form.constant > 0 else -1
        return Quotient(Form(constant=sign * by.below), sign * by.form.constant)

    def remainder(self, node: ast.expr, left: Quotient, right: Quotient) -> Quotient:
        whole = Quotient(self.definitions.floor(self.product(node, left, self.inverse(node, right))))
        taken = self.product(node, whole, right)
        return self.arithmetic(node, left, ast.Sub(), taken)

    def call(self, node: ast.expr, name: str, given: list[Quotient]) -> Quotient:
        wanted = FUNCTIONS[name]
        if wanted and len(given) != wanted:
            raise self.refuse(node, f"{name} takes {wanted} argument{'s' if wanted > 1 else ''}, not {len(given)}")
        match name:
            case "floor":
                return Quotient(self.definitions.floor(given[0]))
            case "ceil":
                return Quotient(-self.definitions.floor(Quotient(-given[0].form, given[0].below)))
            case "mod":
                return self.remainder(node, *given)
            case "abs":
                return self.extreme([given[0], Quotient(-given[0].form, given[0].below)], largest=True)
        return self.extreme(given, largest=name == "max")

    def extreme(self, items: list[Quotient], *, largest: bool) -> Quotient:
        below = reduce(lcm, (item.below for item in items))
        forms = [item.form * (below // item.below) for item in items]
        return Quotient(self.definitions.extreme(forms, largest=largest), below)


# How many arguments each takes; 0 means any number.
FUNCTIONS = {"floor": 1, "ceil": 1, "abs": 1, "mod": 2, "min": 0, "max": 0}


def exactly_one(first: Formula, second: Formula) -> Formula:
    """One of two conditions holds and the other does not."""
    return Some((All((first, negated(second))), All((negated(first), second))))


def between(low: Form | int, middle: Form, high: Form | int) -> Formula:
    """low <= middle < high."""
    return All((AtLeast(middle - low), at_most(middle + 1, high)))


__all__ = ["SIZES", "IndexText", "between", "exactly_one", "read_index_text"]
