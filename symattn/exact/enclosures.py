"""Certified enclosures: what an exact number is worth, as an Arb ball.

A ball always contains the number.  FLINT's precision is one global variable; it is set only inside `precision`, which
restores it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeAlias

from flint import arb, ctx, fmpq, fmpz_poly

from symattn.errors import UndecidedError
from symattn.exact.generators import Exp, Generator, Log, LogOf, Pi, Root, RootOf, Symbol
from symattn.exact.polynomials import Poly

if TYPE_CHECKING:
    from symattn.exact.number import Exact

Ball: TypeAlias = Any  # flint.arb
Values: TypeAlias = Mapping[str, Fraction]
Known: TypeAlias = "dict[Generator, dict[int, Ball]]"  # powers already computed; an exponential's 0 holds its exponent

FIRST_BITS = 64
LAST_BITS = 16_384
DENSE_DEGREE = 20_000
MANY_TERMS = 8
LARGE_POWER = 1 << 20
LARGEST_ROOT = 1 << 30  # Arb takes a machine word
_NO_VALUES: Values = {}
_PRECISION = RLock()


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Work with this many bits inside the block; other threads wait, since the precision is the whole process's."""
    with _PRECISION:
        before = ctx.prec
        ctx.prec = bits
        try:
            yield
        finally:
            ctx.prec = before


def rational_ball(value: Fraction) -> Ball:
    """A rational at the working precision."""
    return arb(fmpq(value.numerator, value.denominator))


def enclose(number: Exact, bits: int, values: Values = _NO_VALUES) -> Ball:
    """A ball that contains the number, computed with `bits` bits; free symbols take the given values."""
    with precision(bits):
        return _quotient(number, values, {})


def enclose_both(first: Exact, second: Exact, bits: int) -> tuple[Ball, Ball]:
    """Balls of two numbers; what both contain is computed once."""
    with precision(bits):
        known: Known = {}
        return _quotient(first, _NO_VALUES, known), _quotient(second, _NO_VALUES, known)


def enclose_polynomial(poly: Poly, generators: tuple[Generator, ...], bits: int, values: Values = _NO_VALUES) -> Ball:
    """A ball that contains the value of a polynomial in generators."""
    with precision(bits):
        return _polynomial(poly, generators, values, {})


def polynomial_balls(polys: Iterable[Poly], generators: tuple[Generator, ...]) -> list[Ball]:
    """Balls of polynomials in the same generators at the working precision; each generator is computed once."""
    known: Known = {}
    return [_polynomial(poly, generators, _NO_VALUES, known) for poly in polys]


def _quotient(number: Exact, values: Values, known: Known) -> Ball:
    field, numerator, denominator, _ = number.parts
    top = _polynomial(numerator, field.generators, values, known)
    if denominator.is_one():
        return top
    return top / _polynomial(denominator, field.generators, values, known)


def _polynomial(poly: Poly, generators: tuple[Generator, ...], values: Values, known: Known) -> Ball:
    if not generators:
        return arb(int(poly.leading_coefficient())) if not poly.is_zero() else arb(0)
    tables = [known.setdefault(generator, {}) for generator in generators]
    if len(generators) == 1 and isinstance(generators[0], Exp) and len(poly) > MANY_TERMS:
        degree = int(poly.degrees()[0])
        if degree <= min(DENSE_DEGREE, 40 * len(poly)):
            return _dense(poly, degree)(_power(generators[0], 1, values, tables[0], known))
    if max(poly.degrees()) > LARGE_POWER:
        return _of_huge_powers(poly, generators, tables, values, known)
    total = arb(0)
    for exponents, coefficient in poly.terms():
        product: Ball = coefficient
        for i, exponent in enumerate(exponents):
            if exponent:
                table = tables[i]
                ball = table.get(exponent)
                if ball is None:
                    ball = _power(generators[i], int(exponent), values, table, known)
                product = ball * product
        total += product
    return total


def _of_huge_powers(
    poly: Poly, generators: tuple[Generator, ...], tables: Sequence[dict[int, Ball]], values: Values, known: Known
) -> Ball:
    """The exponents of all exponentials of a term are added before a single exp: what is huge in them may cancel."""
    total = arb(0)
    for exponents, coefficient in poly.terms():
        product, power_of_e = arb(coefficient), arb(0)
        for generator, table, exponent in zip(generators, tables, exponents, strict=True):
            if exponent and isinstance(generator, Exp):
                power_of_e += _exponent_of(generator, values, table, known) * exponent
            elif exponent:
                product *= _power(generator, int(exponent), values, table, known)
        total += product * power_of_e.exp()
    return total


def _dense(poly: Poly, degree: int) -> Any:
    row = [0] * (degree + 1)
    for (exponent,), coefficient in poly.terms():
        row[int(exponent)] = coefficient
    return fmpz_poly(row)


def _power(generator: Generator, exponent: int, values: Values, table: dict[int, Ball], known: Known) -> Ball:
    """A generator to a power; that of an exponential is one exponential, which keeps huge powers sharp."""
    if isinstance(generator, Exp):
        ball = (_exponent_of(generator, values, table, known) * exponent).exp()
    else:
        base = table.get(1)
        if base is None:
            base = table[1] = _value(generator, values, known)
        ball = base if exponent == 1 else base**exponent
    table[exponent] = ball
    return ball


def _exponent_of(generator: Exp, values: Values, table: dict[int, Ball], known: Known) -> Ball:
    exponent = table.get(0)
    if exponent is None:
        kept = not values and ctx.prec == FIRST_BITS
        exponent = generator.first_ball if kept else None
        if exponent is None:
            exponent = _quotient(generator.argument, values, known) / generator.index
        if kept:
            object.__setattr__(generator, "first_ball", exponent)  # comparisons begin here, again and again
        table[0] = exponent
    return exponent


def _value(generator: Generator, values: Values, known: Known) -> Ball:
    match generator:
        case Root(prime, index):
            return _root(arb(prime), index)
        case Log(prime):
            return arb(prime).log()
        case Pi():
            return arb.pi()
        case Symbol(name):
            if name not in values:
                raise UndecidedError(
                    f"{name} has no value: a number with a free symbol has no decimal; give it a value"
                )
            return rational_ball(values[name])
        case LogOf(argument, _):
            return _quotient(argument, values, known).log()
        case RootOf(argument, index):
            return _root(_quotient(argument, values, known), index)
        case Exp():
            raise AssertionError("exponentials have powers of their own")


def _root(ball: Ball, index: int) -> Ball:
    if index == 2:
        return ball.sqrt()
    return ball.root(index) if index <= LARGEST_ROOT else (ball.log() / index).exp()


def sign_of(number: Exact, values: Values = _NO_VALUES, last_bits: int = LAST_BITS) -> int | None:
    """The sign of the number when some precision shows it to be nonzero, else None."""
    bits = FIRST_BITS
    while bits <= last_bits:
        ball = enclose(number, bits, values)
        if ball > 0:
            return 1
        if ball < 0:
            return -1
        bits *= 4
    return None


def polynomial_sign(
    poly: Poly, generators: tuple[Generator, ...], values: Values = _NO_VALUES, last_bits: int = LAST_BITS
) -> int | None:
    """The sign of a polynomial's value when some precision shows it to be nonzero, else None."""
    bits = FIRST_BITS
    while bits <= last_bits:
        ball = enclose_polynomial(poly, generators, bits, values)
        if ball > 0:
            return 1
        if ball < 0:
            return -1
        bits *= 4
    return None
