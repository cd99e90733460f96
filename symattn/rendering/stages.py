"""What a trace starts from, and single stages of it, as steps of their own."""

from __future__ import annotations

from collections.abc import Iterator

from symattn.exact.matrix import ExactMatrix
from symattn.rendering.letters import letters_of
from symattn.rendering.matrices import value_step
from symattn.rendering.notation import added, symbol
from symattn.rendering.pieces import EQUAL, Equation, Number, Step, Words, grid
from symattn.rendering.remarks import remarks_on_unused, remarks_on_weights
from symattn.rendering.sections import check_rows
from symattn.trace import Trace

LONGEST_LIST = 12  # queries whose keys are listed


def given_step(trace: Trace) -> Step:
    """The inputs of a trace: matrices, scale, bias, and who may read whom."""
    equations = [Equation(left, ((EQUAL, grid(matrix)),)) for left, matrix in _inputs(trace)]
    if trace.scale is not None:
        equations.append(Equation(symbol("scale"), ((EQUAL, Number(trace.scale)),)))
    unused = remarks_on_unused(trace, range(trace.visible.T_q))
    return Step("Given", tuple(equations), (*visible_remarks(trace), *unused))


def _inputs(trace: Trace) -> Iterator[tuple[Words, ExactMatrix]]:
    """The matrices from which all else is calculated."""
    given = trace.inputs
    if "X" in given:
        yield symbol("X"), given["X"]
    for number, head in enumerate(trace.heads, start=1):
        for name in ("w_q", "w_k", "w_v"):
            if name in head.inputs:
                yield symbol(name, number), head.inputs[name]
    for name in ("w_q", "w_k", "w_v"):
        if name in given:
            yield symbol(name), given[name]
    starts = () if "X" in given else ("Q", "K", "V") if trace.heads or "dots" in trace.stage_names else ("scores", "V")
    for name in starts:
        if name in given or name in trace.stage_names:
            yield symbol(name), given[name] if name in given else trace.exact(name)
    for name in ("bias", "w_o"):
        if name in given:
            yield symbol(name), given[name]


def visible_remarks(trace: Trace) -> list[str]:
    """Who may read whom in words."""
    relation = trace.visible
    if all(bits == (1 << relation.T_k) - 1 for bits in relation.bits):
        return ["Every query may read every key."]
    keys = [", ".join(str(j + 1) for j in relation.visible_keys(i)) or "none" for i in range(relation.T_q)]
    if relation.T_q > LONGEST_LIST:
        return [f"{len(relation.pairs())} of {relation.T_q * relation.T_k} pairs of query and key may be read."]
    return [f"Keys that may be read: {'; '.join(f'query {i + 1}: {k}' for i, k in enumerate(keys))}."]


def stage_step(trace: Trace, name: str, rows: tuple[int, ...] | None, places: int) -> Step:
    """One stage alone: exact with letters, in full, and in decimals."""
    matrix = trace.exact(name)
    check_rows(trace, rows, matrix, name)
    owner, head, short = trace.owner_of(name)
    shown = range(matrix.shape[0]) if rows is None else rows
    remarks = remarks_on_weights(owner, shown, places) if short == "weights" else []
    names = letters_of(matrix) if short in ("weights", "joined", "output") else ()

    def left(row: int | None) -> Words:
        return stage_symbol(trace, short, head, row)

    return value_step(name, left, matrix, rows, names, places, in_full=True, remarks=remarks)


def stage_symbol(trace: Trace, name: str, head: int | None, row: int | None) -> Words:
    """The symbol of a stage by its name."""
    if name == "masked_scores":
        bias = [symbol("bias", row=row)] if "bias" in trace.inputs else []
        return added([symbol("scores", head, row), *bias, symbol("mask", row=row)])
    if name == "output" and (head is not None or "joined" not in trace.stage_names):
        name = "head_output"
    return symbol(name, head, row)


__all__ = ["given_step", "stage_step", "stage_symbol", "visible_remarks"]
