"""The one door for numbers: what counts as number-like is decided here and nowhere else.

A Python float never does; a Boolean neither, since True is no score.  SymPy is not imported unless a SymPy object
comes in.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from symattn.errors import FloatError, KindError, ShapeError, SymattnError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.nesting import listed, unfolded

if TYPE_CHECKING:
    from symattn.reading import Reading

Value: TypeAlias = Exact | ExactMatrix | MinusInfinity
Entry: TypeAlias = Exact | MinusInfinity | int


@overload
def exact(x: Exact | int | Fraction) -> Exact: ...
@overload
def exact(x: ExactMatrix | list[Any] | tuple[Any, ...]) -> ExactMatrix: ...
@overload
def exact(x: object) -> Value: ...
def exact(x: object) -> Value:
    """The engine's value of something number-like: an Exact, or an ExactMatrix [rows, columns].

    >>> exact("e/(1+e)")
    Exact('e/(e + 1)')
    >>> exact([1, "1/2"]).shape, exact([[1], ["sqrt 2"]]).T.text()
    ((1, 2), '[[1, sqrt(2)]]')

    Takes int, Fraction, text, SymPy expressions and matrices, engine values, and lists or tuples that mix them; what
    has ``tolist()`` (a NumPy array of integers) counts as its list.  A flat list is one row.  "-oo" gives the inert
    MINUS_INFINITY.  Errors: ReadError for text, FloatError for floats, ShapeError for ragged rows, KindError for
    Booleans and anything else.
    """
    return EntryReader().value(x)


def exact_matrix(x: object, name: str = "") -> ExactMatrix:
    """The same where a matrix [rows, columns] is needed; errors begin with `name`, such as "w_q"."""
    value = EntryReader().value(x, name)
    if not isinstance(value, ExactMatrix):
        raise ShapeError(f"{name or 'this'} is a single number where a matrix, rows of numbers, is needed")
    return value


def exact_number(x: object, name: str = "") -> Exact:
    """The same where one finite number is needed; errors begin with `name`, such as "scale"."""
    value = EntryReader().value(x, name)
    if not isinstance(value, Exact):
        kind = f"a matrix of shape {value.shape}" if isinstance(value, ExactMatrix) else "-oo"
        raise ShapeError(f"{name or 'this'} is {kind} where one finite number is needed")
    return value


class EntryReader:
    """Reads number-like things, each with its place for errors; a text that occurs often is read once.

    A door with other places and errors of its own, such as that of files, overrides `leaf`, `located`, `place` and
    `note`.
    """

    def __init__(self) -> None:
        self._known: dict[str, Reading] = {}
        self._has_symbols = False  # SymPy's

    def value(self, x: object, place: str = "") -> Value:
        """The engine's value of anything number-like; an error says in which place it arose."""
        items = _items(x)
        if items is None:
            return self.leaf(x, place)
        matrix = self._matrix(items, place)
        if self._has_symbols:
            self._refuse_confused_symbols(items, place)
        return matrix

    def _refuse_confused_symbols(self, items: list[Any], place: str) -> None:
        """Entries that share a name share the symbol too: each entry was read on its own."""
        try:
            own_symbols(items)
        except SymattnError as error:
            raise self.located(error, place) from error

    def entry(self, x: object, place: str) -> Entry:
        """The same where one number, or -oo, is expected."""
        value = self.value(x, place)
        if isinstance(value, ExactMatrix):
            error = ShapeError(f"a matrix of shape {value.shape} stands where one number is expected")
            raise self.located(error, place)
        return value

    def leaf(self, x: object, place: str) -> Value:
        """The value of what is no list."""
        self._has_symbols = self._has_symbols or _is_sympy(x)
        try:
            return self._text(x, place) if isinstance(x, str) else _untyped(x)
        except SymattnError as error:
            raise self.located(error, place) from error

    def located(self, error: SymattnError, place: str) -> SymattnError:
        """The error with the place in which it arose."""
        return error.located(place)

    def place(self, whole: str, row: int, column: int | None = None) -> str:
        """What errors call a row or an entry (1-based) of a larger thing."""
        inside = f"row {row}" if column is None else f"row {row}, column {column}"
        return f"{whole}: {inside}" if whole else inside

    def note(self, reading: Reading, place: str) -> None:
        """What becomes of what the text reader noted; nothing here."""

    def _text(self, text: str, place: str) -> Value:
        reading = self._known.get(text)
        if reading is None:
            from symattn.reading import read_text

            reading = self._known[text] = read_text(text)
        self.note(reading, place)
        return reading.value

    def _matrix(self, items: list[Any], place: str) -> ExactMatrix:
        """A matrix from a list of rows, or from one flat row."""
        unfolded_rows = [_items(item) for item in items]
        if all(row is None for row in unfolded_rows):
            rows = [self._row(items, place, 1)]
        else:
            rows = [
                self._row(self._checked_row(item, row, place, number), place, number)
                for number, (item, row) in enumerate(zip(items, unfolded_rows, strict=True), start=1)
            ]
        try:
            return ExactMatrix(rows)
        except SymattnError as error:
            raise self.located(error, place) from error

    def _checked_row(self, item: object, row: list[Any] | None, place: str, number: int) -> list[Any]:
        if row is None:
            error = ShapeError(f"{item!r} is not a list of entries as other rows are")
            raise self.located(error, self.place(place, number))
        return row

    def _row(self, items: list[Any], place: str, number: int) -> list[Entry]:
        """One row; plain integers pass as they are."""
        if all(type(item) is int for item in items):
            return items
        return [self.entry(item, self.place(place, number, column)) for column, item in enumerate(items, start=1)]


