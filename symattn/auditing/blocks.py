r"""From a page to blocks and pieces: paragraphs of words, mathematics and inline code; tables; blocks of code.

A paragraph's pieces stand in order: "words", "math" (what stands between $, \(, \[ or in an environment), "code"
(between backticks). Dollars follow pandoc's rule, so that $5 and $10 are money. Headings are paragraphs with a level.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from symattn.auditing.tables import table_lines

PieceKind: TypeAlias = Literal["words", "math", "code"]
BlockKind: TypeAlias = Literal["paragraph", "heading", "table", "code"]

ENVIRONMENTS = (
    "equation|align|aligned|alignat|gather|gathered|multline|eqnarray|displaymath|math|flalign|split|subequations"
)
_FENCE = re.compile(
    r"^[ \t>]*(`{3,}(?!`)|~{3,}(?!~))([^\n`]*)\n(.*?)(?:^[ \t>]*\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL
)
_VERBATIM = re.compile(r"\\begin\{(verbatim|lstlisting|minted)\}(.*?)\\end\{\1\}", re.DOTALL)
_FRONT_MATTER = re.compile(r"\A---\n.*?\n(?:---|\.\.\.)\n", re.DOTALL)
_EMPTY_LINE = re.compile(r"\n[ \t]*\n")
_TEX_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_OPENING = re.compile(rf"\$\$|\\\[|\\begin\{{(?P<name>(?:{ENVIRONMENTS})\*?)\}}")
_INLINE = re.compile(
    r"(?<![\\`])(?P<ticks>`+)(?P<code>[^`\n](?:[^`]|(?<!`)`(?!`)){0,1000}?)(?P=ticks)(?!`)"
    r"|\\\((?P<parens>(?:[^\\]|\\[^()]){1,2000}?)\\\)"
    r"|(?<![\\$])\$(?=[^\s$])(?P<dollar>(?:[^$\\]|\\.){1,2000}?)(?<=[^\s\\])\$(?![0-9$])",
    re.DOTALL,
)
_BREAK = re.compile(r"\n[ \t>]*\n|\Z")
_HEADING = re.compile(r"[ \t]*(#{1,6})[ \t]+|\\(?:chapter|section|subsection|subsubsection|paragraph)\*?\{")
# A numbered title that stands alone, as copied pages have it: 16.4 Why one mixture may be too restrictive
_NUMBERED_TITLE = re.compile(r"[ \t]*\d{1,2}(?:\.\d{1,2})+\.?[ \t]+[A-Z][^\n]{0,90}[^\n.:;,=$]\Z")
_TITLE = re.compile(r"[ \t]*\\[a-z]+\*?\{[^{}\n]*\}(?:\\label\{[^{}\n]*\})?")
_LONGEST_DISPLAY = 20_000


@dataclass(frozen=True)
class Piece:
    """A stretch [start, end) of the page."""

    kind: PieceKind
    start: int
    end: int
    is_display: bool = False


@dataclass(frozen=True)
class Block:
    """A paragraph, a heading, a table or a block of code [start, end); ``note`` is the language of code."""

    kind: BlockKind
    start: int
    end: int
    pieces: tuple[Piece, ...] = ()
    note: str = ""


class Display(NamedTuple):
    """Displayed mathematics [start, end) with its delimiters, and what stands between these."""

    start: int
    end: int
    inner: tuple[int, int]


def blocks_of(text: str, is_latex: bool = False) -> Iterator[Block]:
    r"""The blocks of a page in order.

    >>> [(block.kind, [piece.kind for piece in block.pieces]) for block in blocks_of("so $x=1$.\n\n| a |\n|---|")]
    [('paragraph', ['words', 'math', 'words']), ('table', [])]
    """
    clean = _without_comments(text, is_latex)
    at = 0
    for fence in (_VERBATIM if is_latex else _FENCE).finditer(clean):
        yield from _paragraphs(clean, at, fence.start())
        group = 2 if is_latex else 3
        yield Block("code", *fence.span(group), note="" if is_latex else fence[2].strip().lower())
        at = fence.end()
    yield from _paragraphs(clean, at, len(clean))


def _without_comments(text: str, is_latex: bool) -> str:
    """The text with what is no part of it blanked out, so that offsets stay."""
    if is_latex:
        return _TEX_COMMENT.sub(lambda found: _blank(found[0]), text)
    text = _FRONT_MATTER.sub(lambda found: _blank(found[0]), text)
    pieces, at = [], 0
    while (opened := text.find("<!--", at)) >= 0 and (closed := text.find("-->", opened + 4)) >= 0:
        pieces += [text[at:opened], _blank(text[opened : closed + 3])]
        at = closed + 3
    return "".join([*pieces, text[at:]])


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _paragraphs(text: str, start: int, end: int) -> Iterator[Block]:
    """Stretches between empty lines, which may not cut a display in two."""
    displays = list(_displays(text, start, end))
    at, next_display = start, 0
    while at < end:
        found = _BREAK.search(text, at, end)
        stop = found.start() if found else end
        while next_display < len(displays) and displays[next_display].end <= at:
            next_display += 1
        inside = displays[next_display] if next_display < len(displays) else None
        while inside is not None and inside.start < stop < inside.end:
            found = _BREAK.search(text, inside.end, end)
            stop = found.start() if found else end
            next_display += 1
            inside = displays[next_display] if next_display < len(displays) else None
        yield from _of_paragraph(text, at, stop, _within(displays, at, stop))
        at = max(found.end() if found else end, stop, at + 1)


def _within(displays: list[Display], start: int, end: int) -> list[Display]:
    """The displays that start in a stretch."""
    first, last = (bisect_left(displays, place, key=lambda display: display.start) for place in (start, end))
    return displays[first:last]


def _displays(text: str, start: int, end: int) -> Iterator[Display]:
    r"""Displayed mathematics, which ends before an empty line; \[ may also be a bracket that Markdown escapes."""
    at = start
    ahead = _Ahead(text, end)
    while opened := _OPENING.search(text, at, end):
        at = opened.end()
        closing = r"\end{" + opened["name"] + "}" if opened["name"] else "$$" if opened[0] == "$$" else r"\]"
        stop = ahead.place(closing, at)
        if stop + len(closing) > min(end, at + _LONGEST_DISPLAY) or ahead.place("](", at) < stop - 1:
            continue
        if (opened["name"] is None and ahead.empty_line(at) <= stop) or not text[at:stop].strip():
            continue
        yield Display(opened.start(), stop + len(closing), (at, stop))
        at = stop + len(closing)


@dataclass
class _Ahead:
    """Where something stands next in a text; what is far off is looked for once, however often it is asked for."""

    text: str
    end: int
    known: dict[str, int] = field(default_factory=dict)
    empty: tuple[int, int] = (-1, -1)

    def place(self, what: str, at: int) -> int:
        """The next place of a text from here on; the end where there is none."""
        if self.known.get(what, -1) < at:
            found = self.text.find(what, at, self.end)
            self.known[what] = self.end if found < 0 else found
        return self.known[what]

    def empty_line(self, at: int) -> int:
        """Where the next empty line ends; behind the end where there is none."""
        if self.empty[0] < at:
            found = _EMPTY_LINE.search(self.text, at, self.end)
            self.empty = found.span() if found else (self.end, self.end + 1)
        return self.empty[1]


def _of_paragraph(text: str, start: int, end: int, displays: list[Display]) -> Iterator[Block]:
    """The blocks of one stretch: headings and tables stand on lines of their own."""
    at = start
    line = start
    upcoming = iter(displays)
    display = next(upcoming, None)
    while line < end:
        stop = text.find("\n", line, end)
        stop = end if stop < 0 else stop + 1
        while display is not None and display.end <= line:
            display = next(upcoming, None)
        if display is not None and display.start < stop:
            line = max(stop, text.find("\n", display.end, end) + 1 or end)
            continue
        kind: BlockKind | None = None
        table_end = table_lines(text, line, end)
        if table_end:
            kind, stop = "table", table_end
        elif _HEADING.match(text, line, stop):
            kind, stop = "heading", _heading_end(text, line, stop)
        if kind is not None:
            yield from _prose(text, at, line, displays)
            pieces = tuple(_pieces(text, line, stop, [])) if kind == "heading" else ()
            yield Block(kind, line, stop, pieces)
            at = stop
        line = stop
    yield from _prose(text, at, end, displays)


def _heading_end(text: str, line: int, stop: int) -> int:
    r"""Where a heading on a line ends: \paragraph{Too late.} has its text on the same line."""
    closed = _TITLE.match(text, line, stop)
    return closed.end() if closed and text[closed.end() : stop].strip() else stop


def _prose(text: str, start: int, end: int, displays: list[Display]) -> Iterator[Block]:
    if text[start:end].strip():
        if _NUMBERED_TITLE.match(text[start:end].rstrip()):
            yield Block("heading", start, end, tuple(_pieces(text, start, end, [])))
            return
        own = [d for d in _within(displays, start, end) if d.end <= end]
        yield Block("paragraph", start, end, tuple(_pieces(text, start, end, own)))


def _pieces(text: str, start: int, end: int, displays: list[Display]) -> Iterator[Piece]:
    at = start
    for display in displays:
        yield from _inline(text, at, display.start)
        yield Piece("math", *display.inner, is_display=True)
        at = display.end
    yield from _inline(text, at, end)


def _inline(text: str, start: int, end: int) -> Iterator[Piece]:
    at = start
    for found in _INLINE.finditer(text, start, end):
        if found.start() > at:
            yield Piece("words", at, found.start())
        group = next(name for name in ("code", "parens", "dollar") if found[name] is not None)
        yield Piece("code" if group == "code" else "math", *found.span(group))
        at = found.end()
    if end > at:
        yield Piece("words", at, end)


__all__ = ["Block", "blocks_of"]
