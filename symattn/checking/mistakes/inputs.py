"""Mistakes with the arrays that enter: one taken for another, or turned on its side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symattn.checking.mistakes.mistake import mistake
from symattn.checking.mistakes.ways import HeadWay, Table, Way, head_of, table
from symattn.exact import ExactMatrix
from symattn.problems import Problem


@mistake("key-not-transposed", "inputs", "dots", "the columns of K are taken for its rows: Q K instead of Q K^T")
def key_not_transposed(way: Way) -> Iterator[Way]:
    """Q K, where there are as many keys as columns."""
    if all(head.key and head.width == way.keys for head in way.heads):
        yield way.with_heads(lambda head: replace(head, dots="Q K"))


@mistake("query-and-key-swapped", "inputs", "dots", "queries and keys are exchanged: K Q^T instead of Q K^T")
def query_and_key_swapped(way: Way) -> Iterator[Way]:
    """The dot products, rows for columns."""
    if way.queries == way.keys and all(head.query for head in way.heads):
        yield way.with_heads(lambda head: replace(head, dots="K Q^T"))


@mistake("keys-for-values", "inputs", "mixed", "the weights mix the keys instead of the values")
def keys_for_values(way: Way) -> Iterator[Way]:
    """A K instead of A V."""
    if all(head.key and head.value for head in way.heads):
        yield way.with_heads(lambda head: replace(head, mixed=head.key))


@mistake("inputs-for-values", "inputs", "mixed", "the weights mix the rows of X instead of the values")
def inputs_for_values(way: Way) -> Iterator[Way]:
    """A X instead of A V."""
    if way.problem.X is not None and any(head.value for head in way.heads):
        rows = table(way.problem.X)
        yield way.with_heads(lambda head: replace(head, mixed=rows))


@mistake("weights-across", "inputs", "mixed", "the columns of the weights mix the values instead of the rows")
def weights_across(way: Way) -> Iterator[Way]:
    """A^T V instead of A V."""
    if way.queries == way.keys and all(head.value for head in way.heads):
        yield replace(way, weights_across=True)


@mistake("projections-transposed", "inputs", "Q", "the projections are taken rows for columns: X W^T instead of X W")
def projections_transposed(way: Way) -> Iterator[Way]:
    """Weights stored [d_out, d_in] used as [d_in, d_out], where they are square."""
    problem = way.problem
    if problem.X is None or (problem.n_heads > 1 and not problem.heads):
        return
    own = (problem.w_q, problem.w_k, problem.w_v)
    projections = problem.heads or ((own,) if all(own) else ())
    heads = [_through_transposes(problem, problem.X, head) for head in projections]
    if all(heads):
        yield replace(way, heads=tuple(head for head in heads if head))


def _through_transposes(problem: Problem, X: ExactMatrix, head: tuple[ExactMatrix | None, ...]) -> HeadWay | None:
    width = X.shape[1]
    if any(w is None or w.shape != (width, width) for w in head):
        return None
    arrays: list[Table] = [table(X @ w.T) for w in head if w is not None]
    return head_of(problem, *arrays)


MISTAKES = (
    key_not_transposed,
    query_and_key_swapped,
    keys_for_values,
    inputs_for_values,
    weights_across,
    projections_transposed,
)
__all__ = ["MISTAKES"]
