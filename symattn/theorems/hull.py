"""Whether weights are those of a mixture: none negative, each row adding up to 1, outputs mixed from the values.

Then every output lies in the convex hull of the values, and in each column between the least and the largest of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symattn.errors import UndecidedError
from symattn.exact.comparing import compare_numbers
from symattn.exact.functions import total
from symattn.exact.matrix import ExactMatrix
from symattn.exact.number import Exact
from symattn.shapes import at_least
from symattn.softmax import masked_softmax
from symattn.theorems.points import REFUSALS, points, tried
from symattn.theorems.programs import Inputs, Program, result_of
from symattn.theorems.results import Counterexample, Proof, Undecided, Verdict, first_failure
from symattn.trace import Trace

STATEMENT = "no weight is negative, the weights of each query add up to 1, and outputs lie in the hull of the values"
THESE = "these inputs"
ARGUMENT = "numerators and denominators are sums of positive terms, and each row adds up to 1 by identities"


def prove_hull(what: object = None, *, T: int = 4) -> Verdict:
    """Whether outputs lie in the hull of the values: weights not negative, each row adding up to 1.

    >>> prove_hull(T=3).outcome
    'proved'
    >>> def linear(scores):
    ...     return [[x / 2 for x in row] for row in scores.rows()]
    >>> found = prove_hull(linear, T=2)
    >>> found.outcome, found.entry, found.before, found.after
    ('refuted', (0, 0), Exact('0'), Exact('1'))

    ``what`` is a function of scores [T, T] that gives weights, a Problem or a Trace; left out, it is causal softmax.
    With a Problem the weights are those of its own inputs, free symbols included.
    """
    trace = getattr(what, "solution", what)
    if isinstance(trace, Trace):
        return _of_trace(trace)
    if isinstance(trace, list):
        return first_failure(map(_of_trace, trace))
    function: Any = _causal_softmax if what is None else what
    size = at_least(1, T, "T")
    return _of_function(Program(lambda given: result_of(function(given["scores"])), {"scores": (size, size)}))


def _causal_softmax(scores: ExactMatrix) -> ExactMatrix:
    return masked_softmax(scores, "causal")


def _of_trace(trace: Trace) -> Verdict:
    given: Inputs = {name: matrix for name, matrix in trace.inputs.items() if "." not in name}
    heads = trace.heads or (trace,)
    return first_failure(_judged(head.exact("weights"), given, THESE, head.query_valid) for head in heads)


def _of_function(program: Program) -> Verdict:
    verdict: Verdict = Undecided(STATEMENT, "no numbers were found at which the function gives weights")
    try:
        verdict = _judged(program.on(program.symbolic()), program.symbolic(), program.domain())
    except REFUSALS as error:
        verdict = Undecided(STATEMENT, f"the function stops on symbols ({error}); no numbers that were tried refute it")
    for inputs in points(program):
        weights = tried(program, inputs)
        found = None if weights is None else _judged(weights, inputs, THESE)
        if isinstance(found, Counterexample):
            return found
    return verdict


def _judged(weights: ExactMatrix, given: Inputs, domain: str, valid: tuple[bool, ...] = ()) -> Verdict:
    """The verdict on a matrix of weights; rows of unused queries are zeros by convention."""
    for verdict in _failures(weights, given, valid):
        return verdict
    return Proof(STATEMENT, domain, ARGUMENT, tuple(sorted(weights.conditions)))


def _failures(weights: ExactMatrix, given: Inputs, valid: tuple[bool, ...]) -> Iterator[Counterexample | Undecided]:
    rows, columns = weights.shape
    for i in range(rows):
        if valid and not valid[i]:
            continue
        entries = [weights.number(i, j) for j in range(columns)]
        sum_of_row, one = total(entries), Exact(1)
        said = compare_numbers(sum_of_row, one)
        if said.outcome == "different":
            change = f"the weights of query {i + 1} are added up and ought to be 1"
            yield Counterexample(STATEMENT, (i, 0), sum_of_row, one, change, said.evidence, given)
        elif said.outcome == "undecided":
            yield Undecided(STATEMENT, f"the sum of row {i + 1}: {said.evidence}")
        yield from _negative(entries, i, given)


def _negative(entries: list[Exact], i: int, given: Inputs) -> Iterator[Counterexample | Undecided]:
    for j, weight in enumerate(entries):
        try:
            sign = weight.sign()
        except UndecidedError as error:
            yield Undecided(STATEMENT, f"the weight in row {i + 1}, column {j + 1}: {error}")
            continue
        if sign < 0:
            change = f"the weight of query {i + 1} on key {j + 1} is less than 0"
            yield Counterexample(STATEMENT, (i, j), weight, Exact(0), change, "its sign is certified", given)


__all__ = ["prove_hull"]
