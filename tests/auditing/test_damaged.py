"""Documents cut and damaged anywhere are read without an error: an audit may say less, it may not fail."""

from __future__ import annotations

from random import Random

import pytest

from tests.auditing.judges.ordinary import document
from tests.auditing.judges.pages import PAGES
from tests.auditing.judges.verdicts import run

STRAY = [
    "$",
    "$$",
    "\\\\",
    "&",
    "|",
    "}",
    "{",
    "[",
    "]",
    "=",
    "^",
    "_",
    "`",
    "<",
    "-",
    "\\frac",
    "e^{",
    "\\end{bmatrix}",
    "\\begin{aligned}",
    "10^{10^{10}}",
    "²",
    "\x00",
    "```",
    "<!--",
    "⟦",
]


def damaged(text: str, draw: Random) -> str:
    """A piece of a text with a few characters taken out, put in and repeated."""
    start = draw.randrange(len(text))
    piece = text[start : start + draw.randrange(50, 2500)]
    for _ in range(draw.randrange(8)):
        place = draw.randrange(len(piece) + 1)
        insert = draw.choice(
            [draw.choice(STRAY), draw.choice(STRAY), "7" * 400, "\n\n", piece[place : place + 30] * 2, ""]
        )
        piece = piece[:place] + insert + piece[place + draw.randrange(9) :]
    return piece


@pytest.mark.parametrize("seed", range(8))
def test_damaged_documents_are_audited(seed: int) -> None:
    draw = Random(seed)
    texts = [*(page.text for page in PAGES.values()), document(4_000, seed)]
    for form in ("markdown", "latex", "text") * 4:
        text = damaged(draw.choice(texts), draw)
        for claim in run(text, form=form).claims:
            assert text[slice(*claim.span)] == claim.text
            for figure in claim.figures:
                assert text[slice(*figure.span)] == figure.text


HOSTILE = (
    "1e999999", "10^{10^{10}}", "9" * 5000, "0." + "3" * 5000, "1/0", "0/0", "e^{e^{e^{9}}}", r"-\infty", r"\ln 0",
    "nan", "lambda", "class", r"\sqrt{-1}", "(" * 300 + "1" + ")" * 300, r"\frac{1}{" * 150 + "2" + "}" * 150,
    "1+" * 3000 + "1", "\x00", "\ud800", "1e-999999", "100000!", "", "[", "]",
    "1" + "0" * 330 + ".5",
)  # fmt: skip
STATEMENTS = (
    "The scores are [{0}, {0}] and the weights [{0}, 1].",
    "Softmax turns the scores [{0}, {0}] into the weights [0.5, 0.5].",
    r"Let $Q=\begin{{bmatrix}}{0}&1\\0\end{{bmatrix}}$, $K=\begin{{bmatrix}}\end{{bmatrix}}$ and $V=[[{0}, 1], []]$.",
    r"Let $X=\begin{{bmatrix}}1&{0}\end{{bmatrix}}$, $W_Q=W_K=W_V=\begin{{bmatrix}}1\\1\end{{bmatrix}}$. Weights: [1].",
    "Row {0} of the weights is [{0}]; query {0} may read keys {0}, 1. Keys are [{0}], [1, {0}].",
    "The attention weights are as follows: {0}, 0.5 and {0}. W_O has shape [{0}, {0}].",
    "${0}={0}$, $x={0}$ and $e^{{{0}}} \\approx {0}$; `{0} = {0}`",
    "| $x$ | $e^x$ |\n|---|---|\n| {0} | {0} |\n| 1 | {0} |\n\n```python\n>>> {0}\n{0}\nx = {0}  # = {0}\n```",
    "The attention weights are $A = [[{0}, 0.5], [0.5, 0.5]]$.",
    "Let $V = [[{0}, 1], [0, 1]]$.\n\nThe outputs of the attention, a mixture, are [{0}, 2.5].",
    "With $B={0}$, $H=2$ and $T={0}$ there are $BHT^2={0}$ scores, a loss of $-\\ln {0} = {0}$.",
)


@pytest.mark.parametrize("number", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_numbers_in_every_statement(number: str) -> None:
    text = "\n\n".join(statement.format(number) for statement in STATEMENTS)
    for claim in run(text, form="latex" if number.startswith("\\") else "markdown").claims:
        assert text[slice(*claim.span)] == claim.text


GIVEN = (
    r"Let $Q=\begin{bmatrix}1&0\\0&1\\1&1\end{bmatrix}$, $K=\begin{bmatrix}1&0\\1&1\\0&1\end{bmatrix}$ "
    r"and $V=\begin{bmatrix}1\\2\\4\end{bmatrix}$. Then"
)
SHAPES = ("1&2&3", r"1\\2\\3", r"1&2\\3&4", r"1&2\\3", "1", "", r"1&2\\\\3&4", "&&", r"\\\\")


@pytest.mark.parametrize("name", ["Q", "A", "D", "O", "A_2"])
def test_printed_shapes_that_do_not_fit(name: str) -> None:
    """Rows for columns, ragged rows and no rows at all, for stages that are derived."""
    for shape in SHAPES:
        text = rf"{GIVEN} ${name}=\begin{{bmatrix}}{shape}\end{{bmatrix}}$."
        for claim in run(text).claims:
            assert text[slice(*claim.span)] == claim.text


def test_a_problem_of_hundreds_of_heads_is_left_alone() -> None:
    heads = ", ".join('{"w_q": [[1], [0]], "w_k": [[1], [0]], "w_v": [[1], [0]]}' for _ in range(300))
    assert run(f'```json\n{{"X": [[1, 0], [0, 1]], "heads": [{heads}]}}\n```').wrong == ()
