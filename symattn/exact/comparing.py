"""Equality, order and sign with evidence: equal, different or undecided, and why.

Equal is always a proof by identities: the numerator of the difference is the zero polynomial.  Different is proved by
disjoint enclosures, or by the independence of the generators.  What neither shows stays undecided.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from symattn.errors import DivisionError, ShapeError, UndecidedError
from symattn.exact.apart import told_apart
from symattn.exact.enclosures import FIRST_BITS, LAST_BITS, Values, enclose_both, polynomial_sign, sign_of
from symattn.exact.feasibility import contradiction, forced_sign
from symattn.exact.sampling import points_under, sample_points

if TYPE_CHECKING:
    from symattn.exact.field import Field
    from symattn.exact.matrix import ExactMatrix
    from symattn.exact.number import Exact
    from symattn.exact.polynomials import Poly

Outcome = Literal["equal", "different", "undecided"]
BY_STEPS = "the sign of the difference follows from those of logarithms and exponentials, or from many more bits"


@dataclass(frozen=True)
class Comparison:
    """What is known of two numbers or matrices.

    `outcome` is "equal", "different" or "undecided"; `evidence` is one sentence.  For matrices `entries` lists the
    0-based positions that are not equal, with their own outcome.
    """

    outcome: Outcome
    evidence: str
    conditions: frozenset[str] = frozenset()
    entries: tuple[tuple[int, int, Outcome], ...] = field(default=())

    def decided(self) -> bool:
        """True for equal, False for different; UndecidedError otherwise."""
        if self.outcome == "undecided":
            raise UndecidedError(f"equality is undecided: {self.evidence}")
        return self.outcome == "equal"

    def __str__(self) -> str:
        conditions = f" (for {', '.join(sorted(self.conditions))})" if self.conditions else ""
        return f"{self.outcome}{conditions}: {self.evidence}"


def compare_numbers(first: Exact, second: Exact, *, refute_first: bool = True) -> Comparison:
    """Two numbers: refute by enclosures, then prove by algebra, then look closer.

    >>> from fractions import Fraction
    >>> from symattn.exact import Exact, exp
    >>> e = exp(Exact(1))
    >>> compare_numbers(e / (1 + e), 1 / (1 + 1 / e)).outcome
    'equal'
    >>> compare_numbers(e, Exact(Fraction(193, 71))).outcome
    'different'

    With `refute_first=False` no enclosure is computed: the algebra alone decides, or does not.
    """
    conditions = first.conditions | second.conditions
    symbolic = bool(first.symbols or second.symbols)
    if refute_first and not symbolic:
        apart = _apart(first, second)
        if apart:
            return Comparison("different", apart, conditions)
    apart = _excluding(first, second) if conditions else ""
    if apart:
        return Comparison("undecided", apart, conditions)
    numerator, shared = difference_numerator(first, second)
    if numerator.is_zero():
        return Comparison("equal", "the difference reduces to 0 by identities", conditions)
    if shared.is_independent and (not (symbolic and conditions) or points_under([], conditions)):
        return Comparison("different", _independence(shared, symbolic), conditions)
    if symbolic and _equal_in_every_case(first, second, conditions):
        return Comparison("equal", "the difference reduces to 0 by identities, in every case of signs", conditions)
    if not refute_first:
        return Comparison("undecided", "the algebra finds no identity, and enclosures were switched off", conditions)
    if _is_zero_by_conjugates(shared, numerator, conditions):
        return Comparison("equal", "a product with the conjugates of the difference, which are not 0, is 0", conditions)
    seen = _apart_somewhere(first, second)
    if seen:
        return Comparison("different", seen, conditions)
    sign = None if symbolic else _sign_of_difference(first, second)
    if sign is not None:
        return Comparison("different" if sign else "equal", BY_STEPS, conditions)
    tried = f"no identity was found, and the difference is not separated from 0 at {LAST_BITS} bits"
    return Comparison("undecided", tried, conditions)


def _apart(first: Exact, second: Exact) -> str:
    """A sentence when quick enclosures are disjoint, else nothing."""
    for bits in (FIRST_BITS, 4 * FIRST_BITS):
        a, b = enclose_both(first, second, bits)
        if not a.overlaps(b):
            return told_apart(first, second, (a, b))
    return ""


def difference_numerator(first: Exact, second: Exact) -> tuple[Poly, Field]:
    """The numerator of first - second before any cancelling, and the field in which it stands."""
    from symattn.exact.parts import common_parts

    shared, (a, b), (c, d) = common_parts(first.parts, second.parts)
    numerator = a - c if b == d else a * d - c * b
    return shared.reduce(numerator), shared


def _independence(shared: Field, symbolic: bool) -> str:
    if symbolic:
        return "they are different functions of the free symbols: the difference is a nonzero quotient of polynomials"
    if not shared.generators:
        return "they are different rational numbers"
    return "the difference is a nonzero polynomial in independent numbers (Lindemann-Weierstrass)"


def _excluding(first: Exact, second: Exact) -> str:
    """A sentence when the conditions of two numbers exclude one another, else nothing."""
    if first.conditions <= second.conditions or second.conditions <= first.conditions:
        return ""
    found = contradiction(first.conditions | second.conditions)
    return f"nowhere are both defined: {' and '.join(found)} exclude one another" if found else ""


def _equal_in_every_case(first: Exact, second: Exact, conditions: frozenset[str]) -> bool:
    from symattn.exact.absolute import equal_in_every_case

    return equal_in_every_case(first, second, conditions)


def _is_zero_by_conjugates(shared: Field, numerator: Poly, conditions: frozenset[str]) -> bool:
    from symattn.exact.conjugates import is_zero_by_conjugates

    return is_zero_by_conjugates(shared, numerator, conditions)


def _apart_somewhere(first: Exact, second: Exact) -> str:
    """A sentence when the difference is certainly nonzero at some point at which both sides are defined."""
    try:
        difference = first - second  # in lowest terms: what is huge in both has gone
    except DivisionError:  # nowhere are both defined
        return ""
    return _nonzero_somewhere(difference, (first, second))


def _sign_of_difference(first: Exact, second: Exact) -> int | None:
    """The sign of first - second where no enclosure of the usual precision shows it."""
    try:
        return _sign_beyond_enclosures(first - second)
    except DivisionError:
        return None


def _nonzero_somewhere(number: Exact, sides: tuple[Exact, ...] = ()) -> str:
    """A sentence when the numerator of a number is certainly nonzero, at some point if it has free symbols.

    Such a point satisfies the conditions, and no denominator of the sides is 0 there.
    """
    names = sorted(number.symbols.union(*(side.symbols for side in sides)))
    points = points_under(names, number.conditions) if names else [{}]
    bits = 1024 if number.symbols else LAST_BITS
    for values in points:
        if polynomial_sign(number.numerator, number.field.generators, values, bits) is None:
            continue
        if names and not all(_is_defined(side, values) for side in sides):
            continue
        where = " at " + ", ".join(f"{n} = {v}" for n, v in values.items()) if number.symbols else ""
        return f"a certified enclosure of the difference{where} excludes 0"
    return ""


def _is_defined(number: Exact, values: Values) -> bool:
    if number.denominator.is_constant():
        return True
    return polynomial_sign(number.denominator, number.field.generators, values, 1024) is not None


def vanishes(number: Exact) -> bool | None:
    """Whether a number is 0: True by an identity, False by independence or an enclosure, None when neither shows."""
    shared, numerator = number.field, number.numerator
    if numerator.is_zero():
        return True
    if shared.is_independent or (len(numerator) == 1 and not number.symbols and _units(shared)):
        return False
    if certainly_positive(number) is not None:  # also where no precision would do, as in 1 + exp(exp(e^10))
        return False
    if _nonzero_somewhere(number):
        return False
    if _is_zero_by_conjugates(shared, numerator, number.conditions):
        return True
    sign = None if number.symbols else _sign_beyond_enclosures(number)
    return None if sign is None else sign == 0


def _sign_beyond_enclosures(number: Exact) -> int | None:
    from symattn.exact.closeness import sign_beyond_enclosures

    return sign_beyond_enclosures(number)


def _units(shared: Field) -> bool:
    """Whether every generator is certainly nonzero by its kind, so that a single term is."""
    from symattn.exact.generators import LogOf

    return not any(isinstance(generator, LogOf) for generator in shared.generators)


def proved_sign(number: Exact) -> int:
    """The sign of a number, the same for all values of its free symbols; see `Exact.sign`."""
    value = number.as_fraction()
    if value is not None:
        return (value > 0) - (value < 0)
    evident = certainly_positive(number)
    if evident is not None:
        return evident
    if number.symbols:
        forced = forced_sign(number, number.conditions)
        if forced is not None:
            return forced
        names = ", ".join(sorted(number.symbols))
        raise UndecidedError(f"the sign of {number.told()} depends on {names}")
    if number.numerator.is_zero():
        return 0
    sign = sign_of(number)
    if sign is None and _is_zero_by_conjugates(number.field, number.numerator, number.conditions):
        return 0
    if sign is None:
        sign = _sign_beyond_enclosures(number)
    if sign is None:
        raise UndecidedError(f"the sign of {number.told()} is not certain at {LAST_BITS} bits")
    return sign


def certainly_positive(number: Exact) -> int | None:
    """1 (or -1) when all terms have one sign and every generator is positive under the number's conditions."""
    from symattn.exact.generators import LogOf, RootOf, Symbol

    for generator, *degrees in zip(
        number.field.generators, number.numerator.degrees(), number.denominator.degrees(), strict=True
    ):
        if isinstance(generator, LogOf) and any(degrees):
            return None
        if isinstance(generator, RootOf) and any(degrees) and not _is_positive(generator.argument, number.conditions):
            return None
        if isinstance(generator, Symbol) and any(degrees) and f"{generator.name} > 0" not in number.conditions:
            return None
    signs = [{(c > 0) - (c < 0) for c in poly.coeffs()} for poly in (number.numerator, number.denominator)]
    if all(len(found) == 1 for found in signs):
        product: int = signs[0].pop() * signs[1].pop()
        return product
    return None


