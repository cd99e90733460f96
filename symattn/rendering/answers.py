"""What a key says of one answer: exact with letters, exact in full, in decimals, and what should be known about it."""

from __future__ import annotations

from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.exact.writing import Names
from symattn.problems.exercises import Answer
from symattn.problems.stages import Value, trace_of
from symattn.rendering.decimals import decimal_side
from symattn.rendering.letters import letters_in
from symattn.rendering.matrices import row_forms
from symattn.rendering.notation import NOT_REDUCED, condition_words
from symattn.rendering.pieces import EQUAL, Equation, Grid, Number, Side, Step, Words, definitions, grid
from symattn.rendering.remarks import remarks_on_unused, remarks_on_weights


def answer_step(answer: Answer, places: int) -> Step:
    """A stage or value as a step without a title: equations without a left side, letters, conditions, remarks."""
    value = answer.expected()
    places = places if answer.places is None else answer.places
    names = letters_of(answer, value) if answer.abbreviate else ()
    rounded = decimal_side(value, places)
    full: list[tuple[str, Side]] = [(EQUAL, exact_side(value)), *([rounded] if rounded else [])]
    short = short_side(value, names) if answer.abbreviate else None
    equations = [Equation(None, full if short is None else [(EQUAL, short), *full])]
    names = () if short is None else names
    return Step("", equations, remarks_on(answer, value, places), definitions(names), conditions_on(value))


def exact_side(value: Value) -> Side:
    """The exact value in full; a single row stands without outer brackets."""
    if isinstance(value, ExactMatrix):
        return grid(value, [0] if value.shape[0] == 1 else None)
    return Number(value)


def entries_of(value: Value) -> list[Exact]:
    """The numbers in a value, -oo left out."""
    if isinstance(value, ExactMatrix):
        return [entry for row in value.rows() for entry in row if isinstance(entry, Exact)]
    return [] if isinstance(value, MinusInfinity) else [value]


def letters_of(answer: Answer, value: Value) -> Names:
    """Letters for the exponentials of a value that are no symbols of its problem."""
    from symattn.exact.row_form import abbreviations

    matrices = answer.problem.arrays.values() if answer.problem is not None else ()
    return abbreviations(entries_of(value), frozenset[str]().union(*(matrix.symbols for matrix in matrices)))


def short_side(value: Value, names: Names) -> Side | None:
    """Rows over their denominators, with letters; None where that is not shorter than the exact value itself."""
    if isinstance(value, MinusInfinity):
        return None
    if isinstance(value, Exact):
        return Number(value, names) if names else None
    if len(entries_of(value)) < value.shape[0] * value.shape[1]:
        return Grid(grid(value, None, names).rows) if letters_in(entries_of(value), names) else None
    forms = row_forms(value, range(value.shape[0]), names)
    is_rational = all(entry.as_fraction() is not None for entry in entries_of(value))
    return None if is_rational else forms


# -- what should be known -------------------------------------------------------------------------------------------


def conditions_on(value: Value) -> tuple[Words, ...]:
    """The conditions on free symbols under which a value holds."""
    return tuple(condition_words(condition) for condition in sorted(value.conditions))


def remarks_on(answer: Answer, value: Value, places: int) -> list[str]:
    """Sentences about unused queries, sums of printed weights, and forms that are not in lowest terms."""
    said = _remarks_on_stage(answer, places)
    return said if value.reduced else [*said, NOT_REDUCED]


def _remarks_on_stage(answer: Answer, places: int) -> list[str]:
    if answer.kind != "stage" or answer.problem is None or answer.stage in answer.problem.arrays:
        return []
    trace = trace_of(answer.problem, answer.item)
    if answer.stage not in trace.stage_names:  # who may read whom
        return []
    owner, _, stage = trace.owner_of(answer.stage)
    rows = range(owner.exact(stage).shape[0]) if answer.row is None else [answer.row]
    if stage == "weights" and answer.column is None:
        return remarks_on_weights(owner, rows, places)
    is_told = stage == "weights" or (stage in ("joined", "output") and answer.row is not None)
    return remarks_on_unused(owner, rows) if is_told else []


__all__ = ["answer_step", "conditions_on", "exact_side", "short_side"]
