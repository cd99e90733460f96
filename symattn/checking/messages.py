"""The one sentence that goes with a verdict; it helps whoever answered and does not give the answer away."""

from __future__ import annotations

from collections.abc import Sequence

from symattn.checking.diagnosis import Explanation
from symattn.checking.outcomes import Verdict
from symattn.checking.result import EntryResult, Outcome
from symattn.problems.rules import Rule

MOST_NAMED = 4
MOST_EXPLAINED = 3
_FAULTS: dict[Outcome, str] = {
    "float noise": "the last digits are those of a floating-point number, not of the value",
    "truncated": "the digits are right but cut off; the last one is to be rounded",
    "off in the last digit": "the last digit is off by one",
    "wrong": "this is proved different from what is right",
    "undecided": "neither equality nor difference could be proved, so a person must look",
}
_WRONG = ("is wrong", "are wrong")
# Of one entry of a matrix, and of several.
_FAULTS_OF_ENTRIES: dict[Outcome, tuple[str, str]] = {
    "exact": ("is right but not in the form asked", "are right but not in the form asked"),
    "rounded": ("is rounded rightly but not to the digits asked", "are rounded rightly but not to the digits asked"),
    "float noise": ("has digits of a floating-point number", "have digits of floating-point numbers"),
    "truncated": ("is cut off, not rounded", "are cut off, not rounded"),
    "off in the last digit": ("is off by one in the last digit", "are off by one in the last digit"),
    "undecided": ("is undecided", "are undecided"),
}
RIGHT, VALUE_RIGHT = "right", "the value is right"
PERSON = "the answer is in words, so a person must look"


def of_number(verdict: Verdict, rule: Rule) -> str:
    """The sentence for one number."""
    if verdict.accepted:
        return _praise(verdict)
    if verdict.outcome in ("exact", "rounded"):
        right = VALUE_RIGHT if verdict.outcome == "exact" else f"rounded rightly{_digits(verdict)}"
        return f"{right}, but asked: {rule.asks()}"
    if rule.kind in ("within", "relative") and verdict.accepted is False:
        return f"this is too far off; asked: {rule.asks()}"
    return _FAULTS[verdict.outcome]


def of_matrix(entries: Sequence[EntryResult], rule: Rule) -> str:
    """The sentence for a matrix: that all is right, or which entries are not."""
    refused = [entry for entry in entries if not entry.accepted]
    if not refused:
        return _all_right(entries)
    faults = dict.fromkeys(_FAULTS_OF_ENTRIES.get(entry.outcome, _WRONG) for entry in refused)
    listed = "; ".join(_faulty(fault, refused, entries) for fault in faults)
    if any(entry.outcome in ("exact", "rounded") for entry in refused):
        return f"{listed}; asked: {rule.asks()}"
    return listed


def _faulty(fault: tuple[str, str], refused: Sequence[EntryResult], entries: Sequence[EntryResult]) -> str:
    """Which entries have one fault, counted from 1: entry 2 of a row or a column, row 2, column 1 of a matrix."""
    those = [entry for entry in refused if _FAULTS_OF_ENTRIES.get(entry.outcome, _WRONG) == fault]
    one, many = fault
    if 1 < len(those) == len(entries):
        return f"every entry {one}"
    rows, columns = {entry.row for entry in entries}, {entry.column for entry in entries}
    is_line = 1 in (len(rows), len(columns))
    numbers = [entry.column + 1 if len(rows) == 1 else entry.row + 1 for entry in those]
    if len(those) == 1:
        place = f"entry {numbers[0]}" if is_line else f"row {those[0].row + 1}, column {those[0].column + 1}"
        return f"{place} {one}"
    named = [str(number) for number in numbers] if is_line else [f"[{e.row + 1}, {e.column + 1}]" for e in those]
    more = len(named) - MOST_NAMED
    last = f"{more} more" if more > 0 else named[-1]
    return f"entries {', '.join(named[: min(MOST_NAMED, len(named) - 1)])} and {last} {many}"


