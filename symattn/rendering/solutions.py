"""The worked solution of a problem as plain text or LaTeX, and its stages as data for programs.

    >>> from symattn.attention import attention
    >>> trace = attention([[0], [1]], [[0], [1]], [[0], [1]], visible="causal")
    >>> print(solution(trace, stage="weights", row=1))
    Rows are queries and columns are keys, counted from 1.
    ...
    weights
      A[2] = [1/(e + 1), e/(e + 1)] ≈ [0.268941, 0.731059]
    >>> solve_json(trace, places=3)["stages"][-1]["decimal"]
    [['0.000'], ['0.731']]

Rows are 0-based here, as everywhere in Python, and 1-based in what is written. Plain text and data are made without
any template.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from symattn.choices import PLACES
from symattn.errors import UnknownNameError
from symattn.exact.matrix import ExactMatrix
from symattn.rendering.letters import table_of
from symattn.rendering.notation import CONVENTIONS
from symattn.rendering.sections import Section, worked_sections
from symattn.rendering.stages import given_step, stage_step
from symattn.trace import Trace

Solution: TypeAlias = Trace | Sequence[Trace]
FORMATS = ("text", "tex")


def solution(
    solved: Solution,
    to: str = "text",
    places: int = PLACES,
    stage: str | None = None,
    row: int | None = None,
    *,
    fragment: bool = False,
) -> str:
    """The worked solution of a trace, or of every record of a batch; of one stage or row (0-based) when asked.

    Errors: UnknownNameError for another format, StageError for a stage that is not there, PositionError for a row.
    """
    if to not in FORMATS:
        raise UnknownNameError.of("format of a solution", to, FORMATS)
    records = solution_records(solved, places, stage, None if row is None else (row,))
    if to == "tex":
        from symattn.rendering.documents import solution_tex

        return solution_tex(records, conditions_of(solved), fragment=fragment)
    return _as_text(records, conditions_of(solved))


def solution_records(
    solved: Solution, places: int, stage: str | None, rows: tuple[int, ...] | None
) -> list[tuple[str, list[Section]]]:
    """The sections of each record under the record's heading, which is empty where there is only one."""
    traces = [solved] if isinstance(solved, Trace) else list(solved)
    names = table_of(traces) if stage is None else ()
    found = []
    for number, trace in enumerate(traces, start=1):
        heading = "" if isinstance(solved, Trace) else f"Record {number}"
        if stage is not None:
            sections = [Section("", (stage_step(trace, stage, rows, places),))]
        else:
            sections = worked_sections(trace, None, rows, places, in_full=True, names=names)
            sections.insert(0, Section("", (given_step(trace),)))
        found.append((heading, sections))
    return found


def conditions_of(solved: Solution) -> list[str]:
    """The conditions on free symbols of all records."""
    traces = [solved] if isinstance(solved, Trace) else list(solved)
    return sorted({condition for trace in traces for condition in trace.conditions})


def _as_text(records: Sequence[tuple[str, list[Section]]], conditions: Sequence[str]) -> str:
    from symattn.rendering.plain import step_lines

    lines = list(CONVENTIONS)
    for heading, sections in records:
        lines += _headed(heading, "=")
        for section in sections:
            lines += _headed(section.title, "-")
            for step in section.steps:
                lines += ["", *step_lines(step)]
    if conditions:
        lines += ["", f"Conditions: {', '.join(conditions)}"]
    return "\n".join(lines)


def _headed(title: str, rule: str) -> list[str]:
    return ["", title, rule * len(title)] if title else []


# -- data for programs ----------------------------------------------------------------------------------------------


def solve_json(
    solved: Solution,
    places: int = PLACES,
    stage: str | None = None,
    row: int | None = None,
    *,
    name_denominators: bool = False,
) -> dict[str, Any]:
    """Every stage as data: name, shape, reduced, exact texts that read back, decimals (None where a symbol is left).

    With `name_denominators` the long denominator of a row is written once, as {"D_3": "..."} in `denominators`, and by
    its name in `exact`.  A batch has one more level, records first, in shape, exact, decimal and denominators.
    """
    traces = [solved] if isinstance(solved, Trace) else list(solved)
    names = traces[0].stage_names if stage is None else (stage,)
    stages = []
    known: dict[int, dict[str, Any]] = {}  # joined heads may be the output too
    for name in names:
        records = []
        for matrix in (trace.exact(name) for trace in traces):
            if id(matrix) not in known:
                known[id(matrix)] = _stage_data(matrix, places, row, name_denominators)
            records.append({"name": name, **known[id(matrix)]})
        stages.append(records[0] if isinstance(solved, Trace) else _batched(records))
    return {"stages": stages, "conditions": conditions_of(solved)}


def _stage_data(matrix: ExactMatrix, places: int, row: int | None, named: bool) -> dict[str, Any]:
    from symattn.exact.row_writing import named_rows, written_rows

    rows = range(matrix.shape[0])
    if row is not None:
        matrix[row, 0]  # raises for a row that is not there
        rows = range(row, row + 1)
    exact, names = named_rows(matrix) if named else (written_rows(matrix), {})
    decimals = matrix.decimal(places)
    found = {
        "shape": [len(rows), matrix.shape[1]],
        "reduced": matrix.reduced,
        "exact": [exact[i] for i in rows],
        "decimal": [decimals[i] for i in rows],
    }
    if named:
        asked = {str(i + 1) for i in rows}
        found["denominators"] = {letter: text for letter, text in names.items() if letter.rpartition("_")[2] in asked}
    return found


def _batched(records: list[dict[str, Any]]) -> dict[str, Any]:
    """One stage of all records."""
    joined: dict[str, Any] = {key: [record[key] for record in records] for key in records[0]}
    joined["name"] = records[0]["name"]
    joined["shape"] = [len(records), *records[0]["shape"]]
    joined["reduced"] = all(record["reduced"] for record in records)
    return joined


__all__ = ["conditions_of", "solution", "solution_records", "solve_json"]
