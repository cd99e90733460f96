"""The check of a whole answer."""

from __future__ import annotations

from dataclasses import replace

from symattn import values
from symattn.checking import messages
from symattn.checking.diagnosis import Explanation
from symattn.checking.explaining import Explain, Value, explainer, faulty_places
from symattn.checking.lists import as_relation, check_lists, lists_of, read_lists
from symattn.checking.mistakes import LossProblem
from symattn.checking.outcomes import judge
from symattn.checking.result import ORDER, CheckResult, EntryResult, Outcome
from symattn.checking.spellings import other_spellings
from symattn.checking.typed import TypedAnswer, typed_answer
from symattn.errors import ConditionsError, ReadError, SymattnError, UndecidedError
from symattn.exact import ExactMatrix
from symattn.problems import Answer
from symattn.problems.rules import Rule
from symattn.visibility import Visibility


def check(answer: object, expected: object, rule: str | Rule | None = None) -> CheckResult:
    """The verdict on an answer, a number or a matrix [rows, columns], against what is expected.

    >>> check("1/(1+e^-1)", "e/(1+e)").outcome
    'exact'
    >>> check("0.7310", "e/(1+e)", "places>=4").message
    'the digits are right but cut off; the last one is to be rounded'
    >>> check("[[1, 0], [0.25, 0.73]]", [[1, 0], ["1/(1+e)", "e/(1+e)"]], "places:2").message
    'row 2, column 1 is wrong'

    ``answer`` is text as somebody typed it, or number-like; ``expected`` is number-like, a matrix, or a
    ``symattn.Answer``, whose own rule holds where none is given and whose problem tells the mistakes that explain a
    wrong answer. Lists of positions ("1, 2", "[1],[1,2]") are checked where a list, a relation of visible keys, or the
    words of an answer that are such lists, are expected. Rules: exact (the default), auto, places:n, sig:n,
    places>=n, sig>=n, within:t, relative:t (see ``symattn.problems.rules``). An answer that cannot be read, or about
    which nothing is proved, is never wrong: ``accepted`` is None, and a person must look. Errors: ReadError for what is
    expected, UnknownNameError for another rule, FloatError for a Python float.
    """
    if isinstance(expected, Answer) and expected.kind not in ("stage", "value"):
        return _check_words(answer, expected)
    own = expected.rule if isinstance(expected, Answer) else "exact"
    asked = Rule.parse(own if rule is None or rule == "" else rule)
    try:
        value = _value(expected)
    except SymattnError:
        is_blank = isinstance(expected, str) and not expected.strip()  # nothing expected is no empty list
        lists = None if is_blank else lists_of(expected)
        if lists is None:
            raise
        return check_lists(answer, lists)
    values.refuse_confused_symbols(answer, expected)
    if isinstance(value, ExactMatrix) and _asks_who_reads(expected):
        answer = _as_relation(answer, value.shape)
    result, typed = _check(answer, value, asked)
    if typed is None or result.accepted is not False:
        return result
    meant = _right_if(answer, value, asked) if isinstance(answer, str) else ""
    if meant:
        message = messages.of_other_spelling(meant)
        return replace(result, accepted=None, outcome="undecided", message=message, entries=())
    found = _explanations(result, typed, value, explainer(expected, value))
    return _explained(result, found, isinstance(expected, Answer | LossProblem))


def _value(expected: object) -> Value:
    if isinstance(expected, Answer | LossProblem):
        return expected.expected()
    if isinstance(expected, Visibility):
        return ExactMatrix([[int(seen) for seen in row] for row in expected.rows])
    return values.exact(expected)


def _asks_who_reads(expected: object) -> bool:
    return isinstance(expected, Visibility) or (isinstance(expected, Answer) and expected.stage == "visible")


def _as_relation(answer: object, shape: tuple[int, int]) -> object:
    """Lists of visible keys as ones and zeros [queries, keys]; anything else as it is."""
    lists = lists_of(answer)
    relation = None if lists is None else as_relation(lists, shape)
    return answer if relation is None else relation


def _check_words(answer: object, expected: Answer) -> CheckResult:
    """Words are for a person, unless they are lists of positions and lists were typed."""
    from symattn.problems.inserts import fill

    words = fill(expected.words, expected.inserts, lambda value: value.text()) if expected.inserts else expected.words
    lists = read_lists(words) if expected.kind == "words" else None
    found = None if lists is None else check_lists(answer, lists)
    if found is None or found.accepted is None:
        return CheckResult(None, "undecided", messages.PERSON)
    return found


