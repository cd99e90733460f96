"""The harness itself can fail: a bad formula is reported, a missing component is skipped or demanded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import support


def test_good_formulas_are_counted() -> None:
    text = r"""The weight $\frac{e}{1+e}$ of *key* 1, `$x$` in code, \$5 in prose.

$$
\begin{bmatrix} 0 & -\infty \\ 0 & 0 \end{bmatrix}
$$

| row | weight |
|-----|--------|
| 2   | $a_1 * b_1 * c_1$ |
"""
    assert support.katex_report(text) == support.KatexReport(3, ())


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (r"open $\frac{1$ brace", "Unexpected end of input"),
        (r"an $\undefinedcommand$", "Undefined control sequence"),
        ("$$\n\\begin{bmatrix} 1\n$$", r"\begin{bmatrix}"),
        ("a lone $ x", "dollar sign without a partner"),
        ("padded $ x $ is text", "dollar sign without a partner"),
        ("| a |\n|---|\n| $1|2$ |", "dollar sign without a partner"),
        ("empty $$ $$", "dollar sign without a partner"),
    ],
)
def test_a_bad_formula_is_reported(text: str, complaint: str) -> None:
    errors = support.katex_check(text)
    assert errors
    assert any(complaint in error for error in errors)


def test_a_document_compiles(tmp_path: Path) -> None:
    tex = r"\documentclass{article}\usepackage{amsmath}\begin{document}$\frac{1}{2}$\end{document}"
    assert support.pdflatex(tex, tmp_path).read_bytes().startswith(b"%PDF")


def test_a_document_that_tex_refuses_fails_the_test(tmp_path: Path) -> None:
    support.require("tex")
    with pytest.raises(pytest.fail.Exception, match="Undefined control sequence"):
        support.pdflatex(r"\documentclass{article}\begin{document}\undefinedcommand\end{document}", tmp_path)


def test_an_absent_component_skips_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    _remove_every_program(monkeypatch)
    monkeypatch.delenv("SYMATTN_REQUIRE", raising=False)
    with pytest.raises(pytest.skip.Exception, match="texlive-latex-base"):
        support.require("tex")


def test_an_absent_component_fails_where_it_is_demanded(monkeypatch: pytest.MonkeyPatch) -> None:
    _remove_every_program(monkeypatch)
    monkeypatch.setenv("SYMATTN_REQUIRE", "build, node")
    with pytest.raises(pytest.fail.Exception, match="npm ci"):
        support.require("node")


def _remove_every_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
