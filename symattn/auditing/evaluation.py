r"""The value of an expression under what the text has defined: exact, with products and transposes of matrices.

Printed decimals on the calculating side may themselves be rounded: 0.2689 * 3 = 0.8068 is right, for 0.2689 stands for
0.268941. ``reach_of`` says how far the result may move when every such decimal moves by half a unit of its last digit.
Decimals of one or two figures (0.5, 0.01) are meant exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from symattn.auditing.environment import Environment, Value
from symattn.auditing.expressions import LIMITS, Expression
from symattn.auditing.notation import SOFTMAX, TRANSPOSE
from symattn.errors import SymattnError
from symattn.exact import MINUS_INFINITY, Exact, ExactMatrix, MinusInfinity, exp
from symattn.reading.decimals import typed_digits
from symattn.reading.evaluate import Evaluator, exact, placed
from symattn.reading.evaluate import Value as Scalars
from symattn.reading.refusal import Refusal
from symattn.reading.tree import Call, Node, Number, Power, Product, Symbol
from symattn.softmax import finite_entries, masked_softmax

LEAST_ROUNDED = 3  # significant figures from which a decimal may itself be a rounding
MOST_MOVED = 48


class UnboundError(Exception):
    """Raised where a name has no value."""


class _Evaluator(Evaluator):
    """The reader's evaluator with names, matrix products and softmax."""

    def __init__(self, values: Mapping[str, Value], moved: Mapping[int, Fraction]) -> None:
        super().__init__(LIMITS)
        self.bound = values
        self.moved = moved

    def value(self, node: Node) -> Scalars:
        if isinstance(node, Number) and id(node) in self.moved:
            return node.value + self.moved[id(node)]
        if isinstance(node, Symbol):
            found = self.bound.get(node.name)
            if found is None:
                raise UnboundError(node.name)
            known = found.as_fraction() if isinstance(found, Exact) and not found.conditions else None
            return found if known is None else known
        return super().value(node)

    def power(self, node: Power) -> Scalars:
        if isinstance(node.exponent, Symbol) and node.exponent.name == TRANSPOSE:
            base = self.value(node.base)
            return base.T if isinstance(base, ExactMatrix) else base
        return super().power(node)

    def matrix_sum(self, matrices: Sequence[ExactMatrix], node: Node) -> ExactMatrix:
        """Matrices added up; a hidden score stays hidden whatever is added to it."""
        hidden = {place for matrix in matrices for place in _hidden(matrix)}
        if not hidden or len({matrix.shape for matrix in matrices}) > 1:
            return super().matrix_sum(matrices, node)
        finite = super().matrix_sum([_shown(matrix) for matrix in matrices], node)
        rows, columns = finite.shape
        return ExactMatrix(
            [[MINUS_INFINITY if (i, j) in hidden else finite[i, j] for j in range(columns)] for i in range(rows)]
        )

    def product(self, node: Product) -> Scalars:
        if any(isinstance(factor, Symbol) and factor.name == SOFTMAX for factor in node.factors):
            return self.with_softmax(node)
        values = [self.value(factor) for factor in node.factors]
        matrices = [value for value in values if isinstance(value, ExactMatrix)]
        if len(matrices) < 2:
            return super().product(node)
        with placed(node.span[0]):
            result = matrices[0]
            for matrix in matrices[1:]:
                result = _times(result, matrix)
            for value in values:
                if not isinstance(value, ExactMatrix):
                    result = self.scaled(result, exact(value), node)
        return result if result.shape != (1, 1) else exact_of(result)

    def with_softmax(self, node: Product) -> Scalars:
        """A product in which softmax stands before what it works on."""
        factors = list(node.factors)
        at = next(i for i, factor in enumerate(factors) if isinstance(factor, Symbol) and factor.name == SOFTMAX)
        if at + 1 == len(factors):
            raise Refusal(node.span[0], "softmax needs something to work on")
        scores = self.value(factors[at + 1])
        if not isinstance(scores, ExactMatrix):
            raise Refusal(node.span[0], "softmax works on rows")
        with placed(node.span[0]):
            weights = _softmax(scores)
            before = [self.value(factor) for factor in factors[:at]]
            after = [self.value(factor) for factor in factors[at + 2 :]]
            result: ExactMatrix = weights
            for value in after:
                result = _times(result, value) if isinstance(value, ExactMatrix) else result * exact(value)
            for value in before:
                result = _times(value, result) if isinstance(value, ExactMatrix) else result * exact(value)
        return result

    def call(self, node: Call) -> Scalars:
        """A function; the exponential of a row is taken entry by entry."""
        if node.function == "exp" and len(node.arguments) == 1:
            inner = self.value(node.arguments[0])
            if isinstance(inner, ExactMatrix):
                with placed(node.span[0]):
                    return ExactMatrix(
                        [[exp(inner.number(i, j)) for j in range(inner.shape[1])] for i in range(inner.shape[0])]
                    )
        return super().call(node)


