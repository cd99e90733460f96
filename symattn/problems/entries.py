"""Numbers and matrices of a problem's data: integers as they are, all else as exact text, each with its key path.

An error names the key as a person would point at it, 1-based: ``w_q[1][2]``. Integers never pass through the text
reader, so a large matrix of them costs one matrix.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from symattn.errors import ProblemError, SymattnError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.problems.files import FloatToken

if TYPE_CHECKING:
    from symattn.reading import Reading

Number = Exact | MinusInfinity
HIDING_ONLY = "-oo stands only in bias and in scores, where it hides a key"


class EntryReader:
    """Reads the numbers of one problem and keeps what the text reader noted (decimal commas and the like)."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def number(self, value: object, key: str) -> Exact:
        """One finite number."""
        number = self._entry(value, key)
        if isinstance(number, MinusInfinity):
            raise ProblemError(HIDING_ONLY, key=key)
        return number if isinstance(number, Exact) else Exact(number)

    def matrix(self, value: object, key: str, *, hiding: bool = False) -> ExactMatrix:
        """A matrix [rows, columns] from a list of rows; -oo is an entry only where it can hide a key (``hiding``)."""
        if isinstance(value, str):
            return self._matrix_text(value, key)
        if not isinstance(value, list | tuple):
            return _foreign_matrix(value, key)
        rows = [self._row(row, f"{key}[{number}]") for number, row in enumerate(value, start=1)]
        _check_rectangle(rows, key)
        if not hiding:
            _refuse_hidden(rows, key)
        return ExactMatrix(rows)

    def _row(self, row: object, key: str) -> list[Number | int]:
        if not isinstance(row, list | tuple):
            raise ProblemError(f"a matrix is a list of rows, each in brackets, and {shown(row)} is not a row", key=key)
        if all(type(entry) is int for entry in row):
            return list(row)
        return [self._entry(entry, f"{key}[{number}]") for number, entry in enumerate(row, start=1)]

    def _entry(self, value: object, key: str) -> Number | int:
        if type(value) is int:
            return value
        if isinstance(value, str):
            return self._text(value, key)
        if isinstance(value, Exact | MinusInfinity):
            return value
        if isinstance(value, Fraction):
            return Exact(value)
        refuse_inexact(value, key)
        return _foreign_number(value, key)

    def _text(self, text: str, key: str) -> Number:
        value = self._read(text, key).value
        if isinstance(value, ExactMatrix):
            raise ProblemError(f'"{text}" is a matrix or a row where one number is expected', key=key)
        return value

    def _matrix_text(self, text: str, key: str) -> ExactMatrix:
        value = self._read(text, key).value
        if not isinstance(value, ExactMatrix):
            raise ProblemError(f'"{text}" is a number where a matrix, a list of rows, is expected', key=key)
        return value

    def _read(self, text: str, key: str) -> Reading:
        try:
            reading = _reading_of(text)
        except SymattnError as error:
            raise ProblemError(str(error), key=key) from error
        self.notes += [f"{key}: {note}" for note in reading.notes]
        return reading


class Record(NamedTuple):
    """The place of one record in a batch, 0-based, and how many records there are."""

    place: int
    size: int


def of_record(values: list[object] | tuple[object, ...], record: Record | None, key: str) -> tuple[object, str]:
    """The entry that belongs to a record, with its key, from a list that has one entry a record."""
    if record is None:
        raise ProblemError("has one entry a record, and the problem is one record, no batch", key=key)
    if len(values) != record.size:
        raise ProblemError(f"has {len(values)} entries for the {record.size} records of the batch", key=key)
    return values[record.place], f"{key}[{record.place + 1}]"


def depth(value: object) -> int:
    """How many lists deep the first entry of a value lies: 2 for a matrix, 3 for a batch of them."""
    levels = 0
    while isinstance(value, list | tuple):
        levels += 1
        value = value[0] if value else None
    return levels


def refuse_inexact(value: object, key: str) -> None:
    """Refuse floats, Booleans, tables and other things of a file that are no exact number."""
    if isinstance(value, FloatToken):
        raise ProblemError(f"{_float_advice(value.digits)}", key=key)
    if isinstance(value, float | complex):
        raise ProblemError(_float_advice(repr(value)), key=key)
    if value is None or isinstance(value, bool | list | tuple | dict):
        raise ProblemError(f'{shown(value)} is not a number: write an integer or exact text such as "1/2"', key=key)


def whole(value: object, key: str) -> int:
    """A plain integer of a file."""
    if type(value) is int:
        return value
    digits = value.digits if isinstance(value, FloatToken) else shown(value)
    raise ProblemError(f"{digits} is not a whole number", key=key)


def shown(value: object) -> str:
    """A value as a file would spell it, cut to a readable length."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, FloatToken):
        return value.digits
    if isinstance(value, dict):
        return "a table"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


@lru_cache(maxsize=4096)
def _reading_of(text: str) -> Reading:
    from symattn.reading import read_text

    return read_text(text)


def _float_advice(digits: str) -> str:
    if digits.strip("+-").lower() in ("inf", "infinity"):
        return f'{digits} is a float: write "-oo" in quotes to hide a key'
    if digits.strip("+-").lower() == "nan":
        return f"{digits} is not a number"
    return f'{digits} would become a binary float: write "{digits}" in quotes to mean exactly that number'


def _check_rectangle(rows: list[list[Number | int]], key: str) -> None:
    if not rows or not rows[0]:
        raise ProblemError("a matrix has at least one row and one column", key=key)
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise ProblemError(f"row {number} has {len(row)} entries where row 1 has {len(rows[0])}", key=key)


def _refuse_hidden(rows: list[list[Number | int]], key: str) -> None:
    for number, row in enumerate(rows, start=1):
        for column, entry in enumerate(row, start=1):
            if isinstance(entry, MinusInfinity):
                raise ProblemError(HIDING_ONLY, key=f"{key}[{number}][{column}]")


def _foreign_number(value: object, key: str) -> Number:
    from symattn.values import exact

    try:
        number = exact(value)
    except SymattnError as error:
        raise ProblemError(str(error), key=key) from error
    if not isinstance(number, Exact | MinusInfinity):
        raise ProblemError("a matrix stands where one number is expected", key=key)
    return number


def _foreign_matrix(value: object, key: str) -> ExactMatrix:
    """A SymPy matrix or another value that the facade knows."""
    if isinstance(value, ExactMatrix):
        return value
    from symattn.values import exact

    try:
        matrix = exact(value)
    except SymattnError as error:
        raise ProblemError(str(error), key=key) from error
    if not isinstance(matrix, ExactMatrix):
        raise ProblemError(f"{shown(value)} stands where a matrix, a list of rows, is expected", key=key)
    return matrix
