"""Lists out of whatever holds rows: lists, tuples, arrays with ``tolist()`` (NumPy, torch, SymPy) and engine matrices.

None of those packages is imported here. Every door of this package unfolds with these functions, so that what is
taken as rows in one place is taken in all.
"""

from __future__ import annotations

from typing import Any


def unfolded(thing: object) -> Any:
    """What ``tolist()`` gives: nested lists for an array, Python's own number or Boolean for a scalar of an array.

    >>> unfolded([1, 2]), unfolded("12")
    ([1, 2], '12')
    """
    unfold = None if isinstance(thing, type) else getattr(thing, "tolist", None)
    return unfold() if callable(unfold) else thing


def listed(thing: object) -> list[Any] | None:
    """The items of a list, a tuple, an array, a SymPy matrix or an engine matrix; None for anything else.

    >>> listed((1, 2)), listed(1)
    ([1, 2], None)
    """
    thing = unfolded(thing)
    rows = getattr(thing, "rows", None)  # an engine matrix has them as a method, a relation as a property
    items = rows() if callable(rows) and not isinstance(thing, type) else thing
    return list(items) if isinstance(items, list | tuple) else None


def nested(thing: object) -> Any:
    """The same through all levels: lists of lists, and Python's own entries where an array had others."""
    thing = unfolded(thing)
    if not isinstance(thing, list | tuple):
        return thing
    return [each if type(each) in (int, str, bool) else nested(each) for each in thing]


def depth(thing: object) -> int:
    """How many axes a thing has, by its first entries: 2 for a matrix, 3 for a batch of them, 0 for a number or text.

    >>> depth([[1, 2]]), depth([[[1], [2]]]), depth("[[1]]")
    (2, 3, 0)
    """
    levels = 0
    while isinstance(thing, list | tuple):
        levels += 1
        thing = thing[0] if thing else None
    shape = getattr(thing, "shape", ())
    return levels + (len(shape) if isinstance(shape, tuple) else 0)


__all__ = ["depth", "listed", "nested", "unfolded"]
