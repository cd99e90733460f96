"""SymPy in and out of the engine: nothing changes its value, and what has no exact real value is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from symattn import values
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
from symattn.exact import (
    MINUS_INFINITY,
    Exact,
    ExactMatrix,
    compare,
    euler,
    exp,
    log,
    pi,
    power,
    root,
    sqrt,
    symbol,
    tanh,
)
from symattn.exact.decimals import enclosure
from symattn.exact.sympy_bridge import (
    additive_matrix,
    explicit,
    is_hidden,
    lift,
    lift_matrix,
    lower,
    lower_matrix,
    minus_infinity,
    symbols_of,
)

a, b, k = sympy.symbols("a b k")
E, oo = sympy.E, sympy.oo
half = sympy.Rational(1, 2)


def number(expression: object) -> Exact:
    found = lift(expression)
    assert isinstance(found, Exact)
    return found


# -- expressions in -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (sympy.Integer(7), Exact(7)),
        (sympy.Rational(-3, 4), Exact(Fraction(-3, 4))),
        (E, euler()),
        (sympy.pi, pi()),
        (a, symbol("a")),
        (sympy.Symbol("x_1"), symbol("x_1")),
        (sympy.exp(half), exp(Exact(Fraction(1, 2)))),
        (sympy.Pow(E, 3, evaluate=False), exp(Exact(3))),
        (sympy.Pow(E, a, evaluate=False), exp(symbol("a"))),
        (sympy.log(99), log(Exact(99))),
        (sympy.log(3, 2), log(Exact(3)) / log(Exact(2))),
        (sympy.log(8, 2, evaluate=False), Exact(3)),
        (sympy.sqrt(8), 2 * sqrt(Exact(2))),
        (sympy.cbrt(54), 3 * root(Exact(2), 3)),
        (2 ** sympy.Rational(-2, 3), 1 / root(Exact(4), 3)),
        (sympy.real_root(-8, 3), Exact(-2)),
        (3 ** sympy.sqrt(2), exp(sqrt(Exact(2)) * log(Exact(3)))),
        (2**a, power(Exact(2), symbol("a"))),
        (1 / (1 + sympy.exp(-1)), euler() / (1 + euler())),
        (1 / (1 + sympy.exp(-a)), exp(symbol("a")) / (1 + exp(symbol("a")))),
        (sympy.tanh(a), tanh(symbol("a"))),
        (sympy.Abs(sympy.Integer(2) - E, evaluate=False), euler() - 2),
        (sympy.exp(sympy.log(99), evaluate=False), Exact(99)),
        (sympy.Add(1, sympy.Mul(2, half, evaluate=False), evaluate=False), Exact(2)),
        (sympy.UnevaluatedExpr(a) / 2, symbol("a") / 2),
        (sympy.Add(*[sympy.exp(i) for i in range(40)]), sum((exp(Exact(i)) for i in range(1, 40)), Exact(1))),
    ],
)
def test_lift_gives_the_same_number(expression: object, expected: Exact) -> None:
    assert compare(lift(expression), expected).outcome == "equal"


def test_a_positive_symbol_brings_its_condition() -> None:
    assert number(sympy.Symbol("k", positive=True)).conditions == {"k > 0"}
    assert number(sympy.Symbol("k", negative=True)).conditions == {"k < 0"}
    assert number(sympy.Symbol("k", nonnegative=True)).conditions == {"k >= 0"}
    assert number(sympy.Symbol("k", real=True)).conditions == frozenset()
    assert number(sympy.log(k)).conditions == {"k > 0"}


@pytest.mark.parametrize(
    ("expression", "error", "message"),
    [
        (sympy.Float("0.5"), FloatError, "0.5.* not exact"),
        (a + sympy.Float(2), FloatError, "not exact"),
        (oo, InfinityError, "oo is no number"),
        (sympy.zoo, InfinityError, "zoo is no number"),
        (sympy.nan, InfinityError, "nan is no number"),
        (-oo * a, InfinityError, "-oo is no number"),
        (sympy.I, DomainError, "real"),
        (sympy.exp(sympy.I * a), DomainError, "real"),
        (sympy.log(-2), DomainError, "real"),
        (sympy.log(-2, evaluate=False), DomainError, "negative|positive"),
        (sympy.cbrt(-8), DomainError, "real"),
        (sympy.Pow(-8, sympy.Rational(1, 3), evaluate=False), DomainError, "real_root"),
        (sympy.Pow(1 - E, half, evaluate=False), DomainError, "not a real number"),
        (sympy.Symbol("z", imaginary=True), DomainError, "z is declared not to be real"),
        (sympy.Symbol("A", commutative=False), DomainError, "A is declared not to be real"),
        (sympy.Symbol("E"), UnknownNameError, "'E' could not be read back"),
        (sympy.Symbol("e"), UnknownNameError, "'e'"),
        (sympy.Symbol("a b"), UnknownNameError, "'a b' could not be read back"),
        (sympy.sin(1), UnknownNameError, "no function is called 'sin'"),
        (sympy.Function("f")(a), UnknownNameError, "no function is called 'f'"),
        (sympy.GoldenRatio, KindError, "GoldenRatio"),
        (sympy.true, KindError, "BooleanTrue"),
        (a > 1, KindError, "GreaterThan"),
        (a + sympy.Symbol("a", real=True), KindError, "two different SymPy symbols are called a"),
        (sympy.Pow(2, 10**9, evaluate=False), LimitError, "too large"),
    ],
)
def test_what_has_no_exact_real_value_is_refused(expression: object, error: type[SymattnError], message: str) -> None:
    with pytest.raises(error, match=message):
        lift(expression)


def test_an_expression_nested_too_deeply_is_refused() -> None:
    deep = a
    for _ in range(20_000):
        deep = sympy.Add(1, sympy.Mul(2, deep, evaluate=False), evaluate=False)
    with pytest.raises(LimitError, match="too deeply"):
        lift(deep)


# -- minus infinity -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("expression", [-oo, a - oo, sympy.Add(a, sympy.Add(b, -oo, evaluate=False), evaluate=False)])
def test_minus_infinity_hides_alone_and_as_a_term(expression: object) -> None:
    assert is_hidden(expression)
    assert lift(expression) is MINUS_INFINITY


@pytest.mark.parametrize("expression", [oo, a + oo, -oo * a, sympy.exp(a), sympy.Integer(0)])
def test_nothing_else_hides(expression: object) -> None:
    assert not is_hidden(expression)


def test_the_additive_mask_places_minus_infinity() -> None:
    mask = additive_matrix([[True, False], [True, True]])
    assert mask == sympy.ImmutableMatrix([[0, -oo], [0, 0]])
    assert isinstance(mask, sympy.ImmutableMatrix)
    assert minus_infinity() is sympy.S.NegativeInfinity
    assert MINUS_INFINITY.sympy() == -oo


# -- matrices -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "matrix",
    [
        sympy.Matrix([[1, E], [a, a - oo]]),
        sympy.ImmutableMatrix([[1, E], [a, -oo]]),
        sympy.SparseMatrix([[1, E], [a, -oo]]),
        sympy.Array([[1, E], [a, -oo]]),
        sympy.MatAdd(sympy.Matrix([[0, E], [a, 0]]), sympy.Matrix([[1, 0], [0, -oo]])),
    ],
)
def test_any_kind_of_matrix_is_lifted(matrix: object) -> None:
    found = lift(matrix)
    assert isinstance(found, ExactMatrix)
    assert found == ExactMatrix([[1, euler()], [symbol("a"), MINUS_INFINITY]])


def test_a_row_and_a_column_keep_their_shapes() -> None:
    assert lift_matrix(sympy.Matrix([[1, 2, 3]])).shape == (1, 3)
    assert lift_matrix(sympy.Matrix([1, 2, 3])).shape == (3, 1)


@pytest.mark.parametrize(
    ("matrix", "error", "message"),
    [
        (sympy.Matrix([[1, 2], [3, sympy.Float(1)]]), FloatError, "row 2, column 2: .*not exact"),
        (sympy.Matrix([[1, oo]]), InfinityError, "row 1, column 2: oo"),
        (sympy.Matrix(0, 0, []), ShapeError, "at least one row"),
        (sympy.Array([1, 2]), ShapeError, "two axes"),
        (sympy.MatrixSymbol("X", sympy.Symbol("n"), 2), ShapeError, "symbolic size"),
        (sympy.Matrix([[a, sympy.Symbol("a", real=True)]]), KindError, "two different SymPy symbols"),
    ],
)
def test_an_error_in_a_matrix_names_the_place(matrix: object, error: type[SymattnError], message: str) -> None:
    with pytest.raises(error, match=message):
        lift(matrix)


def test_entries_of_a_matrix_symbol_are_free_symbols() -> None:
    X = sympy.MatrixSymbol("X", 1, 2)
    found = lift_matrix(X)
    assert found.text() == "[[X_1_1, X_1_2]]"
    assert lower_matrix(found, symbols_of(X)) == explicit(X)
    with pytest.raises(KindError, match="called X_1_2"):
        symbols_of(X[0, 1] + sympy.Symbol("X_1_2"))


# -- out ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Exact(Fraction(-2, 3)), sympy.Rational(-2, 3)),
        (exp(Exact(2)), sympy.exp(2)),
        (exp(1 / sqrt(Exact(2))), sympy.exp(sympy.sqrt(2) / 2)),
        (2 * euler() / (2 * euler() + 1), 2 * E / (2 * E + 1)),
        (1 / (1 + exp(Exact(-1))), E / (E + 1)),
        ((1 + euler()) / 2, half + E / 2),
        (sqrt(Exact(6)) / 3, sympy.sqrt(6) / 3),
        (root(Exact(2), 3) ** 2, 2 ** sympy.Rational(2, 3)),
        (log(Exact(2)) ** 2 * pi(), sympy.log(2) ** 2 * sympy.pi),
        (exp(symbol("a") / 2) * symbol("b"), b * sympy.exp(a / 2)),
        (log(1 + euler()), sympy.log(1 + E)),
        (sqrt(1 + euler()), sympy.sqrt(1 + E)),
        (exp(1 / (1 + euler())), sympy.exp(1 / (1 + E))),
    ],
)
def test_lower_writes_what_one_would_type(value: Exact, expected: object) -> None:
    assert lower(value) == expected
    assert value.sympy() == expected


def test_plain_symbols_come_out_plain_and_declared_ones_as_handed_over() -> None:
    real = sympy.Symbol("a", real=True)
    value = exp(symbol("a")) + symbol("b")
    assert lower(value) == sympy.exp(a) + b
    assert lower(value, {"a": real}) == sympy.exp(real) + b
    expression = sympy.exp(real) / (1 + sympy.exp(real))
    assert lower(number(expression), symbols_of(expression)) == expression
    matrix = sympy.Matrix([[real, 1]])
    assert lower_matrix(lift_matrix(matrix), symbols_of(matrix)) == matrix.as_immutable()


def test_a_matrix_goes_out_with_minus_infinity_in_its_places() -> None:
    value = ExactMatrix([[1, MINUS_INFINITY], [symbol("a"), euler() / (1 + euler())]])
    found = lower_matrix(value)
    assert isinstance(found, sympy.ImmutableMatrix)
    assert found == sympy.ImmutableMatrix([[1, -oo], [a, E / (1 + E)]])
    assert value.sympy() == found


# -- properties -----------------------------------------------------------------------------------------------------

fractions = st.fractions(min_value=-3, max_value=3, max_denominator=6)
positive = st.fractions(min_value=Fraction(1, 6), max_value=20, max_denominator=6)
constants = st.one_of(
    fractions.map(Exact),
    fractions.map(lambda q: exp(Exact(q))),
    positive.map(lambda q: exp(sqrt(Exact(q)))),
    positive.map(lambda q: sqrt(Exact(q))),
    positive.map(lambda q: root(Exact(q), 3)),
    positive.map(lambda q: log(Exact(q))),
    st.just(pi()),
)
functions_of_symbols = st.one_of(
    constants,
    st.sampled_from(["a", "b"]).map(symbol),
    st.sampled_from(["a", "b"]).map(lambda name: exp(symbol(name) / 2)),
)


def combined(leaves: st.SearchStrategy[Exact]) -> st.SearchStrategy[Exact]:
    def quotient(pair: tuple[Exact, Exact]) -> Exact:
        return pair[0] / (1 + pair[1] * pair[1])

    def grow(inner: st.SearchStrategy[Exact]) -> st.SearchStrategy[Exact]:
        pairs = st.tuples(inner, inner)
        return st.one_of(
            pairs.map(lambda pair: pair[0] + pair[1]), pairs.map(lambda pair: pair[0] * pair[1]), pairs.map(quotient)
        )

    return st.recursive(leaves, grow, max_leaves=5)


@given(combined(functions_of_symbols))
def test_out_and_in_again_is_proved_the_same_number(value: Exact) -> None:
    assert compare(lift(lower(value)), value).outcome == "equal"


@given(combined(constants))
def test_lower_agrees_with_the_decimals_of_sympy(value: Exact) -> None:
    low, high = (sympy.Rational(end) for end in enclosure(value, 25))
    computed = sympy.Rational(str(sympy.N(lower(value), 60)))
    margin = abs(computed) * sympy.Rational(1, 10**40) + sympy.Rational(1, 10**40)
    assert low - margin <= computed <= high + margin


@given(combined(constants), fractions, st.booleans())
def test_lift_agrees_with_the_decimals_of_sympy(value: Exact, shift: Fraction, evaluated: bool) -> None:
    inner = lower(value)
    step = sympy.Rational(shift.numerator, shift.denominator)
    expression = sympy.Add(sympy.Mul(inner, inner, evaluate=evaluated), step, evaluate=evaluated)
    low, high = (sympy.Rational(end) for end in enclosure(number(expression), 25))
    computed = sympy.Rational(str(sympy.N(expression, 60)))
    margin = abs(computed) * sympy.Rational(1, 10**40) + sympy.Rational(1, 10**40)
    assert low - margin <= computed <= high + margin


@given(st.lists(st.lists(st.integers(-50, 50), min_size=2, max_size=2), min_size=1, max_size=4))
def test_integer_matrices_pass_both_ways(rows: list[list[int]]) -> None:
    assert lower_matrix(lift_matrix(sympy.Matrix(rows))) == sympy.ImmutableMatrix(rows)


@pytest.mark.parametrize(
    "text",
    [
        "pi^pi^pi^pi^pi^pi",
        "exp(-exp(exp(exp(exp(9)))))",
        "e^(1/(43892173561*ln(3) + 981287698*pi))",
        "e^(1326862797495834257929*ln(x)/(33588949*pi - 792))",
        "[1, exp(exp(exp(exp(10))))]",
    ],
)
def test_what_sympy_would_not_come_to_an_end_with_is_refused(text: str) -> None:
    value = values.exact(text)
    assert value.text()
    with pytest.raises(LimitError, match="SymPy would hardly come to an end"):
        value.sympy()


@pytest.mark.parametrize("text", ["exp(exp(exp(10)))", "e^(10^400)", "exp(123456789*x*ln(2))", "e^(1/(30*ln(3) + pi))"])
def test_what_is_merely_large_is_no_trouble(text: str) -> None:
    assert values.exact(text).sympy().has(sympy.exp(1), sympy.exp, sympy.Pow)
