"""Who reads whom, in whatever words: query 2 → keys [1, 2]; the second token sees 1 and 2; (3) reads (1) to (3).

Several such phrases of one paragraph are judged together: where most of them say that a query reads all keys up to its
own, one that lists as many keys, and others, is wrong. A window or another pattern lists fewer or more, and is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from symattn.auditing.contexts import Context
from symattn.auditing.findings import Span
from symattn.auditing.roles import ORDINALS
from symattn.auditing.session import Session

_NUMBER = r"\(?\d{1,3}\)?"
_JOINED = r"(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)"
_RANGE = r"(?:\s*[–-]\s*|\s+to\s+)"
_OPEN, _CLOSED = r"[\s$`\\\[{(]*", r"[$`\\\]})]*"
_QUERY = (
    r"(?:\b(?:[Qq]uery|[Pp]osition|[Rr]ow|[Tt]oken|[Ss]lot|[Ww]ord|[Qq])\s*[~#]?\s*\$?\(?(?P<number>\d{1,2})\)?\$?"
    rf"|\((?P<label>\d{{1,2}})\)|\b(?:the|a|The)\s+(?P<ordinal>{'|'.join(ORDINALS)})\b"
    r"(?:\s+(?:query|position|row|token|slot|word|one))?)"
)
_VERB = (
    r"(?:(?:may|can|could|must|is\s+(?:allowed|free|permitted|entitled)\s+to)\s+)?(?:now\s+)?(?:only\s+)?"
    r"(?:sees?|reads?|knows?|attends?\s+to|looks?\s+at|uses?|reach(?:es)?|access(?:es)?)"
)
_WHAT = (
    r"(?:only\s+)?(?:the\s+)?(?:all\s+(?:\w+\s+)?of\s+)?(?:(?:keys?|positions?|tokens?|words?|inputs?|slots?)\b[\s:]*)?"
)
_PHRASE = re.compile(
    rf"{_QUERY}\s*(?P<link>{_VERB}|→|->|⇒|\\to\b|:|=|(?=[\s$`]*[\[{{\\])|to(?=\s+(?:the\s+)?(?:keys?|positions?|tokens?)\b))\s*{_WHAT}"
    rf"(?:(?P<itself>(?:only\s+)?itself(?:\s+(?:only|alone|and nothing else))?)"
    rf"|{_OPEN}(?P<keys>{_NUMBER}(?:{_RANGE}{_NUMBER}|(?:{_JOINED}{_NUMBER})*))(?!\d|\.\d|\s*[-+*/=×·]){_CLOSED})"
)
_LISTS = re.compile(
    rf"{_OPEN}(?P<first>[\[{{]\s*\d{{1,3}}\s*\\?[\]}}]){_CLOSED}(?P<rest>(?:\s*[,;]?\s*(?:and\s+)?[\s$`\\]*[\[{{]\s*\d{{1,3}}(?:\s*,\s*\d{{1,3}})*"
    rf"\s*\\?[\]}}][\s$`]*)+)"
)
_ONE_LIST = re.compile(r"[\[{]\s*(\d{1,3}(?:\s*,\s*\d{1,3})*)\s*\\?[\]}]")
_ABOUT_KEYS = re.compile(
    r"\b(?:keys?|visib\w+|admissible|may (?:read|see)|allowed|attends?|peek|mask\w*"
    r"|(?:sees?|reads?) (?:only )?(?:itself|positions?|tokens?)|(?:from )?left[- ]to[- ]right)\b",
    re.IGNORECASE,
)
_LINKS_ALONE = frozenset({"→", "->", "⇒", r"\to", ":", "=", ""})


class _Phrase(NamedTuple):
    """That a query reads some keys, as a page says it; no place where it says "itself"."""

    query: int
    keys: tuple[int, ...]
    is_range: bool
    span: Span | None

    @property
    def right(self) -> tuple[int, ...]:
        """What a causal query reads, written in the same way."""
        return (1, self.query) if self.is_range else tuple(range(1, self.query + 1))

    @property
    def agrees(self) -> bool:
        """Whether it lists all keys up to its own."""
        return tuple(sorted(self.keys)) == self.right


def audit_key_phrases(session: Session, words: str, start: int, masks: tuple[str, ...]) -> None:
    """Judge what a paragraph says of the keys that queries read."""
    if not _ABOUT_KEYS.search(words):
        return
    for group in (list(_spoken(words, start)), *_listed(words, start)):
        _judge(session, group, "causal" in masks)


def _spoken(words: str, start: int) -> Iterator[_Phrase]:
    for found in _PHRASE.finditer(words):
        number = found["number"] or found["label"]
        query = int(number) if number else ORDINALS.index(found["ordinal"]) + 1
        if not query:
            continue
        if found["itself"]:
            yield _Phrase(query, (query,) if query == 1 else (), False, None)
            continue
        is_alone = found["link"] in _LINKS_ALONE
        if is_alone and (found["ordinal"] or found["label"]):
            continue  # the first: 1 item
        a, b = found.span("keys")
        digits = list(re.finditer(r"\d+", words[a:b]))
        keys = tuple(int(one[0]) for one in digits)
        is_range = len(keys) == 2 and re.search(rf"\d\)?{_RANGE}\(?\d", words[a:b]) is not None
        yield _Phrase(query, keys, is_range, (start + a + digits[0].start(), start + a + digits[-1].end()))


def _listed(words: str, start: int) -> Iterator[list[_Phrase]]:
    """Lists one after the other, of the first query, the second, and so on."""
    for found in _LISTS.finditer(words):
        before = words[max(0, found.start() - 120) : found.start()]
        if not _ABOUT_KEYS.search(re.split(r"[.!?]\s", before)[-1]):
            continue
        lists = list(_ONE_LIST.finditer(words, found.start("first"), found.end()))
        yield [
            _Phrase(number, tuple(map(int, one[1].split(","))), False, (start + one.start(1), start + one.end(1)))
            for number, one in enumerate(lists, start=1)
        ]


def _judge(session: Session, phrases: list[_Phrase], is_causal: bool) -> None:
    """Judge phrases together: those that agree, and those that list as many keys and not the right ones."""
    agreeing = [phrase for phrase in phrases if phrase.agrees]
    is_pattern = len(agreeing) >= 2 and 2 * len(agreeing) >= len(phrases)
    if is_pattern and not session.mask and max(phrase.query for phrase in agreeing) > 2:
        session.speak_of_mask("causal")  # which is what these words say
    for phrase in phrases:
        if phrase.span is None or _is_judged(session, phrase.span):
            continue
        if phrase.agrees and (is_causal or is_pattern):
            what = f"the keys that query {phrase.query} may read"
            session.claim("stage", phrase.span, "proved", what, Context())
        elif (is_pattern or (is_causal and agreeing) or (is_causal and phrase.query > 2)) and _is_slip(phrase):
            said = ", ".join(map(str, phrase.right))
            message = f"query {phrase.query} may read {said}"
            session.claim("stage", phrase.span, "wrong", message, Context(), expected=said, stage="visible")


def _is_slip(phrase: _Phrase) -> bool:
    """Whether as many keys are listed as there should be, and all but one are right."""
    if phrase.agrees or len(phrase.keys) != len(phrase.right):
        return False
    return sum(one != right for one, right in zip(phrase.keys, phrase.right, strict=True)) == 1


def _is_judged(session: Session, span: Span) -> bool:
    """Whether this paragraph was already found to say something of these keys."""
    start, end = session.page.span(*span)
    return any(claim.span[0] < end and start < claim.span[1] for claim in session.claims[session.claims_before :])


__all__ = ["audit_key_phrases"]
