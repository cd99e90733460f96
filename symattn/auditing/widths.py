"""Widths in words: head 1, width 1; instead of one head of width 2; the three [2] rows of X."""

from __future__ import annotations

import re

from symattn.auditing.contexts import Context
from symattn.auditing.session import Session
from symattn.exact import ExactMatrix

_WIDTH = r"width\s+(?P<width>\d{1,4})\b"
_HEAD = re.compile(rf"\b[Hh]ead\s+(?P<head>\d{{1,2}})\s*[,:(–-]*\s*(?:is\s+)?(?:of|has|with)?\s*{_WIDTH}")
_SINGLE = re.compile(
    r"\b(?:[Ii]nstead of|[Rr]ather than|[Ii]n place of)\s+(?:one|a|the)\s+(?:single\s+)?head\s+of\s+" + _WIDTH
)
_ROWS_OF = re.compile(
    r"\[(?P<width>\d{1,4})\]\s+(?:rows?|vectors?)\s+of\s+\$?(?P<name>[A-Z](?:_\{?[A-Z]\}?)?)(?![A-Za-z])"
)


def audit_widths(session: Session, words: str, start: int) -> None:
    """Judge the widths of heads and of rows that a paragraph states, where the newest calculation has them."""
    newest = session.worlds.newest_first()[:1]
    for found in _HEAD.finditer(words):
        if newest and newest[0].section == session.section:  # another section may have other heads
            _judge(session, found, start, newest[0].width_of_queries(int(found["head"])), f"head {found['head']}")
    for found in _SINGLE.finditer(words):
        _judge(session, found, start, newest[0].width_of_queries(None) if newest else None, "the single head")
    for found in _ROWS_OF.finditer(words):
        name = re.sub(r"[{}]", "", found["name"])
        bound = session.environment.get(name)
        if bound is not None and isinstance(bound.value, ExactMatrix):
            _judge(session, found, start, bound.value.shape[1], f"a row of {name}")


def _judge(session: Session, found: re.Match[str], start: int, right: int | None, whose: str) -> None:
    if right is None:
        return
    is_right = int(found["width"]) == right
    span = (start + found.start("width"), start + found.end("width"))
    message = f"proved equal to the width of {whose}" if is_right else f"the width of {whose} is {right}"
    context = Context(words=found[0])
    session.claim("shape", span, "proved" if is_right else "wrong", message, context, expected=str(right))


__all__ = ["audit_widths"]
