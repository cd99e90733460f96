"""Expressions that are different, many of them by very little.

Near misses keep 25 to 60 digits: a tiny number added somewhere, a forgotten key with a score of -40 and less, a
saturated tanh, a convergent.  Wrong methods are the slips that people make: a key left out, a score's sign, a rounding.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from tests.differential.algebras import mpmath_value
from tests.differential.trees import (
    ONE,
    Path,
    Tree,
    add,
    exp,
    fraction,
    names_in,
    neg,
    nodes,
    number,
    replaced,
    sub,
    tanh,
    times,
)

Change = Callable[[Tree, Random], Tree | None]


def _tiny(rng: Random) -> Fraction:
    return Fraction(rng.choice((-1, 1)), 10 ** rng.randint(25, 60))


def _chosen(tree: Tree, rng: Random, fits: Callable[[Tree], bool]) -> tuple[Path, Tree] | None:
    places = [(path, node) for path, node in nodes(tree) if fits(node)]
    return rng.choice(places) if places else None


def _is_number(node: Tree) -> bool:
    return node.op == "number"


# -- near misses -----------------------------------------------------------------------------------------------------


def tiny_added(tree: Tree, rng: Random) -> Tree | None:
    return add(tree, number(_tiny(rng)))


def tiny_factor(tree: Tree, rng: Random) -> Tree | None:
    return times(number(1 + _tiny(rng)), tree)


def tiny_inside(tree: Tree, rng: Random) -> Tree | None:
    """One number somewhere inside moved by a tiny one."""
    place = _chosen(tree, rng, _is_number)
    return None if place is None else replaced(tree, place[0], number(fraction(place[1]) + _tiny(rng)))


def forgotten_key(tree: Tree, rng: Random) -> Tree | None:
    """One more key, with a score from -40 to -138, in a denominator."""
    place = _chosen(tree, rng, lambda node: node.op == "quotient")
    if place is None:
        return None
    path, node = place
    return replaced(tree, (*path, 1), add(node.args[1], exp(number(-rng.randint(40, 138)))))


def saturated(tree: Tree, rng: Random) -> Tree | None:
    """Times tanh(n), which is 1 to 25 digits and more."""
    return times(tree, tanh(number(rng.randint(30, 69))))


def convergent(tree: Tree, rng: Random) -> Tree | None:
    """The last convergent whose denominator keeps below 10^13 to 10^30: right to twice as many digits."""
    if names_in(tree):
        return None
    bound = 10 ** rng.randint(13, 30)
    return number(_fraction_of(tree).limit_denominator(bound))


def _fraction_of(tree: Tree) -> Fraction:
    value = mpmath_value(tree, 120)
    return Fraction(int(value * 10**110), 10**110)


# -- wrong methods ---------------------------------------------------------------------------------------------------


def number_changed(tree: Tree, rng: Random) -> Tree | None:
    place = _chosen(tree, rng, _is_number)
    return None if place is None else replaced(tree, place[0], number(fraction(place[1]) + rng.choice((-1, 1))))


def key_left_out(tree: Tree, rng: Random) -> Tree | None:
    place = _chosen(tree, rng, lambda node: node.op == "quotient" and node.args[1].op == "sum")
    if place is None:
        return None
    path, node = place
    kept = list(node.args[1].args)
    kept.pop(rng.randrange(len(kept)))
    return replaced(tree, (*path, 1), add(*kept))


def sign_of_a_score(tree: Tree, rng: Random) -> Tree | None:
    place = _chosen(tree, rng, lambda node: node.op in ("exp", "sigma"))
    return None if place is None else replaced(tree, (*place[0], 0), neg(place[1].args[0]))


def complement_taken(tree: Tree, rng: Random) -> Tree | None:
    return sub(ONE, tree)


def rounded(tree: Tree, rng: Random) -> Tree | None:
    if names_in(tree):
        return None
    places = rng.randint(4, 17)
    return number(Fraction(round(_fraction_of(tree) * 10**places), 10**places))


NEAR: tuple[Change, ...] = (tiny_added, tiny_factor, tiny_inside, forgotten_key, saturated, convergent)
WRONG: tuple[Change, ...] = (number_changed, key_left_out, sign_of_a_score, complement_taken, rounded)
