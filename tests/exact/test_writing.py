"""How numbers are written: known forms, and plain text that reads back to the same number."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings

from symattn.errors import LimitError, UndecidedError
from symattn.exact import Exact, euler, exp, log, pi, root, sqrt, symbol
from symattn.reading import read_text
from tests.exact.trees import ANY, FREE, NESTED, Tree, quotients

e = euler()
k = symbol("k")
two, three = sqrt(Exact(2)), sqrt(Exact(3))


@pytest.mark.parametrize(
    ("number", "text", "latex"),
    [
        (Exact(0), "0", "0"),
        (Exact(-7), "-7", "-7"),
        (Exact(Fraction(-3, 4)), "-3/4", r"-\frac{3}{4}"),
        (e, "e", "e"),
        (-e, "-e", "-e"),
        (e**-1, "1/e", r"\frac{1}{e}"),
        (e**-12 * 3, "3/e^12", r"\frac{3}{e^{12}}"),
        (e / 2, "e/2", r"\frac{e}{2}"),
        (e / (1 + e), "e/(e + 1)", r"\frac{e}{e + 1}"),
        ((e - 1) / (e + 1), "(e - 1)/(e + 1)", r"\frac{e - 1}{e + 1}"),
        (-e / (1 + e), "-e/(e + 1)", r"-\frac{e}{e + 1}"),
        ((1 - 2 * e) / 3, "(1 - 2*e)/3", r"\frac{1 - 2 e}{3}"),
        (exp(two / 2), "exp(sqrt(2)/2)", r"e^{\frac{\sqrt{2}}{2}}"),
        (exp(two) * e**2, "exp(sqrt(2) + 2)", r"e^{\sqrt{2} + 2}"),
        (two * three * e, "sqrt(6)*e", r"\sqrt{6} e"),
        (two * root(Exact(3), 3), "sqrt(2)*root(3, 3)", r"\sqrt{2} \sqrt[3]{3}"),
        (root(Exact(2), 6) ** 4 * e, "root(4, 3)*e", r"\sqrt[3]{4} e"),
        (2 * log(Exact(3)) / 5, "2*ln(3)/5", r"\frac{2 \ln 3}{5}"),
        (log(1 + e), "ln(e + 1)", r"\ln\left(e + 1\right)"),
        (sqrt(1 + e) / 2, "sqrt(e + 1)/2", r"\frac{\sqrt{e + 1}}{2}"),
        (root(1 + e, 3), "root(e + 1, 3)", r"\sqrt[3]{e + 1}"),
        (pi() ** 2 * e, "pi^2*e", r"\pi^{2} e"),
        (k / (k + 1), "k/(k + 1)", r"\frac{k}{k + 1}"),
        (symbol("x_1") * symbol("alpha"), "alpha*x_1", r"\alpha x_{1}"),
        (exp(e / (e + 1)), "exp(e/(e + 1))", r"e^{\frac{e}{e + 1}}"),
        (exp(exp(Exact(2))), "exp(e^2)", r"e^{e^{2}}"),
        (exp(-symbol("x")), "1/exp(x)", r"\frac{1}{e^{x}}"),
    ],
)
def test_known_forms(number: Exact, text: str, latex: str) -> None:
    assert number.text() == text
    assert number.latex() == latex


@settings(max_examples=100)
@given(quotients(ANY) | quotients(FREE) | NESTED)
def test_plain_text_reads_back(tree: Tree) -> None:
    number = tree.exact()
    again = read_text(number.text()).value
    assert isinstance(again, Exact)
    assert again == number
    if number.reduced and number.field.is_independent:
        assert again.text() == number.text()


@settings(max_examples=60)
@given(quotients(ANY) | NESTED)
def test_latex_reads_back(tree: Tree) -> None:
    number = tree.exact()
    again = read_text(number.latex()).value
    assert isinstance(again, Exact)
    assert again == number


def test_monstrous_roots_and_integers_are_still_written() -> None:
    huge = 10**20
    assert root(Exact(2), huge).text() == f"root(2, {huge})"
    assert (root(Exact(2), huge) ** (huge - 1)).text() == f"root(2, {huge})^{huge - 1}"
    assert (root(Exact(2), huge) ** (huge // 4)).text() == "root(2, 4)"
    assert len(Exact(7**9_000).text()) == 7606
    assert len((e / 7**9_000).latex()) == 7606 + len(r"\frac{e}{}")


def test_what_would_fill_a_book_is_refused_but_told() -> None:
    number = k + 1
    for n in range(14):
        number = number * (1 + symbol(f"a_{n}"))
    with pytest.raises(LimitError, match="a sum of 32768 terms in 15 different roots"):
        number.text()
    assert number.told() == "a number of 32769 terms"
    assert repr(number) == "<Exact: a number of 32769 terms>"
    with pytest.raises(UndecidedError, match="the sign of a number of 32769 terms depends on"):
        number.sign()
