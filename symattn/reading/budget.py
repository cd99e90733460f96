"""What a text may cost: functions, sums, products and powers are sized up before the engine works them out.

A text of a few hundred characters can ask for 2^40 terms, for the factors of a number that nobody can factor, or for
an exponential so nested that writing it down would fill a disk.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from math import log2

from symattn.exact import Exact, ExactMatrix
from symattn.exact.generators import Exp, Generator, LogOf, RootOf
from symattn.exact.polynomials import terms_of
from symattn.reading.limits import Limits
from symattn.reading.refusal import Excess
from symattn.reading.sizes import ONE, Size, denominator_size, numerator_over, numerator_size

BITS_PER_DIGIT = log2(10)

# A unit is a term with a short coefficient; a text may ask for less than a second of work in all.
_UNITS = 4_000_000
_UNITS_OF_A_FUNCTION = 4_000
_UNITS_OF_AN_OPERATION = 1_000
LENGTHENING = 5  # of a long text by working it out
CHARACTERS_OF_A_POWER = 6
_UNITS_OF_A_FACTORING = 40_000
_EASILY_FACTORED = 64  # bits


class Budget:
    """Keeps count of what the evaluation of one text has cost."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.spent = 0.0
        self._lengths: dict[Generator, float] = {}

    def allow_generators(self, numbers: Iterable[Exact], position: int) -> None:
        """Refuse to bring too many different generators together."""
        generators = {generator for number in numbers for generator in number.field.generators}
        deep = sum(generator.height > 1 for generator in generators)
        if len(generators) > self.limits.generators or deep > self.limits.generators // 8:
            raise Excess(position, "too many different roots, symbols, exponentials and logarithms meet here")

    def allow_product(self, left: Exact, right: Exact, position: int) -> None:
        """Refuse a product that would be too large."""
        self._spend(numerator_size(left).times(numerator_size(right)), position)
        self._spend(denominator_size(left).times(denominator_size(right)), position)

    def allow_operation(self, position: int) -> None:
        """Count a sum, a product or a quotient that the engine works out, however small."""
        self._charge(_UNITS_OF_AN_OPERATION, position)

    def allow_scaling(self, matrix: ExactMatrix, number: Exact, position: int) -> None:
        """Refuse to multiply every entry of a matrix by a number where that is too much."""
        rows, columns = matrix.shape
        self._charge((numerator_size(number).units + denominator_size(number).units) * rows * columns, position)

    def allow_power(self, base: Exact, exponent: int, position: int) -> None:
        """Refuse a whole power that would be too large."""
        count = min(abs(exponent), 10**100)
        if count > 1:
            self._spend(numerator_size(base).power(count), position)
            self._spend(denominator_size(base).power(count), position)

    def allow_function(self, name: str, arguments: Sequence[Exact], position: int) -> None:
        """Refuse a function whose value would be too nested to write, or another number that is hard to factor."""
        for argument in arguments:
            value = argument.as_fraction()
            self._charge(_UNITS_OF_A_FUNCTION * (1 if name == "exp" or value is not None else 4), position)
            if self._written(argument) > self.limits.written or argument.height >= self._height(argument):
                raise Excess(position, "exponentials, logarithms and roots are nested too deeply here")
            if value is not None and name not in ("exp", "tanh", "sigma"):
                self._charge(_UNITS_OF_A_FACTORING * _hardness(value), position)

    def allow_result(self, number: Exact, position: int) -> None:
        """Refuse what turned out too large, such as exp(10^5 ln 2)."""
        self._spend(numerator_size(number), position)
        self._spend(denominator_size(number), position)

    def allow_shown(self, numbers: Iterable[Exact], span: tuple[int, int]) -> None:
        """Refuse a value that would be very long to write: who types (1+e+pi+k)^50 can say it shorter than we can.

        A long text may have a long value: what the engine wrote is read back.
        """
        start, end = span
        allowed = max(self.limits.shown, LENGTHENING * (end - start))
        if sum(self._written(number) + _digits_and_powers(number) for number in numbers) > allowed:
            raise Excess(start, f"worked out, this takes more than {allowed} characters to write")

    def allow_sum(self, terms: Sequence[Exact], position: int) -> None:
        """Refuse a sum whose common denominator, or what stands above it, would be too large."""
        self.allow_generators(terms, position)
        groups: dict[Hashable, list[Exact]] = {}
        for term in terms:
            groups.setdefault((id(term.field), tuple(terms_of(term.denominator))), []).append(term)
        common = ONE
        for group in groups.values():
            common = common.times(denominator_size(group[0]))
            self._spend(common, position)
        self._spend(numerator_over(common, list(groups.values())), position)

    def _spend(self, size: Size, position: int) -> None:
        if size.terms > self.limits.terms:
            raise Excess(position, f"worked out, this could have more than {self.limits.terms} terms")
        if size.bits > self.limits.digits * BITS_PER_DIGIT:
            raise Excess(position, f"worked out, this could have numbers of more than {self.limits.digits} digits")
        self._charge(size.units, position)

    def _charge(self, units: float, position: int) -> None:
        self.spent += units
        if self.spent > _UNITS:
            raise Excess(position, "up to here the text takes too much work; split it into parts")

    def _height(self, number: Exact) -> int:
        """How high a number may be built; relations between roots and logarithms of sums are dear to look for."""
        has_roots = any(isinstance(generator, (LogOf, RootOf)) for generator in number.field.generators)
        return self.limits.height // 5 if has_roots else self.limits.height

    def _written(self, number: Exact) -> float:
        """Roughly how many characters a number takes; what stands in its exponents and under its roots counts too."""
        length = 4.0 * (len(number.numerator) + len(number.denominator))
        for place, generator in enumerate(number.field.generators):
            if isinstance(generator, (Exp, LogOf, RootOf)) and generator.height > 1:
                if generator not in self._lengths:
                    self._lengths[generator] = 6 + self._written(generator.argument)
                monomials = [*number.numerator.monoms(), *number.denominator.monoms()]
                length += self._lengths[generator] * sum(monomial[place] > 0 for monomial in monomials)
        return length


def _digits_and_powers(number: Exact) -> float:
    """Roughly how many characters the coefficients and powers of a number take."""
    polys = (number.numerator, number.denominator)
    bits = sum(int(value).bit_length() for poly in polys for value in poly.coeffs())
    powers = len(number.field.generators) * sum(map(len, polys))
    return bits / BITS_PER_DIGIT + CHARACTERS_OF_A_POWER * powers


def _hardness(value: Fraction) -> float:
    """How hard the factors of a rational are to find: nothing for 20 digits, 1 for 30, a dozen for 45 and more."""
    bits = max(abs(value.numerator), value.denominator).bit_length()
    return 2 ** ((min(bits, 150) - 100) / 14) + bits / 100 if bits > _EASILY_FACTORED else 0.0
