"""Every figure of the lists, as the keys emit it, against the scalar oracle at 50 digits.

The emitted LaTeX is read by the tests' own reader: exact forms must be the oracle's numbers, decimals its roundings,
digit for digit. Nothing of the program stands between the key's text and the oracle.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from symattn.problems import load_exercises
from symattn.rendering import key
from tests.oracles import scalar_attention as scalar
from tests.oracles.latex_text import is_decimal_matrix, matrices_of, value_of_cells, value_of_latex
from tests.oracles.plain_text import rows_of, value_of
from tests.oracles.scalar_attention import MINUS_INFINITY, NEAR, Number, mp, same
from tests.oracles.written_problems import load, problem_table, solved
from tests.support import ROOT

FIGURES = {name: load(ROOT / "tests" / "figures" / f"{name}.toml") for name in ("first_text", "second_text")}
# Any real numbers (and a positive k) will do for the free symbols of the files.
SYMBOLS = {name: mp.mpf(3 * index + 2) / 7 for index, name in enumerate("abcdk")}
MARKS = {"md": r"<!-- ([\w:-]+) -->", "tex": r"^% ([\w-]+(?::[\w-]+)?)$"}
FORMATS = ("md", "tex")


@cache
def blocks(file: str, to: str) -> dict[str, str]:
    """The key cut at its marks: an exercise's text by its id, an answer's by ID:NAME."""
    written = key(load_exercises(file.removesuffix(".toml")), to)
    parts = re.split(MARKS[to], written, flags=re.MULTILINE)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    return {name: re.split(r"^### Solution|^\\textbf\{Solution", text, flags=re.M)[0] for name, text in found.items()}


@cache
def stage_of(file: str, problem: str | None, item: int | None, stage: str) -> list[list[Number]]:
    data = load(ROOT / "derivations" / "exercises" / file)
    return solved(problem_table(data, problem), item, SYMBOLS)[stage]


def figures(*kinds: str, where: str) -> list[Any]:
    return [
        pytest.param(listed["file"], figure, to, id=f"{to}:{figure['id']}")
        for listed in FIGURES.values()
        for figure in listed["figure"]
        for to in FORMATS
        if (figure["kind"] in kinds or not kinds) and where in figure
    ]


def values_behind(file: str, figure: dict[str, Any]) -> list[Number]:
    if "stage" not in figure:
        return [value_of(figure["value"])]
    row = stage_of(file, figure.get("problem"), figure.get("item"), figure["stage"])[figure["row"] - 1]
    return [row[column - 1] for column in figure.get("columns") or [figure["column"]]]


def formulas_of(block: str) -> str:
    """The mathematics of an answer's block; the label before it ends at the first bold colon."""
    return block.split(":**", 1)[-1] if ":**" in block else block.split(":}", 1)[-1]


def sides_of(block: str) -> tuple[list[list[str]], list[list[str]] | None]:
    """The cells of the exact form in full, and of the decimals where there are any."""
    body = formulas_of(block)
    matrices = matrices_of(body)
    if matrices:
        decimals = [cells for cells in matrices if is_decimal_matrix(cells)]
        exact = [cells for cells in matrices if not is_decimal_matrix(cells)]
        return (exact or decimals)[-1], decimals[-1] if decimals and exact else None
    (formula,) = re.findall(r"\$\$(.+?)\$\$|\\\[(.+?)\\\]|\$(.+?)\$", body.split("Here")[0], re.DOTALL)[:1]
    text = "".join(formula).replace(r"\displaystyle", "").replace(r"\begin{aligned}", "").replace(r"\end{aligned}", "")
    text = text.replace(r"\phantom{{}={}}", "").replace("&", "").replace(r"\\", "")
    sides = [side.strip() for side in re.split(r"=|\\approx", text)]
    is_decimal = len(sides) > 1 and re.fullmatch(r"-?\d+\.\d+", sides[-1]) is not None
    return [[sides[-2 if is_decimal else -1]]], [[sides[-1]]] if is_decimal else None


NUMBERS = ("integer", "decimal", "symbolic", "six decimals", "16 decimals", "float noise")


def check_decimal(emitted: str, value: Number, figure: dict[str, Any]) -> None:
    if value == MINUS_INFINITY:
        assert emitted == r"-\infty"
        return
    assert emitted == scalar.rounded(value, len(emitted.partition(".")[2]))
    if figure["kind"] in ("six decimals", "16 decimals"):
        assert emitted == figure["printed"]
    if figure["kind"] == "float noise":
        assert emitted == figure["rounded"] != figure["printed"]
    if figure["kind"] == "decimal":
        assert same(value_of_latex(emitted), value_of(figure["printed"]))


