"""Paragraphs read in order: what the words around each figure say, and who judges it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from symattn.auditing.blocks import Block
from symattn.auditing.contexts import Around, Context
from symattn.auditing.counts import audit_count, note_relation, note_scale, note_setting
from symattn.auditing.documents import Page
from symattn.auditing.expressions import expression_of
from symattn.auditing.invariants import broken_spoken_row
from symattn.auditing.key_phrases import audit_key_phrases
from symattn.auditing.labelled import audit_input, audit_named, audit_rows
from symattn.auditing.listings import audit_listing
from symattn.auditing.mask_words import last_mask, masks_in
from symattn.auditing.quantities import audit_quantity
from symattn.auditing.relations import audit_statement
from symattn.auditing.roles import ANNOUNCED, CHANGED, ROUGH, Said, said_in
from symattn.auditing.runs import statements_of_words
from symattn.auditing.session import Session
from symattn.auditing.settings import note_settings
from symattn.auditing.shapes import audit_spaces
from symattn.auditing.spoken_keys import audit_spoken_keys, is_card
from symattn.auditing.spoken_lists import audit_spoken_list, spoken_lists
from symattn.auditing.statements import Statement, statements_of_math
from symattn.auditing.tables import table_of
from symattn.auditing.tabular import audit_table
from symattn.auditing.visible_keys import note_mask_of_truths, note_visible_keys
from symattn.auditing.widths import audit_widths

_SENTENCE = re.compile(r"(?<=[.!?])[)\"”’]?\s+(?=[A-Z\[(“\"$\\*_])|\n[ \t]*(?:[-*•]|\d{1,3}[.)])[ \t]+|\n[ \t]*\n")
_CHAPTER = re.compile(r"[ \t>]*(?:#[ \t]|\\chapter\b)")
_FRAME = 80  # characters of a short line that says what the next lines are about
_SENTENCE_REACH = 600  # characters before a figure that may say what it is
_PARAGRAPH_REACH = 4  # times as far a paragraph may call its figures rough
_MANY = 300  # statements of a paragraph, beyond which it is no prose
_SHORT_REACH = 80  # in such a one
_AFTER_REACH = 200
_PLAIN_NUMBER = re.compile(r"[-−]?\d+(?:\.\d+)?%?")
_TELLING = re.compile(r"\b(?:weight|row|pull|share|hand|loss|probabilit\w+|scal\w+|divi\w+|byte|shape)", re.IGNORECASE)


@dataclass
class Reader:
    """Reads the blocks of a page; ``frame`` is what the last short line said."""

    session: Session
    frame: Said = field(default_factory=Said)
    reach: int = 0  # how many characters before a figure may say what it is
    lead: str = ""  # the last sentence of the block before, which may introduce a display

    def begin(self, page: Page) -> None:
        """Turn to a page."""
        self.session.begin(page)
        if page.is_apart:
            self.frame, self.lead = Said(), ""

    def paragraph(self, block: Block) -> None:
        """Judge the figures of a paragraph or heading."""
        text = self.session.page.text
        words = text[block.start : block.end]
        self._pass()
        if block.kind == "heading":
            self.lead = words.strip("# \n\t")
            self.session.section += 1
            self.session.chapter += bool(_CHAPTER.match(words))
            self.frame = said_in(words)
            self._note_mask(words)
            return
        self._frame(words, block)
        self.session.counts.begin()
        self._spoken_row(words, block.start)
        note_settings(self.session, words, block.start)
        note_mask_of_truths(self.session, words, block.start)
        note_visible_keys(self.session, words, block.start, self.lead)
        audit_widths(self.session, words, block.start)
        audit_spoken_keys(self.session, words, block.start, self.frame, self._masks(words))
        audit_key_phrases(self.session, words, block.start, self._masks(words))
        audit_spaces(self.session, words, block.start, Context(masks=self._masks(words)))
        starts = [block.start, *(block.start + found.end() for found in _SENTENCE.finditer(words))]
        counter: dict[tuple[int, ...], int] = {}
        noted = block.start
        taken = audit_rows(self.session, block.start, block.end, self.lead, self._of_block(words))
        statements = list(statements_of(text, block))
        self.reach = _SENTENCE_REACH if len(statements) <= _MANY else _SHORT_REACH
        taken += self._spoken_lists(block, starts, taken)
        for statement in statements:
            if any(start <= statement.start < end for start, end in taken):
                continue
            self._note_mask(text[noted : statement.start])
            noted = statement.start
            self._statement(block, statement, starts, counter)
        self._note_mask(text[noted : block.end])
        self.lead = words[-200:]

    def _spoken_lists(self, block: Block, starts: list[int], taken: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Judge rows that a sentence lists without brackets; where these stand."""
        found = []
        for start, end in spoken_lists(self.session.page.text, block):
            if any(a <= start < b for a, b in taken):
                continue
            context = self.context(block, Statement(((start, end),), (), False), starts)
            if audit_spoken_list(self.session, (start, end), context):
                found.append((start, end))
        return found

    def _pass(self) -> None:
        """Another block begins."""
        self.session.local.grow_older()
        self.session.block += 1
        self.session.claims_before = len(self.session.claims)

    def table(self, block: Block) -> None:
        """Judge a table, by the words before it."""
        self._pass()
        session = self.session
        words = self._lead_of_block()
        context = self._of_block(words)
        audit_table(session, table_of(session.page.text, block.start, block.end), context)

    def listing(self, block: Block) -> None:
        """Judge a block of code, or what a program printed."""
        self._pass()
        words = self._lead_of_block()
        audit_listing(self.session, block.start, block.end, self._of_block(words), block.note)

    def _of_block(self, words: str) -> Context:
        """What is said of a table, a listing or the lines of a list by the words before or in it."""
        is_announced = bool(ANNOUNCED.search(words) or ROUGH.search(f"{self.lead} {words}"))
        return Context(
            words=words, said=said_in(words), frame=self.frame, masks=self._masks(words), names_stage=True,
            is_announced=is_announced,
        )  # fmt: skip

    def _lead_of_block(self) -> str:
        return _SENTENCE.split(self.lead.strip())[-1] if self.lead.strip() else ""

    def _frame(self, words: str, block: Block) -> None:
        """Keep what a short line says about those that follow it."""
        short = words.strip()
        is_item = bool(re.match(r"[-*+] |\d+[.)] ", short)) or "=" in short or is_card(short)
        is_short = len(short) <= _FRAME and "\n" not in short and not short.endswith(".")
        if is_short and not is_item and not any(piece.is_display for piece in block.pieces):
            said = said_in(short)
            self.frame = said
            self.session.local.scores = None

    def _spoken_row(self, words: str, start: int) -> None:
        """Take over a row of weights that a sentence states, and judge what was quoted from it before."""
        session = self.session
        if not session.spoken.state(words, start, session.block):
            return
        broken_spoken_row(session, words, start)
        session.definitions.append(session.definition("a row of weights", session.spoken.place))
        for typed, span in session.spoken.waiting:
            quoted = session.spoken.judge(typed, span, "", session.block)
            if quoted is not None:
                what = "the weight in the row that is stated"
                session.judged_claim("value", span, [quoted], what, Context())
        session.spoken.waiting.clear()

    def _note_mask(self, words: str) -> None:
        """Keep the last mask that was spoken of."""
        if last := last_mask(words):
            self.session.speak_of_mask(last)
        if CHANGED.search(words):
            local = self.session.local
            local.scores = local.weights = local.row = None

    def _statement(
        self, block: Block, statement: Statement, starts: list[int], counter: dict[tuple[int, ...], int]
    ) -> None:
        if self._is_idle(statement):
            return
        context = self.context(block, statement, starts)
        if audit_input(self.session, statement, context) or audit_named(self.session, statement, context):
            return
        session, text = self.session, self.session.page.text
        if len(statement.members) > 1:
            members = audit_statement(session, statement, context)
            note_relation(session, members, statement.relations, context)
            note_scale(session, members, context)
            last = members[-1]
            if last is not None and last.is_matrix and last.is_typed:
                session.local.last_role = context.said.role
            return
        expression = expression_of(
            text, statement.start, statement.end, is_latex=statement.is_latex, known=session.environment.long_names
        )
        if expression is None:
            return
        if audit_count(session, expression, context) or note_setting(session, expression, context):
            return
        rows = context.said.rows or context.frame.rows
        if len(rows) > 1:
            turn = counter.get(rows, 0)
            counter[rows] = turn + 1
            rows = rows[turn : turn + 1]
        audit_quantity(session, expression, context, [row - 1 for row in rows if row > 0])

    def _is_idle(self, statement: Statement) -> bool:
        """Whether a statement is a bare number of a text that has stated nothing to hold it against."""
        session = self.session
        if len(statement.members) > 1 or session.worlds.worlds or session.counts.formula or not session.pool.is_empty:
            return False
        text = session.page.text
        if not _PLAIN_NUMBER.fullmatch(text, statement.start, statement.end):
            return False
        return not _TELLING.search(text, max(0, statement.start - 100), statement.start)

    def context(self, block: Block, statement: Statement, starts: list[int]) -> Context:
        """What the words around a statement say."""
        text = self.session.page.text
        start = starts[bisect_right(starts, statement.start) - 1]
        start = max(start, statement.start - self.reach)
        before = text[start : statement.start]
        stands_alone = not re.search(r"[A-Za-z]{3}", re.sub(r"\\[A-Za-z]+|\$", " ", before))
        if stands_alone:
            before = f"{self._lead(block, start)} {before}"
        index = bisect_right(starts, statement.start)
        stop = starts[index] if index < len(starts) else block.end
        after = text[statement.end : min(stop, statement.end + min(self.reach, _AFTER_REACH))]
        near = text[max(block.start, start - self.reach) : statement.end + _AFTER_REACH]
        far = _PARAGRAPH_REACH * self.reach
        paragraph = text[max(block.start, start - far) : min(stop, start + far)]
        if stands_alone:
            paragraph = f"{self.lead}\n{paragraph}"
        around = Around(before, after, near, paragraph, self._masks_so_far(), self.session.local.last_role)
        return Context(around, frame=self.frame)

    def _lead(self, block: Block, start: int) -> str:
        """The sentence before, where a display stands alone after it."""
        text = self.session.page.text
        earlier = text[max(block.start, start - self.reach) : start]
        tail = earlier if earlier.strip() else self.lead
        return _SENTENCE.split(tail.strip())[-1]

    def _masks(self, words: str) -> tuple[str, ...]:
        return masks_in(words) or self._masks_so_far()

    def _masks_so_far(self) -> tuple[str, ...]:
        """The masks that may be meant where a sentence names none."""
        session = self.session
        if not session.mask or session.mask_chapter == session.chapter:
            return (session.mask or "given",)
        return ("given", "full", session.mask)  # the mask of another chapter, perhaps


def statements_of(text: str, block: Block) -> Iterator[Statement]:
    """The statements of a paragraph in order."""
    for piece in block.pieces:
        if piece.kind == "math":
            yield from statements_of_math(text, piece.start, piece.end)
        else:
            yield from statements_of_words(text, piece.start, piece.end)


__all__ = ["Reader"]
