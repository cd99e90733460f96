"""exp, logarithms, roots and powers of exact numbers, brought to generators by identities only.

>>> from fractions import Fraction
>>> exp(log(Exact(99)) / 2), log(Exact(6)) - log(Exact(2)), sqrt(Exact(12))
(Exact('3*sqrt(11)'), Exact('ln(3)'), Exact('2*sqrt(3)'))
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, reduce
from math import gcd, lcm, log2

from flint import fmpz

from symattn.errors import DomainError, LimitError, UndecidedError, UnknownNameError
from symattn.exact.comparing import certainly_positive
from symattn.exact.enclosures import sign_of
from symattn.exact.generators import Exp, Generator, Log, LogOf, Pi, Root, RootOf, Symbol
from symattn.exact.number import Exact
from symattn.exact.polynomials import Exponents, Poly, content_of, gcd_is_affordable, terms_of

LARGEST_POWER_BITS = 400_000
LARGEST_TERMS = 200_000
TRIAL_LIMIT = 1 << 20
RESERVED_NAMES = frozenset({"e", "pi", "oo"})


def pi() -> Exact:
    """The circle number."""
    return Exact.of_generator(Pi())


def euler() -> Exact:
    """Euler's number e."""
    return exp(Exact(1))


def symbol(name: str) -> Exact:
    """A free symbol that stands for a real number; `e`, `pi` and `oo` are taken."""
    if not name or name in RESERVED_NAMES or not (name[0].isalpha() or name[0] == "_"):
        raise UnknownNameError(f"{name!r} cannot name a free symbol; use a letter such as a, k or x_1")
    return Exact.of_generator(Symbol(name))


# -- exponentials ---------------------------------------------------------------------------------------------------


def exp(x: Exact) -> Exact:
    """e to the x.  Logarithms in the exponent come out (exp(ln 99) = 99); a sum of monomials splits at its terms."""
    field, numerator, denominator, _ = x.normal.parts
    if numerator.is_zero():
        return Exact(1).with_conditions(x.conditions)
    if len(denominator) > 1:
        return _exp_of_quotient(x.normal)
    ((low, below),) = terms_of(denominator)
    factors = [
        _exp_of_term(field.generators, tuple(e - s for e, s in zip(exponents, low, strict=True)), Fraction(c, below))
        for exponents, c in terms_of(numerator)
    ]
    return _product(factors).with_conditions(x.conditions)


def _exp_of_term(generators: tuple[Generator, ...], exponents: Exponents, coefficient: Fraction) -> Exact:
    """exp(coefficient * monomial): a power of a logarithm's argument, or a generator."""
    present = [(g, power) for g, power in zip(generators, exponents, strict=True) if power]
    if len(present) == 1 and present[0][1] == 1:
        only = present[0][0]
        if isinstance(only, Log):
            return power(Exact(only.prime), Exact(coefficient))
        if isinstance(only, LogOf):
            return power(only.argument, Exact(coefficient))
    base = _product([Exact.of_generator(g, k) for g, k in present]) if present else Exact(1)
    return Exact.of_generator(Exp(base.normal, coefficient.denominator), coefficient.numerator)


