"""Identities of attention, each proved at a size you choose: both sides run on free symbols and are compared exactly.

Every function takes the implementation to be tested as its first argument, with the signature that is stated; left out,
it is this package's own. A function receives exact matrices and returns what counts as a matrix, or a Trace.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from symattn.attention import attention, multi_head
from symattn.errors import ShapeError
from symattn.exact.functions import exp, symbol, total
from symattn.exact.matrix import ExactMatrix
from symattn.exact.number import Exact
from symattn.shapes import at_least
from symattn.softmax import masked_softmax
from symattn.theorems.agreement import agree
from symattn.theorems.asking import moved, ordered, orders
from symattn.theorems.programs import Inputs, Program, result_of
from symattn.theorems.results import Verdict, first_failure
from symattn.theorems.wording import EXCHANGED
from symattn.visibility import Visibility, causal

Function = Callable[..., Any]
EQUAL = "both sides are equal by identities, entry by entry, for free symbols"


def prove_head_swap(function: Function | None = None, *, T: int = 3, n_heads: int = 2) -> Verdict:
    """Whether heads in another order with the rows of w_o in that order give the same output.

    >>> print(prove_head_swap(T=2).outcome)
    proved
    >>> def forgets_order(X, heads, w_o):
    ...     return multi_head(X, heads, w_o=None, visible="causal")
    >>> prove_head_swap(forgets_order, T=2).outcome
    'refuted'

    ``function(X, heads, w_o)`` with X [T, 2], heads a list of (w_q, w_k, w_v) each [2, 1] and w_o [n_heads, 2].
    Source: Vaswani et al. 2017, section 3.2.2.
    """
    calculate = function or (lambda X, heads, w_o: multi_head(X, heads, w_o, visible="causal"))
    shapes = {"X": (_size(T), 2), "w_o": (at_least(2, n_heads, "n_heads"), 2)}
    shapes |= {f"{w}_{h}": (2, 1) for h in range(n_heads) for w in ("w_q", "w_k", "w_v")}

    def run(given: Inputs, order: Sequence[int]) -> ExactMatrix:
        heads = [tuple(given[f"{w}_{h}"] for w in ("w_q", "w_k", "w_v")) for h in order]
        w_o = ExactMatrix([given["w_o"].row(h) for h in order])
        return result_of(calculate(given["X"], heads, w_o))

    order = list(range(n_heads))
    sides = [Program(partial(run, order=o), shapes) for o in (order, order[::-1])]
    statement = f"{n_heads} heads in reverse order, with the rows of w_o in reverse order, give the same output"
    return agree(sides[0], sides[1], statement, EQUAL, "the heads as given against the heads in reverse order")


def prove_mask_order(function: Function | None = None, *, mask: Visibility | None = None, T: int = 4) -> Verdict:
    """Whether masking before the softmax is the full softmax, masked and then divided by what is left of each row.

    >>> prove_mask_order(T=3).outcome
    'proved'
    >>> def not_renormalised(scores, visible):
    ...     weights = masked_softmax(scores, None)
    ...     return [[weights[i, j] if visible[i, j] else 0 for j in range(3)] for i in range(3)]
    >>> print(prove_mask_order(not_renormalised, T=3).entry)
    (0, 0)

    ``function(scores, visible)`` gives the weights [T_q, T_k]; ``mask`` is causal where it is left out.
    """
    visible = causal(_size(T)) if mask is None else mask
    calculate = function or _masked_afterwards
    shapes = {"scores": visible.shape}
    before = Program(lambda given: masked_softmax(given["scores"], visible), shapes)
    after = Program(lambda given: result_of(calculate(given["scores"], visible)), shapes)
    statement = "the mask before the softmax gives the weights that it gives after it with rows renormalised"
    return agree(before, after, statement, EQUAL, "masked before the softmax against the function")


def _masked_afterwards(scores: ExactMatrix, visible: Visibility) -> ExactMatrix:
    weights = masked_softmax(scores, None)
    rows = []
    for i in range(visible.T_q):
        kept = [weights.number(i, j) if visible[i, j] else Exact(0) for j in range(visible.T_k)]
        rest = total([weight for weight in kept if not weight.numerator.is_zero()])
        rows.append([weight / rest for weight in kept])
    return ExactMatrix(rows)


def prove_grouped_queries(
    function: Function | None = None, *, T: int = 2, n_heads: int = 4, n_kv_heads: int = 2
) -> Verdict:
    """Whether grouped-query attention is multi-head attention with each key and value head repeated for its group.

    >>> prove_grouped_queries().outcome
    'proved'
    >>> def tiled(Q, K, V, n_heads, n_kv_heads):          # head h takes group h % n_kv_heads
    ...     columns = [h % n_kv_heads for h in range(n_heads)]
    ...     K, V = (ExactMatrix([[M[i, c] for c in columns] for i in range(2)]) for M in (K, V))
    ...     return attention(Q, K, V, visible="causal", n_heads=n_heads)
    >>> prove_grouped_queries(tiled).entry
    (0, 1)

    ``function(Q, K, V, n_heads, n_kv_heads)`` with Q [T, n_heads] and K, V [T, n_kv_heads], heads of width 1 side by
    side, causal; consecutive query heads share a group. Source: Ainslie et al. 2023, GQA, section 2.2.
    """
    if at_least(1, n_heads, "n_heads") % at_least(1, n_kv_heads, "n_kv_heads"):
        raise ShapeError(f"n_heads = {n_heads} query heads do not share n_kv_heads = {n_kv_heads} groups equally")
    calculate = function or _grouped
    shapes = {"Q": (_size(T), n_heads), "K": (T, n_kv_heads), "V": (T, n_kv_heads)}
    group = n_heads // n_kv_heads

    def repeated(matrix: ExactMatrix) -> ExactMatrix:
        return ExactMatrix.beside([matrix.columns(h // group, h // group + 1) for h in range(n_heads)])

    def many(given: Inputs) -> ExactMatrix:
        key, value = repeated(given["K"]), repeated(given["V"])
        return result_of(attention(given["Q"], key, value, visible="causal", n_heads=n_heads))

    grouped = Program(lambda g: result_of(calculate(g["Q"], g["K"], g["V"], n_heads, n_kv_heads)), shapes)
    statement = f"{n_heads} query heads in {n_kv_heads} groups attend as {n_heads} heads with repeated keys and values"
    return agree(Program(many, shapes), grouped, statement, EQUAL, "repeated heads against groups")


def _grouped(Q: ExactMatrix, K: ExactMatrix, V: ExactMatrix, n_heads: int, n_kv_heads: int) -> ExactMatrix:
    """Each group as one attention in which its heads are stacked as further queries."""
    size, group = Q.shape[0], n_heads // n_kv_heads
    mask = Visibility(causal(size).bits * group, size)
    outputs = []
    for g in range(n_kv_heads):
        heads = [Q.columns(g * group + h, g * group + h + 1) for h in range(group)]
        stacked = ExactMatrix([row for head in heads for row in head.rows()])
        output = result_of(attention(stacked, K.columns(g, g + 1), V.columns(g, g + 1), visible=mask))
        outputs += [ExactMatrix([output.row(h * size + i) for i in range(size)]) for h in range(group)]
    return ExactMatrix.beside(outputs)


def prove_alibi(function: Function | None = None, *, T: int = 4) -> Verdict:
    """Whether the linear biases m j and m (j - i) give the same weights: they differ by m i, the same all along row i.

    >>> prove_alibi(T=3).outcome
    'proved'

    ``function(scores, bias)`` gives causal weights [T, T]; the slope m is a free symbol. Source: Press et al. 2022,
    Train short, test long, section 3.
    """
    calculate = function or (lambda scores, bias: masked_softmax(scores + bias, "causal"))
    slope = symbol("m__")
    shapes = {"scores": (_size(T), T)}

    def side(distance: Callable[[int, int], int]) -> Program:
        bias = ExactMatrix([[slope * distance(i, j) for j in range(T)] for i in range(T)])
        return Program(lambda given: result_of(calculate(given["scores"], bias)), shapes)

    statement = "the biases m j and m (j - i) give the same causal weights, for every slope m"
    sides = side(lambda i, j: j - i), side(lambda i, j: j)
    return agree(*sides, statement, EQUAL, "the bias m (j - i) against the bias m j")


def prove_blockwise(function: Function | None = None, *, T: int = 4, block: int = 2) -> Verdict:
    """Whether a softmax over blocks of keys, with sums that are rescaled as blocks come in, is the softmax over all.

    >>> prove_blockwise(T=3).outcome
    'proved'
    >>> def never_rescales(scores, V, references):
    ...     above = below = Exact(0)
    ...     for j in range(4):
    ...         raised = exp(scores[0, j] - references[j // 2])
    ...         above, below = above + raised * V[j, 0], below + raised
    ...     return [[above / below]]
    >>> prove_blockwise(never_rescales).outcome
    'refuted'

    ``function(scores, V, references)`` with scores [1, T], V [T, 1] and one reference a block, the number that is taken
    off scores in an exponent. References are free symbols: what holds for any of them holds for the running maximum.
    Source: Milakov and Gimelshein 2018, Online normalizer calculation for softmax.
    """
    count = -(-_size(T) // at_least(1, block, "block"))
    calculate = function or (lambda scores, V, references: _online(scores, V, references, block))
    shapes = {"scores": (1, T), "V": (T, 1), "reference": (1, count)}
    whole = Program(lambda given: masked_softmax(given["scores"], None) @ given["V"], shapes)
    online = Program(lambda given: result_of(calculate(given["scores"], given["V"], given["reference"].row(0))), shapes)
    statement = f"the softmax over blocks of {block} keys, rescaled from block to block, is the softmax over {T} keys"
    return agree(whole, online, statement, EQUAL, "all keys at once against block after block")


def _online(scores: ExactMatrix, V: ExactMatrix, references: Sequence[Any], block: int) -> ExactMatrix:
    above = below = Exact(0)
    before = references[0]
    for number, reference in enumerate(references):
        keys = range(number * block, min((number + 1) * block, scores.shape[1]))
        raised = {j: exp(scores.number(0, j) - reference) for j in keys}
        rescale = exp(before - reference)
        above = above * rescale + total([weight * V.number(j, 0) for j, weight in raised.items()])
        below = below * rescale + total(list(raised.values()))
        before = reference
    return ExactMatrix([[above / below]])


def prove_shift_invariance(function: Function | None = None, *, T: int = 4) -> Verdict:
    """Whether weights stay the same when any number is added to all scores of a row.

    >>> prove_shift_invariance(T=3).outcome
    'proved'
    >>> def squared(scores):
    ...     return [[x * x / (x * x + 1) for x in row] for row in scores.rows()]
    >>> prove_shift_invariance(squared, T=1).outcome
    'refuted'

    ``function(scores)`` gives weights [T, T] of scores [T, T].
    """
    calculate = function or (lambda scores: masked_softmax(scores, None))
    shapes = {"scores": (_size(T), T), "column": (T, 1)}

    def shifted(given: Inputs) -> ExactMatrix:
        scores, c = given["scores"], given["column"]
        return ExactMatrix([[scores.number(i, j) + c.number(i, 0) for j in range(T)] for i in range(T)])

    plain = Program(lambda given: result_of(calculate(given["scores"])), shapes)
    moved = Program(lambda given: result_of(calculate(shifted(given))), shapes)
    statement = "adding a number to all scores of a row leaves its weights as they are"
    return agree(plain, moved, statement, EQUAL, "the scores as given against row i shifted by column[i, 1]")


def prove_permuted_mask(function: Function | None = None, *, mask: Visibility | None = None, T: int = 4) -> Verdict:
    """Whether inputs in another order, with the mask in that order both ways, give the outputs in that order.

    >>> prove_permuted_mask(T=3).outcome
    'proved'
    >>> prove_permuted_mask(lambda X, visible: attention(X, X, X, visible="causal"), T=3).outcome
    'refuted'

    ``function(X, visible)`` with X [T, 1] gives outputs [T, anything]; ``mask`` is causal where it is left out. Checked
    for every exchange of neighbours, which make up all orders.
    """
    visible = causal(_size(T)) if mask is None else mask
    calculate = function or (lambda X, seen: attention(X, X, X, visible=seen))
    shapes = {"X": (visible.T_q, 1)}

    def with_mask(seen: Visibility) -> Program:
        return Program(lambda given: result_of(calculate(given["X"], seen)), shapes)

    statement = "exchanging positions of inputs and mask alike exchanges the outputs"
    words = f"{EXCHANGED} and mask"

    def verdict(order: list[int]) -> Verdict:
        outputs_moved = with_mask(visible).then(partial(ordered, order=order))
        inputs_moved = with_mask(moved(visible, order)).after(partial(_moved_inputs, order=order))
        return agree(outputs_moved, inputs_moved, statement, EQUAL, words)

    return first_failure(map(verdict, orders(visible.T_q)))


def _moved_inputs(given: Inputs, order: Sequence[int]) -> Inputs:
    return {name: ordered(matrix, order) for name, matrix in given.items()}


def _size(T: object) -> int:
    return at_least(1, T, "T")


__all__ = [
    "prove_alibi",
    "prove_blockwise",
    "prove_grouped_queries",
    "prove_head_swap",
    "prove_mask_order",
    "prove_permuted_mask",
    "prove_shift_invariance",
]
