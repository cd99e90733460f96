"""One number of an exact array: finite and exact, an infinity, or a NaN that knows where it came from.

What code does with infinities follows IEEE 754 (exp(-oo) = 0, max(-oo, x) = x, -oo - -oo = NaN, 1/0 = oo, 0/0 = NaN),
without signed zeros. Finite numbers are the engine's; a float is the dyadic rational that it is.

    >>> Scalar.of(0.5) + 1, Scalar.of(float("-inf")).exp(), (Scalar.of(0) / 0).why
    (Scalar('3/2'), Scalar('0'), '0/0')

Comparing free symbols is refused unless it comes out one way for all their values; the larger of two becomes an opaque
symbol (`recording`), which may cancel.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from math import isinf, isnan
from typing import Any, Literal, TypeAlias

from symattn.errors import FloatError, KindError, UndecidedError
from symattn.exact import MINUS_INFINITY, Exact, MinusInfinity, exp, log, sqrt, tanh
from symattn.exact.comparing import certainly_positive
from symattn.verifying.recording import current, refusals_noted

Kind: TypeAlias = Literal["finite", "oo", "-oo", "nan"]
_ZERO = Exact(0)
_OF_PART = {"log": "a logarithm", "sqrt": "a root"}
_DIVISION = "0/0"


class Scalar:
    """An exact number, oo, -oo or NaN; immutable. ``why`` says which operation made a NaN."""

    __slots__ = ("kind", "number", "why")

    kind: Kind
    number: Exact
    why: str

    def __init__(self, kind: Kind, number: Exact = _ZERO, why: str = "") -> None:
        self.kind = kind
        self.number = number
        self.why = why

    @classmethod
    def of(cls, value: object) -> Scalar:
        """The scalar that a Python or NumPy number, an exact value or -oo is. Errors: KindError for anything else."""
        found = scalar_or_none(value)
        if found is None:
            raise KindError(f"{value!r} ({type(value).__name__}) is no number that exact arrays can hold")
        return found

    @property
    def is_finite(self) -> bool:
        """Whether it is a number."""
        return self.kind == "finite"

    @property
    def is_nan(self) -> bool:
        """Whether it is not a number."""
        return self.kind == "nan"

    def text(self) -> str:
        """The number as text that reads back; "oo", "-oo", or NaN with its cause."""
        if self.is_finite:
            return self.number.told()
        return f"NaN (from {self.why})" if self.is_nan and self.why else "NaN" if self.is_nan else self.kind

    def entry(self) -> Exact | MinusInfinity | None:
        """What a matrix of the engine holds: the number, -oo, or None for what it cannot hold."""
        return self.number if self.is_finite else MINUS_INFINITY if self.kind == "-oo" else None

    # -- arithmetic ---------------------------------------------------------------------------------------------

    def __neg__(self) -> Scalar:
        return Scalar("finite", -self.number) if self.is_finite else _NEGATED.get(self.kind, self)

    def __pos__(self) -> Scalar:
        return self

    def __abs__(self) -> Scalar:
        return -self if self.kind == "-oo" or (self.is_finite and self.sign() < 0) else self

    def __add__(self, other: object) -> Scalar:
        return _with(self, other, _sum)

    def __radd__(self, other: object) -> Scalar:
        return _with(self, other, lambda a, b: _sum(b, a))

    def __sub__(self, other: object) -> Scalar:
        return _with(self, other, _difference)

    def __rsub__(self, other: object) -> Scalar:
        return _with(self, other, lambda a, b: _difference(b, a))

    def __mul__(self, other: object) -> Scalar:
        return _with(self, other, _product)

    def __rmul__(self, other: object) -> Scalar:
        return _with(self, other, lambda a, b: _product(b, a))

    def __truediv__(self, other: object) -> Scalar:
        return _with(self, other, _quotient)

    def __rtruediv__(self, other: object) -> Scalar:
        return _with(self, other, lambda a, b: _quotient(b, a))

    def __pow__(self, other: object) -> Scalar:
        return _with(self, other, _power)

    def __rpow__(self, other: object) -> Scalar:
        return _with(self, other, lambda a, b: _power(b, a))

    # -- functions, by the names under which NumPy looks for them on the entries of an array of objects ----------

    def exp(self) -> Scalar:
        """e to the power of it."""
        return self._through(exp, {"-oo": Scalar("finite"), "oo": self})

    def log(self) -> Scalar:
        """The natural logarithm; -oo of 0, NaN of a negative number."""
        if self.is_finite and not self.number.symbols and self.sign() <= 0:
            return MINUS if self.number.is_zero() else not_a_number(f"log({self.text()})")
        return self._through(log, {"oo": self})

    def sqrt(self) -> Scalar:
        """The square root; NaN of a negative number."""
        if self.is_finite and not self.number.symbols and self.sign() < 0:
            return not_a_number(f"sqrt({self.text()})")
        return self._through(sqrt, {"oo": self})

    def tanh(self) -> Scalar:
        """The hyperbolic tangent."""
        return self._through(tanh, {"oo": Scalar("finite", Exact(1)), "-oo": Scalar("finite", Exact(-1))})

    def _through(self, function: Callable[[Exact], Exact], at: dict[str, Scalar]) -> Scalar:
        if self.is_finite:
            found = function(self.number)
            if not found.conditions <= self.number.conditions:
                current().may_be_undefined(_OF_PART[function.__name__])
            return Scalar("finite", found)
        if self.is_nan:
            return self
        return at[self.kind] if self.kind in at else not_a_number(f"{function.__name__}({self.kind})")

    def conjugate(self) -> Scalar:
        """Itself: everything here is real."""
        return self

    # -- order --------------------------------------------------------------------------------------------------

    def sign(self) -> int:
        """-1, 0 or 1 of a number, oo or -oo. Errors: UndecidedError where it depends on a symbol."""
        return {"oo": 1, "-oo": -1}.get(self.kind) or proved_order(self.number)

    def __eq__(self, other: object) -> bool:
        return _ordered(self, other, lambda order: order == 0)

    def __ne__(self, other: object) -> bool:
        return _ordered(self, other, lambda order: order != 0, of_nan=True)

    def __lt__(self, other: object) -> bool:
        return _ordered(self, other, lambda order: order < 0)

    def __le__(self, other: object) -> bool:
        return _ordered(self, other, lambda order: order <= 0)

    def __gt__(self, other: object) -> bool:
        return _ordered(self, other, lambda order: order > 0)

    def __ge__(self, other: object) -> bool:
        return _ordered(self, other, lambda order: order >= 0)

    def __str__(self) -> str:
        return self.text()

    def __hash__(self) -> int:
        return hash(self.number) if self.is_finite else hash(self.kind)

    def __bool__(self) -> bool:
        return not self.is_finite or self.sign() != 0

    # -- what would leave the exact numbers ---------------------------------------------------------------------

    def __float__(self) -> float:
        with refusals_noted():
            raise FloatError(
                "float() was asked of an exact number: let the code stay with NumPy functions (np.exp, not math.exp) "
                "and with arrays that it makes from its arguments"
            )

    def __int__(self) -> int:
        value = self.number.as_fraction() if self.is_finite else None
        with refusals_noted():
            if value is None or value.denominator != 1:
                raise KindError(f"int() was asked of {self.text()}, which is no whole number")
        return int(value)

    __index__ = __int__

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        from symattn.verifying.arrays import apply_ufunc

        return apply_ufunc(ufunc, method, inputs, options)

    def __format__(self, spec: str) -> str:
        """With as many decimals as asked for, ".3f" or ".3e"; the text otherwise."""
        places = re.fullmatch(r"[<>^+ ]?\d*\.(\d+)[efg]", spec)
        is_plain = places is not None and self.is_finite and not self.number.symbols
        return self.number.decimal(int(places[1])) if places is not None and is_plain else self.text()

    def item(self) -> Scalar:
        """Itself: NumPy's numbers give a Python float here, which an exact number is not."""
        return self

    def __repr__(self) -> str:
        return f"Scalar({self.text()!r})"


