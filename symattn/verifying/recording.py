"""What is remembered while somebody's code runs on exact numbers: its constants, its NaN, refusals, opaque maxima.

The maximum of free symbols is a symbol of its own, one for each set of numbers. An identity that holds whatever such a
symbol is holds for the maximum, so that a softmax that subtracts it can be proved; a result that keeps it cannot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from itertools import count
from typing import Literal

from symattn.errors import ShapeError, SymattnError
from symattn.exact import Exact
from symattn.exact.functions import symbol
from symattn.exact.number import Key

MOST_CONSTANTS = 64
_NUMBERS = count(1)  # names are never used twice, so that no two runs mean different maxima by one symbol


class Recording:
    """The memory of one run."""

    def __init__(self) -> None:
        self.constants: dict[Fraction, None] = {}
        self.nans: dict[str, None] = {}
        self.remarks: dict[str, None] = {}
        self.partial: dict[str, None] = {}
        self.refusals: dict[str, None] = {}
        self._opaque: dict[tuple[str, frozenset[Key]], Exact] = {}
        self._behind: dict[str, tuple[str, dict[Key, Exact]]] = {}

    def constant(self, value: Fraction) -> None:
        """Remember a number that the code brought in; small whole ones are what they look like."""
        if (value.denominator > 1 or abs(value) >= 100) and len(self.constants) < MOST_CONSTANTS:
            self.constants[value] = None

    def nan(self, why: str) -> None:
        """Remember what made a NaN."""
        self.nans[why] = None

    def may_be_undefined(self, what: str) -> None:
        """Remember an operation on symbols that has no value for some of them."""
        self.partial[what] = None

    def refused(self, error: Exception) -> None:
        """Remember what exact numbers did not answer: code that catches the error goes a way that floats do not go."""
        self.refusals[" ".join(str(error).split())] = None

    def remark(self, text: str) -> None:
        """Remember something that the verdict should say."""
        self.remarks[text] = None

    def opaque(self, kind: Literal["max", "min"], numbers: Sequence[Exact]) -> Exact:
        """The symbol that stands for the largest or smallest of some numbers, or the number itself where it is one."""
        members: dict[Key, Exact] = {}
        for number in numbers:
            members |= self._members(kind, number)
        if len(members) == 1:
            return next(iter(members.values()))
        key = kind, frozenset(members)
        if key not in self._opaque:
            made = symbol(f"{kind}_{next(_NUMBERS)}_")
            self._opaque[key] = made
            self._behind[next(iter(made.symbols))] = kind, members
        return self._opaque[key]

    def _members(self, kind: str, number: Exact) -> dict[Key, Exact]:
        """The numbers behind one: those of an opaque symbol of the same kind, else itself."""
        if len(number.symbols) == 1:
            known = self._behind.get(next(iter(number.symbols)))
            if known is not None and known[0] == kind and number.key == symbol(next(iter(number.symbols))).key:
                return known[1]
        return {number.key: number}

    def behind(self, names: frozenset[str]) -> frozenset[str]:
        """The symbols that a number depends on: opaque ones are followed to what they stand for."""
        found: set[str] = set()
        left = set(names)
        while left:
            name = left.pop()
            if name in found:
                continue
            found.add(name)
            if name in self._behind:
                left |= {inner for number in self._behind[name][1].values() for inner in number.symbols}
        return frozenset(name for name in found if name not in self._behind)

    def has_opaque(self, names: frozenset[str]) -> bool:
        """Whether a number with these symbols contains a maximum that was not worked out."""
        return any(name in self._behind for name in names)


_CURRENT: ContextVar[Recording | None] = ContextVar("recording", default=None)
_OUTSIDE = Recording()


def current() -> Recording:
    """The recording of the run that is on; outside of runs one that nobody reads."""
    return _CURRENT.get() or _OUTSIDE


@contextmanager
def refusals_noted() -> Iterator[None]:
    """Record what the block refuses, and let it pass on; shapes that do not fit NumPy refuses as well."""
    try:
        yield
    except SymattnError as error:
        if not isinstance(error, ShapeError):
            current().refused(error)
        raise


def is_running() -> bool:
    """Whether code runs on exact numbers in this context."""
    return _CURRENT.get() is not None


@contextmanager
def recording() -> Iterator[Recording]:
    """Record what happens inside the block."""
    found = Recording()
    token = _CURRENT.set(found)
    try:
        yield found
    finally:
        _CURRENT.reset(token)
