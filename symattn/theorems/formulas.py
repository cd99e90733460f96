"""Conditions on integers: comparisons of linear forms joined by *and* and *or*, and whether any integers meet them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from symattn.errors import LimitError
from symattn.theorems.forms import Form
from symattn.theorems.omega import Budget, has_solution

LARGEST_VALUE = 1 << 40


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
            case Some(parts) as choice:
                if len(parts) == 1:
                    stack.append(parts[0])
                else:
                    choices.append(choice)
    budget.spend([*zero, *least])
    if not has_solution(zero, least, budget):
        return False
    if not choices:
        return True
    first = min(choices, key=lambda choice: len(choice.parts))
    rest = [choice for choice in choices if choice is not first]
    return any(_search([part, *rest], zero, least, budget) for part in first.parts)


def smallest_values(formula: Formula, names: Iterable[str], signed: frozenset[str] = frozenset()) -> dict[str, int]:
    """Values of the unknowns that meet a possible formula: the first as small as can be, then the next.

    Those in ``signed`` may be negative and are made small in size. Errors: LimitError for gigantic values.
    """
    values: dict[str, int] = {}
    for name in names:
        unknown = Form.of(name)
        lowest = 0
        while not is_possible(All((formula, _within(unknown, lowest, name in signed)))):
            lowest = 2 * lowest + 1
            if lowest > LARGEST_VALUE:
                raise LimitError(f"{name} has no value of less than 13 digits here")
        below = (lowest - 1) // 2  # this one was impossible, or lowest is 0
        while lowest - below > 1:
            middle = (lowest + below) // 2
            fits = is_possible(All((formula, _within(unknown, middle, name in signed))))
            lowest, below = (middle, below) if fits else (lowest, middle)
        if name in signed and not is_possible(All((formula, Zero(unknown - lowest)))):
            lowest = -lowest
        values[name] = lowest
        formula = All((formula, Zero(unknown - lowest)))
    return values


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
    "smallest_values",
]
