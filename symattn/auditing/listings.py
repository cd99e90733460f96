r"""Blocks of code and what programs print: assignments of literal arrays, printed arrays with a label, >>> sessions.

Nothing is executed. A listing is read on a *shadow*: the same characters with wrappers such as torch.tensor( and math.
blanked out, True and False as 1 and 0, and commas between the numbers of a NumPy print, so that every place stays.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from symattn.auditing.brackets import closings_of
from symattn.auditing.contexts import Context
from symattn.auditing.entries import audit_entries
from symattn.auditing.expressions import Expression, expression_of
from symattn.auditing.findings import Span
from symattn.auditing.labelled import audit_labelled, audit_rows
from symattn.auditing.labels import label_of
from symattn.auditing.mask_words import last_mask
from symattn.auditing.quantities import audit_quantity
from symattn.auditing.relations import audit_expressions
from symattn.auditing.roles import role_of_name, said_in
from symattn.auditing.session import Session
from symattn.auditing.settings import note_settings
from symattn.auditing.statements import Relation

_WRAPPER = re.compile(
    r"\b(?:(?:torch|np|numpy|jnp|jax\.numpy|tf|sp|sympy|mx|paddle)\.)?(?:tensor|Tensor|array|asarray|constant|Matrix|FloatTensor)\s*(?=\()"
)
_MODULE = re.compile(r"\b(?:math|np|numpy|torch|sp|sympy|jnp|cmath)\.(?=(?:sqrt|exp|log|pi|e|tanh)\b)")
_ASSIGNED = re.compile(
    r"^(?P<indent>[ \t]*)(?:>>> |In ?\[\d+\]: )?(?P<name>[A-Za-z_]\w*(?:\[\d\])?)\s*(?::[^=\n]+)?=(?!=)\s*",
    re.MULTILINE,
)
_LABEL = re.compile(r"(?P<label>[A-Za-z_][\w ()'’/-]{0,60}?)\s*[:=]?\s*$")
_SESSION = re.compile(r"^[ \t]*>>> (?P<code>[^\n#]+?)[ \t]*\n[ \t]*(?P<printed>-?\d[\d.eE+-]*)[ \t]*$", re.MULTILINE)
_COMMENT = re.compile(
    r"^[ \t]*(?:\w+\s*=\s*)?(?P<code>[^\n#=]+?)[ \t]*#\s*(?P<mark>=|->|→|=>|≈)?\s*(?P<printed>-?\d[\d.eE+-]*)[ \t]*$",
    re.MULTILINE,
)
_PYTHON_ONLY = re.compile(r"//|%|\^|&|\||~|<<|>>|@|\bif\b|\bfor\b|\bint\b|\bround\b|['\"]")
LONGEST = 20_000


class Literal(NamedTuple):
    """A bracketed array [start, end) of a listing."""

    start: int
    end: int


def audit_listing(session: Session, start: int, end: int, context: Context, language: str = "") -> None:
    """Judge what a listing [start, end) of the page states; ``context`` is what the words before it say."""
    text = session.page.text
    if end - start > LONGEST * 10:
        return
    shadow = shadow_of(text[start:end])
    _note_settings(session, text[start:end], start)
    masks = (session.mask,) if session.mask else context.masks
    context = context.but(masks=masks, names_stage=True, is_listing=True)
    elsewhere = audit_rows(session, start, end, context.words, context, is_code=True)
    elsewhere += audit_entries(session, shadow, start, context, language)
    taken = sorted((a - start, b - start) for a, b in elsewhere)
    literals = list(literals_of(shadow))
    own: list[Span] = []
    for assigned in _ASSIGNED.finditer(shadow):
        following = bisect_left(literals, (assigned.end(), 0))
        literal = literals[following] if following < len(literals) else None
        if not _is_inside(taken, assigned.start()):
            own += _assignment(session, shadow, start, assigned, literal, context)
    for literal in literals:
        if not (_is_inside(taken, literal.start) or _is_inside(own, literal.start)):
            _printed(session, shadow, start, literal, context)
    _values(session, shadow, start, context)


def _is_inside(spans: list[Span], place: int) -> bool:
    """Whether a place lies in one of some sorted spans."""
    before = bisect_right(spans, place, key=lambda span: span[0])
    return before > 0 and place < spans[before - 1][1]


_CAUSAL_CODE = re.compile(
    r"is_causal\s*=\s*True|causal[\"']?\s*[=:]\s*[\"']?(?:true|yes|causal)|[\"']causal[\"']|\btril\s*\(|\btriu\s*\([^\n]*\b(?:k|diagonal)\s*=\s*1"
    r"|\bmask[\"']?\s*[:=]\s*[\"']?causal\b",
    re.IGNORECASE,
)


def _note_settings(session: Session, code: str, start: int) -> None:
    """Take over masks of code, and what its comments and entries say of scaling, masks and heads."""
    if mask := "causal" if _CAUSAL_CODE.search(code) else last_mask(code):
        session.speak_of_mask(mask)
    for found in re.finditer(
        r"(?:#|//)([^\n]+)|^[ \t]*\"?(?:scale|scaling|n_heads|num_heads)\"?\s*:[^\n]*", code, re.MULTILINE
    ):
        note_settings(session, re.sub(r"[\"',]", " ", found[0]), start + found.start())


def shadow_of(code: str) -> str:
    """The listing with what only wraps numbers blanked out, of the same length."""

    def blank(found: re.Match[str]) -> str:
        return " " * len(found[0])

    code = _WRAPPER.sub(blank, _MODULE.sub(blank, code))
    code = re.sub(r"\b[Tt]rue\b", "1   ", code)
    code = re.sub(r"\b[Ff]alse\b", "0    ", code)
    code = re.sub(
        r"-(?:float\(['\"]inf['\"]\)|inf\b|np\.inf|torch\.inf)", lambda f: "-oo" + " " * (len(f[0]) - 3), code
    )
    code = re.sub(r"float\(['\"]-inf['\"]\)", lambda f: "-oo" + " " * (len(f[0]) - 3), code)
    code = re.sub(r"(?<=\d)j\b", "?", code)
    return _with_commas(code)


def _with_commas(code: str) -> str:
    """Commas between the numbers of arrays that NumPy prints with spaces."""
    out = list(code)
    for literal in literals_of(code):
        inner = code[literal.start : literal.end]
        if "," in inner:
            continue
        for found in re.finditer(r"(?<=[\d.])[ \t\n](?=[ \t\n]*[-+.\d])|(?<=\])\s(?=\s*\[)", inner):
            out[literal.start + found.start()] = ","
    return "".join(out)


def literals_of(code: str) -> Iterator[Literal]:
    """The outermost square brackets that hold nothing but numbers."""
    closings = closings_of(code)
    foreign, digits = ([found.start() for found in mark.finditer(code)] for mark in (_FOREIGN, _DIGIT))
    at = 0
    for opened in sorted(closings):
        place = closings[opened]
        is_index = opened > 0 and (code[opened - 1].isalnum() or code[opened - 1] in "_])")
        if opened < at or is_index or place - opened > LONGEST:
            continue
        if not _has_one(foreign, opened, place) and _has_one(digits, opened, place):
            yield Literal(opened, place)
            at = place


_FOREIGN = re.compile(r"[^\[\]\s,;\d.eE+\-*/()oqrtslnxp\"']")
_DIGIT = re.compile(r"\d")


def _has_one(places: list[int], start: int, end: int) -> bool:
    """Whether one of some sorted places lies in a stretch."""
    return bisect_left(places, start) < bisect_left(places, end)


def _expression(session: Session, shadow: str, offset: int, start: int, end: int) -> Expression | None:
    """The expression of a stretch; entries may be quoted, as exact text in a file is."""
    code = re.sub(r"['\"]", " ", shadow[start:end])
    code = re.sub(r",(\s*\])", r" \1", code)
    known = session.environment.long_names
    return expression_of(code, 0, len(code), is_latex=False, known=known, offset=offset + start)


def _assignment(
    session: Session, shadow: str, offset: int, assigned: re.Match[str], literal: Literal | None, context: Context
) -> list[Span]:
    """Take over, or judge, one assignment; the places of its arrays. ``literal`` is the next array."""
    span: Span | None = None
    line = _line(shadow, assigned.end())
    if literal is not None and not shadow[assigned.end() : literal.start].strip(" (\n"):
        span = (literal.start, literal.end)
    elif re.fullmatch(r"[^\[\]\"'#\n]+", line.split("#")[0].strip() or "\n"):
        span = (assigned.end(), assigned.end() + len(line.split("#")[0].rstrip(" ;")))
    if span is None:
        return []
    known = frozenset({assigned["name"]})
    name = expression_of(shadow, *assigned.span("name"), is_latex=False, known=known, offset=offset)
    value = _expression(session, shadow, offset, *span)
    if name is None or value is None or _PYTHON_ONLY.search(shadow[slice(*span)]):
        return []
    if value.is_matrix or role_of_name(assigned["name"]) is not None:
        audit_expressions(
            session, [name, value], ("=",), context.but(is_definition=True, said=said_in(assigned["name"]))
        )
    return [span] if literal is not None and span[0] == literal.start else []


def _line(shadow: str, start: int) -> str:
    """The rest of a line."""
    stop = shadow.find("\n", start)
    return shadow[start:] if stop < 0 else shadow[start:stop]


def _printed(session: Session, shadow: str, offset: int, literal: Literal, context: Context) -> None:
    """Judge an array that stands alone, by the label before it."""
    label = _label(shadow[max(0, literal.start - _BEFORE) : literal.start])
    expression = _expression(session, shadow, offset, literal.start, literal.end)
    if expression is None:
        return
    named = label_of(label or context.words)
    if named is not None and audit_labelled(session, named, expression, context):
        return
    role = role_of_name(label.strip().replace(" ", "_").lower()) if label else None
    said = said_in(label) if label else context.said
    if not said.role and role is not None:
        said = said._replace(role=role.stage)
    if not said.role and not label:
        said = context.said
    audit_quantity(session, expression, context.but(said=said), [row - 1 for row in said.rows if row > 0])


_BEFORE = 2_000  # characters before an array in which its label stands
_LONGEST_LABEL = 100


def _label(before: str) -> str:
    """What stands before an array, on its line or the one above; "" where that says nothing."""
    lines = before.rstrip(" \t\n(").rsplit("\n", 2)
    for line in reversed(lines[-2:]):
        found = _LABEL.search(line.rstrip(" \t(:=")[-_LONGEST_LABEL:])
        if (
            found
            and re.search(r"[A-Za-z]{3}", found["label"])
            and not re.fullmatch(r"\s*(?:tensor|array|print)\s*", found["label"])
        ):
            return found["label"]
    return ""


def _values(session: Session, shadow: str, offset: int, context: Context) -> None:
    """Judge what a session prints for an expression of numbers, and a value in a comment behind one."""
    for pattern in (_SESSION, _COMMENT):
        for found in pattern.finditer(shadow):
            if _PYTHON_ONLY.search(found["code"]) or not re.search(r"[-+*/(]", found["code"].strip("-")):
                continue
            if pattern is _COMMENT and not found["mark"] and "." not in found["printed"]:
                continue
            code = expression_of(shadow, *found.span("code"), is_latex=False, offset=offset)
            printed = expression_of(shadow, *found.span("printed"), is_latex=False, offset=offset)
            if code is not None and printed is not None and code.is_constant and printed.is_typed:
                relation: Relation = "~" if pattern is _COMMENT else "="
                audit_expressions(session, [code, printed], (relation,), context.but(is_rounded=True))


__all__ = ["audit_listing", "literals_of"]