def own_symbols(given: Sequence[object]) -> dict[str, object]:
    """The caller's SymPy symbols in anything number-like, by name; empty where SymPy is not in use."""
    if "sympy" not in sys.modules:
        return {}
    from symattn.exact.sympy_bridge import symbols_of

    return symbols_of(*(leaf for each in given for leaf in sympy_leaves(each)))


def refuse_confused_symbols(*given: object) -> None:
    """Refuse things in which different SymPy symbols have one name, such as two Dummies: KindError."""
    if "sympy" not in sys.modules:
        return
    from symattn.exact.sympy_bridge import refuse_confused_symbols

    refuse_confused_symbols(*(list(sympy_leaves(each)) for each in given))


def sympy_leaves(x: object) -> Iterator[object]:
    """The SymPy objects in x, through lists and arrays."""
    if _is_sympy(x):
        yield x
    else:
        for item in _items(x) or ():
            yield from sympy_leaves(item)


def _items(x: object) -> list[Any] | None:
    """The items of a list, a tuple or an array; None for text, numbers and what is a value as a whole."""
    if isinstance(x, int | str | Exact | ExactMatrix | MinusInfinity) or _is_sympy(x):
        return None
    return listed(x)


def _is_sympy(x: object) -> bool:
    """Whether x is SymPy's; where SymPy was never imported nothing can be."""
    if type(x) in (int, str, Fraction, list, tuple) or "sympy" not in sys.modules:
        return False
    from symattn.exact.sympy_bridge import is_sympy

    return is_sympy(x)


def _untyped(x: object) -> Value:
    """The value of what is neither text nor a list."""
    if isinstance(x, Exact | ExactMatrix | MinusInfinity):
        return x
    if _is_sympy(x):
        from symattn.exact.sympy_bridge import lift

        return lift(x)
    x = unfolded(x)  # a NumPy scalar
    if isinstance(x, float | complex):
        raise FloatError.of(x)
    if not isinstance(x, bool) and isinstance(x, Rational):
        return Exact(Fraction(int(x.numerator), int(x.denominator)))
    shown = repr(x) if len(repr(x)) <= 40 else f"{repr(x)[:37]}..."
    raise KindError(f"{shown} is no exact number: write an int, a Fraction, text such as '1/2', or a SymPy number")


__all__ = [
    "Entry",
    "EntryReader",
    "Value",
    "exact",
    "exact_matrix",
    "exact_number",
    "own_symbols",
    "refuse_confused_symbols",
    "sympy_leaves",
]
