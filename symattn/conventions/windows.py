"""Arguments: how systems count a window.

``PairWindow``      sizes to the left and right that leave the position itself out, perhaps beside a causal flag
``CausalWindow``    one number for a causal window, which counts the position itself or does not
``EvenWindow``      one number for a window to both sides: the size of each side, or of both together

Three keys before the position are (3, 0) in the first, 3 or 4 in the second; with three after it 3 or 6 in the third.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symattn.conventions.arguments import (
    Arguments,
    check_alignment,
    count,
    is_set,
    offset_of,
    read_arguments,
    refusal,
    shifts,
    sized,
)
from symattn.conventions.bands import (
    ALIGNMENT,
    CAUSAL,
    FULL,
    Band,
    band,
    band_of,
    causal_band_of,
    even_band_of,
    shift_of,
    sizes,
)
from symattn.conventions.forms import Context, Shape
from symattn.errors import MaskError
from symattn.nesting import listed
from symattn.visibility import Visibility


@dataclass(frozen=True, slots=True)
class PairWindow:
    """Sizes (left, right) without the position itself, as one argument or two.

    ``unlimited`` stands for no bound; where it is None there is nothing of the kind: no window at all is None, and one
    side alone is given a size that reaches every key.
    """

    arguments: tuple[str, ...]  # one name for a pair, two names for two numbers
    align: str
    flag: str = ""
    unlimited: int | None = -1
    offset: str = ""
    flag_values: tuple[bool | int, bool | int] = (False, True)

    def write(self, relation: Visibility, context: Context) -> Arguments:
        """The flag, the sizes and the offset, where there are any."""
        for shift in shifts(relation, self.align):
            found = band_of(relation, shift)
            if found is not None:
                return sized(self._written(found, shift, relation.shape), relation.shape)
        shift = shifts(relation, self.align)[0]
        nearest = Band(sizes(relation, shift, before=True)[-1], sizes(relation, shift, before=False)[-1])
        raise refusal(relation, band(relation.shape, shift, nearest), context, " and ".join(self.arguments))

    def _written(self, found: Band, shift: int, shape: Shape) -> Arguments:
        written: Arguments = {self.flag: self.flag_values[found.right == 0]} if self.flag else {}
        reaching = sum(shape) + abs(shift) if self.unlimited is None else self.unlimited
        pair = [reaching if size is None else size for size in (found.left, found.right)]
        if len(self.arguments) == 2:
            written |= dict(zip(self.arguments, pair, strict=True))
        else:
            is_none = self.unlimited is None and (found == FULL or (found == CAUSAL and self.flag))
            written[self.arguments[0]] = None if is_none else pair
        return written | ({self.offset: shift} if self.offset else {})

    def read(self, value: object, shape: Shape | None, context: Context) -> Visibility:
        """The relation that the sizes state, cut by the flag."""
        arguments, shape = read_arguments(value, shape, context, (*self.arguments, self.flag, self.offset))
        left, right = (self._size(number, context) for number in self._pair(arguments, context))
        if self.flag and is_set(arguments, self.flag, context):
            right = 0
        return band(shape, offset_of(arguments, self.offset, shape, self.align), Band(left, right))

    def _pair(self, arguments: Mapping[str, object], context: Context) -> list[object]:
        if len(self.arguments) == 2:
            return [arguments.get(name, self.unlimited) for name in self.arguments]
        given = arguments.get(self.arguments[0])
        if given is None or (isinstance(given, int) and self.unlimited is None):
            return [given, given]
        pair = listed(given)
        if pair is None or len(pair) != 2:
            raise MaskError(f"{self.arguments[0]} of {context.system} is a pair, [left, right]")
        return pair

    def _size(self, number: object, context: Context) -> int | None:
        if number is None or number == self.unlimited:
            return None
        return count(number, f"a window size of {context.system}")

    def text(self) -> str:
        """What is written, in words."""
        flag = f" beside the flag {self.flag}" if self.flag else ""
        return (
            f"window sizes to the left and right, {' and '.join(self.arguments)}{flag}, "
            f"the position itself not counted; {ALIGNMENT[self.align]}"
        )


@dataclass(frozen=True, slots=True)
class CausalWindow:
    """One number for a causal window; ``counts_self``: the position itself is one of the keys counted."""

    argument: str
    align: str
    counts_self: bool
    unlimited: int | None = None
    has_unlimited: bool = True

    def write(self, relation: Visibility, context: Context) -> Arguments:
        """The number."""
        check_alignment(relation.shape, self.align, context)
        shift = shift_of(relation.shape, self.align)
        found = causal_band_of(relation, shift)
        if found is None:
            nearest = Band(sizes(relation, shift, before=True)[-1], 0)
            raise refusal(relation, band(relation.shape, shift, nearest), context, self.argument)
        if found.left is None:
            number = self.unlimited if self.has_unlimited else sum(relation.shape)
        else:
            number = found.left + self.counts_self
        return sized({self.argument: number}, relation.shape)

    def read(self, value: object, shape: Shape | None, context: Context) -> Visibility:
        """The relation that the number states."""
        arguments, shape = read_arguments(value, shape, context, (self.argument,))
        check_alignment(shape, self.align, context)
        number = arguments.get(self.argument, self.unlimited)
        if self.has_unlimited and number == self.unlimited:
            return band(shape, shift_of(shape, self.align), CAUSAL)
        left = count(number, f"{self.argument} of {context.system}") - self.counts_self
        if left < 0:
            raise MaskError(f"{self.argument} of {context.system} counts the position itself: it is at least 1")
        return band(shape, shift_of(shape, self.align), Band(left, 0))

    def text(self) -> str:
        """What is written, in words."""
        counted = "counted" if self.counts_self else "not counted"
        return f"a causal window, {self.argument}, the position itself {counted}; {ALIGNMENT[self.align]}"


@dataclass(frozen=True, slots=True)
class EvenWindow:
    """One number for a window to both sides, the position itself not counted; ``total``: both sides together."""

    argument: str
    align: str
    total: bool

    def write(self, relation: Visibility, context: Context) -> Arguments:
        """The number."""
        check_alignment(relation.shape, self.align, context)
        shift = shift_of(relation.shape, self.align)
        found = even_band_of(relation, shift)
        if found is None or found.left is None:
            size = sizes(relation, shift, before=True)[-1]
            raise refusal(relation, band(relation.shape, shift, Band(size, size)), context, self.argument)
        return sized({self.argument: found.left * (1 + self.total)}, relation.shape)

    def read(self, value: object, shape: Shape | None, context: Context) -> Visibility:
        """The relation that the number states."""
        arguments, shape = read_arguments(value, shape, context, (self.argument,))
        check_alignment(shape, self.align, context)
        size = count(arguments.get(self.argument), f"{self.argument} of {context.system}")
        if self.total and size % 2:
            raise MaskError(f"{self.argument} of {context.system} counts both sides together: it is even, not {size}")
        size //= 1 + self.total
        return band(shape, shift_of(shape, self.align), Band(size, size))

    def text(self) -> str:
        """What is written, in words."""
        counted = "both sides together" if self.total else "each side"
        alignment = ALIGNMENT[self.align]
        return f"a window to both sides, {self.argument}, {counted}, the position itself not counted; {alignment}"
