"""Figures in words: a vector called weights, a number called a loss, a decimal that was derived before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations

from symattn.auditing.contexts import Context
from symattn.auditing.environment import Binding
from symattn.auditing.evaluation import LEAST_ROUNDED
from symattn.auditing.expressions import Cell, Expression
from symattn.auditing.findings import FAULTY, Span
from symattn.auditing.forgiving import is_near
from symattn.auditing.invariants import broken_weights, outside_hull
from symattn.auditing.judging import Judged, agrees
from symattn.auditing.late_masks import audit_late_mask
from symattn.auditing.mask_words import MASKING, speaks_of_other_masks
from symattn.auditing.matching import Match, Part, best_match, parts_of
from symattn.auditing.mixtures import audit_mixture, audit_mixture_of_v, audit_swapped, judge_vector
from symattn.auditing.numbers_in_words import audit_decimal, audit_number
from symattn.auditing.printed import claim_stage, match_of
from symattn.auditing.roles import OTHER_WEIGHTS, SHAPE, STAGES, Role, role_of_name, role_said
from symattn.auditing.session import Session, masks_of
from symattn.auditing.shapes import audit_shape
from symattn.auditing.stated import StatedWeights
from symattn.auditing.worlds import World
from symattn.checking.typed import Typed
from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix, MinusInfinity, exp

RESULTS = ("scores", "weights", "output", "dots", "loss")
INPUTS = ("w_q", "w_k", "w_v", "w_o", "X")
FEW = 3  # rows whose orders are tried
RECENT = 2  # paragraphs after which weights need not belong to the scores that words stated
_REASON = re.compile(r"\b(?:since|because|as)\s+\$?(?:\w+\s+){1,4}(?:is|equals|was)\s+\$?$")
_WEIGHING = re.compile(r"\bweights?\b|\bnormali[sz]ation\b", re.IGNORECASE)


def audit_quantity(session: Session, expression: Expression, context: Context, rows: Sequence[int]) -> None:
    """Judge figures that stand in words without a relation; ``rows`` are those (0-based) that are spoken of."""
    if (SHAPE.search(context.words) or not expression.is_typed) and audit_shape(session, expression, context):
        return
    try:
        typed = session.typed_rows(expression)
    except SymattnError:
        return
    if typed is None or not (expression.is_typed or expression.is_constant or expression.is_matrix):
        return
    if len(typed) * len(typed[0]) == 1:
        audit_number(session, expression, typed[0][0], context, rows)
    else:
        _vector(session, expression, typed, context, rows)


def audit_cells(
    session: Session,
    span: Span,
    cells: Sequence[Sequence[Cell]],
    typed: list[list[Typed]],
    context: Context,
    heading_role: str = "",
) -> None:
    """Judge a table of printed numbers as a stage, by the words before it or by its digits."""
    said = context.said if context.said.role != "joined" else context.said._replace(head=None)
    if said.role in STAGES and session.worlds.worlds and (heading_role == said.role or heading_role not in RESULTS):
        role = role_said(said, said)
        match = match_of(session, cells, typed, role, context, is_rounded=context.is_rounded)
        if match is not None and (match.agrees or _is_cells_meant(session, match, role)):
            claim_stage(session, span, match, typed, context)
            return
    broken_weights(session, span, cells, typed, context)


def _is_cells_meant(session: Session, match: Match, role: Role) -> bool:
    """Whether a table that disagrees is surely meant as the stage that the words before it name."""
    if match.telling and match.share * 2 >= 1:
        return True
    is_here = session.is_world_awake(match.part.stage.world) and match.part.row is None
    return is_here and (bool(match.telling) or _is_single(session, role))


# -- vectors ----------------------------------------------------------------------------------------------------------


def _vector(
    session: Session, expression: Expression, typed: list[list[Typed]], context: Context, rows: Sequence[int]
) -> None:
    role, local = context.said.role, session.local
    for what, right in _local_values(session, role, len(typed) * len(typed[0])):
        figures = judge_vector(expression, typed, right, context)
        if agrees(figures):
            assert figures is not None
            session.judged_claim("stage", expression.span, figures, what, context)
            _keep(session, role, right)
            return
    if context.is_swapped and audit_swapped(session, expression, typed, context):
        return
    if audit_late_mask(session, expression, typed, context):
        return
    match = _labelled(session, expression, typed, context, rows) or _unlabelled(session, expression, typed, context)
    if match is not None:
        claim_stage(session, expression.span, match, typed, context)
        _keep(session, role, match.part.matrix if match.part.row is not None or match.part.is_open else None)
        local.row = match.part.row if role == "weights" else None
        return
    for what, right in _local_values(session, role, len(typed) * len(typed[0])):
        figures = judge_vector(expression, typed, right, context)
        is_meant = (
            not context.is_other_method
            and local.age <= RECENT
            and not context.is_listing
            and not (MASKING.search(context.words) or OTHER_WEIGHTS.search(context.words))
        )
        if figures is not None and is_meant:
            session.judged_claim("stage", expression.span, figures, what, context)
            _keep(session, role, right)
            return
    if broken_weights(session, expression.span, expression.cells_for(typed), typed, context) or audit_mixture(
        session, expression, typed, context
    ):
        return
    if expression.is_typed and audit_mixture_of_v(session, expression, typed, context):
        return
    if expression.is_typed and outside_hull(session, expression, typed, context):
        return
    if role == "w_o" and _state_output_row(session, expression, typed):
        return
    if _rows_in_another_order(session, expression, typed, context) or _row_of_input(
        session, expression, typed, context
    ):
        return
    if role == "projection" and context.said.head is not None:
        local.projections.append((context.said.head, expression, typed, context))
        return
    if context.is_announced and _announced(session, expression, typed, context):
        return
    if not _from_pool(session, expression, typed, context):
        _state(session, typed, role)
    local.last_role = role


def _local_values(session: Session, role: str, width: int) -> Iterator[tuple[str, ExactMatrix]]:
    """What the scores that were stated in the same paragraph lead to."""
    scores = session.local.scores
    if scores is None or scores.shape[1] != width or role not in ("weights", "exponentials"):
        return
    raised = [Exact(0) if isinstance(scores[0, j], MinusInfinity) else exp(scores.number(0, j)) for j in range(width)]
    if role == "exponentials":
        yield "the exponentials of the scores", ExactMatrix([raised])
    else:
        total = sum(raised, start=Exact(0))
        yield "the softmax of the scores", ExactMatrix([[one / total for one in raised]])


def _labelled(
    session: Session, expression: Expression, typed: list[list[Typed]], context: Context, rows: Sequence[int]
) -> Match | None:
    """The derived stage that the words name, where figures are it or surely should be."""
    said = context.said
    if said.role not in STAGES or not session.worlds.worlds:
        return None
    is_paired = said.role == "output" and not rows and session.local.row is not None and _WEIGHING.search(context.words)
    if is_paired:
        rows = [session.local.row or 0]
    role = role_said(said, context.frame)
    best = match_of(
        session, expression.cells_for(typed), typed, role, context, is_rounded=context.is_rounded, rows=rows
    )
    if best is not None and best.agrees:
        return best
    other = _under_other_masks(session, expression, typed, role, rows)
    if other is not None:
        return other
    if best is None or context.is_other_method:
        return None
    is_near = best.telling > 0 and best.share * 2 >= 1
    if not is_near and not session.is_world_awake(best.part.stage.world):
        return None
    if role.stage in ("Q", "K", "V", "scores"):  # words that give an input rather than repeat one
        is_here = best.part.stage.world.section == session.section
        is_reason = bool(rows) and len(typed[0]) > 1 and bool(_REASON.search(context.words))
        return best if is_near or is_reason or (role.number is not None and is_here) else None
    is_whole = best.part.row is None and not best.part.is_open
    is_said = bool(rows) or is_whole or said.head is not None
    is_here = session.worlds.worlds[-1].section >= session.section - 2
    is_named = is_said and is_here and len(typed) * len(typed[0]) > 1
    return best if is_near or (is_named and (is_paired or _is_single(session, role))) else None


def _is_single(session: Session, role: Role) -> bool:
    """Whether there is one stage only that may be meant."""
    return role.number is not None or len(session.worlds.worlds) == 1


def _under_other_masks(
    session: Session,
    expression: Expression,
    typed: list[list[Typed]],
    role: Role,
    rows: Sequence[int],
) -> Match | None:
    """The stage under a mask that the words do not name, where its digits are telling."""
    shape = (len(typed), len(typed[0]))
    if 1 not in shape or not speaks_of_other_masks(session.page.text, session.mask):
        return None
    parts = (
        part
        for world in session.remembered.like(typed)
        for stage in world.stages(role.stage, role.number, tuple(world.problems))
        for part in parts_of(stage, shape, rows)
    )
    found = best_match(expression.cells_for(typed), typed, parts)
    return found if found is not None and found.agrees and found.telling else None


def _unlabelled(session: Session, expression: Expression, typed: list[list[Typed]], context: Context) -> Match | None:
    """Any stage, or row of one, that has just these telling digits."""
    if not any(one.digits is None or one.digits.places >= 3 for row in typed for one in row):
        return None
    shape = (len(typed), len(typed[0]))
    parts = _all_parts(session.remembered.like(typed), shape, context)
    found = best_match(expression.cells_for(typed), typed, parts)
    if found is None or not found.telling:
        return None
    return found if found.agrees or (found.share * 2 >= 1 and not context.is_other_method) else None


def _all_parts(worlds: list[World], shape: tuple[int, int], context: Context) -> Iterator[Part]:
    for world in worlds:
        masks = masks_of(world, context.masks)
        for chosen in (masks, tuple(mask for mask in world.problems if mask not in masks)):
            for role in STAGES:
                for stage in world.stages(role, None, chosen):
                    yield from parts_of(stage, shape)


def _row_of_input(session: Session, expression: Expression, typed: list[list[Typed]], context: Context) -> bool:
    """Whether a vector is a row or column of a matrix that was given, as words name it."""
    said = context.said
    if said.role not in (*INPUTS, "projection"):
        return False
    width = len(typed) * len(typed[0])
    for name, matrix in reversed(list(session.environment.matrices())):
        role = role_of_name(name)
        if role is None or (role.stage != said.role and not (said.role == "projection" and role.stage in INPUTS[:3])):
            continue
        if said.role == "projection" and said.head is not None and role.number != said.head:
            continue
        lines = [*matrix.rows(), *zip(*matrix.rows(), strict=True)] if said.role != "w_o" else [*matrix.rows()]
        for line in lines:
            if len(line) != width:
                continue
            figures = judge_vector(expression, typed, ExactMatrix([list(line)]), context)
            if agrees(figures) and figures is not None:
                session.judged_claim("stage", expression.span, figures, f"a row or column of {name}", context)
                return True
        if said.role == "w_o" and len(matrix.rows()[0]) == width and expression.is_typed:
            nearest = [judge_vector(expression, typed, ExactMatrix([list(line)]), context) for line in lines]
            figures = max((n for n in nearest if n is not None), key=_proved, default=None)
            if figures is None or not (_proved(figures) or is_near(figures)):
                continue
            session.judged_claim("stage", expression.span, figures, f"a row of {name}", context)
            return True
    return False


def _rows_in_another_order(
    session: Session, expression: Expression, typed: list[list[Typed]], context: Context
) -> bool:
    """Whether a matrix is W_O with its rows exchanged, as words say."""
    bound = session.environment.get("W_O")
    if context.said.role != "w_o" or not context.is_swapped or bound is None or not expression.is_typed:
        return False
    if not isinstance(bound.value, ExactMatrix) or bound.value.shape != (len(typed), len(typed[0])) or len(typed) > FEW:
        return False
    for order in list(permutations(bound.value.rows()))[1:]:
        figures = judge_vector(expression, typed, ExactMatrix([list(row) for row in order]), context)
        if figures is not None and 2 * sum(agrees([figure]) for figure in figures) > len(figures):
            session.judged_claim("stage", expression.span, figures, "W_O with its rows in another order", context)
            return True
    return False


def _proved(figures: list[Judged]) -> int:
    return sum(figure.verdict == "proved" for figure in figures)


def _state_output_row(session: Session, expression: Expression, typed: list[list[Typed]]) -> bool:
    """Take over a row of W_O that words give, where W_O was not defined otherwise."""
    known = [name for name, _ in session.environment.matrices() if (r := role_of_name(name)) and r.stage == "w_o"]
    block, rows = session.local.output_rows
    if block != session.block:
        rows = []
        if known:
            return False
    row = tuple(one.value for line in typed for one in line if isinstance(one.value, Exact))
    if rows and len(row) != len(rows[0]):
        return False
    session.local.output_rows = (session.block, [*rows, row])
    matrix = ExactMatrix([*rows, row])
    session.define("W_O", expression.span, Binding(matrix, section=session.section))
    return True


def _announced(session: Session, expression: Expression, typed: list[list[Typed]], context: Context) -> bool:
    """Whether a vector is the announced result of a wrong method: all its digits were derived, though not as this."""
    cells = [cell for line in expression.cells for cell in line]
    entries = [one for row in typed for one in row]
    found = [session.pool.verdict(one) for one in entries]
    if not any(found) or any(one is not None and one[0] in FAULTY for one in found) or len(cells) != len(entries):
        return False
    figures = [Judged(cell[1], one, "differs, announced", "") for cell, one in zip(cells, entries, strict=True)]
    said = "the text itself calls this an error"
    session.claim("stage", expression.span, "differs, announced", said, context, figures=figures)
    return True


def _from_pool(session: Session, expression: Expression, typed: list[list[Typed]], context: Context) -> bool:
    """Judge the decimals of a vector that were derived before."""
    found = False
    for row, line in zip(typed, expression.cells, strict=False):
        for one, (_, span) in zip(row, line, strict=False):
            found = audit_decimal(session, one, span, context) or found
    return found


def _keep(session: Session, role: str, matrix: ExactMatrix | None) -> None:
    """Remember a row of scores or weights for the figures that follow."""
    local = session.local
    local.last_role = role
    if matrix is None or matrix.shape[0] != 1:
        return
    if role in ("scores", "masked_scores"):
        local.scores, local.weights, local.age = matrix, None, 0
    elif role == "weights":
        local.weights, local.age = matrix, 0


def _state(session: Session, typed: list[list[Typed]], role: str) -> None:
    """Take over scores, weights or value vectors that the words state."""
    local = session.local
    if local.section != session.section:
        local.values, local.section = [], session.section
    entries = [one.value for row in typed for one in row]
    numbers = [entry for entry in entries if isinstance(entry, Exact)]
    if len(numbers) < len(entries):
        return
    vector = ExactMatrix([numbers])
    if role in ("scores", "masked_scores"):
        local.scores, local.weights, local.age = vector, None, 0
    elif role == "weights" and len(typed) == 1:
        local.weights, local.age = vector, 0
        block, rows = local.stated_weights
        digits = [one.digits for row in typed for one in row if one.digits]
        units = [one.unit / 2 for one in digits if "." in one.digits and one.significant[1] >= LEAST_ROUNDED]
        stated = StatedWeights(vector, max(units, default=Fraction(0)))
        local.stated_weights = (session.block, [*(rows if block == session.block else ()), stated])
    elif role == "V":
        local.values.append(vector)
    local.last_role = role


__all__ = ["audit_cells", "audit_quantity"]
