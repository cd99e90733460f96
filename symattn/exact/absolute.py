"""Absolute values: sqrt(f^2) is |f|, and what holds for f >= 0 and for f <= 0 holds.

|f| is no generator of its own but the root of a square, sqrt(k^2).  Wherever the symbols lie, each f is at least 0 or
at most 0 there; in each of these cases |f| is f or -f, and what is left is compared by identities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from flint.utils.flint_exceptions import DomainError as NotASquareError

from symattn.errors import SymattnError
from symattn.exact.conditions import condition
from symattn.exact.feasibility import excluded
from symattn.exact.field import closure
from symattn.exact.generators import Exp, Generator, LogOf, RootOf, Symbol
from symattn.exact.polynomials import terms_of

if TYPE_CHECKING:
    from symattn.exact.field import Field
    from symattn.exact.number import Exact

MOST_ABSOLUTES = 5
LARGEST_SQUARE = 400  # terms
Case = tuple[tuple[RootOf, int], ...]  # each root of a square f^2, and the sign of f


def equal_in_every_case(first: Exact, second: Exact, conditions: frozenset[str]) -> bool:
    """Whether two numbers with absolute values are the same by identities, whatever signs the conditions leave open.

    >>> from symattn.exact import symbol
    >>> k = symbol("k")
    >>> equal_in_every_case(abs(k + abs(k)), k + abs(k), frozenset())
    True
    >>> equal_in_every_case(abs(k), k, frozenset()), equal_in_every_case(abs(k), k, frozenset(["k >= 0"]))
    (False, True)
    """
    from symattn.exact.comparing import difference_numerator

    roots = _absolutes(first, second)
    if not roots or len(roots) > MOST_ABSOLUTES:
        return False
    try:
        cases = list(_cases(roots, conditions))
        return bool(cases) and all(
            difference_numerator(_settled(first, case), _settled(second, case))[0].is_zero() for case in cases
        )
    except SymattnError:  # a case in which a number is nowhere defined, or in which that is not certain
        return False


def cancels_in_some_case(number: Exact) -> bool:
    """Whether a number that is not 0 everywhere is 0 in one case of signs, as |k| - k is for k >= 0."""
    roots = _absolutes(number)
    if not roots or len(number.numerator) == 1:
        return False
    if len(roots) > MOST_ABSOLUTES:
        return True
    try:
        return any(_settled(number, case).numerator.is_zero() for case in _cases(roots, number.conditions))
    except SymattnError:
        return True


def _absolutes(*numbers: Exact) -> list[RootOf]:
    """One root of each square of something with symbols, in any depth."""
    found: dict[object, RootOf] = {}
    for number in numbers:
        for root in _roots_of_squares(number.field):
            found.setdefault(root.argument.key, root)
    return list(found.values())


@lru_cache(maxsize=1024)
def _roots_of_squares(field: Field) -> tuple[RootOf, ...]:
    if not any(isinstance(g, (RootOf, Exp, LogOf)) for g in field.generators):
        return ()
    members = sorted((g for g in closure(field.generators) if isinstance(g, RootOf)), key=lambda g: g.height)
    return tuple(g for g in members if g.argument.symbols and inside(g) is not None)


@lru_cache(maxsize=1024)
def inside(root: RootOf) -> Exact | None:
    """The f of a root of f^2."""
    from symattn.exact.number import Exact

    field, square, below, _ = root.argument.parts
    if not below.is_one() or len(square) > LARGEST_SQUARE or any(int(degree) % 2 for degree in square.degrees()):
        return None
    try:
        return Exact.known(field, square.sqrt(), field.constant(1), True)
    except NotASquareError:
        return None


def _cases(roots: list[RootOf], conditions: frozenset[str]) -> Iterator[Case]:
    """All choices of signs that the conditions allow; together they leave no values of the symbols out.

    A case may be left out where an f of it can only be 0: with the other sign of that f it is a case too.
    """
    usual = [-1 if excluded(conditions | {condition(_of(root), ">")}) else 1 for root in roots]
    for signs in product((1, -1), repeat=len(roots)):
        if not _is_empty(roots, signs, usual, conditions):
            yield tuple(zip(roots, signs, strict=True))


def _is_empty(roots: list[RootOf], signs: Sequence[int], usual: Sequence[int], conditions: frozenset[str]) -> bool:
    signed = [_of(root) * sign for root, sign in zip(roots, signs, strict=True)]
    held = conditions.union(condition(f, ">=") for f in signed)
    if excluded(held):
        return True
    unusual = [f for f, sign, other in zip(signed, signs, usual, strict=True) if sign != other]
    return any(excluded(held | {condition(f, ">")}) for f in unusual)


def _of(root: RootOf) -> Exact:
    found = inside(root)
    assert found is not None
    return found


def _settled(number: Exact, case: Case) -> Exact:
    """The number in one case of signs, without roots of squares."""
    from symattn.exact.functions import root
    from symattn.exact.number import Exact

    signs = {root.argument.key: (_of(root), sign) for root, sign in case}
    conditions = [condition(inner * sign, ">=") for inner, sign in signs.values()]

    def settle(generator: Generator) -> Exact | None:
        if isinstance(generator, Symbol):  # what roots are left are taken under the conditions of the case
            return Exact.of_generator(generator).with_conditions(conditions)
        if not isinstance(generator, RootOf) or generator.argument.key not in signs:
            return None
        inner, sign = signs[generator.argument.key]
        size = rebuilt(inner, settle) * sign
        if generator.index == 2:
            return size
        return root(size * size, generator.index)

    return rebuilt(number, settle)


def rebuilt(number: Exact, replace: Callable[[Generator], Exact | None]) -> Exact:
    """The number with some generators, in any depth, replaced by numbers."""
    if not any(map(replace, closure(number.field.generators))):
        return number
    images = [_image(generator, replace) for generator in number.field.generators]
    top, bottom = (_put_in(terms_of(poly), images) for poly in (number.numerator, number.denominator))
    return (top / bottom).with_conditions(number.conditions)


def _image(generator: Generator, replace: Callable[[Generator], Exact | None]) -> Exact:
    from symattn.exact.functions import exp, log, root
    from symattn.exact.number import Exact

    found = replace(generator)
    if found is not None:
        return found
    match generator:
        case Exp(argument, index):
            return exp(rebuilt(argument, replace) / index)
        case LogOf(argument, _):
            return log(rebuilt(argument, replace))
        case RootOf(argument, index):
            return root(rebuilt(argument, replace), index)
    return Exact.of_generator(generator)


def _put_in(terms: Iterable[tuple[tuple[int, ...], int]], images: list[Exact]) -> Exact:
    from symattn.exact.functions import total
    from symattn.exact.number import Exact

    summands = []
    for exponents, coefficient in terms:
        summand = Exact(coefficient)
        for image, exponent in zip(images, exponents, strict=True):
            if exponent:
                summand = summand * image.whole_power(exponent)
        summands.append(summand)
    return total(summands)


__all__ = ["cancels_in_some_case", "equal_in_every_case", "inside", "rebuilt"]