PLUS, MINUS = Scalar("oo"), Scalar("-oo")
NEVER_SET = Scalar("nan", why="an entry of np.empty that was never set")  # what is there could be anything
_NEGATED = {"oo": MINUS, "-oo": PLUS}


def not_a_number(why: str) -> Scalar:
    """A NaN with the operation that made it; the run remembers it."""
    current().nan(why)
    return Scalar("nan", why=why)


def scalar_or_none(value: object) -> Scalar | None:
    """The scalar that a value is, None where it is no number; floats are remembered by the run."""
    if isinstance(value, Scalar):
        return value
    if isinstance(value, Exact):
        return Scalar("finite", value)
    if isinstance(value, MinusInfinity):
        return MINUS
    if isinstance(value, (int, Fraction)):
        return _of_rational(value if isinstance(value, Fraction) else int(value))
    if isinstance(value, float):
        return _of_float(value)
    return _of_numpy(value)


def _of_float(value: float) -> Scalar:
    if isnan(value):
        return not_a_number("a NaN in the code")
    if isinf(value):
        return PLUS if value > 0 else MINUS
    return _of_rational(Fraction(value))


def _of_rational(value: int | Fraction) -> Scalar:
    current().constant(Fraction(value))
    return Scalar("finite", Exact(value))


def _of_numpy(value: object) -> Scalar | None:
    """The scalar behind a NumPy scalar or an array of one entry without axes."""
    import numpy

    if isinstance(value, numpy.bool_ | numpy.integer):
        return _of_rational(int(value))
    if isinstance(value, numpy.floating):
        return _of_float(float(value))
    if isinstance(value, numpy.ndarray) and value.ndim == 0:
        return scalar_or_none(value.item())
    return None


