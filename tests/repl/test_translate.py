"""Lines as typed become Python over exact values; nothing is run on the way."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symattn.repl.translate import symbol_name, to_python

KNOWN: dict[str, object] = {"e": 0, "pi": 0, "x": 0, "ln": len, "sqrt": len, "compare": len, "causal": len}


def translated(source: str) -> str:
    """The Python without the underscores around the helpers' names."""
    return to_python(source, KNOWN).replace("__", "")


@pytest.mark.parametrize(
    ("source", "python"),
    [
        ("1/2", "quotient(1, 2)"),
        ("0.50 + .5", "decimal('0.50') + decimal('.5')"),
        ("1.5e-3", "decimal('1.5e-3')"),
        ("2^3", "power(2, 3)"),
        ("-2^2", "-power(2, 2)"),
        ("2^3^2", "power(2, power(3, 2))"),
        ("e^2*3", "power(e, 2) * 3"),
        ("e^-1", "power(e, -1)"),
        ("x /= 2", "x = quotient(x, 2)"),
        ("x ^= 2", "x = power(x, 2)"),
        ("x += 2", "x += 2"),
        ("[1, 2]/3", "quotient(matrix([1, 2]), 3)"),
        ("[[1, 2], [3, 4]]", "matrix([[1, 2], [3, 4]])"),
        ("(1, 2)", "matrix((1, 2))"),
        ("X = [[1/2]]", "X = matrix([[quotient(1, 2)]])"),
        ("a, b = 1, 2", "a, b = (1, 2)"),
        ("[[1, 2]].T", "matrix([[1, 2]]).T"),
        ("[1, 2][0]", "[1, 2][0]"),
        ("compare([1, 2], [1/2, 2])", "compare([1, 2], [quotient(1, 2), 2])"),
        ("k/(1+k)", "quotient(symbol('k'), 1 + symbol('k'))"),
        ("x_1 + β", "symbol('x_1') + symbol('beta')"),
        ("-oo", "hidden"),
        ("[0, -oo]", "matrix([0, hidden])"),
        ("len('2^3 0.5')", "len('2^3 0.5')"),
        ("0x1F", "31"),
        ("", ""),
        ("lambda n: n/2", "lambda n: quotient(n, 2)"),
        ("[i/2 for i in range(3)]", "[quotient(i, 2) for i in range(3)]"),
        ("import math", "import math"),
        ("causal(3)", "causal(3)"),
        ("7//2", "whole_quotient(7, 2)"),
        ("x //= 2", "x = whole_quotient(x, 2)"),
        ("1 << 3", "shift(1, 3)"),
        ("?", "help"),
        ("causal?", "help(causal)"),
        ("sofmax(3)", "sofmax(3)"),
    ],
)
def test_python_stays_python_with_exact_numbers(source: str, python: str) -> None:
    assert translated(source) == python


@pytest.mark.parametrize(
    "text",
    [
        "ln 99",
        "sqrt 2",
        "2e/(2e+1)",
        "2e+1",
        "2e3",
        "2e-1",
        r"\frac{1}{2}",
        "e^{2}",
        "3(1+e)",
        "x(1+e)",
        "k(1+k)",
        "(1+e)(1-e)",
        "e²",
        "√2",
        "½",
        "2·e",
        "a·b",
        "2 − 1",
        "oo",
        "lambda",
        "1+",
        r"\begin{bmatrix}1&2\end{bmatrix}",
    ],
)
def test_what_is_no_python_is_read(text: str) -> None:
    assert translated(text) == f"read({text!r})"


def test_a_text_gets_a_name() -> None:
    assert translated("y = ln 99") == "y = read('ln 99')"
    assert translated("y = 2e/(2e+1)") == "y = read('2e/(2e+1)')"
    assert translated("y = z = ln 99") == "y = z = read('ln 99')"


def test_sides_of_an_equation_are_read_apart() -> None:
    assert translated("ln 2 == ln(2)") == "read('ln 2') == ln(2)"


def test_lines_of_a_cell_are_translated_one_by_one() -> None:
    assert translated("y = ln 99\ny/2") == "y = read('ln 99')\nquotient(y, 2)"
    assert translated("def f(n):\n    return n/2") == "def f(n):\n    return quotient(n, 2)"


@pytest.mark.parametrize("source", ["compare(2e, 3)", "for i in", "import", "causal(3", "print(2e)"])
def test_broken_python_is_left_to_python(source: str) -> None:
    assert to_python(source, KNOWN) == source


def test_a_power_of_ten_in_a_call_is_refused_by_python_and_no_float() -> None:
    assert to_python('compare(2e+1, "2e+1", 2.5e-1)', KNOWN) == 'compare(2e +1, "2e+1", 2.5e-1)'


def test_names_bound_in_the_line_are_no_symbols() -> None:
    assert translated("q = 3; q/2") == "q = 3\nquotient(q, 2)"
    assert translated("def f(n, m=1): return n + m") == "def f(n, m=1):\n    return n + m"


@pytest.mark.parametrize(
    ("name", "symbol"),
    [("k", "k"), ("K", "K"), ("x_12", "x_12"), ("alpha", "alpha"), ("α_1", None), ("pi", None), ("ab", None)],
)
def test_which_names_are_symbols(name: str, symbol: str | None) -> None:
    assert symbol_name(name) == symbol


@given(st.text(max_size=40))
def test_any_text_becomes_python_or_stays(source: str) -> None:
    result = to_python(source, KNOWN)
    if result != source:
        ast.parse(result)
