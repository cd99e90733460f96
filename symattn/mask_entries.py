"""Rows at the door of a visibility relation: what counts as True and False, and what counts as 0 and -oo.

Both readers take whatever `nesting` unfolds, and give rectangular rows of Python Booleans in which True means *may be
read*. Entries that could mean two things are refused with their place, 1-based.
"""

from __future__ import annotations

from collections.abc import Callable

from symattn.errors import FloatError, MaskError, ShapeError, SymattnError
from symattn.nesting import listed, unfolded

Rows = tuple[tuple[bool, ...], ...]


def truth_rows(source: object) -> Rows:
    """Rows [T_q, T_k] of True and False; numbers are refused."""
    return rectangle(source, _truth)


def additive_rows(source: object) -> Rows:
    """Rows [T_q, T_k] that are True where an additive mask holds 0 and False where it holds -oo."""
    if isinstance(source, str):
        source = _read(source)
    return rectangle(source, _is_zero_not_hidden)


def is_minus_infinity(entry: object) -> bool:
    """Whether an entry (text, SymPy or engine value) is -oo; a float never is."""
    if isinstance(entry, str):
        return entry.strip() in ("-oo", "-\\infty", "-\u221e", "\u2212\u221e")
    from symattn.exact.infinity import MinusInfinity
    from symattn.exact.number import Exact

    if isinstance(entry, MinusInfinity | Exact | int | float):
        return isinstance(entry, MinusInfinity)
    from symattn.door import exact

    try:
        return isinstance(exact(entry), MinusInfinity)
    except SymattnError:
        return False


def rectangle(
    source: object, read_entry: Callable[[object, str], bool], subject: str = "a visibility relation"
) -> Rows:
    """Rows of Booleans, each entry read by ``read_entry(entry, place)``; ``subject`` is what errors call the whole."""
    rows = listed(source)
    if rows is None or not rows:
        raise ShapeError(f"{subject} is made of at least one row of entries, not of {shown(source)}")
    read: list[tuple[bool, ...]] = []
    for number, row in enumerate(rows, start=1):
        entries = listed(row)
        if not entries:
            raise ShapeError(f"row {number} of {subject} is {shown(row)}, not a list of entries")
        if read and len(entries) != len(read[0]):
            raise ShapeError(f"row {number} of {subject} has {len(entries)} entries where row 1 has {len(read[0])}")
        places = (f"row {number}, column {column}" for column in range(1, len(entries) + 1))
        read.append(tuple(read_entry(entry, place) for entry, place in zip(entries, places, strict=True)))
    return tuple(read)


def _truth(entry: object, place: str) -> bool:
    entry = unfolded(entry)
    if isinstance(entry, bool):
        return entry
    if not isinstance(entry, str | int | float) and str(entry) in ("True", "False"):  # SymPy's own Booleans
        return str(entry) == "True"
    if is_minus_infinity(entry):
        raise MaskError(
            f"{place} of the visibility rows is -oo: an additive mask is read with Visibility.from_additive"
        )
    raise MaskError(
        f"{place} of the visibility rows is {shown(entry)}: write True where the key may be read and False where not "
        "(0 and 1 mean opposite things in different systems)"
    )


def _is_zero_not_hidden(entry: object, place: str) -> bool:
    if isinstance(entry, float):
        raise FloatError(f'{place} of the mask is the float {entry!r}: write 0 where visible and "-oo" where hidden')
    if is_minus_infinity(entry):
        return False
    value = _read(entry) if isinstance(entry, str) else entry
    if is_minus_infinity(value):
        return False
    if not isinstance(value, bool) and value == 0:
        return True
    raise MaskError(
        f"{place} of the mask is {shown(entry)}: an additive mask holds only 0 (visible) and -oo (hidden); "
        "a finite fill or a bias is not a mask"
    )


def _read(text: str) -> object:
    if _plain(text) == "0":
        return 0
    from symattn.reading import read_text

    return read_text(text).value


def _plain(entry: object) -> str:
    text = getattr(entry, "text", None)
    return str(text() if callable(text) else entry).strip()


def shown(entry: object) -> str:
    """An entry for a message, text in quotes, cut short."""
    text = f'"{entry}"' if isinstance(entry, str) else _plain(entry)
    return text if len(text) <= 40 else f"{text[:37]}..."
