r"""Letters that count: C = Hd with C = 16, H = 2 and d = 8; BHT^2 numbers, with B = 1, H = 2, T = 3 eighteen of them.

A formula of letters is kept; when a sentence sets all its letters, it can be calculated. How large a number is in
bytes, and what doubling a letter does, are understood as well. "The scale is 1/2" and "divided by 8" set the scale.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from symattn.auditing.contexts import Context
from symattn.auditing.environment import Binding, Environment
from symattn.auditing.evaluation import value_of
from symattn.auditing.expressions import Expression
from symattn.auditing.findings import Span
from symattn.auditing.judging import Judged, is_equal
from symattn.auditing.session import Session, number_value
from symattn.auditing.statements import Relation
from symattn.exact import Exact
from symattn.reading.tree import Group, Number, Power, Product, Quotient, Symbol, walk

_CHANGED = re.compile(
    r"\b(?P<how>doubling|tripling|halving|twice|half|double|triple)\s+(?:the\s+)?\$?(?P<letter>[A-Za-z]\b|length\b)"
    r"|\$?(?P<first>(?<![A-Za-z])[A-Za-z]|\blength)\$?\s+(?:is\s+|gets\s+)?(?P<then>doubled|tripled|halved|doubles|triples|halves)\b",
    re.IGNORECASE,
)
_FACTORS: dict[str, int | Fraction] = {
    **dict.fromkeys(("doubling", "twice", "double", "doubled", "doubles"), 2),
    **dict.fromkeys(("tripling", "triple", "tripled", "triples"), 3),
    **dict.fromkeys(("halving", "half", "halved", "halves"), Fraction(1, 2)),
}
_BYTES = re.compile(r"(\d{1,2})(?:-bytes?\b| bytes? (?:each|per|apiece)\b| bytes\))")
_OF_BYTES = re.compile(r"(\d{1,2}) bytes\b")
_VERB = re.compile(
    r"\b(?:contains?|gives?|is|are|has|have|makes?|needs?|occup(?:y|ies)|stores?|holds?|total(?:s|ling)?|uses?|takes?"
    r"|means?|requires?|leaves?|fills?|becomes?|comes? to|amounts? to|(?:rises?|grows?) to)\b|[:,(]\s*$|(?:→|⇒|->)\s*$"
)
_SIZES = frozenset({"B", "T"})  # of a batch: a product with these is the size of an array
# What an array holds, by any of these names
_COUNTED = frozenset({"scores", "numbers", "entries", "values", "elements", "floats", "logits", "cells"})
_OF_THEM = re.compile(r"\s+(?:of\s+(?:them|these|those)\b)")
_COUNT = re.compile(
    r"\b(?:count|number|total)\s+(?:of\s+\w+\s+)?(?:then\s+)?"
    r"(?:rises|grows|goes up|increases|jumps|falls|drops|comes|amounts)\s+to\s*\$?$"
)
_SCALE = re.compile(r"\b[Ss]cal(?:e|ing factor|ing)\b(?:\s+(?:is|of|factor|=|:|equals|by)|:|\s*\$?s\s*=)*\s*[`$(]*$")
_DIVISOR = re.compile(r"\b(?:divisor\s+is|divid(?:ed|e|ing)(?:\s+the\s+\w+)?(?:\s+\w+)?\s+by)\s*[`$(]*$")


def note_relation(
    session: Session, members: Sequence[Expression | None], relations: Sequence[Relation], context: Context
) -> None:
    """Keep a letter that is set, or an equation between letters; judge the equations whose letters are all set."""
    counts = session.counts
    known = [member for member in members if member is not None]
    if len(known) != len(members) or len(known) < 2 or any(relation != "=" for relation in relations):
        return
    if len(known) > 2:
        _note_chain(session, known, context)
        return
    left, right = known
    if right.is_typed and _is_product(left) and _SIZES <= left.names <= set(counts.letters):
        counts.formula = left
    value = number_value(session.value(right, context)) if right.is_typed else None
    known_value = None if value is None else value.as_fraction()
    if left.name and value is not None and known_value is not None and known_value.denominator == 1:
        counts.letters[left.name] = (value, (left.span[0], right.span[1]))
        for equation in counts.equations:
            _judge_equation(session, equation, context)
    elif left.name and _is_formula(right) and len(right.names) > 1 and left.name not in right.names:
        counts.equations.append((left, right))


def _note_chain(session: Session, members: Sequence[Expression], context: Context) -> None:
    """Keep d = C/H = 8 as an equation and as what d is set to."""
    name, *formulas, last = members
    is_own = any(name.name in formula.names for formula in formulas)  # n = n/2 = 5 gives n another value
    if name.name and last.is_typed and not is_own and all(_is_formula(one) for one in formulas):
        note_relation(session, (name, last), ("=",), context)
        for formula in formulas:
            _judge_equation(session, (name, formula), context)


def _is_formula(expression: Expression) -> bool:
    """Whether an expression is made of letters that stand for whole numbers."""
    names = expression.names
    if not names or expression.is_matrix or any(len(name) > 1 for name in names):
        return False
    known = Symbol | Number | Product | Quotient | Power | Group
    return all(isinstance(node, known) for node, _ in walk(expression.root))


def _is_product(expression: Expression) -> bool:
    """Whether letters are multiplied, which is how a size is written."""
    has_quotient = any(isinstance(node, Quotient) for node, _ in walk(expression.root))
    return _is_formula(expression) and len(expression.names) > 1 and not has_quotient


def _letters(session: Session, changed: str = "", factor: Exact | None = None) -> Environment:
    own = Environment()
    for name, (value, _) in {**session.counts.earlier, **session.counts.letters}.items():
        own.bind(name, Binding(value * factor if name == changed and factor is not None else value))
    return own


def _judge_equation(session: Session, equation: tuple[Expression, Expression], context: Context) -> None:
    names = equation[0].names | equation[1].names
    if not names <= set(session.counts.letters):
        return
    own = _letters(session)
    left, right = (number_value(value_of(side, own)) for side in equation)
    if left is None or right is None:
        return
    places = sorted(session.counts.letters[name][1] for name in names)
    text = session.page.text
    said = f"{text[slice(*equation[0].span)]} = {text[slice(*equation[1].span)]}"
    is_right = (left - right).is_zero()
    span = (places[0][0], places[-1][1])
    if is_right:
        session.claim("count", span, "proved", f"proved to agree with {said}", context)
    elif is_right is False:
        session.claim("count", span, "wrong", f"{said} would be {left.told()} = {right.told()}", context)


def audit_count(session: Session, expression: Expression, context: Context) -> bool:
    """Judge a whole number by a formula whose letters the sentence sets; whether it was one."""
    counts = session.counts
    if _is_product(expression):
        counts.formula = expression
        return True
    if not expression.is_typed or expression.is_matrix:
        return False
    typed = expression.typed_rows()[0][0]
    if typed.digits is None or not typed.digits.digits.isdigit() or not isinstance(typed.value, Exact):
        return False
    at = expression.span[0]
    is_size = _OF_BYTES.match(session.page.text, at) and re.search(r"\b(?:of|at)\s*$", context.words)
    if is_size or _BYTES.match(session.page.text, at):
        counts.size = typed.value
        return True
    right = _expected(session, context)
    if right is None or not _VERB.search(context.words):
        return False
    is_right = (typed.value - right).is_zero()
    figure = Judged(expression.span, typed, "proved" if is_right else "wrong", right.told())
    session.judged_claim("count", expression.span, [figure], "the formula for these letters", context)
    return True


def _expected(session: Session, context: Context) -> Exact | None:
    """What a whole number should be here: the formula, perhaps with a letter doubled, or that in bytes."""
    counts = session.counts
    if counts.formula is None or not counts.formula.names <= {*counts.letters, *counts.earlier}:
        return None
    changed = _CHANGED.search(context.words)
    own = _letters(session)
    is_of_bytes = context.follows.lstrip().startswith("bytes")
    if not (changed or is_of_bytes or counts.formula.names & set(counts.letters)):
        return None
    if changed:
        letter = changed["letter"] or changed["first"]
        letter = "T" if len(letter) > 1 else letter
        own = _letters(session, letter, Exact(_FACTORS[(changed["how"] or changed["then"]).lower()]))
    value = number_value(value_of(counts.formula, own))
    follows = re.match(r"\s+([A-Za-z]+)", context.follows)
    noun = follows[1] if follows else ""
    if value is not None and (_OF_THEM.match(context.follows) or (changed and _COUNT.search(context.words))):
        return value
    if value is None or not noun.endswith("s"):
        return None
    if noun == "bytes":
        return None if counts.size is None else value * counts.size
    if not counts.noun:
        counts.noun = noun
    return value if noun == counts.noun or {noun, counts.noun} <= _COUNTED else None


def note_scale(session: Session, members: Sequence[Expression | None], context: Context) -> None:
    """Take over s = 1/sqrt(2) as the scale, where the words say that it is one; or a divisor, sqrt(1) = 1."""
    last = members[-1]
    if last is not None and not any(member is not None and member.name for member in members):
        if not (_DIVISOR.search(context.words) or _SCALE.search(context.words)):
            return
        values = [number_value(session.value(member, context)) for member in members if member is not None]
        if all(value is not None and values[0] is not None and is_equal(value, values[0]) for value in values):
            note_setting(session, last, context)
        return
    named = [member for member in members if member is not None and member.name == "s"]
    if not named or last is None or last.is_matrix or not re.search(r"\bscal\w+", context.words + context.follows[:40]):
        return
    set_scale(session, last.span, number_value(session.value(last, context)))


def note_setting(session: Session, expression: Expression, context: Context) -> bool:
    """Take over the scale from words; whether they set it."""
    is_divisor = bool(_DIVISOR.search(context.words))
    if not (is_divisor or _SCALE.search(context.words)) or expression.is_matrix:
        return False
    value = number_value(session.value(expression, context))
    if value is None or value.is_zero() is not False:
        return False
    if is_divisor and not (_OF_SCORES.search(context.words) or _is_the_divisor(session, context)):
        return False
    set_scale(session, expression.span, 1 / value if is_divisor else value)
    return True


_OF_SCORES = re.compile(r"\b(?:scores?|dot|products?|scal\w+|softmax|QK)\b")


def _is_the_divisor(session: Session, context: Context) -> bool:
    """Whether "the divisor is" speaks of attention: a calculation is there, and it is no divisor of whole numbers."""
    return bool(session.worlds.worlds) and "ivisor is" in context.words and "common" not in context.words


def set_scale(session: Session, span: Span, value: Exact | None) -> None:
    """Bind the scale, unless it is the one that follows from the width of the heads: other heads have their own."""
    if value is None or value.is_zero() is not False:
        return
    for world in session.worlds.newest_first()[:1]:
        trace = world.trace("given")
        scales = [] if trace is None else [trace.scale, *(head.scale for head in trace.heads)]
        if any(scale is not None and (scale - value).is_zero() for scale in scales):
            return
    session.define("scale", span, Binding(value, section=session.section))


__all__ = ["audit_count", "note_relation", "note_scale", "note_setting", "set_scale"]
