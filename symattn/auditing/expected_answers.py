"""What an exercise file says that an answer equals, against what is right."""

from __future__ import annotations

from symattn.auditing.contexts import Context
from symattn.auditing.expressions import Expression, expression_of, typed_entry
from symattn.auditing.findings import Kind, Verdict
from symattn.auditing.judging import Judged, judged_rows
from symattn.auditing.session import Session, StageClaim
from symattn.auditing.worlds import Stage, World
from symattn.checking.typed import Typed
from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix
from symattn.problems.exercises import Answer
from symattn.problems.stages import Value, record_of, stage_value
from symattn.reading.decimals import typed_digits

_VERDICTS: dict[str, Verdict] = {"equal": "proved", "different": "wrong"}


def audit_expected(session: Session, answer: Answer) -> None:
    """Judge the ``equals`` of an answer, which is the page: figure by figure, or else as a whole."""
    text = session.page.text
    if not text.strip():
        return
    try:
        right = answer.expected()
        claimed = answer.claimed()
    except SymattnError as error:
        session.claim("stage", (0, len(text)), "not understood", f"this is not compared: {error}", Context())
        return
    expression = expression_of(text, 0, len(text), is_latex=False)
    typed = _typed(expression, claimed)
    figures = _figures(expression, typed, right)
    if figures is None or typed is None:
        _whole(session, answer)
        return
    place = part_name(answer)
    kind: Kind = "stage" if answer.stage else "relation"
    number = session.judged_claim(kind, (0, len(text)), figures, place or answer.value, Context(), stage=place)
    if answer.stage and answer.problem is not None:
        stage = _stage(answer)
        session.stage_claims.append(StageClaim(number, stage, answer.row, answer.column, typed))


def part_name(answer: Answer) -> str:
    """The part of a stage that is asked, without its record."""
    return answer.place.rpartition("record ")[2].partition(", ")[2] if answer.item is not None else answer.place


def _typed(expression: Expression | None, claimed: Value | None) -> list[list[Typed]] | None:
    """The entries, each with its digits where these are printed; None where they do not stand one by one."""
    if expression is None or claimed is None:
        return None
    rows = claimed.rows() if isinstance(claimed, ExactMatrix) else [[claimed]]
    if [len(row) for row in expression.cells] != [len(row) for row in rows]:
        return None
    return [
        [typed_entry(node) if typed_digits(node) else Typed(entry) for (node, _), entry in zip(cells, row, strict=True)]
        for cells, row in zip(expression.cells, rows, strict=True)
    ]


def _figures(expression: Expression | None, typed: list[list[Typed]] | None, right: Value) -> list[Judged] | None:
    """The verdict on every entry; None where the shapes differ."""
    if expression is None or typed is None or not isinstance(right, Exact | ExactMatrix):
        return None
    return judged_rows(expression.cells_for(typed), typed, right)


def _whole(session: Session, answer: Answer) -> None:
    """Compare the values as wholes."""
    place, span = part_name(answer), (0, len(session.page.text))
    try:
        found = answer.claim()
    except SymattnError as error:
        session.claim("stage", span, "not understood", f"this is not compared: {error}", Context())
        return
    assert found is not None, "an answer with equals claims something"
    verdict = _VERDICTS.get(found.outcome, "undecided")
    what = place or answer.value
    message = {
        "proved": f"proved equal to {what}",
        "wrong": f"proved different from {what} ({found.evidence})",
    }.get(verdict, f"neither equality with {what} nor difference could be proved")
    expected = answer.expected().text() if verdict == "wrong" else ""
    session.claim("stage", span, verdict, message, Context(), expected=expected[:200], stage=place)


def _stage(answer: Answer) -> Stage:
    """The stage that is asked, of a calculation with just this problem."""
    assert answer.problem is not None, "a stage is one of a problem"
    matrix = stage_value(answer.problem, answer.stage, answer.item)
    whole = matrix if isinstance(matrix, ExactMatrix) else ExactMatrix([[matrix]])
    return Stage(answer.stage, "given", whole, World({}, {"given": record_of(answer.problem, answer.item)}))


__all__ = ["audit_expected"]