def _is_positive(radicand: Exact, conditions: frozenset[str]) -> bool:
    """Whether a root is no 0: the radicand of one with symbols may be 0 at some point, as k^2 is."""
    if not radicand.symbols or certainly_positive(radicand.with_conditions(conditions)) == 1:
        return True
    return forced_sign(radicand, conditions) == 1


def compare_matrices(first: ExactMatrix, second: ExactMatrix) -> Comparison:
    """Two matrices entry by entry; another shape is different."""
    if first.shape != second.shape:
        shapes = " x ".join(map(str, first.shape)), " x ".join(map(str, second.shape))
        return Comparison("different", f"the shapes differ: {shapes[0]} against {shapes[1]}")
    unequal: list[tuple[int, int, Outcome]] = []
    evidence = ""
    conditions = first.conditions | second.conditions
    for i, (left, right) in enumerate(zip(first.rows(), second.rows(), strict=True)):
        for j, (a, b) in enumerate(zip(left, right, strict=True)):
            found = compare_entries(a, b)
            conditions |= found.conditions
            if found.outcome != "equal":
                first_different = found.outcome == "different" and all(o != "different" for *_, o in unequal)
                if first_different or not unequal:
                    evidence = f"row {i + 1}, column {j + 1}: {found.evidence}"
                unequal.append((i, j, found.outcome))
    if not unequal:
        return Comparison("equal", "every entry is proved equal", conditions)
    outcome: Outcome = "different" if any(o == "different" for *_, o in unequal) else "undecided"
    return Comparison(outcome, evidence, conditions, tuple(unequal))


def compare_entries(first: object, second: object) -> Comparison:
    """Two matrix entries; -oo equals itself and differs from every number."""
    from symattn.exact.infinity import MINUS_INFINITY
    from symattn.exact.number import Exact

    if first is MINUS_INFINITY or second is MINUS_INFINITY:
        same = first is second
        return Comparison("equal" if same else "different", "both are -oo" if same else "one is -oo, the other finite")
    assert isinstance(first, Exact)
    assert isinstance(second, Exact)
    return compare_numbers(first, second)


def compare(first: object, second: object) -> Comparison:
    """Numbers, -oo or matrices of the engine."""
    from symattn.exact.matrix import ExactMatrix

    if isinstance(first, ExactMatrix) and isinstance(second, ExactMatrix):
        return compare_matrices(first, second)
    if isinstance(first, ExactMatrix) or isinstance(second, ExactMatrix):
        return Comparison("different", "one is a matrix, the other a single number")
    return compare_entries(first, second)


__all__ = [
    "Comparison",
    "Outcome",
    "ShapeError",
    "compare",
    "compare_matrices",
    "compare_numbers",
    "sample_points",
]
