"""What must hold without any formula: weights that add to 1 and lie in [0, 1], outputs in the hull of V, triangles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from symattn.auditing.contexts import Context
from symattn.auditing.expressions import Cell, Expression
from symattn.auditing.findings import Span
from symattn.auditing.judging import LONGEST_EXPECTED, Judged
from symattn.auditing.roles import ANNOUNCED, OTHER_WEIGHTS, role_of_name
from symattn.auditing.session import Session
from symattn.checking.typed import Typed
from symattn.exact import Exact, ExactMatrix


def broken_weights(
    session: Session,
    span: Span,
    cells: Sequence[Sequence[Cell]],
    typed: list[list[Typed]],
    context: Context,
    *,
    is_sure: bool = False,
) -> bool:
    """Judge rows that the words, or surely a name, call weights by their sums and bounds; whether they are broken."""
    if context.said.role != "weights" or len(typed[0]) < 2:
        return False
    values = [[_fraction(one) for one in row] for row in typed]
    if any(value is None for row in values for value in row) or not any(one.digits for row in typed for one in row):
        return False
    rows = [[value for value in row if value is not None] for row in values]
    slacks = [[_slack(one) for one in row] for row in typed]
    if context.is_other_method:
        return False
    if context.is_listing and OTHER_WEIGHTS.search(_line_of(session, span)):
        return False
    if not is_sure and not _are_all_weights(session, rows, slacks, context):
        return False
    for i, numbers in enumerate(rows):
        fault = _fault(numbers, slacks[i])
        if fault:
            figures = [Judged(cells[i][j][1], one, "contradicts an invariant", "") for j, one in enumerate(typed[i])]
            where = f"row {i + 1}: " if len(values) > 1 else ""
            session.claim("invariant", span, "contradicts an invariant", f"{where}{fault}", context, figures=figures)
            return True
    is_causal = "causal" in context.masks and len(values) == len(values[0]) and _is_causal(session, values)
    if is_causal and (fault := _above(values)):
        session.claim("invariant", span, "contradicts an invariant", fault, context)
        return True
    figures = [
        Judged(cells[i][j][1], one, "correctly rounded", "") for i, row in enumerate(typed) for j, one in enumerate(row)
    ]
    total = "each row adds" if len(values) > 1 else "the weights add"
    session.claim("invariant", span, "correctly rounded", f"{total} to 1 within rounding", context, figures=figures)
    return False


def broken_named_weights(session: Session, span: Span, name: str, printed: Expression, context: Context) -> None:
    """Judge a matrix that is defined as weights, by its name or the words before it, where nothing derives it."""
    role = role_of_name(name)
    if role is None or role.stage != "weights" or not printed.is_typed:
        return
    said = f"{context.words} {context.follows[:60]}"
    if not (role.is_sure or (context.said.role == "weights" and (_SURELY.search(said) or session.mask))):
        return
    masks = ("causal",) if role.mask == "causal" else context.masks
    context = context.but(said=context.said._replace(role="weights"), masks=masks)
    broken_weights(session, span, printed.cells, printed.typed_rows(), context, is_sure=True)


_PART = re.compile(
    r"\b(?:first|last|top|largest|highest|smallest|among|some|respectively|only|for|others?|average|mean|maximum|remaining)\b",
    re.IGNORECASE,
)


def broken_spoken_row(session: Session, words: str, start: int) -> None:
    """Judge a row of attention weights in a sentence, 0.2, 0.3 and 0.5, by its sum, where it surely is a whole row."""
    row = session.spoken
    at = row.place[0] - start
    sentence = re.split(r"[.;:!?]\s", words[:at])[-1] + words[at : at + 200].partition(". ")[0]
    is_whole = _SURELY.search(sentence) and not (_PART.search(sentence) or OTHER_WEIGHTS.search(sentence))
    if not is_whole or not re.search(r"\b(?:weights|probabilities)\b", sentence):
        return
    slack = [Fraction(1, 2 * 10 ** len(text.partition(".")[2])) for text in row.texts]
    if abs(sum(row.entries, start=Fraction(0)) - 1) > Fraction(1, 4):
        return
    fault = _fault(row.entries, slack)
    context = Context(words=sentence, is_announced=bool(ANNOUNCED.search(sentence)))
    if fault:
        session.claim("invariant", row.place, "contradicts an invariant", fault, context)
    else:
        session.claim("invariant", row.place, "correctly rounded", "the weights add to 1 within rounding", context)


LONGEST_LINE = 200
PLACES = 10  # of a sum or bound in a message
LARGEST = 3  # what lies far outside [0, 1] was never meant as a weight
SLIP = 10  # units of the last digit
NEARLY = Fraction(1, 20)  # how far from 1 a row may add where only its digits say that it is one of weights
_SOME = re.compile(
    r"\b(?:top|largest|highest|greatest|strongest|leading|most|only|some|few|among|first|last|others?|rest|remaining)\b"
    r"|\.\.\.|…|\\[ld]?dots\b",
    re.IGNORECASE,
)
_SURELY = re.compile(r"\b(?:attention|softmax)\b", re.IGNORECASE)


def _are_all_weights(
    session: Session, rows: Sequence[Sequence[Fraction]], slacks: Sequence[Sequence[Fraction]], context: Context
) -> bool:
    """Whether rows are weights that add to 1; where most of several do not, something else is called so."""
    units = [max(2 * half for half in slack) for slack in slacks]
    if not all(_are_weights(session, row, unit, context) for row, unit in zip(rows, units, strict=True)):
        return False
    broken = sum(bool(_fault(row, slack)) for row, slack in zip(rows, slacks, strict=True))
    return len(rows) == 1 or 2 * broken <= len(rows)


def _is_causal(session: Session, values: Sequence[Sequence[Fraction | None]]) -> bool:
    """Whether the mask was spoken of here, or most of what it hides is zero, so that the rest is a slip."""
    if session.mask_section == session.section:
        return True
    hidden = [value for i, row in enumerate(values) for value in row[i + 1 :] if value is not None]
    return 2 * sum(value != 0 for value in hidden) < len(hidden) or all(value < NEARLY for value in hidden)


def _are_weights(session: Session, row: Sequence[Fraction], unit: Fraction, context: Context) -> bool:
    """Whether a row called weights is one that adds to 1: samples and models have weights too."""
    if any(abs(value) > LARGEST for value in row) or OTHER_WEIGHTS.search(f"{context.words} {context.follows[:60]}"):
        return False
    inside = sum(0 <= value <= 1 for value in row)
    total = sum(row, start=Fraction(0))
    if total < 1 - NEARLY and _SOME.search(f"{context.words} {context.follows[:60]}"):
        return False
    if any(value > 1 for value in row) and all(value.denominator == 1 for value in row):
        return False
    is_near = inside == len(row) and _is_slip(abs(total - 1), unit, context)
    if is_near or _SURELY.search(context.words):
        return True
    scores = session.local.scores
    widths = {
        world.problems["given"].score_shape[1]
        for world in session.worlds.worlds
        if session.is_world_awake(world) and world.problems
    }
    is_wide = (scores is not None and scores.shape[1] == len(row)) or len(row) in widths
    return is_wide and 2 * inside >= len(row)


def _is_slip(off: Fraction, unit: Fraction, context: Context) -> bool:
    """Whether a row adds to so nearly 1 that a figure of it slipped; code prints other weights of one digit, too."""
    few = NEARLY if context.is_listing else Fraction(1, 4)
    return off <= min(few, 3 * unit) or off <= min(NEARLY, SLIP * unit)


def _line_of(session: Session, span: Span) -> str:
    """The line of a listing, which may name other settings of a model beside its weights."""
    text = session.page.text
    start = max(text.rfind("\n", 0, span[0]) + 1, span[0] - LONGEST_LINE)
    stop = text.find("\n", span[1], span[1] + LONGEST_LINE)
    return text[start : stop if stop >= 0 else span[1] + LONGEST_LINE]


def _fraction(typed: Typed) -> Fraction | None:
    return typed.value.as_fraction() if isinstance(typed.value, Exact) else None


def _slack(typed: Typed) -> Fraction:
    """Half a unit of the last digit; a whole number is meant exactly."""
    if typed.digits is None or "." not in typed.digits.digits:
        return Fraction(0)
    return typed.digits.unit / 2


def _fault(row: Sequence[Fraction], slack: Sequence[Fraction]) -> str:
    """What is the matter with a row of weights."""
    outside = next(
        (value for value, half in zip(row, slack, strict=True) if value + half < 0 or value - half > 1), None
    )
    if outside is not None:
        return f"a weight of {_decimal(outside)} lies outside [0, 1]"
    off = abs(sum(row, start=Fraction(0)) - 1)
    reach = sum(slack, start=Fraction(0))
    if off < reach or off == 0 or (off == reach and all(_is_tie(v, s) for v, s in zip(row, slack, strict=True))):
        return ""
    return (
        f"the weights add to {_decimal(sum(row, start=Fraction(0)))}, which no rounding of weights that add to 1 gives"
    )


def _is_tie(value: Fraction, half: Fraction) -> bool:
    """Whether a rounded number may come from the middle between two: 0.13 from 1/8."""
    denominators = ((value - half).denominator, (value + half).denominator)
    return any(one & (one - 1) == 0 for one in denominators)


def _above(values: Sequence[Sequence[Fraction | None]]) -> str:
    for i, row in enumerate(values):
        for j, value in enumerate(row):
            if j > i and value:
                return f"query {i + 1} has the weight {_decimal(value)} on key {j + 1}, which a causal mask hides"
    return ""


_MIXED = re.compile(r"\b(?:attention|mixtures?|weighted (?:sums?|averages?|means?))\b", re.IGNORECASE)


def outside_hull(session: Session, expression: Expression, typed: list[list[Typed]], context: Context) -> bool:
    """Judge an output of attention by the V of its section, where nothing else can be derived; whether it is outside.

    An output projection may lead anywhere, so V has to be all that is stated.
    """
    bound = session.environment.get("V")
    if context.said.role != "output" or bound is None or not isinstance(bound.value, ExactMatrix):
        return False
    is_alone = not session.worlds.worlds and session.environment.get("W_O") is None
    if not is_alone or bound.section != session.section or not _MIXED.search(context.words):
        return False
    fault = hull_fault(typed, bound.value) if len(typed[0]) > 1 else ""
    if not fault:
        return False
    figures = [
        Judged(cell[1], one, "contradicts an invariant", "")
        for line, row in zip(expression.cells_for(typed), typed, strict=True)
        for cell, one in zip(line, row, strict=True)
    ]
    session.claim("invariant", expression.span, "contradicts an invariant", fault, context, figures=figures)
    return True


def hull_fault(output: list[list[Typed]], value: ExactMatrix) -> str:
    """Which printed output lies outside the hull of V, column by column; "" where none does."""
    if len(output[0]) != value.shape[1]:
        return ""
    for j in range(value.shape[1]):
        column = [value.number(i, j).as_fraction() for i in range(value.shape[0])]
        known = [one for one in column if one is not None]
        if len(known) < len(column):
            return ""
        for i, row in enumerate(output):
            one, half = _fraction(row[j]), _slack(row[j])
            if one is not None and (one + half < min(known) or one - half > max(known)):
                low, high = _decimal(min(known)), _decimal(max(known))
                return (
                    f"row {i + 1}, column {j + 1} is {_decimal(one)}, and a mixture of the rows of V lies "
                    f"between {low} and {high}"
                )
    return ""


def _decimal(value: Fraction) -> str:
    text = Exact(value).decimal(PLACES)
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text if len(text) <= LONGEST_EXPECTED else f"{text[:LONGEST_EXPECTED]}..."


__all__ = ["broken_named_weights", "broken_spoken_row", "broken_weights", "outside_hull"]
