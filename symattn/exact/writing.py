r"""How one exact number is written, in plain text and in LaTeX: a walk over the engine's form.

The walk decides what is written (terms in the order of the ring, one exponential a term, roots and logarithms joined:
sqrt(6) for sqrt(2) sqrt(3), ln(99) for 2 ln(3) + ln(11)); a style of `styles` decides how. Text reads back to the same
number.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from flint import fmpz

from symattn.errors import LimitError
from symattn.exact.generators import Exp, Generator, Log, LogOf, Pi, Root, RootOf, Symbol
from symattn.exact.polynomials import Exponents, terms_of
from symattn.exact.styles import BOOK, LATEX, LINEAR, TEXT, Style

if TYPE_CHECKING:
    from symattn.exact.number import Exact

MANY = 1 << 64
LARGEST_RADICAND_BITS = 2_000
LONGEST_SUM = 250_000  # terms times generators
LONGEST_TEXT = 4_000_000  # characters of a numerator or denominator
MOST_REMEMBERED = 8_192  # monomials of one ring

Names = tuple[tuple[Generator, str], ...]
Term = tuple[Exponents, int]


def write(number: Exact, style: Style, names: Names = ()) -> str:
    """A number in a style; `names` replaces generators by abbreviations such as r for e^(1/sqrt 2)."""
    return write_quotient(*displayed_terms(number, names), style, names)


def displayed_terms(number: Exact, names: Names = ()) -> tuple[tuple[Generator, ...], list[Term], list[Term]]:
    """What is written of a number: generators, and the terms of numerator and denominator in them."""
    from symattn.exact.book_forms import with_joined_logarithms

    shown = number.normal
    field, numerator, denominator = shown.field, shown.numerator, shown.denominator
    if names:  # a power of what has a name is written with that name
        from symattn.exact.field import field_of, join

        field = join(field, field_of(frozenset(generator for generator, _ in names)))
        numerator, denominator = field.embed(shown)
    return with_joined_logarithms(field.generators, terms_of(numerator), terms_of(denominator))


class Binding(IntEnum):
    """How tightly a written number holds together: what must stand in parentheses as a part of a formula."""

    SUM = 0  # or a sign leads
    PRODUCT = 1
    POWER = 2  # or a call without parentheses, ln 2
    ATOM = 3


def binding(number: Exact, names: Names = ()) -> Binding:
    """How tightly a number holds together as it is written, in every style."""
    generators, top, bottom = displayed_terms(number, names)
    if not top:
        return Binding.ATOM
    is_whole = len(bottom) == 1 and bottom[0][1] == 1 and not any(bottom[0][0])
    if len(top) > 1:
        return Binding.SUM if is_whole else Binding.PRODUCT
    ((exponents, coefficient),) = top
    if coefficient < 0:
        return Binding.SUM
    present = [(g, e) for g, e in zip(generators, exponents, strict=True) if e]
    if not is_whole or (present and coefficient != 1):
        return Binding.PRODUCT
    if len(present) != 1:
        return Binding.PRODUCT if present else Binding.ATOM
    return Binding.ATOM if _is_one_sign(*present[0], names) else Binding.POWER


def _is_one_sign(generator: Generator, power: int, names: Names) -> bool:
    """Whether a power of a generator is written as a letter or a root, with nothing raised."""
    if power != 1 or any(generator == named for named, _ in names):
        return power == 1
    if isinstance(generator, Exp):
        return generator.index == 1 and generator.argument.as_fraction() == 1
    return isinstance(generator, Root | RootOf | Symbol | Pi)


def write_quotient(
    generators: tuple[Generator, ...], top: list[Term], bottom: list[Term], style: Style, names: Names = ()
) -> str:
    """A quotient of two lists of terms; the sign of a single term stands before the fraction."""
    return write_over(generators, top, Below.of(generators, bottom, style, names), style, names)


class JoinedLog(NamedTuple):
    """The logarithm of a rational above 1 in place of a sum of logarithms of primes; it occurs in writing only."""

    value: Fraction


class Below(NamedTuple):
    """A written denominator, which a whole row may share; text "" for 1."""

    text: str
    is_atom: bool

    @classmethod
    def of(cls, generators: tuple[Generator, ...], terms: list[Term], style: Style, names: Names = ()) -> Below:
        """The denominator of these terms."""
        if len(terms) == 1 and terms[0][1] == 1 and not any(terms[0][0]):
            return cls("", True)
        return cls(write_sum(generators, terms, style, names), len(terms) == 1 and _is_atom(terms[0]))


def write_over(
    generators: tuple[Generator, ...], top: list[Term], below: Below, style: Style, names: Names = ()
) -> str:
    """The terms of a numerator over a written denominator."""
    if not top:
        return "0"
    if not below.text:
        return write_sum(generators, top, style, names)
    negative = len(top) == 1 and top[0][1] < 0
    if negative:
        top = [(top[0][0], -top[0][1])]
    above = write_sum(generators, top, style, names)
    written = style.fraction(above, below.text, len(top) > 1, below.is_atom)
    return f"-{written}" if negative else written


def whole(value: int) -> str:
    """An integer of any length in digits; Python's own str stops at 4300."""
    return str(value) if -MANY < value < MANY else str(fmpz(value))


