"""Between the engine and SymPy: `lift` takes expressions and matrices in, `lower` gives them out.

This is the one file of `exact` that imports SymPy; nothing imports it before a SymPy object is at hand or asked for.

Symbols go by name.  The engine knows a free symbol by its name alone and takes it to be real; a SymPy symbol declared
positive, negative or nonzero brings the condition "k > 0", "k < 0" or "k != 0".  Going out, a name becomes the plain
`sympy.Symbol(name)`, unless the caller hands over the symbols to use: `lower(number, symbols_of(expr))` answers in the
very symbols of `expr`, with their assumptions.  Two symbols of one name and different assumptions in one expression are
refused, because the engine could not tell them apart.  An entry X[0, 1] of a MatrixSymbol is the free symbol X_1_2
(people count from 1).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import mul
from typing import Any, TypeAlias

import sympy
from sympy.matrices import MatrixBase
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import (
    DomainError,
    FloatError,
    InfinityError,
    KindError,
    LimitError,
    ShapeError,
    SymattnError,
    UnknownNameError,
)
from symattn.exact import functions
from symattn.exact.comparing import certainly_positive
from symattn.exact.domains import where_not_negative
from symattn.exact.field import Field
from symattn.exact.generators import Exp, Generator, Log, LogOf, Pi, Root, RootOf, Symbol
from symattn.exact.infinity import MINUS_INFINITY, MinusInfinity
from symattn.exact.matrix import ExactMatrix
from symattn.exact.number import Exact
from symattn.exact.polynomials import Exponents, terms_of
from symattn.exact.sympy_limits import is_endless_to_sympy
from symattn.exact.writing import Term

Expr: TypeAlias = Any  # sympy.Expr: SymPy is not typed
Rule: TypeAlias = "Callable[[Lifter, Expr], Exact]"
Matrix: TypeAlias = Any  # any of SymPy's matrices
Symbols: TypeAlias = Mapping[str, Expr]
Entry: TypeAlias = Exact | MinusInfinity
_NO_SYMBOLS: Symbols = {}
PLAIN_NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")


# -- in -------------------------------------------------------------------------------------------------------------


def lift(expression: Expr) -> Exact | ExactMatrix | MinusInfinity:
    """The engine's value of a SymPy expression, or [rows, columns] of a SymPy matrix.

    >>> import sympy
    >>> lift(1 / (1 + sympy.exp(-1)))
    Exact('e/(e + 1)')
    >>> lift(sympy.Symbol("a") - sympy.oo)
    -oo

    Integers, rationals, E, pi, symbols, sums, products, real powers, exp, log, tanh and Abs are known, evaluated or
    not; -oo, alone or as a term of a sum, is the inert MINUS_INFINITY.  Errors: FloatError for a Float, InfinityError
    for oo, zoo, nan and arithmetic with -oo, DomainError for what is not real, UnknownNameError for other functions.
    """
    if is_matrix(expression):
        return lift_matrix(expression)
    return lift_entry(expression, Lifter())


def lift_matrix(matrix: Matrix) -> ExactMatrix:
    """The engine's matrix [rows, columns] of a SymPy matrix with -oo where SymPy has -oo or a sum with -oo."""
    lifter = Lifter()
    rows = []
    for i, row in enumerate(explicit(matrix).tolist(), start=1):
        rows.append([_placed(entry, lifter, i, j) for j, entry in enumerate(row, start=1)])
    if not rows or not rows[0]:
        raise ShapeError(f"a matrix has at least one row and one column, not the shape {list(matrix.shape)}")
    return ExactMatrix(rows)


def _placed(expression: Expr, lifter: Lifter, row: int, column: int) -> Entry:
    try:
        return lift_entry(expression, lifter)
    except SymattnError as error:
        raise error.located(f"row {row}, column {column}") from error


def lift_entry(expression: Expr, lifter: Lifter) -> Entry:
    """One expression, where -oo may stand alone or as a term of a sum."""
    return MINUS_INFINITY if is_hidden(expression) else lifter(expression)


def is_sympy(value: object) -> bool:
    """Whether a value is SymPy's: an expression or a matrix."""
    return isinstance(value, (sympy.Basic, MatrixBase, sympy.NDimArray))


def is_matrix(value: object) -> bool:
    """Whether a value is a SymPy matrix, explicit or symbolic, or an array."""
    return isinstance(value, (MatrixBase, sympy.MatrixExpr, sympy.NDimArray))


def is_hidden(expression: Expr) -> bool:
    """Whether an expression is -oo or a sum with -oo among its terms; SymPy keeps b - oo for a symbol b."""
    if expression is sympy.S.NegativeInfinity:
        return True
    return isinstance(expression, sympy.Add) and any(is_hidden(term) for term in expression.args)


