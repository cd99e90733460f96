"""Arrays: how a system writes a relation entry by entry, or key by key.

``Booleans``  rows of True and False [T_q, T_k], True meaning that the key may be read, or that it is hidden
``Numbers``   the same with 1 and 0
``Additive``  rows of 0 where visible and a fill where hidden
``Keys``      one entry a key [T_k], for every query alike

Each writes what its reader reads back to the same relation. An entry that is neither plainly visible nor plainly
hidden is refused by its row and column, counted from 1. Arrays may come as lists, tuples, text entries or anything with
``tolist()``; leading axes of size 1 (one record, one head) are dropped, and one row stands for all queries where their
number is known. Floats of such arrays are taken as the dyadic numbers they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Literal

from symattn.conventions.fills import rounded
from symattn.errors import ConventionError, MaskError, ShapeError
from symattn.exact.floats import format_named
from symattn.mask_entries import rectangle, shown
from symattn.nesting import listed
from symattn.visibility import Visibility

Shape = tuple[int, int]
Polarity = Literal["read", "hidden"]
MINUS_INFINITY = "-inf"
_INFINITE_TEXTS = frozenset({"-inf", "-infinity", "-oo", "-\u221e", "\u2212\u221e"})
_NUMERAL = re.compile(r"[+-]?[0-9]{1,400}(\.[0-9]{0,400})?([eE][+-]?[0-9]{1,3})?")


@dataclass(frozen=True, slots=True)
class Context:
    """What entries depend on beside the relation: the system's name for messages, the number format, the fill in it."""

    system: str
    dtype: str
    fill: Fraction | None

    @property
    def subject(self) -> str:
        """What messages call the array."""
        return f"the {self.system} mask"


@dataclass(frozen=True, slots=True)
class Booleans:
    """Rows [T_q, T_k] of True and False."""

    true_means: Polarity

    def write(self, relation: Visibility, context: Context) -> list[list[bool]]:
        """The rows as lists."""
        return [[seen == (self.true_means == "read") for seen in row] for row in relation.rows]

    def read(self, value: object, shape: Shape | None, context: Context) -> Visibility:
        """The relation that such rows state."""
        return read_rows(value, shape, context, polar(_boolean, self.true_means == "read", context))

    def text(self) -> str:
        """What is written, in words."""
        return f"Booleans [T_q, T_k], True where the key {_MEANS[self.true_means]}"


@dataclass(frozen=True, slots=True)
class Numbers:
    """Rows [T_q, T_k] of 1 and 0."""

    one_means: Polarity

    def write(self, relation: Visibility, context: Context) -> list[list[int]]:
        """The rows as lists."""
        return [[int(seen == (self.one_means == "read")) for seen in row] for row in relation.rows]

    def read(self, value: object, shape: Shape | None, context: Context) -> Visibility:
        """The relation that such rows state."""
        return read_rows(value, shape, context, polar(_one_or_zero, self.one_means == "read", context))

    def text(self) -> str:
        """What is written, in words."""
        return f"numbers [T_q, T_k], 1 where the key {_MEANS[self.one_means]}"


@dataclass(frozen=True, slots=True)
class Additive:
    """Rows [T_q, T_k] of 0 where the key may be read and the system's fill where it is hidden."""

    def write(self, relation: Visibility, context: Context) -> list[list[object]]:
        """The rows as lists: 0, and the fill as an int, a Fraction or the text "-inf"."""
        hidden = entry_of(context.fill)
        return [[0 if seen else hidden for seen in row] for row in relation.rows]

    def read(self, value: object, shape: Shape | None, context: Context) -> Visibility:
        """The relation behind such rows; a number is read as the nearest value of the format."""
        return read_rows(value, shape, context, lambda entry, place: _is_zero(entry, place, context))

    def text(self) -> str:
        """What is written, in words."""
        return "an additive mask [T_q, T_k], 0 where the key may be read"


@dataclass(frozen=True, slots=True)
class Keys:
    """One entry for each key [T_k], for all queries alike; ``numbers`` writes 1 and 0 instead of True and False."""

    true_means: Polarity
    numbers: bool = False

    def write(self, relation: Visibility, context: Context) -> list[bool] | list[int]:
        """The entries; a relation whose rows differ is refused by the first cell where they do."""
        first = relation.bits[0]
        for i, bits in enumerate(relation.bits):
            if bits != first:
                j = ((bits ^ first) & -(bits ^ first)).bit_length() - 1
                raise ConventionError(
                    f"{context.system} writes one entry a key, for all queries alike: {cell(relation, i, j)}, "
                    f"{'and' if relation[0, j] == relation[i, j] else 'but'} {cell(relation, 0, j)}"
                )
        entries = [seen == (self.true_means == "read") for seen in relation.row(0)]
        return [int(entry) for entry in entries] if self.numbers else entries

    def read(self, value: object, shape: Shape | None, context: Context) -> Visibility:
        """The relation for as many queries as ``shape`` says, or as there are keys."""
        reader = polar(_one_or_zero if self.numbers else _boolean, self.true_means == "read", context)
        entries = listed(value)
        if entries is not None and entries and listed(entries[0]) is None:
            value = [entries]
        one = read_rows(value, None, context, reader)
        if one.T_q != 1:
            raise ShapeError(f"{context.subject} is one entry a key, and {one.T_q} rows stand here")
        queries = shape[0] if shape else one.T_k
        return _fitting(Visibility(one.bits * queries, one.T_k), shape, context)

    def text(self) -> str:
        """What is written, in words."""
        entries, mark = ("numbers", "1") if self.numbers else ("Booleans", "True")
        return f"{entries} [T_k], one a key for all queries alike, {mark} where the key {_MEANS[self.true_means]}"


