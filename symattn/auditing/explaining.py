"""Why a printed stage is wrong: the named mistakes that give what is printed."""

from __future__ import annotations

from dataclasses import replace

from symattn.auditing.session import Session, StageClaim
from symattn.checking.candidates import Part
from symattn.checking.diagnosis import Explanation, diagnosis_of
from symattn.checking.explaining import faulty_places
from symattn.checking.messages import listed_explanations
from symattn.checking.typed import TypedAnswer
from symattn.errors import SymattnError
from symattn.exact import ExactMatrix
from symattn.problems.stages import part_of

MOST_EXPLAINED = 12  # wrong stages of one document that are explained


def explain_stages(session: Session) -> None:
    """Add the mistakes that explain them to the claims of wrong stages."""
    wrong = [one for one in session.stage_claims if session.claims[one.claim].is_faulty]
    for stated in wrong[:MOST_EXPLAINED]:
        found = _explanations(stated)
        if not found:
            continue
        claim = session.claims[stated.claim]
        names = tuple(explanation.name for explanation in found)
        message = f"{claim.message}; {listed_explanations(found)}"
        session.claims[stated.claim] = replace(claim, mistakes=names, message=message)


def _explanations(stated: StageClaim) -> tuple[Explanation, ...]:
    problem = stated.stage.world.problems[stated.stage.mask]
    right = part_of(stated.stage.matrix, stated.row, stated.column)
    rows = tuple(tuple(row) for row in stated.typed)
    if isinstance(right, ExactMatrix) and right.shape != (len(rows), len(rows[0])):
        rows = tuple(zip(*rows, strict=True))
    typed = TypedAnswer(rows, True)
    try:
        wrong = faulty_places(typed, right)
        part = Part(stated.stage.name, stated.row, stated.column)
        return diagnosis_of(problem, None).explain(part, typed, wrong) if wrong else ()
    except (SymattnError, IndexError):
        return ()


__all__ = ["explain_stages"]
