"""Whatever the text, it is read or refused with a ReadError (or left undecided); nothing else ever comes out."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.errors import ReadError, UndecidedError
from symattn.exact import Exact, ExactMatrix, MinusInfinity, compare
from symattn.reading import Reading, read_text
from symattn.reading.grammar import parse
from symattn.reading.spelling import spell

ATOMS = ["e", "pi", "2", "3", "0", "1.5", "0.25", "k", "x_1", "α", "½", "oo", "10", "7e-1", "1.5e-3", "0,5", "50%"]
GLUE = [
    " ",
    "",
    "+",
    "-",
    "*",
    "/",
    "^",
    "**",
    ",",
    ";",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "&",
    r"\\",
    "$",
    "²",
    "⁻¹",
    ".",
    "%",
]
WORDS = [
    "ln ",
    "sqrt",
    "exp",
    "log_",
    "tanh(",
    "sigma(",
    r"\frac",
    r"\sqrt",
    "√",
    r"\left(",
    r"\right)",
    r"\cdot",
    "root(",
]
MATRICES = [r"\begin{bmatrix}", r"\end{bmatrix}", "Matrix(", "array("]
soups = st.lists(st.sampled_from(ATOMS + GLUE + WORDS + MATRICES), max_size=14).map("".join)

leaves = st.sampled_from(["e", "pi", "k", "2", "3", "0.5", "x_1", "7"])
expressions = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from([" + ", " - ", "*", " "]), inner).map("".join),
        inner.map("({})".format),
        inner.map("-{}".format),
        inner.map("exp({})".format),
        inner.map("ln(({})^2 + 1)".format),
        inner.map("ln(2)*({})*ln 3".format),
        inner.map("sqrt(({})^2)".format),
        st.tuples(inner, inner).map(r"\frac{{{0[0]}}}{{{0[1]}}}".format),
        inner.map("({})^2".format),
        inner.map("({})**-1".format),
    ),
    max_leaves=6,
)


def read_or_refuse(text: str) -> Reading | None:
    try:
        return read_text(text)
    except (ReadError, UndecidedError) as error:
        message = str(error)
    assert message.isprintable()
    assert len(message) < 500
    return None


@settings(max_examples=400)
@given(soups)
def test_a_soup_of_signs_is_read_or_refused(text: str) -> None:
    reading = read_or_refuse(text)
    assert reading is None or isinstance(reading.value, (Exact, ExactMatrix, MinusInfinity))


@given(st.text(max_size=30))
def test_arbitrary_text_is_read_or_refused(text: str) -> None:
    read_or_refuse(text)


@given(st.text(alphabet="0123456789eE.,+-*/^() ", max_size=12))
def test_arbitrary_arithmetic_is_read_or_refused(text: str) -> None:
    read_or_refuse(text)


@given(expressions)
def test_what_was_understood_reads_back_as_the_same(text: str) -> None:
    """The tree spelt out with every bracket is the same number."""
    reading = read_or_refuse(text)
    if reading is None:
        return
    assert isinstance(reading.value, Exact)
    again = read_text(spell(parse(text).root, 10_000)).value
    assert compare(again, reading.value).outcome == "equal"


@given(expressions)
def test_a_value_reads_back_from_its_text_and_its_latex(text: str) -> None:
    reading = read_or_refuse(text)
    if reading is None:
        return
    assert isinstance(reading.value, Exact)
    for written in (reading.value.text(), reading.value.latex(), f"$ {reading.value.latex()} $."):
        assert compare(read_text(written).value, reading.value).outcome == "equal", written
