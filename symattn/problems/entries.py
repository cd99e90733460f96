"""Numbers and matrices of a problem's data, each with its key path: the door for numbers, as files use it.

An error names the key as a person would point at it, 1-based: ``w_q[1][2]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from symattn import door
from symattn.errors import ProblemError, SymattnError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.nesting import listed
from symattn.problems.files import FloatToken
from symattn.softmax import finite_entries

if TYPE_CHECKING:
    from symattn.reading import Reading

HIDING_ONLY = "-oo stands only in bias and in scores, where it hides a key"


class EntryReader(door.EntryReader):
    """Reads the numbers of one problem: refuses a file's floats, names keys, keeps what the text reader noted."""

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[str] = []

    def number(self, value: object, key: str) -> Exact:
        """One finite number."""
        number = self.entry(value, key)
        if isinstance(number, MinusInfinity):
            raise ProblemError(HIDING_ONLY, key=key)
        return number if isinstance(number, Exact) else Exact(number)

    def matrix(self, value: object, key: str, *, hiding: bool = False) -> ExactMatrix:
        """A matrix [rows, columns] from a list of rows; -oo is an entry only where it can hide a key (``hiding``)."""
        if isinstance(value, list | tuple):
            _check_rows(value, key)
        matrix = self.value(value, key)
        if not isinstance(matrix, ExactMatrix):
            raise ProblemError(f"{shown(value)} is a number where a matrix, a list of rows, is expected", key=key)
        if not hiding:
            _refuse_hidden(matrix, key)
        return matrix

    def leaf(self, x: object, place: str) -> door.Value:
        """The value of what is no list; what a file holds beside numbers and text is refused in a file's words."""
        refuse_inexact(x, place)
        return super().leaf(x, place)

    def located(self, error: SymattnError, place: str) -> SymattnError:
        """The error of a file at this key."""
        return error if isinstance(error, ProblemError) else ProblemError(str(error), key=place)

    def place(self, whole: str, row: int, column: int | None = None) -> str:
        """The key of a row or an entry, 1-based."""
        return f"{whole}[{row}]" if column is None else f"{whole}[{row}][{column}]"

    def note(self, reading: Reading, place: str) -> None:
        """Keep what was noted."""
        self.notes += [f"{place}: {note}" for note in reading.notes]


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


def _float_advice(digits: str) -> str:
    if digits.strip("+-").lower() in ("inf", "infinity"):
        return f'{digits} is a float: write "-oo" in quotes to hide a key'
    if digits.strip("+-").lower() == "nan":
        return f"{digits} is not a number"
    return f'{digits} would become a binary float: write "{digits}" in quotes to mean exactly that number'


def _check_rows(rows: list[object] | tuple[object, ...], key: str) -> None:
    for number, row in enumerate(rows, start=1):
        if listed(row) is None:
            raise ProblemError(
                f"a matrix is a list of rows, each in brackets, and {shown(row)} is not a row", key=f"{key}[{number}]"
            )


def _refuse_hidden(matrix: ExactMatrix, key: str) -> None:
    for i, row in enumerate(finite_entries(matrix).bits):
        hidden = ~row & ((1 << matrix.shape[1]) - 1)
        if hidden:
            raise ProblemError(HIDING_ONLY, key=f"{key}[{i + 1}][{(hidden & -hidden).bit_length()}]")
