"""Whole softmax rows in writing: each row's denominator is written once, each power once.

What comes out is, letter for letter, what writing every entry by itself gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from flint import fmpz_poly

from symattn.exact.generators import Generator
from symattn.exact.matrix import Entry, ExactMatrix
from symattn.exact.number import Exact
from symattn.exact.polynomials import terms_of
from symattn.exact.powers import PowerOutputs, PowerWeights
from symattn.exact.units import Polynomial, Units, Vector
from symattn.exact.writing import (
    MANY,
    TEXT,
    Below,
    Style,
    Term,
    displayed_terms,
    signed_sum,
    whole,
    write_monomial,
    write_over,
)

Table: TypeAlias = tuple[Sequence[Vector], Sequence[int]]  # monomials, the largest first, and their coefficients


class Naming(NamedTuple):
    """Names given to denominators so far, and the letter that they have."""

    names: dict[str, str]
    letter: str


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

    Where a free symbol is called so, the names are DD_i.

    >>> from symattn.exact.softmax_rows import softmax_rows
    >>> named_rows(softmax_rows(ExactMatrix([[0, 1]]), [slice(0, 2)]))
    ([['1/D_1', 'e/D_1']], {'D_1': 'e + 1'})
    """
    fast = _fast_writer(matrix, style)
    letter = "D"
    while any(symbol.startswith(f"{letter}_") for symbol in matrix.symbols):
        letter += "D"
    naming = Naming({}, letter)
    rows = range(matrix.shape[0])
    if fast is not None:
        return [fast(i, naming) for i in rows], naming.names
    return [_named_entries(matrix.row(i), i, style, naming) for i in rows], naming.names


def _fast_writer(matrix: ExactMatrix, style: Style) -> Callable[[int, Naming | None], list[str]] | None:
    """A function that writes one row of a storage of softmax rows."""
    storage = matrix.storage
    if isinstance(storage, PowerWeights) and storage.units.are_plain:
        return _WeightsWriter(storage, style).row
    if isinstance(storage, PowerOutputs) and storage.units.are_plain:
        return _OutputsWriter(storage, style).row
    return None


def _named_entries(row: Sequence[Entry], i: int, style: Style, naming: Naming) -> list[str]:
    """A row of single entries with its commonest denominator named."""
    parts: list[tuple[tuple[Generator, ...], list[Term], Below] | None] = []
    for entry in row:
        if not isinstance(entry, Exact):
            parts.append(None)
            continue
        generators, top, bottom = displayed_terms(entry)
        parts.append((generators, top, Below.of(generators, bottom, style)))
    named = _named(i, [part[2] for part in parts if part], style, naming)
    return [
        entry.written(style) if part is None else write_over(part[0], part[1], named(part[2]), style)
        for entry, part in zip(row, parts, strict=True)
    ]


def _named(i: int, belows: Sequence[Below], style: Style, naming: Naming) -> Callable[[Below], Below]:
    """Names the commonest denominator of a row that is a sum, where at least two entries share it."""
    sums = (below.text for below in belows if not below.is_atom)
    counts = Counter(text for text in sums if " + " in text or " - " in text)
    if not counts:
        return lambda below: below
    text, times = counts.most_common(1)[0]
    if times < 2:
        return lambda below: below
    name = style.symbol(f"{naming.letter}_{i + 1}")
    naming.names[name] = text
    return lambda below: Below(name, True) if below.text == text else below


class _Powers(dict[Vector, tuple[str, str]]):
    """Powers of units' exponentials to multiples of a stride: each alone, and what follows a coefficient of 2 or more.

    They are written when first asked for, and remembered.
    """

    def __init__(self, units: Units, style: Style, stride: int) -> None:
        self.units = units
        self.style = style
        self.stride = stride

    def __missing__(self, vector: Vector) -> tuple[str, str]:
        exponents = self.units.exponents(tuple(k * self.stride for k in vector))
        found = self[vector] = _written_power(self.units.field.generators, exponents, self.style)
        return found


@lru_cache(maxsize=32_768)
def _written_power(generators: tuple[Generator, ...], exponents: Vector, style: Style) -> tuple[str, str]:
    alone = write_monomial(generators, exponents, 1, style)
    return alone, write_monomial(generators, exponents, 2, style)[1:]