def proved_order(number: Exact) -> int:
    """The sign of a number, the same for all values of its free symbols. Errors: UndecidedError."""
    if not number.symbols:
        return number.sign()
    if number.numerator.is_zero():
        return 0
    evident = certainly_positive(number)
    with refusals_noted():
        if evident is None:
            names = ", ".join(sorted(number.symbols))
            raise UndecidedError(f"which way {number.told()} compares with 0 depends on {names}")
    return evident


def _ordered(first: Scalar, second: object, holds: Callable[[int], bool], *, of_nan: bool = False) -> bool:
    other = scalar_or_none(second)
    if other is None:
        return NotImplemented  # type: ignore[no-any-return]  # Python then asks the other operand
    if first.is_nan or other.is_nan:
        return of_nan
    return holds(order_of(first, other))


def order_of(first: Scalar, second: Scalar) -> int:
    """-1, 0 or 1: how two scalars that are no NaN compare."""
    if first.is_finite and second.is_finite:
        return proved_order(first.number - second.number)
    ranks = {"-oo": -1, "finite": 0, "oo": 1}
    return (ranks[first.kind] > ranks[second.kind]) - (ranks[first.kind] < ranks[second.kind])


# -- operations of two ------------------------------------------------------------------------------------------------


def _with(first: Scalar, other: object, operation: Callable[[Scalar, Scalar], Scalar]) -> Scalar:
    second = scalar_or_none(other)
    if second is None:
        return NotImplemented  # type: ignore[no-any-return]  # Python then asks the other operand
    if first.is_nan or second.is_nan:
        return first if first.is_nan else second
    return operation(first, second)


def _sum(a: Scalar, b: Scalar) -> Scalar:
    if a.is_finite and b.is_finite:
        return Scalar("finite", a.number + b.number)
    if a.is_finite or b.is_finite or a.kind == b.kind:
        return b if a.is_finite else a
    return not_a_number(f"{a.kind} + {b.kind}")


def _difference(a: Scalar, b: Scalar) -> Scalar:
    if a.is_finite and b.is_finite:
        return Scalar("finite", a.number - b.number)
    if not a.is_finite and a.kind == b.kind:
        return not_a_number(f"{a.kind} - {b.kind}")
    return -b if a.is_finite else a


def _product(a: Scalar, b: Scalar) -> Scalar:
    if a.is_finite and b.is_finite:
        return Scalar("finite", a.number * b.number)
    sign = a.sign() * b.sign()
    if not sign:
        return not_a_number(f"{'0' if a.is_finite else a.kind} * {'0' if b.is_finite else b.kind}")
    return PLUS if sign > 0 else MINUS


def _quotient(a: Scalar, b: Scalar) -> Scalar:
    if not b.is_finite:
        return Scalar("finite") if a.is_finite else not_a_number(f"{a.kind} / {b.kind}")
    if b.number.is_zero():
        sign = a.sign()
        return (PLUS if sign > 0 else MINUS) if sign else not_a_number(_DIVISION)
    if b.number.symbols and certainly_positive(b.number) is None:
        current().may_be_undefined("a quotient")
    return Scalar("finite", a.number / b.number) if a.is_finite else _product(a, b)


def _is_broken(number: Exact) -> bool:
    """Whether it is a number that is certainly not whole."""
    value = number.as_fraction()
    return value is not None and value.denominator > 1


def _power(a: Scalar, b: Scalar) -> Scalar:
    if a.is_finite and b.is_finite:
        if a.number.is_zero() and not b.number.symbols and b.sign() < 0:
            return PLUS
        if not a.number.symbols and a.sign() < 0 and _is_broken(b.number):
            return not_a_number(f"{a.text()} ** {b.text()}")
        found: Exact = a.number**b.number
        if found.conditions or b.number.symbols or (a.number.symbols and b.sign() < 0):
            current().may_be_undefined("a power")
        return Scalar("finite", found)
    if a.is_finite and a.sign() > 0 and not b.is_finite:
        grows = proved_order(a.number - 1) * b.sign()
        return PLUS if grows > 0 else Scalar("finite", Exact(0 if grows < 0 else 1))
    raise KindError(f"{a.text()} ** {b.text()} is not calculated: powers of exact arrays are finite")
