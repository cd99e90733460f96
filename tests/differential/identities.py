"""Identities by which an expression is written in another form: each takes a node and returns an equal one, or None.

Identities that need a positive number ask `positive`; a free symbol counts as real, never as positive.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from random import Random

from tests.differential.algebras import mpmath_value
from tests.differential.trees import (
    ONE,
    Tree,
    add,
    exp,
    fraction,
    ln,
    names_in,
    neg,
    number,
    over,
    power,
    root,
    sigma,
    size,
    sub,
    tanh,
    times,
)

Identity = Callable[[Tree, Random], Tree | None]
HALF = number(Fraction(1, 2))


@lru_cache(maxsize=65_536)
def positive(tree: Tree) -> bool:
    """Whether the tree is certainly positive: by its kind, or, without free symbols, by its value."""
    match tree.op:
        case "number":
            return fraction(tree) > 0
        case "exp" | "sigma" | "pi":
            return True
        case "name":
            return False
        case "product" | "quotient" | "power" | "root" if all(map(positive, tree.args)):
            return True
        case "sum" if all(map(positive, tree.args)):
            return True
    return not names_in(tree) and bool(mpmath_value(tree, 40) > 1e-12)


def _terms(tree: Tree) -> tuple[Tree, ...]:
    return tree.args if tree.op == "sum" else (tree,)


def _factors(tree: Tree) -> tuple[Tree, ...]:
    return tree.args if tree.op == "product" else (tree,)


def _shifted(term: Tree, shift: Tree) -> Tree:
    """The term times exp(shift), in its own exponential where it has one."""
    factors = list(_factors(term))
    for i, factor in enumerate(factors):
        if factor.op == "exp":
            factors[i] = exp(_joined(factor.args[0], shift))
            return times(*factors)
    return times(term, exp(shift))


def _joined(left: Tree, right: Tree) -> Tree:
    """left + right, added up where both are plain numbers or opposite."""
    if left.op == right.op == "number":
        return number(fraction(left) + fraction(right))
    return number(0) if neg(left) == right else add(left, right)


def _quotient_of_sums(node: Tree) -> bool:
    return node.op == "quotient" and node.args[1].op == "sum"


# -- softmax ---------------------------------------------------------------------------------------------------------


def shift(node: Tree, rng: Random) -> Tree | None:
    """Every score moved by one number: numerator and denominator times exp(c)."""
    if not _quotient_of_sums(node):
        return None
    above, below = node.args
    exponents = [f.args[0] for t in _terms(below) for f in _factors(t) if f.op == "exp"]
    choices = [neg(e) for e in exponents] + [number(rng.randint(-9, 9)), number(Fraction(rng.randint(-30, 30), 10))]
    c = rng.choice(choices)
    return over(add(*(_shifted(t, c) for t in _terms(above))), add(*(_shifted(t, c) for t in _terms(below))))


def extend(node: Tree, rng: Random) -> Tree | None:
    """Top and bottom times one positive factor."""
    if node.op != "quotient":
        return None
    above, below = node.args
    factor = rng.choice([number(rng.randint(2, 99)), exp(ONE), exp(number(-2)), add(ONE, exp(ONE)), exp(HALF)])
    if rng.random() < 0.5:
        return over(add(*(times(factor, t) for t in _terms(above))), add(*(times(factor, t) for t in _terms(below))))
    return over(times(above, factor), times(factor, below))


def complement(node: Tree, rng: Random) -> Tree | None:
    """a/(a + b) as 1 - b/(a + b)."""
    if not _quotient_of_sums(node):
        return None
    above, below = node.args
    rest = list(_terms(below))
    for term in _terms(above):
        if term not in rest:
            return sub(ONE, over(sub(below, above), below)) if rng.random() < 0.3 else None
        rest.remove(term)
    return sub(ONE, over(add(*rest), below)) if rest else None


def one_minus(node: Tree, rng: Random) -> Tree | None:
    """x as 1 - (1 - x)."""
    return None if node.op == "number" else sub(ONE, sub(ONE, node))


def to_sigma(node: Tree, rng: Random) -> Tree | None:
    """exp(a)/(exp(a) + exp(b)) as sigma(a - b)."""
    if not _quotient_of_sums(node) or node.args[0].op != "exp" or len(node.args[1].args) != 2:
        return None
    others = [t for t in node.args[1].args if t != node.args[0]]
    if len(others) != 1:
        return None
    if others[0] == ONE:
        return sigma(node.args[0].args[0])
    return sigma(sub(node.args[0].args[0], others[0].args[0])) if others[0].op == "exp" else None


def from_sigma(node: Tree, rng: Random) -> Tree | None:
    """sigma(x) in one of its forms."""
    if node.op != "sigma":
        return None
    (x,) = node.args
    forms = [
        over(ONE, add(ONE, exp(neg(x)))),
        over(exp(x), add(exp(x), ONE)),
        sub(ONE, sigma(neg(x))),
        times(HALF, add(ONE, tanh(times(HALF, x)))),
        over(exp(times(HALF, x)), add(exp(times(HALF, x)), exp(times(number(Fraction(-1, 2)), x)))),
    ]
    return rng.choice(forms)


def from_tanh(node: Tree, rng: Random) -> Tree | None:
    """tanh(x) in one of its forms."""
    if node.op != "tanh":
        return None
    (x,) = node.args
    double = exp(times(number(2), x))
    forms = [
        over(sub(exp(x), exp(neg(x))), add(exp(x), exp(neg(x)))),
        sub(times(number(2), sigma(times(number(2), x))), ONE),
        sub(ONE, over(number(2), add(double, ONE))),
        over(sub(double, ONE), add(double, ONE)),
    ]
    return rng.choice(forms)


# -- exponentials and logarithms -------------------------------------------------------------------------------------


def split_exponent(node: Tree, rng: Random) -> Tree | None:
    """exp of a sum as a product, of a multiple as a power, or of anything as a square or an inverse."""
    if node.op != "exp":
        return None
    (x,) = node.args
    if x.op == "sum" and rng.random() < 0.7:
        return times(*(exp(t) for t in x.args))
    if x.op == "number" and fraction(x).denominator == 1 and abs(fraction(x)) > 1 and rng.random() < 0.5:
        return power(exp(ONE), int(fraction(x)))
    return rng.choice([power(exp(times(HALF, x)), 2), over(ONE, exp(neg(x))), power(exp(neg(x)), -1)])


def join_exponents(node: Tree, rng: Random) -> Tree | None:
    """A product of exponentials as one."""
    found = [f for f in _factors(node) if f.op == "exp"]
    if len(found) < 2:
        return None
    rest = [f for f in _factors(node) if f.op != "exp"]
    return times(*rest, exp(add(*(f.args[0] for f in found))))


def through_logarithm(node: Tree, rng: Random) -> Tree | None:
    """x as ln(exp(x)), or a positive x as exp(ln(x))."""
    if positive(node) and rng.random() < 0.6:
        return exp(ln(node))
    return ln(exp(node)) if size(node) < 40 else None


def coefficient_into_exponent(node: Tree, rng: Random) -> Tree | None:
    """c exp(x) as exp(x + ln c)."""
    if node.op != "product" or node.args[0].op != "number" or not positive(node.args[0]):
        return None
    for i, factor in enumerate(node.args):
        if factor.op == "exp":
            rest = [f for j, f in enumerate(node.args) if j not in (0, i)]
            return times(*rest, exp(add(factor.args[0], ln(node.args[0]))))
    return None


def log_laws(node: Tree, rng: Random) -> Tree | None:
    """The logarithm of a product, quotient, power, root, exponential or sum of exponentials, taken apart."""
    if node.op != "ln":
        return None
    (x,) = node.args
    if x.op in ("product", "quotient") and all(map(positive, x.args)):
        logs = [ln(a) for a in x.args]
        return add(*logs) if x.op == "product" else sub(*logs)
    if x.op in ("power", "root") and positive(x.args[0]):
        assert isinstance(x.leaf, int)
        return times(number(x.leaf if x.op == "power" else Fraction(1, x.leaf)), ln(x.args[0]))
    if x.op == "exp":
        return x.args[0]
    if x.op == "number":
        return _log_of_number(fraction(x), rng)
    exponents = [f.args[0] for t in _terms(x) for f in _factors(t) if f.op == "exp"]
    if x.op == "sum" and exponents:
        m = rng.choice(exponents)
        return add(m, ln(add(*(_shifted(t, neg(m)) for t in x.args))))
    return None


def _log_of_number(value: Fraction, rng: Random) -> Tree | None:
    if value.denominator > 1:
        return sub(ln(number(value.numerator)), ln(number(value.denominator)))
    divisors = [p for p in (2, 3, 5, 7, 11) if value.numerator % p == 0 and value.numerator > p]
    if not divisors:
        return neg(ln(number(1 / value)))
    p = rng.choice(divisors)
    return add(ln(number(p)), ln(number(value / p)))


# -- roots -----------------------------------------------------------------------------------------------------------


def root_laws(node: Tree, rng: Random) -> Tree | None:
    """Roots taken apart, moved below, or drawn from a square or a cube."""
    if node.op == "root":
        index = node.leaf
        assert isinstance(index, int)
        (x,) = node.args
        if x.op == "exp":
            return exp(times(number(Fraction(1, index)), x.args[0]))
        if x.op in ("product", "quotient") and all(map(positive, x.args)):
            apart = [root(a, index) for a in x.args]
            return times(*apart) if x.op == "product" else over(*apart)
        if x.op == "number":
            square = rng.choice((4, 9, 25)) if index == 2 else rng.choice((8, 27))
            inside = {4: 2, 9: 3, 25: 5, 8: 2, 27: 3}[square]
            return times(number(Fraction(1, inside)), root(number(square * fraction(x)), index))
        return over(x, root(x, 2)) if index == 2 and positive(x) else None
    if positive(node) and size(node) < 30:
        return root(power(node, 2), 2) if rng.random() < 0.6 else root(power(node, 3), 3)
    return None


def nest_root(node: Tree, rng: Random) -> Tree | None:
    """a + b sqrt c as the root of its square, multiplied out: sqrt(3 + 2 sqrt 2) for 1 + sqrt 2."""
    if node.op != "root" or node.leaf != 2 or node.args[0].op != "number":
        return None
    c = fraction(node.args[0])
    if c <= 0:
        return None
    a = Fraction(rng.randint(1, 5))
    if rng.random() < 0.7:
        return sub(root(add(number(a * a + c), times(number(2 * a), node))), number(a))
    inside = add(number(a**3 + 3 * a * c), times(number(3 * a * a + c), node))
    return sub(root(inside, 3), number(a))


# -- algebra ---------------------------------------------------------------------------------------------------------


def reorder(node: Tree, rng: Random) -> Tree | None:
    """Terms or factors in another order."""
    if node.op not in ("sum", "product"):
        return None
    args = list(node.args)
    rng.shuffle(args)
    return add(*args) if node.op == "sum" else times(*args)


def expand(node: Tree, rng: Random) -> Tree | None:
    """(a + b) c as a c + b c, a square multiplied out, (a + b)/d as a/d + b/d."""
    if node.op == "product":
        sums = [i for i, f in enumerate(node.args) if f.op == "sum"]
        if not sums:
            return None
        chosen = rng.choice(sums)
        rest = [f for i, f in enumerate(node.args) if i != chosen]
        return add(*(times(*rest, t) for t in node.args[chosen].args))
    if node.op == "power" and isinstance(node.leaf, int) and node.leaf > 1 and node.args[0].op == "sum":
        return add(*(times(t, power(node.args[0], node.leaf - 1)) for t in node.args[0].args))
    if node.op == "quotient" and node.args[0].op == "sum":
        return add(*(over(t, node.args[1]) for t in node.args[0].args))
    return None


def common_denominator(node: Tree, rng: Random) -> Tree | None:
    """a/b + c/d over one denominator."""
    if node.op != "sum" or not any(t.op == "quotient" for t in node.args):
        return None
    first, *rest = sorted(node.args, key=lambda t: t.op != "quotient")
    other = add(*rest)
    a, b = first.args
    c, d = other.args if other.op == "quotient" else (other, ONE)
    return over(add(times(a, d), times(c, b)), times(b, d))


def difference_of_squares(node: Tree, rng: Random) -> Tree | None:
    """x as (x^2 - y^2)/(x + y) + y, both positive."""
    y = rng.choice([exp(ONE), number(3), add(ONE, exp(number(2)))])
    if not positive(node) or size(node) > 40:
        return None
    return add(over(sub(power(node, 2), power(y, 2)), add(node, y)), y)


def number_apart(node: Tree, rng: Random) -> Tree | None:
    """A number as a sum or a product of two."""
    if node.op != "number" or fraction(node) == 0:
        return None
    part = Fraction(rng.randint(1, 19), rng.choice((1, 2, 3, 10)))
    value = fraction(node)
    return rng.choice([add(number(part), number(value - part)), times(number(part), number(value / part))])


# Each with how often it is tried.
IDENTITIES: tuple[tuple[Identity, int], ...] = (
    (shift, 6),
    (extend, 4),
    (complement, 4),
    (one_minus, 2),
    (to_sigma, 2),
    (from_sigma, 6),
    (from_tanh, 6),
    (split_exponent, 5),
    (join_exponents, 2),
    (through_logarithm, 3),
    (coefficient_into_exponent, 2),
    (log_laws, 6),
    (root_laws, 3),
    (nest_root, 3),
    (reorder, 4),
    (expand, 4),
    (common_denominator, 3),
    (difference_of_squares, 1),
    (number_apart, 3),
)
