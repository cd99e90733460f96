"""What somebody's function is run on: problems whose wrong results differ from the right one, and free symbols.

The inputs for "causal" and "full" have visible scores that are equal, that are 0 and that are negative, keys as many as
columns in one case and not in the others; no named mistake comes out right on all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from os import PathLike, fspath
from typing import Any, TypeAlias

from symattn.errors import KindError, ShapeError
from symattn.exact import Exact, ExactMatrix, symbol
from symattn.problems import Problem
from symattn.visibility import Visibility

SpecLike: TypeAlias = "str | PathLike[str] | Problem | Visibility | Mapping[str, object] | Iterable[SpecLike]"
Rows: TypeAlias = list[list[int]]

PATTERNS = ("causal", "full")
LONGEST_TOLD = 400  # characters of inputs that a message shows
# Q, K, V for each case of a pattern; the first has the scale 1/2, which floats hold.
_USUAL: tuple[tuple[Rows, Rows, Rows], ...] = (
    (
        [[-1, 2, 0, 2], [0, 1, 2, 1], [0, 1, 2, 0]],
        [[-1, -1, 1, -1], [2, 2, -1, -1], [0, -1, 1, 0]],
        [[4, 0], [1, 2], [0, 5]],
    ),
    (
        [[1, 1, -1], [2, 0, -1], [0, -1, 1]],
        [[2, 0, 2], [-1, 0, -1], [0, 2, 1]],
        [[0, 4], [0, -1], [0, 5]],
    ),
    (
        [[1, 1], [0, 1], [2, 1], [2, 1]],
        [[1, 0], [1, 2], [0, 1], [1, 2]],
        [[3, 1, -1], [0, -1, 2], [-2, 2, 1], [2, 4, -1]],
    ),
)
_WIDTHS = (4, 3)  # of a head and of values, for relations of a size of their own


@dataclass(frozen=True)
class Case:
    """One problem, not a batch, and how people call it."""

    name: str
    problem: Problem
    shown: tuple[str, ...] = ()  # the arrays that matter, where not all do

    @property
    def inputs(self) -> str:
        """The arrays, for people; nothing where they are long."""
        arrays = self.problem.arrays
        told = "; ".join(f"{name} = {arrays[name].text()}" for name in self.shown or arrays)
        return told if len(told) <= LONGEST_TOLD else ""


def cases_of(spec: SpecLike) -> list[Case]:
    """The cases that a specification stands for.

    >>> [case.name for case in cases_of("causal")]
    ['causal, 3 queries, d = 4', 'causal, 3 queries, d = 3', 'causal, 4 queries, d = 2']

    "causal" or "full" is three sets of inputs; a relation one of its size; a Problem, the data of one, or the path of a
    file is itself, a batch record by record; a list is all that its members are. Errors: KindError, ProblemError.
    """
    if isinstance(spec, str) and spec in PATTERNS:
        return [_usual(spec, *arrays) for arrays in _USUAL]
    if isinstance(spec, Visibility):
        return [_of_relation(spec)]
    if isinstance(spec, Problem):
        return _records(spec)
    if isinstance(spec, Mapping):
        return _records(Problem.from_data(spec))
    if isinstance(spec, str | PathLike):
        from symattn.problems.library import find_problem

        return _records(find_problem(fspath(spec)))
    if isinstance(spec, Iterable):
        found = [case for one in spec for case in cases_of(one)]
        if found:
            return found
        raise ShapeError("an empty list of specifications compares nothing: give at least one")
    raise KindError(
        f"a specification is 'causal', 'full', a relation, a problem or its file, not {type(spec).__name__}"
    )


def _usual(pattern: str, query: Rows, key: Rows, value: Rows) -> Case:
    data = {"Q": query, "K": key, "V": value, "visible": pattern}
    name = f"{pattern}, {len(query)} queries, d = {len(query[0])}"
    return Case(name, Problem.from_data(data, where=name))


def _of_relation(relation: Visibility) -> Case:
    """Small whole numbers that repeat in no row or column in the same order."""
    T_q, T_k = relation.shape
    d, d_value = _WIDTHS
    data = {
        "Q": [[(3 * i + 2 * j + i * j) % 4 - 1 for j in range(d)] for i in range(T_q)],
        "K": [[(2 * i + 3 * j + 2 * i * j + 1) % 4 - 1 for j in range(d)] for i in range(T_k)],
        "V": [[(i * i + 4 * i * j + j + 2) % 7 - 2 for j in range(d_value)] for i in range(T_k)],
        "visible": [list(row) for row in relation.rows],
    }
    name = f"a relation of {T_q} queries and {T_k} keys, d = {d}"
    empty = relation.empty_queries()
    if empty:
        data["query_valid"] = [i not in empty for i in range(T_q)]
    return Case(name, Problem.from_data(data, where=name))


def _records(problem: Problem) -> list[Case]:
    if not problem.records:
        return [Case(problem.name, problem)]
    return [Case(f"{problem.name}, record {i}", record) for i, record in enumerate(problem.records, start=1)]


def symbolic(problem: Problem) -> Problem:
    """The same problem with a free symbol for every entry of X, or of Q, K and V, or of the scores and V.

    >>> symbolic(Problem.from_data({"scores": [[1, 2]]})).scores.text()
    '[[scores_1_1, scores_1_2]]'
    """
    if problem.X is not None:
        return replace(problem, X=_symbols("X", problem.X))
    given = {name: getattr(problem, name) for name in ("Q", "K", "V", "scores")}
    free: dict[str, Any] = {name: _symbols(name, matrix) for name, matrix in given.items() if matrix is not None}
    return replace(problem, **free)


def _symbols(name: str, like: ExactMatrix) -> ExactMatrix:
    def entry(i: int, j: int) -> object:
        old = like[i, j]
        return symbol(f"{name}_{i + 1}_{j + 1}") if isinstance(old, Exact) else old  # -oo stays

    return ExactMatrix([[entry(i, j) for j in range(like.shape[1])] for i in range(like.shape[0])])


__all__ = ["PATTERNS", "Case", "SpecLike", "cases_of", "symbolic"]