def _check(answer: object, expected: Value, rule: Rule) -> tuple[CheckResult, TypedAnswer | None]:
    """The verdict without mistakes, and what was read."""
    try:
        typed = _typed(answer, expected)
    except ReadError as error:
        return CheckResult(None, "unreadable", f"this cannot be read: {error}"), None
    except UndecidedError as error:
        return CheckResult(None, "undecided", f"a person must look: {error}"), None
    try:
        found = _judged(typed, answer, expected, rule)
    except (ConditionsError, UndecidedError) as error:
        found = CheckResult(None, "undecided", f"a person must look: {error}")
    return _with_reading(found, typed, expected), typed


def _right_if(text: str, expected: Value, rule: Rule) -> str:
    """What must be assumed of a text that is wrong as it was read, so that it is right; "" where nothing helps."""
    for assumption, meant in other_spellings(text):
        result, typed = _check(meant, expected, rule)
        if typed is not None and result.accepted is not False:
            return assumption
    return ""


def _with_reading(result: CheckResult, typed: TypedAnswer, expected: Value) -> CheckResult:
    """The result with how the answer was read, and the conditions under which the verdict holds."""
    conditions = tuple(sorted(typed.conditions | expected.conditions))
    return replace(
        result,
        message=messages.under_conditions(result.message, conditions),
        reading=typed.latex(),
        reading_text=typed.text(),
        notes=typed.notes,
        conditions=conditions,
    )


def _typed(answer: object, expected: Value) -> TypedAnswer:
    """The answer as read; where a row is expected its brackets may be missing."""
    try:
        return typed_answer(answer, expected.symbols).fitting(expected)
    except ReadError:
        if not isinstance(answer, str) or not isinstance(expected, ExactMatrix) or not set(answer) & set(",;&"):
            raise
        try:
            return typed_answer(f"[{answer}]", expected.symbols).fitting(expected)
        except (ReadError, UndecidedError):
            pass
        raise


def _judged(typed: TypedAnswer, answer: object, expected: Value, rule: Rule) -> CheckResult:
    if isinstance(expected, ExactMatrix):
        if typed.is_matrix and typed.shape == expected.shape:
            return _judged_matrix(typed, expected, rule)
    elif not typed.is_matrix:
        verdict = judge(typed.rows[0][0], expected, rule)
        return CheckResult(verdict.accepted, verdict.outcome, messages.of_number(verdict, rule))
    expects_matrix = isinstance(expected, ExactMatrix)
    shape = expected.shape if isinstance(expected, ExactMatrix) else (1, 1)
    if expects_matrix and typed.shape == (1, 1) != shape:
        return CheckResult(False, "wrong", messages.of_one_number(answer, shape))
    return CheckResult(False, "wrong", messages.of_shape(typed.shape, typed.is_matrix, shape, expects_matrix))


def _judged_matrix(typed: TypedAnswer, expected: ExactMatrix, rule: Rule) -> CheckResult:
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
        entries=tuple(entries),
    )


def _explanations(
    result: CheckResult, typed: TypedAnswer, expected: Value, explain: Explain
) -> tuple[Explanation, ...]:
    """What explains the wrong entries; a matrix for a number, or the reverse, needs no mistake."""
    if typed.is_matrix != isinstance(expected, ExactMatrix):
        return ()
    wrong = faulty_places(typed, expected)
    if result.entries:  # what a bound takes although it is wrong tells as much as what it does not take
        taken = {(e.row, e.column) for e in result.entries if e.accepted and e.outcome != "within the bound"}
        wrong = [place for place in wrong if place not in taken]
    return explain(typed, wrong) if wrong else ()


def _explained(result: CheckResult, explanations: tuple[Explanation, ...], has_problem: bool) -> CheckResult:
    """The result with what explains it.

    Where nothing is known but the right value, an exchange is only said; with a problem it is a named mistake.
    """
    if not explanations:
        return result
    said = replace(result, message=messages.of_explanations(result.message, result.outcome, explanations))
    if not has_problem:
        return said
    # What counts as rounded here are whole numbers, which nobody meant as roundings.
    outcome: Outcome = "mistake" if result.outcome in ("wrong", "rounded") else result.outcome
    return replace(said, outcome=outcome, mistakes=tuple(explanation.name for explanation in explanations))
