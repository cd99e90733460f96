r"""From a page to blocks and pieces: paragraphs of words, mathematics and inline code; tables; blocks of code.

A paragraph's pieces stand in order: "words", "math" (what stands between $, \(, \[ or in an environment), "code"
(between backticks). Dollars follow pandoc's rule, so that $5 and $10 are money. Headings are paragraphs with a level.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

PieceKind: TypeAlias = Literal["words", "math", "code"]
BlockKind: TypeAlias = Literal["paragraph", "heading", "table", "code"]

ENVIRONMENTS = (
    "equation|align|aligned|alignat|gather|gathered|multline|eqnarray|displaymath|math|flalign|split|subequations"
)
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})([^\n`]*)\n(.*?)(?:^[ \t>]*\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_VERBATIM = re.compile(r"\\begin\{(verbatim|lstlisting|minted)\}(.*?)\\end\{\1\}", re.DOTALL)
_FRONT_MATTER = re.compile(r"\A---\n.*?\n(?:---|\.\.\.)\n", re.DOTALL)
_HTML_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_TEX_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_OPENING = re.compile(rf"\$\$|\\\[|\\begin\{{(?P<name>(?:{ENVIRONMENTS})\*?)\}}")
_INLINE = re.compile(
    r"(?<![\\`])(?P<ticks>`+)(?P<code>[^`\n](?:[^`]|(?<!`)`(?!`)){0,1000}?)(?P=ticks)(?!`)"
    r"|\\\((?P<parens>.{1,2000}?)\\\)"
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
    patterns = (_TEX_COMMENT,) if is_latex else (_FRONT_MATTER, _HTML_COMMENT)
    for pattern in patterns:
        text = pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    return text


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
        yield from _of_paragraph(text, at, stop, [d for d in displays if at <= d.start < stop])
        at = max(found.end() if found else end, stop, at + 1)


def _displays(text: str, start: int, end: int) -> Iterator[Display]:
    r"""Displayed mathematics, which ends before an empty line; \[ may also be a bracket that Markdown escapes."""
    at = start
    while opened := _OPENING.search(text, at, end):
        at = opened.end()
        closing = r"\end{" + opened["name"] + "}" if opened["name"] else "$$" if opened[0] == "$$" else r"\]"
        limit = min(end, at + _LONGEST_DISPLAY)
        stop = text.find(closing, at, limit)
        inner = text[at:stop] if stop >= 0 else ""
        if not inner.strip() or (opened["name"] is None and re.search(r"\n[ \t]*\n", inner)) or "](" in inner:
            continue
        yield Display(opened.start(), stop + len(closing), (at, stop))
        at = stop + len(closing)


def _of_paragraph(text: str, start: int, end: int, displays: list[Display]) -> Iterator[Block]:
    """The blocks of one stretch: headings and tables stand on lines of their own."""
    from symattn.auditing.tables import table_lines

    at = start
    line = start
    while line < end:
        stop = text.find("\n", line, end)
        stop = end if stop < 0 else stop + 1
        display = next((d for d in displays if d.start < stop and d.end > line), None)
        if display is not None:
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
        own = [d for d in displays if start <= d.start and d.end <= end]
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


__all__ = ["Block", "Piece", "blocks_of"]