def _is_atom(term: Term) -> bool:
    exponents, coefficient = term
    present = sum(1 for e in exponents if e)
    return present == 0 or (present == 1 and coefficient == 1)


def write_sum(generators: tuple[Generator, ...], terms: list[Term], style: Style, names: Names = ()) -> str:
    """A sum of terms in the given order; LimitError where it would fill a book."""
    if len(terms) * len(generators) > LONGEST_SUM:
        kinds = f"{len(generators)} different roots, symbols, logarithms and exponentials"
        raise LimitError(f"a sum of {len(terms)} terms in {kinds} is too long to be written out; ask for its decimals")
    monomials = _monomials(generators, style, names)
    pieces = [_times(abs(c), monomials[exponents], style) for exponents, c in terms]
    length = sum(map(len, pieces))
    if length > LONGEST_TEXT:
        raise LimitError(f"a sum of {len(terms)} terms takes {length} characters to write out; ask for its decimals")
    return signed_sum(pieces, [c for _, c in terms])


def signed_sum(pieces: Sequence[str], coefficients: Sequence[int]) -> str:
    """Written terms joined by the signs of their coefficients; the first that is positive leads (1 - e, not -e + 1)."""
    if not pieces:
        return "0"
    if all(c > 0 for c in coefficients):
        return " + ".join(pieces)
    first = next((i for i, c in enumerate(coefficients) if c > 0), 0)
    signed = [(" - " if c < 0 else " + ") + piece for piece, c in zip(pieces, coefficients, strict=True)]
    lead = ("-" if coefficients[first] < 0 else "") + pieces[first]
    return "".join([lead, *signed[:first], *signed[first + 1 :]])


def write_monomial(
    generators: tuple[Generator, ...], exponents: Exponents, size: int, style: Style, names: Names = ()
) -> str:
    """A positive integer times a monomial."""
    return _times(size, _monomials(generators, style, names)[exponents], style)


def _times(size: int, factors: tuple[str, ...], style: Style) -> str:
    if not factors:
        return whole(size)
    return style.product(list(factors) if size == 1 else [whole(size), *factors])


class _Monomials(dict[Exponents, tuple[str, ...]]):
    """The factors of monomials in certain generators, written when first asked for and remembered."""

    def __init__(self, generators: tuple[Generator, ...], style: Style, names: Names) -> None:
        self.generators = generators
        self.style = style
        self.names = names

    def __missing__(self, exponents: Exponents) -> tuple[str, ...]:
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        found = self[exponents] = _write_monomial(self.generators, exponents, self.style, self.names)
        return found


@lru_cache(maxsize=256)
def _monomials(generators: tuple[Generator, ...], style: Style, names: Names) -> _Monomials:
    return _Monomials(generators, style, names)


