r"""Formulas as trees: what is taken, what is refused, and that what is written is what was read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from symattn.errors import DocumentError
from symattn.problems import load_exercises
from symattn.problems.library import exercise_names
from symattn.rendering import key
from symattn.rendering.commands import WORDS
from symattn.rendering.plainmath import plain_math
from symattn.rendering.texmath import Matrix, small, write_tree
from symattn.rendering.texreading import read_math
from symattn.rendering.widths import ENDLESS, width
from tests.support import katex_check, pdflatex

TAKEN = [
    (r"\frac{1}{2}", r"\frac{1}{2}"),
    (r"\frac12", r"\frac{1}{2}"),
    (r"x^2_{ij}", r"x^{2}_{ij}"),
    (r"\sqrt[3]{2} \cdot \sqrt2", r"\sqrt[3]{2} \cdot \sqrt{2}"),
    (r"\left( \frac{a}{b} \right]", r"\left( \frac{a}{b} \right]"),
    (r"\text{rows: 50\% & more}", r"\text{rows: 50% & more}"),
    (r"\begin{bmatrix}1 & 2 \\[4pt] 3 & 4 \\ \end{bmatrix}", r"\begin{bmatrix}1 & 2 \\ 3 & 4\end{bmatrix}"),
    ("α ≤ β − 1 × ∞", r"\alpha \le \beta - 1 \times \infty"),
    (r"\alpha x \le y", r"\alpha x \le y"),
    (r"{\mathrm{softmax}}(S)\,V", r"{\mathrm{softmax}}(S)\,V"),
    (r"a\ b \{1\}", r"a\ b \{1\}"),
    (r"\big| x \big|", r"\big| x \big|"),
    ("", ""),
]


@pytest.mark.parametrize(("formula", "written"), TAKEN)
def test_a_formula_is_written_as_it_was_read(formula: str, written: str) -> None:
    assert write_tree(read_math(formula)) == written
    assert write_tree(read_math(written.replace("%", r"\%").replace(" & more", " & more"))) == written


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        (r"\foo", r"\\foo is not among"),
        (r"\frac{1}", r"something is missing after \\frac"),
        (r"x^", r"something is missing after \^"),
        (r"x^^2", r"write braces"),
        (r"{x", "a brace is opened and not closed"),
        (r"x}", "a closing brace has no opening one"),
        (r"\begin{bmatrix}1", "opened and not closed"),
        (r"\begin{bmatrix}1\end{matrix}", "closed by another"),
        (r"\begin{tikzpicture}\end{tikzpicture}", "environment tikzpicture is not among"),
        (r"\left x", "followed by a bracket"),
        (r"\text{a {b} c}", "takes plain words"),
        ("a % b", r"a percent sign in a formula is written \\%"),
        ("中", "does not belong in a formula"),
        ("\\", "ends in a backslash"),
        (r"a \\ b", "stands outside a matrix"),
        (r"{a & b}", "separates cells only inside a matrix"),
    ],
)
def test_what_is_refused_says_why(formula: str, message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        read_math(formula)


def test_every_command_is_known_to_katex_and_latex(tmp_path: Path) -> None:
    from symattn.rendering.commands import ARGUMENTS, DELIMITED, STYLES

    plain = [name for name in sorted(WORDS - STYLES) if name not in ("limits", "nolimits")]
    formulas = [f"x \\{name} y" for name in plain]
    formulas += [f"\\{name}" + "{a}{b}"[: 3 * count] for name, count in sorted(ARGUMENTS.items())]
    formulas += [
        f"\\{name}( x \\right)" if name == "left" else f"\\{name}( x"
        for name in sorted(DELIMITED - {"right", "middle"})
    ]
    for formula in formulas:
        assert write_tree(read_math(formula))
    assert katex_check("\n\n".join(f"${formula}$" for formula in formulas)) == []
    body = "\n\n".join(f"${formula}$" for formula in formulas)
    preamble = "\\documentclass{article}\\usepackage{amsmath,amssymb}\\begin{document}"
    pdflatex(f"{preamble}\n{body}\n\\end{{document}}", tmp_path)


def test_small_matrices_stand_in_lines() -> None:
    tree = small(read_math(r"V = \begin{bmatrix}1 & 0 \\ 0 & 1\end{bmatrix}, \begin{bmatrix}1 & 0\end{bmatrix}"))
    names = [node.name for node in tree if isinstance(node, Matrix)]
    assert names == ["smallmatrix", "bmatrix"]


class TestWidths:
    def test_estimates_are_near_what_tex_measures(self, tmp_path: Path) -> None:
        found = {
            formula.strip()
            for name in exercise_names()
            for formula in re.findall(r"\\\[\n(.*?)\n\\\]", key(load_exercises(name), "tex"))
        }
        formulas = sorted(found)
        assert len(formulas) > 100
        lines = "\n".join(f"\\sbox0{{$\\displaystyle {f}$}}\\typeout{{W: \\the\\wd0}}" for f in formulas)
        tex = (
            f"\\documentclass{{article}}\\usepackage{{amsmath,amssymb}}\\begin{{document}}x\n{lines}\n\\end{{document}}"
        )
        pdflatex(tex, tmp_path)
        measured = re.findall(r"^W: ([\d.]+)pt$", (tmp_path / "document.log").read_text("latin-1"), re.MULTILINE)
        for formula, points in zip(formulas, measured, strict=True):
            assert 0.95 <= width(formula) / (float(points) / 10) <= 1.45, formula

    def test_what_is_very_long_is_endless(self) -> None:
        assert width("1 + " * 2000 + "1") == ENDLESS


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (r"\frac{1}{2} \le \sqrt{2}", "1/2 <= sqrt(2)"),
        (r"\frac{a + b}{2 c}", "(a + b)/(2 c)"),
        (r"x^{2}_{ij} \cdot e^{1/\sqrt{2}}", "x^2_ij * e^(1/sqrt(2))"),
        (r"\begin{bmatrix}1 & 0 \\ 0 & -\infty\end{bmatrix}", "[[1, 0], [0, -oo]]"),
        (r"\begin{bmatrix}1 & 0\end{bmatrix}", "[1, 0]"),
        (r"W_Q = X^\top, \quad \text{as given}", "W_Q = X^T,  as given"),
        (r"\left(1, \ldots, n\right)", "(1, ..., n)"),
        (r"\ln 2 \approx 0.693", "ln 2 ≈ 0.693"),
        (r"\mathrm{softmax}(S)", "softmax(S)"),
        (r"\alpha x", "alpha x"),
    ],
)
def test_formulas_as_plain_text(formula: str, text: str) -> None:
    assert plain_math(formula) == text