def _hidden(matrix: ExactMatrix) -> list[tuple[int, int]]:
    """Where a matrix is -oo."""
    return [
        (i, j) for i, row in enumerate(matrix.rows()) for j, one in enumerate(row) if isinstance(one, MinusInfinity)
    ]


def _shown(matrix: ExactMatrix) -> ExactMatrix:
    """A matrix with 0 where it is -oo."""
    return ExactMatrix([[Exact(0) if isinstance(one, MinusInfinity) else one for one in row] for row in matrix.rows()])


def exact_of(matrix: ExactMatrix) -> Exact:
    """The one entry of a 1 x 1 matrix."""
    return matrix.number(0, 0)


def _times(left: ExactMatrix, right: ExactMatrix) -> ExactMatrix:
    """A product of matrices; a row times a row is their dot product."""
    if left.shape[1] != right.shape[0] and left.shape == right.shape and left.shape[0] == 1:
        right = right.T
    if left.shape[0] * left.shape[1] * right.shape[1] > LIMITS.entries * 16:
        raise SymattnError("a product of large matrices")
    return left @ right


def _softmax(scores: ExactMatrix) -> ExactMatrix:
    return masked_softmax(scores, finite_entries(scores))


def value_of(
    expression: Expression, environment: Environment, moved: Mapping[int, Fraction] | None = None
) -> Value | None:
    """The value, or None where a name is unbound or the value is out of reach."""
    values: dict[str, Value] = {}
    for placeholder, name in expression.made.names.items():
        binding = environment.get(name)
        if binding is None:
            return None
        values[placeholder] = binding.value
    for constant in ("e", "pi"):
        if constant in environment.bindings and constant in expression.made.text:
            return None  # the text has made the letter its own
    return evaluated(expression.root, values, moved or {}) if values or moved else expression.constant_value


def evaluated(root: Node, values: Mapping[str, Value], moved: Mapping[int, Fraction]) -> Value | None:
    """The value of a tree with the values of its names, and numbers moved; None where it is out of reach."""
    try:
        value = _Evaluator(values, moved).value(root)
    except (UnboundError, Refusal, SymattnError, ArithmeticError, AssertionError):
        return None
    return value if isinstance(value, ExactMatrix) else exact(value)


def reach_of(expression: Expression, environment: Environment) -> list[list[Exact]] | None:
    """How far each entry may move with the decimals of an expression; None where there is nothing to move."""
    numbers = [node for node in expression.decimals() if _may_be_rounded(node) and node.value not in environment.exact]
    values = {p: b.value for p, n in expression.made.names.items() if (b := environment.get(n)) is not None}
    slacks = [(p, b.slack) for p, n in expression.made.names.items() if (b := environment.get(n)) and b.slack]
    middle = evaluated(expression.root, values, {})
    if middle is None or not (numbers or slacks):
        return None
    total = [[Exact(0) for _ in row] for row in rows_of(middle)]
    steps = len(numbers)
    for node in numbers[:MOST_MOVED]:
        digits = typed_digits(node)
        assert digits is not None
        _add(total, middle, evaluated(expression.root, values, {id(node): digits.unit / 2}))
    for placeholder, slack in slacks:
        for changed in _moved(values[placeholder], slack or Fraction(0)):
            steps += 1
            if steps > MOST_MOVED:
                return None
            _add(total, middle, evaluated(expression.root, {**values, placeholder: changed}, {}))
    return total


def _may_be_rounded(node: Number) -> bool:
    digits = typed_digits(node)
    return digits is not None and digits.significant[1] >= LEAST_ROUNDED


def _moved(value: Value, slack: Fraction) -> list[Value]:
    """The value with one entry after the other moved."""
    if isinstance(value, Exact):
        return [value + slack]
    rows, columns = value.shape
    return [
        ExactMatrix(
            [
                [value[i, j] if (i, j) != place else value.number(i, j) + slack for j in range(columns)]
                for i in range(rows)
            ]
        )
        for place in ((i, j) for i in range(rows) for j in range(columns))
        if not _is_whole(value, place)
    ]


def _is_whole(value: ExactMatrix, place: tuple[int, int]) -> bool:
    known = value.number(*place).as_fraction()
    return known is not None and known.denominator == 1


def _add(total: list[list[Exact]], middle: Value, changed: Value | None) -> None:
    if changed is None:
        return
    for i, (row, other) in enumerate(zip(rows_of(middle), rows_of(changed), strict=True)):
        for j, (one, two) in enumerate(zip(row, other, strict=True)):
            if isinstance(one, Exact) and isinstance(two, Exact):
                total[i][j] += abs(two - one)


def rows_of(value: Value) -> tuple[tuple[object, ...], ...]:
    """The entries of a matrix, or of a number as one row of one."""
    return value.rows() if isinstance(value, ExactMatrix) else ((value,),)


__all__ = ["LEAST_ROUNDED", "evaluated", "reach_of", "value_of"]
