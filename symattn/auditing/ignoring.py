r"""Alarms that an author silences by a comment of the text.

    <!-- symattn: ignore -->          Markdown, plain text
    % symattn: ignore                 LaTeX
    # symattn: ignore                 code, exercise files
    .. symattn: ignore                reStructuredText

At the end of a line it is for this line; on a line of its own, for the block after it: a paragraph with its displays, a
table, a block of code (within code, what stands before the next empty line), the next text of an exercise file.
``ignore-start`` is for all up to ``ignore-end``, or up to the end. What is silenced is still claimed, and counted as
ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from symattn.auditing.blocks import Block, blocks_of
from symattn.auditing.documents import Document, Page
from symattn.auditing.findings import Claim, Span

_WHAT = r"symattn:[ \t]*(?P<what>ignore(?:-start|-end)?)"
_END = r"[ \t]*\r?$"
_EMPTY_LINE = re.compile(r"\n[ \t]*\n|\Z")
_HTML = re.compile(rf"<!--\s*{_WHAT}\s*-->|^[ \t]*\.\.[ \t]+{_WHAT.replace('what', 'rst')}{_END}", re.MULTILINE)
_TEX = re.compile(rf"(?<!\\)%+[ \t]*{_WHAT}{_END}", re.MULTILINE)
_CODE = re.compile(rf"#+[ \t]*{_WHAT}{_END}", re.MULTILINE)


def ignored_spans(document: Document) -> list[Span]:
    """The stretches of a file in which alarms are ignored."""
    if "symattn:" not in document.source:
        return []
    found = [page.span(*span) for page in document.pages for span in _of_page(page) if span[0] < span[1]]
    if any(page.is_apart for page in document.pages):
        found += _of_data(document)
    return found


def with_ignored(claims: Sequence[Claim], spans: Sequence[Span]) -> tuple[Claim, ...]:
    """The claims, those alarms marked that touch one of the stretches."""
    return tuple(
        replace(claim, is_ignored=True)
        if claim.is_faulty and any(low < claim.span[1] and claim.span[0] < high for low, high in spans)
        else claim
        for claim in claims
    )


def without_comments(page: Page) -> Page:
    """The page without these comments, which are no part of the code that they stand behind."""
    if "symattn:" not in page.text:
        return page
    return replace(page, text=_CODE.sub(lambda found: " " * len(found[0]), page.text))


def _of_page(page: Page) -> Iterator[Span]:
    """The stretches of a page, in its own offsets."""
    text = page.text
    if "symattn:" not in text:
        return
    comments = list({"latex": _TEX, "code": _CODE}.get(page.kind, _HTML).finditer(text))
    if page.kind == "markdown":  # comments of Python in its blocks of code
        comments = sorted([*comments, *_CODE.finditer(text)], key=re.Match.start)
    yield from _stretches(comments, len(text))
    if any(_what(comment) == "ignore" for comment in comments):
        blocks = [Block("code", 0, len(text))] if page.kind == "code" else list(blocks_of(text, page.kind == "latex"))
        for comment in comments:
            if _what(comment) == "ignore":
                yield _around(text, comment, blocks)


def _what(comment: re.Match[str]) -> str:
    return next(group for name, group in comment.groupdict().items() if group)


def _stretches(comments: Iterable[re.Match[str]], end: int) -> Iterator[Span]:
    """What stands between ignore-start and ignore-end."""
    opened: int | None = None
    for comment in comments:
        what = _what(comment)
        if what == "ignore-start" and opened is None:
            opened = comment.end()
        elif what == "ignore-end" and opened is not None:
            yield opened, comment.start()
            opened = None
    if opened is not None:
        yield opened, end


def _around(text: str, comment: re.Match[str], blocks: Sequence[Block]) -> Span:
    """The line of a comment, or what follows one that stands alone."""
    start = text.rfind("\n", 0, comment.start()) + 1
    stop = text.find("\n", comment.end())
    stop = len(text) if stop < 0 else stop
    if text[start : comment.start()].strip(" \t>") or text[comment.end() : stop].strip():
        return start, stop
    block = next((one for one in blocks if text[max(one.start, stop) : one.end].strip()), None)
    if block is None:
        return stop, len(text)
    if block.kind == "code" and block.start <= comment.start():
        empty = _EMPTY_LINE.search(text, stop, block.end)
        return stop, empty.start() if empty else block.end
    return max(block.start, stop), block.end


def _of_data(document: Document) -> Iterator[Span]:
    """The stretches of an exercise file: comments of TOML beside or above its texts."""
    source = document.source
    comments = list(_CODE.finditer(source))
    yield from _stretches(comments, len(source))
    texts = [page.span(0, len(page.text)) for page in document.pages if page.text]
    for comment in comments:
        if _what(comment) == "ignore":
            start = source.rfind("\n", 0, comment.start()) + 1
            before = source[start : comment.start()].strip()
            yield (start, comment.start()) if before else next((t for t in texts if t[0] > comment.end()), (0, 0))


__all__ = ["ignored_spans", "with_ignored", "without_comments"]
