"""exp, logarithms, roots and powers of exact numbers, brought to generators by identities only.

>>> from fractions import Fraction
>>> exp(log(Exact(99)) / 2), log(Exact(6)) - log(Exact(2)), sqrt(Exact(12))
(Exact('3*sqrt(11)'), Exact('ln(3)'), Exact('2*sqrt(3)'))
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, reduce
from math import gcd

from symattn.errors import DomainError, UnknownNameError
from symattn.exact.conditions import joined
from symattn.exact.denesting import denested
from symattn.exact.domains import needs_sign, required_sign, where_positive, where_rooted
from symattn.exact.factors import (
    factored,
    is_prime,
    prime_powers,
    root_of_rational,
    signed_factors,
    sole_generator,
)
from symattn.exact.generators import Exp, Generator, Log, LogOf, Pi, Root, RootOf, Symbol
from symattn.exact.guards import guard_power
from symattn.exact.number import Exact
from symattn.exact.polynomials import Exponents, content_of, terms_of

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
    powers: dict[Generator, int] = {}
    algebraic: list[Exact] = []
    for exponents, c in terms_of(numerator):
        place = tuple(e - s for e, s in zip(exponents, low, strict=True))
        found = _exp_of_term(field.generators, place, Fraction(c, below))
        if isinstance(found, Exact):
            algebraic.append(found)
        else:
            generator, power_ = found
            powers[generator] = powers.get(generator, 0) + power_
    raised = [Exact.of_generators(powers)] if powers else []
    return _product(raised + algebraic).with_conditions(x.conditions)


def _exp_of_term(
    generators: tuple[Generator, ...], exponents: Exponents, coefficient: Fraction
) -> Exact | tuple[Generator, int]:
    """exp(coefficient * monomial): a power of a logarithm's argument, or else a generator and its power."""
    present = [(g, power) for g, power in zip(generators, exponents, strict=True) if power]
    if len(present) == 1 and present[0][1] == 1:
        only = present[0][0]
        if isinstance(only, Log):
            return power(Exact(only.prime), Exact(coefficient))
        if isinstance(only, LogOf):
            return power(only.argument, Exact(coefficient))
    return Exp(_monomial(tuple(present)), coefficient.denominator), coefficient.numerator


@lru_cache(maxsize=4096)
def _monomial(powers: tuple[tuple[Generator, int], ...]) -> Exact:
    """A product of powers of generators; scores have the same ones in many sums."""
    return Exact.of_generators(dict(powers)).normal if powers else Exact(1)


def _exp_of_quotient(x: Exact) -> Exact:
    """exp of a proper quotient: a power of the exponential of its primitive part, whose leading sign is positive."""
    field, numerator, denominator, reduced = x.parts
    for i, generator in enumerate(field.generators):
        share = share_of_logarithm(x, i) if isinstance(generator, (Log, LogOf)) else None
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


def share_of_logarithm(x: Exact, position: int) -> Fraction | None:
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
    conditions = reduce(joined, (term.conditions for term in group))
    return Exact.from_parts(group[0].field, numerator, group[0].denominator, conditions)


# -- logarithms -----------------------------------------------------------------------------------------------------


def log(x: Exact) -> Exact:
    """The natural logarithm of a positive number; a free symbol adds a condition: k > 0 for ln k, k != 0 for ln k^2."""
    x = x.normal
    value = x.as_fraction()
    if value is not None:
        if value <= 0:
            raise DomainError(f"ln({x.told()}) is not a real number: a logarithm needs a positive argument")
        return _log_of_rational(value)
    if x.symbols:
        x = where_positive(x)
    elif x.sign() < 0:
        raise DomainError(f"ln({x.told()}) is not a real number: its argument is negative")
    return total([power_ * _log_of_factor(base, x.conditions) for base, power_ in factored(x)]).with_conditions(
        x.conditions
    )


def _log_of_rational(value: Fraction) -> Exact:
    return total([_log_of_integer(base) * k for base, k in prime_powers(value)])