_MEANS = {"read": "may be read", "hidden": "is hidden"}


def cell(relation: Visibility, i: int, j: int) -> str:
    """One cell for people: its place and what it says."""
    return f"row {i + 1}, column {j + 1} {'may be read' if relation[i, j] else 'is hidden'}"


def entry_of(fill: Fraction | None) -> object:
    """A fill as an entry: an int where it is whole, else a Fraction, and text for minus infinity."""
    if fill is None:
        return MINUS_INFINITY
    return fill.numerator if fill.denominator == 1 else fill


def read_rows(
    value: object, shape: Shape | None, context: Context, read_entry: Callable[[object, str], bool]
) -> Visibility:
    """The relation of a rectangle of entries; True of ``read_entry`` means may be read."""
    rows = rectangle(_without_leading_axes(value, context), _remembering(read_entry), context.subject)
    bits = tuple(int("".join("1" if seen else "0" for seen in reversed(row)), 2) for row in rows)
    relation = Visibility(bits, len(rows[0]))
    if shape and relation.T_q == 1 and relation.T_k == shape[1]:
        return Visibility(relation.bits * shape[0], relation.T_k)
    return _fitting(relation, shape, context)


def _remembering(read_entry: Callable[[object, str], bool]) -> Callable[[object, str], bool]:
    """The same reader, which reads equal entries of one type once: a mask has a million entries of two kinds."""
    known: dict[tuple[type, object], bool] = {}

    def read(entry: object, place: str) -> bool:
        key = type(entry), entry
        try:
            found = known.get(key)
        except TypeError:  # not hashable, so no entry of a mask
            return read_entry(entry, place)
        if found is None:
            found = known[key] = read_entry(entry, place)
        return found

    return read


def polar(
    read_entry: Callable[[object, str, Context], bool], same: bool, context: Context
) -> Callable[[object, str], bool]:
    """The reader of an entry turned into one that says whether the key may be read."""
    return lambda entry, place: read_entry(entry, place, context) == same


def _fitting(relation: Visibility, shape: Shape | None, context: Context) -> Visibility:
    if shape and relation.shape != shape:
        raise ShapeError(f"{context.subject} has shape {list(relation.shape)}, and {list(shape)} is asked for")
    return relation


def _without_leading_axes(value: object, context: Context) -> object:
    """The two last axes of an array whose other axes have size 1."""
    while (rows := listed(value)) and (entries := listed(rows[0])) and listed(entries[0]) is not None:
        if len(rows) > 1:
            raise ShapeError(
                f"{context.subject} holds {len(rows)} records or heads along an axis: convert each [T_q, T_k] by itself"
            )
        value = rows[0]
    return value


def _boolean(entry: object, place: str, context: Context) -> bool:
    if isinstance(entry, bool):
        return entry
    if not isinstance(entry, int | float) and str(entry).lower() in ("true", "false"):
        return str(entry).lower() == "true"
    raise MaskError(f"{place} of {context.subject} is {shown(entry)}: True or False is expected")


def _one_or_zero(entry: object, place: str, context: Context) -> bool:
    value = entry if isinstance(entry, bool) else number_of(entry)
    if value in (0, 1) and value is not None:
        return bool(value)
    raise MaskError(f"{place} of {context.subject} is {shown(entry)}: 1 or 0 is expected")


def _is_zero(entry: object, place: str, context: Context) -> bool:
    fill = str(entry_of(context.fill))
    if _is_minus_infinity(entry):
        if context.fill is None:
            return False
        raise MaskError(f"{place} of {context.subject} is -inf: hidden is written {fill} there")
    value = None if isinstance(entry, bool) else number_of(entry)
    if value == 0:
        return True
    if value is not None and value < 0 and context.fill == rounded(value, format_named(context.dtype)):
        return False  # the very fill, or a number that the format rounds to it
    raise MaskError(
        f"{place} of {context.subject} is {shown(entry)}: an additive mask holds 0 (visible) and {fill} (hidden) "
        f"in {context.dtype}; another number is a bias"
    )


def _is_minus_infinity(entry: object) -> bool:
    if isinstance(entry, float):
        return entry == float("-inf")
    return not isinstance(entry, int) and str(entry).strip().lower() in _INFINITE_TEXTS


def number_of(entry: object) -> Fraction | None:
    """The number that an entry is or spells; None for anything else, infinities and NaN included."""
    if isinstance(entry, float):
        return Fraction(entry) if isfinite(entry) else None
    if isinstance(entry, int | Fraction):
        return Fraction(entry)
    spelled = str(entry).strip().replace("\u2212", "-")
    return Fraction(spelled) if _NUMERAL.fullmatch(spelled) else None
