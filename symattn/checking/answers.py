"""The check of a whole answer."""

from __future__ import annotations

from symattn import values
from symattn.checking import messages
from symattn.checking.outcomes import judge
from symattn.checking.result import ORDER, CheckResult, EntryResult
from symattn.checking.rules import Rule
from symattn.checking.typed import TypedAnswer, typed_answer
from symattn.errors import ReadError, UndecidedError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.problems import Answer

Value = Exact | ExactMatrix | MinusInfinity


def check(answer: object, expected: object, rule: str | None = None) -> CheckResult:
    """The verdict on an answer, a number or a matrix [rows, columns], against what is expected.

    >>> check("1/(1+e^-1)", "e/(1+e)").outcome
    'exact'
    >>> check("0.7310", "e/(1+e)", "places>=4").message
    'the digits are right but cut off; the last one is to be rounded'
    >>> check("[[1, 0], [0.25, 0.73]]", [[1, 0], ["1/(1+e)", "e/(1+e)"]], "places:2").message
    'row 2, column 1 is wrong'

    ``answer`` is text as somebody typed it, or number-like; ``expected`` is number-like, a matrix, or a
    ``symattn.Answer``, whose own rule holds where none is given. Rules: exact (the default), auto, places:n, sig:n,
    places>=n, sig>=n, within:t, relative:t (see ``symattn.checking.rules``). An answer that cannot be read, or about
    which nothing is proved, is never wrong: ``accepted`` is None, and a person must look. Errors: ReadError for what is
    expected, UnknownNameError for another rule, FloatError for a Python float.
    """
    if isinstance(expected, Answer):
        rule = expected.rule if rule is None else rule
        if expected.kind not in ("stage", "value"):
            return CheckResult(None, "undecided", messages.PERSON)
        expected = expected.expected()
    return _check(answer, values.exact(expected), Rule.parse(rule or "exact"))


def _check(answer: object, expected: Value, rule: Rule) -> CheckResult:
    try:
        typed = typed_answer(answer, expected.symbols)
    except ReadError as error:
        return CheckResult(None, "unreadable", f"this cannot be read: {error}")
    except UndecidedError as error:
        return CheckResult(None, "undecided", f"a person must look: {error}")
    matrix = expected if isinstance(expected, ExactMatrix) else None
    if typed.is_matrix != (matrix is not None) or (matrix is not None and typed.shape != matrix.shape):
        shape = (1, 1) if matrix is None else matrix.shape
        message = messages.of_shape(typed.shape, typed.is_matrix, shape, matrix is not None)
        return CheckResult(False, "wrong", message, reading=typed.latex(), notes=typed.notes)
    if matrix is not None:
        return _check_matrix(typed, matrix, rule)
    assert not isinstance(expected, ExactMatrix)
    verdict = judge(typed.rows[0][0], expected, rule)
    message = messages.of_number(verdict, rule)
    return CheckResult(verdict.accepted, verdict.outcome, message, reading=typed.latex(), notes=typed.notes)


def _check_matrix(typed: TypedAnswer, expected: ExactMatrix, rule: Rule) -> CheckResult:
    """Entry by entry; one entry proved wrong makes the matrix wrong, whatever is undecided beside it."""
    entries = []
    for i, (row, right) in enumerate(zip(typed.rows, expected.rows(), strict=True)):
        for j, (entry, value) in enumerate(zip(row, right, strict=True)):
            verdict = judge(entry, value, rule)
            entries.append(EntryResult(i, j, verdict.outcome, verdict.accepted))
    accepted = {entry.accepted for entry in entries}
    return CheckResult(
        False if False in accepted else None if None in accepted else True,
        max((entry.outcome for entry in entries), key=ORDER.index),
        messages.of_matrix(entries, rule),
        reading=typed.latex(),
        notes=typed.notes,
        entries=tuple(entries),
    )
