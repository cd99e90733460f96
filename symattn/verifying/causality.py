"""Proving that no output of somebody's NumPy function depends on a later input, or showing one that does.

Inputs after a position are changed and all outputs up to it must stay what they are, exactly: no rounding can look like
a leak, and none can hide one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from symattn.errors import KindError, ShapeError, UndecidedError
from symattn.problems import Problem
from symattn.verifying.calling import Function, call_of, given_to, name_of
from symattn.verifying.equivalence import entry_outcome, of_one_record, went_on, where_defined
from symattn.verifying.explaining import shown_in
from symattn.verifying.inputs import Case, SpecLike, cases_of, symbolic
from symattn.verifying.running import run
from symattn.verifying.scalars import Scalar
from symattn.verifying.verdicts import Difference, Verdict, power_of_ten_above

IN_TIME = ("X", "Q", "K", "V")
TINY = -9  # changes below this power of ten are what a finite number for -oo lets through
Arrays = Mapping[str, Any]


def verify_causal(function: Function, spec: SpecLike = "causal", *, shape: tuple[int, int] | None = None) -> Verdict:
    """Whether output i of a NumPy function depends on inputs up to i only (prefix invariance).

    >>> import numpy as np
    >>> print(verify_causal(lambda X: np.cumsum(X, axis=0), shape=(3, 2)))
    <lambda> reads no later input, for all inputs of these shapes: X [3, 2]
    >>> print(verify_causal(lambda X: X - X.mean(axis=0), shape=(3, 2)))
    <lambda> reads later inputs: X [3, 2], inputs changed after position 1
      row 1, column 1: the output was -4/3 = -1.333333 and becomes -14/3 = -4.666667
      row 1, column 2: the output was 1 and becomes -13/3 = -4.333333
      inputs: X = [[-1, 1], [2, 0], [0, -1]]

    Parameters are known by name, as in ``verify``: X, or Q K V, or scores and V, and the mask where the function takes
    one (the causal one, unless ``spec`` says otherwise). ``shape`` (T, d) gives a function of X alone its inputs. The
    first axis of the output, after axes of one record, is the position. Errors: KindError for unknown parameters.
    """
    cases = [_of_shape(shape)] if shape is not None else cases_of(spec)
    found = [replace(_Causality(function, case).verdict(), inputs=case.inputs) for case in cases]
    bad = next((verdict for verdict in found if verdict.accepted is not True), None)
    if bad is not None:
        return bad
    everywhere = all(verdict.domain == "all inputs" for verdict in found)
    domain = "for all inputs of these shapes" if everywhere else "on these inputs"
    names = "; ".join(verdict.case for verdict in found)
    return Verdict(
        "causal",
        f"{name_of(function)} reads no later input, {domain}: {names}",
        domain="all inputs" if everywhere else "these inputs",
        notes=tuple(dict.fromkeys(note for verdict in found for note in verdict.notes)),
    )


def _of_shape(shape: tuple[int, int]) -> Case:
    T, d = shape
    if T < 2:
        raise ShapeError(f"{T} position has no later one: give at least 2")
    rows = [[(3 * i + 2 * j + i * j) % 5 - 1 for j in range(d)] for i in range(T)]
    identity = [[int(i == j) for j in range(d)] for i in range(d)]
    data = {"X": rows, "w_q": identity, "w_k": identity, "w_v": identity, "visible": "causal"}
    return Case(f"X [{T}, {d}]", Problem.from_data(data), ("X",))


class _Causality:
    """One function on one case."""

    def __init__(self, function: Function, case: Case) -> None:
        self.function = function
        self.case = case
        self.name = name_of(function)

    def verdict(self) -> Verdict:
        """Changes after each position in turn; then free symbols."""
        given = self._given(self.case.problem)
        before = self._rows(given)
        if isinstance(before, Verdict):
            return before
        for position in range(1, len(before)):
            after = self._rows(_changed(given, position))
            if isinstance(after, Verdict):
                return after
            differences, undecided = _differences(before[:position], after[:position])
            if differences:
                return self._leaks(position, differences)
            if undecided:
                told = f"{self.name}: {undecided} outputs were neither proved to stay nor to change"
                return Verdict("undecided", f"{told} with inputs after position {position}", self.case.name)
        return self._for_all()

    def _given(self, problem: Problem) -> dict[str, Any]:
        given = given_to(problem)
        return given if "X" in given or "Q" not in given else {**given, "X": given["Q"]}

    def _rows(self, given: Arrays) -> list[list[Scalar]] | Verdict:
        """The outputs by position, each flattened; a verdict where there are none."""
        from symattn.verifying.arrays import entries_of

        ran = run(call_of(self.function, given), self.function)
        if ran.error is not None:
            if isinstance(ran.error, UndecidedError):
                raise ran.error
            return Verdict("failed", f"{self.name} raised {type(ran.error).__name__}: {ran.error}", self.case.name)
        if ran.record.refusals:
            return Verdict("undecided", went_on(self.name, ran.record), self.case.name)
        if isinstance(ran.result, tuple):
            return Verdict("failed", f"{self.name} returns several results: wrap it in a lambda", self.case.name)
        array = entries_of(ran.result)
        positions = len(given["visible"])
        array = of_one_record(array, 2)
        if array.ndim < 1 or array.shape[0] != positions:
            told = f"{self.name} returns shape {list(array.shape)}, where the first axis should have {positions} rows"
            return Verdict("failed", told, self.case.name)
        self._record = ran.record
        return [list(array[i].ravel()) if array.ndim > 1 else [array[i]] for i in range(positions)]

    def _leaks(self, position: int, differences: Sequence[Difference]) -> Verdict:
        headline = f"{self.name} reads later inputs: {self.case.name}, inputs changed after position {position}"
        finite = [d for d in differences if d.got.is_finite and d.before is not None and d.before.is_finite]
        sizes = [power_of_ten_above(d.got.number - d.before.number) for d in finite if d.before is not None]
        known = [size for size in sizes if size is not None]
        if len(known) == len(differences) and max(known) < TINY:
            leak = max(abs(d.got.number - d.before.number) for d in finite if d.before is not None)
            headline += f", but by less than 10^{max(known)}, {shown_in(leak)}"
            return Verdict("equal up to a leak", headline, self.case.name, differences=tuple(differences), leak=leak)
        return Verdict("different", headline, self.case.name, differences=tuple(differences))

    def _for_all(self) -> Verdict:
        """Causal on the case's inputs; perhaps on all."""
        good = Verdict("causal", "", self.case.name, notes=tuple(self._record.remarks))
        try:
            rows = self._rows(self._given(symbolic(self.case.problem)))
        except UndecidedError:
            return _on_these(good, "it compares what depends on them")
        if isinstance(rows, Verdict):
            return _on_these(good, rows.headline)
        for i, row in enumerate(rows):
            for entry in row:
                if entry.is_finite and any(
                    _position(name) > i for name in self._record.behind(entry.number.normal.symbols)
                ):
                    return _on_these(good, "a later symbol did not cancel")
        return replace(good, domain="all inputs", notes=(*good.notes, *where_defined(self._record)))


