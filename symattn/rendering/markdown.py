"""How Markdown looks: CommonMark with $formulas$ for KaTeX; words are escaped, and no HTML of theirs survives."""

from __future__ import annotations

from symattn.rendering.escaping import escape_katex, escape_markdown, guard_line_start, one_line
from symattn.rendering.layout import Display, Page, lay_out_all
from symattn.rendering.mathlooks import MathLooks
from symattn.rendering.pieces import Step
from symattn.rendering.texmath import small, write_tree
from symattn.rendering.texreading import read_math

PAGE = Page(44.0, fits_wide=False)
_ANGLES = (r"\lt", r"\gt")  # no formula may open a tag


class MarkdownLooks(MathLooks):
    """Markdown whose formulas KaTeX renders."""

    page = PAGE

    def text(self, text: str) -> str:
        """Words, escaped, line breaks as spaces."""
        return escape_markdown(text.replace("\n", " "))

    def code(self, text: str) -> str:
        """A code span, fenced by more backticks than it holds."""
        inner = one_line(text)
        fence = "`" * (1 + max((len(run) for run in _runs_of_backticks(inner)), default=0))
        pad = " " if inner.startswith("`") or inner.endswith("`") else ""
        return f"{fence}{pad}{inner}{pad}{fence}"

    def emphasis(self, inner: str, *, strong: bool) -> str:
        """One or two asterisks."""
        return f"**{inner}**" if strong else f"*{inner}*"

    def formula(self, latex: str) -> str:
        """LaTeX that KaTeX renders."""
        return checked(latex)

    def inline_formula(self, source: str) -> str:
        """A formula within a line."""
        return f"${write_tree(small(read_math(source)), words=escape_katex, angles=_ANGLES).strip()}$"

    def display_formula(self, source: str) -> str:
        """A formula on lines of its own."""
        return displayed(checked(source))

    def items(self, items: list[str]) -> str:
        """A list."""
        return "\n".join(f"- {guard_line_start(item)}" for item in items)

    def paragraph(self, words: str) -> str:
        """A paragraph on one line, which starts nothing else."""
        return guard_line_start(words)

    def step(self, step: Step) -> str:
        """A step: its title in italics, displays, definitions and remarks."""
        parts = [f"*{escape_markdown(step.title)}.*"] if step.title else []
        # A page that scrolls needs no listings.
        laid = lay_out_all(step.equations, PAGE)
        parts += [displayed(part.body) for part in laid if isinstance(part, Display)]
        sentences = " ".join(self.said(step))
        return "\n\n".join([*parts, *([guard_line_start(sentences)] if sentences else [])])


def checked(source: str) -> str:
    """A formula of which every command is known, written out again."""
    return write_tree(read_math(source), words=escape_katex, angles=_ANGLES).strip()


def displayed(body: str) -> str:
    """A display of KaTeX."""
    return f"$$\n{body}\n$$"


def _runs_of_backticks(text: str) -> list[str]:
    return [run for run in "".join(c if c == "`" else " " for c in text).split() if run]


__all__ = ["PAGE", "MarkdownLooks", "checked"]
