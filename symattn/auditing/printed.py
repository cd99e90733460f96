"""Printed figures as stages of a calculation: found, judged, and remembered for the diagnosis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symattn.auditing.contexts import Context
from symattn.auditing.expressions import Cell
from symattn.auditing.findings import Span
from symattn.auditing.matching import Match, Part, best_match, parts_of
from symattn.auditing.roles import Role
from symattn.auditing.session import Session, StageClaim, masks_of
from symattn.auditing.worlds import World
from symattn.checking.typed import Typed


def match_of(
    session: Session,
    cells: Sequence[Sequence[Cell]],
    typed: list[list[Typed]],
    role: Role,
    context: Context,
    *,
    is_rounded: bool = False,
    rows: Sequence[int] = (),
) -> Match | None:
    """The part of a derived stage that printed figures state: one that agrees, else the one that agrees best."""
    masks = session.masks(context, role.mask)
    return best_match(cells, typed, _parts(session, typed, role, masks, rows), is_rounded=is_rounded)


def _parts(
    session: Session, typed: list[list[Typed]], role: Role, masks: tuple[str, ...], rows: Sequence[int]
) -> Iterator[Part]:
    shape = (len(typed), len(typed[0]))
    for world in _worlds(session, role, typed):
        own = masks_of(world, masks)
        if role.number is None:
            for stage in world.stages(role.stage, None, own):
                yield from parts_of(stage, shape, rows)
            continue
        has_heads = False
        for stage in world.stages(role.stage, role.number, own):
            has_heads = True
            yield from parts_of(stage, shape, rows)
        if not role.is_head and (not has_heads or 1 in shape):  # a subscript that counts rows
            for stage in world.stages(role.stage, None, own):
                yield from parts_of(stage, shape, (role.number - 1,))


def _worlds(session: Session, role: Role, typed: list[list[Typed]]) -> list[World]:
    """The calculations that may be meant: those that have the head which words name, where there are any."""
    worlds = session.remembered.like(typed)
    named = [world for world in worlds if role.is_head and world.has_head(role.number)]
    return named or worlds


def claim_stage(session: Session, span: Span, match: Match, typed: list[list[Typed]], context: Context) -> int:
    """Add the claim of a printed stage."""
    part = match.part
    part.stage.world.is_used = True
    number = session.judged_claim("stage", span, match.figures, part.place, context, stage=part.place)
    if match.agrees:
        session.wake(part.stage.world)
    if not part.is_open:
        session.stage_claims.append(StageClaim(number, part.stage, part.row, None, typed))
    return number


__all__ = ["claim_stage", "match_of"]