def explicit(matrix: Matrix) -> Matrix:
    """A SymPy matrix written out by entries; ShapeError where its size is symbolic, or an array has not two axes."""
    if isinstance(matrix, sympy.NDimArray):
        if len(matrix.shape) != 2:
            raise ShapeError(f"a SymPy array with the shape {list(matrix.shape)} is no matrix; two axes are needed")
        return matrix.tomatrix()
    if isinstance(matrix, MatrixBase):
        return matrix
    if not all(isinstance(size, int | sympy.Integer) for size in matrix.shape):
        raise ShapeError(f"{matrix} has a symbolic size; give its rows and columns as integers")
    return matrix.as_explicit()


def symbols_of(*values: Expr) -> dict[str, Expr]:
    """The SymPy symbols in expressions and matrices by the names that the engine gives them.

    >>> import sympy
    >>> a = sympy.Symbol("a", positive=True)
    >>> symbols_of(a + 1)["a"] is a
    True
    """
    found: dict[str, Expr] = {}
    for value in values:
        for atom in (explicit(value) if is_matrix(value) else value).atoms(sympy.Symbol, MatrixElement):
            if isinstance(atom, sympy.Symbol):
                _note(found, atom.name, atom)
            elif atom.i.is_Integer and atom.j.is_Integer:
                _note(found, element_name(atom), atom)
    return found


def refuse_confused_symbols(*sides: Iterable[Expr]) -> None:
    """Refuse two sides in which different SymPy symbols have one name: the engine would take them for one.

    >>> import sympy
    >>> refuse_confused_symbols([sympy.Symbol("x")], [sympy.Symbol("x", positive=True) + 1])
    >>> refuse_confused_symbols([sympy.Dummy("x")], [sympy.Dummy("x")])
    Traceback (most recent call last):
        ...
    symattn.errors.KindError: two different SymPy symbols are called x (a Dummy and a Dummy); give them different names

    A plain Symbol of one side and one with assumptions of another are the same: the assumptions become conditions.
    """
    known: dict[str, Expr] = {}
    for side in sides:
        for name, symbol in symbols_of(*side).items():
            other = known.setdefault(name, symbol)
            if symbol != other and not (type(symbol) is sympy.Symbol and type(other) is sympy.Symbol):
                raise _confused(name, other, symbol)


def _note(found: dict[str, Expr], name: str, symbol: Expr) -> None:
    if found.setdefault(name, symbol) != symbol:
        raise _confused(name, found[name], symbol)


def _confused(name: str, first: Expr, second: Expr) -> KindError:
    kinds = [f"a {type(symbol).__name__}" for symbol in (first, second)]
    told = "their assumptions differ" if kinds == ["a Symbol"] * 2 else " and ".join(kinds)
    return KindError(f"two different SymPy symbols are called {name} ({told}); give them different names")


def element_name(element: Expr) -> str:
    """The engine's name for an entry of a MatrixSymbol, counted from 1."""
    return f"{element.parent}_{int(element.i) + 1}_{int(element.j) + 1}"


class Lifter:
    """One walk over SymPy expressions: each different subexpression is turned once, by the rule for its class."""

    def __init__(self) -> None:
        self._known: dict[Expr, Exact] = {}
        self._symbols: dict[str, Expr] = {}

    def __call__(self, expression: Expr) -> Exact:
        """The engine's number; LimitError where the expression is nested too deeply to be walked."""
        try:
            return self.number(expression)
        except RecursionError:
            raise LimitError("the SymPy expression is nested too deeply to be taken over") from None

    def number(self, expression: Expr) -> Exact:
        """The number of a subexpression."""
        found = self._known.get(expression)
        if found is None:
            found = self._known[expression] = self._rule(expression)(self, expression)
        return found

    def numbers(self, expressions: Iterable[Expr]) -> list[Exact]:
        """The numbers of several subexpressions."""
        return [self.number(expression) for expression in expressions]

    def named(self, name: str, symbol: Expr) -> Exact:
        """The free symbol of a name that text can carry, under the conditions that its assumptions state."""
        if name == "E" or not PLAIN_NAME.fullmatch(name):
            raise UnknownNameError(f"the symbol {name!r} could not be read back; call it a, k, x_1 or lambda, say")
        _note(self._symbols, name, symbol)
        if symbol.is_zero:
            return Exact(0)
        return functions.symbol(name).with_conditions(_assumed(name, symbol))

    @staticmethod
    def _rule(expression: Expr) -> Rule:
        for kind in type(expression).__mro__:
            if kind in RULES:
                return RULES[kind]
        raise _unknown(expression)


