"""Whole softmax rows in writing: each row's denominator is written once, each power once.

What comes out is, letter for letter, what writing every entry by itself gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from flint import fmpz_poly

from symattn.exact.matrix import Entry, ExactMatrix
from symattn.exact.number import Exact
from symattn.exact.polynomials import terms_of
from symattn.exact.powers import PowerOutputs, PowerWeights
from symattn.exact.units import Polynomial, Units, Vector
from symattn.exact.writing import TEXT, Below, Style, signed_sum, whole, write_monomial, write_over


def written_rows(matrix: ExactMatrix, style: Style = TEXT) -> list[list[str]]:
    """Every entry of a matrix in a style, row by row.

    >>> from symattn.exact.softmax_rows import softmax_rows
    >>> written_rows(softmax_rows(ExactMatrix([[0, 1]]), [slice(0, 2)]))
    [['1/(e + 1)', 'e/(e + 1)']]
    """
    fast = _fast_writer(matrix, style)
    if fast is not None:
        return [fast(i, None) for i in range(matrix.shape[0])]
    return [[entry.written(style) for entry in row] for row in matrix.rows()]


def named_rows(matrix: ExactMatrix, style: Style = TEXT) -> tuple[list[list[str]], dict[str, str]]:
    """The same with long denominators named: row i's is D_i (1-based) where two of its entries share it.

    >>> from symattn.exact.softmax_rows import softmax_rows
    >>> named_rows(softmax_rows(ExactMatrix([[0, 1]]), [slice(0, 2)]))
    ([['1/D_1', 'e/D_1']], {'D_1': 'e + 1'})
    """
    fast = _fast_writer(matrix, style)
    names: dict[str, str] = {}
    rows = range(matrix.shape[0])
    if fast is not None:
        return [fast(i, names) for i in rows], names
    return [_named_entries(matrix.row(i), i, style, names) for i in rows], names


def _fast_writer(matrix: ExactMatrix, style: Style) -> Callable[[int, dict[str, str] | None], list[str]] | None:
    """A function that writes one row of a storage of softmax rows."""
    storage = matrix.storage
    if isinstance(storage, PowerWeights) and storage.units.are_plain:
        return _WeightsWriter(storage, style).row
    if isinstance(storage, PowerOutputs) and storage.units.are_plain:
        return _OutputsWriter(storage, style).row
    return None


def _named_entries(row: Sequence[Entry], i: int, style: Style, names: dict[str, str]) -> list[str]:
    """A row of single entries with its commonest denominator named."""
    parts: list[tuple[Exact, Below] | None] = []
    for entry in row:
        if not isinstance(entry, Exact):
            parts.append(None)
            continue
        shown = entry.normal
        parts.append((shown, Below.of(shown.field.generators, terms_of(shown.denominator), style)))
    named = _named(i, [part[1] for part in parts if part], style, names)
    return [
        entry.written(style)
        if part is None
        else write_over(part[0].field.generators, terms_of(part[0].numerator), named(part[1]), style)
        for entry, part in zip(row, parts, strict=True)
    ]


def _named(i: int, belows: Sequence[Below], style: Style, names: dict[str, str]) -> Callable[[Below], Below]:
    """Names the commonest denominator of a row that is a sum, where at least two entries share it."""
    sums = (below.text for below in belows if not below.is_atom)
    counts = Counter(text for text in sums if " + " in text or " - " in text)
    if not counts:
        return lambda below: below
    text, times = counts.most_common(1)[0]
    if times < 2:
        return lambda below: below
    name = style.symbol(f"D_{i + 1}")
    names[name] = text
    return lambda below: Below(name, True) if below.text == text else below


class _TermWriter:
    """Writes polynomials in the exponentials of units, remembering every power that it wrote."""

    def __init__(self, units: Units, style: Style) -> None:
        self.units = units
        self.style = style
        self.generators = units.field.generators
        self.powers: dict[int, dict[Vector, tuple[Vector, str, str]]] = {}  # by stride

    def below(self, poly: Polynomial, stride: int, sign: int) -> Below:
        table = _table(poly, sign)
        if len(table) == 1:
            vector, coefficient = table[0]
            if not any(vector):
                return Below("" if coefficient == 1 else self._sum(table, stride), True)
            return Below(self._sum(table, stride), coefficient == 1 and sum(map(bool, vector)) == 1)
        return Below(self._sum(table, stride), False)

    def over(self, top: list[tuple[Vector, int]], stride: int, below: Below) -> str:
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


class _WeightsWriter:
    """Writes rows of weights."""

    def __init__(self, storage: PowerWeights, style: Style) -> None:
        self.storage = storage
        self.terms = _TermWriter(storage.units, style)

    def row(self, i: int, names: dict[str, str] | None) -> list[str]:
        """Row i; with a dictionary of names its denominator may get one."""
        row = self.storage.rows[i]
        written = ["0"] * self.storage.shape[1]
        if row is None:
            return written
        below = self.terms.below(self.storage.denominators[i], row.stride, 1)
        if names is not None:
            below = _named(i, [below] * len(row.keys), self.terms.style, names)(below)
        over = {packed: self.terms.over([(vector, 1)], row.stride, below) for packed, vector in row.vectors.items()}
        for key, packed in zip(row.keys, row.packed, strict=True):
            written[key] = over[packed]
        return written


class _OutputsWriter:
    """Writes rows of outputs; entries that cancelled nothing share the row's own denominator."""

    def __init__(self, storage: PowerOutputs, style: Style) -> None:
        self.storage = storage
        self.terms = _TermWriter(storage.units, style)

    def row(self, i: int, names: dict[str, str] | None) -> list[str]:
        """Row i; with a dictionary of names its denominator may get one."""
        row, stride = self.storage.rows[i], self.storage.strides[i]
        if row is None:
            return ["0"] * self.storage.shape[1]
        known: dict[int, Below] = {}
        signs = [-1 if quotient.bottom.leading_coefficient() < 0 else 1 for quotient in row]
        belows = []
        for quotient, sign in zip(row, signs, strict=True):
            below = known.get(id(quotient.bottom))
            if below is None:
                below = known[id(quotient.bottom)] = self.terms.below(quotient.bottom, stride, sign)
            belows.append(below)
        if names is not None:
            name = _named(i, belows, self.terms.style, names)
            belows = list(map(name, belows))
        parts = zip(row, signs, belows, strict=True)
        return [self.terms.over(_table(quotient.top, sign), stride, below) for quotient, sign, below in parts]


def _table(poly: Polynomial, sign: int) -> list[tuple[Vector, int]]:
    """The terms of a polynomial, the largest power first when it is dense."""
    if isinstance(poly, fmpz_poly):
        coefficients = [int(c) for c in poly.coeffs()]
        return [((k,), sign * coefficients[k]) for k in range(len(coefficients) - 1, -1, -1) if coefficients[k]]
    return [(vector, sign * c) for vector, c in terms_of(poly)]


__all__ = ["named_rows", "written_rows"]
