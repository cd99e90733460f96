"""Entries of JSON, TOML and YAML that hold a whole problem: "w_q": [[1, 0], [0, 1]], "scale": "1/sqrt(2)"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from symattn.auditing.brackets import closings_of
from symattn.auditing.contexts import Context
from symattn.auditing.environment import Binding
from symattn.auditing.expressions import Expression, expression_of
from symattn.auditing.findings import Span
from symattn.auditing.labelled import audit_labelled
from symattn.auditing.labels import GIVEN, label_of
from symattn.auditing.session import Session, number_value

_KEY = re.compile(r"(?<![\w.])[\"']?(?P<key>[A-Za-z][\w^]*)[\"']?\s*(?P<sign>[:=])\s*(?=(?P<value>[\[{\"']|[\w.+-]))")
_SCALAR = re.compile(r"[\"']?(?P<text>[^\n\"',}\]#]+)")
_HEADS = re.compile(r"[\"']?heads[\"']?\s*[:=]\s*\[|^[ \t]*\[\[heads\]\]", re.MULTILINE)
_LANGUAGES = ("json", "toml", "yaml", "yml", "jsonc", "json5")


class Entry(NamedTuple):
    """A key of a listing, the head (from 1) that it belongs to, and where its value stands."""

    key: str
    head: int | None
    value: Span


def audit_entries(session: Session, shadow: str, offset: int, context: Context, language: str) -> list[Span]:
    """Take over the inputs of a problem that is written as data, then judge its stages; where its arrays stand."""
    is_data = language.split()[:1] and language.split()[0] in _LANGUAGES
    if not is_data and not shadow.lstrip().startswith("{"):
        return []
    found = list(_entries(shadow))
    stages = [entry for entry in found if (label := label_of(entry.key)) and label.role not in (*GIVEN, "Q", "K", "V")]
    given = {label.role for entry in found if (label := label_of(entry.key)) is not None}
    if given.isdisjoint(("X", "Q", "K", "V", "w_q", "scores")):
        return []
    has_inputs = not given.isdisjoint(("X", "Q", "K", "V", "w_q"))
    taken = []
    for entry in sorted(found, key=lambda one: one in stages and (has_inputs or one.key != "scores")):
        _entry(session, shadow, offset, entry, context)
        taken.append((offset + entry.value[0], offset + entry.value[1]))
    return taken


def _entries(shadow: str) -> Iterator[Entry]:
    closings, end = closings_of(shadow), len(shadow)
    heads = _Heads(shadow, closings)
    for found in _KEY.finditer(shadow):
        at = found.end()
        if shadow[at] == "{" or (shadow[at] == "[" and _OBJECTS.match(shadow, at)):
            continue
        stop = closings.get(at, 0)
        if not stop:
            scalar = _SCALAR.match(shadow, at, end)
            if scalar is None:
                continue
            at, stop = scalar.span("text")
        yield Entry(found["key"], heads.of(found.start()), (at, stop))


class _Heads:
    """The lists of heads, or tables of one head each, in a listing."""

    def __init__(self, shadow: str, closings: dict[int, int]) -> None:
        self.closings = closings
        self.found = list(_HEADS.finditer(shadow))
        self.starts = [found.start() for found in self.found]
        self.objects = [found.start() for found in re.finditer(r"\{", shadow)]

    def of(self, at: int) -> int | None:
        """Which head an entry belongs to: the objects of the list, or the tables, that began before it."""
        before = bisect_left(self.starts, at)
        if not before:
            return None
        last = self.found[before - 1]
        if last[0].strip().startswith("[["):
            return before
        opened = last.end() - 1
        began = bisect_left(self.objects, at) - bisect_left(self.objects, opened)
        return began or None if self.closings.get(opened, 0) > at else None


_OBJECTS = re.compile(r"\[\s*\{")


def _entry(session: Session, shadow: str, offset: int, entry: Entry, context: Context) -> None:
    key, (start, end) = entry.key.lower(), entry.value
    if shadow[start] != "[":
        if key in ("scale", "scaling", "scale_factor", "n_heads", "num_heads"):
            value = _expression(session, shadow, offset, start, end)
            number = None if value is None else number_value(session.value(value, context))
            if number is not None:
                name = "n_heads" if "heads" in key else "scale"
                session.define(name, (offset + start, offset + end), Binding(number, section=session.section))
        return
    label = label_of(entry.key)
    expression = None if label is None else _expression(session, shadow, offset, start, end)
    if label is None or expression is None or not expression.is_matrix:
        return
    if entry.head is not None and label.head is None:
        label = label._replace(head=entry.head)
    masks = (session.mask,) if session.mask else context.masks
    audit_labelled(session, label, expression, context.but(masks=masks))


def _expression(session: Session, shadow: str, offset: int, start: int, end: int) -> Expression | None:
    quoted = re.sub(r"[\"']", " ", shadow[start:end])
    known = session.environment.long_names
    return expression_of(quoted, 0, len(quoted), is_latex=False, known=known, offset=offset + start)


__all__ = ["audit_entries"]