def _unknown(expression: Expr) -> UnknownNameError | KindError:
    if isinstance(expression, sympy.Function):
        return UnknownNameError.of("function", expression.func.__name__, (kind.__name__ for kind in FUNCTIONS))
    return KindError(
        f"{_shown(expression)} ({type(expression).__name__}) is not known; numbers are built from integers, rationals, "
        f"E, pi and symbols by sums, products, powers and {', '.join(kind.__name__ for kind in FUNCTIONS)}"
    )


def _shown(expression: Expr) -> str:
    text = str(expression)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _assumed(name: str, symbol: Expr) -> list[str]:
    if symbol.is_extended_real is False or symbol.is_commutative is False:
        raise DomainError(f"the symbol {name} is declared not to be real; free symbols stand for real numbers here")
    if symbol.is_positive:
        return [f"{name} > 0"]
    if symbol.is_negative:
        return [f"{name} < 0"]
    if symbol.is_nonnegative or symbol.is_nonpositive:
        return [f"{name} >= 0" if symbol.is_nonnegative else f"{name} <= 0"]
    return [f"{name} != 0"] if symbol.is_nonzero else []


def _element(lifter: Lifter, expression: Expr) -> Exact:
    plain = isinstance(expression.parent, sympy.MatrixSymbol) and expression.i.is_Integer and expression.j.is_Integer
    if not plain:
        raise _unknown(expression)
    return lifter.named(element_name(expression), expression)


def _product(lifter: Lifter, expression: Expr) -> Exact:
    factors = lifter.numbers(expression.args)
    while len(factors) > 1:
        factors = [reduce(mul, factors[i : i + 2]) for i in range(0, len(factors), 2)]
    return factors[0] if factors else Exact(1)


def _power(lifter: Lifter, expression: Expr) -> Exact:
    base, exponent = lifter.numbers(expression.args)
    fraction = exponent.as_fraction()
    if fraction is not None and fraction.denominator > 1 and _is_negative(base):
        # SymPy's (-8)**(1/3) is the principal, complex root; the engine's root would answer -2.
        raise DomainError(f"{_shown(expression)} is not a real number in SymPy; for odd roots write real_root(x, n)")
    if fraction is not None and fraction.denominator > 1:
        base = where_not_negative(base)  # where it is negative SymPy's root is complex too
    return functions.power(base, exponent)


def _is_negative(number: Exact) -> bool:
    return certainly_positive(number) == -1 if number.symbols else number.sign() < 0


def _logarithm(lifter: Lifter, expression: Expr) -> Exact:
    argument, *base = lifter.numbers(expression.args)
    return functions.log_base(base[0], argument) if base else functions.log(argument)


def _float(lifter: Lifter, expression: Expr) -> Exact:
    raise FloatError(f'{expression} is a SymPy Float and not exact; write it as text ("0.5") or as a Rational')


def _infinite(lifter: Lifter, expression: Expr) -> Exact:
    raise InfinityError(f"{expression} is no number; only -oo is welcome, alone or as a term, where it hides a score")


def _imaginary(lifter: Lifter, expression: Expr) -> Exact:
    raise DomainError("I is not a real number; every value here is real")


FUNCTIONS: dict[type, Rule] = {
    sympy.Abs: lambda lifter, expression: functions.absolute(lifter.number(expression.args[0])),
    sympy.exp: lambda lifter, expression: functions.exp(lifter.number(expression.args[0])),
    sympy.log: _logarithm,
    sympy.tanh: lambda lifter, expression: functions.tanh(lifter.number(expression.args[0])),
}
RULES: dict[type, Rule] = FUNCTIONS | {
    sympy.Rational: lambda lifter, expression: Exact(Fraction(int(expression.p), int(expression.q))),
    type(sympy.E): lambda lifter, expression: functions.euler(),
    type(sympy.pi): lambda lifter, expression: functions.pi(),
    sympy.Symbol: lambda lifter, expression: lifter.named(expression.name, expression),
    MatrixElement: _element,
    sympy.Add: lambda lifter, expression: functions.total(lifter.numbers(expression.args)),
    sympy.Mul: _product,
    sympy.Pow: _power,
    sympy.UnevaluatedExpr: lambda lifter, expression: lifter.number(expression.args[0]),
    sympy.Float: _float,
    type(sympy.oo): _infinite,
    type(-sympy.oo): _infinite,
    type(sympy.zoo): _infinite,
    type(sympy.nan): _infinite,
    type(sympy.I): _imaginary,
}


# -- out ------------------------------------------------------------------------------------------------------------


