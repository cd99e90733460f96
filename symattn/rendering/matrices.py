"""A matrix on the right of its symbol: exact with letters, exact in full, in decimals; whole or row by row.

Wide rows of involved entries are written over their shared denominators, all others entry by entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from symattn.choices import PLACES
from symattn.errors import LimitError
from symattn.exact.matrix import Entry, ExactMatrix
from symattn.exact.number import Exact
from symattn.exact.writing import Names
from symattn.rendering.decimals import decimal_rows, decimal_side
from symattn.rendering.lengths import sides_of_long
from symattn.rendering.letters import letters_in
from symattn.rendering.notation import NOT_REDUCED
from symattn.rendering.pieces import EQUAL, Equation, RowForms, Side, Step, Words, definitions, grid

WIDEST_GRID = 8  # columns of involved entries that are written entry by entry
Left = Callable[[int | None], Words]
Exactly = Callable[[ExactMatrix, int | None], list[tuple[str, Side]]]


def matrix_equations(
    left: Left,
    matrix: ExactMatrix,
    rows: tuple[int, ...] | None,
    names: Names = (),
    places: int | None = None,
    shown: Exactly | None = None,
    *,
    instead: int | None = PLACES,
) -> tuple[Equation, ...]:
    """The matrix on the right of its symbol, or one equation for each row asked; decimals where places are given.

    Where exact entries are too long to be shown there are decimals only, of ``instead`` places where no others are
    given; none at all where that is None too.
    """
    shown = shown or entry_by_entry(names)
    found = []
    for i in (None,) if rows is None else rows:
        sides = sides_of_long(matrix, None if i is None else [i], instead if places is None else places, WIDEST_GRID)
        if sides is None:
            matrix.rows()  # makes the entries once; they are looked at several times
            rounded = None
            if places is not None:
                rounded = decimal_side(matrix, places) if i is None else decimal_rows(matrix, [i], places)
            sides = [*shown(matrix, i), *([rounded] if rounded else [])]
        found.append(Equation(left(i), sides))
    return tuple(found)


def entry_by_entry(names: Names) -> Exactly:
    """The exact form of a matrix or a row as its entries."""
    return lambda matrix, row: [(EQUAL, grid(matrix, None if row is None else [row], names))]


def exact_sides(names: Names, *, in_full: bool) -> Exactly:
    """The exact forms of weights or outputs: with letters where there are any, and then in full."""

    def sides(matrix: ExactMatrix, row: int | None) -> list[tuple[str, Side]]:
        rows = None if row is None else [row]
        wide = matrix.shape[1] > WIDEST_GRID and _is_involved(matrix)
        used = letters_in(_entries(matrix, rows), names)  # a row without letters has one form
        found: list[Side] = []
        for letters in dict.fromkeys([used, ()] if in_full else [used]):
            forms = row_forms(matrix, rows or range(matrix.shape[0]), letters) if wide else None
            found.append(forms or grid(matrix, rows, letters))
        return [(EQUAL, side) for side in found]

    return sides


def _entries(matrix: ExactMatrix, rows: Sequence[int] | None) -> Iterator[Entry]:
    return (entry for i in (range(matrix.shape[0]) if rows is None else rows) for entry in matrix.row(i))


def _is_involved(matrix: ExactMatrix) -> bool:
    """Whether an entry is more than a rational number."""
    return any(isinstance(e, Exact) and e.as_fraction() is None for i in range(matrix.shape[0]) for e in matrix.row(i))


def row_forms(matrix: ExactMatrix, rows: Sequence[int], names: Names) -> RowForms | None:
    """Rows over their shared denominators; None where the degrees forbid to find these."""
    from symattn.exact.row_form import RowForm

    try:
        return RowForms(
            tuple((i, RowForm.of([matrix.number(i, j) for j in range(matrix.shape[1])], names=names)) for i in rows)
        )
    except LimitError:
        return None


def value_step(
    title: str,
    left: Left,
    matrix: ExactMatrix,
    rows: tuple[int, ...] | None,
    names: Names,
    places: int,
    *,
    in_full: bool,
    remarks: Sequence[str] = (),
) -> Step:
    """A step that shows a matrix exactly and in decimals, and says what the letters in it stand for."""
    used = letters_in(_entries(matrix, rows), names)
    equations = matrix_equations(left, matrix, rows, used, places, exact_sides(used, in_full=in_full))
    said = [*remarks, *([] if matrix.reduced else [NOT_REDUCED])]
    return Step(title, equations, tuple(said), definitions(used))


__all__ = [
    "WIDEST_GRID",
    "entry_by_entry",
    "exact_sides",
    "matrix_equations",
    "row_forms",
    "value_step",
]
