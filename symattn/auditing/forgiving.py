r"""When a printed value that differs is no sure error: another meaning, another unit, a letter that has moved on.

The auditor never guesses, so a difference counts only where the text surely means what was calculated. Three things
make sure of it: letters that the text is still working with, figures that mostly agree, or a slip of a unit or two in
a number of several digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from symattn.auditing.contexts import Context
from symattn.auditing.environment import Environment
from symattn.auditing.evaluation import value_of
from symattn.auditing.expressions import Expression
from symattn.auditing.findings import GOOD
from symattn.auditing.judging import Judged, agrees, verdict_of
from symattn.auditing.matching import LEAST_OF_WEAK, is_slip, is_trivial, size_of
from symattn.auditing.roles import role_of_name
from symattn.auditing.session import Session
from symattn.exact import Exact
from symattn.reading.tree import Call, Product, Sum, Symbol, ungrouped, walk

GIVEN = ("X", "Q", "K", "V")  # what another example gives anew
ENOUGH = 6  # zeros and ones that agree
# What a unit behind a number may multiply it by: percent, dozens, kilo and its kin, minutes, and powers of 1024.
_UNITS = (*(10**n for n in (1, 2, 3, 6, 9, 12)), 12, 60, 3600, *(1024**n for n in (1, 2, 3, 4)))
_UNIT_FOLLOWS = re.compile(
    r"(?:\\[,;: ]|[\s$~])*(?:%|\\%|[A-Za-zµμΩ°]|\\(?:text|mathrm|mu|Omega|textrm|operatorname)\b)"
)
_WORDS_FOLLOW = re.compile(
    r"[\s$]+(?:and|or|so|if|for|is|in|of|at|as|by|the|we|which|when|where|with|but|while|hence|then)\b"
)
_BARE_FRACTION = re.compile(r"\\(?:left|[bB]igl?)?\s*\(\s*\\[dt]?frac\b.*\)|\(\s*\\[dt]?frac\b.*\)", re.DOTALL)
_CARET = re.compile(r"(\d+)\s*\^\s*(\d+)")


def forgiven(
    session: Session,
    member: Expression,
    reference: Expression,
    figures: list[Judged],
    is_rounded: bool,
    context: Context,
) -> list[Judged] | None:
    """The verdicts, or None where a difference is no sure error."""
    if agrees(figures) or verdict_of(figures) == "undecided":
        return figures
    if is_rounded and (not member.is_typed or member.span[0] < reference.span[0]):
        return None  # e ~ 19/7 or 252 ~ 2^8: an approximation by a formula
    if context.is_other_method and (reference.name or member.name):
        return None
    is_doubtful = context.is_other_arithmetic or (context.is_condition and bool(reference.names or member.names))
    if reference.has_plain_log or member.has_plain_log or is_doubtful:
        return None
    if _is_other_notation(session, member, reference) or _is_in_other_unit(session, member, figures):
        return None
    if _is_symbolic(member, reference) or _is_set_later(session, reference, context):
        return None
    bound = session.environment.get(reference.name) if reference.name else None
    if bound is not None and bound.is_printed and member.is_typed:
        return None
    name = reference.name if member.is_matrix else member.name if reference.is_matrix else None
    if name is not None:
        is_here = _is_stage_here(session, name, context) and _are_possible(name, figures)
        return figures if is_near(figures) or is_here else None
    if reference.constant and _is_nearly(figures):
        return figures
    if reference.constant or (reference.name and member.is_typed):
        return figures if is_slip(figures) else None
    if _is_weak(reference, member) or _is_weak(member, reference):
        return figures if is_near(figures) else None
    if session.is_sure(reference, context) and session.is_sure(member, context):
        return figures
    return figures if is_near(figures) else None


def _is_stage_here(session: Session, name: str, context: Context) -> bool:
    """Whether a name stands for a stage of the calculation that this section is about, and is not given anew."""
    stage = session.derived(name, context) if session.environment.get(name) is None else None
    role = role_of_name(name)
    if stage is None or role is None or context.is_definition or role.stage in GIVEN:
        return False
    if not (role.is_sure or role.stage in (context.said.role, context.frame.role)):
        return False
    return stage.world.section == session.section and session.is_world_awake(stage.world)


def _are_possible(name: str, figures: list[Judged]) -> bool:
    """Whether figures may be what a name stands for: weights lie between 0 and 1."""
    role = role_of_name(name)
    values = [size_of(figure.typed.value) for figure in figures if isinstance(figure.typed.value, Exact)]
    return role is None or role.stage != "weights" or all(-1 <= 2 * value <= 3 for value in values)


def _is_nearly(figures: list[Judged]) -> bool:
    """Whether a decimal of four figures and more is so near to e or pi that it was meant: 3.1461."""
    digits = figures[0].typed.digits
    if len(figures) != 1 or digits is None or digits.significant[1] <= LEAST_OF_WEAK:
        return False
    try:
        right = Fraction(figures[0].expected)
    except ValueError:
        return False
    return abs(digits.value - right) * 200 < right


def is_near(figures: list[Judged]) -> bool:
    """Whether so much of what is printed agrees that the right thing was meant."""
    told = [figure for figure in figures if not is_trivial(figure.typed)]
    good = [figure for figure in told if figure.verdict in GOOD]
    digits = [figure.typed.digits for figure in good]
    is_telling = any(one is None or one.significant[1] >= LEAST_OF_WEAK for one in digits)
    if 2 * len(good) >= len(told) and len(told) > 1 and is_telling:
        return True
    agreeing = sum(figure.verdict in GOOD for figure in figures)
    is_most = len(figures) > 3 and 4 * agreeing >= 3 * len(figures)
    return (is_most and (len(good) > 1 or agreeing >= ENOUGH)) or is_slip(figures)


# -- other meanings ---------------------------------------------------------------------------------------------------


def _is_other_notation(session: Session, member: Expression, reference: Expression) -> bool:
    """Whether one of the sides may be written in a notation that means something else."""
    text = session.page.text
    for one, other in ((reference, member), (member, reference)):
        source = text[slice(*one.span)]
        said = _whole(other)
        if said in (-1, 0, 1) and _BARE_FRACTION.fullmatch(source.strip()):
            return True  # a Legendre symbol
        if said is not None and (caret := _CARET.fullmatch(source.strip())) and int(caret[1]) ^ int(caret[2]) == said:
            return True  # an exclusive or
        if said is not None and _is_absorbed(one, other):
            return True  # 1e16 + 1 = 1e16
        if said is not None and _is_no_arithmetic(source.strip(), said):
            return True
        if "%" in source and isinstance(ungrouped(one.root), Sum):
            return True  # 50 + 10 %
        if "*" in one.made.text and other.is_matrix and not one.is_constant and "\\" not in source:
            return True  # a product entry by entry, or a convolution
    return False


_BARE = re.compile(r"(\d+)\s*(-|–|/|÷|\\div)\s*(\d+)")


def _is_no_arithmetic(source: str, said: int) -> bool:
    """Whether two whole numbers are a range, a date, a mark, or leave a remainder: pp. 3-7, 11/5, 4/5, 7/2 = 3."""
    found = _BARE.fullmatch(source)
    if found is None:
        return False
    one, two = int(found[1]), int(found[3])
    if found[2] in "-–":
        return one < two and said > 0
    return two == 0 or (one % two != 0 and said in (one, two, one // two, one // two + 1))


def _is_absorbed(one: Expression, other: Expression) -> bool:
    """Whether two large whole numbers are the same for a machine: a number of 53 bits takes up no small summand."""
    summed = value_of(one, Environment())
    value = other.typed_rows()[0][0].value
    known = summed.as_fraction() if isinstance(summed, Exact) else None
    right = value.as_fraction() if isinstance(value, Exact) else None
    return known is not None and right is not None and abs(known) > 2**53 and abs(known - right) * 2**53 <= abs(known)


def _whole(expression: Expression) -> int | None:
    """The whole number that is printed, where nothing else is."""
    if not expression.is_typed or expression.is_matrix:
        return None
    value = expression.typed_rows()[0][0].value
    known = value.as_fraction() if isinstance(value, Exact) else None
    return None if known is None or known.denominator != 1 else known.numerator


def _is_weak(expression: Expression, other: Expression) -> bool:
    """Whether an expression may be no calculation: a function called sigma, or the two ends AB of a segment."""
    if other.is_constant and any(
        isinstance(node, Call) and node.function in ("sigma", "sigmoid") for node, _ in walk(expression.root)
    ):
        return True
    root = ungrouped(expression.root)
    if not isinstance(root, Product) or other.is_matrix:
        return False
    letters = [expression.made.names.get(one.name, "") for one in root.factors if isinstance(one, Symbol)]
    return len(letters) == len(root.factors) and all(len(name) == 1 and name.isupper() for name in letters)


def _is_symbolic(member: Expression, reference: Expression) -> bool:
    """Whether nothing is printed on either side but letters: Y = AV says how Y is defined."""
    return bool(member.names) and bool(reference.names) and not (_prints(member) or _prints(reference))


def _prints(expression: Expression) -> bool:
    return expression.is_typed or expression.is_matrix


def _is_in_other_unit(session: Session, member: Expression, figures: list[Judged]) -> bool:
    """Whether a unit stands behind a number that the factor of some unit explains: 41860 J is 42 kJ."""
    text = session.page.text
    if len(figures) != 1 or not isinstance(figures[0].typed.value, Exact) or figures[0].typed.digits is None:
        return False
    if not _UNIT_FOLLOWS.match(text, member.span[1]) or _WORDS_FOLLOW.match(text, member.span[1]):
        return False
    try:
        right = Fraction(figures[0].expected)
    except ValueError:
        return False
    typed, unit = size_of(figures[0].typed.value), figures[0].typed.digits.unit
    return any(abs(typed - scaled) <= unit for scaled in _rescaled(right))


def _rescaled(value: Fraction) -> Iterator[Fraction]:
    for factor in _UNITS:
        yield value / factor
        yield value * factor


def _is_set_later(session: Session, reference: Expression, context: Context) -> bool:
    """Whether the sentence goes on to set a letter of the calculation: sqrt(d) = 11.3 for d = 128."""
    made, text = reference.made, session.page.text
    for placeholder in made.names:
        at = made.text.find(placeholder)
        start, end = made.source_span((at, at + len(placeholder)))
        name = re.escape(text[start:end].strip())
        if re.search(rf"(?<![A-Za-z\\]){name}\s*(?:=|:=|\\in\b)", context.follows):
            return True
    return False


__all__ = ["GIVEN", "forgiven", "is_near"]
