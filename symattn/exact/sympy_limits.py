"""What SymPy would not come to an end with: found before an object of it is made.

SymPy's exp looks at the size of its argument, for which it works out towers of powers, and at the logarithms in it,
where it writes 10^9 log(3) as log(3^(10^9)).
"""

from __future__ import annotations

from flint import arb

from symattn.exact.enclosures import FIRST_BITS, enclose
from symattn.exact.generators import Log, LogOf
from symattn.exact.number import Exact

LARGEST_BITS = 65_536  # of the size of an exponent
LARGEST_BESIDE_A_LOGARITHM = 10_000


def is_endless_to_sympy(argument: Exact) -> bool:
    """Whether SymPy's exp would hang on an argument.

    >>> is_endless_to_sympy(Exact(10**40))
    False
    """
    if not argument.symbols:
        bound = enclose(argument, FIRST_BITS).abs_upper()
        if not bound.is_finite() or bound > arb(2) ** LARGEST_BITS:
            return True
    if len(argument.numerator) == 1 and argument.is_polynomial:
        return False
    has_logarithms = any(isinstance(each, Log | LogOf) for each in argument.field.generators)
    coefficients = (*argument.numerator.coeffs(), *argument.denominator.coeffs())
    return has_logarithms and max(map(abs, coefficients)) > LARGEST_BESIDE_A_LOGARITHM


__all__ = ["is_endless_to_sympy"]
