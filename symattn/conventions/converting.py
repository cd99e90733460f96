"""From a relation to what a system is given, back, and from one system to another.

    to_system(relation, name)       nested lists or arguments       from_system(value, name)    the relation
    convert(value, source, target)  a Conversion: the value, the relation, what to know about it

Both directions are exact and undo each other. A pair of systems is refused where something would be lost: a relation
that the target cannot write, or a query without a visible key that the two treat differently.
"""

from __future__ import annotations

from dataclasses import dataclass

from symattn.conventions.fills import MEANING, EmptyRow, FillEffect
from symattn.conventions.forms import Shape
from symattn.conventions.rules import Convention
from symattn.conventions.systems import system
from symattn.errors import ConventionError, KindError, ShapeError
from symattn.exact.floats import format_named
from symattn.visibility import Visibility


@dataclass(frozen=True, slots=True)
class Conversion:
    """What became of a mask: the ``value`` for the target, the ``relation`` behind it, and what to know.

    ``effect`` is what the target's fill does in the number format, None where no fill is involved. ``unused`` are the
    queries (0-based) without a visible key.
    """

    source: Convention
    target: Convention
    relation: Visibility
    value: object
    dtype: str
    effect: FillEffect | None
    unused: tuple[int, ...]
    notes: tuple[str, ...]


def to_system(relation: Visibility, name: str, dtype: str = "float32") -> object:
    """What the system of a name is given for a relation [T_q, T_k]: nested lists, or a mapping of arguments.

    >>> from symattn.visibility import causal
    >>> to_system(causal(2), "torch-mha")
    [[False, True], [False, False]]
    >>> to_system(causal(2, 4, align="bottom-right"), "flash-attention")
    {'causal': True, 'window_size': [-1, 0], 'T_q': 2, 'T_k': 4}

    Entries are exact: Booleans, integers, Fractions, and the text "-inf"; ``dtype`` decides what a fill is. Errors:
    ConventionError with the cell when the system cannot write the relation; UnknownNameError; FormatError.
    """
    convention = system(name)
    format_named(dtype)
    if not isinstance(relation, Visibility):
        raise KindError(f"a relation is expected, such as causal(3), not {relation!r}: from_system reads other masks")
    return convention.form.write(relation, convention.context(dtype))


def from_system(value: object, name: str, shape: Shape | None = None, dtype: str = "float32") -> Visibility:
    """The relation [T_q, T_k] that a value of the system of a name states.

    >>> from_system([[0, "-inf"], [0, 0]], "torch-sdpa-additive").rows
    ((True, False), (True, True))

    ``shape`` is (T_q, T_k) where the value does not say (one entry a key, arguments). Arrays may be anything with
    ``tolist()``. Errors: MaskError with the cell of an entry that is neither visible nor hidden; ShapeError.
    """
    convention = system(name)
    format_named(dtype)
    if shape is not None:
        _check_shape(shape)
    return convention.form.read(value, shape, convention.context(dtype))


def convert(
    value: object,
    source: str,
    target: str,
    *,
    shape: Shape | None = None,
    dtype: str = "float32",
    unused_queries: bool = False,
) -> Conversion:
    """What ``target`` is given for what ``source`` was given.

    >>> convert([[True, False], [True, True]], "torch-sdpa", "bert").effect.share
    Exact('1/e^10000')

    Errors: ConventionError when the target cannot write the relation, or when a query has no visible key and the two
    systems make different weights of it; ``unused_queries`` says that such queries are not used, so that it does not
    matter.
    """
    relation = value if isinstance(value, Visibility) else from_system(value, source, shape, dtype)
    origin, goal = system(source), system(target)
    empty = relation.empty_queries()
    if empty and not unused_queries:
        _check_empty_row(origin, goal, empty[0], dtype)
    written = to_system(relation, target, dtype)
    effect = None if goal.hiding.how == "left out" else goal.hiding.effect(dtype)
    notes = _notes(goal, effect, empty, dtype)
    return Conversion(origin, goal, relation, written, dtype, effect, empty, notes)


def _check_shape(shape: object) -> None:
    if not (
        isinstance(shape, tuple | list) and len(shape) == 2 and all(type(size) is int and size > 0 for size in shape)
    ):
        raise ShapeError(f"shape is {shape!r}: write the numbers of queries and keys, (T_q, T_k)")


def _check_empty_row(source: Convention, target: Convention, query: int, dtype: str) -> None:
    before, after = source.hiding.empty_row(dtype), target.hiding.empty_row(dtype)
    if before == after and before != EmptyRow.UNSTATED:
        return
    raise ConventionError(
        f"row {query + 1} has no visible key: {source.name} {MEANING[before]} and {target.name} {MEANING[after]}; "
        "where such queries are not used, say so (--unused-queries, unused_queries=True)"
    )


def _notes(target: Convention, effect: FillEffect | None, empty: tuple[int, ...], dtype: str) -> tuple[str, ...]:
    notes = [effect.text()] if effect is not None and effect.fill is not None else []
    if empty:
        rows = ", ".join(str(query + 1) for query in empty)
        notes.append(f"no key is visible in row {rows}: {target.name} {MEANING[target.hiding.empty_row(dtype)]}")
    return (*notes, *target.remarks)
