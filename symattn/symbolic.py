r"""The SymPy symbol for a row-wise softmax: unevaluated until asked, differentiable, printable.

    >>> import sympy
    >>> from symattn import causal
    >>> a, b = sympy.symbols("a b")
    >>> S = sympy.Matrix([[a, b], [0, 1]])
    >>> Softmax(S + causal(2).additive()).doit()
    Matrix([
    [        1,         0],
    [1/(1 + E), E/(1 + E)]])

A derivation reads like the textbook: `Softmax(S + M)` with a mask M of 0 and -oo stays as it is written, its entries
are quotients of exponentials, and `.doit()` gives the engine's exact form.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import sympy
from sympy.matrices import MatrixBase

from symattn.errors import EmptyRowError, FloatError, InfinityError, KindError
from symattn.exact.sympy_bridge import explicit, is_hidden, is_matrix, lift_matrix, lower_matrix, symbols_of
from symattn.softmax import masked_softmax
from symattn.values import canonical, exact_matrix

Expr: TypeAlias = Any  # SymPy is not typed
Matrix: TypeAlias = Any


class Softmax(sympy.MatrixExpr):
    r"""The softmax of each row of scores [T_q, T_k], a SymPy matrix expression of the same shape.

    >>> import sympy
    >>> a, b = sympy.symbols("a b")
    >>> A = Softmax(sympy.Matrix([[a, b]]))
    >>> A[0, 1], A[0, 1].diff(a)
    (exp(b)/(exp(a) + exp(b)), -exp(a)*exp(b)/(exp(a) + exp(b))**2)
    >>> print(sympy.latex(Softmax(sympy.MatrixSymbol("S", 2, 2))))
    \operatorname{softmax}\left(S\right)

    Scores are a SymPy matrix or matrix expression, or whatever `symattn.exact` takes.  An entry that is -oo, or a sum
    with the term -oo, is hidden and weighs exactly 0.  A MatrixSymbol stays symbolic.  `.doit()` gives the exact form,
    an ImmutableMatrix in lowest terms in the symbols of the scores; `.as_explicit()` only writes the quotients out.
    SymPy evaluates sums and products of matrix expressions at once, so `Softmax(S + M) * V` is exact already;
    `sympy.MatMul(Softmax(S + M), V)` only writes the product down.
    Errors: InfinityError for oo, nan or products with -oo among the scores, FloatError for floats, EmptyRowError (from
    entries and `.doit()`) for a row in which everything is hidden.
    """

    def __new__(cls, scores: object) -> Softmax:
        """Scores written out by entries are checked here, so that nan never gets as far as a weight."""
        matrix: Matrix = scores if is_matrix(scores) else canonical(exact_matrix(scores, "scores"))
        if isinstance(matrix, (MatrixBase, sympy.NDimArray)):
            matrix = sympy.ImmutableMatrix(explicit(matrix))
            _check(matrix)
        made: Softmax = super().__new__(cls, matrix)
        return made

    @property
    def scores(self) -> Matrix:
        """The scores [T_q, T_k] as given, hidden entries included."""
        return self.args[0]

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """(T_q, T_k), as the scores have it."""
        rows, columns = self.scores.shape
        return rows, columns

    def doit(self, **hints: Any) -> Matrix:
        """The exact weights [T_q, T_k] as an ImmutableMatrix, or the same symbol while scores stay symbolic."""
        scores = self.scores.doit(**hints) if hints.get("deep", True) else self.scores
        if not isinstance(scores, MatrixBase):
            return self.func(scores)
        return lower_matrix(masked_softmax(lift_matrix(scores), None), symbols_of(scores))

    def as_explicit(self) -> Matrix:
        """The weights [T_q, T_k] as an ImmutableMatrix of quotients of exponentials, nothing cancelled."""
        scores = explicit(self.scores)
        rows = [_raised(list(scores[i, :]), i) for i in range(scores.shape[0])]
        totals = [1 / sympy.Add(*row) for row in rows]
        return sympy.ImmutableMatrix([[x * total for x in row] for row, total in zip(rows, totals, strict=True)])

    def _entry(self, i: Expr, j: Expr, **_: Any) -> Expr:
        columns = self.scores.shape[1]
        if not isinstance(columns, int | sympy.Integer):
            k = sympy.Dummy("k", integer=True)
            return sympy.exp(self.scores[i, j]) / sympy.Sum(sympy.exp(self.scores[i, k]), (k, 0, columns - 1))
        raised = _raised([self.scores[i, k] for k in range(columns)], i)
        above = raised[int(j)] if isinstance(j, int | sympy.Integer) else sympy.exp(self.scores[i, j])
        return above / sympy.Add(*raised)

    def diff(self, *variables: Expr, **_: Any) -> Matrix:
        """The derivative of every weight [T_q, T_k] by scalars, such as a symbol or an entry S[0, 1]."""
        if any(is_matrix(variable) for variable in variables):
            raise KindError("weights are differentiated by scalars; use an entry of the matrix, such as S[0, 1]")
        return self.as_explicit().diff(*variables)

    def _sympystr(self, printer: Any) -> str:
        return f"Softmax({printer.doprint(self.scores)})"

    def _latex(self, printer: Any) -> str:
        return rf"\operatorname{{softmax}}\left({printer.doprint(self.scores)}\right)"

    def _pretty(self, printer: Any) -> Any:
        return printer._print_Function(self, func_name="softmax")


def _check(scores: Matrix) -> None:
    """Refuse floats, and infinities that do not plainly hide an entry, with their place."""
    rows, columns = scores.shape
    for i in range(rows):
        for j in range(columns):
            entry = scores[i, j]
            if entry.is_Rational or is_hidden(entry):
                continue
            place = f"row {i + 1}, column {j + 1} of the scores is {entry}"
            if entry.has(sympy.oo, -sympy.oo, sympy.zoo, sympy.nan):
                raise InfinityError(f"{place}: only -oo, alone or as a term of a sum, hides an entry; add the mask M")
            if entry.has(sympy.Float):
                raise FloatError(f'{place}, a Float and not exact; write it as a Rational or as text ("0.5")')


def _raised(row: list[Expr], i: Expr) -> list[Expr]:
    """The exponentials of a row of scores, 0 where an entry is hidden."""
    hidden = [is_hidden(entry) for entry in row]
    if all(hidden):
        raise EmptyRowError.of(int(i))
    return [sympy.S.Zero if away else sympy.exp(entry) for entry, away in zip(row, hidden, strict=True)]
