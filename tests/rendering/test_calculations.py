"""Formulas of values with numbers put in: what a key prints on the left of = is what stands on its right."""

from __future__ import annotations

import pytest

from symattn.exact import Exact
from symattn.problems import Problem
from symattn.problems.exercises import Answer
from symattn.problems.inserts import Inserts
from symattn.reading import read_text
from symattn.rendering.calculations import calculation

NAMES = frozenset({"x", "y"})

# One of every kind of written number: sums, signs, fractions, products, powers, calls, roots, letters, digits.
NUMBERS = (
    *("0", "3", "-2", "1/2", "-3/4", "pi", "e", "e^2", "exp(1/2)", "exp(-1/sqrt 2)", "x", "x^2", "-x", "1/x", "2 x y"),
    *("sqrt 2", "sqrt 2 + sqrt 3", "1 - sqrt 2", "sqrt 6", "2 sqrt 2", "sqrt(2)/2", "root(4, 3)", "(1 + sqrt 2)/3"),
    *("ln 2", "ln x + ln y", "ln x + ln(y^2)", "-ln 3", "2 ln 3", "ln(2)/2", "sqrt(2)/ln 3", "ln(2)^2", "ln(3/2)"),
    *("ln 6 + sqrt 2", "e/(1 + e)", "sqrt(1 + sqrt 2)", "ln(1 + e)", "e ln 2", "(ln 2 + pi)/(1 + e)"),
)
TEMPLATES = (
    *("{}", "-{}", "2*{}", "{}*2", "2 - {}", "2 + {}", "{} - 2", "1 - {} + 3", "1 - 2*{}", "1 - {}*2", "-{}*{}"),
    *(
        "{}/3",
        "3/(1 + {}^2)",
        "-{}/3",
        "1 - {}/3",
        "{}^2",
        "-{}^2",
        "({})^2/5",
        "2^({})",
        "{} - {}",
        "{}*{}",
        "1 + -{}",
    ),
    *("(1 + {})*(1 - {})", "2*(3 - {})", "exp({})", "sqrt(2 + {}^2)", "ln(2 + {}^2)", "-(1 + {})", "1 - (2 - {})"),
    *(
        "[{}, 1 - {}]",
        "[[{}, 0], [-{}, 2]]",
        "-(2/({}^2 + 1))",
        "(1/(1 + {}^2))*(1/2)",
        "2/3*{}",
        "(exp({}))^2",
        "{} - {}",
    ),
)


def answer(template: str, number: str) -> Answer:
    """An answer whose value has the number for every {}, as an entry of the scores of a problem."""
    problem = Problem.from_data({"scores": [[number, 0]], "visible": "full"})
    value = template.replace("{}", "{{ stage('scores')[1, 1] }}")
    return Answer(problem, value=value, inserts=Inserts(lambda name: problem))


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_formula_reads_back_as_the_value(template: str) -> None:
    for number in NUMBERS:
        asked = answer(template, number)
        formula = calculation(asked)
        assert formula is not None, number
        assert read_text(formula.text(), names=NAMES).value == asked.expected(), number
        assert read_text(formula.latex(), names=NAMES).value == asked.expected(), number


@pytest.mark.parametrize(
    ("template", "number", "text", "latex"),
    [
        ("2*{}", "sqrt 2 + sqrt 3", "2*(sqrt(2) + sqrt(3))", r"2 \cdot \left(\sqrt{2} + \sqrt{3}\right)"),
        ("2 - {}", "ln 2 + pi", "2 - (ln(2) + pi)", r"2 - \left(\ln 2 + \pi\right)"),
        ("{}^2", "sqrt(2)/ln 3", "(sqrt(2)/ln(3))^2", r"\left(\frac{\sqrt{2}}{\ln 3}\right)^{2}"),
        ("{}^2", "ln 3", "(ln(3))^2", r"\left(\ln 3\right)^{2}"),
        ("{}*5", "2 ln 3", "2*ln(3)*5", r"2 \ln\left(3\right) \cdot 5"),
        ("1 + {}", "-2", "1 + (-2)", r"1 + \left(-2\right)"),
        ("1 - {}", "-2", "1 - (-2)", r"1 - \left(-2\right)"),
        ("1 - 2*{}", "3", "1 - 2*3", r"1 - 2 \cdot 3"),
        ("-({} + {})/2", "ln 2", "-(ln(2) + ln(2))/2", r"-\frac{\ln 2 + \ln 2}{2}"),
        ("1 - {}/2", "3", "1 - 3/2", r"1 - \frac{3}{2}"),
    ],
)
def test_parentheses_only_where_they_are_needed(template: str, number: str, text: str, latex: str) -> None:
    formula = calculation(answer(template, number))
    assert formula is not None
    assert (formula.text(), formula.latex()) == (text, latex)


def test_what_is_no_formula_is_not_shown() -> None:
    problem = Problem.from_data({"scores": [[0, 1]], "visible": "full"})
    assert calculation(Answer(problem, value="50%", inserts=Inserts(lambda name: problem))) is None
    assert isinstance(Answer(problem, value="50%", inserts=Inserts(lambda name: problem)).expected(), Exact)
