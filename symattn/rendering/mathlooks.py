"""What LaTeX and Markdown share: formulas in LaTeX between dollar signs, and steps made of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from symattn.problems.inserts import Figure
from symattn.problems.stages import Value
from symattn.rendering.layout import Page, short_formula
from symattn.rendering.pieces import Step
from symattn.rendering.writer import latex_of, said

LETTER = 0.58  # the width of a bold letter of a label, in em
AROUND = 2.0  # what a label and the end of a line take beside letters and formula


class MathLooks(ABC):
    """A format whose formulas are LaTeX; ``page`` is the width of its lines."""

    page: ClassVar[Page]

    @abstractmethod
    def text(self, text: str) -> str:
        """Words, escaped."""

    def formula(self, latex: str) -> str:
        """LaTeX of the program as the format needs it."""
        return latex

    def value_source(self, value: Value | Figure) -> str:
        """A value as LaTeX."""
        return latex_of(value)

    def remark(self, text: str) -> str:
        """A sentence of the program, with -oo as a sign."""
        return self.text(text).replace("-oo", r"$-\infty$")

    def in_line(self, step: Step, label: str) -> str | None:
        """A step of one short equation without a title, to stand behind a label."""
        formula = short_formula(step, self.page.width - LETTER * len(label) - AROUND)
        if formula is None:
            return None
        sentences = self.said(step)
        return " ".join([rf"$\displaystyle {formula}${'.' if sentences else ''}", *sentences])

    def said(self, step: Step) -> list[str]:
        """The sentences beside a step."""
        return said(step, lambda words: f"${self.formula(words.latex())}$", self.remark)


__all__ = ["MathLooks"]
