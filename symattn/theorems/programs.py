"""A calculation whose inputs can be exchanged: somebody's function of exact matrices, or the trace of a problem.

Rows of an input are positions, [T, anything]; only an input called scores, S, bias or B has an entry for each pair of
positions. An input or output of fewer rows than others belongs to the last positions, or with align "top-left" to the
first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from symattn.attention import attention, attention_from_scores, multi_head, self_attention
from symattn.door import exact_matrix
from symattn.errors import ShapeError, UndecidedError
from symattn.exact.functions import symbol
from symattn.exact.matrix import ExactMatrix
from symattn.exact.number import Exact
from symattn.exact.watching import watched
from symattn.heads import finite
from symattn.patterns import BOTTOM_RIGHT, TOP_LEFT, check_align
from symattn.shapes import at_least
from symattn.trace import Trace

PAIRS = frozenset({"scores", "S", "bias", "B"})
Inputs = dict[str, ExactMatrix]
Shapes = Mapping[str, tuple[int, int]]


class Place(NamedTuple):
    """An entry of an input, 0-based."""

    name: str
    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.name}[{self.row + 1}, {self.column + 1}]"


@dataclass(frozen=True)
class Program:
    """How outputs [T_q, anything] are calculated from inputs of these shapes; ``given`` are those that it came with."""

    run: Callable[[Inputs], ExactMatrix]
    shapes: Shapes
    given: Inputs = field(default_factory=dict)
    align: str = BOTTOM_RIGHT

    def on(self, inputs: Inputs) -> ExactMatrix:
        """The outputs for these inputs, of a calculation that is the same whatever their symbols are.

        Errors: UndecidedError where it asks what the symbols are, such as whether one is 77, and goes one way.
        """
        with watched() as questions:
            found = self.run(inputs)
        if questions:
            raise UndecidedError(f"the function asks {questions[0]}, and goes one way on the answer")
        return found

    def then(self, change: Callable[[ExactMatrix], ExactMatrix]) -> Program:
        """The program with something done to its output."""
        return Program(lambda given: change(self.run(given)), self.shapes, self.given, self.align)

    def after(self, change: Callable[[Inputs], Inputs]) -> Program:
        """The program with something done to its inputs first; they have the same shapes before that."""
        return Program(lambda given: self.run(change(given)), self.shapes, self.given, self.align)

    @cached_property
    def T(self) -> int:
        """How many positions there are."""
        return max(max(shape) if name in PAIRS else shape[0] for name, shape in self.shapes.items())

    def shift(self, rows: int) -> int:
        """The position of the first of so many rows."""
        return 0 if self.align == TOP_LEFT else self.T - rows

    def positions(self, place: Place) -> tuple[int, ...]:
        """The positions that an entry belongs to: one, or those of a query and a key."""
        rows, columns = self.shapes[place.name]
        row = place.row + self.shift(rows)
        return (row, place.column + self.shift(columns)) if place.name in PAIRS else (row,)

    def places(self) -> Iterator[Place]:
        """Every entry of every input."""
        for name, (rows, columns) in self.shapes.items():
            for row in range(rows):
                for column in range(columns):
                    yield Place(name, row, column)

    @cached_property
    def symbols(self) -> dict[str, Place]:
        """The symbol of each entry by name."""
        letters = letters_of(self.shapes)
        return {f"{letters[p.name]}_{p.row + 1}_{p.column + 1}_": p for p in self.places()}

    def symbolic(self) -> Inputs:
        """Inputs that are free symbols throughout."""
        names = {place: name for name, place in self.symbols.items()}
        return self.filled(lambda place: symbol(names[place]))

    def filled(self, entry: Callable[[Place], Exact | int]) -> Inputs:
        """Inputs made entry by entry."""
        return {
            name: ExactMatrix([[entry(Place(name, i, j)) for j in range(columns)] for i in range(rows)])
            for name, (rows, columns) in self.shapes.items()
        }

    def domain(self) -> str:
        """What a proof about it covers, in words."""
        shapes = ", ".join(f"{name} [{rows}, {columns}]" for name, (rows, columns) in self.shapes.items())
        return f"all finite real {shapes}"


def letters_of(names: Mapping[str, object]) -> dict[str, str]:
    """A letter for each input; e is Euler's number and o is no letter for a number."""
    letters: dict[str, str] = {}
    for name in names:
        wished = [c for c in (*name.lower(), *"abcdfghijklmnpqrstuvwxyz") if c.isalpha() and c not in "eo"]
        letters[name] = next(c for c in wished if c not in letters.values())
    return letters


