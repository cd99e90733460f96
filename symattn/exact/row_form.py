"""A row as books print it: [r, 1, r]/(2*r + 1), numerators over one shared denominator, with r = exp(1/sqrt(2)).

    >>> from symattn.exact import Exact, exp, sqrt
    >>> r = exp(1 / sqrt(Exact(2)))
    >>> form = RowForm.of([r / (2 * r + 1), 1 / (2 * r + 1), r / (2 * r + 1)], abbreviated=True)
    >>> form.text(), form.definitions()
    ('[r, 1, r]/(2*r + 1)', ('r = exp(1/sqrt(2))',))
    >>> form.full.text()
    '[exp(sqrt(2)/2), 1, exp(sqrt(2)/2)]/(2*exp(sqrt(2)/2) + 1)'

A letter is only ever a way of writing: the numbers are the same, and the full form is always there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from math import gcd

from symattn.errors import LimitError, ShapeError
from symattn.exact.book_forms import over_root
from symattn.exact.field import Field, field_of
from symattn.exact.generators import Exp, Generator
from symattn.exact.number import Exact
from symattn.exact.polynomials import Poly, content_of, divide_monomial, guarded_gcd, least_exponents
from symattn.exact.writing import BOOK, LINEAR, TEXT, Names, Style, write

LETTERS = "rtuvwxyzpqghmn"
LARGEST_PRODUCT = 20_000  # terms that two denominators without a known common factor may make


class RowForm:
    """Numerators [n] over one denominator; ``names`` are the letters that stand for exponentials."""

    def __init__(self, numerators: Sequence[Exact], denominator: Exact, names: Names = ()) -> None:
        self.numerators = tuple(numerators)
        self.denominator = denominator
        self.names = names

    @classmethod
    def of(cls, entries: Sequence[Exact], *, abbreviated: bool = False, names: Names = ()) -> RowForm:
        """The row of these entries, with letters for its exponentials when asked."""
        numerators, denominator = shared_denominator(entries)
        return cls(numerators, denominator, names or (abbreviations(entries) if abbreviated else ()))

    @property
    def full(self) -> RowForm:
        """The same row without letters."""
        return RowForm(self.numerators, self.denominator)

    @property
    def is_shared(self) -> bool:
        """Whether there is a denominator to share, one that is not 1."""
        return self.denominator.as_fraction() != 1

    def text(self) -> str:
        """Plain text that the reader reads, where it knows the letters."""
        row = f"[{', '.join(write(n, TEXT, self.names) for n in self.numerators)}]"
        if not self.is_shared:
            return row
        below = write(self.denominator, TEXT, self.names)
        return f"{row}/{below}" if below.isalnum() else f"{row}/({below})"

    def latex(self) -> str:
        r"""LaTeX: \frac{1}{2 r + 1}\begin{bmatrix}r & 1 & r\end{bmatrix}."""
        row = " & ".join(write(n, BOOK, self.names) for n in self.numerators)
        row = rf"\begin{{bmatrix}}{row}\end{{bmatrix}}"
        return rf"\frac{{1}}{{{write(self.denominator, BOOK, self.names)}}} {row}" if self.is_shared else row

    def linear(self) -> str:
        r"""LaTeX in one line that may be broken: [r, 1, r]/(2 r + 1)."""
        row = r",\allowbreak\ ".join(write(n, LINEAR, self.names) for n in self.numerators)
        below = write(self.denominator, LINEAR, self.names)
        return rf"[{row}]/\allowbreak({below})" if self.is_shared else f"[{row}]"

    def definitions(self, *, latex: bool = False) -> tuple[str, ...]:
        """What the letters stand for, as text or LaTeX."""
        return definitions(self.names, latex=latex)


def shared_denominator(entries: Sequence[Exact]) -> tuple[tuple[Exact, ...], Exact]:
    """Numerators and the least common denominator of a row [n].

    >>> from fractions import Fraction
    >>> [n.text() for n in shared_denominator([Exact(Fraction(1, 2)), Exact(Fraction(1, 3))])[0]]
    ['3', '2']

    Errors: ShapeError for no entries; LimitError where the degrees forbid to look for common factors.
    """
    if not entries:
        raise ShapeError("a row has at least one entry")
    numbers = [entry.normal for entry in entries]
    field = field_of(frozenset(g for number in numbers for g in number.field.generators))
    parts = [field.embed(number) for number in numbers]
    below = parts[0][1]
    for _, bottom in parts[1:]:
        below = _least_common_multiple(below, bottom)
    tops = [top * (below // bottom) for top, bottom in parts]
    tops, below = _without_content(field, tops, below)
    conditions = frozenset[str]().union(*(entry.conditions for entry in entries))
    one = field.constant(1)
    known = [Exact.known(field, poly, one, True, conditions) for poly in (*tops, below)]
    return tuple(known[:-1]), known[-1]


def _least_common_multiple(first: Poly, second: Poly) -> Poly:
    if first == second or second.is_one():
        return first
    factor = guarded_gcd(first, second)
    if factor is None and len(first) * len(second) > LARGEST_PRODUCT:
        raise LimitError("the denominators are too large for a common one to be found")
    return first * (second if factor is None else second // factor)


def _without_content(field: Field, tops: list[Poly], below: Poly) -> tuple[list[Poly], Poly]:
    """Numerators and denominator without common integer or monomial, the denominator's leading coefficient positive."""
    tops, below = [field.reduce(top) for top in tops], field.reduce(below)
    present = [*(top for top in tops if not top.is_zero()), below]
    common = gcd(*map(content_of, present))
    common = -common if below.leading_coefficient() < 0 else common
    low = least_exponents(present)
    return [top if top.is_zero() else divide_monomial(top, low, common) for top in tops], divide_monomial(
        below, low, common
    )


