r"""The Markdown that authors write, as data: paragraphs, lists, formulas, and inserts that wait to be evaluated.

    >>> prose = Prose.of("Let *a* be `1`:\n\n$$a = 1$$\n\n- one\n- two")
    >>> [type(block).__name__ for block in prose.blocks]
    ['Paragraph', 'Formula', 'Items']

The subset is small on purpose: `code`, *emphasis*, **strong**, $formulas$, lists of one level. Inserts are taken out
before anything else is read, so that what they give can never be mistaken for markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from symattn.problems.expressions import replace_inserts
from symattn.problems.inserts import Figure, Inserts, fill
from symattn.problems.stages import Value


@dataclass(frozen=True)
class Text:
    """Plain words; here, in Code and in Formula a mark stands where an insert goes."""

    text: str


@dataclass(frozen=True)
class Code:
    """What is shown letter by letter."""

    text: str


@dataclass(frozen=True)
class Formula:
    """Mathematics, within a line or displayed."""

    text: str
    display: bool = False


@dataclass(frozen=True)
class Emphasis:
    """Emphasised words; strong ones for **."""

    inner: Inlines
    strong: bool = False


Inline: TypeAlias = Text | Code | Formula | Emphasis
Inlines: TypeAlias = tuple[Inline, ...]


@dataclass(frozen=True)
class Paragraph:
    """Words in lines."""

    inlines: Inlines


@dataclass(frozen=True)
class Items:
    """A list of points."""

    items: tuple[Inlines, ...]


Block: TypeAlias = Paragraph | Items | Formula

_OPEN, _CLOSE = "\ue000", "\ue001"
_MARK = re.compile(f"{_OPEN}(\\d+){_CLOSE}")
_INLINE = re.compile(
    r"""
      \\(?P<escaped>[\\`*$])
    | `(?P<code>[^`]+)`
    | \$(?P<formula>(?!\s)(?:\\.|[^$\\])+?(?<!\s))\$
    | \*\*(?P<strong>(?=\S)(?:`[^`]*`|\$[^$]*\$|(?!\*\*).)+?(?<=\S))\*\*
    | \*(?P<emphasis>(?=[^\s*])(?:`[^`]*`|\$[^$]*\$|[^*])+?(?<=[^\s*]))\*
    """,
    re.VERBOSE | re.DOTALL,
)
_DISPLAY = re.compile(r"^[ \t]*\$\$(.*?)\$\$[ \t]*$", re.MULTILINE | re.DOTALL)
_ITEM = re.compile(r"^- ", re.MULTILINE)


@dataclass(frozen=True, eq=False)
class Prose:
    """A text with its inserts: ``pieces`` splits the words of a leaf at them."""

    blocks: tuple[Block, ...]
    expressions: tuple[str, ...] = ()
    inserts: Inserts | None = None

    @classmethod
    def of(cls, template: str, inserts: Inserts | None = None) -> Prose:
        """The text of a template; without ``inserts`` braces mean nothing."""
        template = template.replace(_OPEN, "\ufffd").replace(_CLOSE, "\ufffd").replace("\r\n", "\n")
        expressions: list[str] = []

        def marked(expression: str) -> str:
            expressions.append(expression)
            return f"{_OPEN}{len(expressions) - 1}{_CLOSE}"

        if inserts is not None:
            template = replace_inserts(template, marked)
        return cls(tuple(_blocks(template)), tuple(expressions), inserts)

    def pieces(self, text: str) -> Iterator[str | Value | Figure]:
        """The words of a leaf, and between them what the inserts give: text, an exact value or certified decimals."""
        parts = _MARK.split(text)
        for words, number in zip(parts[::2], [*parts[1::2], None], strict=True):
            if words:
                yield words
            if number is not None:
                yield self._insert(int(number))

    def _insert(self, number: int) -> str | Value | Figure:
        """What an insert gives."""
        assert self.inserts is not None
        found: list[Value | Figure] = []

        def catch(value: Value | Figure) -> str:
            found.append(value)
            return ""

        text = fill(f"{{{{{self.expressions[number]}}}}}", self.inserts, catch)
        return found[0] if found else text


def _blocks(text: str) -> Iterator[Block]:
    parts = _DISPLAY.split(text)
    for words, formula in zip(parts[::2], [*parts[1::2], None], strict=True):
        for paragraph in re.split(r"\n[ \t]*\n", words):
            yield from _paragraph(paragraph.strip("\n"))
        if formula is not None:
            yield Formula(formula.strip(), display=True)


def _paragraph(text: str) -> Iterator[Block]:
    """A paragraph, and the list that may end it."""
    first = _ITEM.search(text)
    words = text[: first.start()] if first else text
    if words.strip():
        yield Paragraph(inlines_of(words.strip()))
    if first:
        items = re.split(r"^- ", text[first.start() :], flags=re.MULTILINE)[1:]
        yield Items(tuple(inlines_of(item.strip()) for item in items))


@lru_cache(maxsize=512)
def inlines_of(text: str) -> Inlines:
    """The inline parts of a paragraph; a sign that opens nothing is itself."""
    found: list[Inline] = []
    at, words = 0, ""
    for match in _INLINE.finditer(text):
        words += text[at : match.start()]
        at = match.end()
        if match["escaped"]:
            words += match["escaped"]
            continue
        if words:
            found.append(Text(words))
            words = ""
        found.append(_inline(match))
    words += text[at:]
    return tuple([*found, Text(words)] if words else found)


def _inline(match: re.Match[str]) -> Inline:
    if match["code"] is not None:
        return Code(match["code"])
    if match["formula"] is not None:
        return Formula(match["formula"])
    if match["strong"] is not None:
        return Emphasis(inlines_of(match["strong"]), strong=True)
    return Emphasis(inlines_of(match["emphasis"]))


__all__ = ["Block", "Code", "Emphasis", "Formula", "Inline", "Inlines", "Items", "Paragraph", "Prose", "Text"]