def lower(number: Exact, symbols: Symbols = _NO_SYMBOLS) -> Expr:
    """The SymPy expression of a number in lowest terms: expanded numerator over expanded denominator.

    >>> from symattn.exact import exp, symbol
    >>> e = exp(Exact(1))
    >>> lower(2 / (2 + 1 / e)), lower(exp(symbol("a") / 2))
    (2*E/(1 + 2*E), exp(a/2))

    `symbols` says which SymPy symbol stands for a name; other names become plain `sympy.Symbol(name)`.
    """
    return Lowerer(symbols)(number)


def lower_matrix(matrix: ExactMatrix, symbols: Symbols = _NO_SYMBOLS) -> Matrix:
    """The SymPy ImmutableMatrix [rows, columns] of an engine matrix, -oo where it is hidden."""
    lowerer = Lowerer(symbols)
    made: dict[int, Expr] = {}  # equal weights of a row are one object
    flat = []
    for entry in (entry for row in matrix.rows() for entry in row):
        if id(entry) not in made:
            made[id(entry)] = minus_infinity() if isinstance(entry, MinusInfinity) else lowerer(entry)
        flat.append(made[id(entry)])
    return sympy.ImmutableMatrix(*matrix.shape, flat)


def additive_matrix(rows: Sequence[Sequence[bool]]) -> Matrix:
    """The additive mask as a SymPy ImmutableMatrix: 0 where a row says True (may be read), -oo elsewhere.

    >>> additive_matrix([[True, False], [True, True]])
    Matrix([
    [0, -oo],
    [0,   0]])
    """
    zero, hidden = sympy.S.Zero, sympy.S.NegativeInfinity
    flat = [zero if seen else hidden for row in rows for seen in row]
    return sympy.ImmutableMatrix(len(rows), len(rows[0]) if rows else 0, flat)


def minus_infinity() -> Expr:
    """SymPy's -oo."""
    return sympy.S.NegativeInfinity


class Lowerer:
    """One walk over engine numbers: each different monomial and denominator becomes a SymPy object once."""

    def __init__(self, symbols: Symbols = _NO_SYMBOLS) -> None:
        self._symbols = symbols
        self._monomials: dict[tuple[Field, Exponents], Expr] = {}
        self._reciprocals: dict[tuple[Field, tuple[Term, ...]], Expr] = {}

    def __call__(self, number: Exact) -> Expr:
        """The expression of a number."""
        value = number.as_fraction()
        if value is not None:
            return sympy.Rational(value.numerator, value.denominator)
        shown = number.normal
        above, below = terms_of(shown.numerator), tuple(terms_of(shown.denominator))
        if shown.is_polynomial:
            return self._sum(shown.field, above, below[0][1])
        key = (shown.field, below)
        if key not in self._reciprocals:
            self._reciprocals[key] = sympy.Pow(self._sum(shown.field, below, 1), -1)
        return sympy.Mul(self._sum(shown.field, above, 1), self._reciprocals[key])

    def _sum(self, field: Field, terms: Iterable[Term], below: int) -> Expr:
        return sympy.Add(*(sympy.Mul(sympy.Rational(c, below), self._monomial(field, x)) for x, c in terms))

    def _monomial(self, field: Field, exponents: Exponents) -> Expr:
        key = (field, exponents)
        if key not in self._monomials:
            present = [(g, power) for g, power in zip(field.generators, exponents, strict=True) if power]
            raised = [g.argument * Fraction(power, g.index) for g, power in present if isinstance(g, Exp)]
            factors = [self._power(g, power) for g, power in present if not isinstance(g, Exp)]
            factors += [self._exponential(functions.total(raised))] if raised else []
            self._monomials[key] = sympy.Mul(*factors)
        return self._monomials[key]

    def _exponential(self, argument: Exact) -> Expr:
        """SymPy's exp, which looks at the size of its argument and at the logarithms in it."""
        if is_endless_to_sympy(argument):
            raise LimitError(
                f"SymPy would hardly come to an end with exp({argument.told()}); an exact value can hold it"
            )
        return sympy.exp(self(argument))

    def _power(self, generator: Generator, power: int) -> Expr:
        """A generator that is no exponential, to a power."""
        match generator:
            case Root(prime, index):
                return sympy.Pow(sympy.Integer(prime), sympy.Rational(power, index))
            case RootOf(argument, index):
                return sympy.Pow(self(argument), sympy.Rational(power, index))
            case Symbol(name):
                return sympy.Pow(self._symbols.get(name, sympy.Symbol(name)), power)
            case Log(prime):
                return sympy.Pow(sympy.log(prime), power)
            case LogOf(argument, _):
                return sympy.Pow(sympy.log(self(argument)), power)
            case Pi():
                return sympy.Pow(sympy.pi, power)
        raise AssertionError(generator)
