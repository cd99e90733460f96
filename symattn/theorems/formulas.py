"""Conditions on integers: comparisons of linear forms joined by *and* and *or*, and whether any integers meet them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from symattn.errors import LimitError
from symattn.theorems.forms import Form
from symattn.theorems.omega import Budget, has_solution

LARGEST_VALUE = 1 << 40
FEW = 3  # choices among which no alternatives are looked for that can be ruled out beforehand


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The form is at least 0."""

    form: Form


@dataclass(frozen=True, slots=True)
class Zero:
    """The form is 0."""

    form: Form


@dataclass(frozen=True, slots=True)
class All:
    """Every part holds; without parts it is true."""

    parts: tuple[Formula, ...] = ()


@dataclass(frozen=True, slots=True)
class Some:
    """Some part holds; without parts it is false."""

    parts: tuple[Formula, ...] = ()


Formula: TypeAlias = AtLeast | Zero | All | Some
TRUE, FALSE = All(), Some()


def at_most(left: Form, right: Form | int) -> Formula:
    """left <= right."""
    return AtLeast(-(left - right))


def negated(formula: Formula) -> Formula:
    """The opposite, over the integers."""
    match formula:
        case AtLeast(form):
            return AtLeast(-form - 1)
        case Zero(form):
            return Some((AtLeast(form - 1), AtLeast(-form - 1)))
        case All(parts):
            return Some(tuple(map(negated, parts)))
        case Some(parts):
            return All(tuple(map(negated, parts)))


def is_possible(formula: Formula, budget: Budget | None = None) -> bool:
    """Whether some integers meet it.

    >>> i, j = Form.of("i"), Form.of("j")
    >>> is_possible(All((at_most(j, i), at_most(i + 1, j)))), is_possible(Some((Zero(i - j), FALSE)))
    (False, True)

    Errors: LimitError where it takes too many steps.
    """
    return _search([formula], [], [], budget or Budget())


def _search(waiting: Sequence[Formula], zero: Sequence[Form], least: Sequence[Form], budget: Budget) -> bool:
    """Whether everything waiting can hold together with the comparisons found so far, one alternative at a time."""
    zero, least = list(zero), list(least)
    choices = _sorted_out(waiting, zero, least)
    if not all(choice.parts for choice in choices) or not has_solution(zero, least, budget):
        return False
    if len(choices) > FEW:
        left = [_possible_parts(choice, zero, least, budget) for choice in choices]
        if any(len(choice.parts) < 2 for choice in left):
            return _search(left, zero, least, budget)
        choices = left
    if not choices:
        return True
    first = min(choices, key=lambda choice: len(choice.parts))
    rest = [choice for choice in choices if choice is not first]
    return any(_search([part, *rest], zero, least, budget) for part in first.parts)


def _sorted_out(waiting: Sequence[Formula], zero: list[Form], least: list[Form]) -> list[Some]:
    """The choices among what waits; comparisons are added to the lists."""
    choices: list[Some] = []
    stack = list(waiting)
    while stack:
        match stack.pop():
            case AtLeast(form):
                least.append(form)
            case Zero(form):
                zero.append(form)
            case All(parts):
                stack.extend(parts)
            case Some((part,)):
                stack.append(part)
            case choice:
                choices.append(choice)
    return choices


def _possible_parts(choice: Some, zero: list[Form], least: list[Form], budget: Budget) -> Some:
    """The alternatives of a choice that what is known does not rule out at once."""
    kept = []
    for part in choice.parts:
        own_zero, own_least = list(zero), list(least)
        _sorted_out([part], own_zero, own_least)
        if has_solution(own_zero, own_least, budget):
            kept.append(part)
    return Some(tuple(kept))


def smallest_values(
    formula: Formula, names: Iterable[str], signed: frozenset[str] = frozenset(), budget: Budget | None = None
) -> dict[str, int]:
    """Values of the unknowns that meet a possible formula: the first as small as can be, then the next.

    Those in ``signed`` may be negative and are made small in size. Errors: LimitError for gigantic values.
    """
    values: dict[str, int] = {}
    budget = budget or Budget()
    for name in names:
        unknown = Form.of(name)
        last = max(values.values(), default=0) - 1  # a position is often the last one of a size found before
        lowest = _least_size(formula, unknown, name in signed, last, budget)
        if name in signed and not is_possible(All((formula, Zero(unknown - lowest))), budget):
            lowest = -lowest
        values[name] = lowest
        formula = replaced(formula, name, Form(constant=lowest))
    return values


def _least_size(formula: Formula, unknown: Form, is_signed: bool, last: int, budget: Budget) -> int:
    """The least size of an unknown that leaves the formula possible: by doubling, then by halving."""

    def fits(size: int) -> bool:
        return is_possible(All((formula, _within(unknown, size, is_signed))), budget)

    if fits(0):
        return 0
    below, lowest = (last - 1, last) if last > 1 and not fits(last - 1) else (0, 1)
    while not fits(lowest):
        below, lowest = lowest, 2 * lowest + 1
        if lowest > LARGEST_VALUE:
            raise LimitError(f"{unknown} has no value of less than 13 digits here")
    while lowest - below > 1:
        middle = (lowest + below) // 2
        below, lowest = (below, middle) if fits(middle) else (middle, lowest)
    return lowest


def replaced(formula: Formula, name: str, by: Form) -> Formula:
    """The formula with a form in place of an unknown; what is settled by that is left out."""
    match formula:
        case AtLeast(form):
            form = form.replaced(name, by)
            return (TRUE if form.constant >= 0 else FALSE) if form.is_constant else AtLeast(form)
        case Zero(form):
            form = form.replaced(name, by)
            return (FALSE if form.constant else TRUE) if form.is_constant else Zero(form)
        case All(parts):
            left = tuple(part for part in (replaced(part, name, by) for part in parts) if part != TRUE)
            return FALSE if FALSE in left else All(left)
        case Some(parts):
            left = tuple(part for part in (replaced(part, name, by) for part in parts) if part != FALSE)
            return TRUE if TRUE in left else Some(left)


def _within(unknown: Form, size: int, is_signed: bool) -> Formula:
    return All((at_most(unknown, size), AtLeast(unknown + size))) if is_signed else at_most(unknown, size)


def holds(formula: Formula, values: Mapping[str, int]) -> bool:
    """Whether it holds at these values of all its unknowns."""
    match formula:
        case AtLeast(form):
            return form.value(values) >= 0
        case Zero(form):
            return form.value(values) == 0
        case All(parts):
            return all(holds(part, values) for part in parts)
        case Some(parts):
            return any(holds(part, values) for part in parts)


__all__ = [
    "FALSE",
    "TRUE",
    "All",
    "AtLeast",
    "Formula",
    "Some",
    "Zero",
    "at_most",
    "holds",
    "is_possible",
    "negated",
    "replaced",
    "smallest_values",
]
