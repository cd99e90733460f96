r"""Blocks of code and what programs print: assignments of literal arrays, printed arrays with a label, >>> sessions.

Nothing is executed. A listing is read on a *shadow*: the same characters with wrappers such as torch.tensor( and math.
blanked out, True and False as 1 and 0, and commas between the numbers of a NumPy print, so that every place stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from symattn.auditing.entries import audit_entries
from symattn.auditing.expressions import Expression, expression_of
from symattn.auditing.findings import Span
from symattn.auditing.labelled import audit_labelled, audit_rows
from symattn.auditing.labels import label_of
from symattn.auditing.mask_words import last_mask
from symattn.auditing.quantities import audit_quantity
from symattn.auditing.relations import audit_expressions
from symattn.auditing.roles import role_of_name, said_in
from symattn.auditing.session import Context, Session
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
    shadow = text[:start] + shadow_of(text[start:end])
    _note_settings(session, text[start:end], start)
    masks = (session.mask,) if session.mask else context.masks
    context = replace(context, masks=masks, names_stage=True, is_listing=True)
    taken = audit_rows(session, start, end, context.words, context, is_code=True)
    taken += audit_entries(session, shadow, start, end, context, language)
    for assigned in _ASSIGNED.finditer(shadow, start, end):
        if not any(a <= assigned.start() < b for a, b in taken):
            taken += _assignment(session, shadow, assigned, end, context)
    for literal in literals_of(shadow, start, end):
        if not any(a <= literal.start < b for a, b in taken):
            _printed(session, shadow, literal, start, context)
    _values(session, shadow, start, end, context)


_CAUSAL_CODE = re.compile(
    r"is_causal\s*=\s*True|causal[\"']?\s*[=:]\s*[\"']?(?:true|yes|causal)|[\"']causal[\"']|\btril\s*\(|\btriu\s*\([^\n]*\b(?:k|diagonal)\s*=\s*1"
    r"|\bmask[\"']?\s*[:=]\s*[\"']?causal\b",
    re.IGNORECASE,
)


def _note_settings(session: Session, code: str, start: int) -> None:
    """Take over masks of code, and what its comments and entries say of scaling, masks and heads."""
    if _CAUSAL_CODE.search(code):
        session.mask = "causal"
    else:
        session.mask = last_mask(code) or session.mask
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
    for literal in literals_of(code, 0, len(code)):
        inner = code[literal.start : literal.end]
        if "," in inner:
            continue
        for found in re.finditer(r"(?<=[\d.])[ \t\n](?=[ \t\n]*[-+.\d])|(?<=\])\s(?=\s*\[)", inner):
            out[literal.start + found.start()] = ","
    return "".join(out)


def literals_of(code: str, start: int, end: int) -> Iterator[Literal]:
    """The outermost square brackets that hold nothing but numbers."""
    at = start
    while (opened := code.find("[", at, end)) >= 0:
        depth, place = 0, opened
        while place < min(end, opened + LONGEST):
            depth += (code[place] == "[") - (code[place] == "]")
            place += 1
            if depth == 0:
                break
        inner = code[opened:place]
        is_index = opened > start and (code[opened - 1].isalnum() or code[opened - 1] in "_])")
        if (
            depth == 0
            and not is_index
            and re.fullmatch(r"[\[\]\s,;\d.eE+\-*/()oqrtslnxp\"']+", inner)
            and re.search(r"\d", inner)
        ):
            yield Literal(opened, place)
            at = place
        else:
            at = opened + 1


def _expression(session: Session, shadow: str, start: int, end: int) -> Expression | None:
    """The expression of a stretch; entries may be quoted, as exact text in a file is."""
    if "'" in shadow[start:end] or '"' in shadow[start:end]:
        shadow = shadow[:start] + re.sub(r"['\"]", " ", shadow[start:end])
    shadow = re.sub(r",(\s*\])", r" \1", shadow[:end]) if re.search(r",\s*\]", shadow[start:end]) else shadow
    return expression_of(shadow, start, end, is_latex=False, known=session.environment.long_names)


def _assignment(session: Session, shadow: str, assigned: re.Match[str], end: int, context: Context) -> list[Span]:
    """Take over, or judge, one assignment; the places of its arrays."""
    literal = next(literals_of(shadow, assigned.end(), end), None)
    stop = shadow.find("\n", assigned.end(), end)
    stop = end if stop < 0 else stop
    span: Span | None = None
    if literal is not None and not shadow[assigned.end() : literal.start].strip(" (\n"):
        span = (literal.start, literal.end)
    elif re.fullmatch(r"[^\[\]\"'#\n]+", shadow[assigned.end() : stop].split("#")[0].strip() or "\n"):
        span = (assigned.end(), assigned.end() + len(shadow[assigned.end() : stop].split("#")[0].rstrip(" ;")))
    if span is None:
        return []
    name = expression_of(shadow, *assigned.span("name"), is_latex=False, known=frozenset({assigned["name"]}))
    value = _expression(session, shadow, *span)
    if name is None or value is None or _PYTHON_ONLY.search(shadow[slice(*span)]):
        return []
    if value.is_matrix or role_of_name(assigned["name"]) is not None:
        audit_expressions(
            session, [name, value], ("=",), replace(context, is_definition=True, said=said_in(assigned["name"]))
        )
    return [span] if literal is not None and span[0] == literal.start else []


def _printed(session: Session, shadow: str, literal: Literal, start: int, context: Context) -> None:
    """Judge an array that stands alone, by the label before it."""
    before = shadow[start : literal.start]
    lines = before.rstrip(" \t\n(").rsplit("\n", 2)
    label = ""
    for line in reversed(lines[-2:]):
        found = _LABEL.search(line.rstrip(" \t(:="))
        if (
            found
            and re.search(r"[A-Za-z]{3}", found["label"])
            and not re.fullmatch(r"\s*(?:tensor|array|print)\s*", found["label"])
        ):
            label = found["label"]
            break
    expression = _expression(session, shadow, literal.start, literal.end)
    if expression is None:
        return
    named = label_of(label) if label else None
    if named is not None and audit_labelled(session, named, expression, context):
        return
    role = role_of_name(label.strip().replace(" ", "_").lower()) if label else None
    said = said_in(label) if label else context.said
    if not said.role and role is not None:
        said = said._replace(role=role.stage)
    if not said.role and not label:
        said = context.said
    audit_quantity(session, expression, replace(context, said=said), [row - 1 for row in said.rows if row > 0])


def _values(session: Session, shadow: str, start: int, end: int, context: Context) -> None:
    """Judge what a session prints for an expression of numbers, and a value in a comment behind one."""
    for pattern in (_SESSION, _COMMENT):
        for found in pattern.finditer(shadow, start, end):
            if _PYTHON_ONLY.search(found["code"]) or not re.search(r"[-+*/(]", found["code"].strip("-")):
                continue
            if pattern is _COMMENT and not found["mark"] and "." not in found["printed"]:
                continue
            code = expression_of(shadow, *found.span("code"), is_latex=False)
            printed = expression_of(shadow, *found.span("printed"), is_latex=False)
            if code is not None and printed is not None and code.is_constant and printed.is_typed:
                relation: Relation = "~" if pattern is _COMMENT else "="
                audit_expressions(session, [code, printed], (relation,), replace(context, is_rounded=True))


__all__ = ["audit_listing", "literals_of", "shadow_of"]
