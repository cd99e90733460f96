"""The worked solution of a whole trace, in sections: one a head, then what joins the heads.

A visitor over traces: which stages and rows are asked decides what is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symattn.choices import PLACES
from symattn.errors import PositionError
from symattn.exact.matrix import ExactMatrix
from symattn.exact.writing import Names
from symattn.rendering.letters import announced_once, table_of
from symattn.rendering.matrices import value_step
from symattn.rendering.notation import TITLES, chain, product, symbol
from symattn.rendering.pieces import Step, Words
from symattn.rendering.steps import HeadSteps
from symattn.trace import Trace


class Section:
    """Steps under a heading; the heading is empty where there is only one section."""

    def __init__(self, title: str, steps: Sequence[Step]) -> None:
        self.title = title
        self.steps = tuple(announced_once(steps))


def worked_sections(
    trace: Trace,
    stages: Iterable[str] | None = None,
    rows: tuple[int, ...] | None = None,
    places: int = PLACES,
    *,
    in_full: bool = False,
    names: Names | None = None,
) -> list[Section]:
    """The steps that lead to these stages (all when None) for these rows (0-based, all when None).

    ``names`` are the letters of a solution that shows more than this trace.
    """
    names = table_of([trace]) if names is None else names
    asked = set(trace.stage_names if stages is None else stages)
    check_rows(trace, rows)
    if not trace.heads:
        maker = HeadSteps(trace, names, None, rows, places, in_full)
        steps = maker.steps({"output" if name == "joined" else name for name in asked})
        if "output" in asked and "joined" in trace.stage_names:
            steps += _projected(trace, names, rows, places, in_full)
        return [Section("", steps)] if steps else []
    found = []
    for number, head in enumerate(trace.heads, start=1):
        own = {name for _, whose, name in map(trace.owner_of, asked) if whose == number}
        if asked & {"joined", "output"}:
            own.add("output")
        steps = HeadSteps(head, names, number, rows, places, in_full).steps(own)
        if steps:
            found.append(Section(f"Head {number}", steps))
    if asked & {"joined", "output"}:
        steps = _joined(trace, names, rows, places, in_full)
        if "output" in asked:
            steps += _projected(trace, names, rows, places, in_full)
        found.append(Section("Both heads" if len(trace.heads) == 2 else "All heads", steps))
    return found


def _joined(trace: Trace, names: Names, rows: tuple[int, ...] | None, places: int, in_full: bool) -> list[Step]:
    def left(row: int | None) -> Words:
        parts = [symbol("head_output", number, row) for number in range(1, len(trace.heads) + 1)]
        beside = " & ".join(part.latex() for part in parts)
        return chain(
            symbol("joined", row=row),
            Words(rf"\begin{{bmatrix}}{beside}\end{{bmatrix}}", f"[{', '.join(part.text() for part in parts)}]"),
        )

    joined = trace.exact("joined")
    return [value_step(TITLES["joined"], left, joined, rows, names, places, in_full=in_full)]


def _projected(trace: Trace, names: Names, rows: tuple[int, ...] | None, places: int, in_full: bool) -> list[Step]:
    if "w_o" not in trace.inputs:
        return [Step(TITLES["output"], (), ("There is no output projection, so the output is J.",))]

    def left(row: int | None) -> Words:
        return chain(symbol("output", row=row), product(symbol("joined", row=row), symbol("w_o")))

    output = trace.exact("output")
    return [value_step("Output projection", left, output, rows, names, places, in_full=in_full)]


def check_rows(trace: Trace, rows: Sequence[int] | None, matrix: ExactMatrix | None = None, name: str = "") -> None:
    """Raise PositionError for a row (0-based) that the queries, or a stage, do not have."""
    count = trace.visible.T_q if matrix is None else matrix.shape[0]
    for row in rows or ():
        if not 0 <= row < count:
            what = f"{name} has" if name else "there are"
            raise PositionError(f"row {row + 1} is asked, and {what} {count} {'rows' if name else 'queries'}")


__all__ = ["Section", "check_rows", "worked_sections"]
