"""A way of calculating attention: the arrays it starts from, and what it does at every step.

The right way is `right_way(problem)`; a mistake is another way, made by replacing one part. Each step is a function of
rows of numbers in either arithmetic (`arithmetic`), so that the same way can be enclosed and proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from symattn.checking.mistakes.arithmetic import Arithmetic, Row
from symattn.errors import ShapeError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.exact.functions import sqrt
from symattn.problems import Problem
from symattn.softmax import finite_entries
from symattn.visibility import Visibility, full

Table: TypeAlias = tuple[tuple[Exact, ...], ...]
Scores: TypeAlias = tuple[tuple[Exact | None, ...], ...]  # None where -oo is given
# masked scores of one query: (arithmetic, its scores, which keys it may read) -> scores, None where nothing stands
Mask: TypeAlias = Callable[[Arithmetic, Row, Sequence[bool]], Row]
# weights of query i: (arithmetic, the masked scores of all queries, i) -> weights, 0 where a score is None
Weigh: TypeAlias = Callable[[Arithmetic, Sequence[Row], int], Row]
# row i of what several heads give together: (arithmetic, the outputs of each head, i) -> joined row
Join: TypeAlias = Callable[[Arithmetic, Sequence[Sequence[Row]], int], Row]


@dataclass(frozen=True, eq=False)
class HeadWay:
    """The arrays of one head: Q [T_q, d], K [T_k, d] with a scale, or scores [T_q, T_k]; V [T_k, d_value] or None."""

    query: Table | None
    key: Table | None
    value: Table | None
    scores: Scores | None
    scale: Exact | None
    dots: Literal["Q K^T", "Q K", "K Q^T"] = "Q K^T"
    mixed: Table | None = None  # what the weights mix instead of V

    @property
    def width(self) -> int:
        """How many columns Q has."""
        return len(self.query[0]) if self.query else 0


@dataclass(frozen=True, eq=False)
class Way:
    """What is calculated, step by step; ``detail`` says which variant of a mistake this is."""

    problem: Problem
    heads: tuple[HeadWay, ...]
    visible: Visibility
    valid: tuple[bool, ...]
    bias: Table | None
    w_o: Table | None
    mask: Mask
    weigh: Weigh
    join: Join
    named_heads: bool = False  # whether stages are called head1.weights and so on
    after: Visibility | None = None  # what is hidden only after the softmax, by weights of 0
    empty: Literal["zeros", "uniform"] = "zeros"  # the weights of a valid query that sees nothing
    unused: Literal["zeros", "uniform"] = "zeros"  # the weights of a query declared unused
    weights_across: bool = False  # whether columns of the weights mix the values instead of rows
    rounded: Mapping[str, int] = field(default_factory=dict)  # decimal places of a step that is rounded
    detail: str = ""

    @property
    def queries(self) -> int:
        """T_q."""
        return self.visible.T_q

    @property
    def keys(self) -> int:
        """T_k."""
        return self.visible.T_k

    def with_heads(self, change: Callable[[HeadWay], HeadWay], detail: str = "") -> Way:
        """The way with every head changed."""
        return replace(self, heads=tuple(change(head) for head in self.heads), detail=detail or self.detail)


def right_way(problem: Problem) -> Way:
    """The way that the problem asks for (of one record; see `symattn.problems.stages.record_of`)."""
    assert problem.visible is not None, "every record says who reads whom"
    heads = tuple(_heads(problem))
    return Way(
        problem=problem,
        heads=heads,
        visible=problem.visible,
        valid=problem.query_valid or (True,) * problem.visible.T_q,
        bias=_table(problem.bias),
        w_o=_table(problem.w_o),
        mask=hidden_away,
        weigh=softmax_of_row,
        join=side_by_side,
        named_heads=bool(problem.heads) or problem.n_heads > 1,
    )


def everything(way: Way) -> Visibility:
    """Every key that has a number for a score: what is given as -oo cannot be seen."""
    return _everything(way.problem)


@lru_cache(maxsize=64)
def _everything(problem: Problem) -> Visibility:
    return full(*problem.score_shape) if problem.scores is None else finite_entries(problem.scores)


# -- the right steps ------------------------------------------------------------------------------------------------


def hidden_away(numbers: Arithmetic, scores: Row, seen: Sequence[bool]) -> Row:
    """Nothing stands where a key is hidden."""
    return [score if visible else None for score, visible in zip(scores, seen, strict=True)]


def softmax_of_row(numbers: Arithmetic, masked: Sequence[Row], i: int) -> Row:
    """The softmax of a query's own row."""
    return numbers.softmax(masked[i])


def side_by_side(numbers: Arithmetic, outputs: Sequence[Sequence[Row]], i: int) -> Row:
    """The outputs of the heads in order."""
    return [entry for head in outputs for entry in head[i]]


# -- from a problem -------------------------------------------------------------------------------------------------


def _heads(problem: Problem) -> list[HeadWay]:
    if problem.scores is not None:
        return [HeadWay(None, None, _table(problem.V), _scores(problem.scores), None)]
    if problem.heads:
        assert problem.X is not None
        return [head_of(problem, *(table(problem.X @ projection) for projection in head)) for head in problem.heads]
    query, key, value = whole_arrays(problem)
    if problem.n_heads == 1:
        return [head_of(problem, table(query), table(key), table(value))]
    parts = (_split(matrix, problem.n_heads) for matrix in (query, key, value))
    return [head_of(problem, *map(table, three)) for three in zip(*parts, strict=True)]


def whole_arrays(problem: Problem) -> tuple[ExactMatrix, ExactMatrix, ExactMatrix]:
    """Q, K and V before any splitting into heads."""
    if problem.X is None:
        query, key, value = problem.Q, problem.K, problem.V
    else:
        projections = (problem.w_q, problem.w_k, problem.w_v)
        query, key, value = (None if w is None else problem.X @ w for w in projections)
    if query is None or key is None or value is None:
        raise ShapeError("this problem has no Q, K and V of its own")
    return query, key, value


def head_of(problem: Problem, query: Table, key: Table, value: Table) -> HeadWay:
    """A head over Q, K and V of its own, with the scale that the problem gives or the default of their width."""
    scale = problem.scale if problem.scale is not None else 1 / sqrt(Exact(len(query[0])))
    return HeadWay(query, key, value, None, scale)


def _split(matrix: ExactMatrix, count: int) -> list[ExactMatrix]:
    step = matrix.shape[1] // count
    return [matrix.columns(start, start + step) for start in range(0, step * count, step)]


def table(matrix: ExactMatrix) -> Table:
    """The entries by rows, with 0 for -oo: hidden entries are in the relation."""
    zero = Exact(0)
    return tuple(tuple(zero if isinstance(entry, MinusInfinity) else entry for entry in row) for row in matrix.rows())


def _scores(matrix: ExactMatrix) -> Scores:
    return tuple(tuple(None if isinstance(entry, MinusInfinity) else entry for entry in row) for row in matrix.rows())


def _table(matrix: ExactMatrix | None) -> Table | None:
    return None if matrix is None else table(matrix)


def transposed(rows: Table) -> Table:
    """Rows for columns."""
    return tuple(zip(*rows, strict=True))


__all__ = [
    "HeadWay",
    "Join",
    "Mask",
    "Table",
    "Way",
    "Weigh",
    "everything",
    "head_of",
    "hidden_away",
    "right_way",
    "side_by_side",
    "softmax_of_row",
    "table",
    "transposed",
    "whole_arrays",
]
