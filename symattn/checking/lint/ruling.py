"""Rules that ask too much or too little of the values that they are about."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from symattn.checking.outcomes import is_whole_number, judge
from symattn.checking.quality import Entries, as_typed, written_value
from symattn.checking.typed import Typed
from symattn.errors import SymattnError
from symattn.exact import Exact, MinusInfinity
from symattn.problems.rules import Rule

LEAST_FIGURES = 2  # significant digits without which an answer is hardly more than a guess
MOST_SHARE = Fraction(1, 20)  # of a value that a bound may be
LONG_ENTRY, LONG_WHOLE = 40, 200  # characters of an exact entry, and of all entries, that somebody still types


class Fault(NamedTuple):
    """What is the matter with a rule, and what to do."""

    sentence: str
    advice: str


def rule_faults(entries: Entries, text: str) -> Iterator[Fault]:
    """What is the matter with a rule for these right entries."""
    rule = Rule.parse(text)
    unmet = [(i, j) for i, row in enumerate(entries) for j, entry in enumerate(row) if not _can_be_met(entry, rule)]
    if unmet:
        i, j = unmet[0]
        place = f" (row {i + 1}, column {j + 1})" if len(entries) > 1 or len(entries[0]) > 1 else ""
        yield Fault(f"no answer can meet {text}: this value{place} has no such decimal", 'take rule = "exact"')
        return
    numbers = [entry for row in entries for entry in row if isinstance(entry, Exact) and not entry.symbols]
    yield from _leniency([number for number in numbers if not is_whole_number(number)], rule, text)


def length_faults(length: int, whole: int, text: str) -> Iterator[Fault]:
    """Whether the exact answer, which alone is accepted, is too long to be typed."""
    if Rule.parse(text).kind == "exact" and (length > LONG_ENTRY or whole > LONG_WHOLE):
        size = f"{length} characters" if length == whole else f"{whole} characters, an entry up to {length}"
        yield Fault(f"the exact answer alone is accepted, and takes {size}", 'accept decimals: rule = "auto"')


def _leniency(numbers: list[Exact], rule: Rule, text: str) -> Iterator[Fault]:
    if not numbers:
        return
    if rule.kind in ("places", "sig"):
        figures = [
            (_figures(written), written) for written in (written_value(number, rule) for number in numbers) if written
        ]
        most = max(figures, default=(LEAST_FIGURES, ""))
        if most[0] < LEAST_FIGURES:
            taken = f"{most[1]} is enough" + (", and so is 0 in other forms" if most[0] == 0 else "")
            yield Fault(f"{text} is lenient: {taken}", f'ask for more: rule = "{rule.kind}>={rule.count + 2}"')
    elif rule.kind in ("within", "relative") and rule.bound is not None and _is_wide(rule, numbers):
        shown = numbers[0].decimal(4)
        yield Fault(f"{text} is lenient: it is more than a twentieth of {shown}", "take a smaller bound")


def _is_wide(rule: Rule, numbers: list[Exact]) -> bool:
    assert rule.bound is not None
    try:
        if rule.kind == "relative":
            return rule.bound > MOST_SHARE
        return all(rule.bound > MOST_SHARE * abs(number) for number in numbers)
    except SymattnError:  # neither is proved
        return False


def _figures(written: str) -> int:
    """The significant digits of a decimal."""
    return len(written.lstrip("-").replace(".", "").lstrip("0"))


def _can_be_met(entry: Exact | MinusInfinity, rule: Rule) -> bool:
    """Whether the exact value, or its decimal, is accepted."""
    return any(judge(typed, entry, rule).accepted is True for typed in (Typed(entry), as_typed(entry, rule)))


__all__ = ["Fault", "length_faults", "rule_faults"]
