"""Proving that somebody's NumPy function gives what the specification says, or showing where it does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from symattn.errors import KindError, SymattnError, UndecidedError
from symattn.exact import MINUS_INFINITY, Exact, ExactMatrix, MinusInfinity
from symattn.exact.comparing import compare_entries
from symattn.problems import Problem
from symattn.problems.stages import trace_of
from symattn.verifying.calling import Function, call_of, given_to, name_of, stage_asked
from symattn.verifying.explaining import Finding, Result, shown_in
from symattn.verifying.inputs import Case, SpecLike, cases_of, symbolic
from symattn.verifying.recording import Recording
from symattn.verifying.running import Run, run
from symattn.verifying.scalars import Scalar
from symattn.verifying.verdicts import Difference, Outcome, Verdict, power_of_ten_above

Rows = list[list[Scalar]]
TURNED = (
    "a mask is given with True where a key may be read; for code in which True hides, name the parameter hidden, "
    "as in lambda Q, K, V, hidden: attend(Q, K, V, hidden)"
)


def verify(function: Function, spec: SpecLike | Function = "causal", *, stage: str | None = None) -> Verdict:
    """Whether a NumPy function gives the stage (output, or weights) that a specification asks for, exactly.

    >>> import numpy as np
    >>> def softmax(scores, visible):
    ...     masked = np.where(visible, scores, -np.inf)
    ...     e = np.exp(masked - masked.max(axis=-1, keepdims=True))
    ...     return e / e.sum(axis=-1, keepdims=True)
    >>> print(verify(softmax, {"scores": [[0, 1], [2, 3]], "visible": "causal"}))
    softmax is equal to the specification for all inputs of these shapes: problem
    >>> verify(lambda Q, K, V: softmax(Q @ K.T, True) @ V).mistakes
    ('scale-missing + no-mask',)

    The function is run on exact numbers: floats in it are the dyadic rationals that they are. Its parameters are known
    by name (``symattn.verifying.calling``): Q K V, X w_q w_k w_v, scores, visible or mask (True may be read), scale ...
    ``spec`` is "causal" or "full" (inputs that tell mistakes apart), a relation, a Problem, its data or file, a list of
    these, or another function, on whose results the first is then held. Where the code compares nothing that depends
    on its inputs (a maximum that cancels may be taken), it is proved for all inputs of those shapes. Errors: KindError
    for a parameter that is not known.
    """
    reference = spec if callable(spec) and not isinstance(spec, Problem) else None
    cases = cases_of("causal" if reference is not None else spec)  # type: ignore[arg-type]  # no function is left
    checked = [replace(_Check(function, case, stage, reference).verdict(), inputs=case.inputs) for case in cases]
    return _refused(checked) or _summary(function, checked)


class _Check:
    """One function held against one case."""

    def __init__(self, function: Function, case: Case, stage: str | None, reference: Function | None) -> None:
        self.function = function
        self.case = case
        self.name = name_of(function)
        self.stage = stage_asked(case.problem, stage)
        self.reference = reference

    def verdict(self) -> Verdict:
        """The verdict on the case's own inputs, and where that is good on symbols."""
        expected = self._expected(self.case.problem)
        ran = self._run(self.case.problem)
        if ran.error is not None:
            return _failed(self.name, self.case, ran.error)
        if ran.record.refusals:
            return Verdict("undecided", went_on(self.name, ran.record), self.case.name)
        rows = rows_of(ran.result, expected.shape, self.name, self.stage)
        if isinstance(rows, str):
            return Verdict("failed", rows, self.case.name, notes=_notes(ran.record))
        used = self.case.problem.query_valid or (True,) * len(rows)
        differences, undecided = _compared(rows, expected, used)
        notes = (*_notes(ran.record), *_unused(rows, used))
        if not differences and not undecided:
            return self._for_all(self.case.problem, None, notes)
        if self.reference is None:
            finding = Result(self.case.problem, self.stage, rows, ran.record.constants).finding()
        else:
            finding = Finding()
        if finding.leak is not None:
            return self._leaking(finding, differences, notes)
        if finding.scale is not None:
            problem = replace(self.case.problem, scale=Exact(finding.scale))
            return self._for_all(problem, finding.scale, notes)
        return self._different(finding, differences, undecided, len(rows) * len(rows[0]), notes)

    def _expected(self, problem: Problem) -> ExactMatrix:
        if self.reference is None:
            return trace_of(problem).exact(self.stage)
        ran = run(call_of(self.reference, given_to(problem)), self.reference)
        if ran.error is not None:
            raise KindError(f"{name_of(self.reference)}, the specification, raised {_told(ran.error)}") from ran.error
        array = _array(ran.result)
        rows = rows_of(array, array.shape[-2:], name_of(self.reference), self.stage)
        entries = [[entry.entry() for entry in row] for row in rows] if not isinstance(rows, str) else []
        if not entries or any(entry is None for row in entries for entry in row):
            raise KindError(f"{name_of(self.reference)}, the specification, does not give a matrix of numbers")
        return ExactMatrix(entries)

    def _run(self, problem: Problem) -> Run:
        return run(call_of(self.function, given_to(problem)), self.function)

    # -- for all inputs -----------------------------------------------------------------------------------------

    def _for_all(self, problem: Problem, scale: Fraction | None, notes: Sequence[str]) -> Verdict:
        """Equal on the case's inputs; perhaps on all."""
        outcome: Outcome = "equal" if scale is None else "equal with that scale"
        good = Verdict(outcome, "", self.case.name, scale=scale, notes=tuple(notes))
        free = symbolic(problem)
        try:
            expected = self._expected(free)
        except SymattnError:
            return good
        ran = self._run(free)
        if ran.error is not None:
            why = "it compares what depends on them" if isinstance(ran.error, UndecidedError) else _told(ran.error)
            return replace(good, notes=(*good.notes, f"nothing is proved for other inputs: {why}"))
        if ran.record.refusals:
            return replace(good, notes=(*good.notes, f"nothing is proved for other inputs: {caught(ran.record)}"))
        rows = rows_of(ran.result, expected.shape, self.name, self.stage)
        if isinstance(rows, str):
            return Verdict("failed", rows, self.case.name, notes=tuple(notes))
        used = problem.query_valid or (True,) * len(rows)
        differences, undecided = _compared(rows, expected, used)
        if not differences and not undecided:
            return replace(good, domain="all inputs", notes=(*good.notes, *where_defined(ran.record)))
        if undecided or any(ran.record.has_opaque(d.got.number.symbols) for d in differences):
            return replace(good, notes=(*good.notes, "nothing is proved for other inputs: a maximum did not cancel"))
        headline = f"{self.name} is right on the inputs of case {self.case.name!r}, but not on all"
        return Verdict("different", headline, self.case.name, differences=tuple(differences), notes=tuple(notes))

    # -- other verdicts -----------------------------------------------------------------------------------------

    def _leaking(self, finding: Finding, differences: list[Difference], notes: Sequence[str]) -> Verdict:
        assert finding.leak is not None
        headline = (
            f"{self.name} is equal to the specification up to a leak, on the inputs of case {self.case.name!r}: "
            f"hidden keys have together {leak_text(finding.leak)} of a row's weight ({finding.fill})"
        )
        return Verdict(
            "equal up to a leak",
            headline,
            self.case.name,
            differences=tuple(differences),
            explanations=finding.explanations,
            scale=finding.scale,
            leak=finding.leak,
            notes=tuple(notes),
        )

    def _different(
        self, finding: Finding, differences: list[Difference], undecided: int, entries: int, notes: Sequence[str]
    ) -> Verdict:
        if not differences:
            headline = f"{self.name}: {undecided} entries of the {self.stage} were neither proved equal nor different"
            return Verdict("undecided", headline, self.case.name, notes=tuple(notes))
        headline = (
            f"{self.name} differs from the specification on the inputs of case {self.case.name!r}, "
            f"in {len(differences)} of {entries} entries of the {self.stage}"
        )
        if any(explanation.name == "inverted-mask" for explanation in finding.explanations):
            notes = (*notes, TURNED)
        return Verdict(
            "different",
            headline,
            self.case.name,
            differences=tuple(differences),
            explanations=finding.explanations,
            notes=tuple(notes),
        )


