"""A leading batch axis: several records solved one by one, each with its own visibility if that has the axis too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from symattn.errors import ShapeError
from symattn.exact.matrix import ExactMatrix


def is_batch(array: object) -> bool:
    """Whether an array has a leading batch axis: a sequence of matrices rather than of rows.

    >>> is_batch([[1, 2]]), is_batch([[[1, 2]], [[3, 4]]])
    (False, True)
    """
    array = listed(array)
    if not isinstance(array, (list, tuple)) or not array:
        return False
    first = listed(array[0])
    if isinstance(first, ExactMatrix) or hasattr(first, "shape"):
        return True
    return isinstance(first, (list, tuple)) and bool(first) and isinstance(listed(first[0]), (list, tuple))


def listed(array: object) -> Any:
    """A NumPy array as nested lists; anything else as it is."""
    return array.tolist() if type(array).__module__ == "numpy" and hasattr(array, "tolist") else array


def for_each_record(
    function: Callable[..., Any],
    arrays: Mapping[str, object],
    visible: object,
    query_valid: Any,
    bias: object,
    **settings: object,
) -> list[Any] | None:
    """The function of each record, or None when no array has a batch axis.

    All arrays have the axis or none has.  A list of relations, of flags or of biases gives one a record; a single one
    serves all.
    """
    batched = {name: is_batch(array) for name, array in arrays.items()}
    if not any(batched.values()):
        return None
    if not all(batched.values()):
        with_axis = ", ".join(name for name, has in batched.items() if has)
        without = ", ".join(name for name, has in batched.items() if not has)
        raise ShapeError(f"{with_axis} has a batch axis and {without} has not: give all of them one, or none")
    sizes = {name: len(listed(array)) for name, array in arrays.items()}
    count = next(iter(sizes.values()))
    if set(sizes.values()) != {count}:
        raise ShapeError("batch sizes differ: " + ", ".join(f"{name} has {size}" for name, size in sizes.items()))
    relations = _one_a_record(
        visible, isinstance(visible, (list, tuple)) and _holds_relations(visible), count, "visible"
    )
    flags = _one_a_record(query_valid, bool(query_valid) and not isinstance(query_valid[0], bool), count, "query_valid")
    biases = _one_a_record(bias, bias is not None and is_batch(bias), count, "bias")
    return [
        function(
            *(listed(array)[b] for array in arrays.values()),
            visible=relations[b],
            query_valid=flags[b],
            bias=biases[b],
            **settings,
        )
        for b in range(count)
    ]


def _holds_relations(visible: Sequence[object]) -> bool:
    """Whether a sequence holds one relation a record, rather than being the rows of one relation."""
    first = visible[0] if visible else None
    return not isinstance(first, (list, tuple)) or (bool(first) and isinstance(first[0], (list, tuple)))


def _one_a_record(value: Any, is_list: bool, count: int, name: str) -> Sequence[Any]:
    if not is_list:
        return [value] * count
    if len(value) != count:
        raise ShapeError(f"{name} has {len(value)} entries for a batch of {count} records")
    return list(value)
