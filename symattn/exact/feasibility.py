"""Whether any real values satisfy conditions at once: proofs that none do, and signs that conditions force.

Conditions on one variable are decided exactly, on the pieces into which roots cut the real line.  Conditions on
several are refuted where a sum of positive multiples of them is absurd, every monomial being taken for a variable of
its own (Fourier-Motzkin elimination); what that does not refute counts as satisfiable.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from flint import fmpq, fmpz_poly

from symattn.errors import LimitError
from symattn.exact.conditions import Claim, Condition, claim_of, condition
from symattn.exact.generators import Exp, Generator, LogOf, RootOf, Symbol
from symattn.exact.number import Exact
from symattn.exact.polynomials import terms_of
from symattn.exact.real_line import Piece, pieces

MOST_TERMS = 60
LARGEST_DEGREE = 48
MOST_INEQUALITIES = 120

Monomial: TypeAlias = "tuple[tuple[Generator, int], ...]"
Signs: TypeAlias = frozenset[int]
ANY_SIGN: Signs = frozenset((-1, 0, 1))
WANTED: dict[str, Signs] = {">": frozenset((1,)), ">=": frozenset((0, 1)), "!=": frozenset((-1, 1))}


@dataclass(frozen=True)
class Line:
    """An integer polynomial in one variable, and what its sign must be."""

    poly: Any  # fmpz_poly
    wanted: Signs

    def holds_at(self, point: Fraction) -> bool:
        """Whether the sign at a rational is a wanted one."""
        value = self.poly(fmpq(point.numerator, point.denominator))
        return (value > 0) - (value < 0) in self.wanted


@dataclass(frozen=True)
class Inequality:
    """constant + the sum of coefficients times variables is positive, or at least 0 where it is not strict."""

    coefficients: dict[Monomial, Fraction]
    constant: Fraction
    strict: bool


@lru_cache(maxsize=1024)
def contradiction(conditions: frozenset[str]) -> tuple[str, ...]:
    """Conditions, as few as is easily found, of which it is proved that nothing satisfies all; empty where it is not.

    >>> from symattn.exact import symbol
    >>> k = symbol("k")
    >>> contradiction(frozenset([condition(k, ">"), condition(k + 1, "<"), condition(k - 5, "!=")]))
    ('k + 1 < 0', 'k > 0')
    """
    if not excluded(conditions):
        return ()
    found = sorted(conditions)
    for each in list(found):
        rest = [other for other in found if other != each]
        if excluded(frozenset(rest)):
            found = rest
    return tuple(found)


def forced_sign(number: Exact, conditions: frozenset[str], *, strict: bool = True) -> int | None:
    """1 or -1 where the number has this sign wherever the conditions hold; if not `strict`, it may be 0 there too."""
    try:
        for sign, relation in ((1, "<=" if strict else "<"), (-1, ">=" if strict else ">")):
            if excluded(conditions | {condition(number, relation)}):
                return sign
    except LimitError:  # too long to be written down as a condition
        return None
    return None


def is_forced_nonzero(number: Exact, conditions: frozenset[str]) -> bool:
    """Whether the number is 0 nowhere where the conditions hold."""
    try:
        return excluded(conditions | {condition(number, ">="), condition(number, "<=")})
    except LimitError:
        return False


@lru_cache(maxsize=4096)
def excluded(conditions: frozenset[str]) -> bool:
    """Whether it is proved that no real values satisfy all of the conditions."""
    claims = [claim for claim in map(claim_of, conditions) if claim is not None]
    readable = [claim for claim in claims if len(claim.number.numerator) <= MOST_TERMS and _is_small(claim.number)]
    signs: dict[Generator, Signs] = {}
    for generator, lines in _lines(readable).items():
        feasible = feasible_pieces([*lines, *_forced_lines(generator, conditions)])
        if feasible is None:
            continue
        variable = fmpz_poly([0, 1])
        signs[generator] = frozenset(piece.sign(variable) for piece in feasible)
        if not feasible:
            return True
    return _is_absurd(_inequalities(readable, signs))


def _is_small(number: Exact) -> bool:
    degrees = (*number.numerator.degrees(), *number.denominator.degrees())
    return len(number.denominator) <= MOST_TERMS and max(map(int, degrees), default=0) <= LARGEST_DEGREE


# -- one variable ---------------------------------------------------------------------------------------------------


def feasible_pieces(lines: Sequence[Line]) -> list[Piece] | None:
    """The pieces of the real line on which all polynomials have a wanted sign; None where that is not known."""
    variable = fmpz_poly([0, 1])
    found = pieces([*(line.poly for line in lines), variable])
    if found is None:
        return None
    return [piece for piece in found if all(piece.sign(line.poly) in line.wanted for line in lines)]


def lines_by_variable(conditions: Iterable[str]) -> dict[Generator, list[Line]]:
    """The conditions that are on one variable alone, by variable."""
    claims = [claim for claim in map(claim_of, conditions) if claim is not None]
    return _lines([claim for claim in claims if _is_small(claim.number)])


def _lines(claims: Iterable[Claim]) -> dict[Generator, list[Line]]:
    found: dict[Generator, list[Line]] = {}
    for claim in claims:
        generators, terms = _terms(claim.number)
        occurring = {i for exponents, _ in terms for i, e in enumerate(exponents) if e}
        if len(occurring) != 1:
            continue
        (i,) = occurring
        generator = generators[i]
        if not _varies(generator):
            continue
        row = [0] * (max(exponents[i] for exponents, _ in terms) + 1)
        for exponents, coefficient in terms:
            row[exponents[i]] = coefficient
        lines = found.setdefault(generator, [_line_of_kind(generator)])
        lines.append(Line(fmpz_poly(row), WANTED[claim.relation]))
    return found


def _line_of_kind(generator: Generator) -> Line:
    """What is known of a variable by its kind."""
    return Line(fmpz_poly([0, 1]), _signs_of_kind(generator))


def _forced_lines(generator: Generator, conditions: frozenset[str]) -> list[Line]:
    """What conditions on its argument force on an exponential or a logarithm: e^x is above 1 where x is above 0."""
    if not isinstance(generator, (Exp, LogOf)):
        return []
    height = generator.height
    simpler = [text for text in conditions if (claim := claim_of(text)) and claim.number.height < height]
    is_power = isinstance(generator, Exp)
    decisive, line = (generator.argument, [-1, 1]) if is_power else (generator.argument - 1, [0, 1])
    for strict in (True, False):
        sign = forced_sign(decisive, frozenset(simpler), strict=strict)
        if sign:
            return [Line(fmpz_poly(line), frozenset((sign,) if strict else (0, sign)))]
    return []


def _varies(generator: Generator) -> bool:
    if isinstance(generator, Symbol):
        return True
    return isinstance(generator, (Exp, LogOf, RootOf)) and bool(generator.argument.symbols)


def _terms(number: Exact) -> tuple[tuple[Generator, ...], list[tuple[tuple[int, ...], int]]]:
    """Generators and terms of a polynomial that has the sign of the number: numerator times denominator."""
    field, top, bottom, _ = number.normal.parts
    product = top if bottom.is_constant() else field.reduce(top * bottom)
    return field.generators, terms_of(product)


# -- several variables ----------------------------------------------------------------------------------------------


def _inequalities(claims: Iterable[Claim], signs: dict[Generator, Signs]) -> list[Inequality]:
    found: list[Inequality] = []
    for claim in claims:
        if claim.relation == "!=":
            continue
        generators, terms = _terms(claim.number)
        coefficients: dict[Monomial, Fraction] = {}
        constant = Fraction(0)
        for exponents, coefficient in terms:
            monomial = tuple((g, e) for g, e in zip(generators, exponents, strict=True) if e)
            if monomial:
                coefficients[monomial] = Fraction(coefficient)
            else:
                constant = Fraction(coefficient)
        found.append(Inequality(coefficients, constant, claim.relation == ">"))
    monomials = {monomial for inequality in found for monomial in inequality.coefficients}
    return found + [fact for monomial in monomials for fact in _facts(monomial, signs)]


def _facts(monomial: Monomial, signs: dict[Generator, Signs]) -> list[Inequality]:
    """What the signs of its variables say of a monomial."""
    product: set[int] = {1}
    for generator, exponent in monomial:
        own = signs.get(generator) or _signs_of_kind(generator)
        raised = {sign**2 if exponent % 2 == 0 else sign for sign in own}
        product = {a * b for a in product for b in raised}
    facts = []
    for sign in (1, -1):
        if -sign not in product:
            facts.append(Inequality({monomial: Fraction(sign)}, Fraction(0), 0 not in product))
    return facts


def _signs_of_kind(generator: Generator) -> Signs:
    if isinstance(generator, (Symbol, LogOf)):
        return ANY_SIGN
    return frozenset((0, 1)) if isinstance(generator, RootOf) else frozenset((1,))


def _is_absurd(inequalities: list[Inequality]) -> bool:
    """Whether a sum of positive multiples says 0 > 0 or worse (Fourier-Motzkin: variables go one after the other)."""
    while True:
        if any(_is_false(each) for each in inequalities if not each.coefficients):
            return True
        inequalities = [each for each in inequalities if each.coefficients]
        variables = {variable for each in inequalities for variable in each.coefficients}
        if not variables:
            return False
        variable = min(variables, key=lambda v: (_growth(inequalities, v), repr(v)))
        if _growth(inequalities, variable) > MOST_INEQUALITIES:
            return False
        inequalities = _without(inequalities, variable)


def _is_false(inequality: Inequality) -> bool:
    return inequality.constant < 0 or (inequality.strict and inequality.constant == 0)


def _growth(inequalities: list[Inequality], variable: Monomial) -> int:
    above = sum(1 for each in inequalities if each.coefficients.get(variable, 0) > 0)
    below = sum(1 for each in inequalities if each.coefficients.get(variable, 0) < 0)
    return len(inequalities) - above - below + above * below


def _without(inequalities: list[Inequality], variable: Monomial) -> list[Inequality]:
    """All consequences that do not speak of the variable."""
    above = [each for each in inequalities if each.coefficients.get(variable, 0) > 0]
    below = [each for each in inequalities if each.coefficients.get(variable, 0) < 0]
    kept = [each for each in inequalities if variable not in each.coefficients]
    return kept + [_combined(a, b, variable) for a in above for b in below]


def _combined(above: Inequality, below: Inequality, variable: Monomial) -> Inequality:
    up, down = above.coefficients[variable], -below.coefficients[variable]
    coefficients: dict[Monomial, Fraction] = {}
    for inequality, factor in ((above, down), (below, up)):
        for monomial, coefficient in inequality.coefficients.items():
            coefficients[monomial] = coefficients.get(monomial, Fraction(0)) + factor * coefficient
    kept = {monomial: c for monomial, c in coefficients.items() if c}
    return Inequality(kept, above.constant * down + below.constant * up, above.strict or below.strict)


__all__ = [
    "Condition",
    "Line",
    "contradiction",
    "excluded",
    "feasible_pieces",
    "forced_sign",
    "is_forced_nonzero",
    "lines_by_variable",
]
