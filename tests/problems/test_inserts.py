"""Inserts: a small language over exact values that can name numbers and do nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symattn.errors import LimitError, PositionError, ProblemError, SymattnError, UnknownNameError
from symattn.exact import Exact, ExactMatrix
from symattn.problems import Problem, expressions
from symattn.problems.inserts import FUNCTIONS, Figure, Inserts, check_template, fill, plain

GRID = ExactMatrix([[1, 2, 3], [4, 5, 6]])
NAMES: dict[str, Callable[..., object]] = {"grid": lambda: GRID, "twice": lambda x: x * 2, "word": lambda: "plain"}


def value(text: str) -> object:
    return expressions.evaluate(text, NAMES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("grid()[2, 3]", "6"),
        ("grid()[2]", "[[4, 5, 6]]"),
        ("grid()[2][1, 2]", "5"),
        ("1/2 + 1/3", "5/6"),
        ("-(2 - 5) * 2 ** 3", "24"),
        ("2 ** -1", "1/2"),
        ("+grid()[1, 1] / grid()[2, 1]", "1/4"),
        ("twice(grid()[1, 3])", "6"),
    ],
)
def test_arithmetic_is_exact_and_places_count_from_one(text: str, expected: str) -> None:
    found = value(text)
    assert isinstance(found, Exact | ExactMatrix)
    assert found.text() == expected


BAD_EXPRESSIONS: list[tuple[str, type[SymattnError], str]] = [
    ("grid()[3, 1]", PositionError, r"grid\(\) \[2, 3\] has no row 3"),
    ("grid()[1, 4]", PositionError, "has no column 4"),
    ("grid()[0]", ProblemError, "counted 1, 2, 3, and 0"),
    ("grid()[-1]", ProblemError, "counted 1, 2, 3"),
    ("grid()[1, 1, 1]", ProblemError, r"\[row\] or \[row, column\]"),
    ("grid()[1:2]", ProblemError, "not known in inserts"),
    ("grid()[1, 1][1]", PositionError, "is a number"),
    ("grid() + 1", ProblemError, "arithmetic is between numbers"),
    ("word()[1]", ProblemError, "no rows and columns"),
    ("gird()", UnknownNameError, "no function of inserts is called 'gird'; did you mean grid"),
    ("grid", ProblemError, "grid is not called"),
    ("grid(1)", ProblemError, "grid: too many positional arguments"),
    ("twice()", ProblemError, "twice: missing a required argument"),
    ("0.5 + 1", ProblemError, r"0\.5 would be a binary float: write exact\('0\.5'\)"),
    ("1 +", ProblemError, "not readable as an expression"),
    ("", ProblemError, "not readable as an expression"),
    ("(" * 500 + ")" * 500, ProblemError, "not readable as an expression"),
    ("-" * 1900 + "1", ProblemError, "not readable as an expression"),
    ("1" * 3000, ProblemError, "at most 2000 characters"),
    ("True", ProblemError, "True is not known"),
    ("grid().shape", ProblemError, r"grid\(\)\.shape is not known"),
    ("''.__class__", ProblemError, "not known"),
    ("twice(*grid())", ProblemError, "not known"),
    ("twice(**grid())", ProblemError, "not known"),
    ("[x for x in grid()]", ProblemError, "not known"),
    ("(lambda: 1)()", ProblemError, "not known"),
    ("__import__('os')", UnknownNameError, "no function of inserts is called '__import__'"),
    ("1 if 1 else 2", ProblemError, "not known"),
    ("1 // 2", ProblemError, "not known"),
    ("f'{1}'", ProblemError, "not known"),
    ("10 ** 10 ** 10", LimitError, "."),
]


@pytest.mark.parametrize(("text", "kind", "message"), BAD_EXPRESSIONS)
def test_what_is_not_of_the_language_is_refused(text: str, kind: type[SymattnError], message: str) -> None:
    with pytest.raises(kind, match=message):
        value(text)


def test_backslashes_and_braces_in_quotes_are_as_written() -> None:
    seen: list[str] = []

    def keep(insert: str) -> str:
        seen.append(insert)
        return "*"

    template = r"""a {{ exact('\frac{1}{\sqrt{2}}') }} b {{exact("x}}y")}} \frac{1}{{a}}"""
    assert expressions.replace_inserts(template.replace("{{a", "{ {a"), keep) == r"a * b * \frac{1}{ {a}}"
    assert seen == [r" exact('\frac{1}{\sqrt{2}}') ", 'exact("x}}y")']
    with pytest.raises(ProblemError, match=r"\{\{ a \}\}: a is not called"):
        check_template(template)
    assert expressions.evaluate(r"same('\frac{1}{2}\n')", {"same": lambda x: x}) == r"\frac{1}{2}\n"


# --- filling in -------------------------------------------------------------------------------------------------------

ONE = Problem.from_data(
    {"scores": [[3, 1], [0, 2]], "visible": [[True, False], [False, False]], "query_valid": [True, False]}, where="one"
)
BATCH = Problem.from_data({"scores": [[[1, 2]], [[3, 4]]], "visible": {"key_lengths": [1, 2]}}, where="batch")


def inserts(item: int | None = None) -> Inserts:
    problems = {None: ONE, "batch": BATCH}
    return Inserts(lambda name: problems[name], item)


@pytest.mark.parametrize(
    ("template", "filled"),
    [
        ("nothing", "nothing"),
        ("{single} braces } {", "{single} braces } {"),
        ("S = {{ stage('scores') }}", "S = [[3, 1], [0, 2]]"),
        ("{{stage('scores')[1, 1]}}/{{ stage('scores')[2, 2] }}", "(3)/(2)"),
        ("{{ stage('visible') }}", "[[1, 0], [0, 0]]"),
        ("{{ stage('mask')[1] }}", "[[0, -oo]]"),
        ("{{ stage('mask')[1, 2] }}", "-oo"),
        ("{{ stage('scores', problem='batch', item=2)[1, 2] }}", "(4)"),
        ("{{ visible_keys(1) }} and {{ visible_keys(2) }}", "1 and none"),
        ("{{ visible_keys(1, problem='batch', item=2) }}", "1, 2"),
        ("{{ text(1/3) }}", "1/3"),
        ("{{ shape(stage('scores')) }} {{ shape(stage('scores')[1]) }}", "[2, 2] [1, 2]"),
        ("{{ decimal(1/3, 4) }}", "0.3333"),
        ("{{ decimal(2/3, 0) }}", "1"),
        ("{{ decimal(stage('scores')[1], 2) }}", "[3.00, 1.00]"),
        ("{{ decimal(stage('mask'), 1) }}", "[[0.0, -oo], [-oo, -oo]]"),
        ("{{ ln(1) + exp(0) + sqrt(4) }}", "(3)"),
    ],
)
def test_filling_in(template: str, filled: str) -> None:
    check_template(template)
    assert fill(template, inserts(), plain) == filled


def test_the_record_of_an_answer_is_meant_where_none_is_said() -> None:
    meant = Inserts(lambda name: BATCH, item=1)
    assert fill("{{ stage('scores')[1, 1] }} {{ stage('scores', item=1)[1, 1] }}", meant, plain) == "(3) (1)"


BAD_TEMPLATES = [
    ("{{ stage('weigths') }}", "{{ stage\\('weigths'\\) }}: no stage is called 'weigths'; did you mean weights"),
    ("{{ stage('scores', problem='batch') }}", "batch: is a batch: say which of its 2 records"),
    ("{{ stage('scores', problem='batch', item=3) }}", "batch: has 2 records, and item 3 is asked"),
    ("{{ stage('scores', item=2) }}", "one: is one record, no batch, and item 2 is asked"),
    ("{{ stage('scores', item=0) }}", "an item is a whole number of at least 1"),
    ("{{ stage(1) }}", "the name of a stage is expected, in quotes, not 1"),
    ("{{ visible_keys(3) }}", "there is no query 3, only 2"),
    ("{{ decimal(stage('scores'), -1) }}", "a number of places is a whole number of at least 0"),
    ("{{ shape(2) }}", "a number has no shape"),
    ("{{ ln(stage('mask')[1, 2]) }}", "one finite number is expected, not -oo"),
    ("{{ exp(stage('scores')) }}", "one finite number is expected"),
    ("{{ decimal('1', 2) }}", "an exact value is expected, not str '1'"),
]


@pytest.mark.parametrize(("template", "message"), BAD_TEMPLATES)
def test_an_insert_that_fails_is_quoted(template: str, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        fill(template, inserts(), plain)


def test_checking_a_template_calculates_nothing_and_knows_every_name() -> None:
    check_template("{{ stage('no such stage')[9, 9] }} {{ exact('ln 99') }}")
    with pytest.raises(ProblemError, match="no function of inserts is called 'stages'; did you mean stage"):
        check_template("{{ stages('weights') }}")
    with pytest.raises(ProblemError, match="opened and not closed"):
        check_template("{{ stage('weights') }")
    assert inserts().functions().keys() == FUNCTIONS


def test_figures_are_written_as_text_and_as_latex() -> None:
    row = Figure((("0.50", "-oo"),))
    assert (row.text(), row.latex()) == ("[0.50, -oo]", r"\begin{bmatrix} 0.50 & -\infty \end{bmatrix}")
    grid = Figure((("1", "2"), ("3", "4")))
    assert (grid.text(), grid.latex()) == ("[[1, 2], [3, 4]]", r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}")
    assert Figure((("0.5",),), is_number=True).latex() == "0.5"


def test_a_part_of_a_row_is_an_entry() -> None:
    assert value("grid()[2][3]").text() == "6"  # type: ignore[attr-defined]
    assert value("grid()[2][1, 2]").text() == "5"  # type: ignore[attr-defined]
    with pytest.raises(PositionError, match="has no column 4"):
        value("grid()[2][4]")
