"""From tree to value: exact numbers, matrices of them, and the inert -oo where it stands alone.

Rational parts stay Fractions as long as they are alone; everything else is the engine's. What the engine refuses
(a division by zero, the logarithm of a negative number) is refused at its place in the text; what it leaves undecided
stays undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TypeAlias

from symattn.errors import SymattnError, UndecidedError
from symattn.exact import MINUS_INFINITY, Exact, ExactMatrix, MinusInfinity
from symattn.exact import functions as engine
from symattn.reading.budget import Budget
from symattn.reading.limits import DEFAULT_LIMITS, Limits
from symattn.reading.powers import guarded_power, is_too_long
from symattn.reading.refusal import Excess, Refusal
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
    ungrouped,
)

Scalar: TypeAlias = Fraction | Exact
Value: TypeAlias = Scalar | ExactMatrix

_FUNCTIONS: dict[str, Callable[[Exact], Exact]] = {
    **engine.FUNCTIONS,
    "cbrt": lambda x: engine.root(x, 3),
    "lg": lambda x: engine.log_base(Exact(10), x),
}

_CONSTANTS: dict[str, Callable[[], Exact]] = {"e": engine.euler, "pi": engine.pi}


def evaluate(root: Node, limits: Limits = DEFAULT_LIMITS) -> Exact | ExactMatrix | MinusInfinity:
    """The value of a tree.

    >>> from symattn.reading.grammar import parse
    >>> evaluate(parse("[1/2, ln 2 + ln 3]").root)[0, 1]
    Exact('ln(6)')

    Raises Refusal at the node that has no value, UndecidedError where it cannot be told whether there is one.
    """
    if _is_minus_infinity(root):
        return MINUS_INFINITY
    evaluator = Evaluator(limits)
    value = evaluator.value(root)
    found = value if isinstance(value, ExactMatrix) else exact(value)
    entries = [entry for row in found.rows() for entry in row] if isinstance(found, ExactMatrix) else [found]
    evaluator.budget.allow_shown([entry for entry in entries if isinstance(entry, Exact)], root.span)
    return found


def exact(value: Scalar) -> Exact:
    """The number as the engine's value."""
    return Exact(value) if isinstance(value, Fraction) else value


