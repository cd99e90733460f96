"""NumPy attention as readers write it: right versions in several styles, and broken ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = Any
Function = Callable[..., Array]


def softmax(x: Array, axis: int = -1) -> Array:
    """With the maximum subtracted, as everybody writes it."""
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)


def scaled(Q: Array, K: Array) -> Array:
    return Q @ K.T / np.sqrt(Q.shape[-1])


# -- right ------------------------------------------------------------------------------------------------------------


def where_infinite(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return softmax(np.where(mask, scaled(Q, K), -np.inf)) @ V


def additive(Q: Array, K: Array, V: Array, additive: Array) -> Array:
    return softmax(scaled(Q, K) + additive) @ V


def triangle(q: Array, k: Array, v: Array) -> Array:
    T = q.shape[0]
    scores = np.einsum("id,jd->ij", q, k) / q.shape[-1] ** 0.5
    scores = scores + np.triu(np.full((T, T), -np.inf), k=1)
    return np.einsum("ij,jd->id", softmax(scores), v)


def boolean_index(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    scores = scaled(Q, K)
    scores[~mask] = -np.inf
    scores -= scores.max(axis=1)[:, None]
    weights = np.exp(scores)
    weights /= weights.sum(axis=1)[:, np.newaxis]
    return np.dot(weights, V)


def asarray_first(Q: Array, K: Array, V: Array, visible: Array) -> Array:
    Q, K, V = (np.asarray(x, dtype=np.float64) for x in (Q, K, V))
    scores = np.matmul(Q, np.swapaxes(K, -1, -2)) / np.sqrt(Q.shape[-1])
    masked = np.where(np.asarray(visible, dtype=bool), scores, -np.inf)
    with np.errstate(invalid="ignore"):
        return softmax(masked) @ V


def loops(Q: Array, K: Array, V: Array) -> Array:
    out = np.zeros((len(Q), V.shape[1]))
    for i in range(len(Q)):
        scores = np.array([Q[i] @ K[j] for j in range(i + 1)]) * Q.shape[1] ** -0.5
        weights = np.exp(scores - scores.max())
        weights = weights / weights.sum()
        for j in range(i + 1):
            out[i] += weights[j] * V[j]
    return out


def online(Q: Array, K: Array, V: Array) -> Array:
    """A running maximum and a running sum, key by key."""
    rows = []
    for i in range(len(Q)):
        top, total, mixed = -np.inf, 0.0, np.zeros(V.shape[1])
        for j in range(i + 1):
            score = Q[i] @ K[j] / np.sqrt(Q.shape[1])
            new = np.maximum(top, score)
            shrink, weight = np.exp(top - new), np.exp(score - new)
            total, mixed, top = total * shrink + weight, mixed * shrink + weight * V[j], new
        rows.append(mixed / total)
    return np.stack(rows)


def batched(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    """Axes [B, H, T, d], and the last two exchanged for the keys."""
    Q, K, V = Q[None, None], K[None, None], V[None, None]
    scores = Q @ K.transpose(0, 1, 3, 2) / np.sqrt(Q.shape[-1])
    return softmax(np.where(mask[None, None], scores, -np.inf)) @ V


def renormalised(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    weights = softmax(scaled(Q, K)) * mask
    return weights / weights.sum(axis=-1, keepdims=True) @ V


def maximum_of_all(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    """One number is subtracted from all scores: harmless in exact arithmetic."""
    scores = np.where(mask, scaled(Q, K), -np.inf)
    e = np.exp(scores - scores.max())
    return e / e.sum(axis=-1, keepdims=True) @ V


def fourth_roots(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    s = Q.shape[-1] ** -0.25
    return softmax(np.where(mask, (Q * s) @ (K * s).T, -np.inf)) @ V


def decoding(Q: Array, K: Array, V: Array) -> Array:
    """One query at a time, with a cache of the keys and values so far."""
    keys, values, outputs = K[:0], V[:0], []
    for t in range(len(Q)):
        keys, values = np.concatenate([keys, K[t : t + 1]]), np.concatenate([values, V[t : t + 1]])
        outputs.append(softmax(scaled(Q[t : t + 1], keys)) @ values)
    return np.concatenate(outputs)


def blockwise(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    """Two keys at a time, with a running maximum and a running sum for every query."""
    out, top, total = np.zeros((len(Q), V.shape[1])), np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
    for j in range(0, len(K), 2):
        scores = np.where(mask[:, j : j + 2], scaled(Q, K[j : j + 2]), -np.inf)
        new = np.maximum(top, scores.max(axis=1, keepdims=True))
        weights, shrink = np.exp(scores - new), np.exp(top - new)
        total = total * shrink + weights.sum(axis=1, keepdims=True)
        out, top = out * shrink + weights @ V[j : j + 2], new
    return out / total


def only_where(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    """Nothing is calculated where a key is hidden."""
    scores = scaled(Q, K)
    top = np.max(scores, axis=-1, keepdims=True, where=mask, initial=-np.inf)
    e = np.exp(scores - top, where=mask, out=np.zeros_like(scores))
    total = e.sum(axis=-1, keepdims=True)
    return np.divide(e, total, out=np.zeros_like(e), where=total != 0) @ V


def log_softmax(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    scores = np.where(mask, scaled(Q, K), -np.inf)
    return np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True)) @ V


def row_by_row(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return np.apply_along_axis(softmax, 1, np.where(mask, scaled(Q, K), -np.inf)) @ V


class Layer:
    """An object that is called, and makes the arrays that it fills."""

    def __call__(self, query: Array, key: Array, value: Array, attn_mask: Array = None) -> Array:
        weights = np.zeros((len(query), len(key)))
        for i, row in enumerate(scaled(query, key)):
            seen = attn_mask[i]
            weights[i, seen] = softmax(row[seen])
        return (weights @ value).tolist()


layer = Layer()
layer.__name__ = "layer"  # type: ignore[attr-defined]  # for the names of tests

RIGHT: tuple[Function, ...] = (
    where_infinite,
    additive,
    triangle,
    boolean_index,
    asarray_first,
    loops,
    online,
    batched,
    renormalised,
    maximum_of_all,
    fourth_roots,
    decoding,
    blockwise,
    only_where,
    log_softmax,
    row_by_row,
    layer,
)


# -- broken -----------------------------------------------------------------------------------------------------------


def mask_after_softmax(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return (softmax(scaled(Q, K)) * mask) @ V


def no_mask(Q: Array, K: Array, V: Array) -> Array:
    return softmax(scaled(Q, K)) @ V


def wrong_axis(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return softmax(np.where(mask, scaled(Q, K), -np.inf), axis=0) @ V


def no_scale(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return softmax(np.where(mask, Q @ K.T, -np.inf)) @ V


def multiplied_mask(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return softmax(scaled(Q, K) * mask) @ V


def inverted_mask(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return softmax(np.where(mask, -np.inf, scaled(Q, K))) @ V


def untransposed(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return softmax(np.where(mask, Q @ K / np.sqrt(Q.shape[-1]), -np.inf)) @ V


def sum_without_keepdims(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    scores = np.where(mask, scaled(Q, K), -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1) @ V


def max_without_keepdims(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    scores = np.where(mask, scaled(Q, K), -np.inf)
    e = np.exp(scores - scores.max(axis=-1))
    return e / e.sum(axis=-1, keepdims=True) @ V


def max_over_columns(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    scores = np.where(mask, scaled(Q, K), -np.inf)
    e = np.exp(scores - scores.max(axis=0))
    return e / e.sum(axis=-1, keepdims=True) @ V


def softmax_twice(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return softmax(softmax(np.where(mask, scaled(Q, K), -np.inf))) @ V


def strict(Q: Array, K: Array, V: Array) -> Array:
    T = len(Q)
    return softmax(np.where(np.tril(np.ones((T, T)), -1) == 1, scaled(Q, K), -np.inf)) @ V


def one_ahead(Q: Array, K: Array, V: Array) -> Array:
    T = len(Q)
    return softmax(np.where(np.tril(np.ones((T, T)), 1) > 0, scaled(Q, K), -np.inf)) @ V


def divided_by_d(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return softmax(np.where(mask, Q @ K.T / Q.shape[-1], -np.inf)) @ V


def divided_by_length(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return softmax(np.where(mask, Q @ K.T / np.sqrt(len(K)), -np.inf)) @ V


def weights_transposed(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return softmax(np.where(mask, scaled(Q, K), -np.inf)).T @ V


def small_fill(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return softmax(np.where(mask, scaled(Q, K), -10)) @ V


def constant_in_the_sum(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    e = np.exp(np.where(mask, scaled(Q, K), -np.inf))
    return e / (e.sum(axis=-1, keepdims=True) + 1e-9) @ V


def zero_is_hidden(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    scores = scaled(Q, K) * mask
    scores[scores == 0] = -np.inf
    return softmax(scores) @ V


# The broken version, and the name of the mistake.
BROKEN: tuple[tuple[Function, str], ...] = (
    (mask_after_softmax, "mask-after-softmax"),
    (no_mask, "no-mask"),
    (wrong_axis, "softmax-over-columns"),
    (no_scale, "scale-missing"),
    (multiplied_mask, "hidden-score-zero"),
    (inverted_mask, "inverted-mask"),
    (untransposed, "key-not-transposed"),
    (sum_without_keepdims, "sums-across"),
    (max_without_keepdims, "maxima-across"),
    (max_over_columns, "maxima-of-columns"),
    (softmax_twice, "softmax-twice"),
    (strict, "strict-triangle"),
    (one_ahead, "one-ahead"),
    (divided_by_d, "scale-by-d"),
    (divided_by_length, "scale-by-T"),
    (weights_transposed, "weights-across"),
    (small_fill, "finite-for-infinity"),
    (constant_in_the_sum, "constant-in-the-sum"),
    (zero_is_hidden, "zero-score-hidden"),
)


# -- a finite number for -oo ------------------------------------------------------------------------------------------


def fill_replaced(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return softmax(np.where(mask, scaled(Q, K), -1e9)) @ V


def fill_added(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return softmax(scaled(Q, K) + (1.0 - mask) * -1e4) @ V


def fill_before_scaling(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return softmax((Q @ K.T + np.where(mask, 0.0, -1e9)) / np.sqrt(Q.shape[-1])) @ V


def fill_least(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    scores = scaled(Q, K)
    return softmax(np.where(mask, scores, np.finfo(scores.dtype).min)) @ V


def fill_of_integers(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return softmax(scaled(Q, K) - 10**5 * (~mask)) @ V


def fill_and_zeroed(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    """No hidden value comes in, but rows add to less than 1."""
    return (softmax(np.where(mask, scaled(Q, K), -1e30)) * mask) @ V


LEAKING: tuple[Function, ...] = (
    fill_replaced,
    fill_added,
    fill_before_scaling,
    fill_least,
    fill_of_integers,
    fill_and_zeroed,
)
