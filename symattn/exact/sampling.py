"""Points at which free symbols may be looked at: rational values that provably satisfy given conditions.

A condition holds at a point where a certified enclosure says so; a point of which that is not certain is no sample.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from random import Random

from symattn.exact.conditions import Claim, claim_of
from symattn.exact.enclosures import Values, sign_of
from symattn.exact.feasibility import Line, feasible_pieces, lines_by_variable
from symattn.exact.generators import Symbol
from symattn.exact.real_line import inner_points

SAMPLES = 6
MOST_TRIES = 300
LAST_BITS = 1024
USUAL = tuple(map(Fraction, ("2/3", "-8", "5/7", "3", "-3/4", "1/10", "40", "-1/9", "-33", "7/2", "400", "-500")))


def sample_points(names: list[str]) -> list[Values]:
    """Positive rational values for free symbols, distinct and unrelated."""
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    points: list[Values] = []
    for shift in range(SAMPLES):
        points.append(
            {
                name: Fraction(primes[(i + shift) % len(primes)] + i // len(primes), 3 + shift + 2 * (i % 5))
                for i, name in enumerate(names)
            }
        )
    return points


def points_below_zero(names: list[str]) -> list[Values]:
    """The sample points with signs changed, of all and of one: only there does |k| differ from k."""
    points = sample_points(names)
    below: list[Values] = [{name: -12 * value for name, value in points[0].items()}]
    return below + [{**points[1], name: -12 * points[1][name]} for name in names[: SAMPLES - 1]]


def points_under(names: list[str], conditions: frozenset[str]) -> tuple[Values, ...]:
    """Values for these symbols, and for those of the conditions, at which all conditions hold; none if none are found.

    >>> [values["k"] for values in points_under(["k"], frozenset(["k < 0"]))][:2]
    [Fraction(-8, 1), Fraction(-9, 1)]
    """
    return _points(tuple(sorted(names)), conditions)


@lru_cache(maxsize=512)
def _points(names: tuple[str, ...], conditions: frozenset[str]) -> tuple[Values, ...]:
    claims = [claim_of(condition) for condition in conditions]
    known = [claim for claim in claims if claim is not None]
    if len(known) < len(claims):
        return ()
    every = sorted({*names, *(name for claim in known for name in claim.number.symbols)})
    if not every:
        return ({},) if not known else ()
    found: list[Values] = []
    for values in _candidates(every, conditions):
        if values not in found and all(_holds(claim, values) for claim in known):
            found.append(values)
            if len(found) > 2 * SAMPLES:
                break
    return tuple(found)


def _candidates(names: list[str], conditions: frozenset[str]) -> Iterator[Values]:
    yield from sample_points(names)
    yield from points_below_zero(names)
    if not conditions:
        return
    pools = _pools(names, conditions)
    random = Random(0)
    for _ in range(MOST_TRIES):
        yield {name: random.choice(pools[name]) for name in names}


def _pools(names: list[str], conditions: frozenset[str]) -> dict[str, list[Fraction]]:
    """Values to try for each symbol: those that satisfy what the conditions say of it alone."""
    lines = lines_by_variable(conditions)
    return {name: _values_on(lines.get(Symbol(name), [])) or list(USUAL) for name in names}


def _values_on(lines: list[Line]) -> list[Fraction]:
    open_pieces = [piece for piece in feasible_pieces(lines) or [] if piece.root_of is None]
    points = [*USUAL, *(point for piece in open_pieces for point in inner_points(piece, open_pieces))]
    return [point for point in points if all(line.holds_at(point) for line in lines)]


def _holds(claim: Claim, values: Values) -> bool:
    sign = sign_of(claim.number, values, LAST_BITS)
    return sign == 1 or (claim.relation == "!=" and sign == -1)


__all__ = ["SAMPLES", "points_under", "sample_points"]
