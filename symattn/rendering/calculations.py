r"""How an author's value was calculated, with the stages that it names put in: -(ln 199/200 + ln 199/200)/2.

The text of the value is read as a tree, the parts of stages in it become numbers, and the tree is written as LaTeX and
as text. What cannot be shown that way is simply not shown: the value itself stands in the answer.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.exact.writing import Binding, binding
from symattn.problems import expressions
from symattn.problems.exercises import Answer
from symattn.problems.inserts import FUNCTIONS, Inserts
from symattn.problems.stages import Value
from symattn.reading import tree
from symattn.reading.refusal import Refusal
from symattn.rendering.pieces import Number, Words
from symattn.rendering.writer import latex_of, text_of

SUM, PRODUCT, POWER, ATOM = Binding
_BARE_LOGARITHM = re.compile(r"\\ln (\w+)$")  # reaches as far as a product goes
_KEPT = frozenset({"ln", "exp", "sqrt"})  # functions that stay visible


@dataclass(frozen=True)
class Written:
    """A part of a formula in both forms, and how tightly it holds together."""

    latex: str
    text: str
    level: Binding = ATOM

    def closed(self, level: Binding) -> Written:
        """The same in parentheses where it holds less tightly than this."""
        if self.level >= level:
            return self
        return Written(rf"\left({self.latex}\right)", f"({self.text})")

    @property
    def leads_with_a_sign(self) -> bool:
        """Whether a minus stands first."""
        return self.text.startswith("-")


def calculation(answer: Answer) -> Words | None:
    """The formula of a value with numbers put in; None when it is no formula, or cannot be shown."""
    from symattn.reading.grammar import parse

    try:
        source, values = _with_placeholders(answer.value, answer.inserts)
        written = _write(parse(source, names=frozenset(values)).root, values)
    except (SymattnError, Refusal, _NotShown):
        return None
    return Words(written.latex, written.text)


class _NotShown(Exception):  # noqa: N818 - a signal, not an error
    """A part has no place in a formula."""


# -- putting values in ----------------------------------------------------------------------------------------------


def _with_placeholders(template: str, inserts: Inserts | None) -> tuple[str, dict[str, Value]]:
    """The text with names for the exact values that its inserts mention."""
    values: dict[str, Value] = {}
    if inserts is None:
        return template, values
    functions = inserts.functions()

    def named(insert: str) -> str:
        root = _Placeholders(functions, values).visit(expressions.check(insert, FUNCTIONS))
        return f"({ast.unparse(root)})"

    return expressions.replace_inserts(template, named), values


class _Placeholders(ast.NodeTransformer):
    """Replaces every part that is looked up by a name for its value."""

    def __init__(self, functions: Mapping[str, Callable[..., object]], values: dict[str, Value]) -> None:
        self.functions = functions
        self.values = values

    def visit(self, node: ast.AST) -> ast.AST:
        """Keep arithmetic and plain functions, look everything else up."""
        is_kept = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _KEPT
        if isinstance(node, ast.Call) and is_kept:
            node.args = [self.visit(argument) for argument in node.args]  # type: ignore[misc]
            return node
        if isinstance(node, ast.Call | ast.Subscript):
            return self._looked_up(node)
        return self.generic_visit(node)

    def _looked_up(self, node: ast.Call | ast.Subscript) -> ast.AST:
        value = expressions.evaluate(ast.unparse(node).replace("\\\\", "\\"), self.functions)
        if not isinstance(value, Exact | ExactMatrix | MinusInfinity):
            raise _NotShown
        name = f"value_{len(self.values) + 1}"
        self.values[name] = value
        return ast.Name(name)


# -- writing the tree -----------------------------------------------------------------------------------------------


def _write(node: tree.Node, values: Mapping[str, Value]) -> Written:
    def of(inner: tree.Node) -> Written:
        return _write(inner, values)

    match node:
        case tree.Number(value=value):
            return _number(Exact(value))
        case tree.Symbol(name=name):
            return _value(values[name]) if name in values else _number(_symbol(name))
        case tree.Constant(name=name):
            return Written(rf"\{name}" if name == "pi" else name, name)
        case tree.Group(inner=inner):
            return of(inner)
        case tree.Negative() | tree.Quotient(top=tree.Negative()):
            return _negated(of(_without_sign(node)))
        case tree.Sum(terms=terms):
            return _sum(terms, of)
        case tree.Product(factors=factors):
            return _product([of(factor).closed(PRODUCT) for factor in factors])
        case tree.Quotient(top=top, bottom=bottom):
            above, below = of(top), of(bottom)
            text = f"{above.closed(PRODUCT).text}/{below.closed(POWER).text}"
            return Written(rf"\frac{{{above.latex}}}{{{below.latex}}}", text, PRODUCT)
        case tree.Power(base=base, exponent=exponent):
            below, raised = of(base).closed(ATOM), of(exponent)
            return Written(f"{below.latex}^{{{raised.latex}}}", f"{below.text}^{raised.closed(ATOM).text}", POWER)
        case tree.Call(function=function, arguments=(argument,)):
            return _call(function, of(argument))
        case tree.Row(entries=entries):
            return _matrix([[of(entry) for entry in entries]])
        case tree.Grid(rows=rows):
            return _matrix([[of(entry) for entry in row] for row in rows])
    raise _NotShown


def _symbol(name: str) -> Exact:
    from symattn.exact import symbol

    return symbol(name)


def _value(value: Value) -> Written:
    if isinstance(value, Exact):
        return _number(value)
    return Written(latex_of(value), text_of(value), SUM if isinstance(value, MinusInfinity) else ATOM)


def _number(value: Exact) -> Written:
    piece = Number(value)
    return Written(piece.latex(), piece.text(), binding(value))


def _without_sign(node: tree.Node) -> tree.Node:
    """What a sign stands before; the sign of a numerator stands before its fraction."""
    match node:
        case tree.Negative(operand=operand):
            return operand
        case tree.Quotient(top=tree.Negative(operand=operand), bottom=bottom):
            return tree.Quotient(operand, bottom, node.span)
    return node


def _negated(written: Written) -> Written:
    closed = written.closed(PRODUCT)
    return Written(f"-{closed.latex}", f"-{closed.text}", SUM)


def _sum(terms: Sequence[tree.Node], of: Callable[[tree.Node], Written]) -> Written:
    first = of(terms[0])
    latex, text = first.latex, first.text
    for term in terms[1:]:
        plain = _without_sign(term)
        if plain is not term:
            sign, part = "-", of(plain).closed(PRODUCT)
        else:
            sign, part = "+", of(term)
            part = part.closed(PRODUCT) if part.leads_with_a_sign else part
        latex += f" {sign} {part.latex}"
        text += f" {sign} {part.text}"
    return Written(latex, text, SUM)


def _product(factors: list[Written]) -> Written:
    *before, last = (factor.latex for factor in factors)
    closed = [_BARE_LOGARITHM.sub(r"\\ln\\left(\1\\right)", latex) for latex in before]
    return Written(r" \cdot ".join([*closed, last]), "*".join(factor.text for factor in factors), PRODUCT)


def _call(function: str, argument: Written) -> Written:
    latex = {
        "exp": f"e^{{{argument.latex}}}",
        "sqrt": rf"\sqrt{{{argument.latex}}}",
        "ln": rf"\ln\left({argument.latex}\right)",
    }
    if function not in latex:
        raise _NotShown
    return Written(latex[function], f"{function}({argument.text})", ATOM if function == "sqrt" else POWER)


def _matrix(rows: list[list[Written]]) -> Written:
    lines = r" \\ ".join(" & ".join(entry.latex for entry in row) for row in rows)
    texts = [f"[{', '.join(entry.text for entry in row)}]" for row in rows]
    text = texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"
    return Written(rf"\begin{{bmatrix}}{lines}\end{{bmatrix}}", text)


# -- which stages a value looks at ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mention:
    """A stage that inserts name: problem and item as written (None where they are not), row 1-based or None."""

    stage: str
    problem: str | None
    item: int | None
    row: int | None


def mentions(template: str) -> list[Mention]:
    """The stages that the inserts of a template name by plain words."""
    found: list[Mention] = []

    def collect(insert: str) -> str:
        found.extend(_mentions_in(expressions.check(insert, FUNCTIONS)))
        return ""

    expressions.replace_inserts(template, collect)
    return found


def _mentions_in(root: ast.AST, row: int | None = None) -> Iterator[Mention]:
    if isinstance(root, ast.Subscript):
        first = root.slice.elts[0] if isinstance(root.slice, ast.Tuple) else root.slice
        place = first.value if isinstance(first, ast.Constant) and type(first.value) is int else None
        yield from _mentions_in(root.value, place)
        return
    if isinstance(root, ast.Call) and isinstance(root.func, ast.Name) and root.func.id == "stage" and root.args:
        names = dict(zip(("stage", "problem", "item"), root.args, strict=False))
        names |= {str(keyword.arg): keyword.value for keyword in root.keywords}
        constants = {key: node.value for key, node in names.items() if isinstance(node, ast.Constant)}
        if isinstance(constants.get("stage"), str):
            yield Mention(
                str(constants["stage"]),
                constants["problem"] if isinstance(constants.get("problem"), str) else None,  # type: ignore[arg-type]
                constants["item"] if type(constants.get("item")) is int else None,  # type: ignore[arg-type]
                row,
            )
        return
    for child in ast.iter_child_nodes(root):
        yield from _mentions_in(child)


__all__ = ["Mention", "calculation", "mentions"]
