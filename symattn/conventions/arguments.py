"""What the forms without an array share: their arguments, their alignment, and how a relation outside is refused.

A value is a mapping from the system's own argument names, with ``T_q`` and ``T_k`` beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from symattn.conventions.bands import OFFSET, SQUARE, first_difference, shift_of
from symattn.conventions.forms import Context, Shape, cell, number_of
from symattn.errors import ConventionError, LimitError, MaskError, ShapeError
from symattn.mask_entries import shown
from symattn.visibility import LARGEST_SIZE, Visibility

Arguments = dict[str, object]
SIZES = ("T_q", "T_k")


def sized(arguments: Arguments, shape: Shape) -> Arguments:
    """The arguments with the numbers of queries and keys that they are for."""
    return {**arguments, **dict(zip(SIZES, shape, strict=True))}


def read_arguments(
    value: object, shape: Shape | None, context: Context, known: Iterable[str]
) -> tuple[Mapping[str, object], Shape]:
    """The arguments of a mapping and the shape they are for, from the mapping or from ``shape``."""
    if not isinstance(value, Mapping):
        names = ", ".join(filter(None, known))
        raise MaskError(f"{context.system} is written with arguments, not an array: give {names}, T_q and T_k by name")
    allowed = [*filter(None, known), *SIZES]
    for name in value:
        if name not in allowed:
            raise MaskError(f"{context.system} has no argument {name} here: {', '.join(allowed)} are known")
    return value, _shape_of(value, shape, context)


def _shape_of(value: Mapping[str, object], shape: Shape | None, context: Context) -> Shape:
    missing = [name for name in SIZES if name not in value]
    if missing and shape is None:
        raise ShapeError(f"{context.system} does not say how many queries and keys there are: give T_q and T_k")
    given = [count(value[name], name) if name in value else 0 for name in SIZES]
    found = tuple(number or (shape[axis] if shape else 0) for axis, number in enumerate(given))
    if shape is not None and found != shape:
        raise ShapeError(f"the arguments of {context.system} are for {list(found)}, and {list(shape)} is asked for")
    if max(found) > LARGEST_SIZE:
        raise LimitError(
            f"{context.system} is asked for {list(found)}: at most {LARGEST_SIZE} positions a side are known"
        )
    return found[0], found[1]


def count(number: object, what: str) -> int:
    """A whole number from 0 up."""
    value = None if isinstance(number, bool) else number_of(number)
    if value is None or value < 0 or value.denominator != 1:
        raise MaskError(f"{what} is {shown(number)}: a whole number of at least 0 is expected")
    return int(value)


def is_set(arguments: Mapping[str, object], name: str, context: Context) -> bool:
    """Whether a flag is set: true or false, or 1 or 0; nothing else is taken for one of them."""
    value = arguments.get(name, False)
    number = int(value) if isinstance(value, bool) else number_of(value)
    if number not in (0, 1):
        raise MaskError(f"{name} of {context.system} is {shown(value)}: true or false is expected")
    return bool(number)


def check_alignment(shape: Shape, align: str, context: Context) -> None:
    """Refuse other queries than keys where a system knows none."""
    if align == SQUARE and shape[0] != shape[1]:
        raise ConventionError(f"{context.system} has as many queries as keys, and here are {shape[0]} and {shape[1]}")


def offset_of(arguments: Mapping[str, object], name: str, shape: Shape, align: str) -> int:
    """Where the diagonal starts, from the alignment or the offset argument."""
    if align != OFFSET:
        return shift_of(shape, align)
    return min(count(arguments.get(name, 0), name), LARGEST_SIZE)


def shifts(relation: Visibility, align: str) -> list[int]:
    """Where the diagonal can start: one place, or with an offset argument the likely ones."""
    if align != OFFSET:
        return [shift_of(relation.shape, align)]
    ends = [bits.bit_length() for bits in relation.bits[:1] if bits]
    likely = [0, relation.T_k - relation.T_q, *(end - 1 for end in ends)]
    return [shift for shift in dict.fromkeys(likely) if shift >= 0]


def refusal(relation: Visibility, nearest: Visibility, context: Context, arguments: str) -> ConventionError:
    """The error for a relation that arguments cannot write, at the first cell that differs from what they can."""
    i, j = first_difference(relation, nearest)
    there = "lets it be read" if nearest[i, j] else "hides it"
    return ConventionError(
        f"{context.system} cannot write this relation with {arguments}: {cell(relation, i, j)}, "
        f"and the nearest that it writes {there}"
    )
