"""Inputs at which a statement is tried: simple whole numbers first, so that a counterexample is easy to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from symattn.errors import DivisionError, DomainError, FloatError, InfinityError, LimitError, UndecidedError
from symattn.exact.matrix import ExactMatrix
from symattn.theorems.programs import Inputs, Place, Program

DRAWN = 4
# What a calculation may answer at some inputs and not at others, or for symbols and not for numbers.
REFUSALS = (UndecidedError, LimitError, FloatError, DomainError, DivisionError, InfinityError)


def points(program: Program) -> Iterator[Inputs]:
    """Inputs of the program: its own, zeros, ones, a pattern, and a few that are drawn (the same every time)."""
    if program.given and not any(matrix.symbols for matrix in program.given.values()):
        yield program.given
    yield program.filled(lambda place: 0)
    yield program.filled(lambda place: 1)
    yield program.filled(_pattern)
    for seed in range(DRAWN):
        yield program.filled(_drawn(seed))


def _drawn(seed: int) -> Callable[[Place], int]:
    random = Random(f"points {seed}")
    return lambda place: random.randint(-3, 3)


def _pattern(place: Place) -> int:
    return (3 * place.row + 5 * place.column + 2 * len(place.name) + ord(place.name[0])) % 5 - 2


def tried(program: Program, inputs: Inputs) -> ExactMatrix | None:
    """The output at these inputs, or None where there is none."""
    try:
        return program.on(inputs)
    except REFUSALS:
        return None


__all__ = ["REFUSALS", "points", "tried"]
