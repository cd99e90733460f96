"""Rows over a shared denominator and letters for exponentials: only another way of writing the same numbers."""

from __future__ import annotations

import re
from fractions import Fraction
from math import lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symattn.attention import attention_from_scores
from symattn.errors import LimitError, ShapeError
from symattn.exact import Exact, exp, sqrt, symbol
from symattn.exact.row_form import RowForm, abbreviations, definitions, shared_denominator
from symattn.exact.writing import BOOK, LINEAR, TEXT, write
from symattn.reading import read_text

E = exp(Exact(1))
R = exp(1 / sqrt(Exact(2)))


def row_of(scores: list[str | int], stage: str = "weights") -> tuple[Exact, ...]:
    values = [[str(j + 1), str(2 * j)] for j in range(len(scores))]
    trace = attention_from_scores([scores], values)
    matrix = trace.exact(stage)
    return tuple(matrix.number(0, j) for j in range(matrix.shape[1]))


SCORES = [
    [0, 1, 1],
    ["1/sqrt(2)", 0, "1/sqrt(2)"],
    ["sqrt(2)/3", "sqrt(3)", "1/2"],
    ["ln 99", 0, "ln k"],
    ["a", "b", "0"],
    ["sqrt(2)*x", "-x", "1"],
    ["0.12345678901234567", "0.98765432109876543", "1/2"],
    ["ln 2", "ln(3)/2", "e/(1+e)"],
]


@pytest.mark.parametrize("scores", SCORES)
@pytest.mark.parametrize("stage", ["weights", "output"])
def test_numerators_over_the_denominator_are_the_entries(scores: list[str | int], stage: str) -> None:
    entries = row_of(scores, stage)
    numerators, denominator = shared_denominator(entries)
    for entry, numerator in zip(entries, numerators, strict=True):
        assert numerator / denominator == entry
    assert denominator.is_polynomial
    assert all(numerator.is_polynomial for numerator in numerators)


@given(st.lists(st.fractions(max_denominator=60), min_size=1, max_size=6))
def test_rationals_have_the_least_common_denominator(fractions: list[Fraction]) -> None:
    numerators, denominator = shared_denominator([Exact(f) for f in fractions])
    least = lcm(*(fraction.denominator for fraction in fractions))
    assert denominator.as_fraction() == least
    assert [n.as_fraction() for n in numerators] == [f * least for f in fractions]


def test_denominators_that_differ_meet_in_their_least_common_multiple() -> None:
    _, denominator = shared_denominator([1 / (E * E - 1), 1 / (E - 1) ** 2, 1 / (6 * (E + 1)), Exact(Fraction(1, 4))])
    assert denominator == 12 * (E + 1) * (E - 1) ** 2


def test_the_row_of_the_books() -> None:
    form = RowForm.of([R / (2 * R + 1), 1 / (2 * R + 1), R / (2 * R + 1)], abbreviated=True)
    assert form.text() == "[r, 1, r]/(2*r + 1)"
    assert form.latex() == r"\frac{1}{2 r + 1} \begin{bmatrix}r & 1 & r\end{bmatrix}"
    assert form.definitions() == ("r = exp(1/sqrt(2))",)
    assert form.definitions(latex=True) == (r"r = e^{1/\sqrt{2}}",)
    assert form.full.latex() == (
        r"\frac{1}{2 e^{1/\sqrt{2}} + 1} \begin{bmatrix}e^{1/\sqrt{2}} & 1 & e^{1/\sqrt{2}}\end{bmatrix}"
    )


@pytest.mark.parametrize(
    ("entries", "written"),
    [
        ([Exact(0), Exact(0)], "[0, 0]"),
        ([Exact(-2), Exact(4)], "[-2, 4]"),
        ([Exact(Fraction(1, 2)), Exact(0)], "[1, 0]/2"),
        ([1 / E, 1 - 1 / E], "[1, e - 1]/e"),
        ([1 / (1 - E), Exact(1)], "[-1, e - 1]/(e - 1)"),
        ([1 / (2 * E), Exact(1)], "[1, 2*e]/(2*e)"),
    ],
)
def test_signs_integers_and_monomials(entries: list[Exact], written: str) -> None:
    assert RowForm.of(entries, abbreviated=True).text() == written


@pytest.mark.parametrize("scores", SCORES)
def test_text_with_letters_reads_back_when_the_letters_are_put_in(scores: list[str | int]) -> None:
    entries = row_of(scores)
    form = RowForm.of(entries, abbreviated=True)
    text = form.text()
    for definition in form.definitions():
        letter, _, meaning = definition.partition(" = ")
        text = "".join(f"({meaning})" if piece == letter else piece for piece in _words(text))
    read = read_text(text, names=frozenset({"a", "b", "k", "x"})).value
    full = read_text(form.full.text(), names=frozenset({"a", "b", "k", "x"})).value
    for j, entry in enumerate(entries):
        assert read[0, j] == entry  # type: ignore[index]
        assert full[0, j] == entry  # type: ignore[index]


