"""What worked solutions are made of, before any format: numbers, decimals, symbols, grids, equations, steps.

Every piece can say itself as LaTeX and as plain text, and does so only when asked; a format decides how pieces stand
on a line or a page. Nothing is calculated here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from symattn.exact.infinity import MinusInfinity
from symattn.exact.writing import BOOK, LINEAR, TEXT, write

if TYPE_CHECKING:
    from symattn.exact.matrix import Entry, ExactMatrix
    from symattn.exact.row_form import RowForm
    from symattn.exact.writing import Names, Style

EQUAL, ABOUT = "=", "≈"
_RELATIONS = {EQUAL: "=", ABOUT: r"\approx"}


class Words:
    """A symbol or a formula that is given in both forms."""

    def __init__(self, in_latex: str, in_text: str) -> None:
        self.in_latex = in_latex
        self.in_text = in_text

    def latex(self) -> str:
        """The LaTeX form."""
        return self.in_latex

    def text(self) -> str:
        """The plain form."""
        return self.in_text


class Number:
    """An exact number or -oo, with letters for exponentials where ``names`` has some."""

    def __init__(self, value: Entry, names: Names = ()) -> None:
        self.value = value
        self.names = names

    def latex(self) -> str:
        """As books print it."""
        return self._written(BOOK)

    def linear(self) -> str:
        """LaTeX in one line, which may be broken at its signs."""
        return self._written(LINEAR)

    def text(self) -> str:
        """Plain text that reads back."""
        return self._written(TEXT)

    def _written(self, style: Style) -> str:
        if isinstance(self.value, MinusInfinity):
            return self.value.written(style)
        return write(self.value, style, self.names)


class Digits:
    """A certified decimal, or "-oo"."""

    def __init__(self, digits: str) -> None:
        self.digits = digits

    def latex(self) -> str:
        """The digits."""
        return r"-\infty" if self.digits == "-oo" else self.digits

    linear = latex

    def text(self) -> str:
        """The digits."""
        return self.digits


class Told:
    """Words in place of an entry that is too long to be shown and has no decimal."""

    def __init__(self, words: str) -> None:
        self.words = words

    def latex(self) -> str:
        """The words, upright."""
        return rf"\text{{{self.words}}}"

    linear = latex

    def text(self) -> str:
        """The words."""
        return self.words


Cell: TypeAlias = "Number | Digits | Told"


def _readable(latex: str) -> str:
    """A matrix entry: a built-up fraction with powers in it would be too small to read."""
    return rf"\displaystyle {latex}" if r"\frac" in latex and "^" in latex else latex


class Grid:
    """Rows of a matrix; ``is_row`` says that it is one row of something larger, written without outer brackets."""

    def __init__(self, rows: tuple[tuple[Cell, ...], ...], is_row: bool = False) -> None:
        self.rows = rows
        self.is_row = is_row

    def latex(self) -> str:
        r"""A bmatrix; rows of fractions stand further apart, and fractions with powers at full size."""
        rows = [[_readable(cell.latex()) for cell in row] for row in self.rows]
        lines = [" & ".join(row) for row in rows]
        body = lines[0]
        for above, below in pairwise(lines):
            apart = "[10pt]" if r"\displaystyle" in above + below else "[5pt]" if r"\frac" in above + below else ""
            body += rf" \\{apart} {below}"
        return rf"\begin{{bmatrix}}{body}\end{{bmatrix}}"

    def text(self) -> str:
        """[[1, 0], [1/2, 1/2]], or [1, 0] for a row."""
        rows = [f"[{', '.join(cell.text() for cell in row)}]" for row in self.rows]
        return rows[0] if self.is_row and len(rows) == 1 else f"[{', '.join(rows)}]"


class RowForms:
    """Rows over their shared denominators, one below the other, each with its 0-based number."""

    def __init__(self, forms: tuple[tuple[int, RowForm], ...]) -> None:
        self.forms = forms

    def latex(self) -> str:
        """An aligned display with the numbers of the rows."""
        if len(self.forms) == 1:
            return self.forms[0][1].latex()
        lines = r" \\ ".join(rf"\text{{row {i + 1}:}}\quad & {form.latex()}" for i, form in self.forms)
        return rf"\begin{{aligned}}{lines}\end{{aligned}}"

    def text(self) -> str:
        """The rows one after another."""
        return "; ".join(form.text() for _, form in self.forms)


Side: TypeAlias = "Words | Number | Digits | Grid | RowForms"


class Equation:
    """A chain such as A = exact = ... ≈ decimal. ``left`` may be absent where a label stands before it."""

    def __init__(self, left: Words | None, sides: Sequence[tuple[str, Side]]) -> None:
        self.left = left
        self.sides = tuple(sides)

    def parts(self) -> list[str]:
        """LaTeX of the left side and of each relation with its right side."""
        written = [] if self.left is None else [self.left.latex()]
        for relation, side in self.sides:
            written.append(f"{_RELATIONS[relation]} {side.latex()}" if written else side.latex())
        return written


class Step:
    """One step of a worked solution: a title, the equations that show it, and what should be said beside them.

    ``where`` are the definitions of letters that the equations use, ``conditions`` what free symbols must satisfy.
    """

    def __init__(
        self,
        title: str,
        equations: Sequence[Equation] = (),
        remarks: Sequence[str] = (),
        where: Sequence[Words] = (),
        conditions: Sequence[Words] = (),
    ) -> None:
        self.title = title
        self.equations = tuple(equations)
        self.remarks = tuple(remarks)
        self.where = tuple(where)
        self.conditions = tuple(conditions)


# -- pieces of exact values -----------------------------------------------------------------------------------------


def grid(matrix: ExactMatrix, rows: Sequence[int] | None = None, names: Names = ()) -> Grid:
    """The rows of a matrix, or some of them."""
    chosen = range(matrix.shape[0]) if rows is None else rows
    return Grid(tuple(tuple(Number(entry, names) for entry in matrix.row(i)) for i in chosen), rows is not None)


def definitions(names: Names) -> tuple[Words, ...]:
    """What letters stand for."""
    if not names:
        return ()
    from symattn.exact.row_form import definitions as written

    return tuple(Words(*both) for both in zip(written(names, latex=True), written(names), strict=True))


__all__ = [
    "ABOUT",
    "EQUAL",
    "Digits",
    "Equation",
    "Grid",
    "Number",
    "RowForms",
    "Side",
    "Step",
    "Told",
    "Words",
    "definitions",
    "grid",
]
