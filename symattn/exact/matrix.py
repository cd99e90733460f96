"""Matrices of exact numbers: one front over several storages.

A matrix of plain numbers and roots is kept as integer matrices (`linear`), softmax rows as integers and polynomials
(`powers`), everything else entry by entry.  Which storage serves is chosen here and shows nowhere else.

    >>> from symattn.exact import ExactMatrix
    >>> m = ExactMatrix([[1, 2], [0, 1]])
    >>> (m @ m)[0, 1], m.T.text()
    (Exact('4'), '[[1, 0], [2, 1]]')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Protocol, TypeAlias

from symattn.errors import FloatError, InfinityError, KindError, PositionError, ShapeError
from symattn.exact.functions import total
from symattn.exact.infinity import MINUS_INFINITY, MinusInfinity
from symattn.exact.linear import Linear, coefficients_of, linear_of
from symattn.exact.number import Exact, as_exact
from symattn.exact.polynomials import WorkBudget
from symattn.exact.powers import PowerOutputs, PowerWeights
from symattn.exact.shared import SharedWeights
from symattn.exact.watching import asked

if TYPE_CHECKING:
    import sympy

Entry: TypeAlias = Exact | MinusInfinity


class Storage(Protocol):
    """What a matrix needs of its storage."""

    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def conditions(self) -> frozenset[str]: ...
    def entry(self, i: int, j: int) -> Entry: ...


class ExactMatrix:
    """An immutable matrix [rows, columns] of exact numbers; hidden scores may stand in it as the inert -oo."""

    def __init__(self, rows: Iterable[Iterable[object]]) -> None:
        table = _table_of(rows)
        if not table or not table[0]:
            raise ShapeError("a matrix has at least one row and one column")
        for i, row in enumerate(table):
            if len(row) != len(table[0]):
                raise ShapeError(f"row {i + 1} has {len(row)} entries, row 1 has {len(table[0])}: rows have one length")
        self._shape = (len(table), len(table[0]))
        self._storage: Storage | None = linear_of(table)
        self._table: list[list[Entry]] | None = None
        if self._storage is None:
            self._table = [[_entry(value, i, j) for j, value in enumerate(row)] for i, row in enumerate(table)]

    @classmethod
    def of_storage(cls, storage: Storage) -> ExactMatrix:
        """A matrix over a storage; entries are made when looked at."""
        matrix = cls.__new__(cls)
        matrix._shape = storage.shape
        matrix._storage = storage
        matrix._table = None
        return matrix

    @classmethod
    def identity(cls, size: int) -> ExactMatrix:
        """The identity matrix."""
        return cls([[int(i == j) for j in range(size)] for i in range(size)])

    def __reduce__(self) -> tuple[type[ExactMatrix], tuple[object, ...]]:
        return ExactMatrix, (self.rows(),)

    # -- entries ------------------------------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self._shape

    def __len__(self) -> int:
        return self._shape[0]

    def __iter__(self) -> Iterator[tuple[Entry, ...]]:
        """The rows, as NumPy and lists of lists give them."""
        return iter(self.rows())

    def __contains__(self, value: object) -> bool:
        """Whether some entry equals a number; UndecidedError where that is open."""
        return any(entry == value for row in self.rows() for entry in row)

    def __getitem__(self, place: tuple[int, int]) -> Entry:
        i, j = _checked_place(place)
        rows, columns = self._shape
        if not (-rows <= i < rows and -columns <= j < columns):
            raise PositionError(f"row {i + 1}, column {j + 1} lies outside a matrix of {rows} x {columns}")
        if self._table is not None:
            return self._table[i][j]
        assert self._storage is not None
        return self._storage.entry(i % rows, j % columns)

    def number(self, i: int, j: int) -> Exact:
        """An entry that must be a number; InfinityError for -oo."""
        found = self[i, j]
        if isinstance(found, MinusInfinity):
            raise InfinityError(f"row {i + 1}, column {j + 1} is -oo, a hidden score, and cannot be calculated with")
        return found

    def rows(self) -> tuple[tuple[Entry, ...], ...]:
        """All entries; they are made once and kept."""
        if self._table is None:
            assert self._storage is not None
            entry, (rows, columns) = self._storage.entry, self._shape
            self._table = [[entry(i, j) for j in range(columns)] for i in range(rows)]
        return tuple(map(tuple, self._table))

    def row(self, i: int) -> tuple[Entry, ...]:
        """One row of entries."""
        return tuple(self[i, j] for j in range(self._shape[1]))

    @property
    def linear(self) -> Linear | None:
        """The storage by square roots, where the matrix has one."""
        return self._storage if isinstance(self._storage, Linear) else None

    @property
    def storage(self) -> Storage | None:
        """The storage, or None where entries are kept one by one."""
        return self._storage

    @property
    def conditions(self) -> frozenset[str]:
        """What the free symbols must satisfy."""
        if self._storage is not None:
            return self._storage.conditions
        return frozenset[str]().union(*(entry.conditions for row in self.rows() for entry in row))

    @property
    def symbols(self) -> frozenset[str]:
        """Names of the free symbols."""
        if isinstance(self._storage, (Linear, PowerWeights, PowerOutputs)):
            return frozenset()
        return frozenset[str]().union(*(entry.symbols for row in self.rows() for entry in row))

    @property
    def reduced(self) -> bool:
        """Whether every entry is certainly in lowest terms."""
        if isinstance(self._storage, (Linear, PowerWeights, PowerOutputs)):
            return self._storage.reduced
        return all(entry.reduced for row in self.rows() for entry in row)

    # -- algebra ------------------------------------------------------------------------------------------------

    @property
    def T(self) -> ExactMatrix:
        """The transpose."""
        if self.linear is not None:
            return ExactMatrix.of_storage(self.linear.transposed())
        return ExactMatrix(zip(*self.rows(), strict=True))

    def __matmul__(self, other: object) -> ExactMatrix:
        return self.times(other) if isinstance(other, ExactMatrix) else NotImplemented

    def times(self, other: ExactMatrix, budget: WorkBudget | None = None) -> ExactMatrix:
        """The matrix product; `budget` bounds how much cancelling it may do, one budget for several products."""
        if self.shape[1] != other.shape[0]:
            raise ShapeError(f"a matrix of {_size(self)} cannot be multiplied by one of {_size(other)}")
        left, right = self._storage, other.linear
        if right is not None and isinstance(left, Linear):
            return ExactMatrix.of_storage(left.times(right))
        if right is not None and isinstance(left, PowerWeights):
            outputs = left.times(right, budget or WorkBudget())
            if outputs is not None:
                return ExactMatrix.of_storage(outputs)
        columns = [[other.number(k, j) for k in range(other.shape[0])] for j in range(other.shape[1])]
        if isinstance(left, SharedWeights):
            return ExactMatrix([left.mixed(i, column) for column in columns] for i in range(self.shape[0]))
        rows = [[self.number(i, k) for k in range(self.shape[1])] for i in range(self.shape[0])]
        return ExactMatrix([dot(row, column) for column in columns] for row in rows)

    def __add__(self, other: ExactMatrix) -> ExactMatrix:
        return self._with(other, "added to", Linear.plus, lambda a, b: a + b)

    def __sub__(self, other: ExactMatrix) -> ExactMatrix:
        if not isinstance(other, ExactMatrix):
            return NotImplemented
        return self + (-other)

    def _with(
        self,
        other: ExactMatrix,
        verb: str,
        fast: Callable[[Linear, Linear], Linear],
        slow: Callable[[Exact, Exact], Exact],
    ) -> ExactMatrix:
        if not isinstance(other, ExactMatrix):
            return NotImplemented
        if self.shape != other.shape:
            raise ShapeError(f"a matrix of {_size(self)} cannot be {verb} one of {_size(other)}")
        if self.linear is not None and other.linear is not None:
            return ExactMatrix.of_storage(fast(self.linear, other.linear))
        rows, columns = self.shape
        return ExactMatrix([slow(self.number(i, j), other.number(i, j)) for j in range(columns)] for i in range(rows))

    def __neg__(self) -> ExactMatrix:
        return self * -1

    def __mul__(self, factor: object) -> ExactMatrix:
        if isinstance(factor, ExactMatrix):
            raise KindError("* multiplies a matrix by a number; for the product of matrices write @, as in A @ A")
        number = as_exact(factor)
        if number is None:
            return NotImplemented
        coefficients = coefficients_of(number)
        if self.linear is not None and coefficients is not None:
            return ExactMatrix.of_storage(self.linear.scaled(coefficients))
        return self.map(lambda entry: entry * number)

    __rmul__ = __mul__

    def map(self, function: Callable[[Exact], Exact]) -> ExactMatrix:
        """The function of every entry."""
        rows, columns = self.shape
        return ExactMatrix([function(self.number(i, j)) for j in range(columns)] for i in range(rows))

    def columns(self, start: int, stop: int) -> ExactMatrix:
        """A range of columns (0-based, stop excluded)."""
        if self.linear is not None:
            return ExactMatrix.of_storage(self.linear.columns(start, stop))
        return ExactMatrix([self[i, j] for j in range(start, stop)] for i in range(self.shape[0]))

    @classmethod
    def beside(cls, matrices: Sequence[ExactMatrix]) -> ExactMatrix:
        """Matrices side by side: their columns in order."""
        heights = {matrix.shape[0] for matrix in matrices}
        if len(heights) != 1:
            raise ShapeError(f"matrices of {', '.join(map(_size, matrices))} cannot stand side by side: rows differ")
        return cls([entry for matrix in matrices for entry in matrix.row(i)] for i in range(heights.pop()))

    # -- comparison ---------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ExactMatrix):
            return NotImplemented
        from symattn.exact.comparing import compare_matrices

        found = compare_matrices(self, other).decided()
        if not found and self.shape == other.shape and (self.symbols or other.symbols):
            asked(lambda: "whether two matrices with symbols are equal")
        return found

    __hash__ = None  # type: ignore[assignment]

    # -- writing ------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """[[1, 0], [1/2, 1/2]]: what the reader reads."""
        from symattn.exact.row_writing import written_rows
        from symattn.exact.writing import TEXT

        return "[" + ", ".join("[" + ", ".join(row) + "]" for row in written_rows(self, TEXT)) + "]"

    def latex(self) -> str:
        """A bmatrix; more than ten columns are fine."""
        from symattn.exact.row_writing import written_rows
        from symattn.exact.writing import LATEX

        lines = r"\\".join(" & ".join(row) for row in written_rows(self, LATEX))
        return rf"\begin{{bmatrix}}{lines}\end{{bmatrix}}"

    def decimal(self, places: int) -> list[list[str | None]]:
        """Certified decimals by row; None where a symbol is left, "-oo" where masked."""
        from symattn.exact.decimals import decimal_rows

        return decimal_rows(self, places)

    def significant(self, digits: int) -> list[list[str | None]]:
        """The same to a number of significant digits, in plain notation."""
        from symattn.exact.decimals import significant_rows

        return significant_rows(self, digits)

    def sympy(self, symbols: Mapping[str, sympy.Expr] | None = None) -> sympy.ImmutableMatrix:
        """The same as a SymPy ImmutableMatrix; `symbols` says which SymPy symbol a name stands for."""
        from symattn.exact.sympy_bridge import lower_matrix

        return lower_matrix(self, symbols or {})

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        rows, columns = self.shape
        if rows * columns > 64:
            return f"<ExactMatrix {rows} x {columns}>"
        return f"ExactMatrix({self.text()!r})"

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"


def dot(row: Sequence[Exact], column: Sequence[Exact]) -> Exact:
    """The sum of products of two sequences of one length."""
    return total([a * b for a, b in zip(row, column, strict=True)])


def _size(matrix: ExactMatrix) -> str:
    return f"{matrix.shape[0]} x {matrix.shape[1]}"


def _table_of(rows: Iterable[Iterable[object]]) -> list[list[object]]:
    if isinstance(rows, str | bytes) or not isinstance(rows, Iterable):
        raise KindError(f"ExactMatrix takes rows of numbers, not {type(rows).__name__}; use symattn.exact(...)")
    table = []
    for i, row in enumerate(rows, start=1):
        if isinstance(row, str | bytes) or not isinstance(row, Iterable):
            raise KindError(f"row {i} is {row!r}: a row is a list of numbers; use symattn.exact(...)")
        table.append(list(row))
    return table


def _checked_place(place: object) -> tuple[int, int]:
    """The row and column of M[i, j]."""
    if isinstance(place, tuple) and len(place) == 2 and all(type(each) is not bool for each in place):
        try:
            return index(place[0]), index(place[1])
        except TypeError:
            pass
    raise PositionError(f"an entry is read by row and column, M[i, j], and a row by M.row(i), not by M[{place!r}]")


def _entry(value: object, i: int, j: int) -> Entry:
    if isinstance(value, MinusInfinity):
        return MINUS_INFINITY
    if isinstance(value, float):
        raise FloatError.of(value)
    number = as_exact(value)
    if number is None:
        raise KindError(f"row {i + 1}, column {j + 1}: {value!r} is no exact number; use symattn.exact(...)")
    return number


__all__ = ["Entry", "ExactMatrix", "dot"]
