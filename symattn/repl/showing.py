"""How a session shows a value: the exact text, and where it says more a certified decimal."""

from __future__ import annotations

from fractions import Fraction

from symattn.checking import CheckResult
from symattn.choices import PLACES
from symattn.errors import SymattnError
from symattn.exact import Comparison, Exact, ExactMatrix, MinusInfinity
from symattn.exact.decimals import leading_place, significant
from symattn.visibility import Visibility

DIGITS = 10  # significant digits of a number
LARGEST_MATRIX = 400  # entries
LONGEST_INTEGER = 14_000  # bits; Python writes no more than 4300 digits
LARGEST_LINE = 100  # characters in the entries of a row
_PLAIN_PLACES = range(-6, 16)  # leading places of numbers that are written without a power of ten


def shown(value: object) -> str:
    """What is printed for a value.

    >>> print(shown(Exact(1) / 3))
    1/3
    ≈ 0.3333333333
    """
    if isinstance(value, Exact):
        return _number(value)
    if isinstance(value, ExactMatrix):
        return _matrix(value)
    if isinstance(value, MinusInfinity | Visibility):
        return value.text()
    if isinstance(value, int) and value.bit_length() > LONGEST_INTEGER:
        return f"a whole number of about {value.bit_length() * 3 // 10} digits: too long to print"
    if isinstance(value, CheckResult):
        return f"{value}\nread as: {value.reading_text}" if value.reading_text else str(value)
    return str(value) if isinstance(value, Comparison | str) else repr(value)


def approximation(value: Exact) -> str:
    """A number in decimals: "= 0.5" when that is all of it, "≈ 0.3333333333" otherwise; "" for integers and symbols.

    >>> approximation(Exact(3) / 8), approximation(Exact(10) ** -9 / 3)
    ('= 0.375', '≈ 3.333333333e-10')
    """
    known = value.as_fraction()
    if value.symbols or (known is not None and known.denominator == 1):
        return ""
    try:
        place = leading_place(value)
        if (
            known is not None
            and (known * Fraction(10) ** (DIGITS - 1 - place)).denominator == 1
            and place in _PLAIN_PLACES
        ):
            return f"= {significant(value, DIGITS).rstrip('0').rstrip('.')}"
        if place in _PLAIN_PLACES:
            return f"≈ {significant(value, DIGITS)}"
        return f"≈ {significant(value * Fraction(10) ** -place, DIGITS)}e{place}"
    except SymattnError:
        return ""


def _number(value: Exact) -> str:
    conditions = f"   (for {', '.join(sorted(value.conditions))})" if value.conditions else ""
    return "\n".join(filter(None, [value.text() + conditions, approximation(value)]))


def _matrix(value: ExactMatrix) -> str:
    rows, columns = value.shape
    if rows * columns > LARGEST_MATRIX:
        return f"{value!r}: too large to print; look at .row(i), or an entry [i, j]"
    conditions = f"\n(for {', '.join(sorted(value.conditions))})" if value.conditions else ""
    exact = _table([[entry.text() for entry in row] for row in value.rows()])
    return exact + conditions + _decimals(value)


def _decimals(value: ExactMatrix) -> str:
    """The entries to some places, where there is one that is no integer and none with a symbol."""
    numbers = [entry for row in value.rows() for entry in row if isinstance(entry, Exact)]
    known = [number.as_fraction() for number in numbers]
    if value.symbols or all(number is not None and number.denominator == 1 for number in known):
        return ""
    try:
        table = value.decimal(PLACES)
    except SymattnError:
        return ""
    lines = _table([[str(entry) for entry in row] for row in table]).splitlines()
    return "".join(f"\n{'  ' if i else '≈ '}{line}" for i, line in enumerate(lines))


def _table(rows: list[list[str]]) -> str:
    """Rows as the reader reads them, entries below one another where a line has room for that."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if sum(widths) > LARGEST_LINE:
        widths = [0] * len(widths)
    lines = ["[" + ", ".join(f"{e:>{w}}" for e, w in zip(row, widths, strict=True)) + "]" for row in rows]
    return "[" + ",\n ".join(lines) + "]"
