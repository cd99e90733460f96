"""Whether two calculations give the same outputs, for all inputs.

Both run once on free symbols, and each entry is compared: equality by identities holds for all real inputs at which
both are defined. A difference is shown at whole numbers where one is found, else on the symbols themselves.
"""

from __future__ import annotations

from symattn.exact.comparing import compare_entries, compare_matrices
from symattn.exact.infinity import MinusInfinity
from symattn.exact.matrix import Entry, ExactMatrix
from symattn.exact.number import Exact
from symattn.theorems.points import REFUSALS, points, tried
from symattn.theorems.programs import Inputs, Program
from symattn.theorems.results import Counterexample, Proof, Undecided, Verdict


def agree(first: Program, second: Program, statement: str, argument: str, words: str) -> Verdict:
    """Whether two programs with the same inputs give equal outputs; ``words`` say which is which."""
    inputs = first.symbolic()
    try:
        left, right = first.on(inputs), second.on(inputs)
    except REFUSALS as error:
        tries = f"the calculation stops on symbols ({error}), and no numbers that were tried show a difference"
        found = _refuted(first, second, statement, words)
        return Undecided(statement, tries) if found is None else found
    said = compare_matrices(left, right)
    if left.shape != right.shape:
        return Counterexample(statement, (0, 0), None, None, words, said.evidence)
    found = _refuted(first, second, statement, words)
    if found is not None:
        return found
    if said.outcome == "equal":
        return Proof(statement, first.domain(), argument, tuple(sorted(said.conditions)))
    if said.outcome == "undecided":
        return Undecided(statement, said.evidence)
    found = _difference(left, right, statement, words, inputs)
    return Undecided(statement, said.evidence) if found is None else found


def _refuted(first: Program, second: Program, statement: str, words: str) -> Counterexample | None:
    """A difference at some whole numbers."""
    for inputs in points(first):
        left, right = tried(first, inputs), tried(second, inputs)
        if left is not None and right is not None and left.shape == right.shape:
            found = _difference(left, right, statement, words, inputs)
            if found is not None:
                return found
    return None


def _difference(
    left: ExactMatrix, right: ExactMatrix, statement: str, words: str, inputs: Inputs
) -> Counterexample | None:
    """The first entry that is proved different."""
    rows, columns = left.shape
    for i in range(rows):
        for j in range(columns):
            said = compare_entries(left[i, j], right[i, j])
            if said.outcome == "different":
                values = _finite(left[i, j]), _finite(right[i, j])
                return Counterexample(statement, (i, j), *values, words, said.evidence, inputs)
    return None


def _finite(entry: Entry) -> Exact | None:
    return None if isinstance(entry, MinusInfinity) else entry


__all__ = ["agree"]
