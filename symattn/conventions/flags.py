"""Arguments: how a system writes a relation without an array, as a causal flag, a cache length or record lengths.

``CausalFlag``      one flag, causal or everything, in the system's alignment
``ExternalCache``   a causal flag and how many keys of a longer cache are valid
``Segments``        lengths, or their running sums, of records side by side

A relation that no arguments write is refused by the first cell that differs from the nearest one that they do.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise

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
from symattn.conventions.bands import ALIGNMENT, CAUSAL, FULL, SQUARE, band, is_band
from symattn.conventions.forms import Context, Shape
from symattn.errors import MaskError, ShapeError
from symattn.mask_entries import shown
from symattn.nesting import listed
from symattn.visibility import Visibility, causal, packed, padding


@dataclass(frozen=True, slots=True)
class CausalFlag:
    """One flag: causal, or every key; with ``offset`` an argument that counts the keys before the first query."""

    argument: str
    align: str
    offset: str = ""
    on: bool | int | str = True
    off: bool | int | str | None = False

    def write(self, relation: Visibility, context: Context) -> Arguments:
        """The flag, and the offset where there is one."""
        check_alignment(relation.shape, self.align, context)
        if is_band(relation, 0, FULL):
            return self._written(self.off, 0, relation.shape)
        for shift in shifts(relation, self.align):
            if is_band(relation, shift, CAUSAL):
                return self._written(self.on, shift, relation.shape)
        nearest = band(relation.shape, shifts(relation, self.align)[0], CAUSAL)
        raise refusal(relation, nearest, context, self.argument)

    def _written(self, flag: bool | int | str | None, shift: int, shape: Shape) -> Arguments:
        arguments: Arguments = {self.argument: flag}
        return sized(arguments | ({self.offset: shift} if self.offset else {}), shape)

    def read(self, value: object, shape: Shape | None, context: Context) -> Visibility:
        """The relation that the flag states."""
        arguments, shape = read_arguments(value, shape, context, (self.argument, self.offset))
        check_alignment(shape, self.align, context)
        flag = arguments.get(self.argument, self.off)
        if flag not in (self.on, self.off):
            raise MaskError(
                f"{self.argument} of {context.system} is {shown(flag)}: {self.on} or {self.off} is expected"
            )
        if flag == self.off:
            return band(shape, 0, FULL)
        return band(shape, offset_of(arguments, self.offset, shape, self.align), CAUSAL)

    def text(self) -> str:
        """What is written, in words."""
        return f"the argument {self.argument}; {ALIGNMENT[self.align]}"


@dataclass(frozen=True, slots=True)
class ExternalCache:
    """A causal flag, and how many leading keys of a longer cache are valid; the last query is placed on the last."""

    flag: str
    length: str

    def write(self, relation: Visibility, context: Context) -> Arguments:
        """The length that the last query shows, and the flag."""
        length = relation.bits[-1].bit_length()
        for flag in (0, 1):
            if relation == self._relation(flag, length, relation.shape):
                return sized({self.flag: flag, self.length: length}, relation.shape)
        raise refusal(relation, self._relation(1, length, relation.shape), context, f"{self.flag} and {self.length}")

    def _relation(self, flag: int, length: int, shape: Shape) -> Visibility:
        valid = padding(length, shape[1], shape[0])
        return valid & band(shape, length - shape[0], CAUSAL) if flag else valid

    def read(self, value: object, shape: Shape | None, context: Context) -> Visibility:
        """The relation that both state."""
        arguments, shape = read_arguments(value, shape, context, (self.flag, self.length))
        length = count(arguments.get(self.length, shape[1]), self.length)
        if length > shape[1]:
            raise ShapeError(f"{self.length} of {context.system} is {length}, more than the {shape[1]} keys there are")
        return self._relation(int(is_set(arguments, self.flag, context)), length, shape)

    def text(self) -> str:
        """What is written, in words."""
        return f"the arguments {self.flag} and {self.length}; the last query is placed on the last valid key"


@dataclass(frozen=True, slots=True)
class Segments:
    """The lengths of records side by side, or (``cumulative``) where they start and end; causal within each or not."""

    argument: str
    is_causal: bool
    cumulative: bool = False

    def write(self, relation: Visibility, context: Context) -> Arguments:
        """The lengths, from where each query's keys start."""
        check_alignment(relation.shape, SQUARE, context)
        starts = [(bits & -bits).bit_length() - 1 if bits else i for i, bits in enumerate(relation.bits)]
        ends = [i for i in range(1, relation.T_k) if starts[i] == i] + [relation.T_k]
        lengths = [end - start for start, end in pairwise([0, *ends])]
        nearest = self._relation(lengths)
        if relation != nearest:
            raise refusal(relation, nearest, context, self.argument)
        return sized({self.argument: [0, *accumulate(lengths)] if self.cumulative else lengths}, relation.shape)

    def _relation(self, lengths: list[int]) -> Visibility:
        relation = packed(lengths)
        return relation & causal(relation.T_k) if self.is_causal else relation

    def read(self, value: object, shape: Shape | None, context: Context) -> Visibility:
        """The relation of such lengths; T_q and T_k may be left out."""
        listed_numbers = listed(value.get(self.argument)) if isinstance(value, dict) else listed(value)
        if not listed_numbers:
            raise MaskError(f"{self.argument} of {context.system} is a list of whole numbers")
        numbers = [count(number, f"{self.argument} of {context.system}") for number in listed_numbers]
        if self.cumulative:
            if numbers[0] != 0:
                raise MaskError(f"{self.argument} of {context.system} starts with 0, not {numbers[0]}")
            numbers = [end - start for start, end in pairwise(numbers)]
        relation = self._relation(numbers)
        if isinstance(value, dict):
            read_arguments(value, relation.shape, context, (self.argument,))
        if shape and relation.shape != shape:
            raise ShapeError(f"{self.argument} adds to {list(relation.shape)}, and {list(shape)} is asked for")
        return relation

    def text(self) -> str:
        """What is written, in words."""
        what = "where records side by side start and end" if self.cumulative else "the lengths of records side by side"
        return f"{what}, {self.argument}; each reads itself{', causally' if self.is_causal else ''}"
