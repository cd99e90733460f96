r"""Files from strangers: whatever a title or statement says is printed, and nothing of it acts.

Statements are compiled by TeX and rendered as Markdown with HTML allowed; a file that could be read by \input would
show its contents.
"""

from __future__ import annotations

import re
import subprocess
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symattn.errors import ProblemError
from symattn.rendering import key
from symattn.rendering.escaping import escape_latex, escape_markdown, one_line
from symattn.rendering.keys import ExerciseView, KeyWriter
from tests.rendering.small_file import one_exercise
from tests.support import KATEX, katex_check, pdflatex, require

HOSTILE = [
    r"\input{/etc/passwd}",
    r"\immediate\write18{touch pwned}",
    r"\end{document}",
    r"$\$ and $ alone",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "{{ 7*7 }} {% raw %} {# no #}",
    "<< title >> <% if %> <# no #>",
    "100% & #1 _under_ ^ ~ \\ | {x}",
    "`code` ``more`` ```\nfence\n```",
    "# no heading\n\n- no list\n\n1. none\n\n===\n---",
    "[link](javascript:alert(1)) ![image](x)",
    "-- --- ``quotes'' \"straight\" ?` !`",
    "ünïcödé: Łódź, naïve, 中文, 😀, α ≤ β, “x” – y …",
    "\x1b[31mred\x1b[0m\x07 bell \u202e turned",
    "$x$ *a* **b** $y",
]
# What no formula may do, whoever writes it.
FORBIDDEN_FORMULAS = [
    r"$\input{/etc/passwd}$",
    r"$\write18{x}$",
    r"$\def\x{1}$",
    r"$\csname input\endcsname$",
    r"$^^5cinput{/etc/passwd}$",
    r"$\href{javascript:alert(1)}{x}$",
    r"$\htmlData{a=b}{x}$",
    r"$\begin{verbatim}x\end{verbatim}$",
    r"$a}$",
    r"$\text{\input{/etc/passwd}}$",
    r"$\text{$\input{x}$}$",
    "$a % comment$",
    r"$\begin{bmatrix}1\end{pmatrix}$",
    r"$1 & 2$",
    r"$1 \\ 2$",
    r"$#1$",
    "$" + "{x" * 100 + "}" * 100 + "$",
]


def safe(text: str) -> str:
    """A TOML literal cannot hold control characters; basic strings could, so they are written with escapes."""
    return text.replace("\x1b", "").replace("\x07", "")


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("to", ["tex", "md", "text"])
def test_hostile_words_make_a_key(tmp_path: Path, text: str, to: str) -> None:
    words = safe(text).replace("{{", "{ {")
    written = key(one_exercise(tmp_path, f"Before {words} after", title=safe(text)), to)
    assert "Before" in written
    assert "\x1b" not in written


@pytest.mark.parametrize("text", HOSTILE)
def test_pdflatex_prints_hostile_words(tmp_path: Path, text: str) -> None:
    words = safe(text).replace("{{", "{ {")
    tex = key(one_exercise(tmp_path, f"Before {words} after", title=safe(text)), "tex")
    assert pdflatex(tex, tmp_path).is_file()
    assert not (tmp_path / "pwned").exists()
    log = (tmp_path / "document.log").read_text("latin-1")
    assert "/etc/passwd" not in log.replace("\n", "")
    assert "Missing character" not in log


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_shows_hostile_words(tmp_path: Path, text: str) -> None:
    words = safe(text).replace("{{", "{ {")
    written = key(one_exercise(tmp_path, f"Before {words} after", title=safe(text)), "md")
    assert katex_check(written) == []
    page = rendered(written)
    for tag in ("script", "img", "a ", "pre"):
        assert f"<{tag}" not in page
    assert re.findall(r"<h(\d)>", page) == ["1", "2", "3"]


