"""What a theorem may be about: a mask for every size, masks of given sizes, a problem, or somebody's function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from symattn.errors import KindError, ShapeError
from symattn.nesting import depth, listed, unfolded
from symattn.patterns import BOTTOM_RIGHT, TOP_LEFT
from symattn.shapes import at_least
from symattn.theorems.every_size import IndexMask, relation_at
from symattn.theorems.programs import Program, program_of_function, program_of_trace
from symattn.trace import Trace
from symattn.visibility import Visibility

Sizes: TypeAlias = Iterable[int] | None
Shapes: TypeAlias = Mapping[str, tuple[int, int]] | None


@dataclass(frozen=True)
class Masks:
    """Masks [T_q, T_k] of given sizes; ``build`` makes those of other sizes, where something was given that can."""

    relations: tuple[Visibility, ...]
    build: Callable[..., Visibility] | None = None


@dataclass(frozen=True)
class Solved:
    """A problem that was solved, as a trace and as a calculation; a batch has several."""

    traces: tuple[Trace, ...]
    programs: tuple[Program, ...]


Subject: TypeAlias = IndexMask | Masks | Solved | Program


def subject(
    what: object, *, sizes: Sizes = None, inputs: Shapes = None, align: str | None = None, where: str = ""
) -> Subject:
    """What was handed in.

    Text is an index formula, for every size, or with ``sizes`` for these; a function with ``inputs`` calculates
    attention from exact matrices of these shapes, with ``sizes`` it builds a mask of a size. Errors: KindError for
    anything else, ShapeError, MaskError and ReadError for masks and formulas that do not read.
    """
    if callable(what) and inputs is not None:
        return program_of_function(what, inputs, align)
    if isinstance(what, str) and what.endswith((".toml", ".json")):
        raise KindError(f"{what!r} is the name of a file: load it first, symattn.Problem.load({what!r})")
    if isinstance(what, str) and not what.lstrip().startswith("["):
        mask = IndexMask.read(what, where, align)
        if sizes is None:
            return mask
        return _built(lambda T_q, T_k=None: relation_at(mask, T_q, T_k), sizes)
    solved = getattr(what, "solution", what)
    if isinstance(solved, Trace):
        return Solved((solved,), (program_of_trace(solved, align),))
    if isinstance(solved, list) and solved and all(isinstance(each, Trace) for each in solved):
        return Solved(tuple(solved), tuple(program_of_trace(each, align) for each in solved))
    if callable(what):
        return _built(_builder(what), _given_sizes(sizes))
    return Masks((mask_of(what),))


def mask_of(rows: object) -> Visibility:
    """A relation from a Visibility, rows of Booleans, or an additive mask of 0 and -oo in any spelling.

    >>> mask_of([[True, False], [True, True]]) == mask_of("[[0, -oo], [0, 0]]")
    True
    """
    if isinstance(rows, Visibility):
        return rows
    if isinstance(rows, str):
        return Visibility.from_additive(rows)
    if depth(rows) != 2 and not hasattr(rows, "shape"):
        raise KindError(
            f"a {type(rows).__name__} is no mask: give a Visibility, rows, an index formula such as 'j <= i', a"
            " Problem, or a function with inputs= (attention) or sizes= (a mask of each size)"
        )
    first = _first_entry(rows)
    return Visibility.from_rows(rows) if isinstance(first, bool) else Visibility.from_additive(rows)


def _first_entry(rows: object) -> object:
    row = (listed(rows) or [None])[0]
    entry = unfolded((listed(row) or [None])[0])
    return str(entry) == "True" if str(entry) in ("True", "False") else entry


def _given_sizes(sizes: Sizes) -> Iterable[int]:
    if sizes is None:
        raise KindError(
            "a function needs inputs, the shapes of the matrices that it takes (inputs={'X': (4, 2)}), or where it "
            "builds a mask of a size, the sizes (sizes=range(1, 9))"
        )
    return sizes


def _builder(function: Callable[..., Any]) -> Callable[..., Visibility]:
    def build(*shape: int) -> Visibility:
        relation = mask_of(function(*shape))
        if relation.shape != (shape[0], shape[-1]):
            raise ShapeError(f"the mask of size {list(shape)} has shape {list(relation.shape)}")
        return relation

    return build


def _built(build: Callable[..., Visibility], sizes: Iterable[int]) -> Masks:
    numbers = [at_least(1, size, "a size") for size in sizes]
    if not numbers:
        raise ShapeError("sizes is empty: say which sizes, such as range(1, 9)")
    return Masks(tuple(build(size) for size in numbers), build)


def document_numbers(lengths: Sequence[int]) -> list[int]:
    """Which document each position belongs to, for documents of these lengths laid side by side."""
    return [number for number, length in enumerate(lengths) for _ in range(at_least(1, length, "a document's length"))]


def position_shift(relation: Visibility, align: str | None) -> int:
    """The position of query 1 among the keys: with fewer queries than keys, align says where they start."""
    T_q, T_k = relation.shape
    if T_q == T_k or align == TOP_LEFT:
        return 0
    if align is None:
        raise ShapeError(
            f'there are T_q = {T_q} queries and T_k = {T_k} keys: say align = "{TOP_LEFT}" (query 1 is position 1) or '
            f'"{BOTTOM_RIGHT}" (the last query is the last position)'
        )
    return T_k - T_q


__all__ = [
    "Masks",
    "Solved",
    "Subject",
    "document_numbers",
    "mask_of",
    "position_shift",
    "subject",
]