def of_explanations(message: str, outcome: Outcome, explanations: Sequence[Explanation]) -> str:
    """The sentence for an answer that mistakes explain, from the one without them."""
    if outcome in ("truncated", "off in the last digit"):
        return message  # that is the nearer explanation
    said = listed_explanations(explanations)
    return said if message == _FAULTS["wrong"] else f"{message}; {said}"


def listed_explanations(explanations: Sequence[Explanation]) -> str:
    """What comes out when, for the first few explanations."""
    ways = [explanation.when for explanation in explanations]
    more = len(ways) - MOST_EXPLAINED
    listed = ", or when ".join(ways[:MOST_EXPLAINED]) + (f", or in {more} more ways" if more > 0 else "")
    return f"this is what comes out when {listed}"


def of_shape(typed: tuple[int, int], is_matrix: bool, expected: tuple[int, int], expects_matrix: bool) -> str:
    """The sentence for an answer of another shape."""
    hint = "; rows and columns are exchanged" if is_matrix and expects_matrix and typed == expected[::-1] else ""
    return f"{_shape(expected, expects_matrix)} is expected, and this is {_shape(typed, is_matrix)}{hint}"


def of_other_spelling(assumption: str) -> str:
    """The sentence for an answer that is right if it was meant otherwise than it was read."""
    return f"a person must look: as it was read this is wrong, but it is right if {assumption}"


def of_one_number(answer: object, shape: tuple[int, int]) -> str:
    """The sentence for one number where a row or a matrix is expected: often a comma was forgotten."""
    rows, columns = shape
    parts = answer.strip("[]() ").split() if isinstance(answer, str) else []
    entries = parts if rows == 1 and len(parts) == columns else _placeholders(columns)
    row = f"[{', '.join(entries)}]"
    if rows == 1:
        return f"one number was read where a row of {columns} is expected; write {row}"
    written = f"[{', '.join([row] * min(rows, 2))}{', ...' if rows > 2 else ''}]"
    return f"one number was read where {_shape(shape, True)} is expected; write its rows as {written}"


def _placeholders(count: int) -> list[str]:
    return ["..."] * count if count <= MOST_NAMED else ["...", "...", "..."]


def under_conditions(message: str, conditions: Sequence[str]) -> str:
    """The sentence, with the conditions where it says that something is right: "right, for k > 0: proved equal"."""
    said = f"for {', '.join(conditions)}"
    if not conditions:
        return message
    if message == RIGHT or message.startswith(f"{RIGHT}: "):
        return f"{RIGHT}, {said}{message.removeprefix(RIGHT)}"
    return message.replace(VALUE_RIGHT, f"{VALUE_RIGHT} {said}", 1)


def _shape(shape: tuple[int, int], is_matrix: bool) -> str:
    return f"a {shape[0]} x {shape[1]} matrix" if is_matrix else "a single number"


def _praise(verdict: Verdict) -> str:
    if verdict.outcome == "exact":
        return f"{RIGHT}: proved equal"
    if verdict.outcome == "rounded":
        return f"{RIGHT}: rounded rightly{_digits(verdict)}"
    return f"{RIGHT}: within the bound"


def _digits(verdict: Verdict) -> str:
    if verdict.rounding is None:
        return ""
    places, figures = verdict.rounding
    if places == 0:
        return " to a whole number"
    if places > 0:
        return f" to {places} decimal place{'' if places == 1 else 's'}"
    return f" to {figures} significant digit{'' if figures == 1 else 's'}"


def _all_right(entries: Sequence[EntryResult]) -> str:
    kinds = {entry.outcome for entry in entries}
    if kinds == {"exact"}:
        return f"{RIGHT}: every entry is proved equal"
    if kinds <= {"exact", "rounded"}:
        return f"{RIGHT}: every entry is exact or rounded rightly"
    return f"{RIGHT}: every entry is within the bound"
