"""Which derived stage, or which part of one, printed figures state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from heapq import nlargest
from typing import TypeAlias, cast

from symattn.auditing.expressions import Cell
from symattn.auditing.findings import GOOD
from symattn.auditing.judging import Judged, agrees, judged_rows
from symattn.auditing.sizes import ONE, size_in_units
from symattn.auditing.worlds import Stage
from symattn.checking.typed import Typed
from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix, MinusInfinity

Nearness: TypeAlias = tuple[int, int]
_PLACES = 20
_LEAST_REACH: int = ONE // 10**19
NEAR = 3  # units of the last digit
LEAST_OF_WEAK = 3  # significant figures that a claim about an unsure name must have to be refuted
_TRIED = 3  # parts that come near, of which the best is sought by proof


@dataclass(frozen=True, eq=False)
class Part:
    """A stage, or one row of it (0-based); ``is_open`` where only the entries are meant that the query may read."""

    stage: Stage
    row: int | None
    matrix: ExactMatrix
    is_open: bool = False
    seen: tuple[int, ...] = ()  # the columns of an open part

    @cached_property
    def sizes(self) -> list[int | None]:
        """How large the entries are, for a quick look; None for -oo."""
        rows = self.stage.world.sizes(self.stage.mask, self.stage.name)
        if self.row is None:
            return [size for row in rows for size in row]
        return [rows[self.row][j] for j in self.seen] if self.is_open else rows[self.row]

    @property
    def place(self) -> str:
        """output[2], 1-based as people write it."""
        return self.stage.name if self.row is None else f"{self.stage.name}[{self.row + 1}]"


@dataclass(frozen=True, eq=False)
class Match:
    """A part with the verdicts on what is printed for it."""

    part: Part
    figures: list[Judged]

    @property
    def agrees(self) -> bool:
        """Whether nothing is to be objected."""
        return agrees(self.figures)

    @property
    def telling(self) -> int:
        """How many entries agree that few other numbers would agree with: decimals of two places and more."""
        return sum(_tells(figure) for figure in self.figures)

    @property
    def share(self) -> Fraction:
        """The share of the entries that agree; zeros and ones count when nothing else is there."""
        told = [figure for figure in self.figures if not is_trivial(figure.typed)] or self.figures
        return Fraction(sum(_is_good(figure) for figure in told), len(told))


def _is_good(figure: Judged) -> bool:
    return figure.verdict in GOOD


def _tells(figure: Judged) -> bool:
    digits = figure.typed.digits
    return _is_good(figure) and (digits is None or digits.places >= 3) and not is_trivial(figure.typed)


def is_trivial(typed: Typed) -> bool:
    """Whether an entry is 0, 1 or -oo, which much else agrees with."""
    if isinstance(typed.value, MinusInfinity):
        return True
    known = typed.value.as_fraction()
    return known is not None and known in (0, 1)


def parts_of(stage: Stage, shape: tuple[int, int], rows: Sequence[int] = ()) -> Sequence[Part]:
    """The parts of a stage that have a shape; only some rows (0-based) where these are named."""
    key = (stage.name, stage.mask, shape, tuple(rows))
    known = stage.world.parts
    if key not in known:
        known[key] = tuple(_parts_of(stage, shape, rows))
    return cast("tuple[Part, ...]", known[key])


def _parts_of(stage: Stage, shape: tuple[int, int], rows: Sequence[int]) -> Iterator[Part]:
    own = stage.matrix.shape
    is_vector = 1 in shape
    if own == shape or (1 in own and own == shape[::-1]):
        if not rows or own[0] == 1 or (own[1] == 1 and max(shape) > 1):
            yield Part(stage, None, stage.matrix)
        if own == shape and own[0] > 1:
            return
    if not is_vector:
        return
    width = max(shape)
    for i in rows or range(own[0]):
        if not 0 <= i < own[0]:
            continue
        if own[1] == width and own[0] > 1:
            yield Part(stage, i, ExactMatrix([stage.matrix.row(i)]))
        elif 1 < width < own[1] or (width == 1 and rows):
            seen = _visible(stage, i) if stage.name.rpartition(".")[2] in _OF_KEYS else None
            if seen is not None and len(seen) == width:
                yield Part(stage, i, ExactMatrix([[stage.matrix[i, j] for j in seen]]), True, tuple(seen))


_OF_KEYS = ("scores", "masked_scores", "weights", "dots")


def _visible(stage: Stage, row: int) -> list[int] | None:
    """The keys that a query may read."""
    problem = stage.world.problems[stage.mask]
    if problem.visible is None or row >= problem.visible.T_q:
        return None  # all of them, or a stage that has no row for each query
    return list(problem.visible.visible_keys(row))


def best_match(
    cells: Sequence[Sequence[Cell]], typed: list[list[Typed]], parts: Iterator[Part], *, is_rounded: bool = False
) -> Match | None:
    """The first part that agrees with what is printed, or else the one that agrees best.

    Proofs are sought only for parts whose size may agree, and in the end for the few that come nearest.
    """
    printed = [(size_in_units(one.value), _reach(one)) for row in typed for one in row]
    others: list[tuple[Nearness, Part]] = []
    for part in parts:
        sizes = part.sizes
        if len(sizes) != len(printed):
            continue
        nearness = _nearness(printed, sizes)
        if nearness[0] == len(printed):
            figures = judged_rows(cells, typed, part.matrix, is_rounded=is_rounded)
            if figures is not None and agrees(figures):
                return Match(part, figures)
        others.append((nearness, part))
    best: tuple[Fraction, Match] | None = None
    for _, part in nlargest(_TRIED, others, key=lambda pair: pair[0]):
        figures = judged_rows(cells, typed, part.matrix, is_rounded=is_rounded)
        worth = None if figures is None else _closeness(figures)
        if figures is not None and worth is not None and (best is None or worth > best[0]):
            best = (worth, Match(part, figures))
    return best[1] if best else None


def _reach(typed: Typed) -> int:
    """How far the size of what is right may lie from a typed number: a unit, or a thousandth of it."""
    size = size_in_units(typed.value)
    unit = typed.digits.unit if typed.digits else Fraction(0)
    return max(int(unit * ONE), abs(size or 0) // 1000, _LEAST_REACH)


def _nearness(printed: Sequence[tuple[int | None, int]], sizes: Sequence[int | None]) -> Nearness:
    """How many entries may agree, then how near the others are: the measure of `_closeness` before any proof."""
    good, far = 0, 0
    for (one, reach), two in zip(printed, sizes, strict=True):
        if _is_within(one, two, reach):
            good += 1
        elif one is not None:
            far += ONE if two is None else abs(one - two)
    return good, -far


def _is_within(one: int | None, two: int | None, reach: int) -> bool:
    return one is two if one is None or two is None else abs(one - two) <= reach


def _closeness(figures: Sequence[Judged]) -> Fraction:
    """How well a part agrees: entries that agree, then how near the others are."""
    good = sum(_is_good(figure) for figure in figures)
    far = sum((_distance(figure) for figure in figures), Fraction(0))
    return good + 1 / (1 + far)


def _distance(figure: Judged) -> Fraction:
    if _is_good(figure) or isinstance(figure.typed.value, MinusInfinity):
        return Fraction(0)
    try:
        return abs(size_of(figure.typed.value) - Fraction(figure.expected))
    except (ValueError, ZeroDivisionError):
        return Fraction(1)


def size_of(value: Exact) -> Fraction:
    """A number to twenty places, to find what is near; nothing is decided by it."""
    known = value.as_fraction()
    if known is not None:
        return known
    try:
        return Fraction(value.decimal(_PLACES))
    except SymattnError:
        return Fraction(10**30)


def is_slip(figures: list[Judged], least: int = LEAST_OF_WEAK) -> bool:
    """Whether what differs is so near to what is right, in so many digits, that the right thing was meant."""
    for figure in figures:
        if figure.verdict in GOOD:
            continue
        digits = figure.typed.digits
        if digits is None or digits.significant[1] < least or not isinstance(figure.typed.value, Exact):
            return False
        try:
            right = Fraction(figure.expected)
        except ValueError:
            return False
        if abs(size_of(figure.typed.value) - right) > NEAR * digits.unit:
            return False
    return True


__all__ = ["LEAST_OF_WEAK", "Match", "Part", "best_match", "is_slip", "is_trivial", "parts_of", "size_of"]
