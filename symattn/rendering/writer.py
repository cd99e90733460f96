"""What every format has in common: a walk over prose and steps, with the looks left to the format."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.problems.inserts import Figure
from symattn.problems.stages import Value
from symattn.rendering.escaping import one_line
from symattn.rendering.pieces import Number, Step, Words, grid
from symattn.rendering.prose import Block, Code, Emphasis, Formula, Inline, Inlines, Items, Paragraph, Prose, Text


class Looks(Protocol):
    """What a format decides."""

    def text(self, text: str) -> str:
        """Words, escaped."""

    def code(self, text: str) -> str:
        """What is shown letter by letter."""

    def emphasis(self, inner: str, *, strong: bool) -> str:
        """Words that stand out."""

    def inline_formula(self, source: str) -> str:
        """A formula within a line."""

    def display_formula(self, source: str) -> str:
        """A formula on lines of its own."""

    def items(self, items: list[str]) -> str:
        """A list."""

    def paragraph(self, words: str) -> str:
        """A paragraph."""

    def value_source(self, value: Value | Figure) -> str:
        """An exact value or certified decimals as they stand inside a formula."""

    def remark(self, text: str) -> str:
        """A sentence of the program."""

    def step(self, step: Step) -> str:
        """A step of a worked solution."""

    def in_line(self, step: Step, label: str) -> str | None:
        """A step that is short enough to stand behind a label (as written), else None."""


class Written(str):
    """What a writer has written: a template prints it as it is, and escapes every other text."""

    __slots__ = ()


class Writer:
    """A format: its looks, and the walk over prose."""

    def __init__(self, looks: Looks) -> None:
        self.looks = looks

    def prose(self, prose: Prose) -> Written:
        """The blocks of a text, apart from one another by empty lines."""
        return Written("\n\n".join(self._block(prose, block) for block in prose.blocks))

    def phrase(self, prose: Prose) -> Written:
        """A text that stands on one line: its paragraphs one after another, without lists and displays."""
        return Written(" ".join(self._in_line(prose, block) for block in prose.blocks))

    def words(self, text: str) -> Written:
        """Plain words on one line."""
        return Written(self.looks.text(one_line(text)))

    def step(self, step: Step) -> Written:
        """A step of a worked solution."""
        return Written(self.looks.step(step))

    def in_line(self, step: Step, label: str) -> Written | None:
        """A step that is short enough to stand behind a label (as written), else None."""
        line = self.looks.in_line(step, label)
        return None if line is None else Written(line)

    def remark(self, text: str) -> Written:
        """A sentence of the program."""
        return Written(self.looks.remark(text))

    def labelled(self, label: Written, words: Written) -> Written:
        """Words behind a label that stands out."""
        return Written(f"{self.looks.emphasis(f'{label}:', strong=True)} {words}")

    def _block(self, prose: Prose, block: Block) -> str:
        match block:
            case Paragraph(inlines):
                return self.looks.paragraph(self._inlines(prose, inlines))
            case Items(items):
                return self.looks.items([self._inlines(prose, item) for item in items])
            case Formula(text):
                return self.looks.display_formula(self._source(prose, text))

    def _in_line(self, prose: Prose, block: Block) -> str:
        match block:
            case Paragraph(inlines):
                return self._inlines(prose, inlines)
            case Items(items):
                return "; ".join(self._inlines(prose, item) for item in items)
            case Formula(text):
                return self.looks.inline_formula(self._source(prose, text))

    def _inlines(self, prose: Prose, inlines: Inlines) -> str:
        return "".join(self._inline(prose, inline) for inline in inlines)

    def _inline(self, prose: Prose, inline: Inline) -> str:
        match inline:
            case Text(text):
                return "".join(
                    self.looks.text(piece) if isinstance(piece, str) else self._value_in_text(piece)
                    for piece in prose.pieces(text)
                )
            case Code(text):
                return self.looks.code(
                    "".join(piece if isinstance(piece, str) else piece.text() for piece in prose.pieces(text))
                )
            case Emphasis(inner, strong):
                return self.looks.emphasis(self._inlines(prose, inner), strong=strong)
            case Formula(text):
                return self.looks.inline_formula(self._source(prose, text))

    def _source(self, prose: Prose, text: str) -> str:
        return "".join(
            piece if isinstance(piece, str) else self.looks.value_source(piece) for piece in prose.pieces(text)
        )

    def _value_in_text(self, value: Value | Figure) -> str:
        """An exact value outside a formula becomes one."""
        return self.looks.inline_formula(self.looks.value_source(value))


def said(step: Step, formula: Callable[[Words], str], remark: Callable[[str], str]) -> list[str]:
    """The sentences beside a step: what letters stand for, what symbols must satisfy, remarks."""
    sentences = []
    if step.where:
        sentences.append(f"Here {' and '.join(map(formula, step.where))}.")
    if step.conditions:
        sentences.append(f"This holds for {' and '.join(map(formula, step.conditions))}.")
    return sentences + list(map(remark, step.remarks))


def latex_of(value: Value | Figure) -> str:
    """A value as books print it."""
    if isinstance(value, ExactMatrix):
        return grid(value).latex()
    return Number(value).latex() if isinstance(value, Exact | MinusInfinity) else value.latex()


def text_of(value: Value | Figure) -> str:
    """A value as plain text; a row is [1, 0]."""
    if isinstance(value, ExactMatrix) and value.shape[0] == 1:
        return grid(value, [0]).text()
    return value.text()


__all__ = ["Looks", "Writer", "Written", "latex_of", "said", "text_of"]
