"""What the text has defined so far: names with their values, in order; a later definition replaces an earlier one."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix

Value: TypeAlias = Exact | ExactMatrix
MODEST = 60  # digits before the point, of a number or of its reciprocal


def _is_modest(number: Exact) -> bool:
    if number.as_fraction() is not None or number.symbols:
        return True
    try:
        return max(len(number.decimal(0)), len((1 / number).decimal(0))) <= MODEST
    except SymattnError:
        return False


@dataclass(frozen=True, eq=False)
class Binding:
    """The value of a name.

    ``is_sure`` is False for a number that may be one of many (x = 2, say, as the solution of an equation); such a name
    can confirm a claim but not refute one. ``slack`` is half a unit of the last digit where the value was printed as an
    approximation, else None. ``section`` counts headings.
    """

    value: Value
    is_sure: bool = True
    slack: Fraction | None = None
    section: int = 0
    is_printed: bool = False  # a bare number was printed for it, and another one may be later
    block: int = 0  # in which paragraph

    @cached_property
    def is_modest(self) -> bool:
        """Whether every entry has a size that calculations with it can bear: e^(e^9) is none that a text prints."""
        entries = (entry for row in self.value.rows() for entry in row) if isinstance(self.value, ExactMatrix) else ()
        return all(_is_modest(entry) for entry in entries if isinstance(entry, Exact))


@dataclass
class Environment:
    """Names and their bindings."""

    bindings: MutableMapping[str, Binding] = field(default_factory=dict)
    long_names: dict[str, None] = field(default_factory=dict)  # of several letters; a text may write these as they are
    exact: set[Fraction] = field(default_factory=set)  # decimals that were proved equal to what they state

    def get(self, name: str) -> Binding | None:
        """The binding of a name, None where there is none."""
        return self.bindings.get(name)

    def bind(self, name: str, binding: Binding) -> None:
        """Bind a name, perhaps again."""
        if len(name) > 1 and name.isidentifier():
            self.long_names[name] = None
        self.bindings[name] = binding

    def forget(self, name: str) -> None:
        """Let a name mean nothing."""
        self.bindings.pop(name, None)
        self.long_names.pop(name, None)

    def overlaid(self) -> Environment:
        """The same names, on which others can be laid for one expression."""
        return Environment(ChainMap({}, self.bindings), exact=self.exact)

    def matrices(self) -> Iterator[tuple[str, ExactMatrix]]:
        """The names of matrices, in the order of their definitions."""
        for name, binding in self.bindings.items():
            if isinstance(binding.value, ExactMatrix):
                yield name, binding.value


__all__ = ["Binding", "Environment", "Value"]
