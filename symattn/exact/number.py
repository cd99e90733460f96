"""An exact real number: a quotient of integer polynomials in generators, as an immutable value.

    >>> from symattn.exact import Exact, exp
    >>> e = exp(Exact(1))
    >>> e / (1 + e)
    Exact('e/(e + 1)')
    >>> e / (1 + e) == 1 / (1 + exp(Exact(-1)))
    True

Arithmetic keeps numerator and denominator coprime where a gcd is affordable (`.reduced` says so).  `==`, `<` and their
kin are proofs: they raise UndecidedError rather than guess.  Integers and fractions mix in; a float is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias

from symattn.errors import DivisionError, FloatError, KindError, LimitError, UndecidedError
from symattn.exact.conditions import condition, joined, refuse_contradiction
from symattn.exact.field import RATIONALS, Field, field_of
from symattn.exact.generators import Exp, Generator, LogOf, RootOf, Symbol, order_name
from symattn.exact.parts import Parts, lowest_terms, over_smallest_field, product_parts, sum_parts
from symattn.exact.polynomials import Exponents, Poly, from_terms, terms_of
from symattn.exact.watching import asked

if TYPE_CHECKING:
    import sympy

    from symattn.exact.writing import Style

NumberLike: TypeAlias = "Exact | int | Fraction"
Terms: TypeAlias = tuple[tuple[Exponents, int], ...]
Key: TypeAlias = tuple[tuple[Generator, ...], Terms, Terms]
_NO_CONDITIONS: frozenset[str] = frozenset()
_NO_NAMES: frozenset[str] = frozenset()
MOST_TOLD = 100  # terms of a number that a message shows
LONGEST_TOLD = 200  # characters
LONGEST_ORDER_TEXT = 200


class Exact:
    """A real number, perhaps a function of free symbols; see the module's docstring."""

    _parts: Parts | None
    _thunk: Callable[[], Parts] | None
    conditions: frozenset[str]

    def __init__(self, value: int | Fraction = 0) -> None:
        if isinstance(value, float):
            raise FloatError.of(value)
        if not isinstance(value, (int, Fraction)):
            raise KindError(f"Exact takes an int or a Fraction, not {type(value).__name__}; use symattn.exact(...)")
        self._parts = (
            RATIONALS,
            RATIONALS.constant(value.numerator),
            RATIONALS.constant(value.denominator),
            True,
        )
        self._thunk = None
        self.conditions = _NO_CONDITIONS

    # -- construction -------------------------------------------------------------------------------------------

    @classmethod
    def from_parts(
        cls,
        field: Field,
        numerator: Poly,
        denominator: Poly,
        conditions: frozenset[str] = _NO_CONDITIONS,
    ) -> Exact:
        """The quotient of two polynomials of a field, put in lowest terms; the divisor must be certified nonzero."""
        return cls.known(field, *lowest_terms(field, numerator, denominator), conditions)

    @classmethod
    def known(
        cls,
        field: Field,
        numerator: Poly,
        denominator: Poly,
        reduced: bool,
        conditions: frozenset[str] = _NO_CONDITIONS,
    ) -> Exact:
        """The quotient as it stands: the caller vouches for its form."""
        number = cls.__new__(cls)
        number._parts = (field, numerator, denominator, reduced)
        number._thunk = None
        number.conditions = conditions
        return number

    @classmethod
    def deferred(cls, make: Callable[[], Parts], conditions: frozenset[str] = _NO_CONDITIONS) -> Exact:
        """A number whose polynomials are built when first asked for (matrix storages hand out such entries)."""
        number = cls.__new__(cls)
        number._parts = None
        number._thunk = make
        number.conditions = conditions
        return number

    @classmethod
    def of_generator(cls, generator: Generator, power: int = 1, conditions: frozenset[str] = _NO_CONDITIONS) -> Exact:
        """A generator to an integer power."""
        return cls.of_generators({generator: power}, conditions)

    @classmethod
    def of_generators(cls, powers: Mapping[Generator, int], conditions: frozenset[str] = _NO_CONDITIONS) -> Exact:
        """A product of generators to integer powers; none may be a logarithm that others make up."""
        field = field_of(frozenset(powers))
        exponents = [0] * len(field.generators)
        factor = Fraction(1)
        for generator, power in powers.items():
            image = field.image(generator)
            assert image.quotient is None
            for i, step in image.steps:
                exponents[i] += step * power
            factor *= image.coefficient**power
        up, down = tuple(max(0, e) for e in exponents), tuple(max(0, -e) for e in exponents)
        return cls.from_parts(
            field,
            field.ring.from_dict({up: factor.numerator}),
            field.ring.from_dict({down: factor.denominator}),
            conditions,
        )

    # -- anatomy ------------------------------------------------------------------------------------------------

    @property
    def parts(self) -> Parts:
        """Field, numerator, denominator, and whether these are certainly coprime."""
        parts, thunk = self._parts, self._thunk
        if parts is None:
            assert thunk is not None
            parts = self._parts = thunk()  # kept: two threads may make the same parts twice, neither fails
        return parts

    @property
    def field(self) -> Field:
        """The field whose polynomials numerator and denominator are."""
        return self.parts[0]

    @property
    def numerator(self) -> Poly:
        """The numerator, a polynomial of the field."""
        return self.parts[1]

    @property
    def denominator(self) -> Poly:
        """The denominator, a polynomial of the field."""
        return self.parts[2]

    @property
    def reduced(self) -> bool:
        """Whether the number is certainly in lowest terms (False where a gcd was too dear)."""
        return self.parts[3]

    @cached_property
    def normal(self) -> Exact:
        """The same number over the smallest field: generators chosen again after cancelling."""
        parts = over_smallest_field(self.parts)
        return self if parts is self.parts else Exact.known(*parts, conditions=self.conditions)

    @cached_property
    def key(self) -> Key:
        """Equal keys mean equal numbers; reduced numbers over independent generators have equal keys when equal."""
        normal = self.normal
        return (
            normal.field.generators,
            tuple(terms_of(normal.numerator)),
            tuple(terms_of(normal.denominator)),
        )

    @cached_property
    def order_text(self) -> str:
        """A short text by which generators made from numbers are ordered, the same in every run.

        It is made from the polynomials, not written out: arguments three layers deep would fill pages.
        """
        normal = self.normal
        parts = [f"{normal.numerator}/{normal.denominator}", *map(order_name, normal.field.generators)]
        text = "|".join(parts)
        return (
            text if len(text) <= LONGEST_ORDER_TEXT else text[:LONGEST_ORDER_TEXT] + sha256(text.encode()).hexdigest()
        )

    @property
    def height(self) -> int:
        """How deep exponentials, logarithms and roots are nested."""
        return max((g.height for g in self.normal.field.generators), default=0)

    @property
    def is_polynomial(self) -> bool:
        """Whether the denominator is an integer."""
        return bool(self.denominator.is_constant())

    @cached_property
    def symbols(self) -> frozenset[str]:
        """Names of the free symbols."""
        if not self.field.names:
            return _NO_NAMES  # a field holds all that its generators are made of
        names: set[str] = set()
        for generator in self.normal.field.generators:
            if isinstance(generator, Symbol):
                names.add(generator.name)
            elif isinstance(generator, (Exp, LogOf, RootOf)):
                names |= generator.argument.symbols
        return frozenset(names)

    def as_fraction(self) -> Fraction | None:
        """The value as a Fraction when the number is rational, else None."""
        if self.numerator.is_zero():
            return Fraction(0)
        if self.numerator.is_constant() and self.denominator.is_constant():
            return Fraction(int(self.numerator.leading_coefficient()), int(self.denominator.leading_coefficient()))
        return None

    @property
    def unconditional(self) -> Exact:
        """The same number without its conditions."""
        return Exact.known(*self.parts) if self.conditions else self

    def with_conditions(self, conditions: Iterable[str]) -> Exact:
        """The same number, true under further conditions (texts such as "k > 0") that do not exclude one another."""
        extra = frozenset(conditions)
        if extra <= self.conditions:
            return self
        if len(extra) > 1:
            refuse_contradiction(extra)
        return Exact.known(*self.parts, conditions=joined(self.conditions, extra))

    def __reduce__(self) -> tuple[Callable[..., Exact], tuple[object, ...]]:
        normal = self.normal
        terms = terms_of(normal.numerator), terms_of(normal.denominator)
        return _rebuilt, (normal.field.generators, *terms, normal.reduced, self.conditions)

    # -- sign and zero ------------------------------------------------------------------------------------------

    def is_zero(self) -> bool | None:
        """True or False when proved, None when neither is."""
        from symattn.exact.comparing import vanishes

        return vanishes(self)

    def sign(self) -> int:
        """-1, 0 or 1, proved; UndecidedError when no precision tells, or when it depends on a symbol."""
        from symattn.exact.comparing import proved_sign

        return proved_sign(self)

    # -- arithmetic ---------------------------------------------------------------------------------------------

    def __neg__(self) -> Exact:
        field, numerator, denominator, reduced = self.parts
        return Exact.known(field, -numerator, denominator, reduced, self.conditions)

    def __pos__(self) -> Exact:
        return self

    def __abs__(self) -> Exact:
        from symattn.exact.functions import absolute

        return absolute(self)

    def __add__(self, other: object) -> Exact:
        return self._combined(other, sum_parts)

    __radd__ = __add__

    def __sub__(self, other: object) -> Exact:
        right = as_exact(other)
        return NotImplemented if right is None else self + (-right)

    def __rsub__(self, other: object) -> Exact:
        return (-self).__add__(other)

    def __mul__(self, other: object) -> Exact:
        return self._combined(other, product_parts)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Exact:
        right = as_exact(other)
        return NotImplemented if right is None else self * right.inverse()

    def __rtruediv__(self, other: object) -> Exact:
        left = as_exact(other)
        return NotImplemented if left is None else left * self.inverse()

    def _combined(self, other: object, operation: Callable[[Parts, Parts], tuple[Field, Poly, Poly]]) -> Exact:
        right = as_exact(other)
        if right is None:
            return NotImplemented  # type: ignore[no-any-return]  # Python then asks the other operand
        return Exact.from_parts(*operation(self.parts, right.parts), joined(self.conditions, right.conditions))

    def inverse(self) -> Exact:
        """1 / self; DivisionError for a proved zero, UndecidedError where zero cannot be excluded."""
        zero = self.is_zero()
        if zero:
            raise DivisionError("a division by zero has no value; the divisor is proved to be 0")
        if zero is None:
            raise UndecidedError(f"the divisor {self.told()} could not be told from 0, so the quotient is undecided")
        field, numerator, denominator, _ = self.parts
        return Exact.from_parts(field, denominator, numerator, self.conditions | self._nonzero_condition())

    def _nonzero_condition(self) -> frozenset[str]:
        """That a divisor is not 0, for one that is 0 on a whole range of values: |k| - k is where k > 0."""
        if all(generator.height < 1 for generator in self.field.generators) or not self.symbols:
            return _NO_CONDITIONS
        from symattn.exact.absolute import cancels_in_some_case

        return frozenset([condition(self, "!=")]) if cancels_in_some_case(self) else _NO_CONDITIONS

    def __pow__(self, exponent: object) -> Exact:
        from symattn.exact.functions import power

        right = as_exact(exponent)
        return NotImplemented if right is None else power(self, right)

    def __rpow__(self, base: object) -> Exact:
        from symattn.exact.functions import power

        left = as_exact(base)
        return NotImplemented if left is None else power(left, self)

    def whole_power(self, exponent: int) -> Exact:
        """self to an integer power."""
        if exponent < 0:
            return self.inverse().whole_power(-exponent)
        field, numerator, denominator, _ = self.parts
        above, below = (field.raised(poly, exponent) for poly in (numerator, denominator))
        return Exact.from_parts(field, above, below, self.conditions)

    # -- comparison ---------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        right = as_exact(other)
        if right is None:
            return NotImplemented
        from symattn.exact.comparing import compare_numbers

        found = compare_numbers(self, right).decided()
        if not found and (self.symbols or right.symbols):
            asked(lambda: "" if (self - right)._is_evident else f"whether {self.told()} is {right.told()}")
        return found

    def __hash__(self) -> int:
        value = self.as_fraction()
        if self.symbols:
            asked(lambda: f"which member of a set or dictionary {self.told()} is")
        # Equal numbers must hash alike, also those whose equality only a proof shows: one bucket holds them all.
        return hash(value) if value is not None else hash("symattn.exact.Exact")

    def __lt__(self, other: object) -> bool:
        return self._order(other) < 0

    def __le__(self, other: object) -> bool:
        return self._order(other) <= 0

    def __gt__(self, other: object) -> bool:
        return self._order(other) > 0

    def __ge__(self, other: object) -> bool:
        return self._order(other) >= 0

    def _order(self, other: object) -> int:
        difference = self - other
        try:
            return difference.sign()
        except UndecidedError:
            asked(lambda: f"how {difference.told()} compares with 0", depth=3)
            raise

    def __bool__(self) -> bool:
        zero = self.is_zero()
        if zero is None:
            raise UndecidedError(f"{self.told()} could not be told from 0")
        if self.symbols and not zero:
            asked(lambda: "" if self._is_evident else f"whether {self.told()} is 0")
        return not zero

    @property
    def _is_evident(self) -> bool:
        """Whether it is evidently not 0, whatever its symbols are."""
        from symattn.exact.comparing import certainly_positive

        return certainly_positive(self) is not None

    def __float__(self) -> float:
        asked(lambda: f"for {self.told()} as a float")
        raise FloatError(
            "an exact number is never turned into a float silently; use .decimal(places), or .sympy() for SymPy"
        )

    # -- writing ------------------------------------------------------------------------------------------------

    def written(self, style: Style) -> str:
        """The number in a style of `writing`."""
        from symattn.exact.writing import write

        return write(self, style)

    def text(self) -> str:
        """Plain text that the reader reads back to the same number."""
        from symattn.exact.writing import TEXT, write

        return write(self, TEXT)

    def told(self) -> str:
        """A short text for messages: the number itself, or how long it is."""
        count = len(self.numerator) + len(self.denominator)
        text = self.text() if count <= MOST_TOLD else ""
        if text and (len(text) <= LONGEST_TOLD or count == 2):
            return text if len(text) <= LONGEST_TOLD else f"{text[:LONGEST_TOLD]}..."
        return f"a number of {count} terms"

    def latex(self) -> str:
        """LaTeX, for use inside mathematics."""
        from symattn.exact.writing import LATEX, write

        return write(self, LATEX)

    def decimal(self, places: int) -> str:
        """The correct rounding (half away from zero) to this many decimal places."""
        from symattn.exact.decimals import decimal

        return decimal(self, places)

    def sympy(self) -> sympy.Expr:
        """The same number as a SymPy expression."""
        from symattn.exact.sympy_bridge import lower

        return lower(self)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        try:
            return f"Exact({self.text()!r})"
        except LimitError:
            return f"<Exact: {self.told()}>"

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"


def _rebuilt(
    generators: tuple[Generator, ...],
    top: list[tuple[Exponents, int]],
    bottom: list[tuple[Exponents, int]],
    reduced: bool,
    conditions: frozenset[str],
) -> Exact:
    """A number from what a pickle or a copy holds of it."""
    field = field_of(frozenset(generators))
    return Exact.known(field, from_terms(field.ring, top), from_terms(field.ring, bottom), reduced, conditions)


def as_exact(value: object) -> Exact | None:
    """An Exact from an Exact, int or Fraction; None for anything else; a float is an error."""
    if isinstance(value, Exact):
        return value
    if isinstance(value, (int, Fraction)):
        return Exact(value)
    if isinstance(value, (float, complex)):
        raise FloatError.of(value)
    return None


__all__ = ["Exact", "NumberLike", "as_exact"]
