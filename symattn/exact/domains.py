"""Where logarithms and roots of numbers with symbols are real: the conditions that they ask for, and no more."""

from __future__ import annotations

from symattn.errors import DomainError
from symattn.exact.comparing import certainly_positive
from symattn.exact.conditions import condition
from symattn.exact.factors import Factors, signed_factors, sole_generator
from symattn.exact.feasibility import excluded, is_forced_nonzero
from symattn.exact.generators import RootOf, Symbol
from symattn.exact.number import Exact


def where_positive(x: Exact) -> Exact:
    """A number with symbols under the conditions that make it positive."""
    if certainly_positive(x) == 1:
        return x
    factors = signed_factors(x)
    required = factors.odd_part()
    if required.as_fraction() == -1:
        raise DomainError(f"ln({x.told()}) is not a real number: its argument is nowhere positive")
    if required.as_fraction() is None:
        x = x.with_conditions(_conditions_for(required, x.conditions))
    even = [base for base, exponent in factors.unknown if exponent % 2 == 0]
    for base in [*(base for base, _ in factors.certain), *even]:
        # The logarithm of a root asks for what its radicand must be.
        if base.symbols and not isinstance(sole_generator(base), RootOf) and not _is_nonzero(base, x.conditions):
            x = x.with_conditions([condition(base, "!=")])
    return x


def _is_nonzero(base: Exact, conditions: frozenset[str]) -> bool:
    known = base.with_conditions(conditions)
    return certainly_positive(known) is not None or is_forced_nonzero(base, conditions)


def _conditions_for(required: Exact, known: frozenset[str]) -> list[str]:
    """Conditions that make a number with symbols positive: those of its factors when these suffice, else its own.

    ln(k m) asks for k > 0 and m > 0, for short; ln(k + 6) for no more than it needs: sqrt(-k) may stand beside it.
    """
    own = [f"{name} > 0" for name in sorted(required.symbols)]
    if certainly_positive(required.unconditional.with_conditions(own)) == 1:
        parts = _conditions_of_factors(required.unconditional) or own
        if not excluded(known.union(parts)):
            return parts
    wanted = condition(required, ">")
    if excluded(frozenset([wanted])):
        raise DomainError(f"{required.told()} is nowhere positive, so its logarithms and even roots are not real")
    return [wanted]


def _conditions_of_factors(required: Exact) -> list[str]:
    """That each factor is positive, the symbols first, without what follows from those before: k > 0 for k (k + 1)."""
    factors = signed_factors(required)
    found: list[str] = []
    for base, exponent in sorted(factors.unknown, key=lambda factor: len(factor[0].numerator)):
        if exponent % 2 and not excluded(frozenset([*found, condition(base, "<=")])):
            only = sole_generator(base)
            found.append(f"{only.name} > 0" if isinstance(only, Symbol) else condition(base, ">"))
    return found if factors.sign == 1 else []


def where_rooted(x: Exact, index: int) -> Exact:
    """A number with symbols under conditions that settle a sign on which the root depends."""
    required = required_sign(signed_factors(x), index)
    if required.as_fraction() == -1:
        raise DomainError(f"the root of index {index} of {x.told()} is not a real number: it is nowhere positive")
    return x if required.as_fraction() else x.with_conditions(_conditions_for(required, x.conditions))


def where_not_negative(x: Exact) -> Exact:
    """A number under the conditions that its square root needs.

    >>> from symattn.exact import symbol
    >>> sorted(where_not_negative(symbol("k") ** 3 * symbol("m") ** 2).conditions)
    ['k > 0']
    """
    return where_rooted(x, 2) if x.symbols else x


def required_sign(factors: Factors, index: int) -> Exact:
    """What must not be negative: of an odd root that part alone which comes out as no whole power and no square."""
    if index % 2 == 0:
        return factors.odd_part()
    if not any(needs_sign(exponent, index) for _, exponent in factors.unknown):
        return Exact(1)
    return factors.odd_part(lambda exponent: needs_sign(exponent, index))


def needs_sign(exponent: int, index: int) -> bool:
    """Whether f^(exponent/index) is no product of a whole power of f and a power of f^2."""
    return exponent % 2 == 1 and (index % 2 == 0 or 0 < exponent < index)


__all__ = ["needs_sign", "required_sign", "where_not_negative", "where_positive", "where_rooted"]
