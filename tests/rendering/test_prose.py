"""The Markdown of authors, and words made safe."""

from __future__ import annotations

import pytest

from symattn.problems import load_exercises
from symattn.rendering.escaping import escape_latex, escape_latex_code, guard_line_start
from symattn.rendering.prose import Code, Emphasis, Formula, Items, Paragraph, Prose, Text


def inlines(text: str) -> tuple[object, ...]:
    (block,) = Prose.of(text).blocks
    assert isinstance(block, Paragraph)
    return block.inlines


class TestInlines:
    @pytest.mark.parametrize(
        ("text", "parts"),
        [
            ("plain words", (Text("plain words"),)),
            ("a *b c* d", (Text("a "), Emphasis((Text("b c"),)), Text(" d"))),
            ("**b**", (Emphasis((Text("b"),), strong=True),)),
            ("`a*b`", (Code("a*b"),)),
            ("$a*b$ and $c*d$", (Formula("a*b"), Text(" and "), Formula("c*d"))),
            ("*see $x$*", (Emphasis((Text("see "), Formula("x"))),)),
            (r"a \* b \$ c", (Text("a * b $ c"),)),
            ("2 * 3 * 4", (Text("2 * 3 * 4"),)),
            ("costs $5", (Text("costs $5"),)),
            ("50% of a_b", (Text("50% of a_b"),)),
            (r"\input{x}", (Text(r"\input{x}"),)),
        ],
    )
    def test_parts_of_a_paragraph(self, text: str, parts: tuple[object, ...]) -> None:
        assert inlines(text) == parts


class TestBlocks:
    def test_paragraphs_lists_and_displays(self) -> None:
        text = "One\ntwo.\n\nThree:\n- a\n  more\n- b\n\n$$x\n= 1$$\n\nEnd."
        assert Prose.of(text).blocks == (
            Paragraph((Text("One\ntwo."),)),
            Paragraph((Text("Three:"),)),
            Items(((Text("a\n  more"),), (Text("b"),))),
            Formula("x\n= 1", display=True),
            Paragraph((Text("End."),)),
        )

    def test_what_inserts_give_is_never_markup(self) -> None:
        exercise = load_exercises("masks-and-heads").exercises[1]
        prose = Prose.of("{{ text(exact('2*e*3')) }} and *{{ text(exact('a*b')) }}*", exercise.inserts)
        (block,) = prose.blocks
        assert isinstance(block, Paragraph)
        first, second = block.inlines
        assert isinstance(first, Text)
        assert list(prose.pieces(first.text)) == ["6*e", " and "]
        assert isinstance(second, Emphasis)
        assert isinstance(second.inner[0], Text)
        assert list(prose.pieces(second.inner[0].text)) == ["a*b"]

    def test_marks_of_strangers_stand_for_nothing(self) -> None:
        assert inlines("\ue0000\ue001") == (Text("\ufffd0\ufffd"),)


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("50% & more", r"50\% \& more"),
        ('"a" and ("b")', "\u201ca\u201d"),
        ("a--b---c", "a-{}-b-{}-{}-c"),
        ("naïve Łódź", r"na\"{\i}ve \L{}\'{o}d\'{z}"),
        ("α ≤ 中", r"$\alpha$ $\le$ \texttt{[U+4E2D]}"),
        ("x\x1b[31m", "[U+FFFD]"),
    ],
)
def test_words_in_latex(text: str, latex: str) -> None:
    written = escape_latex(text)
    if latex.startswith("\u201c"):
        assert written == "``a'' and (``b'')"
    elif latex.startswith("[U"):
        assert "\x1b" not in written
        assert latex in written
    else:
        assert written == latex


def test_code_in_latex_keeps_its_letters() -> None:
    assert escape_latex_code('a_b  "c" --x') == r"a\_b\ \ \char34{}c\char34{}\ {-}{-}x"


@pytest.mark.parametrize(
    ("line", "guarded"),
    [
        ("- a", r"\- a"),
        ("+ a", r"\+ a"),
        ("1. a", r"1\. a"),
        ("12) a", r"12\) a"),
        ("=== ", r"\=== "),
        ("a - b", "a - b"),
    ],
)
def test_a_line_of_markdown_starts_nothing(line: str, guarded: str) -> None:
    assert guard_line_start(line) == guarded
