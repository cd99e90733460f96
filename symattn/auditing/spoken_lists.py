"""Rows that a sentence lists without brackets: query 1 attends with weights 0.2, 0.3 and 0.5."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symattn.auditing.blocks import Block
from symattn.auditing.contexts import Context
from symattn.auditing.findings import Span
from symattn.auditing.gathering import gathered, numbers_in
from symattn.auditing.printed import claim_stage, match_of
from symattn.auditing.roles import STAGES, Said, role_said
from symattn.auditing.session import Session

_NUMBER = r"[-−]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d{1,3})?%?"
_LIST = re.compile(
    rf"(?<![\w.,\[({{$/\-−])(?:{_NUMBER}\s*,\s*)*{_NUMBER}(?:\s*,\s*and\s+|\s+and\s+|\s*,\s*){_NUMBER}"
    r"(?![\w/%])(?!\s*,?\s*(?:and\s+)?\d)"
)
_GOES_ON = re.compile(r"[,\[(=+*/]\s*$")


def spoken_lists(text: str, block: Block) -> Iterator[Span]:
    """Where lists of decimals stand in the words of a paragraph, outside brackets."""
    for piece in block.pieces:
        if piece.kind != "words":
            continue
        for found in _LIST.finditer(text, piece.start, piece.end):
            before = text[piece.start : found.start()]
            is_inside = any(before.count(one) != before.count(other) for one, other in ("[]", "()"))
            if is_inside or _GOES_ON.search(before) or "." not in found[0].rstrip("."):
                continue
            is_stop = found[0].endswith(".") and text[found.end() : found.end() + 1] != "."
            yield found.start(), found.end() - is_stop


def audit_spoken_list(session: Session, span: Span, context: Context) -> bool:
    """Judge a list as the row of a stage that the sentence names, whose query it names too; whether it does."""
    rows = [row - 1 for row in context.said.rows[-1:] if row > 0]
    if context.said.role not in STAGES or not rows or not session.worlds.worlds:
        return False
    expression = gathered(session.page.text, [numbers_in(session.page.text, *span)])
    if expression is None:
        return False
    typed, role = expression.typed_rows(), role_said(context.said, Said())
    match = match_of(
        session, expression.cells_for(typed), typed, role, context, is_rounded=context.is_rounded, rows=rows
    )
    if match is not None:
        claim_stage(session, span, match, typed, context)
    return match is not None


__all__ = ["audit_spoken_list", "spoken_lists"]
