"""Random expressions of the kinds that attention problems give, as trees.

Flat kinds: one head's weights and outputs.  Nested kinds: heads whose scores are exact outputs of other heads (two and
three layers), exponentials of quotients, logarithms of sums, tanh and sigmoid.  A feature (roots, logs, symbols) puts
such numbers among the scores; the expression certainly contains one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import count
from random import Random

from tests.differential.trees import (
    ONE,
    Tree,
    add,
    exp,
    ln,
    name,
    neg,
    number,
    over,
    root,
    sigma,
    size,
    sub,
    tanh,
    times,
    uses,
)

Features = frozenset[str]
OPS = {"roots": "root", "logs": "ln", "symbols": "name"}
FEATURES = tuple(OPS)
LARGEST = 160


def one_of(rng: Random, *values: int | Fraction) -> Tree:
    """One of the numbers."""
    return number(rng.choice(values))


def score(rng: Random, features: Features) -> Tree:
    """One score of a first layer."""
    if features and rng.random() < 0.6:
        return _featured(rng, rng.choice(sorted(features)))
    kind = rng.random()
    if kind < 0.6:
        return number(rng.randint(-6, 6))
    if kind < 0.8:
        return number(Fraction(rng.randint(-40, 40), 10))
    if kind < 0.97:
        return number(Fraction(rng.randint(-9, 9), rng.choice((2, 3, 4))))
    return one_of(rng, Fraction(rng.getrandbits(56), 10**17), rng.randint(-900, 900))


def _featured(rng: Random, feature: str) -> Tree:
    factor = one_of(rng, 1, 1, -1, 2, -2, Fraction(1, 2), Fraction(-3, 2))
    if feature == "symbols":
        return times(factor, name(rng.choice("ak")))
    if feature == "logs":
        return times(factor, ln(one_of(rng, 2, 3, 5, 6, 9, 12, 99, Fraction(3, 2), Fraction(9, 10))))
    if rng.random() < 0.15:
        return root(add(one_of(rng, 3, 5, 9), times(number(2), root(number(2)))))
    return times(factor, root(one_of(rng, 2, 2, 2, 3, 5, 6, 8), rng.choice((2, 2, 2, 3))))


def value(rng: Random) -> Tree:
    """One entry of V."""
    return one_of(rng, 0, 1, 1, 2, 3, -1, -2, Fraction(1, 2))


def weights(scores: Sequence[Tree]) -> list[Tree]:
    """The softmax of a row of scores."""
    raised = [exp(s) for s in scores]
    total = add(*raised)
    return [over(r, total) if len(raised) > 1 else ONE for r in raised]


def output(scores: Sequence[Tree], values: Sequence[Tree]) -> Tree:
    """The softmax of scores, times values, over one denominator."""
    raised = [exp(s) for s in scores]
    return over(add(*(times(v, r) for v, r in zip(values, raised, strict=True))), add(*raised))


# -- kinds -----------------------------------------------------------------------------------------------------------


def weight(rng: Random, features: Features) -> Tree:
    return rng.choice(weights([score(rng, features) for _ in range(rng.randint(2, 4))]))


def head_output(rng: Random, features: Features) -> Tree:
    size_ = rng.randint(2, 4)
    values = [ONE, *(value(rng) for _ in range(size_ - 1))]
    return output([score(rng, features) for _ in values], values)


def mixture(rng: Random, features: Features) -> Tree:
    """Two heads' numbers joined by an output projection."""
    left, right = (rng.choice((weight, head_output))(rng, features) for _ in range(2))
    if rng.random() < 0.3:
        return times(left, right)
    return add(times(number(rng.randint(1, 3)), left), times(one_of(rng, -2, -1, 1), right))


def _first_outputs(rng: Random, features: Features, count: int) -> list[Tree]:
    """Outputs of a causal first layer: the first query sees itself alone."""
    values = [value(rng) for _ in range(count)]
    scores = [[score(rng, features) for _ in range(i + 1)] for i in range(count)]
    return [values[0], *(output(scores[i], values[: i + 1]) for i in range(1, count))]


