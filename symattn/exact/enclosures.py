"""Certified enclosures: what an exact number is worth, as an Arb ball.

A ball always contains the number.  FLINT's precision is one global variable; it is set only inside `precision`, which
restores it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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

FIRST_BITS = 64
LAST_BITS = 16_384
DENSE_DEGREE = 20_000
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
        return _quotient(number, values)


def _quotient(number: Exact, values: Values) -> Ball:
    known: dict[Generator, Ball] = {}
    top = _polynomial(number.numerator, number.field.generators, values, known)
    if number.denominator.is_one():
        return top
    return top / _polynomial(number.denominator, number.field.generators, values, known)


def enclose_polynomial(poly: Poly, generators: tuple[Generator, ...], bits: int, values: Values = _NO_VALUES) -> Ball:
    """A ball that contains the value of a polynomial in generators."""
    with precision(bits):
        return _polynomial(poly, generators, values, {})


def polynomial_balls(polys: Iterable[Poly], generators: tuple[Generator, ...]) -> list[Ball]:
    """Balls of polynomials in the same generators at the working precision; each generator is computed once."""
    known: dict[Generator, Ball] = {}
    return [_polynomial(poly, generators, _NO_VALUES, known) for poly in polys]


def _polynomial(poly: Poly, generators: tuple[Generator, ...], values: Values, known: dict[Generator, Ball]) -> Ball:
    if not generators:
        return arb(int(poly.leading_coefficient())) if not poly.is_zero() else arb(0)
    if len(generators) == 1 and isinstance(generators[0], Exp) and len(poly) > 8:
        degree = int(poly.degrees()[0])
        if degree <= min(DENSE_DEGREE, 40 * len(poly)):
            return _dense(poly, degree)(_value(generators[0], values, known).exp())
    total = arb(0)
    for exponents, coefficient in poly.terms():
        total += _term(exponents, coefficient, generators, values, known)
    return total


def _dense(poly: Poly, degree: int) -> Any:
    row = [0] * (degree + 1)
    for (exponent,), coefficient in poly.terms():
        row[int(exponent)] = coefficient
    return fmpz_poly(row)


def _term(
    exponents: Any, coefficient: Any, generators: tuple[Generator, ...], values: Values, known: dict[Generator, Ball]
) -> Ball:
    """One term; the exponents of all exponentials are added before a single exp, which keeps huge powers sharp."""
    product = arb(coefficient)
    power_of_e: Ball | None = None
    for generator, exponent in zip(generators, exponents, strict=True):
        if not exponent:
            continue
        value = _value(generator, values, known)
        if isinstance(generator, Exp):
            part = value * arb(exponent)
            power_of_e = part if power_of_e is None else power_of_e + part
        else:
            product *= value ** int(exponent)
    return product if power_of_e is None else product * power_of_e.exp()


def _value(generator: Generator, values: Values, known: dict[Generator, Ball]) -> Ball:
    """The value of a generator; for an exponential the value of its exponent."""
    found = known.get(generator)
    if found is None:
        found = known[generator] = _compute(generator, values)
    return found


def _compute(generator: Generator, values: Values) -> Ball:
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
        case Exp(argument, index):
            return _quotient(argument, values) / index
        case LogOf(argument, _):
            return _quotient(argument, values).log()
        case RootOf(argument, index):
            return _root(_quotient(argument, values), index)


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
