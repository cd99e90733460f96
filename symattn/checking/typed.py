"""An answer as it was given: values, and for decimals the digits as typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from symattn import values
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.reading import TypedDigits, read_text

MOST_BITS = 10_000  # of an integer whose digits are looked at; Python refuses to write much longer ones


@dataclass(frozen=True, eq=False)
class Typed:
    """One number of an answer; ``digits`` where it was typed as one plain decimal or whole number."""

    value: Exact | MinusInfinity
    digits: TypedDigits | None = None

    def latex(self) -> str:
        """LaTeX of the number, a decimal with the digits that were typed."""
        if self.digits is None:
            return self.value.latex()
        sign = "-" if self.digits.sign < 0 else ""
        power = rf" \cdot 10^{{{self.digits.exponent}}}" if self.digits.exponent else ""
        return f"{sign}{self.digits.digits}{power}"

    def text(self) -> str:
        """The number as plain text, a decimal with the digits that were typed."""
        if self.digits is None:
            return self.value.text()
        sign = "-" if self.digits.sign < 0 else ""
        times = "e" if "." in self.digits.digits else "*10^"  # 2e3 is ambiguous to the reader, 2.0e3 is not
        power = f"{times}{self.digits.exponent}" if self.digits.exponent else ""
        return f"{sign}{self.digits.digits}{power}"


@dataclass(frozen=True, eq=False)
class TypedAnswer:
    """A whole answer: rows of numbers; a single number is one row of one and no matrix."""

    rows: tuple[tuple[Typed, ...], ...]
    is_matrix: bool
    notes: tuple[str, ...] = ()

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return len(self.rows), len(self.rows[0])

    def latex(self) -> str:
        """LaTeX of what was read."""
        if not self.is_matrix:
            return self.rows[0][0].latex()
        lines = r" \\ ".join(" & ".join(entry.latex() for entry in row) for row in self.rows)
        return rf"\begin{{bmatrix}} {lines} \end{{bmatrix}}"

    def text(self) -> str:
        """What was read, as plain text that reads back: a number, a row, or rows."""
        if not self.is_matrix:
            return self.rows[0][0].text()
        rows = [f"[{', '.join(entry.text() for entry in row)}]" for row in self.rows]
        return rows[0] if len(rows) == 1 else f"[{', '.join(rows)}]"

    def fitting(self, right: Exact | ExactMatrix | MinusInfinity) -> TypedAnswer:
        """The answer, where brackets around one number say no more and no less than none do."""
        is_matrix = isinstance(right, ExactMatrix)
        return self if self.shape != (1, 1) or self.is_matrix == is_matrix else replace(self, is_matrix=is_matrix)

    @property
    def conditions(self) -> frozenset[str]:
        """Conditions on free symbols under which the numbers are what they are."""
        return frozenset[str]().union(*(entry.value.conditions for row in self.rows for entry in row))


def typed_answer(answer: object, names: frozenset[str] = frozenset()) -> TypedAnswer:
    r"""The answer behind text, a number-like thing, or a list of such things; ``names`` are symbols that may occur.

    >>> print(typed_answer("[0.50, 1/2]").latex())
    \begin{bmatrix} 0.50 & \frac{1}{2} \end{bmatrix}

    Errors: ReadError for text that cannot be read, UndecidedError for text whose value is in doubt, and those of
    ``symattn.exact`` for other things.
    """
    if isinstance(answer, str):
        return _read(answer, names)
    rows = answer if isinstance(answer, list | tuple) else [answer]
    if not any(isinstance(row, list | tuple) for row in rows):
        rows = [rows]
    digits = [[_digits(entry) for entry in row] if isinstance(row, list | tuple) else [] for row in rows]
    return _with_digits(values.exact(answer), digits)


@lru_cache(maxsize=4)  # one answer is often judged by several rules, or as a step and as a start of later ones
def _read(text: str, names: frozenset[str]) -> TypedAnswer:
    reading = read_text(text, names=names)
    return _with_digits(reading.value, reading.cells or ((reading.digits,),), reading.notes)


def _with_digits(
    value: Exact | ExactMatrix | MinusInfinity,
    digits: Sequence[Sequence[TypedDigits | None]],
    notes: tuple[str, ...] = (),
) -> TypedAnswer:
    """The value with the digits of its entries, which are left out where they do not fit its shape."""
    entries = value.rows() if isinstance(value, ExactMatrix) else ((value,),)
    fits = [len(row) for row in digits] == [len(row) for row in entries]
    rows = (
        tuple(Typed(entry, digits[i][j] if fits else None) for j, entry in enumerate(row))
        for i, row in enumerate(entries)
    )
    return TypedAnswer(tuple(rows), isinstance(value, ExactMatrix), notes)


def _digits(entry: object) -> TypedDigits | None:
    """The digits of a text or of a Python integer."""
    if isinstance(entry, str):
        return read_text(entry).digits
    if isinstance(entry, int) and not isinstance(entry, bool) and entry.bit_length() <= MOST_BITS:
        return TypedDigits(-1 if entry < 0 else 1, str(abs(entry)), 0)
    return None