class TestAnswers:
    @pytest.mark.parametrize(("file", "figure", "to"), figures(*NUMBERS, where="answer"))
    def test_a_number_is_emitted_exactly_and_rounded(self, file: str, figure: dict[str, Any], to: str) -> None:
        exact, decimals = sides_of(blocks(file, to)[figure["answer"]])
        entries = figure.get("entries") or [figure["entry"]]
        for (i, j), value in zip(entries, values_behind(file, figure), strict=True):
            assert same(value_of_latex(exact[i - 1][j - 1], SYMBOLS), value)
            if decimals is None:
                assert figure["kind"] in ("integer", "symbolic")
            else:
                check_decimal(decimals[i - 1][j - 1], value, figure)

    @pytest.mark.parametrize(("file", "figure", "to"), figures("visible keys", where="answer"))
    def test_keys_that_may_be_read(self, file: str, figure: dict[str, Any], to: str) -> None:
        row = stage_of(file, figure["problem"], figure.get("item"), figure["stage"])[figure["row"] - 1]
        keys = ", ".join(str(j) for j, allowed in enumerate(row, start=1) if allowed)
        text = formulas_of(blocks(file, to)[figure["answer"]])
        listed = re.findall(rf"(?:query|word) {figure['row']}(?::| reads) ([\d, ]+)(?:;|$)", text, re.MULTILINE)
        assert (listed or [text.strip()]) == [keys]

    @pytest.mark.parametrize(("file", "figure", "to"), figures("shape", where="answer"))
    def test_shapes(self, file: str, figure: dict[str, Any], to: str) -> None:
        rows = stage_of(file, figure["problem"], figure.get("item"), figure["stage"])
        text = blocks(file, to)[figure["answer"]].replace("\\[", "[").replace("\\]", "]")
        assert f"[{len(rows)}, {len(rows[0])}]" in text

    @pytest.mark.parametrize(("file", "figure", "to"), figures("words", where="answer"))
    def test_words(self, file: str, figure: dict[str, Any], to: str) -> None:
        text = formulas_of(blocks(file, to)[figure["answer"]])
        if "error" in figure:
            assert figure["error"] in text
        entries = figure.get("entries") or ([figure["entry"]] if "entry" in figure else [])
        for i, j in entries:
            exact, _ = sides_of(blocks(file, to)[figure["answer"]])
            distance = value_of(figure.get("within", "0")) + NEAR
            assert abs(value_of_latex(exact[i - 1][j - 1]) - value_of(figure["means"])) <= distance
        if not entries and "error" not in figure:
            assert len(text.split()) >= 2

    def test_no_figure_is_left_out(self) -> None:
        kinds = {*NUMBERS, "visible keys", "shape", "words"}
        listed = [figure for lists in FIGURES.values() for figure in lists["figure"]]
        assert len(listed) > 300
        assert {figure["kind"] for figure in listed} <= kinds
        assert all("answer" in figure or "statement" in figure for figure in listed)


class TestStatements:
    @pytest.mark.parametrize(("file", "figure", "to"), figures(where="statement"))
    def test_a_given_figure_stands_in_the_statement(self, file: str, figure: dict[str, Any], to: str) -> None:
        (value,) = values_behind(file, figure)
        assert any(same(found, value) for found in numbers_in(blocks(file, to)[figure["statement"]]))


def numbers_in(text: str) -> list[Number]:
    """All numbers of a statement: cells of matrices, right sides of equations, formulas, whole numbers in words."""
    small = re.sub(r"\\(left\[\\begin|end)\{smallmatrix\}(\\right\])?", r"\\\1{bmatrix}", text)
    small = small.replace(r"\left[\begin{bmatrix}", r"\begin{bmatrix}")
    found = [entry for cells in matrices_of(small) for row in value_of_cells(cells) for entry in row]
    for formula in re.findall(r"\$([^$]+)\$", re.sub(r"\$\$.*?\$\$", "", text, flags=re.DOTALL)):
        for side in formula.split("="):
            try:
                found.append(value_of_latex(side))
            except ValueError:
                continue
    return found + [mp.mpf(digits) for digits in re.findall(r"(?<![\w.])\d+(?![\w.])", text)]


class TestGolden:
    @pytest.mark.parametrize("to", FORMATS)
    def test_facts_that_readers_look_for(self, to: str) -> None:
        written = key(load_exercises("masks-and-heads"), to)
        for fact in (r"\frac{2 e}{2 e + 1}", "0.844638", "1.231059", "0.401112", r"\ln\left(\frac{200}{199}\right)"):
            assert fact in written
        assert "0.999999" in written  # what the printed weights of row 3 add to
        assert r"r = e^{1/\sqrt{2}}" in written

    def test_a_claimed_row_is_a_row_of_the_oracle(self) -> None:
        exact, _ = sides_of(blocks("masks-and-heads.toml", "md")["example-16-3:weights-2"])
        expected = stage_of("masks-and-heads.toml", "two-heads", None, "head2.weights")
        assert scalar.same_rows(value_of_cells(exact), expected)
        assert rows_of(value_of("[0, 1]")) != value_of_cells(exact)
