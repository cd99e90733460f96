"""Exponents as they are written: sums and multiples of the arguments of exponentials, put in lowest terms once."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

from symattn.exact.field import Field, join_all
from symattn.exact.generators import Exp
from symattn.exact.linear import coefficients_of, number_of
from symattn.exact.number import Exact
from symattn.exact.polynomials import Poly, common_denominator, content_of


def scaled(number: Exact, factor: Fraction) -> Exact:
    """A multiple of a number in lowest terms, without looking for factors again."""
    field, top, bottom, reduced = number.parts
    up, down = gcd(factor.numerator, content_of(bottom)), gcd(factor.denominator, content_of(top))
    top = (top // down) * (factor.numerator // up)
    return Exact.known(field, top, (bottom // up) * (factor.denominator // down), reduced)


def sum_of_exponents(parts: list[tuple[Exp, Fraction]]) -> Exact:
    """The sum of argument * factor; arguments that are roots of integers add without any arithmetic of fields."""
    found: dict[int, Fraction] = {}
    for generator, factor in parts:
        coefficients = coefficients_of(generator.argument)
        if coefficients is None:
            return _sum_of_arguments(tuple(g for g, _ in parts), [factor for _, factor in parts])
        for radicand, c in coefficients.items():
            found[radicand] = found.get(radicand, Fraction(0)) + c * factor
    return number_of(found)


def _sum_of_arguments(generators: tuple[Exp, ...], factors: list[Fraction]) -> Exact:
    """The same in one field over one denominator, put in lowest terms once."""
    field, tops, bottom = _arguments(generators)
    scale = lcm(*(factor.denominator for factor in factors))
    top = field.constant(0)
    for part, factor in zip(tops, factors, strict=True):
        top += part * (factor.numerator * (scale // factor.denominator))
    return Exact.from_parts(field, top, bottom * scale)


@lru_cache(maxsize=1024)
def _arguments(generators: tuple[Exp, ...]) -> tuple[Field, list[Poly], Poly]:
    """The arguments of exponentials in one field: numerators over one denominator."""
    field = join_all([generator.argument.field for generator in generators])
    parts = [field.embed(generator.argument) for generator in generators]
    below = common_denominator([bottom for _, bottom in parts])
    return field, [top * (below // bottom) for top, bottom in parts], below


__all__ = ["scaled", "sum_of_exponents"]
