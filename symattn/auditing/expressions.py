r"""One side of a statement: its tree, its names, and where its printed numbers stand.

An `Expression` is *typed* when it is nothing but printed numbers: 0.731, [1, 0], a matrix of decimals; what it is
compared with then decides how its digits are judged.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TypeAlias

from symattn.auditing.findings import Span
from symattn.auditing.notation import SOFTMAX, TRANSPOSE, NotationError, Prepared, prepared
from symattn.checking.typed import Typed
from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix
from symattn.reading import Limits
from symattn.reading.decimals import typed_digits
from symattn.reading.evaluate import evaluate
from symattn.reading.grammar import parse
from symattn.reading.refusal import Refusal
from symattn.reading.tree import (
    Constant,
    Grid,
    Infinity,
    Negative,
    Node,
    Number,
    Power,
    Row,
    Symbol,
    ungrouped,
    walk,
)

Cell: TypeAlias = tuple[Node, Span]
# A published page is no place for the largest numbers; small limits keep every expression quick.
LIMITS = Limits(length=8_000, terms=2_000, digits=400, generators=24, height=8, written=20_000, entries=4_096)


@dataclass(frozen=True, eq=False)
class Expression:
    """A stretch of a page that was parsed; ``span`` is where it stands in the page."""

    root: Node
    made: Prepared
    span: Span

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that occur, without e and pi."""
        return frozenset(self.made.names.values())

    @property
    def name(self) -> str | None:
        """The name, where the expression is nothing else."""
        root = ungrouped(self.root)
        return self.made.names.get(root.name) if isinstance(root, Symbol) else None

    @property
    def constant(self) -> str | None:
        """``e`` or ``pi``, where the expression is nothing else."""
        root = ungrouped(self.root)
        return root.name if isinstance(root, Constant) else None

    @cached_property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """The entries of a printed row or matrix, or the one entry of anything else, each with its place."""
        root, is_column = self._literal
        rows = (root.entries,) if isinstance(root, Row) else root.rows if isinstance(root, Grid) else ((root,),)
        cells = tuple(tuple((node, self.made.source_span(node.span)) for node in row) for row in rows)
        return tuple(zip(*cells, strict=True)) if is_column else cells

    def cells_for(self, typed: Sequence[Sequence[Typed]]) -> Sequence[Sequence[Cell]]:
        """The places of some entries: each its own, or that of the whole where a formula stands for all of them."""
        if [len(row) for row in self.cells] == [len(row) for row in typed]:
            return self.cells
        return tuple(tuple((self.root, self.span) for _ in row) for row in typed)

    @property
    def _literal(self) -> tuple[Node, bool]:
        """The printed row or matrix, and whether a transpose stands behind it."""
        root = ungrouped(self.root)
        if isinstance(root, Power) and isinstance(root.exponent, Symbol) and root.exponent.name == TRANSPOSE:
            return ungrouped(root.base), True
        return root, False

    @property
    def is_matrix(self) -> bool:
        """Whether a row or matrix is printed."""
        return isinstance(self._literal[0], Row | Grid)

    @cached_property
    def is_typed(self) -> bool:
        """Whether every entry is a plain printed number (or -oo), and one is a decimal or whole number."""
        return all(_is_plain(node) for row in self.cells for node, _ in row)

    @cached_property
    def is_constant(self) -> bool:
        """Whether there is no name, so that the value is known from the expression alone."""
        return not self.names and not any(
            isinstance(node, Symbol) and node.name not in (TRANSPOSE, SOFTMAX) for node, _ in walk(self.root)
        )

    @cached_property
    def constant_value(self) -> Exact | ExactMatrix | None:
        """The value, where there is no name; None where it is out of reach."""
        from symattn.auditing.evaluation import evaluated

        return evaluated(self.root, {}, {})

    @property
    def has_softmax(self) -> bool:
        """Whether softmax occurs."""
        return SOFTMAX in self.made.text

    @cached_property
    def has_plain_log(self) -> bool:
        """Whether a logarithm without a base occurs, which may be natural or decimal."""
        return "log" in self.made.text and "log_" not in self.made.text

    def typed_rows(self) -> list[list[Typed]]:
        """The entries as typed. Errors: Refusal where one has no value."""
        return self._typed

    @cached_property
    def _typed(self) -> list[list[Typed]]:
        return [[typed_entry(node) for node, _ in row] for row in self.cells]

    def decimals(self) -> list[Number]:
        """The numbers that were printed with a decimal point, wherever they stand in the tree."""
        return [node for node, _ in walk(self.root) if isinstance(node, Number) and "." in node.digits]


def named(name: str, span: Span) -> Expression:
    """A name that stands in no formula, as a label above a matrix does."""
    made = Prepared()
    made.name(name, *span)
    return Expression(parse(made.text, names=frozenset(made.names), limits=LIMITS).root, made, span)


def typed_entry(node: Node) -> Typed:
    """One printed entry with its digits."""
    value = evaluate(node, LIMITS)
    assert not isinstance(value, ExactMatrix), "an entry is one number"
    return Typed(value, typed_digits(node))


def expression_of(
    text: str, start: int, end: int, *, is_latex: bool, known: Container[str] = (), offset: int = 0
) -> Expression | None:
    """The expression of a stretch of a page; None where it is none that is understood.

    ``offset`` is where the text begins in its page, if it is a piece of one.

    >>> expression_of("s*[1, 2]", 0, 8, is_latex=False).names
    frozenset({'s'})
    """
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start == end or end - start > LIMITS.length:
        return None
    plain = _plain_number(text, start, end, offset)
    if plain is not None:
        return plain
    try:
        made = prepared(text, start, end, is_latex=is_latex, known=known)
    except (NotationError, ValueError, IndexError):
        return None
    root = _root_of(made.text, frozenset({*made.names, TRANSPOSE, SOFTMAX}))
    if root is None:
        return None
    made.offset = offset
    expression = Expression(root, made, (offset + start, offset + end))
    return expression if not expression.is_typed or _has_values(expression) else None


@lru_cache(maxsize=4096)  # a text has the same formulas and rows again and again
def _root_of(text: str, names: frozenset[str]) -> Node | None:
    """The tree of a text in the reader's language; None where it has none."""
    try:
        return parse(text, names=names, limits=LIMITS).root
    except (Refusal, SymattnError, AssertionError, ValueError, IndexError):
        return None


_PLAIN = re.compile(r"([-−]?)(\d{1,40}(?:\.\d{1,40})?)")


def _plain_number(text: str, start: int, end: int, offset: int) -> Expression | None:
    """The expression of a plain number, without a parser; most of what a page prints is one."""
    found = _PLAIN.fullmatch(text, start, end)
    if found is None:
        return None
    made = Prepared(offset=offset)
    made.put_same(found[0], start)
    sign = len(found[1])
    number: Node = Number(Fraction(found[2]), found[2], 0, (sign, len(found[0])))
    root = Negative(number, (0, len(found[0]))) if sign else number
    return Expression(root, made, (offset + start, offset + end))


def _has_values(expression: Expression) -> bool:
    """Whether every printed number is within the limits."""
    try:
        expression.typed_rows()
    except (Refusal, SymattnError):
        return False
    return True


def _is_plain(node: Node) -> bool:
    if typed_digits(node) is not None:
        return True
    node = ungrouped(node)
    return isinstance(node, Negative) and isinstance(ungrouped(node.operand), Infinity)


__all__ = ["LIMITS", "Cell", "Expression", "expression_of", "named", "typed_entry"]
