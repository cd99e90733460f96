"""The facade: what counts as number-like, what is refused with its place, and that what is written reads back."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn import values
from symattn.errors import (
    FloatError,
    FormatError,
    InfinityError,
    KindError,
    ReadError,
    ShapeError,
    SymattnError,
    UndecidedError,
)
from symattn.exact import MINUS_INFINITY, Exact, ExactMatrix, euler, exp, log, pi, root, sqrt, symbol
from symattn.values import (
    canonical,
    compare,
    decimal,
    enclosure,
    exact,
    exact_matrix,
    exact_number,
    float_bits,
    latex,
    nearest_float,
    read,
    significant,
)
from tests.support import ROOT

a = sympy.Symbol("a")
PUBLIC = (
    "canonical",
    "compare",
    "decimal",
    "enclosure",
    "exact",
    "float_bits",
    "latex",
    "nearest_float",
    "read",
    "significant",
)


class Array:
    """Something that unfolds to lists as a NumPy array does."""

    def __init__(self, items: object) -> None:
        self.items = items

    def tolist(self) -> object:
        return self.items


# -- exact ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        (3, Exact(3)),
        (Fraction(-1, 2), Exact(Fraction(-1, 2))),
        ("1/2", Exact(Fraction(1, 2))),
        ("0.5", Exact(Fraction(1, 2))),
        ("e/(1+e)", euler() / (1 + euler())),
        (r"\sqrt{2}", sqrt(Exact(2))),
        (sympy.Rational(1, 3), Exact(Fraction(1, 3))),
        (1 / (1 + sympy.exp(-1)), euler() / (1 + euler())),
        (symbol("a"), symbol("a")),
        (Array(7), Exact(7)),
    ],
)
def test_one_number(x: object, expected: Exact) -> None:
    found = exact(x)
    assert isinstance(found, Exact)
    assert found == expected


@pytest.mark.parametrize("x", ["-oo", "-inf", -sympy.oo, a - sympy.oo, MINUS_INFINITY])
def test_minus_infinity_is_the_inert_one(x: object) -> None:
    assert exact(x) == MINUS_INFINITY
    assert decimal(x, 3) == "-oo"
    assert latex(x) == r"-\infty"
    assert canonical(x) == -sympy.oo


@pytest.mark.parametrize(
    ("x", "shape"),
    [
        ([1, "1/2"], (1, 2)),
        ((1, 2, 3), (1, 3)),
        ([[1], [2]], (2, 1)),
        ([(1, 2), [3, sympy.E]], (2, 2)),
        (["1", a], (1, 2)),
        ("[[1, 2], [3, 4]]", (2, 2)),
        (sympy.Matrix([[1, 2, 3]]), (1, 3)),
        (sympy.Matrix([1, 2, 3]), (3, 1)),
        (ExactMatrix([[1]]), (1, 1)),
        (Array([[1, 2], [3, 4]]), (2, 2)),
        (Array([1, 2]), (1, 2)),
        ([Array([1, 2]), [3, 4]], (2, 2)),
        ([[Array(1), 2]], (1, 2)),
    ],
)
def test_a_matrix_and_its_shape(x: object, shape: tuple[int, int]) -> None:
    assert exact_matrix(x).shape == shape


def test_rows_mix_everything() -> None:
    found = exact([[1, Fraction(1, 2), "ln 99"], [sympy.E, symbol("a"), "-oo"]])
    assert found == ExactMatrix([[1, Fraction(1, 2), log(Exact(99))], [euler(), symbol("a"), MINUS_INFINITY]])


def test_an_engine_value_passes_as_it_is() -> None:
    number, matrix = Exact(3), ExactMatrix([[1]])
    assert exact(number) is number
    assert exact(matrix) is matrix


@pytest.mark.parametrize(
    ("x", "error", "message"),
    [
        (0.5, FloatError, "0.5 is a Python float"),
        (1j, FloatError, "float"),
        ([[1, 2], [3, 0.5]], FloatError, "^row 2, column 2: 0.5"),
        (Array([1.5]), FloatError, "^row 1, column 1: 1.5"),
        (Array(1.5), FloatError, "^1.5"),
        (sympy.Float("0.5"), FloatError, "Float"),
        ([[sympy.Float("0.5")]], FloatError, "^row 1, column 1"),
        (True, KindError, "^True is no exact number"),
        ([1, False], KindError, "^row 1, column 2: False"),
        (None, KindError, "^None is no exact number"),
        (Decimal("0.5"), KindError, "Decimal"),
        ({1: 2}, KindError, "no exact number"),
        ("1/", ReadError, "^at position 3"),
        ([[1, "1/"]], ReadError, r"^at position 3 of '1/': .* \(row 1, column 2\)$"),
        ([[1, sympy.oo]], InfinityError, "^row 1, column 2: oo"),
        ([], ShapeError, "at least one row"),
        ([[]], ShapeError, "at least one row"),
        ([[1, 2], [3]], ShapeError, "row 2 has 1"),
        ([[1, 2], 3], ShapeError, "^row 2: 3 is not a list"),
        ([[[1, 2]]], ShapeError, "^row 1, column 1: a matrix of shape"),
        ([["[1, 2]", 3]], ShapeError, "^row 1, column 1: a matrix of shape"),
        ([sympy.Matrix([[1]])], ShapeError, "^row 1, column 1: a matrix of shape"),
    ],
)
def test_what_is_no_exact_value_is_refused_with_its_place(x: object, error: type[SymattnError], message: str) -> None:
    with pytest.raises(error, match=message):
        exact(x)


def test_a_named_argument_is_named_in_its_errors() -> None:
    with pytest.raises(FloatError, match=r"^w_q: row 1, column 1: 0\.5"):
        exact_matrix([[0.5]], "w_q")
    with pytest.raises(ReadError, match=r"\(w_q: row 1, column 1\)$"):
        exact_matrix([["1/"]], "w_q")
    with pytest.raises(ShapeError, match=r"^scale is a matrix"):
        exact_number([1, 2], "scale")
    with pytest.raises(ShapeError, match=r"^scale is -oo"):
        exact_number("-oo", "scale")
    with pytest.raises(ShapeError, match=r"^w_q is a single number"):
        exact_matrix("1", "w_q")


def test_a_text_that_occurs_often_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    import symattn.reading

    read_texts: list[str] = []
    original = symattn.reading.read_text

    def counted(text: str) -> symattn.reading.Reading:
        read_texts.append(text)
        return original(text)

    monkeypatch.setattr(symattn.reading, "read_text", counted)
    assert exact([["ln 2", "1/3", "ln 2"]] * 2).shape == (2, 3)
    assert sorted(read_texts) == ["1/3", "ln 2"]


def test_text_and_integers_need_no_sympy() -> None:
    code = (
        "import sys; from symattn import values as v;"
        "v.compare('e/(1+e)', '1/(1+e^-1)'); v.decimal('pi', 9); v.exact([[1, 'ln 2']]); v.latex('1/2');"
        "print('sympy' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert run.stdout.strip() == "False", run.stderr


# -- the other doors ------------------------------------------------------------------------------------------------


def test_read_gives_sympy() -> None:
    assert read("1/(1+e^-1)") == sympy.E / (1 + sympy.E)
    assert read("[[1, a], [ln 2, -oo]]") == sympy.ImmutableMatrix([[1, a], [sympy.log(2), -sympy.oo]])
    with pytest.raises(ReadError):
        read("1/")
    with pytest.raises(KindError, match="read takes text"):
        read(5)  # type: ignore[arg-type]


def test_canonical_keeps_the_symbols_that_came_in() -> None:
    real = sympy.Symbol("a", real=True)
    form = sympy.exp(real) / (1 + sympy.exp(real))
    assert canonical(1 / (1 + sympy.exp(-real))) == form
    assert canonical(sympy.Matrix([[1 / (1 + sympy.exp(-real))]])) == sympy.ImmutableMatrix([[form]])
    assert canonical([["1/2", real]]) == sympy.ImmutableMatrix([[sympy.Rational(1, 2), real]])
    assert canonical("a") == a
    X = sympy.MatrixSymbol("X", 1, 2)
    assert canonical(X) == X.as_explicit()


def test_latex_of_numbers_and_matrices() -> None:
    assert latex("1/(1+e^-1)") == r"\frac{e}{e + 1}"
    assert latex([[1, "-oo"]]) == r"\begin{bmatrix}1 & -\infty\end{bmatrix}"


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        ("e/(1+e)", "1/(1+e^-1)", "equal"),
        ("e^-50", "e^-51", "different"),
        ([1, 2], sympy.Matrix([[1, 2]]), "equal"),
        ([1, 2], [[1], [2]], "different"),
        ([1], 1, "different"),
        ("-oo", -sympy.oo, "equal"),
        ("-oo", 0, "different"),
        ("0.731059", "e/(1+e)", "different"),
    ],
)
def test_compare_takes_anything(first: object, second: object, outcome: str) -> None:
    found = compare(first, second)
    assert found.outcome == outcome
    assert found.evidence


def test_decimals_of_numbers_and_matrices_and_enclosures_of_numbers() -> None:
    assert decimal("e/(1+e)", 6) == "0.731059"
    assert decimal(Fraction(-1, 1000), 2) == "0.00"
    assert enclosure("1/3", 3) == ("0.333", "0.334")
    assert decimal([1, "-1/3"], 2) == [["1.00", "-0.33"]]
    with pytest.raises(KindError, match="enclosure takes one number"):
        enclosure([1, 2], 2)
    with pytest.raises(KindError, match="-oo has no enclosure"):
        enclosure("-oo", 2)
    with pytest.raises(UndecidedError, match="a has no value"):
        decimal("a", 2)


def test_significant_digits_of_numbers_and_matrices() -> None:
    assert significant("e/(1+e)", 3) == "0.731"
    assert significant(sympy.exp(-7), 3) == "0.000912"
    assert significant([1, "-oo", "2/3", "a", "999.6", 0], 3) == [["1.00", "-oo", "0.667", None, "1000", "0.00"]]
    with pytest.raises(KindError, match="-oo has no significant digits"):
        significant("-oo", 2)
    with pytest.raises(UndecidedError, match="a has no value"):
        significant("a", 2)


def test_floats_of_numbers_and_whole_matrices() -> None:
    assert nearest_float("e/(1+e)") == 0.7310585786300049
    assert nearest_float(Fraction(1, 3), "float16") == 0.333251953125
    assert nearest_float([[1, "1/3"], ["-oo", "exp(10^40)"]], "bfloat16") == [[1.0, 0.333984375], [-math.inf, math.inf]]
    assert float_bits([["1/3", "-oo"]], "binary32") == [[0x3EAAAAAB, 0xFF800000]]
    assert float_bits("-exp(-10^40)") == 1 << 63
    with pytest.raises(FormatError, match="write binary64"):
        float_bits(1, "float8")
    with pytest.raises(UndecidedError, match="a has no value"):
        nearest_float(["a", 1])


# -- properties -----------------------------------------------------------------------------------------------------

small = st.fractions(min_value=-4, max_value=4, max_denominator=4)
positive = st.fractions(min_value=Fraction(1, 4), max_value=30, max_denominator=4)
monomials = st.lists(
    st.one_of(
        small.map(lambda q: exp(Exact(q))),
        positive.map(lambda q: log(Exact(q))),
        positive.map(lambda q: sqrt(Exact(q))),
        positive.map(lambda q: root(Exact(q), 3)),
        positive.map(lambda q: log(1 + exp(Exact(q)))),
        st.sampled_from([pi(), symbol("a"), symbol("x_1"), symbol("lambda"), exp(symbol("a") / 2)]),
    ),
    min_size=1,
    max_size=2,
)


def product(factors: Sequence[Exact]) -> Exact:
    found = Exact(1)
    for factor in factors:
        found = found * factor
    return found


quotients = st.tuples(st.lists(st.tuples(small, monomials), min_size=1, max_size=2), monomials, small).map(
    lambda made: sum((q * product(m) for q, m in made[0]), Exact(made[2])) / (1 + product(made[1]) ** 2)
)


@settings(max_examples=50)
@given(quotients)
def test_what_is_written_reads_back_to_the_same_number(value: Exact) -> None:
    assert compare(value.text(), value).outcome == "equal"
    assert compare(value.latex(), value).outcome == "equal"


@settings(max_examples=10)
@given(st.lists(st.lists(quotients, min_size=2, max_size=2), min_size=1, max_size=2))
def test_a_matrix_reads_back_to_the_same_matrix(rows: list[list[Exact]]) -> None:
    matrix = ExactMatrix(rows)
    assert compare(matrix.text(), matrix).outcome == "equal"
    assert compare(matrix.latex(), matrix).outcome == "equal"


def test_the_facade_is_what_the_package_offers() -> None:
    import symattn as sa

    for name in PUBLIC:
        assert getattr(sa, name) is getattr(values, name)
