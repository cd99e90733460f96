"""How plain text looks: wrapped paragraphs, formulas in one line, matrices as rows."""

from __future__ import annotations

from textwrap import fill

from symattn.problems.inserts import Figure
from symattn.problems.stages import Value
from symattn.rendering.escaping import clean, one_line
from symattn.rendering.pieces import Step
from symattn.rendering.plain import step_lines
from symattn.rendering.plainmath import plain_math
from symattn.rendering.writer import text_of

LINE = 96


class PlainLooks:
    """Text for a terminal: nothing is markup, so nothing needs escaping but control characters."""

    def text(self, text: str) -> str:
        """Words without control characters."""
        return clean(text)

    def code(self, text: str) -> str:
        """The letters between backticks."""
        return f"`{clean(text)}`"

    def emphasis(self, inner: str, *, strong: bool) -> str:
        """Asterisks, as people type them."""
        return f"**{inner}**" if strong else f"*{inner}*"

    def inline_formula(self, source: str) -> str:
        """A formula in one line."""
        return plain_math(source)

    def display_formula(self, source: str) -> str:
        """A formula on a line of its own."""
        return f"    {plain_math(source)}"

    def items(self, items: list[str]) -> str:
        """A list."""
        return "\n".join(self._wrapped(item, "- ", "  ") for item in items)

    def paragraph(self, words: str) -> str:
        """A wrapped paragraph."""
        return self._wrapped(words)

    def value_source(self, value: Value | Figure) -> str:
        """A value as plain text."""
        return text_of(value)

    def step(self, step: Step) -> str:
        """A step as lines."""
        lines = step_lines(step)
        return "\n".join(lines if step.title else [line.removeprefix("  ") for line in lines[1:]])

    def remark(self, text: str) -> str:
        """A sentence as it is."""
        return text

    def in_line(self, step: Step, label: str) -> str | None:
        """A step of one line, to stand behind a label."""
        lines = self.step(step).splitlines()
        return lines[0] if len(lines) == 1 else None

    def _wrapped(self, words: str, first: str = "", rest: str = "") -> str:
        return fill(
            one_line(words),
            LINE,
            initial_indent=first,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        )


__all__ = ["PlainLooks"]