def _write_monomial(
    generators: tuple[Generator, ...], exponents: Exponents, style: Style, names: Names
) -> tuple[str, ...]:
    """The factors of a monomial: roots, symbols, logarithms and pi, then what has a name, then its exponentials."""
    abbreviations = dict(names)
    roots: list[tuple[int, int, int]] = []
    plain: list[str] = []
    named: list[str] = []
    exponentials: list[tuple[Exp, int]] = []
    for generator, power in zip(generators, exponents, strict=True):
        if not power:
            continue
        if generator in abbreviations:
            named.append(_powered(abbreviations[generator], power, style))
        elif isinstance(generator, Root):
            roots.append((generator.prime, power, generator.index))
        elif isinstance(generator, Exp):
            exponentials.append((generator, power))
        else:
            plain.append(_powered(_write_generator(generator, style), power, style))
    return tuple(_write_roots(roots, style) + plain + named + _write_exponentials(exponentials, style))


def _powered(base: str, power: int, style: Style) -> str:
    return base if power == 1 else style.power(base, whole(power))


@lru_cache(maxsize=4_096)
def _write_generator(generator: Hashable, style: Style) -> str:
    match generator:
        case Symbol(name):
            return style.symbol(name)
        case Log(prime):
            return style.function("ln", whole(prime))
        case LogOf(argument, _):
            return style.function("ln", write(argument, style))
        case RootOf(argument, index):
            return style.root(write(argument, style), index)
        case Pi():
            return style.pi()
        case JoinedLog(value):
            top, bottom = whole(value.numerator), whole(value.denominator)
            return style.function("ln", top if value.denominator == 1 else style.fraction(top, bottom, False, True))
    raise AssertionError(generator)


def _write_roots(roots: list[tuple[int, int, int]], style: Style) -> list[str]:
    """Roots with one index joined under one sign, sqrt(6) for sqrt(2) sqrt(3); monstrous powers stay outside it."""
    radicands: dict[int, int] = {}
    outside: list[str] = []
    for prime, power, index in roots:
        exponent = Fraction(power, index)
        if exponent.numerator * prime.bit_length() <= LARGEST_RADICAND_BITS:
            known = radicands.get(exponent.denominator, 1)
            radicands[exponent.denominator] = known * prime**exponent.numerator
        else:
            written = style.root(whole(prime), exponent.denominator)
            outside.append(_powered(written, exponent.numerator, style))
    return [style.root(whole(radicands[index]), index) for index in sorted(radicands)] + outside


def _write_exponentials(exponentials: list[tuple[Exp, int]], style: Style) -> list[str]:
    """One exponential of all exponents that are sums; each quotient stays in its own.

    Quotients over one denominator would grow as the product of all their denominators.
    """
    from symattn.exact.exponents import sum_of_exponents

    sums = [(g, Fraction(k, g.index)) for g, k in exponentials if g.argument.is_polynomial]
    quotients = [_write_power(g, k, style) for g, k in exponentials if not g.argument.is_polynomial]
    return [_write_exponential(sum_of_exponents(sums), style), *quotients] if sums else quotients


@lru_cache(maxsize=8_192)
def _write_power(generator: Exp, power: int, style: Style) -> str:
    """A power of the exponential of a quotient."""
    from symattn.exact.exponents import scaled

    return _write_exponential(scaled(generator.argument, Fraction(power, generator.index)), style)


def _write_exponential(exponent: Exact, style: Style) -> str:
    value = exponent.as_fraction()
    return style.exponential(_write_exponent(exponent, style), value is not None and value.denominator == 1)


def _write_exponent(exponent: Exact, style: Style) -> str:
    inner = style.in_exponents
    if inner.lowers_roots:
        from symattn.exact.book_forms import over_root

        return over_root(exponent, inner) or write(exponent, inner)
    return write(exponent, inner)


__all__ = [
    "BOOK",
    "LATEX",
    "LINEAR",
    "TEXT",
    "Below",
    "Binding",
    "Names",
    "Style",
    "binding",
    "displayed_terms",
    "signed_sum",
    "whole",
    "write",
    "write_monomial",
    "write_over",
    "write_quotient",
    "write_sum",
]
