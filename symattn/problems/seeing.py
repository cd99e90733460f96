"""The key ``visible`` of a problem: a word, rows of true and false, or a table of restrictions that all hold.

"causal" | "full"                                    [[true, false], [true, true]]
{ causal = true, key_lengths = 2 }                   { window = [1, 0], key_lengths = 3 }
{ prefix = 2 }                                       { packed = [2, 3], causal = true }
"""

from __future__ import annotations

from collections.abc import Callable

from symattn.errors import ProblemError, SymattnError, UnknownNameError
from symattn.nesting import depth
from symattn.problems.entries import Record, of_record, shown, whole
from symattn.visibility import Visibility, causal, full, packed, padding, prefix, window

KEY = "visible"
RESTRICTIONS = ("causal", "key_lengths", "window", "prefix", "packed")
_WORDS = 'write "causal", "full", rows of true and false, or a table such as { causal = true, key_lengths = 2 }'


def read_visible(value: object, shape: tuple[int, int], align: str | None, record: Record | None) -> Visibility:
    """The relation [T_q, T_k] of one record; record is its place in a batch, None outside a batch."""
    if align is not None and not _is_causal(value):
        raise ProblemError("says where causal visibility starts, and visible is not causal here", key="align")
    try:
        if isinstance(value, dict):
            return _table(value, shape, align, record)
        if isinstance(value, list | tuple):
            return _rows(value, shape, record)
        return _word(value, shape, align)
    except ProblemError:
        raise
    except SymattnError as error:
        raise ProblemError(str(error), key=KEY) from error


def _is_causal(value: object) -> bool:
    return value == "causal" or (isinstance(value, dict) and value.get("causal") is True)


def _word(value: object, shape: tuple[int, int], align: str | None) -> Visibility:
    if value is None or value == "full":
        return full(*shape)
    if value == "causal":
        return causal(*shape, align=align)
    if isinstance(value, Visibility):
        return _of_shape(value, shape, KEY)
    raise ProblemError(f"{shown(value)} is no visibility: {_WORDS}", key=KEY)


def _rows(value: list[object] | tuple[object, ...], shape: tuple[int, int], record: Record | None) -> Visibility:
    """Rows of true and false, or in a batch one set of rows (or one relation) a record."""
    key = KEY
    one_each = depth(value) == 3 or all(isinstance(each, Visibility) for each in value)
    rows: object = value
    if one_each:
        rows, key = of_record(value, record, KEY)
    if isinstance(rows, Visibility):
        return _of_shape(rows, shape, key)
    return _of_shape(Visibility.from_rows(rows), shape, key)


def _of_shape(relation: Visibility, shape: tuple[int, int], key: str) -> Visibility:
    if relation.shape != shape:
        raise ProblemError(
            f"has shape {list(relation.shape)}, and the scores have {list(shape)}: one row a query, one column a key",
            key=key,
        )
    return relation


def _table(table: dict[str, object], shape: tuple[int, int], align: str | None, record: Record | None) -> Visibility:
    """What all the restrictions of a table allow together."""
    relation = full(*shape)
    for name, value in table.items():
        if name not in RESTRICTIONS:
            raise ProblemError(str(UnknownNameError.of("restriction of visibility", name, RESTRICTIONS)), key=KEY)
        relation &= _restriction(name, value, shape, align, record)
    return relation


def _restriction(
    name: str, value: object, shape: tuple[int, int], align: str | None, record: Record | None
) -> Visibility:
    key = f"{KEY}.{name}"
    if name == "causal":
        if not isinstance(value, bool):
            raise ProblemError(f"{shown(value)} is neither true nor false", key=key)
        return causal(*shape, align=align) if value else full(*shape)
    if name == "key_lengths":
        length, key = of_record(value, record, key) if isinstance(value, list | tuple) else (value, key)
        return _located(key, lambda: padding(whole(length, key), shape[1], shape[0]))
    return _square_pattern(name, value, shape, key)


def _square_pattern(name: str, value: object, shape: tuple[int, int], key: str) -> Visibility:
    T = shape[1]
    if shape[0] != T:
        raise ProblemError(f"needs as many queries as keys, and the scores have shape {list(shape)}", key=key)
    if name == "prefix":
        return _located(key, lambda: prefix(T, whole(value, key)))
    if not isinstance(value, list | tuple):
        wanted = "[left, right]" if name == "window" else "a list of lengths"
        raise ProblemError(f"{shown(value)} is not {wanted}", key=key)
    numbers = [whole(one, f"{key}[{number}]") for number, one in enumerate(value, start=1)]
    if name == "packed":
        return _of_shape(_located(key, lambda: packed(numbers)), shape, key)
    if len(numbers) != 2:
        raise ProblemError(f"is [left, right], two numbers, and {len(numbers)} stand here", key=key)
    return _located(key, lambda: window(T, *numbers))


def _located(key: str, make: Callable[[], Visibility]) -> Visibility:
    """What ``make`` gives, its errors with the key of the file."""
    try:
        return make()
    except ProblemError:
        raise
    except SymattnError as error:
        raise ProblemError(str(error), key=key) from error
