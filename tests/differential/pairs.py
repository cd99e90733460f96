"""Pairs of expressions of which it is known whether they are equal.

The mix, over every sixty pairs: half equal in another form, half different, of which two thirds are near misses (to 60
digits) and one third wrong methods; two thirds nested; a tenth each with roots, logarithms and symbols.  Pair number n
of a seed is the same everywhere.

Equal pairs are equal by the identities that made them, different pairs by their values; mpmath confirms both here, so
that a fault of the generator is not taken for one of what it doubts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from tests.differential.algebras import Values, mpmath_value
from tests.differential.changes import NEAR, WRONG
from tests.differential.drawing import FEATURES, Features, draw
from tests.differential.rewriting import rewritten
from tests.differential.trees import Tree, names_in, size

BLOCK = 60
LARGEST = 420
# Where free symbols are tried: positive, since a logarithm may be taken of one.
POINTS: tuple[Values, ...] = (
    {"a": Fraction(7, 5), "k": Fraction(11, 3)},
    {"a": Fraction(13, 4), "k": Fraction(2, 7)},
)


class GeneratorFaultError(Exception):
    """A pair that is not what it was made to be: a fault of this generator."""


@dataclass(frozen=True)
class Pair:
    """Two expressions; `how` names the identities or the change that made the second from the first."""

    number: int
    left: Tree
    right: Tree
    equal: bool
    kind: str
    nested: bool
    features: Features
    how: str

    @property
    def group(self) -> str:
        """equal, near or wrong."""
        return "equal" if self.equal else self.how.split(":")[0]


def pair(seed: int, n: int) -> Pair:
    """Pair number n of a seed."""
    plan = _plan(seed, n // BLOCK)[n % BLOCK]
    rng = Random(f"pairs {seed} {n}")
    while True:
        made = _attempt(n, rng, *plan)
        if made is not None:
            return made


def pairs(seed: int, count: int, start: int = 0) -> Iterator[Pair]:
    """Pairs start, start + 1, ... of a seed."""
    return (pair(seed, n) for n in range(start, start + count))


@lru_cache(maxsize=64)
def _plan(seed: int, block: int) -> list[tuple[bool, bool, Features]]:
    """Equal, nested and features for each pair of a block: exact shares, in random order."""
    rng = Random(f"plan {seed} {block}")
    equal = _share(rng, BLOCK // 2)
    nested = _share(rng, 2 * BLOCK // 3)
    featured = {feature: _share(rng, BLOCK // 10) for feature in FEATURES}
    return [(equal[i], nested[i], frozenset(f for f in FEATURES if featured[f][i])) for i in range(BLOCK)]


def _share(rng: Random, count: int) -> list[bool]:
    flags = [True] * count + [False] * (BLOCK - count)
    rng.shuffle(flags)
    return flags


def _attempt(n: int, rng: Random, equal: bool, nested: bool, features: Features) -> Pair | None:
    base, kind = draw(rng, nested, features)
    try:
        left, right, how = _equal_forms(base, rng) if equal else _different_forms(base, rng)
        if left == right or max(size(left), size(right)) > LARGEST:
            return None
        confirmed = confirm(left, right)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None  # a rewriting or a change left the reals
    if confirmed is None:
        return None
    if confirmed != equal:
        if equal:
            raise GeneratorFaultError(f"pair {n}: {how} changed the value")
        return None  # the change made no difference
    if rng.random() < 0.5:
        left, right = right, left
    return Pair(n, left, right, equal, kind, nested, features, how)


def _equal_forms(base: Tree, rng: Random) -> tuple[Tree, Tree, str]:
    right, steps = rewritten(base, rng, rng.choice((1, 2, 2, 3, 4)))
    left, more = rewritten(base, rng, 1) if rng.random() < 0.3 else (base, [])
    return left, right, "equal: " + ", ".join(more + steps)


def _different_forms(base: Tree, rng: Random) -> tuple[Tree, Tree, str]:
    near = rng.random() < 2 / 3
    change = rng.choice(NEAR if near else WRONG)
    changed = change(base, rng)
    if changed is None:
        return base, base, ""
    right, steps = rewritten(changed, rng, rng.choice((0, 1, 2, 3)))
    return base, right, f"{'near' if near else 'wrong'}: " + ", ".join([change.__name__, *steps])


def confirm(left: Tree, right: Tree) -> bool | None:
    """Whether the values agree at every point; None where they are neither close enough nor clearly apart."""
    points: tuple[Values, ...] = POINTS if names_in(left) | names_in(right) else ({},)
    for values in points:
        for digits in (250, 900):
            a, b = (mpmath_value(tree, digits, values) for tree in (left, right))
            close = _close(a, b, digits)
            if close is True:  # 1 - (1 - x) may have lost an x of 165 zeros: what looks different is looked at again
                break
        if close is not True:
            return close
    return True


def _close(a: Any, b: Any, digits: int) -> bool | None:
    """True when they agree to 160 of 250 digits (600 of 900), False when they differ within 130 digits, else None."""
    if not isinstance(a, type(b)) or not _finite(a) or not _finite(b):
        raise ValueError("the value is not a finite real number")
    context = a.context
    size_ = max(abs(a), abs(b), context.mpf(1) / 10**30)
    gap = abs(a - b) / size_
    if gap == 0 or gap < context.mpf(10) ** (-2 * digits // 3 + 7):
        return True
    return False if gap > context.mpf(10) ** -130 else None


def _finite(x: Any) -> bool:
    return bool(x.context.isfinite(x)) and not hasattr(x, "_mpc_")
