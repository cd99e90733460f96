"""Whether the arrays of a problem fit: each error names two arrays, their shapes, and where the size came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symattn.errors import ProblemError

if TYPE_CHECKING:
    from symattn.exact import ExactMatrix
    from symattn.problems.problem import Problem


def check_shapes(problem: Problem) -> None:
    """Raise ProblemError at the first array [rows, columns] of one record that does not fit those before it."""
    if problem.X is not None:
        _check_projections(problem, problem.X)
    elif problem.scores is not None:
        if problem.V is not None:
            _rows("V", problem.V, problem.scores.shape[1], "scores", problem.scores, "column")
    else:
        Q, K, V = (problem.arrays[name] for name in "QKV")
        _columns("K", K, Q.shape[1], "Q", Q, "column")
        _rows("V", V, K.shape[0], "K", K, "row")
        _check_splitting(problem.n_heads, {"Q": Q, "V": V})


def check_batch(records: tuple[Problem, ...]) -> None:
    """Raise ProblemError when an array of a record has another shape than in record 1: a batch is rectangular."""
    first = records[0].arrays
    for number, record in enumerate(records, start=1):
        for name, matrix in record.arrays.items():
            if matrix.shape != first[name].shape:
                raise ProblemError(
                    f"{_at(matrix)} in record {number} and {_at(first[name])} in record 1: the records of a batch have "
                    "one shape, pad the shorter ones and say key_lengths",
                    key=name,
                )


def _check_projections(problem: Problem, X: ExactMatrix) -> None:
    heads = {f"heads[{number}].": tuple(head) for number, head in enumerate(problem.heads, start=1)}
    if not heads:
        heads = {"": tuple(problem.arrays[name] for name in ("w_q", "w_k", "w_v"))}
    for prefix, (w_q, w_k, w_v) in heads.items():
        for name, matrix in (("w_q", w_q), ("w_k", w_k), ("w_v", w_v)):
            _rows(prefix + name, matrix, X.shape[1], "X", X, "column")
        _columns(f"{prefix}w_k", w_k, w_q.shape[1], f"{prefix}w_q", w_q, "column")
        _check_splitting(problem.n_heads, {f"{prefix}w_q": w_q, f"{prefix}w_v": w_v})
    if problem.w_o is not None:
        _check_joined(problem.w_o, [w_v for _, _, w_v in heads.values()], X.shape[0])


def _check_joined(w_o: ExactMatrix, values: list[ExactMatrix], T: int) -> None:
    width = sum(w_v.shape[1] for w_v in values)
    if w_o.shape[0] != width:
        widths = " + ".join(str(w_v.shape[1]) for w_v in values)
        raise ProblemError(
            f"{_at(w_o)} does not fit the joined heads [{T}, {width}]: it needs {_counted(width, 'row')}, "
            f"one for each column of w_v ({widths})",
            key="w_o",
        )


def _check_splitting(n_heads: int, arrays: dict[str, ExactMatrix]) -> None:
    if n_heads < 1:
        raise ProblemError(f"{n_heads} heads are too few: at least 1", key="n_heads")
    for name, matrix in arrays.items():
        if matrix.shape[1] % n_heads:
            raise ProblemError(
                f"{n_heads} heads do not share the {_counted(matrix.shape[1], 'column')} of {name} {_at(matrix)} "
                "equally",
                key="n_heads",
            )


def _rows(name: str, matrix: ExactMatrix, size: int, source: str, given: ExactMatrix, axis: str) -> None:
    if matrix.shape[0] != size:
        _misfit(name, matrix, _counted(size, "row"), source, given, axis)


def _columns(name: str, matrix: ExactMatrix, size: int, source: str, given: ExactMatrix, axis: str) -> None:
    if matrix.shape[1] != size:
        _misfit(name, matrix, _counted(size, "column"), source, given, axis)


def _misfit(name: str, matrix: ExactMatrix, needed: str, source: str, given: ExactMatrix, axis: str) -> None:
    raise ProblemError(
        f"{_at(matrix)} does not fit {source} {_at(given)}: it needs {needed}, one for each {axis} of {source}",
        key=name,
    )


def _at(matrix: ExactMatrix) -> str:
    return f"[{matrix.shape[0]}, {matrix.shape[1]}]"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
