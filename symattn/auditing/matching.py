"""Which derived stage, or which part of one, printed figures state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from symattn.auditing.expressions import Cell
from symattn.auditing.judging import Judged, agrees, judged_rows
from symattn.auditing.worlds import Stage
from symattn.checking.typed import Typed
from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix, MinusInfinity

_PLACES = 20


class Part(NamedTuple):
    """A stage, or one row of it (0-based); ``is_open`` where only the entries are meant that the query may read."""

    stage: Stage
    row: int | None
    matrix: ExactMatrix
    is_open: bool = False

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
        told = [figure for figure in self.figures if not _is_trivial(figure.typed)] or self.figures
        return Fraction(sum(_is_good(figure) for figure in told), len(told))


def _is_good(figure: Judged) -> bool:
    return figure.verdict in ("proved", "correctly rounded", "float noise")


def _tells(figure: Judged) -> bool:
    digits = figure.typed.digits
    return _is_good(figure) and (digits is None or digits.places >= 3) and not _is_trivial(figure.typed)


def _is_trivial(typed: Typed) -> bool:
    if isinstance(typed.value, MinusInfinity):
        return True
    known = typed.value.as_fraction()
    return known is not None and known in (0, 1)


def parts_of(stage: Stage, shape: tuple[int, int], rows: Sequence[int] = ()) -> Iterator[Part]:
    """The parts of a stage that have a shape; only some rows (0-based) where these are named."""
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
            seen = _visible(stage, i)
            if seen is not None and len(seen) == width and stage.name.rpartition(".")[2] in _OF_KEYS:
                yield Part(stage, i, ExactMatrix([[stage.matrix[i, j] for j in seen]]), True)


_OF_KEYS = ("scores", "masked_scores", "weights", "dots")


def _visible(stage: Stage, row: int) -> list[int] | None:
    """The keys that a query may read."""
    problem = stage.world.problems[stage.mask]
    return None if problem.visible is None else list(problem.visible.visible_keys(row))


def best_match(
    cells: Sequence[Sequence[Cell]], typed: list[list[Typed]], parts: Iterator[Part], *, is_rounded: bool = False
) -> Match | None:
    """The first part that agrees with what is printed, or else the one that agrees best."""
    best: tuple[Fraction, Match] | None = None
    for part in parts:
        if not _may_be_near(typed, part.matrix) and best is not None:
            continue
        figures = judged_rows(cells, typed, part.matrix, is_rounded=is_rounded)
        if figures is None:
            continue
        match = Match(part, figures)
        if match.agrees:
            return match
        worth = _closeness(figures, part.matrix)
        if best is None or worth > best[0]:
            best = (worth, match)
    return best[1] if best else None


def _closeness(figures: Sequence[Judged], matrix: ExactMatrix) -> Fraction:
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


def _may_be_near(typed: list[list[Typed]], matrix: ExactMatrix) -> bool:
    """Whether some entry is within a tenth of the printed one; a quick look before proofs are sought."""
    rows = matrix.rows()
    if len(rows) != len(typed) or len(rows[0]) != len(typed[0]):
        return True
    pairs = (
        (one.value, two) for row, other in zip(typed, rows, strict=True) for one, two in zip(row, other, strict=True)
    )
    return any(_is_near(one, two) for one, two in pairs)


def _is_near(one: Exact | MinusInfinity, two: Exact | MinusInfinity) -> bool:
    if isinstance(one, MinusInfinity) or isinstance(two, MinusInfinity):
        return one is two
    left, right = size_of(one), size_of(two)
    return abs(left - right) <= Fraction(1, 10) * max(abs(left), abs(right), Fraction(1, 10))


def size_of(value: Exact) -> Fraction:
    """A number to twenty places, to find what is near; nothing is decided by it."""
    known = value.as_fraction()
    if known is not None:
        return known
    try:
        return Fraction(value.decimal(_PLACES))
    except SymattnError:
        return Fraction(10**30)


__all__ = ["Match", "Part", "best_match", "parts_of", "size_of"]
