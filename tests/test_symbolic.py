"""The SymPy Softmax: unevaluated as written, natural entries, exact when asked, hidden entries exactly 0."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn import Softmax, causal, exact, full, padding
from symattn.errors import EmptyRowError, FloatError, InfinityError, KindError, ShapeError, UnknownNameError
from symattn.exact import ExactMatrix
from symattn.softmax import masked_softmax
from symattn.values import exact_matrix
from symattn.visibility import Visibility

a, b, c = sympy.symbols("a b c")
E, oo, exp = sympy.E, sympy.oo, sympy.exp
X = sympy.MatrixSymbol("X", 2, 2)
M = causal(2).additive()
S = sympy.Matrix([[a, b], [1, c]])


def rational(value: Fraction) -> object:
    return sympy.Rational(value.numerator, value.denominator)


# -- as written -----------------------------------------------------------------------------------------------------


def test_it_stays_unevaluated_and_keeps_its_scores() -> None:
    weights = Softmax(S + M)
    assert isinstance(weights, Softmax)
    assert weights.shape == (2, 2)
    assert weights.scores == sympy.ImmutableMatrix([[a, b - oo], [1, c]])
    assert weights.free_symbols == {a, b, c}
    assert weights.func(*weights.args) == weights
    assert hash(weights) == hash(Softmax(S + M))
    assert Softmax(S) != weights


@pytest.mark.parametrize(
    "scores",
    [S, S.as_immutable(), sympy.SparseMatrix(S), sympy.Array(S), [["a", "b"], [1, c]], exact([["a", "b"], [1, "c"]])],
)
def test_scores_may_come_in_any_form(scores: object) -> None:
    assert Softmax(scores) == Softmax(S)


def test_printing() -> None:
    assert str(Softmax(X)) == "Softmax(X)"
    assert str(Softmax(sympy.Matrix([[a, b]]))) == "Softmax(Matrix([[a, b]]))"
    assert sympy.latex(Softmax(X + sympy.MatrixSymbol("M", 2, 2))) == r"\operatorname{softmax}\left(M + X\right)"
    assert sympy.latex(Softmax(sympy.Matrix([[1, 2], [3, 4]]) + M)) == (
        r"\operatorname{softmax}\left(\left[\begin{matrix}1 & -\infty\\3 & 4\end{matrix}\right]\right)"
    )
    assert sympy.pretty(Softmax(X), use_unicode=False) == "softmax(X)"
    assert sympy.srepr(Softmax(X)) == "Softmax(MatrixSymbol(Str('X'), Integer(2), Integer(2)))"


def test_substitution_rebuilds_the_symbol() -> None:
    assert Softmax(S).subs(b, 2) == Softmax(S.subs(b, 2))
    with pytest.raises(FloatError):
        Softmax(S).subs(b, sympy.Float("0.5"))


# -- entries --------------------------------------------------------------------------------------------------------


def test_entries_are_quotients_of_exponentials() -> None:
    weights = Softmax(S + M)
    assert weights[0, 0] == 1
    assert weights[0, 1] == 0
    assert weights[1, 0] == E / (E + exp(c))
    assert weights.as_explicit() == sympy.ImmutableMatrix([[1, 0], [E / (E + exp(c)), exp(c) / (E + exp(c))]])
    with pytest.raises(IndexError):
        weights[2, 0]


def test_entries_of_a_matrix_symbol() -> None:
    weights = Softmax(X)
    assert weights[1, 0] == exp(X[1, 0]) / (exp(X[1, 0]) + exp(X[1, 1]))
    masked = Softmax(X + M)
    assert masked.as_explicit()[0, :] == sympy.ImmutableMatrix([[1, 0]])


def test_entries_where_the_size_or_the_place_is_symbolic() -> None:
    n, i, j = sympy.symbols("n i j", integer=True, positive=True)
    Y = sympy.MatrixSymbol("Y", n, n)
    entry = Softmax(Y)[i, j]
    assert entry.has(sympy.Sum)
    assert entry.subs(n, 2).doit() == exp(Y[i, j]).subs(n, 2) / (exp(Y[i, 0]) + exp(Y[i, 1])).subs(n, 2)
    assert Softmax(X)[i, j] == exp(X[i, j]) / (exp(X[i, 0]) + exp(X[i, 1]))
    assert Softmax(Y).doit() == Softmax(Y)


# -- derivatives ----------------------------------------------------------------------------------------------------


def test_the_derivative_of_a_softmax_is_diagonal_minus_outer_product() -> None:
    row = sympy.Matrix([[a, b, c]])
    weights = Softmax(row)
    for i, above in enumerate((a, b, c)):
        for j in range(3):
            expected = weights[0, j] * (int(i == j) - weights[0, i])
            assert exact(weights[0, j].diff(above)) == exact(expected)
            assert exact(weights.doit()[0, j].diff(above)) == exact(expected)
            assert exact(weights.diff(above)[0, j]) == exact(expected)


def test_derivatives_see_the_mask() -> None:
    weights = Softmax(S + M)
    assert weights.diff(b) == sympy.zeros(2, 2)
    assert sympy.Derivative(weights, c).doit() == weights.diff(c)
    assert exact(weights.diff(c)) == exact([[0, 0], [-E * exp(c) / (E + exp(c)) ** 2, E * exp(c) / (E + exp(c)) ** 2]])
    assert exact(weights.diff(c, 2)) == exact(weights.as_explicit().diff(c).diff(c))


def test_derivatives_by_entries_of_a_matrix_symbol_but_not_by_the_whole() -> None:
    entry = Softmax(X)[0, 0]
    assert exact(entry.diff(X[0, 1])) == exact(-entry * Softmax(X)[0, 1])
    assert Softmax(X).diff(X[1, 1])[0, 0] == 0
    with pytest.raises(KindError, match="differentiated by scalars"):
        Softmax(X).diff(X)


# -- exact ----------------------------------------------------------------------------------------------------------


def test_doit_gives_the_exact_form() -> None:
    scores = sympy.Matrix([[sympy.log(99), 0], [1, 0]])
    weights = Softmax(scores).doit()
    assert isinstance(weights, sympy.ImmutableMatrix)
    assert weights == sympy.ImmutableMatrix(
        [[sympy.Rational(99, 100), sympy.Rational(1, 100)], [E / (1 + E), 1 / (1 + E)]]
    )


def test_doit_hides_what_is_minus_infinity() -> None:
    weights = Softmax(S + M).doit()
    assert weights[0, :] == sympy.ImmutableMatrix([[1, 0]])
    assert weights == Softmax(sympy.Matrix([[a, -oo], [1, c]])).doit()
    assert Softmax(S + padding(1, 2).additive()).doit() == sympy.ImmutableMatrix([[1, 0], [1, 0]])


def test_doit_keeps_the_symbols_of_the_scores() -> None:
    real = sympy.Symbol("a", real=True)
    weights = Softmax(sympy.Matrix([[real, 0]])).doit()
    assert weights.free_symbols == {real}
    assert weights[0, 0] == exp(real) / (exp(real) + 1)


def test_doit_leaves_a_matrix_symbol_alone_and_takes_its_entries() -> None:
    assert Softmax(X).doit() == Softmax(X)
    assert Softmax(X + M).doit() == Softmax(X + M)
    entries = Softmax(X.as_explicit() + M).doit()
    assert entries[1, 0] == exp(X[1, 0]) / (exp(X[1, 0]) + exp(X[1, 1]))


def test_products_are_evaluated_as_matrix_expressions_are() -> None:
    V = sympy.Matrix([[1], [2]])
    weights = Softmax(sympy.Matrix([[0, 0]]))
    assert weights * V == sympy.ImmutableMatrix([[sympy.Rational(3, 2)]])
    written = sympy.MatMul(weights, V)
    assert written.args == (weights, V.as_immutable())
    assert written.doit() == weights * V


def test_a_second_softmax_over_a_first() -> None:
    inner = Softmax(sympy.Matrix([[0, 1]]))
    outer = Softmax(inner)
    assert exact(outer.doit()) == exact([[exp(1 / (1 + E)), exp(E / (1 + E))]]) * (
        1 / exact(exp(1 / (1 + E)) + exp(E / (1 + E)))
    )


# -- errors ---------------------------------------------------------------------------------------------------------


def test_a_row_without_a_visible_key_is_refused() -> None:
    weights = Softmax(sympy.Matrix([[0, 1], [-oo, a - oo]]))
    for ask in (weights.doit, weights.as_explicit, lambda: weights[1, 0]):
        with pytest.raises(EmptyRowError, match="query 2"):
            ask()
    assert weights[0, 0] == 1 / (1 + E)


@pytest.mark.parametrize("entry", [oo, sympy.zoo, sympy.nan, a + oo, -oo * a])
def test_other_infinities_are_refused_with_their_place(entry: object) -> None:
    with pytest.raises(InfinityError, match="row 1, column 2 of the scores"):
        Softmax(sympy.Matrix([[0, entry]]))


@pytest.mark.parametrize("scores", [[[0.5, 1]], sympy.Matrix([[0.5, 1]]), sympy.Matrix([[a + 0.5, 1]])])
def test_floats_are_refused(scores: object) -> None:
    with pytest.raises(FloatError, match="row 1, column 1"):
        Softmax(scores)


def test_what_is_no_matrix_and_what_has_no_exact_form() -> None:
    with pytest.raises(ShapeError, match="scores is a single number"):
        Softmax(5)
    unknown = Softmax(sympy.Matrix([[sympy.sin(a), 0]]))
    assert unknown[0, 1] == 1 / (exp(sympy.sin(a)) + 1)
    with pytest.raises(UnknownNameError, match="row 1, column 1: no function is called 'sin'"):
        unknown.doit()


# -- properties -----------------------------------------------------------------------------------------------------

entries = st.one_of(st.integers(-3, 3), st.fractions(min_value=-2, max_value=2, max_denominator=3).map(rational))


def rows_of(width: int) -> st.SearchStrategy[list[list[object]]]:
    return st.lists(
        st.lists(st.one_of(entries, st.sampled_from([a, b, a + b, sympy.log(2)])), min_size=width, max_size=width),
        min_size=1,
        max_size=3,
    )


@settings(max_examples=40)
@given(rows_of(3), st.data())
def test_doit_is_the_masked_softmax_of_the_engine(rows: list[list[object]], data: st.DataObject) -> None:
    visible = Visibility.from_rows(
        [data.draw(st.lists(st.booleans(), min_size=3, max_size=3).filter(any)) for _ in rows]
    )
    scores = sympy.Matrix(rows)
    found = Softmax(scores + visible.additive()).doit()
    assert exact(found) == masked_softmax(scores, visible)
    assert all(found[i, j] == 0 for i, j in (~visible).pairs())


@settings(max_examples=40)
@given(rows_of(2))
def test_what_is_written_out_equals_the_exact_form(rows: list[list[object]]) -> None:
    weights = Softmax(sympy.Matrix(rows))
    explicit = exact_matrix(weights.as_explicit())
    assert explicit == exact(weights.doit())
    ones = ExactMatrix([[1]] * len(rows))
    assert explicit @ ExactMatrix([[1], [1]]) == ones


@given(st.lists(entries, min_size=2, max_size=3))
def test_decimals_agree_with_sympy(row: list[object]) -> None:
    found = Softmax(sympy.Matrix([row])).doit()
    raised = [sympy.exp(entry) for entry in row]
    for weight, above in zip(found, raised, strict=True):
        assert abs(sympy.N(weight - above / sum(raised), 40, chop=True)) < sympy.Rational(1, 10**30)


def test_everything_visible_is_no_mask() -> None:
    assert Softmax(S + full(2).additive()) == Softmax(S)