def rendered(markdown: str) -> str:
    """The HTML that markdown-it makes, with HTML of the source allowed, as careless pages do."""
    require("node")
    code = (
        "import MarkdownIt from 'markdown-it'; import { readFileSync } from 'node:fs';"
        "console.log(new MarkdownIt({ html: true, linkify: false }).render(readFileSync(0, 'utf8')))"
    )
    run = subprocess.run(
        ["node", "--input-type=module", "-e", code],
        cwd=KATEX,
        input=markdown,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return run.stdout


@pytest.mark.parametrize("formula", FORBIDDEN_FORMULAS)
@pytest.mark.parametrize("to", ["tex", "md", "text"])
def test_formulas_that_could_act_are_refused(tmp_path: Path, formula: str, to: str) -> None:
    with pytest.raises(ProblemError, match=r"exercise one, statement: "):
        key(one_exercise(tmp_path, f"See {formula}."), to)


def test_a_formula_cannot_open_a_tag(tmp_path: Path) -> None:
    written = key(one_exercise(tmp_path, "See $a <script> b$."), "md")
    assert "<script" not in written
    assert r"\lt script\gt" in written


def test_words_in_a_formula_are_escaped_too(tmp_path: Path) -> None:
    file = one_exercise(tmp_path, r"See $\text{50\% of a_b & <script>alert(1)</script> # ~ ^ `x` *y*}$.")
    written = key(file, "md")
    assert katex_check(written) == []
    assert "<script" not in written
    pdflatex(key(file, "tex"), tmp_path)
    assert "50% of a_b & <script>" in key(file, "text")


@given(st.text(max_size=60))
def test_escaped_latex_has_no_active_sign_left(text: str) -> None:
    escaped = escape_latex(text.replace("\u00a0", " "))  # which rightly becomes ~
    without = re.sub(r"\\[A-Za-z]+(\{\})?|\\[^A-Za-z]|\$\\[A-Za-z]+\$|\$-\$|\$\^\{\\circ\}\$", "", escaped)
    assert not set("$&#%_^~\\") & set(without)
    assert escaped.count("{") - escaped.count(r"\{") == escaped.count("}") - escaped.count(r"\}")
    assert escaped.isascii()


@given(st.text(max_size=60))
def test_escaped_markdown_has_no_active_sign_left(text: str) -> None:
    escaped = escape_markdown(text)
    assert not re.search(r"(?<!\\)(?:\\\\)*[`*_\[\]$~|#<>]", escaped)
    assert "<" not in escaped
    assert ">" not in escaped


@given(st.text(max_size=60))
def test_one_line_is_one_line_without_control_signs(text: str) -> None:
    line = one_line(text)
    assert len(line.splitlines()) <= 1
    assert not any(unicodedata.category(sign) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp") for sign in line)


# -- exercises that Python makes, which no reader of files has looked at ----------------------------------------------

BREAKERS = ["x --> <script>", "x\n\\input{/etc/passwd}", "x\r\\end{document}", "-->", "", "a b"]


@pytest.mark.parametrize("name", BREAKERS)
def test_what_stands_in_a_comment_is_a_name(tmp_path: Path, name: str) -> None:
    (exercise,) = one_exercise(tmp_path, "Words.").exercises
    with pytest.raises(ProblemError, match="not a name of letters, digits and hyphens"):
        replace(exercise, id=name)
    with pytest.raises(ProblemError, match="not a name of letters, digits and hyphens"):
        replace(exercise, answers=(replace(exercise.answers[0], name=name),))


@pytest.mark.parametrize("field", ["title", "place", "statement", "hint", "solution"])
@pytest.mark.parametrize("name", BREAKERS)
def test_texts_of_an_exercise_made_in_python_do_not_act(tmp_path: Path, field: str, name: str) -> None:
    file = one_exercise(tmp_path, "Words.")
    made = replace(file, exercises=(replace(file.exercises[0], **{field: name}),))  # type: ignore[arg-type]
    assert "<script" not in key(made, "md")
    assert not re.search(r"\\input|\\end\{document\}(?!\n\Z)", key(made, "tex"))


@pytest.mark.parametrize("to", ["md", "tex"])
def test_a_template_escapes_what_no_writer_wrote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str) -> None:
    def unwritten(writer: KeyWriter) -> Iterator[ExerciseView]:
        for view in views(writer):
            yield replace(view, id="x --> <script>\n\\input{x}", title="<script>")  # type: ignore[arg-type]

    views = KeyWriter.views
    monkeypatch.setattr(KeyWriter, "views", unwritten)
    written = key(one_exercise(tmp_path, "Words."), to)
    assert "<script" not in written
    assert r"\input" not in written.replace(r"\\input", "")
