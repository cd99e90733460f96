"""The tape that a scanner moves along: the text, where it stands, the tokens and notes so far, the open brackets.

``open`` holds the brackets not yet closed, each with the index of its token; ``partner`` leads from the index of an
opening token to that of the closing one.

A token's ``type`` is a terminal of the grammar; its ``value`` is a tree node for numbers and names, otherwise the word
or sign that matters for meaning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from symattn.reading.characters import plain
from symattn.reading.limits import Limits
from symattn.reading.refusal import Excess, Refusal

CLOSING = {"(": ")", "[": "]", "{": "}", "\\begin": "\\end"}


@dataclass(frozen=True, slots=True)
class Token:
    """One word of the grammar with the span of characters that it was read from."""

    type: str
    text: str
    start: int
    end: int
    value: Any = None

    def __str__(self) -> str:
        return self.text


@dataclass
class Tape:
    """A text being scanned from ``at`` to ``end``; positions count characters of the source."""

    source: str
    names: frozenset[str]
    limits: Limits
    at: int = 0
    end: int = 0
    is_latex: bool = False
    tokens: list[Token] = field(default_factory=list)
    skipped: list[tuple[int, int]] = field(default_factory=list)
    notes: list[tuple[int, str]] = field(default_factory=list)
    open: list[tuple[str, int]] = field(default_factory=list)
    partner: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.text = plain(self.source)
        self.end = len(self.text)

    def peek(self, ahead: int = 0) -> str:
        """The plain character that many places further on, or "" beyond the end."""
        place = self.at + ahead
        return self.text[place] if place < self.end else ""

    def match(self, pattern: re.Pattern[str], ahead: int = 0) -> re.Match[str] | None:
        """The pattern matched here, or that many places further on."""
        return pattern.match(self.text, self.at + ahead, self.end)

    def emit(self, kind: str, length: int, value: Any = None) -> None:
        """Add a token of so many characters and move past them."""
        start, self.at = self.at, self.at + length
        self.tokens.append(Token(kind, self.source[start : self.at], start, self.at, value))

    def skip(self, length: int) -> None:
        """Move past characters that carry no meaning of their own."""
        self.skipped.append((self.at, self.at + length))
        self.at += length

    def note(self, message: str) -> None:
        """Remember how something here was understood, for the echo."""
        self.notes.append((self.at, message))

    def refuse(self, message: str, position: int | None = None) -> Refusal:
        """The refusal to raise, here or at another position."""
        return Refusal(self.at if position is None else position, message)

    # -- brackets -----------------------------------------------------------------------------------------------

    @property
    def innermost(self) -> str:
        """The innermost open bracket, or ""."""
        return self.open[-1][0] if self.open else ""

    @property
    def last(self) -> Token | None:
        """The latest token, or None at the start."""
        return self.tokens[-1] if self.tokens else None

    def open_bracket(self, kind: str, bracket: str, length: int, value: Any = None) -> None:
        """Add an opening token, unless brackets are nested too deeply."""
        if len(self.open) >= self.limits.brackets:
            raise Excess(self.at, f"brackets are nested deeper than {self.limits.brackets} levels")
        self.open.append((bracket, len(self.tokens)))
        self.emit(kind, length, bracket if value is None else value)

    def close_bracket(self, kind: str, bracket: str, length: int, value: Any = None) -> None:
        """Add a closing token for what is open, or say what is wrong."""
        if not self.open:
            raise self.refuse(f"{bracket} closes nothing")
        opened, index = self.open.pop()
        if CLOSING[opened] != bracket:
            start = self.tokens[index].start
            raise self.refuse(f"{CLOSING[opened]} is expected here, for the {opened} at position {start + 1}")
        self.partner[index] = len(self.tokens)
        self.emit(kind, length, bracket if value is None else value)

    def finish(self) -> None:
        """Make sure that every bracket was closed."""
        if self.open:
            opened, index = self.open[-1]
            raise self.refuse(f"this {opened} is never closed by {CLOSING[opened]}", self.tokens[index].start)
