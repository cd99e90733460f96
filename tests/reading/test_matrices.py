"""Rows and matrices: lists, tuples, environments and Python's words around them; -oo as a whole entry."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symattn.errors import ReadError
from symattn.exact import MINUS_INFINITY, ExactMatrix, compare, exp
from symattn.exact.number import Exact
from symattn.reading import read_text

E = exp(Exact(1))


@pytest.mark.parametrize(
    "text",
    [
        "[1/3, 2/3]",
        "(1/3, 2/3)",
        "[[1/3, 2/3]]",
        "[1/3, 2/3,]",
        "[1, 2]/3",
        "(1, 2)/3",
        "1/3*[1, 2]",
        r"\frac{1}{3}\begin{bmatrix}1 & 2\end{bmatrix}",
        r"\begin{bmatrix}\frac13&\frac23\end{bmatrix}",
        r"$$\begin{pmatrix} 1/3 & 2/3 \\ \end{pmatrix}$$",
        r"\left[\begin{array}{cc} 1/3 & 2/3 \end{array}\right]",
        r"\left(\tfrac13,\;\tfrac23\right)",
        "Matrix([[1/3, 2/3]])",
        "array([1/3, 2/3])",
        "tensor([[1/3, 2/3]])",
        "[0, 1/3] + [1/3, 1/3]",
        "-[-1/3, -2/3]",
        "[⅓, ⅔]",
        "（1/3，2/3）",
    ],
)
def test_a_row_is_read(text: str) -> None:
    value = read_text(text).value
    assert isinstance(value, ExactMatrix)
    assert value == ExactMatrix([[Fraction(1, 3), Fraction(2, 3)]])


@pytest.mark.parametrize(
    "text",
    [
        "[[1, e], [0, 2]]",
        "((1, e), (0, 2))",
        "([1, e], [0, 2])",
        "[1, e; 0, 2]",
        "[[1, e],\n [0, 2]]\n",
        "Matrix([[1, E], [0, 2]])",
        "ImmutableDenseMatrix([[1, exp(1)], [0, 2]])",
        r"\begin{bmatrix}1&e\\0&2\end{bmatrix}",
        r"\begin{pmatrix}1&e\\0&2\\\end{pmatrix}",
        r"\begin{Bmatrix}1&e\\[4pt]0&2\end{Bmatrix}",
        r"\begin{matrix} 1 & e \\ 0 & 2 \end{matrix}",
        r"\left[\begin{array}{c|c} 1 & e \\ \hline 0 & 2 \end{array}\right]",
        r"\begin{smallmatrix}1&e\\*0&2\end{smallmatrix}.",
    ],
)
def test_a_matrix_is_read(text: str) -> None:
    value = read_text(text).value
    assert isinstance(value, ExactMatrix)
    assert value == ExactMatrix([[1, E], [0, 2]])


def test_a_column_is_no_row() -> None:
    column, row = read_text("[[1], [2]]").value, read_text("[1, 2]").value
    assert isinstance(column, ExactMatrix)
    assert isinstance(row, ExactMatrix)
    assert (column.shape, row.shape) == ((2, 1), (1, 2))
    assert compare(column, row).outcome == "different"


def test_one_entry_in_square_brackets_is_a_matrix_and_in_round_ones_a_number() -> None:
    assert isinstance(read_text("[5]").value, ExactMatrix)
    assert isinstance(read_text("(5,)").value, ExactMatrix)
    assert read_text("(5)").value == Exact(5)


@pytest.mark.parametrize(
    "text", ["-oo", "-inf", "-∞", "−∞", r"-\infty", "-infinity", "(-oo)", "$-\\infty$", "- oo", "-(oo)", "-Infinity"]
)
def test_minus_infinity_alone(text: str) -> None:
    assert read_text(text).value == MINUS_INFINITY


def test_minus_infinity_as_an_entry() -> None:
    for text in ("[[0, -oo], [0, 0]]", r"\begin{bmatrix}0&-\infty\\0&0\end{bmatrix}", "[0, -inf; 0, 0]"):
        value = read_text(text).value
        assert isinstance(value, ExactMatrix)
        assert value[0, 1] == MINUS_INFINITY
        assert value[1, 0] == Exact(0)


@pytest.mark.parametrize(
    ("text", "position", "words"),
    [
        ("[[1, 2], [3]]", 11, "row 2 has 1 entry where row 1 has 2"),
        (r"\begin{bmatrix}1&2\\3&4&5\end{bmatrix}", 21, "row 2 has 3 entries where row 1 has 2"),
        ("[1, 2; 3]", 8, "row 2 has 1 entry"),
        ("[[1, 2], 3]", 10, "entry 2 is a single value among rows"),
        ("[3, [1, 2]]", 2, "entry 1 is a single value among rows"),
        ("[[[1, 2]], [[3, 4]]]", 2, "a list of matrices"),
        ("[1, [2]; 3, 4]", 5, "entry 2 of row 1 is a list"),
        (r"\begin{bmatrix}1&\\3&4\end{bmatrix}", 1, "entry 2 of row 1 is empty"),
        (r"\begin{bmatrix}\end{bmatrix}", 1, "entry 1 of row 1 is empty"),
        (r"\begin{bmatrix}1,5&2\end{bmatrix}", 17, "a comma separates nothing here"),
        (r"\begin{vmatrix}1&2\\3&4\end{vmatrix}", 1, "a determinant"),
        (r"\begin{align}1\end{align}", 1, "the environment align is not read"),
        (r"\begin{bmatrix}1\end{pmatrix}", 17, r"\end{bmatrix} is expected"),
        (r"\begin{bmatrix}1", 1, r"never closed by \end"),
        ("[1, 2) ", 6, "] is expected here"),
        ("[1 2; 3 4]", 4, "two numbers stand side by side"),
        ("1 & 2", 3, "& separates entries only inside a matrix"),
        ("[1, 2] + 3", 1, "a number and a matrix cannot be added"),
        ("[1, 2] + [1, 2, 3]", 1, "cannot be added"),
        ("[1, 2] * [3, 4]", 10, "a product of matrices is not read"),
        ("3 / [1, 2]", 5, "a divisor is one number"),
        ("[1, 2]^2", 1, "the base of a power is one number"),
        ("[1, 2]^T", 1, "the base of a power is one number"),
        ("exp([1, 2])", 5, "exp works on is one number"),
        ("[-oo, 1] * 2", 1, "-oo"),
        ("[-oo, 1] + [0, 1]", 1, "-oo"),
        ("[oo, 1]", 2, "only -oo is read"),
        ("[1, ..., 3]", 5, "a point is read only"),
        (r"[1, \dots, 3]", 5, "dots for what is left out"),
        ("Matrix([1, 2])", 1, "a flat list is a column"),
        ("Matrix(3)", 1, "takes a list of rows"),
    ],
    ids=ascii,
)
def test_a_bad_matrix_is_refused_at_its_place(text: str, position: int, words: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_text(text)
    assert words in str(caught.value)
    assert caught.value.position + 1 == position


def test_many_columns() -> None:
    text = r"\begin{bmatrix}" + " & ".join(map(str, range(30))) + r"\end{bmatrix}"
    value = read_text(text).value
    assert isinstance(value, ExactMatrix)
    assert value.shape == (1, 30)
