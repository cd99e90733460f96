"""Factors of exact numbers: prime powers, single generators, and sums to whole powers, with their signs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import fmpz, fmpz_poly

from symattn.errors import UndecidedError
from symattn.exact import algebraic
from symattn.exact.comparing import certainly_positive
from symattn.exact.enclosures import sign_of
from symattn.exact.feasibility import forced_sign
from symattn.exact.field import Field
from symattn.exact.generators import Generator, Root, RootOf
from symattn.exact.modular_gcd import common_factor
from symattn.exact.number import Exact
from symattn.exact.polynomials import Poly, gcd_is_affordable, terms_of
from symattn.exact.sparse_roots import deflated, split_power

TRIAL_LIMIT = 1 << 20
LONGEST_POWER = 60
MOST_TERMS = 60
HARD_BITS = 150  # beyond, two large primes take a second and more


@dataclass(frozen=True)
class Factors:
    """A number as sign * product: bases that are nowhere negative, and others whose sign is not known."""

    sign: int
    certain: list[tuple[Exact, int]]
    unknown: list[tuple[Exact, int]]

    def odd_part(self, counts: Callable[[int], bool] = lambda exponent: exponent % 2 == 1) -> Exact:
        """What has the sign of the number: its sign times the bases of unknown sign whose exponents are odd (or count
        by another rule).
        """
        product = Exact(self.sign)
        for base, exponent in self.unknown:
            if counts(exponent):
                product = product * base
        return product


def factored(x: Exact) -> list[tuple[Exact, int]]:
    """The number as a product of powers: integers, single generators, and polynomials.

    Polynomials are split into irreducible factors where that is cheap.  The product of all is the number, and no base
    is negative, given that the number itself is not: a base of unknown sign occurs as its square, k^3 as k^2 * k.
    """
    found = signed_factors(x)
    odd = found.odd_part()
    if odd.as_fraction() == -1:
        raise UndecidedError("the sign of a factor is not certain")
    squares = [(base * base, (exponent - exponent % 2) // 2) for base, exponent in found.unknown]
    return [(base, k) for base, k in [*found.certain, *squares, (odd, 1)] if k and base.as_fraction() != 1]


def signed_factors(x: Exact) -> Factors:
    """The irreducible factors of a number with what the conditions of the number tell of their signs."""
    certain: list[tuple[Exact, int]] = []
    unknown: list[tuple[Exact, int]] = []
    negative = 0
    for base, exponent in _irreducible(x):
        sign = _sign_or_none(base)
        if sign is None:
            unknown.append((base, exponent))
        else:
            certain.append((base, exponent) if sign > 0 else (-base, exponent))
            negative += exponent if sign < 0 else 0
    return Factors(-1 if negative % 2 else 1, [(b, k) for b, k in certain if b.as_fraction() != 1], unknown)


def _irreducible(x: Exact) -> list[tuple[Exact, int]]:
    field, numerator, denominator, _ = x.normal.parts
    result: list[tuple[Exact, int]] = []
    for poly, sign in ((numerator, 1), (denominator, -1)):
        constant, pieces = _polynomial_factors(field.generators, poly)
        if constant != 1:
            result.append((Exact(constant), sign))
        for piece, exponent in pieces:
            for base, power in _power_over_roots(field, piece) or [
                (Exact.known(field, piece, field.constant(1), True), 1)
            ]:
                result.append((base.with_conditions(x.conditions).normal, sign * exponent * power))
    return result


def _power_over_roots(field: Field, piece: Poly) -> list[tuple[Exact, int]] | None:
    """c and f with piece = c f^k, where only roots show it: e^2 + 2 sqrt(2) e + 2 is (e + sqrt 2)^2."""
    roots = algebraic.root_positions(field)
    occurring = [i for i, degree in enumerate(piece.degrees()) if degree]
    main = next((i for i in occurring if i not in roots), None)
    if main is None or not set(roots) & set(occurring) or len(piece) > LONGEST_POWER:
        return None
    cofactors = common_factor(field, piece, field.reduce(piece.derivative(main)))
    if cofactors is None or cofactors[0].degrees()[main] in (0, piece.degrees()[main]):
        return None
    monic = Exact.from_parts(field, cofactors[0], algebraic.leading_part(field, cofactors[0]))
    radical = Exact.known(field, monic.numerator, field.constant(1), True)
    power = int(piece.degrees()[main]) // int(cofactors[0].degrees()[main])
    constant = Exact.from_parts(field, piece, field.constant(1)) / radical.whole_power(power)
    if not all(isinstance(g, Root) for g in constant.normal.field.generators):
        return None
    return [(constant, 1), (radical, power)]


def _sign_or_none(x: Exact) -> int | None:
    """1 where a base is nowhere negative, -1 where it is nowhere positive, None where neither is known."""
    value = x.as_fraction()
    if value is not None:
        return 1 if value > 0 else -1
    if not x.symbols:
        return sign_of(x, last_bits=1024)
    return certainly_positive(x) or forced_sign(x, x.conditions, strict=False)


def _polynomial_factors(generators: tuple[Generator, ...], poly: Poly) -> tuple[int, list[tuple[Poly, int]]]:
    """Constant and factors of an integer polynomial; monomials always split off, the rest where it is cheap."""
    low = tuple(min(map(int, column)) for column in zip(*poly.monoms(), strict=True))
    ring = poly.context()
    pieces = [(ring.gen(i), exponent) for i, exponent in enumerate(low) if exponent]
    if pieces:  # by hand: FLINT's factor() fails where an exponent needs more than 64 bits
        poly = poly // ring.from_dict({low: 1})
    if poly.is_constant():
        return int(poly.leading_coefficient()), pieces
    # As it stands where that is cheap: k^2 - 1 has more factors than t - 1, which deflation makes of it.
    inner, steps = (poly, [1] * len(generators)) if _is_cheap(poly) else deflated(poly)
    if not _is_cheap(inner):
        constant, base, power = split_power(poly)
        return constant, [*pieces, (base, power)]
    factored = _factored(inner)
    if factored is None:
        constant, base, power = split_power(poly)
        return constant, [*pieces, (base, power)]
    constant, factors = factored
    return int(constant), [*pieces, *((piece.inflate(steps), int(exponent)) for piece, exponent in factors)]


def _factored(poly: Poly) -> tuple[int, list[tuple[Poly, int]]] | None:
    """Constant and factors; None where python-flint cannot put factors in order: their coefficients exceed 64 bits."""
    try:
        constant, factors = poly.factor()
        return int(constant), [(piece, int(exponent)) for piece, exponent in factors]
    except OverflowError:
        pass
    occurring = [i for i, degree in enumerate(poly.degrees()) if degree]
    if len(occurring) != 1:
        return None
    (place,), ring = occurring, poly.context()  # a polynomial in one variable knows no such order
    row = [0] * (int(poly.degrees()[place]) + 1)
    for exponents, coefficient in poly.terms():
        row[int(exponents[place])] = coefficient
    constant, pieces = fmpz_poly(row).factor()
    unit = [0] * len(poly.degrees())
    before, after = tuple(unit[:place]), tuple(unit[place + 1 :])
    return int(constant), [
        (ring.from_dict({(*before, k, *after): c for k, c in enumerate(piece.coeffs()) if c != 0}), exponent)
        for piece, exponent in pieces
    ]


def _is_cheap(poly: Poly) -> bool:
    """Whether a polynomial is factored soon."""
    return len(poly) <= MOST_TERMS and max(map(int, poly.degrees())) <= 400 and gcd_is_affordable(poly, poly)


def sole_generator(x: Exact) -> Generator | None:
    """The generator when the number is exactly one generator."""
    if not x.denominator.is_one() or len(x.numerator) != 1:
        return None
    ((exponents, coefficient),) = terms_of(x.numerator)
    if coefficient != 1 or sum(exponents) != 1:
        return None
    return x.field.generators[exponents.index(1)]


def prime_powers(value: Fraction) -> list[tuple[int, int]]:
    """A positive rational as a product of integers to powers of either sign: primes, as far as these were found.

    A composite that resists factoring stays as it is, coprime to the primes; `is_prime` tells.
    """
    below = [(p, -k) for p, k in _factor_integer(value.denominator)]
    return [*_factor_integer(value.numerator), *below]


def is_prime(value: int) -> bool:
    """Whether an integer from `prime_powers` is a prime."""
    return bool(fmpz(value).is_prime() if value.bit_length() <= HARD_BITS else fmpz(value).is_probable_prime())


@lru_cache(maxsize=4096)
def _factor_integer(value: int) -> tuple[tuple[int, int], ...]:
    """Prime powers of a positive integer; of a hard one small primes, and the rest as the least root that it has."""
    if value == 1:
        return ()
    if value.bit_length() <= HARD_BITS:
        return tuple((int(p), int(k)) for p, k in fmpz(value).factor())
    found: list[tuple[int, int]] = []
    for factor, exponent in fmpz(value).factor(trial_limit=TRIAL_LIMIT):
        base, power = _least_root(int(factor))
        if base.bit_length() <= HARD_BITS:
            found += [(int(p), int(k) * power * int(exponent)) for p, k in fmpz(base).factor()]
        else:
            found.append((base, power * int(exponent)))
    return tuple(found)


def _least_root(value: int) -> tuple[int, int]:
    """The smallest b with b^k = value, and its k."""
    power = 1
    while True:
        for k in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31):
            candidate = int(fmpz(value).root(k))
            if candidate > 1 and candidate**k == value:
                value, power = candidate, power * k
                break
        else:
            return value, power


def base_power(base: int, exponent: Fraction) -> Exact:
    """base^exponent for an integer from `prime_powers`: a root of a prime, or of a composite that stays as it is."""
    whole, rest = divmod(exponent.numerator, exponent.denominator)
    outside = Exact(Fraction(base) ** whole)
    if not rest:
        return outside
    index = exponent.denominator
    generator = Root(base, index) if is_prime(base) else RootOf(Exact(base), index)
    return outside * Exact.of_generator(generator, rest)


def root_of_rational(value: Fraction, index: int) -> Exact:
    """The positive root of a positive rational."""
    product = Exact(1)
    for base, exponent in prime_powers(value):
        product = product * base_power(base, Fraction(exponent, index))
    return product