class _TermWriter:
    """Writes polynomials in the exponentials of units."""

    def __init__(self, units: Units, style: Style) -> None:
        self.units = units
        self.style = style
        self.powers: dict[int, _Powers] = {}  # by stride
        # The coordinates in the order of the field's generators: each unit is a power of one of them.
        places = [next(i for i, step in enumerate(image) if step) for image in units.images]
        order = sorted(range(units.size), key=places.__getitem__)
        self.order = None if order == list(range(units.size)) else itemgetter(*order)

    def powers_of(self, stride: int) -> _Powers:
        """The powers that occur in rows of a stride."""
        if stride not in self.powers:
            self.powers[stride] = _Powers(self.units, self.style, stride)
        return self.powers[stride]

    def in_order(self, vectors: Iterable[Vector]) -> list[Vector]:
        """The largest monomial of the ring first."""
        return sorted(vectors, key=self.order, reverse=True)

    def table(self, poly: Polynomial, vectors: Sequence[Vector] | None, sign: int) -> Table:
        """The terms of a polynomial, the largest monomial first; all are among the vectors where these are given."""
        if not isinstance(poly, fmpz_poly):
            terms = terms_of(poly)
            if self.order is not None:
                order = self.order
                terms.sort(key=lambda term: order(term[0]), reverse=True)
            return [vector for vector, _ in terms], [sign * c for _, c in terms]
        if vectors is None:
            found = [(k, c) for k, c in enumerate(poly.coeffs()) if c != 0][::-1]
            return [(k,) for k, _ in found], [sign * int(c) for _, c in found]
        coefficients = [int(poly[k]) for (k,) in vectors]
        if all(coefficients):
            return vectors, coefficients
        return list(compress(vectors, coefficients)), list(filter(None, coefficients))

    def sum(self, table: Table, powers: _Powers) -> str:
        """A sum of terms in the order of the table."""
        vectors, coefficients = table
        pairs = map(powers.__getitem__, vectors)
        if all(0 < c < MANY for c in coefficients):
            terms = zip(pairs, coefficients, strict=True)
            return " + ".join([alone if c == 1 else f"{c}{times}" for (alone, times), c in terms])
        sizes = map(abs, coefficients)
        terms = zip(pairs, sizes, strict=True)
        return signed_sum([alone if c == 1 else whole(c) + times for (alone, times), c in terms], coefficients)

    def below(self, table: Table, powers: _Powers) -> Below:
        """A denominator."""
        (vector, *others), (coefficient, *_) = table
        if others:
            return Below(self.sum(table, powers), False)
        if not any(vector):
            return Below("" if coefficient == 1 else self.sum(table, powers), True)
        return Below(self.sum(table, powers), coefficient == 1 and sum(map(bool, vector)) == 1)

    def over(self, table: Table, powers: _Powers, below: Below) -> str:
        """A numerator over a written denominator."""
        vectors, coefficients = table
        if not vectors:
            return "0"
        if not below.text:
            return self.sum(table, powers)
        if len(vectors) == 1 and coefficients[0] < 0:
            return f"-{self.over((vectors, [-coefficients[0]]), powers, below)}"
        return self.style.fraction(self.sum(table, powers), below.text, len(vectors) > 1, below.is_atom)


class _WeightsWriter:
    """Writes rows of weights."""

    def __init__(self, storage: PowerWeights, style: Style) -> None:
        self.storage = storage
        self.terms = _TermWriter(storage.units, style)

    def row(self, i: int, naming: Naming | None) -> list[str]:
        """Row i; its denominator may be named."""
        row = self.storage.rows[i]
        written = ["0"] * self.storage.shape[1]
        if row is None:
            return written
        counts = row.by_vector(row.counts.values())
        vectors, powers = self.terms.in_order(counts), self.terms.powers_of(row.stride)
        below = self.terms.below((vectors, list(map(counts.__getitem__, vectors))), powers)
        style = self.terms.style
        if naming is not None:
            below = _named(i, [below] * len(row.keys), style, naming)(below)
        alone = {exponent: powers[vector][0] for exponent, vector in row.vectors.items()}
        if below.text:
            fraction, (text, is_atom) = style.fraction, below
            alone = {exponent: fraction(power, text, False, is_atom) for exponent, power in alone.items()}
        for key, exponent in self.storage.by_key(row):
            written[key] = alone[exponent]
        return written


class _OutputsWriter:
    """Writes rows of outputs; entries that cancelled nothing share the row's own denominator."""

    def __init__(self, storage: PowerOutputs, style: Style) -> None:
        self.storage = storage
        self.terms = _TermWriter(storage.units, style)

    def row(self, i: int, naming: Naming | None) -> list[str]:
        """Row i; its denominator may be named."""
        row, source = self.storage.rows[i], self.storage.sources[i]
        if row is None or source is None:
            return ["0"] * self.storage.shape[1]
        vectors, powers = self.terms.in_order(source.vectors.values()), self.terms.powers_of(source.stride)
        own: Below | None = None
        tops, belows = [], []
        for quotient in row:
            sign = -1 if quotient.bottom.leading_coefficient() < 0 else 1
            known = vectors if quotient.whole else None
            tops.append(self.terms.table(quotient.top, known, sign))
            if own is None or not quotient.whole:
                below = self.terms.below(self.terms.table(quotient.bottom, known, sign), powers)
                own = below if quotient.whole else own
            belows.append(own if own is not None and quotient.whole else below)
        if naming is not None:
            belows = list(map(_named(i, belows, self.terms.style, naming), belows))
        return [self.terms.over(top, powers, below) for top, below in zip(tops, belows, strict=True)]


__all__ = ["named_rows", "written_rows"]
