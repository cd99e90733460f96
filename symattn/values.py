"""The door: text, integers, SymPy and exact values become engine values here."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction

from symattn.errors import FloatError, ShapeError
from symattn.exact.infinity import MINUS_INFINITY, MinusInfinity
from symattn.exact.matrix import ExactMatrix
from symattn.exact.number import Exact


def exact(x: object) -> Exact | ExactMatrix | MinusInfinity:
    """The engine value of anything number-like, or of rows that mix such things."""
    if isinstance(x, (Exact, ExactMatrix, MinusInfinity)):
        return x
    if isinstance(x, (list, tuple)):
        return _matrix_of(x)
    return _number_of(x)


def _matrix_of(rows: Sequence[object]) -> ExactMatrix:
    if rows and all(isinstance(row, (list, tuple)) for row in rows):
        if all(type(entry) is int for row in rows for entry in row):  # type: ignore[attr-defined]
            return ExactMatrix(rows)  # type: ignore[arg-type]
        return ExactMatrix([[_number_of(entry) for entry in row] for row in rows])  # type: ignore[attr-defined]
    return ExactMatrix([[_number_of(entry) for entry in rows]])


def _number_of(x: object) -> Exact | MinusInfinity:
    if isinstance(x, (Exact, MinusInfinity)):
        return x
    if isinstance(x, (int, Fraction)) and not isinstance(x, bool):
        return Exact(x)
    if isinstance(x, str):
        from symattn.reading import read_text

        return read_text(x).value  # type: ignore[return-value]
    if isinstance(x, float):
        raise FloatError.of(x)
    sympy = sys.modules.get("sympy")
    if sympy is not None and isinstance(x, sympy.Basic):
        from symattn.exact.sympy_bridge import lift

        return lift(x)  # type: ignore[return-value]
    raise TypeError(f"{x!r} is not number-like")


def exact_matrix(x: object, name: str = "the argument") -> ExactMatrix:
    """The same where a matrix is needed; `name` says which in an error."""
    found = exact(x)
    if not isinstance(found, ExactMatrix):
        raise ShapeError(f"{name} is a single number where a matrix (rows of numbers) is needed")
    return found


def exact_number(x: object, name: str = "the argument") -> Exact:
    """The same where one finite number is needed."""
    found = exact(x)
    if not isinstance(found, Exact):
        raise ShapeError(f"{name} must be a single finite number")
    return found
