"""Formulas drawn from signs and commands: what is taken compiles, in LaTeX and with KaTeX; the rest is refused."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from symattn.errors import DocumentError, ProblemError
from symattn.rendering import key
from symattn.rendering.texmath import small, write_tree
from symattn.rendering.texreading import read_math
from tests.rendering.small_file import one_exercise
from tests.support import katex_check, pdflatex

_SIGNS = r"""
x 2 a + = ( ) [ ] | ' ^ _ ^ _ ^ _ ^2 _1 { } { } \left( \right) \left[ \right] \left. \right| \middle| \sum \limits
\nolimits \frac \sqrt \sqrt[3] \begin{bmatrix} \end{bmatrix} \begin{cases} \end{cases} \begin{aligned} \end{aligned}
\begin{split} \end{split} \begin{gathered} \end{gathered} & \\ \\[4pt] \hline \text{if} \mathrm{e} \big \Bigl(
\displaystyle \binom \hat \overline \underbrace \operatorname{f} \infty \prime \alpha \lim \mathbb{R} \stackrel
\overset \, \{ \} \% \mod \dots * -
"""
COUNT = 500


def drawn(seed: int) -> list[str]:
    """Formulas that are taken, written out again."""
    random, signs = Random(seed), [*_SIGNS.split(), " ", "\\ "]
    written: list[str] = []
    while len(written) < COUNT:
        text = "".join(random.choice(signs) for _ in range(random.choice((2, 3, 4, 6, 9))))
        if random.random() < 0.35:
            text = rf"\begin{{bmatrix}}{text} & 1 \\ {random.choice(signs)}{random.choice(signs)}\end{{bmatrix}}"
        try:
            tree = read_math(text)
        except DocumentError:
            continue
        written += [write_tree(tree), write_tree(small(tree))]
    return written


def test_pdflatex_takes_what_is_taken(tmp_path: Path) -> None:
    body = "\n\n".join(rf"${formula}$ \[{formula}\]" for formula in drawn(1))
    preamble = "\\documentclass{article}\\usepackage{amsmath,amssymb}\\begin{document}"
    pdflatex(f"{preamble}\n{body}\n\\end{{document}}", tmp_path)


def test_katex_takes_what_is_taken() -> None:
    assert katex_check("\n\n".join(f"$${formula}$$" for formula in drawn(2))) == []


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("x^2^3", "two superscripts"),
        ("x_1_2", "two subscripts"),
        ("x^2_1^3", "two superscripts"),
        ("x^2'", "a prime after a superscript"),
        (r"\left( x", r"\\left has no \\right"),
        (r"x \right)", r"\\right has no \\left"),
        (r"{\left( x} \right)", r"\\left has no \\right"),
        (r"\begin{bmatrix}\left( 1 & 2 \right)\end{bmatrix}", r"\\left has no \\right"),
        (r"a \middle| b", r"\\middle has no \\left"),
        (r"\left\alpha x \right)", r"\\left is followed by a bracket"),
        (r"\sum_\limits", r"\\limits stands right after an operator"),
        (r"x\limits_1", r"\\limits stands right after an operator"),
        (r"\hline x", r"\\hline stands only at the start of a row"),
        (r"\begin{bmatrix}1 & \hline 2\end{bmatrix}", r"\\hline stands only at the start of a row"),
        (r"\begin{cases}1 & 2 & 3\end{cases}", "a row of cases has at most 2 cells, not 3"),
    ],
)
@pytest.mark.parametrize("to", ["tex", "md", "text"])
def test_an_order_without_meaning_is_refused_where_it_stands(tmp_path: Path, formula: str, words: str, to: str) -> None:
    with pytest.raises(ProblemError, match=rf"exercise one, statement: .*{words}"):
        key(one_exercise(tmp_path, f"See ${formula}$."), to)


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        ("{x^2}^3 x'^2 x_1^2", "{x^{2}}^{3} x'^{2} x_{1}^{2}"),
        (r"\sum\limits_{i}^{n} i", r"\sum\limits_{i}^{n} i"),
        (r"\begin{split}a&=b\\&=c\end{split}", r"\begin{aligned}a & =b \\  & =c\end{aligned}"),
        (r"\begin{bmatrix}1\\ [2]\end{bmatrix}", r"\begin{bmatrix}1 \\ {}[2]\end{bmatrix}"),
        (r"\begin{bmatrix}\hline 1\\ \hline 2\ \end{bmatrix}", r"\begin{bmatrix}\hline 1 \\ \hline 2\ \end{bmatrix}"),
        (r"a \mod n", r"a \mod{n}"),
    ],
)
def test_what_has_a_meaning_is_kept(formula: str, written: str) -> None:
    assert write_tree(read_math(formula)) == written
