"""What a convention consists of: one frozen record for each way in which a system is told who may read whom.

A system with several ways (a Boolean mask, an additive one, a causal flag) has several conventions, because each has
its own meaning of True, its own alignment and its own answer to a row without a visible key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from symattn.conventions.fills import INFINITE, EmptyRow, Fill, FillEffect
from symattn.conventions.forms import Context, Shape
from symattn.visibility import Visibility

HeadOrder = Literal["record by record", "head by head"]
Grouping = Literal["interleave", "tile"]
Pairing = Literal["halves", "pairs"]
Softcap = Literal["before the mask", "after the mask"]


class Form(Protocol):
    """How a relation is written: as an array or as arguments."""

    def write(self, relation: Visibility, context: Context) -> object:
        """The value that a system is given."""

    def read(self, value: object, shape: Shape | None, context: Context) -> Visibility:
        """The relation that a value states."""

    def text(self) -> str:
        """What is written, in words."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule is stated: a page or a file, and the version of it."""

    place: str
    version: str

    def text(self) -> str:
        """One line for people."""
        return f"{self.place} ({self.version})"


@dataclass(frozen=True, slots=True)
class Hiding:
    """How a hidden score is kept out: a fill is added to it or put in its place, or it is left out of the softmax.

    ``guard`` is what the system itself makes of a row without a visible key; None leaves it to the fill. Fills have the
    format of the scores unless ``fill_dtype`` says which they always have; ``softmax_dtype`` says it of the softmax.
    """

    how: Literal["added", "replaced", "left out"]
    fill: Fill = INFINITE
    guard: EmptyRow | None = None
    fill_dtype: str = ""
    softmax_dtype: str = ""

    def effect(self, dtype: str) -> FillEffect:
        """What the fill does in a format."""
        dtype = self.fill_dtype or dtype
        return FillEffect(self.fill.stored(dtype), dtype, self.softmax_dtype or dtype, self.how == "added")

    def empty_row(self, dtype: str) -> EmptyRow:
        """The weights of a query without a visible key."""
        return self.guard or self.effect(dtype).empty_row()


@dataclass(frozen=True, slots=True, kw_only=True)
class Convention:
    """One way in which a system is told who may read whom, with what it implies and where that is stated."""

    name: str
    title: str
    form: Form
    hiding: Hiding
    sources: tuple[Source, ...]
    head_order: HeadOrder | None = None
    grouping: Grouping | None = None
    softcap: Softcap | None = None
    rope: Pairing | None = None
    remarks: tuple[str, ...] = ()

    def context(self, dtype: str) -> Context:
        """What entries depend on beside the relation."""
        dtype = self.hiding.fill_dtype or dtype
        return Context(self.name, dtype, self.hiding.fill.stored(dtype))

    def facts(self, dtype: str = "float32") -> Mapping[str, str]:
        """Everything that is known of it, in words, in the order in which people ask."""
        found = {
            "written as": self.form.text(),
            "hidden": self._hidden(dtype),
            "row without a key": str(self.hiding.empty_row(dtype)),
            "heads in the first axis": self.head_order,
            "shared key heads": self.grouping and _GROUPING[self.grouping],
            "softcap": self.softcap,
            "rotated coordinates": self.rope and _PAIRING[self.rope],
        }
        return {name: fact for name, fact in found.items() if fact}

    def _hidden(self, dtype: str) -> str:
        if self.hiding.how == "left out":
            return "the score is left out of the softmax"
        dtype = self.hiding.fill_dtype or dtype
        fill = f"{self.hiding.fill.text(dtype)} in {dtype}"
        return f"{fill} is added to the score" if self.hiding.how == "added" else f"the score is replaced by {fill}"


_GROUPING = {
    "interleave": "interleaved: consecutive query heads share a key head",
    "tile": "tiled: query heads a whole round apart share a key head",
}
_PAIRING = {
    "halves": "coordinate i is paired with i + d/2",
    "pairs": "coordinates 2i and 2i + 1 are paired",
}