def _exp_of_quotient(x: Exact) -> Exact:
    """exp of a proper quotient: a power of the exponential of its primitive part, whose leading sign is positive."""
    field, numerator, denominator, reduced = x.parts
    for i, generator in enumerate(field.generators):
        share = _share_of_logarithm(x, i) if isinstance(generator, (Log, LogOf)) else None
        if share:
            inside = Exact(generator.prime) if isinstance(generator, Log) else generator.argument  # type: ignore[union-attr]
            rest = x - Exact.of_generator(generator) * share
            return power(inside, Exact(share)) * exp(rest)
    top, bottom = content_of(numerator), content_of(denominator)
    if numerator.leading_coefficient() < 0:
        top = -top
    common = gcd(top, bottom)
    primitive = Exact.known(field, numerator // top, denominator // bottom, reduced)
    return Exact.of_generator(Exp(primitive, bottom // common), top // common, x.conditions)


def _share_of_logarithm(x: Exact, position: int) -> Fraction | None:
    """The rational c for which x - c * generator is free of the generator at this position, if there is one."""
    _, numerator, denominator, _ = x.parts
    if int(numerator.degrees()[position]) != 1 or int(denominator.degrees()[position]) != 0:
        return None
    inside = numerator.derivative(position)
    above, below = inside.leading_coefficient(), denominator.leading_coefficient()
    return Fraction(int(above), int(below)) if inside * below == denominator * above else None


def _product(factors: list[Exact]) -> Exact:
    """A balanced product."""
    while len(factors) > 1:
        factors = [reduce(lambda a, b: a * b, factors[i : i + 2]) for i in range(0, len(factors), 2)]
    return factors[0] if factors else Exact(1)


def total(terms: list[Exact]) -> Exact:
    """The sum of many numbers: equal denominators first, then balanced.

    >>> total([Exact(1), Exact(2), exp(Exact(1))])
    Exact('e + 3')
    """
    groups: list[list[Exact]] = []
    for term in terms:
        for group in groups:
            if term.field is group[0].field and term.denominator == group[0].denominator:
                group.append(term)
                break
        else:
            groups.append([term])
    parts = [_same_denominator(group) if len(group) > 1 else group[0] for group in groups]
    while len(parts) > 1:
        parts = [reduce(lambda a, b: a + b, parts[i : i + 2]) for i in range(0, len(parts), 2)]
    return parts[0] if parts else Exact(0)


def _same_denominator(group: list[Exact]) -> Exact:
    numerator = group[0].numerator
    for term in group[1:]:
        numerator = numerator + term.numerator
    conditions = frozenset().union(*(term.conditions for term in group))
    return Exact.from_parts(group[0].field, numerator, group[0].denominator, conditions)


# -- logarithms -----------------------------------------------------------------------------------------------------


def log(x: Exact) -> Exact:
    """The natural logarithm of a positive number; a free symbol k adds the condition k > 0."""
    x = x.normal
    value = x.as_fraction()
    if value is not None:
        if value <= 0:
            raise DomainError(f"ln({x.text()[:60]}) is not a real number: a logarithm needs a positive argument")
        return _log_of_rational(value)
    sign, x = _positive(x, "a logarithm")
    if sign < 0:
        raise DomainError(f"ln({x.text()[:200]}) is not a real number: its argument is negative")
    return total([power_ * _log_of_factor(base, x.conditions) for base, power_ in factored(x)]).with_conditions(
        x.conditions
    )


def _log_of_rational(value: Fraction) -> Exact:
    return total([Exact.of_generator(Log(p)) * k for p, k in prime_powers(value)])


def _log_of_factor(base: Exact, conditions: frozenset[str]) -> Exact:
    value = base.as_fraction()
    if value is not None:
        return _log_of_rational(value)
    only = sole_generator(base)
    if isinstance(only, Exp):
        return only.argument / only.index
    if isinstance(only, Root):
        return Exact.of_generator(Log(only.prime)) / only.index
    if isinstance(only, RootOf):
        return log(only.argument.with_conditions(conditions)) / only.index
    return Exact.of_generator(LogOf(base))


def log_base(base: Exact, x: Exact) -> Exact:
    """The logarithm of x to a base."""
    return log(x) / log(base)


# -- roots and powers -----------------------------------------------------------------------------------------------


def sqrt(x: Exact) -> Exact:
    """The nonnegative square root."""
    return root(x, 2)


def root(x: Exact, index: int) -> Exact:
    """The real root of index n: nonnegative for x >= 0; of negative numbers only odd roots exist.

    >>> root(Exact(54), 3), root(Exact(-8), 3)
    (Exact('3*root(2, 3)'), Exact('-2'))
    """
    if index < 1:
        raise DomainError(f"a root of index {index} has no meaning; the index is a positive integer")
    x = x.normal
    if index == 1 or x.numerator.is_zero():
        return x
    value = x.as_fraction()
    if value is not None:
        sign = -1 if value < 0 else 1
    else:
        sign, x = _positive(x, "a root")
    if sign < 0:
        if index % 2 == 0:
            raise DomainError(f"the root of index {index} of {x.text()[:200]} is not a real number: it is negative")
        return -root(-x, index)
    if value is not None:
        return _root_of_rational(abs(value), index)
    return _product([_root_of_factor(base, k, index) for base, k in factored(x)]).with_conditions(x.conditions)


def _root_of_rational(value: Fraction, index: int) -> Exact:
    return _product([_prime_power(p, Fraction(k, index)) for p, k in prime_powers(value)])


def _prime_power(prime: int, exponent: Fraction) -> Exact:
    whole, rest = divmod(exponent.numerator, exponent.denominator)
    outside = Exact(Fraction(prime) ** whole)
    return outside * Exact.of_generator(Root(prime, exponent.denominator), rest) if rest else outside


def _root_of_factor(base: Exact, exponent: int, index: int) -> Exact:
    """base^(exponent/index) of one factor of a number."""
    value = base.as_fraction()
    if value is not None:
        return _root_of_rational(value**exponent, index)
    whole, rest = divmod(exponent, index)
    outside = base.whole_power(whole)
    if not rest:
        return outside
    common = gcd(rest, index)
    rest, index = rest // common, index // common
    only = sole_generator(base)
    if isinstance(only, Exp):
        return outside * Exact.of_generator(Exp(only.argument, only.index * index), rest)
    if isinstance(only, Root):
        return outside * Exact.of_generator(Root(only.prime, only.index * index), rest)
    if isinstance(only, RootOf):
        return outside * Exact.of_generator(RootOf(only.argument, only.index * index), rest)
    if index == 2:
        simple = _denested(base)
        if simple is not None:
            return outside * simple
    return outside * Exact.of_generator(RootOf(base, index), rest)


def _denested(x: Exact) -> Exact | None:
    """sqrt(a + b sqrt c) as a sum of two square roots of rationals, where a^2 - b^2 c is a rational square."""
    terms = terms_of(x.numerator)
    generators = x.field.generators
    if len(terms) != 2 or not x.is_polynomial or not all(isinstance(g, Root) and g.index == 2 for g in generators):
        return None
    below = int(x.denominator.leading_coefficient())
    rational = [Fraction(c, below) for exponents, c in terms if not any(exponents)]
    if len(rational) != 1:
        return None
    surd = x - rational[0]
    radicand = (surd * surd).as_fraction()
    assert radicand is not None
    rest = rational[0] ** 2 - radicand
    if rest < 0 or not fmpz(rest.numerator).is_square() or not fmpz(rest.denominator).is_square():
        return None
    d = Fraction(int(fmpz(rest.numerator).isqrt()), int(fmpz(rest.denominator).isqrt()))
    larger = _root_of_rational((rational[0] + d) / 2, 2)
    smaller = _root_of_rational((rational[0] - d) / 2, 2)
    return larger + smaller if surd.sign() > 0 else larger - smaller


def power(base: Exact, exponent: Exact) -> Exact:
    """base to the exponent: any base for an integer, a positive base otherwise.

    >>> power(Exact(2), 1 / log(Exact(2)))
    Exact('e')
    """
    value = exponent.as_fraction()
    if value is not None and value.denominator == 1:
        _guard_power(base, value.numerator)
        return base.whole_power(value.numerator).with_conditions(exponent.conditions)
    if value is not None:
        _guard_power(base, value.numerator)
        return root(base, value.denominator).whole_power(value.numerator).with_conditions(exponent.conditions)
    if base.as_fraction() == 1:
        return Exact(1).with_conditions(exponent.conditions)
    return exp(exponent * log(base))


def _guard_power(base: Exact, exponent: int) -> None:
    """Refuse an integer power whose result could not be held."""
    count = abs(exponent)
    if count <= 1:
        return
    for poly in (base.numerator, base.denominator):
        bits = max((abs(int(c)).bit_length() for c in poly.coeffs()), default=0)
        if (bits > 1 and bits * count > LARGEST_POWER_BITS) or (
            len(poly) > 1 and _terms_after(len(poly), count) > LARGEST_TERMS
        ):
            raise LimitError(f"a power with exponent {_short(exponent)} is too large to be written out")
        for generator, degree in zip(base.field.generators, map(int, poly.degrees()), strict=True):
            if degree and isinstance(generator, (Root, RootOf)):  # whole powers of the radicand come out
                radicand = Exact(generator.prime) if isinstance(generator, Root) else generator.argument
                _guard_power(radicand, degree * count // generator.index)


def _short(value: int) -> str:
    return str(value) if value.bit_length() < 200 else f"of {len(str(fmpz(abs(value))))} digits"


def _terms_after(terms: int, count: int) -> float:
    """A bound on the number of terms of (t1 + ... + tm)^n, from the binomial (n + m - 1 over m - 1)."""
    small = min(terms - 1, count)
    bits = sum(log2((count + terms - 1 - i) / (i + 1)) for i in range(min(small, 64)))
    return float(2 ** min(bits, 1000))


# -- hyperbolic -----------------------------------------------------------------------------------------------------


def sigmoid(x: Exact) -> Exact:
    """1 / (1 + exp(-x)).

    >>> sigmoid(log(Exact(9)))
    Exact('9/10')
    """
    raised = exp(x)
    return raised / (1 + raised)


def tanh(x: Exact) -> Exact:
    """(exp(2x) - 1) / (exp(2x) + 1)."""
    raised = exp(2 * x)
    return (raised - 1) / (raised + 1)


# -- factors --------------------------------------------------------------------------------------------------------


def factored(x: Exact) -> list[tuple[Exact, int]]:
    """The number as a product of powers: integers, single generators, and positive polynomials.

    Polynomials are split into irreducible factors where that is cheap.  The product of all is the number, and each
    base is positive, given that the number itself is.
    """
    field, numerator, denominator, _ = x.normal.parts
    result: list[tuple[Exact, int]] = []
    for poly, sign in ((numerator, 1), (denominator, -1)):
        constant, pieces = _polynomial_factors(field.generators, poly)
        if constant != 1:
            result.append((Exact(constant), sign))
        for piece, exponent in pieces:
            one = field.constant(1)
            result.append((Exact.known(field, piece, one, True, x.conditions).normal, sign * exponent))
    return _all_positive(result)


def _all_positive(factors: list[tuple[Exact, int]]) -> list[tuple[Exact, int]]:
    """Turn negative factors round, in pairs or with odd constants; undecided signs keep the whole together."""
    turned: list[tuple[Exact, int]] = []
    flips = 0
    opaque: list[tuple[Exact, int]] = []
    for base, exponent in factors:
        sign = _sign_or_none(base)
        if sign is None:
            opaque.append((base, exponent))
        elif sign < 0:
            flips += exponent
            turned.append((-base, exponent))
        else:
            turned.append((base, exponent))
    if opaque:
        product = _product([base.whole_power(k) for base, k in opaque])
        turned.append((product if flips % 2 == 0 else -product, 1))
    elif flips % 2:
        raise UndecidedError("the sign of a factor is not certain")
    return [(base, k) for base, k in turned if base.as_fraction() != 1]


def _sign_or_none(x: Exact) -> int | None:
    value = x.as_fraction()
    if value is not None:
        return 1 if value > 0 else -1
    return certainly_positive(x) if x.symbols else sign_of(x, last_bits=1024)


def _polynomial_factors(generators: tuple[Generator, ...], poly: Poly) -> tuple[int, list[tuple[Poly, int]]]:
    """Constant and factors of an integer polynomial; monomials always split off, the rest where it is cheap."""
    low = tuple(min(map(int, column)) for column in zip(*poly.monoms(), strict=True))
    ring = poly.context()
    pieces = [(ring.gen(i), exponent) for i, exponent in enumerate(low) if exponent]
    if pieces:  # by hand: FLINT's factor() fails where an exponent needs more than 64 bits
        poly = poly // ring.from_dict({low: 1})
    if poly.is_constant():
        return int(poly.leading_coefficient()), pieces
    if len(poly) > 60 or not gcd_is_affordable(poly, poly) or max(map(int, poly.degrees())) > 400:
        content = content_of(poly)
        return content, [*pieces, (poly // content, 1)]
    constant, factors = poly.factor()
    return int(constant), [*pieces, *((piece, int(exponent)) for piece, exponent in factors)]


def sole_generator(x: Exact) -> Generator | None:
    """The generator when the number is exactly one generator."""
    if not x.denominator.is_one() or len(x.numerator) != 1:
        return None
    ((exponents, coefficient),) = terms_of(x.numerator)
    if coefficient != 1 or sum(exponents) != 1:
        return None
    return x.field.generators[exponents.index(1)]


def _positive(x: Exact, what: str) -> tuple[int, Exact]:
    """The sign of an argument, and the number with the condition under which it is positive."""
    if not x.symbols:
        return x.sign(), x
    sign = certainly_positive(x)
    if sign is not None:
        return sign, x
    return 1, x.with_conditions(_conditions_for(x))


def _conditions_for(x: Exact) -> list[str]:
    """Conditions that make a number with symbols positive: its symbols when these suffice, else the number itself."""
    own = [f"{name} > 0" for name in sorted(x.symbols)]
    if certainly_positive(x.with_conditions(own)) == 1:
        return [f"{g.name} > 0" for g in x.field.generators if isinstance(g, Symbol)]
    return [f"{x.text()} > 0"]


def prime_powers(value: Fraction) -> list[tuple[int, int]]:
    """A positive rational as a product of primes to powers of either sign."""
    below = [(p, -k) for p, k in _factor_integer(value.denominator)]
    return [*_factor_integer(value.numerator), *below]


@lru_cache(maxsize=4096)
def _factor_integer(value: int) -> tuple[tuple[int, int], ...]:
    """Prime powers of a positive integer; a composite that resists is refused rather than tried for ever."""
    if value == 1:
        return ()
    if value.bit_length() > 150:  # beyond, two large primes take a second and more
        found = fmpz(value).factor(trial_limit=TRIAL_LIMIT)
        if any(not fmpz(p).is_probable_prime() for p, _ in found):
            raise LimitError(
                f"a root or logarithm of an integer of {len(str(fmpz(value)))} digits cannot be factored in time"
            )
    else:
        found = fmpz(value).factor()
    return tuple((int(p), int(k)) for p, k in found)


FUNCTIONS: dict[str, Callable[[Exact], Exact]] = {
    "exp": exp,
    "ln": log,
    "log": log,
    "sqrt": sqrt,
    "tanh": tanh,
    "sigma": sigmoid,
}

__all__ = [
    "FUNCTIONS",
    "euler",
    "exp",
    "factored",
    "lcm",
    "log",
    "log_base",
    "pi",
    "power",
    "root",
    "sigmoid",
    "sqrt",
    "symbol",
    "tanh",
    "total",
]