def rows_of(result: Any, shape: Sequence[int], name: str, stage: str) -> Rows | str:
    """What a function returned as rows, leading axes of one record dropped; a sentence where it does not fit."""
    if isinstance(result, tuple):
        return f"{name} returns {len(result)} results: wrap it in a lambda that returns its {stage} alone"
    try:
        array = _array(result)
    except SymattnError as error:
        return f"{name} returns {type(result).__name__}, which is no array of numbers: {error}"
    told = list(array.shape)
    array = of_one_record(array, len(shape))
    if array.shape != tuple(shape):
        return f"{name} returns an array of shape {told} where the {stage} is {list(shape)}"
    return [list(row) for row in array]


def of_one_record(array: Any, axes: int) -> Any:
    """The array without leading axes of length 1 beyond so many: a batch or a head that is the only one."""
    while array.ndim > axes and array.shape[0] == 1:
        array = array[0]
    return array


def _array(result: Any) -> Any:
    from symattn.verifying.arrays import entries_of

    return entries_of(result)


def _compared(rows: Rows, expected: ExactMatrix, used: Sequence[bool]) -> tuple[list[Difference], int]:
    """The entries of used rows that are proved different, and how many are undecided."""
    differences: list[Difference] = []
    undecided = 0
    for i, (row, right) in enumerate(zip(rows, expected.rows(), strict=True)):
        for j, (got, entry) in enumerate(zip(row, right, strict=True)):
            if not used[i]:
                continue
            outcome = entry_outcome(got, entry)
            undecided += outcome == "undecided"
            if outcome == "different":
                differences.append(Difference(i, j, got, entry))
    return differences, undecided