def abbreviations(numbers: Iterable[Exact], taken: frozenset[str] = frozenset()) -> Names:
    """Letters for the exponentials in these numbers, r first: all but the integer powers of e, which need none.

    A letter stands for the exponential of which all that occur are whole powers. No letter is a free symbol of the
    numbers, or in ``taken``.

    >>> from symattn.exact import Exact, exp, sqrt
    >>> definitions(abbreviations([exp(Exact(1)) + exp(sqrt(Exact(3))), exp(2 * sqrt(Exact(3)) / 5)]))
    ('r = exp(sqrt(3)/5)',)
    """
    normal = [number.normal for number in numbers]
    generators = {g for number in normal for g in number.field.generators}
    named = [g for g in field_of(frozenset(generators)).generators if isinstance(g, Exp) and not _is_euler(g)]
    symbols = taken.union(*(number.symbols for number in normal))
    # Inner exponentials first, so that r is the simplest of them.
    return tuple(zip(sorted(named, key=lambda g: g.height), _letters(symbols), strict=False))


def _is_euler(generator: Exp) -> bool:
    return generator.index == 1 and generator.argument.as_fraction() == 1


def _letters(taken: frozenset[str]) -> Iterator[str]:
    """r, t, u ..., then r_1, t_1 ...: letters that are nothing else."""
    yield from (letter for letter in LETTERS if letter not in taken)
    for number in count(1):
        yield from (name for letter in LETTERS if (name := f"{letter}_{number}") not in taken)


def definitions(names: Names, *, latex: bool = False) -> tuple[str, ...]:
    r"""What each letter stands for: "r = exp(1/sqrt(2))", in LaTeX r = e^{1/\sqrt{2}}."""
    style: Style = BOOK if latex else TEXT
    return tuple(f"{style.symbol(letter)} = {_defined(generator, style)}" for generator, letter in names)


def _defined(generator: Generator, style: Style) -> str:
    assert isinstance(generator, Exp), "only exponentials have letters"
    if style is BOOK:
        return write(Exact.of_generator(generator), style)
    exponent = generator.argument / generator.index
    below = over_root(exponent, style)
    return style.exponential(below, False) if below else write(Exact.of_generator(generator), style)


__all__ = ["RowForm", "abbreviations", "definitions", "shared_denominator"]