def _log_of_integer(base: int) -> Exact:
    return Exact.of_generator(Log(base) if is_prime(base) else LogOf(Exact(base)))


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
    if x.symbols:
        return _root_with_symbols(x, index)
    value = x.as_fraction()
    if (x.sign() if value is None else value) < 0:
        if index % 2 == 0:
            raise DomainError(f"the root of index {index} of {x.told()} is not a real number: it is negative")
        return -root(-x, index)
    if value is not None:
        return root_of_rational(abs(value), index)
    whole = denested(x, index) if x.is_polynomial else None
    if whole is not None:
        return whole.with_conditions(x.conditions)
    return _product([_root_of_factor(base, k, index) for base, k in factored(x)]).with_conditions(x.conditions)


def _root_with_symbols(x: Exact, index: int) -> Exact:
    """The root of a number with symbols: |k| for the root of k^2, and conditions only where the sign matters."""
    x = where_rooted(x, index)
    factors = signed_factors(x)
    required = required_sign(factors, index)
    parts = [_root_of_factor(base, k, index) for base, k in factors.certain]
    for base, exponent in factors.unknown:
        whole = 0 if needs_sign(exponent, index) else _whole_part(exponent, index)
        parts += [base.whole_power(whole), _root_of_factor(base * base, (exponent - whole * index) // 2, index)]
    is_opaque = required.as_fraction() is None
    parts.append(_root_of_factor(required, 1, index) if is_opaque else Exact(factors.sign))
    return _product(parts).with_conditions(x.conditions)


def _whole_part(exponent: int, index: int) -> int:
    """A whole power that can be taken out, an even multiple of f being left: k^5 under a cube root is k^3 * k^2."""
    if exponent % 2 == 0:
        return 0
    whole = exponent // index
    return whole if whole % 2 else whole - (1 if whole > 0 else -1)


def _root_of_factor(base: Exact, exponent: int, index: int) -> Exact:
    """base^(exponent/index) of one factor of a number."""
    value = base.as_fraction()
    if value is not None:
        return root_of_rational(value**exponent, index)
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
    simple = denested(base, index)
    if simple is not None:
        return outside * simple.whole_power(rest)
    return outside * Exact.of_generator(RootOf(base, index), rest)


def absolute(x: Exact) -> Exact:
    """The absolute value; where symbols leave the sign open, that of each factor as the root of its square.

    >>> absolute(1 - euler()), absolute(symbol("k") * 2 * euler())
    (Exact('e - 1'), Exact('2*sqrt(k^2)*e'))
    """
    if not x.symbols:
        return -x if x.sign() < 0 else x
    factors = signed_factors(x)
    sizes = [Exact.of_generator(RootOf(base * base, 2)).whole_power(k) for base, k in factors.unknown]
    return _product([base.whole_power(k) for base, k in factors.certain] + sizes).with_conditions(x.conditions)


def power(base: Exact, exponent: Exact) -> Exact:
    """base to the exponent: any base for an integer, a positive base otherwise.

    >>> power(Exact(2), 1 / log(Exact(2)))
    Exact('e')
    """
    value = exponent.as_fraction()
    if value is not None and value.denominator == 1:
        guard_power(base, value.numerator)
        return base.whole_power(value.numerator).with_conditions(exponent.conditions)
    if value is not None:
        whole, rest = divmod(abs(value.numerator), value.denominator)  # no root is raised beyond its index
        guard_power(base, whole)
        rooted = root(base, value.denominator)
        guard_power(rooted, rest)
        raised = base.whole_power(whole) * rooted.whole_power(rest)
        return (raised if value > 0 else raised.inverse()).with_conditions(exponent.conditions)
    if base.as_fraction() == 1:
        return Exact(1).with_conditions(exponent.conditions)
    return exp(exponent * log(base))


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
    "absolute",
    "euler",
    "exp",
    "factored",
    "log",
    "log_base",
    "pi",
    "power",
    "root",
    "share_of_logarithm",
    "sigmoid",
    "sqrt",
    "symbol",
    "tanh",
    "total",
]