def entry_outcome(got: Scalar, expected: Exact | MinusInfinity) -> str:
    """equal, different or undecided; NaN and oo are no entry of a specification."""
    if got.is_finite:
        return compare_entries(got.number, expected).outcome
    return "equal" if got.kind == "-oo" and expected is MINUS_INFINITY else "different"


def _unused(rows: Rows, used: Sequence[bool]) -> list[str]:
    """What the code does with queries that are declared unused: it is not compared."""
    return [
        f"query {i + 1} is unused and not compared: the code gives [{', '.join(entry.text() for entry in row)}]"
        for i, row in enumerate(rows)
        if not used[i]
    ]


def _notes(record: Recording) -> tuple[str, ...]:
    return (*(f"a NaN came from {why}" for why in record.nans), *record.remarks)


def went_on(name: str, record: Recording) -> str:
    """Of code that caught what exact arrays refuse: with floats it goes another way, of which nothing is known."""
    return f"nothing is known of {name}: {caught(record)}"


def caught(record: Recording) -> str:
    """What the code asked, was refused, and went on without."""
    return f"it goes on after an error that floats do not raise ({next(iter(record.refusals))})"


def where_defined(record: Recording) -> list[str]:
    """What a proof for all inputs leaves out."""
    return [f"for inputs at which {what} in it has no value nothing is said" for what in record.partial]


def _failed(name: str, case: Case, error: Exception) -> Verdict:
    return Verdict("failed", f"{name} raised {_told(error)} on the inputs of case {case.name!r}", case.name)


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def leak_text(leak: Exact) -> str:
    """How large a leak is: exactly, as a power of ten, and whether binary formats show it."""
    return f"at most {leak.told()}, less than 10^{power_of_ten_above(leak)}, {shown_in(leak)},"


def _refused(checked: Sequence[Verdict]) -> Verdict | None:
    """The verdict on the first case that is not right; None where all are.

    A mistake counts where it explains every case that has a result and a wrong one. Where a case raised an exception
    and another one explains itself, the other is told first.
    """
    wrong = [verdict for verdict in checked if verdict.outcome == "different"]
    failed = [verdict for verdict in checked if verdict.outcome == "failed"]
    shared = [e for e in wrong[0].explanations if all(e.name in v.mistakes for v in wrong[1:])] if wrong else []
    if wrong and (shared or not failed):
        notes = (*wrong[0].notes, *(verdict.headline for verdict in failed[:1]))
        return replace(wrong[0], explanations=tuple(shared), notes=notes)
    return next((v for v in checked if v.accepted is not True and v.outcome != "equal up to a leak"), None)


def _summary(function: Function, checked: Sequence[Verdict]) -> Verdict:
    """One verdict for cases of which none is refused."""
    leak = max((verdict.leak for verdict in checked if verdict.leak is not None), default=None)
    if leak is not None:
        return next(verdict for verdict in checked if verdict.leak is leak)
    scaled = [verdict for verdict in checked if verdict.scale is not None]
    everywhere = all(verdict.domain == "all inputs" for verdict in checked)
    names = "; ".join(verdict.case for verdict in checked)
    domain = "for all inputs of these shapes" if everywhere else "on these inputs"
    headline = f"{name_of(function)} is equal to the specification {domain}: {names}"
    if scaled:
        scales = [f"{float(v.scale)!r} ({v.case})" for v in scaled if v.scale is not None]
        headline += f"\n  with that scale, a rounding of the specified one: {', '.join(scales)}"
    return Verdict(
        "equal with that scale" if scaled else "equal",
        headline,
        domain="all inputs" if everywhere else "these inputs",
        scale=scaled[0].scale if scaled else None,
        notes=tuple(dict.fromkeys(note for verdict in checked for note in verdict.notes)),
    )


__all__ = ["caught", "entry_outcome", "leak_text", "rows_of", "verify", "went_on", "where_defined"]
