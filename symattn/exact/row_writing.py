"""Whole softmax rows in writing: each row's denominator is written once, each power once.

What comes out is, letter for letter, what writing every entry by itself gives.
"""

from __future__ import annotations

from flint import fmpz_poly

from symattn.exact.matrix import ExactMatrix
from symattn.exact.polynomials import terms_of
from symattn.exact.powers import PowerOutputs, PowerWeights
from symattn.exact.units import Polynomial, Units, Vector
from symattn.exact.writing import TEXT, Below, Style, signed_sum, whole, write_monomial


def written_rows(matrix: ExactMatrix, style: Style = TEXT) -> list[list[str]]:
    """Every entry of a matrix in a style, row by row.

    >>> from symattn.exact.softmax_rows import softmax_rows
    >>> written_rows(softmax_rows(ExactMatrix([[0, 1]]), [slice(0, 2)]))
    [['1/(e + 1)', 'e/(e + 1)']]
    """
    storage = matrix.storage
    if isinstance(storage, (PowerWeights, PowerOutputs)) and storage.units.are_plain:
        writer = _RowWriter(storage.units, style)
        write_row = writer.weights_row if isinstance(storage, PowerWeights) else writer.outputs_row
        return [write_row(storage, i) for i in range(matrix.shape[0])]  # type: ignore[arg-type]  # chosen for it above
    return [[entry.written(style) for entry in row] for row in matrix.rows()]


class _RowWriter:
    """Writes polynomials in the exponentials of units, remembering every power and denominator that it wrote."""

    def __init__(self, units: Units, style: Style) -> None:
        self.units = units
        self.style = style
        self.generators = units.field.generators
        self.powers: dict[int, dict[Vector, tuple[Vector, str, str]]] = {}  # by stride

    def weights_row(self, storage: PowerWeights, i: int) -> list[str]:
        row = storage.rows[i]
        written = ["0"] * storage.shape[1]
        if row is None:
            return written
        below = self._below(storage.denominators[i], row.stride, 1)
        over = {packed: self._over([(vector, 1)], row.stride, below) for packed, vector in row.vectors.items()}
        for key, packed in zip(row.keys, row.packed, strict=True):
            written[key] = over[packed]
        return written

    def outputs_row(self, storage: PowerOutputs, i: int) -> list[str]:
        row, stride = storage.rows[i], storage.strides[i]
        if row is None:
            return ["0"] * storage.shape[1]
        written = []
        known: dict[int, Below] = {}  # entries that cancelled nothing share the row's own denominator
        for quotient in row:
            sign = -1 if quotient.bottom.leading_coefficient() < 0 else 1
            below = known.get(id(quotient.bottom))
            if below is None:
                below = known[id(quotient.bottom)] = self._below(quotient.bottom, stride, sign)
            written.append(self._over(_table(quotient.top, sign), stride, below))
        return written

    def _below(self, poly: Polynomial, stride: int, sign: int) -> Below:
        table = _table(poly, sign)
        if len(table) == 1:
            vector, coefficient = table[0]
            if not any(vector):
                return Below("" if coefficient == 1 else self._sum(table, stride), True)
            return Below(self._sum(table, stride), coefficient == 1 and sum(map(bool, vector)) == 1)
        return Below(self._sum(table, stride), False)

    def _over(self, top: list[tuple[Vector, int]], stride: int, below: Below) -> str:
        if not top:
            return "0"
        if not below.text:
            return self._sum(top, stride)
        negative = len(top) == 1 and top[0][1] < 0
        if negative:
            top = [(top[0][0], -top[0][1])]
        written = self.style.fraction(self._sum(top, stride), below.text, len(top) > 1, below.is_atom)
        return f"-{written}" if negative else written

    def _sum(self, table: list[tuple[Vector, int]], stride: int) -> str:
        powers = self.powers.setdefault(stride, {})
        for vector, _ in table:
            if vector not in powers:
                powers[vector] = self._power(vector, stride)
        if self.units.size > 1:
            table.sort(key=lambda term: powers[term[0]][0], reverse=True)
        pieces = []
        for vector, coefficient in table:
            _, alone, times = powers[vector]
            pieces.append(alone if coefficient in (1, -1) else whole(abs(coefficient)) + times)
        return signed_sum(pieces, [coefficient for _, coefficient in table])

    def _power(self, vector: Vector, stride: int) -> tuple[Vector, str, str]:
        """A power's place in the ring's order, the power alone, and what follows a coefficient of 2 or more."""
        exponents = self.units.exponents(tuple(k * stride for k in vector))
        alone = write_monomial(self.generators, exponents, 1, self.style)
        times = write_monomial(self.generators, exponents, 2, self.style)[1:]
        return exponents, alone, times


def _table(poly: Polynomial, sign: int) -> list[tuple[Vector, int]]:
    """The terms of a polynomial, the largest power first when it is dense."""
    if isinstance(poly, fmpz_poly):
        coefficients = [int(c) for c in poly.coeffs()]
        return [((k,), sign * coefficients[k]) for k in range(len(coefficients) - 1, -1, -1) if coefficients[k]]
    return [(vector, sign * c) for vector, c in terms_of(poly)]


__all__ = ["written_rows"]
