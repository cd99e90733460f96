"""Random attention problems of one to three layers as trees, and their solution by scalar loops over trees.

The solution is an expression for every weight and output, built by nothing but sums, products, quotients and exp; each
witness then gives it a value of its own kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from tests.differential.drawing import FEATURES, Features, one_of, score
from tests.differential.trees import ONE, ZERO, Tree, add, exp, ln, name, number, over, root, times

Rows = tuple[tuple[Tree, ...], ...]
Head = tuple[Rows, Rows, Rows]
HIDDEN = Tree("hidden")


@dataclass(frozen=True)
class Layer:
    """One layer; a bias entry HIDDEN is -oo, a scale None the default."""

    heads: tuple[Head, ...]
    w_o: Rows | None
    visible: tuple[tuple[bool, ...], ...]
    scale: Tree | None
    bias: Rows | None
    query_valid: tuple[bool, ...]


@dataclass(frozen=True)
class RandomProblem:
    """Inputs X [T, d_model] and the layers through which they go."""

    X: Rows
    layers: tuple[Layer, ...]
    features: Features


@dataclass(frozen=True)
class SolvedLayer:
    """Weights of each head, and the layer's output."""

    weights: tuple[Rows, ...]
    output: Rows


# -- drawing ---------------------------------------------------------------------------------------------------------


def problem(seed: int, n: int, *, small: bool = False, symbols: bool = True) -> RandomProblem:
    """Problem number n of a seed; small ones have one layer and at most two tokens."""
    rng = Random(f"problems {seed} {n} {small} {symbols}")
    count = 1 if small else rng.choice((1, 1, 2, 2, 3))
    tokens = rng.randint(1, 2) if small else {1: rng.randint(1, 5), 2: rng.randint(2, 3), 3: 2}[count]
    features = frozenset(f for f in FEATURES if rng.random() < 0.2 and (symbols or f != "symbols"))
    width = rng.randint(1, 2)
    x = _matrix(tokens, width, lambda: _input(rng, features if count == 1 else features - {"symbols"}))
    layers = []
    for _ in range(count):
        layers.append(_layer(rng, tokens, width, features, deep=count > 1))
        width = _output_width(layers[-1])
    return RandomProblem(x, tuple(layers), features)


def _layer(rng: Random, tokens: int, width: int, features: Features, deep: bool) -> Layer:
    n_heads = 1 if deep else rng.choice((1, 1, 2))
    d_head, d_value = (1, rng.randint(1, 2)) if deep else (rng.randint(1, 2), rng.randint(1, 2))

    def head() -> Head:
        w_q, w_k = (_matrix(width, d_head, lambda: _small(rng)) for _ in range(2))
        return w_q, w_k, _matrix(width, d_value, lambda: _small(rng))

    heads = tuple(head() for _ in range(n_heads))
    joined = n_heads * d_value
    w_o = _matrix(joined, rng.randint(1, 2), lambda: _small(rng)) if rng.random() < 0.4 else None
    valid = tuple(rng.random() > 0.1 or not deep for _ in range(tokens))
    scale = None if rng.random() < 0.5 else one_of(rng, 1, 2, -1, Fraction(1, 2), Fraction(1, 10))
    if rng.random() < 0.15 and "roots" in features:
        scale = over(ONE, root(one_of(rng, 2, 3, 6)))
    visible = _visible(rng, tokens)
    bias = _bias(rng, visible, features) if rng.random() < 0.3 else None
    return Layer(heads, w_o, visible, scale, bias, valid)


def _output_width(layer: Layer) -> int:
    if layer.w_o is not None:
        return len(layer.w_o[0])
    return sum(len(w_v[0]) for _, _, w_v in layer.heads)


def _matrix(rows: int, columns: int, entry: Callable[[], Tree]) -> Rows:
    return tuple(tuple(entry() for _ in range(columns)) for _ in range(rows))


def _small(rng: Random) -> Tree:
    return one_of(rng, 0, 1, 1, -1, 2, Fraction(1, 2))


def _input(rng: Random, features: Features) -> Tree:
    if features and rng.random() < 0.3:
        feature = rng.choice(sorted(features))
        featured = {"roots": root(number(2)), "logs": ln(one_of(rng, 2, 3, 99)), "symbols": name("k")}
        return featured[feature]
    return one_of(rng, 0, 1, 1, 2, -1, 3, Fraction(1, 2), Fraction(-3, 10))


def _visible(rng: Random, tokens: int) -> tuple[tuple[bool, ...], ...]:
    """Causal, full, or any relation in which every query sees itself."""
    kind = rng.choice(("causal", "causal", "full", "any"))
    if kind == "any":
        return tuple(tuple(i == j or rng.random() < 0.5 for j in range(tokens)) for i in range(tokens))
    return tuple(tuple(kind == "full" or j <= i for j in range(tokens)) for i in range(tokens))


def _bias(rng: Random, visible: Sequence[Sequence[bool]], features: Features) -> Rows:
    """A bias for each score; -oo for a few keys that are not the query itself."""

    def entry(i: int, j: int) -> Tree:
        if i != j and visible[i][j] and rng.random() < 0.15:
            return HIDDEN
        return score(rng, features) if rng.random() < 0.6 else ZERO

    return tuple(tuple(entry(i, j) for j in range(len(visible))) for i in range(len(visible)))


# -- solving ---------------------------------------------------------------------------------------------------------


def solved(given: RandomProblem) -> list[SolvedLayer]:
    """Every layer's weights and output; the output of one is the input of the next."""
    x = given.X
    layers = []
    for layer in given.layers:
        layers.append(_solved_layer(x, layer))
        x = layers[-1].output
    return layers


def _solved_layer(x: Rows, layer: Layer) -> SolvedLayer:
    weights, outputs = [], []
    for w_q, w_k, w_v in layer.heads:
        query, key, value = (_product(x, w) for w in (w_q, w_k, w_v))
        weights.append(tuple(_weight_row(i, query, key, layer) for i in range(len(x))))
        outputs.append(_product(weights[-1], value))
    joined = tuple(tuple(entry for out in outputs for entry in out[i]) for i in range(len(x)))
    return SolvedLayer(tuple(weights), joined if layer.w_o is None else _product(joined, layer.w_o))


def _weight_row(i: int, query: Rows, key: Rows, layer: Layer) -> tuple[Tree, ...]:
    """Softmax of query i over its visible keys; hidden keys weigh zero, an unused query has a row of zeros."""
    raised: dict[int, Tree] = {}
    for j, k in enumerate(key):
        bias = layer.bias[i][j] if layer.bias is not None else ZERO
        if layer.visible[i][j] and bias is not HIDDEN and layer.query_valid[i]:
            raised[j] = exp(add(times(_scale(layer, len(k)), _dot(query[i], k)), bias))
    total = add(*raised.values())
    return tuple(over(raised[j], total) if j in raised else ZERO for j in range(len(key)))


def _scale(layer: Layer, d_head: int) -> Tree:
    if layer.scale is not None:
        return layer.scale
    return ONE if d_head == 1 else over(ONE, root(number(d_head)))


def _dot(left: Sequence[Tree], right: Sequence[Tree]) -> Tree:
    return add(*(times(a, b) for a, b in zip(left, right, strict=True)))


def _product(left: Rows, right: Rows) -> Rows:
    columns = list(zip(*right, strict=True))
    return tuple(tuple(_dot(row, column) for column in columns) for row in left)
