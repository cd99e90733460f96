"""From a problem to its trace."""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from symattn.errors import EmptyRowError, KindError
from symattn.problems.problem import Problem

if TYPE_CHECKING:
    from pathlib import Path

    from symattn.trace import Trace


def solve(problem: Problem | str | Path) -> Trace | list[Trace]:
    """Every stage of a problem, exact: one Trace, or for a batch a list with one for each record.

    >>> p = Problem.from_data({"scores": [[0, "ln 99"]], "V": [["1/2"], [1]]}, where="leak")
    >>> solve(p).exact("output").text()
    '[[199/200]]'

    The path of a problem file, or FILE#NAME of an exercise file, is loaded first. Errors: EmptyRowError when a valid
    query has no visible key, in a batch with the record it is in; those of ``Problem.load``.
    """
    if not isinstance(problem, Problem):
        problem = _loaded(problem)
    if problem.records:
        return [_solve_record(record, number) for number, record in enumerate(problem.records, start=1)]
    return _solve_one(problem)


def _loaded(reference: object) -> Problem:
    if not isinstance(reference, str | PathLike):
        raise KindError(f"solve takes a Problem or the path of a problem file, not {type(reference).__name__}")
    from symattn.problems.library import find_problem

    return find_problem(fspath(reference))


def _solve_record(record: Problem, number: int) -> Trace:
    try:
        return _solve_one(record)
    except EmptyRowError as error:
        raise EmptyRowError(f"{error} (record {number} of the batch)") from None


def _solve_one(problem: Problem) -> Trace:
    from symattn.attention import attention, attention_from_scores, multi_head, self_attention

    given = problem.arrays
    seeing: dict[str, Any] = {"visible": problem.visible, "bias": problem.bias, "query_valid": problem.query_valid}
    if problem.scores is not None:
        return attention_from_scores(problem.scores, problem.V, **seeing)
    if problem.heads:
        return multi_head(problem.X, problem.heads, problem.w_o, scale=problem.scale, **seeing)
    if problem.X is not None:
        projections = (given[name] for name in ("w_q", "w_k", "w_v"))
        return self_attention(
            problem.X, *projections, w_o=problem.w_o, n_heads=problem.n_heads, scale=problem.scale, **seeing
        )
    return attention(problem.Q, problem.K, problem.V, n_heads=problem.n_heads, scale=problem.scale, **seeing)
