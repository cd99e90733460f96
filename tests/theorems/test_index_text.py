"""Index formulas: what is read, what is refused, and that a mask written out is what Python makes of the same text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.errors import LimitError, ReadError, SymattnError
from symattn.theorems.every_size import IndexMask, relation_at
from symattn.theorems.index_text import read_index_text
from tests.theorems.oracle import rows

SIZE = 7
FORMULAS = [
    "j <= i",
    "i - 3 < j <= i",
    "i // 4 == j // 4",
    "(i - j) % 3 == 0 and j <= i",
    "max(0, i - 2) <= j <= min(i + 1, T - 1)",
    "abs(i - j) < 3 and not j > i",
    "i / 2 <= j",
    "(2 * i - j) // 3 == 1",
    "(-j) // 2 >= -(i // 2) - 1",
    "j % 4 != i % 4",
    "(i < 3) == (j < 3)",
    "(i < 3) != (j < 3)",
    "i < 3 if j < 3 else j <= i",
    "(i < 2) | (j < 2) & (j <= i)",
    "~(j > i) ^ (j == 0)",
    "True",
    "2 * j + 1 <= 3 * i",
    "i // -2 == j // -2",
    "i % -3 == j % -3",
]


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_mask_is_what_python_makes_of_the_formula(formula: str) -> None:
    expected = (
        rows(formula, SIZE) if formula != "i / 2 <= j" else [[i <= 2 * j for j in range(SIZE)] for i in range(SIZE)]
    )
    if "~" in formula:  # Python's ~ of a Boolean is a number
        expected = [[(not j > i) != (j == 0) for j in range(SIZE)] for i in range(SIZE)]
    assert [list(row) for row in relation_at(IndexMask.read(formula), SIZE).rows] == expected


terms = st.recursive(
    st.sampled_from(["i", "j", "T", "0", "1", "2", "3"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-"]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(inner, st.sampled_from(["// 2", "// 3", "% 2", "% 3", "* 2"])).map(lambda t: f"({t[0]} {t[1]})"),
        st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(lambda t: f"{t[0]}({t[1]}, {t[2]})"),
        inner.map(lambda t: f"abs({t})"),
    ),
    max_leaves=3,
)
conditions = st.recursive(
    st.tuples(terms, st.sampled_from(["<", "<=", "==", "!=", ">", ">="]), terms).map(" ".join),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        inner.map(lambda t: f"(not ({t}))"),
    ),
    max_leaves=2,
)


@given(conditions, st.integers(1, 5))
@settings(max_examples=40)
def test_any_mask_is_what_python_makes_of_it(formula: str, size: int) -> None:
    assert [list(row) for row in relation_at(IndexMask.read(formula), size).rows] == rows(formula, size)


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("kv_idx <= q_idx", "j <= i"),
        ("j ≤ i ∧ i − j < 3", "j <= i and i - j < 3"),
        ("j <= i && i - j < 3 || j == 0", "(j <= i and i - j < 3) or j == 0"),
        ("⌊i/4⌋ == ⌊j/4⌋", "i // 4 == j // 4"),
        ("floor(i/4) == floor(j/4)", "i // 4 == j // 4"),
        ("ceil(i/4) == ceil(j/4)", "-(-i // 4) == -(-j // 4)"),
        ("i mod 4 == j mod 4", "i % 4 == j % 4"),
        ("mod(i, 4) == mod(j, 4)", "i % 4 == j % 4"),
        (" causal ", "j <= i"),
        ("full", "True"),
    ],
)
def test_usual_spellings_are_read(typed: str, plain: str) -> None:
    assert relation_at(IndexMask.read(typed), SIZE) == relation_at(IndexMask.read(plain), SIZE)


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("j = i", 3, "write =="),
        ("j <=", 1, "no condition"),
        ("", 1, "no condition"),
        ("i + j", 1, "number and no condition"),
        ("i * j < 3", 1, "one factor is a number"),
        ("i / j < 3", 1, "divide by a number"),
        ("i // 0 < 3", 1, "division by zero"),
        ("i ** 2 < j", 1, "powers"),
        ("j < 0.5 * i", 5, "write a fraction"),
        ("j <= i & i < 3", 6, "parentheses"),
        ("(j <= i) + 1 < 3", 2, "parentheses"),
        ("j in (1, 2)", 6, "not understood"),
        ("floor(i) == floor", 13, "not understood"),
        ("floor(i, 2) == j", 1, "takes 1 argument"),
        ("exp(i) < j", 1, "not understood"),
        ("__import__('os').getcwd() == 1", 1, "not understood"),
        ("(lambda: 1)() == 1", 1, "not understood"),
        ("i.real < j", 1, "not understood"),
        ("[i][0] < j", 1, "not understood"),
        ("'a' == 'a'", 1, "not understood"),
        ("i is j", 1, "compared with"),
        ("(j < i) < 3", 1, "parentheses"),
    ],
)
def test_what_is_not_linear_or_no_condition_is_refused_at_its_place(text: str, position: int, message: str) -> None:
    with pytest.raises(ReadError, match=message) as raised:
        read_index_text(text)
    assert raised.value.position + 1 == position


@pytest.mark.parametrize("text", ["(" * 400 + "i" + ")" * 400 + " < j", "i" + " + i" * 400, "not " * 100 + "i < j"])
def test_what_is_too_long_or_too_deep_is_refused(text: str) -> None:
    with pytest.raises(SymattnError):
        read_index_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "(i == 0) ^ " * 25 + "(j <= i)",
        " == ".join(["(j <= i)"] * 25),
        "(" * 25 + "(j <= i)" + " != (j == 0))" * 25,
        "(i == 0 if j == 0 else " * 25 + "j <= i" + ")" * 25,
    ],
)
def test_operators_that_double_a_formula_are_few(text: str) -> None:
    with pytest.raises(LimitError, match="at most 10 of"):
        read_index_text(text)


def test_conditions_on_parameters_name_no_position() -> None:
    with pytest.raises(ReadError, match="names no i"):
        IndexMask.read("j <= i", "j > 0")


def test_a_formula_with_parameters_or_too_large_a_size_is_not_written_out() -> None:
    with pytest.raises(ReadError, match="w is not known"):
        relation_at(IndexMask.read("i - w < j"), 3)
    with pytest.raises(LimitError, match="leave the size out"):
        relation_at(IndexMask.read("j <= i"), 1000)
