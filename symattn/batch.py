"""A leading batch axis: several records solved one by one, each with its own visibility if that has the axis too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from symattn.errors import ShapeError
from symattn.nesting import depth, listed, unfolded


def is_batch(array: object) -> bool:
    """Whether an array has a leading batch axis: a sequence of matrices rather than of rows.

    >>> is_batch([[1, 2]]), is_batch([[[1, 2]], [[3, 4]]])
    (False, True)
    """
    return depth(array) > 2


def for_each_record(
    function: Callable[..., Any],
    arrays: Mapping[str, object],
    visible: object,
    query_valid: object,
    bias: object,
    **settings: object,
) -> list[Any] | None:
    """The function of each record, or None when no array has a batch axis.

    All arrays have the axis or none has.  A list of relations, of flags or of biases gives one a record; a single one
    serves all.
    """
    if not any(is_batch(array) for array in arrays.values()):
        return None
    records = _records(arrays)
    count = len(next(iter(records.values())))
    relations = _one_a_record(visible, _holds_relations(visible), count, "visible")
    flags = _one_a_record(query_valid, _holds_lists_of_flags(query_valid), count, "query_valid")
    biases = _one_a_record(bias, is_batch(bias), count, "bias")
    return [
        function(
            *(record[b] for record in records.values()),
            visible=relations[b],
            query_valid=flags[b],
            bias=biases[b],
            **settings,
        )
        for b in range(count)
    ]


def _records(arrays: Mapping[str, object]) -> dict[str, list[Any]]:
    """The records of each array; all have the batch axis, and as many records."""
    with_axis = [name for name, array in arrays.items() if is_batch(array)]
    without = [name for name in arrays if name not in with_axis]
    if without:
        raise ShapeError(
            f"{', '.join(with_axis)} has a batch axis and {', '.join(without)} has not: give all of them one, or none"
        )
    records = {name: listed(array) or [] for name, array in arrays.items()}
    if len({len(record) for record in records.values()}) > 1:
        sizes = ", ".join(f"{name} has {len(record)}" for name, record in records.items())
        raise ShapeError(f"batch sizes differ: {sizes}")
    return records


def _holds_relations(visible: object) -> bool:
    """Whether it is a list of one relation a record (or word, or None) rather than the rows of one relation."""
    return listed(visible) is not None and depth(visible) != 2


def _holds_lists_of_flags(query_valid: object) -> bool:
    flags = listed(query_valid) or [True]
    return not isinstance(unfolded(flags[0]), bool)


def _one_a_record(value: object, is_list: bool, count: int, name: str) -> Sequence[Any]:
    if not is_list:
        return [value] * count
    values = listed(value) or []
    if len(values) != count:
        raise ShapeError(f"{name} has {len(values)} entries for a batch of {count} records")
    return values


__all__ = ["for_each_record", "is_batch"]