def _next_row(rng: Random, outputs: Sequence[Tree]) -> tuple[list[Tree], list[Tree]]:
    """Scores of the last query against all keys, and values, from the outputs of the layer below."""
    scale = one_of(rng, 1, 1, 2, -1, Fraction(1, 2))
    if rng.random() < 0.5:
        scores = [times(scale, outputs[-1], x) for x in outputs]
    else:
        scores = [times(scale, x) for x in outputs]
    shift = one_of(rng, 0, 0, 1)
    return scores, [add(x, shift) for x in outputs]


def two_layers(rng: Random, features: Features) -> Tree:
    outputs = _first_outputs(rng, features, rng.choice((2, 2, 3)))
    scores, values = _next_row(rng, outputs)
    return rng.choice(weights(scores)) if rng.random() < 0.5 else output(scores, values)


def three_layers(rng: Random, features: Features) -> Tree:
    """Three layers over two tokens: each layer's first token keeps its value, the second mixes both."""
    first = value(rng)
    second = sigma(sub(score(rng, features), score(rng, features)))
    for _ in range(2):
        slope = one_of(rng, 1, 2, -1)
        mixed = sigma(times(slope, sub(second, first)))
        second = mixed if rng.random() < 0.5 else add(first, times(mixed, sub(second, first)))
    return second


def exp_of_quotient(rng: Random, features: Features) -> Tree:
    parts = weights([score(rng, features) for _ in range(rng.choice((2, 2, 3)))])
    w = parts[0]
    forms = [
        lambda: exp(times(one_of(rng, 1, 2, -1), w)),
        lambda: over(exp(w), add(ONE, exp(w))),
        lambda: times(*(exp(p) for p in parts[:-1])),
        lambda: over(exp(parts[0]), add(*(exp(p) for p in parts))),
        lambda: over(add(exp(w), times(number(2), exp(neg(w)))), add(exp(w), ONE)),
    ]
    return rng.choice(forms)()


def log_of_sum(rng: Random, features: Features) -> Tree:
    scores = [score(rng, features) for _ in range(rng.choice((2, 3)))]
    parts = weights(scores)
    forms = [
        lambda: ln(add(*(exp(s) for s in scores))),
        lambda: neg(ln(parts[0])),
        lambda: sub(ln(parts[0]), ln(parts[-1])),
        lambda: times(number(Fraction(-1, 2)), add(ln(parts[0]), ln(parts[-1]))),
        lambda: ln(add(ONE, exp(parts[0]))),
        lambda: times(parts[0], ln(parts[0])),
    ]
    return rng.choice(forms)()


def tanh_or_sigma(rng: Random, features: Features) -> Tree:
    x = rng.choice((weight, head_output, score))(rng, features)
    forms = [
        lambda: tanh(x),
        lambda: sigma(x),
        lambda: times(x, sigma(x)),
        lambda: sub(tanh(x), sigma(x)),
        lambda: over(tanh(x), add(number(2), tanh(x))),
    ]
    return rng.choice(forms)()


PATIENCE = 500
Kind = Callable[[Random, Features], Tree]
FLAT: tuple[Kind, ...] = (weight, head_output, mixture)
NESTED: tuple[Kind, ...] = (two_layers, three_layers, exp_of_quotient, log_of_sum, tanh_or_sigma)


def draw(rng: Random, nested: bool, features: Features) -> tuple[Tree, str]:
    """An expression of a random kind with all the features asked for, and the kind's name."""
    kinds = NESTED if nested else FLAT
    kind = rng.choice(kinds)
    for tries in count(1):
        if tries % PATIENCE == 0:
            kind = rng.choice(kinds)  # two scores have no room for three features
        tree = kind(rng, features)
        if size(tree) <= LARGEST and all(uses(tree, OPS[f]) for f in features) and uses(tree, "exp", "sigma", "tanh"):
            return tree, kind.__name__
    raise AssertionError("count has no end")