def _words(text: str) -> list[str]:
    return re.findall(r"[A-Za-z_]\w*|.", text)


class TestLetters:
    def test_powers_of_e_need_none(self) -> None:
        assert abbreviations([E / (1 + E), exp(Exact(-3))]) == ()

    def test_one_letter_serves_all_its_powers(self) -> None:
        numbers = [exp(sqrt(Exact(2))), exp(3 / sqrt(Exact(2))), exp(sqrt(Exact(2)) / 3)]
        names = abbreviations(numbers)
        assert definitions(names) == ("r = exp(1/(3*sqrt(2)))",)
        assert [write(n, TEXT, names) for n in numbers] == ["r^6", "r^9", "r^2"]

    def test_a_letter_is_no_coarser_and_no_finer_than_needed(self) -> None:
        assert definitions(abbreviations([exp(Exact(Fraction(1, 5))), exp(Exact(Fraction(3, 5)))])) == ("r = exp(1/5)",)
        assert definitions(abbreviations([exp(Exact(Fraction(1, 5))), exp(Exact(Fraction(1, 2)))])) == (
            "r = exp(1/10)",
        )

    def test_a_free_symbol_keeps_its_letter(self) -> None:
        names = abbreviations([exp(symbol("r")), exp(symbol("t"))], frozenset({"v"}))
        assert [letter for _, letter in names] == ["u", "w"]

    def test_letters_never_run_out(self) -> None:
        primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59)
        names = abbreviations([exp(sqrt(Exact(p))) for p in primes])
        assert len({letter for _, letter in names}) == len(primes)
        assert names[-1][1] == "u_1"

    def test_inner_exponentials_come_first(self) -> None:
        inner = exp(Exact(Fraction(1, 2)))
        names = abbreviations([exp(inner / (1 + inner)) + inner])
        assert definitions(names) == ("r = exp(1/2)", "t = exp(exp(1/2)/(exp(1/2) + 1))")


@pytest.mark.parametrize(
    ("exponent", "book"),
    [
        (1 / sqrt(Exact(2)), r"e^{1/\sqrt{2}}"),
        (3 / sqrt(Exact(2)), r"e^{3/\sqrt{2}}"),
        (1 / sqrt(Exact(8)), r"e^{1/(2 \sqrt{2})}"),
        (sqrt(Exact(6)) / 2, r"e^{\sqrt{6}/2}"),
        (sqrt(Exact(2)), r"e^{\sqrt{2}}"),
        (Exact(Fraction(5, 2)), r"e^{5/2}"),
        ((1 + symbol("a")) / 2, r"e^{(a + 1)/2}"),
    ],
)
def test_exponents_are_slanted_in_books(exponent: Exact, book: str) -> None:
    assert write(exp(exponent), BOOK) == book


def test_linear_latex_has_no_built_up_fraction() -> None:
    assert write(E / (2 * E + 1), LINEAR) == "e/(2 e + 1)"
    assert write((1 + E) / 2, LINEAR) == "(e + 1)/2"


def test_a_row_needs_an_entry() -> None:
    with pytest.raises(ShapeError, match="at least one entry"):
        shared_denominator([])


def test_a_hopeless_common_denominator_is_refused() -> None:
    # Denominators of 200 terms each, of degrees that forbid a gcd, which share nothing.
    one, other = (
        sum((exp(Exact(Fraction(k * k * 10**12 + s * k, 7**20))) for k in range(200)), Exact(0)) for s in (1, 3)
    )
    with pytest.raises(LimitError, match="too large"):
        shared_denominator([1 / one, 1 / other])


@pytest.mark.parametrize(
    ("typed", "plain", "book"),
    [
        ("ln 99", "ln(99)", r"\ln 99"),
        ("-ln(199/200)", "ln(200/199)", r"\ln\left(\frac{200}{199}\right)"),
        ("ln(2)/2 - ln(3)", "-ln(9/2)/2", r"-\frac{\ln\left(\frac{9}{2}\right)}{2}"),
        ("1/2 + ln 99", "(2*ln(99) + 1)/2", r"\frac{2 \ln 99 + 1}{2}"),
        ("ln(1/4)", "-2*ln(2)", r"-2 \ln 2"),
        ("a*ln 2 + ln 3 - ln 7", "a*ln(2) - ln(7/3)", r"a \ln 2 - \ln\left(\frac{7}{3}\right)"),
        ("ln 2*ln 3 + ln 5 - ln 3", "ln(2)*ln(3) + ln(5/3)", r"\ln\left(2\right) \ln 3 + \ln\left(\frac{5}{3}\right)"),
        ("500*ln(2) + ln(3)", "500*ln(2) + ln(3)", r"500 \ln 2 + \ln 3"),
    ],
)
def test_people_read_one_logarithm(typed: str, plain: str, book: str) -> None:
    value = read_text(typed, names=frozenset({"a"})).value
    assert isinstance(value, Exact)
    assert value.text() == plain
    assert write(value, BOOK) == value.latex() == book
    assert read_text(plain, names=frozenset({"a"})).value == value