class Evaluator:
    """One visitor method for each kind of node."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.budget = Budget(limits)
        self.names: dict[Constant | Symbol, Exact] = {}

    def value(self, node: Node) -> Value:
        """The value of any node."""
        match node:
            case Number(value=value):
                return value
            case Percent(number=Number(value=value)):
                return value / 100
            case Constant() | Symbol():
                return self.name(node)
            case Group(inner=inner):
                return self.value(inner)
            case Negative(operand=operand, span=span):
                inner_value = self.value(operand)
                with placed(span[0]):  # a matrix may hold -oo
                    return -inner_value
            case Sum():
                return self.sum(node)
            case Product():
                return self.product(node)
            case Quotient():
                return self.quotient(node)
            case Power():
                return self.power(node)
            case Call():
                return self.call(node)
            case Row(entries=entries):
                return self.matrix([entries], node)
            case Grid(rows=rows):
                return self.matrix(rows, node)
            case Infinity(span=span):
                raise Refusal(span[0], "only -oo is read, alone or as a whole entry; it cannot be calculated with")

    def name(self, node: Constant | Symbol) -> Exact:
        """A constant or free symbol; each is made once."""
        if node not in self.names:
            with placed(node.span[0]):
                self.names[node] = engine.symbol(node.name) if isinstance(node, Symbol) else _CONSTANTS[node.name]()
        return self.names[node]

    def scalar(self, node: Node, what: str) -> Scalar:
        """The value of a node that must be one number."""
        value = self.value(node)
        if isinstance(value, ExactMatrix):
            raise Refusal(node.span[0], f"{what} is one number, not a matrix")
        return value

    # -- operators ----------------------------------------------------------------------------------------------

    def sum(self, node: Sum) -> Value:
        """Numbers added up, rational ones first; or matrices of one shape."""
        values = [self.value(term) for term in node.terms]
        matrices = [value for value in values if isinstance(value, ExactMatrix)]
        if matrices:
            if len(matrices) < len(values):
                raise Refusal(node.span[0], "a number and a matrix cannot be added; write out the entries")
            return self.matrix_sum(matrices, node)
        rational = sum((value for value in values if isinstance(value, Fraction)), start=Fraction(0))
        others = [value for value in values if isinstance(value, Exact)]
        if not others:
            return self.checked(rational, node)
        if rational:
            others.append(Exact(rational))
        self.budget.allow_operation(node.span[0])
        self.budget.allow_sum(others, node.span[0])
        with placed(node.span[0]):
            return self.settled(engine.total(others), node)

    def matrix_sum(self, matrices: Sequence[ExactMatrix], node: Node) -> ExactMatrix:
        """Matrices added up."""
        total = matrices[0]
        with placed(node.span[0]):
            for matrix in matrices[1:]:
                total = total + matrix
        return total

    def product(self, node: Product) -> Value:
        """Numbers multiplied; at most one factor may be a matrix."""
        matrix: ExactMatrix | None = None
        rational, others = Fraction(1), list[Exact]()
        for factor in node.factors:
            value = self.value(factor)
            if isinstance(value, Fraction):
                rational = self.checked(rational * value, node)
            elif isinstance(value, Exact):
                others.append(value)
            elif matrix is None:
                matrix = value
            else:
                raise Refusal(factor.span[0], "a product of matrices is not read; write its value")
        with placed(node.span[0]):
            number = self.settled(self.balanced([Exact(rational), *others], node), node) if others else rational
            return number if matrix is None else self.scaled(matrix, exact(number), node)

    def scaled(self, matrix: ExactMatrix, number: Exact, node: Node) -> ExactMatrix:
        """A matrix times a number."""
        self.budget.allow_scaling(matrix, number, node.span[0])
        return matrix * number

    def balanced(self, factors: list[Exact], node: Node) -> Exact:
        """The product of many numbers, halves first, so that the factors stay small."""
        self.budget.allow_generators(factors, node.span[0])
        while len(factors) > 1:
            pairs = list(zip(factors[::2], factors[1::2], strict=False))
            for left, right in pairs:
                self.budget.allow_operation(node.span[0])
                self.budget.allow_product(left, right, node.span[0])
            factors = [left * right for left, right in pairs] + factors[len(factors) & ~1 :]
        return factors[0]

    def quotient(self, node: Quotient) -> Value:
        """A number or matrix over a number that is certainly not zero."""
        top, bottom = self.value(node.top), self.scalar(node.bottom, "a divisor")
        if isinstance(bottom, Fraction) and not bottom:
            raise Refusal(node.bottom.span[0], "a division by zero has no value")
        if isinstance(top, Fraction) and isinstance(bottom, Fraction):
            return self.checked(top / bottom, node)
        self.budget.allow_operation(node.span[0])
        with placed(node.bottom.span[0]):
            inverse = 1 / exact(bottom)
            if isinstance(top, ExactMatrix):
                return self.scaled(top, inverse, node)
            return self.settled(self.balanced([exact(top), inverse], node), node)

    def power(self, node: Power) -> Value:
        """A power; e to anything is the exponential."""
        exponent = self.scalar(node.exponent, "an exponent")
        if ungrouped(node.base) == Constant("e", (0, 0)):
            with placed(node.span[0]):
                self.budget.allow_function("exp", [exact(exponent)], node.span[0])
                return self.settled(engine.exp(exact(exponent)), node)
        base = self.scalar(node.base, "the base of a power")
        with placed(node.span[0]):
            return self.settled(guarded_power(base, exponent, self.budget, node.span[0]), node)

    def call(self, node: Call) -> Value:
        """A function of its arguments."""
        arguments = [exact(self.scalar(part, f"what {node.function} works on")) for part in node.arguments]
        with placed(node.span[0]):
            self.budget.allow_function(node.function, arguments, node.span[0])
            if node.function == "log_base":
                return self.settled(engine.log_base(arguments[1], arguments[0]), node)
            if node.function == "root":
                return self.settled(engine.root(arguments[0], self.root_index(arguments[1], node)), node)
            return self.settled(_FUNCTIONS[node.function](arguments[0]), node)

    def root_index(self, index: Exact, node: Call) -> int:
        """The index of a root, a positive whole number."""
        value = index.as_fraction()
        if value is None or value.denominator != 1 or value < 1:
            raise Refusal(node.arguments[1].span[0], "the index of a root is a positive whole number")
        return value.numerator

    def settled(self, value: Scalar, node: Node) -> Scalar:
        """A rational value as a Fraction, unless it holds only under conditions; no number in it is too long."""
        if isinstance(value, Exact):
            self.budget.allow_result(value, node.span[0])
            rational = None if value.conditions else value.as_fraction()
            return value if rational is None else rational
        return self.checked(value, node)

    def checked(self, value: Fraction, node: Node) -> Fraction:
        """The value, unless it has too many digits."""
        if is_too_long(value, self.limits):
            raise Excess(node.span[0], f"a number of more than {self.limits.digits} digits is not worked out")
        return value

    # -- matrices -----------------------------------------------------------------------------------------------

    def matrix(self, rows: Sequence[Sequence[Node]], node: Row | Grid) -> ExactMatrix:
        """A matrix of the entries."""
        if len(rows) * len(rows[0]) > self.limits.entries:
            raise Excess(node.span[0], f"a matrix of more than {self.limits.entries} entries is not read")
        return ExactMatrix([[self.entry(entry) for entry in row] for row in rows])

    def entry(self, node: Node) -> Scalar | MinusInfinity:
        """One entry: a number or -oo."""
        return MINUS_INFINITY if _is_minus_infinity(node) else self.scalar(node, "an entry")


@contextmanager
def placed(position: int) -> Iterator[None]:
    """Turn what the engine refuses into a refusal at a position."""
    try:
        yield
    except UndecidedError:
        raise
    except SymattnError as error:
        raise Refusal(position, str(error)) from error


def _is_minus_infinity(node: Node) -> bool:
    node = ungrouped(node)
    return isinstance(node, Negative) and isinstance(ungrouped(node.operand), Infinity)