def _on_these(good: Verdict, why: str) -> Verdict:
    """The verdict on the case's inputs, and why it is none on others."""
    return replace(good, notes=(*good.notes, f"nothing is proved for other inputs: {why}"))


def _position(name: str) -> int:
    """The 0-based position of an input's symbol: its row, for scores its column."""
    stem, row, column = name.rsplit("_", 2)
    return int(column if stem == "scores" else row) - 1


def _changed(given: Arrays, position: int) -> dict[str, Any]:
    """The inputs with other numbers from a 0-based position on."""
    found = dict(given)
    for name in IN_TIME:
        if name in given:
            found[name] = _other(given[name], (slice(position, None),))
    if "scores" in given:
        found["scores"] = _other(given["scores"], (slice(None), slice(position, None)))
    if not any(name in found for name in (*IN_TIME, "scores")):
        raise KindError("nothing of this problem comes in time order: give X, Q K V, or scores")
    return found


def _other(array: Any, where: tuple[slice, ...]) -> Any:
    """The array with numbers added to a part of it, different ones in every place."""
    import numpy as np

    changed = array.copy()
    part = changed[where]
    amounts = np.arange(part.size).reshape(part.shape) % 7 * 2 + np.arange(part.shape[-1]) + 3
    changed[where] = part + amounts
    return changed


def _differences(before: Sequence[Sequence[Scalar]], after: Sequence[Sequence[Scalar]]) -> tuple[list[Difference], int]:
    """The outputs that are proved to have changed, and how many are undecided."""
    found, undecided = [], 0
    for i, rows in enumerate(zip(before, after, strict=True)):
        for j, (old, new) in enumerate(zip(*rows, strict=True)):
            outcome = entry_outcome(new, old.number) if old.is_finite and new.is_finite else ""
            undecided += outcome == "undecided"
            if outcome == "different" or old.kind != new.kind:
                found.append(Difference(i, j, new, old.number, before=old))
    return found, undecided


__all__ = ["verify_causal"]