def changed(inputs: Inputs, place: Place, value: Exact) -> Inputs:
    """The same inputs with another number at one place."""
    rows = [list(row) for row in inputs[place.name].rows()]
    rows[place.row][place.column] = value
    return {**inputs, place.name: ExactMatrix(rows)}


def program_of_function(
    function: Callable[..., Any], inputs: Mapping[str, object], align: str | None = None
) -> Program:
    """Somebody's function, called with one exact matrix an input, in order.

    It returns what counts as a matrix [T_q, anything], or a Trace, of which the output is taken.
    """
    shapes = {name: _shape(name, shape) for name, shape in inputs.items()}
    if not shapes:
        raise ShapeError('inputs says which matrices the function takes, such as inputs={"X": (4, 2)}')

    def run(given: Inputs) -> ExactMatrix:
        return result_of(function(*given.values()))

    return Program(run, shapes, align=_alignment(align))


def result_of(returned: object) -> ExactMatrix:
    """The matrix that a function returned, or the output of the trace."""
    if isinstance(returned, Trace):
        return returned.exact("output" if "output" in returned.stage_names else "weights")
    return exact_matrix(returned, "what the function returns")


def program_of_trace(trace: Trace, align: str | None = None) -> Program:
    """The calculation of a trace, whose inputs are X, or Q K V, or scores and V, and all else stays as it is."""
    run, given = _of_inputs(trace) if "X" in trace.inputs else _of_matrices(trace)
    return Program(run, {name: matrix.shape for name, matrix in given.items()}, given, _alignment(align))


def _of_inputs(trace: Trace) -> tuple[Callable[[Inputs], ExactMatrix], Inputs]:
    settings, inputs = _settings(trace), trace.inputs
    w_o = inputs.get("w_o")

    def run(given: Inputs) -> ExactMatrix:
        if "w_q" in inputs:
            weights = (inputs["w_q"], inputs["w_k"], inputs["w_v"])
            return result_of(
                self_attention(given["X"], *weights, w_o=w_o, n_heads=max(1, len(trace.heads)), **settings)
            )
        heads = [tuple(head.inputs[name] for name in ("w_q", "w_k", "w_v")) for head in trace.heads]
        return result_of(multi_head(given["X"], heads, w_o, **settings))

    return run, {"X": inputs["X"]}


def _of_matrices(trace: Trace) -> tuple[Callable[[Inputs], ExactMatrix], Inputs]:
    settings = _settings(trace)
    known: Inputs = dict(trace.inputs)
    known.update({name: trace.exact(name) for name in ("Q", "K", "V") if name in trace.stage_names})
    if "Q" in known:

        def run(given: Inputs) -> ExactMatrix:
            return result_of(
                attention(given["Q"], given["K"], given["V"], n_heads=max(1, len(trace.heads)), **settings)
            )

        return run, {name: known[name] for name in ("Q", "K", "V")}
    settings.pop("scale")
    given_scores: Inputs = {"scores": finite(trace.exact("scores"))}
    if "V" in known:
        given_scores["V"] = known["V"]
    return (
        lambda given: result_of(attention_from_scores(given["scores"], given.get("V"), **settings)),
        given_scores,
    )


def _settings(trace: Trace) -> dict[str, Any]:
    """What stays: the visible pairs (those of bias included), unused queries, scale and bias."""
    bias = trace.inputs.get("bias")
    return {
        "visible": trace.visible,
        "query_valid": trace.query_valid,
        "scale": trace.scale,
        "bias": None if bias is None else finite(bias),
    }


def _shape(name: str, shape: object) -> tuple[int, int]:
    if not isinstance(shape, tuple | list) or len(shape) != 2:
        raise ShapeError(f"the shape of {name} is {shape!r}: write (rows, columns), such as (4, 2)")
    rows, columns = (at_least(1, size, f"the shape of {name}") for size in shape)
    return rows, columns


def _alignment(align: str | None) -> str:
    check_align(align)
    return align or BOTTOM_RIGHT


__all__ = ["Inputs", "Place", "Program", "changed", "program_of_function", "program_of_trace", "result_of"]
