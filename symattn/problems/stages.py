"""Anything of a problem by the name people use: given arrays, calculated stages, the scale, who reads whom."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from symattn.errors import PositionError, ProblemError, UnknownNameError
from symattn.exact import Exact, ExactMatrix, MinusInfinity

if TYPE_CHECKING:
    from symattn.problems.problem import Problem
    from symattn.trace import Trace


Value: TypeAlias = Exact | ExactMatrix | MinusInfinity

_PLACE = re.compile(
    r"(?:record(?P<item>[0-9]{1,9})\.)?(?P<stage>[A-Za-z_][\w.]*)"
    r"(?:\[\s*(?P<row>[0-9]{1,9}|:)\s*(?:,\s*(?P<column>[0-9]{1,9}|:)\s*)?\])?"
)


class Place(NamedTuple):
    """A stage, or one row, column or entry of it, in one record of a batch; all 0-based."""

    stage: str
    row: int | None = None
    column: int | None = None
    item: int | None = None


def parse_place(text: str) -> Place:
    """The place that people write 1-based: ``output[2, 1]``, ``weights[2]``, ``weights[:, 1]``, ``record2.weights``.

    >>> parse_place("record2.weights[:, 1]")
    Place(stage='weights', row=None, column=0, item=1)

    Errors: ProblemError for other text, PositionError for a 0.
    """
    found = _PLACE.fullmatch(text.strip())
    if found is None:
        raise ProblemError(f'"{text}" is not a stage such as output[2, 1]')
    numbers = {name: None if found[name] in (None, ":") else int(found[name]) for name in ("row", "column", "item")}
    for name, number in numbers.items():
        if number is not None and number < 1:
            raise PositionError(f"{text}: a {'record' if name == 'item' else name} is counted from 1")
    row, column, item = (None if number is None else number - 1 for number in numbers.values())
    return Place(found["stage"], row, column, item)


def stage_value(problem: Problem, name: str, item: int | None = None) -> Exact | ExactMatrix:
    """One stage or input of a problem (of record ``item``, 0-based, in a batch), solved only if it must be.

    >>> from symattn.problems import Problem
    >>> p = Problem.from_data({"X": [[1], [2]], "w_q": [[1]], "w_k": [[1]], "w_v": [[3]], "visible": "causal"})
    >>> stage_value(p, "V").text(), stage_value(p, "mask").text()
    ('[[3], [6]]', '[[0, -oo], [0, 0]]')

    Names: what ``trace.stage_names`` lists ("weights", "head2.output"), what was given ("X", "w_q", "head1.w_q",
    "bias"), "scale" and "head1.scale", "visible" (a matrix of 1 and 0) and "mask" (a matrix of 0 and -oo). Errors:
    UnknownNameError for another name, ProblemError when a batch is asked without an item.
    """
    record = record_of(problem, item)
    given = record.arrays.get(name)
    if given is not None:
        return given
    assert record.visible is not None, "every record says who reads whom"
    if name == "visible":
        return ExactMatrix([[int(seen) for seen in row] for row in record.visible.rows])
    if name == "mask":
        return record.visible.additive_exact()
    return _calculated(trace_of(problem, item), name, record)


def _calculated(trace: Trace, name: str, record: Problem) -> Exact | ExactMatrix:
    scale = _scales(trace).get(name)
    if scale is not None:
        return scale
    if name in trace.stage_names:
        return trace.exact(name)
    raise UnknownNameError.of("stage", name, {*trace.stage_names, *record.arrays, *_scales(trace), "visible", "mask"})


def _scales(trace: Trace) -> dict[str, Exact]:
    """The scale, where there is one for all heads, and that of each head, by name."""
    scales = {"scale": trace.scale} | {f"head{number}.scale": head.scale for number, head in enumerate(trace.heads, 1)}
    return {name: scale for name, scale in scales.items() if scale is not None}


def trace_of(problem: Problem, item: int | None = None) -> Trace:
    """The trace of a problem, or of record ``item`` (0-based) of a batch."""
    record_of(problem, item)
    solution = problem.solution
    return solution[item or 0] if isinstance(solution, list) else solution


def record_of(problem: Problem, item: int | None = None) -> Problem:
    """The problem itself, or record ``item`` (0-based) of a batch."""
    if not problem.records:
        if item is not None:
            raise ProblemError(f"is one record, no batch, and item {item + 1} is asked", file=problem.name)
        return problem
    count = len(problem.records)
    if item is None:
        raise ProblemError(f"is a batch: say which of its {count} records is meant with item", file=problem.name)
    if not 0 <= item < count:
        raise ProblemError(f"has {count} records, and item {item + 1} is asked", file=problem.name)
    return problem.records[item]


def part_of(value: Value, row: int | None, column: int | None, name: str = "the value") -> Value:
    """A row [1, n], a column [m, 1] or an entry of a matrix [m, n], 0-based; everything when neither is given.

    >>> part_of(ExactMatrix([[1, 2], [3, 4]]), None, 1).text()
    '[[2], [4]]'

    Errors: PositionError when the matrix has no such row or column.
    """
    if row is None and column is None:
        return value
    if not isinstance(value, ExactMatrix):
        raise PositionError(f"{name} is a number and has no rows and columns")
    for what, place, size in (("row", row, value.shape[0]), ("column", column, value.shape[1])):
        if place is not None and not 0 <= place < size:
            raise PositionError(f"{name} {list(value.shape)} has no {what} {place + 1}")
    if row is None and column is not None:
        return ExactMatrix([[entries[column]] for entries in value.rows()])
    if row is not None and column is None:
        return ExactMatrix([value.row(row)])
    return value if row is None or column is None else value[row, column]
