"""Code that takes another way on exact numbers than on floats, or than on those tried: no proof is made of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng, rand

import symattn as sa
from symattn.errors import KindError
from symattn.verifying.arrays import exact_array
from tests.verifying.code import scaled, softmax

Array = Any


def attend(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return softmax(np.where(mask, scaled(Q, K), -np.inf)) @ V


def beyond(Q: Array) -> Array:
    return 2 if Q[0, 0] > 50 else 1


def as_float(Q: Array) -> Array:
    return 2 if float(Q[0, 0]) > 50 else 1


def as_whole_number(Q: Array) -> Array:
    return 2 if int(Q[0, 0]) > 50 else 1


def with_maximum(Q: Array) -> Array:
    return 2 if bool(Q.max() > 50) else 1


def rounded(Q: Array) -> Array:
    return np.floor(Q)[0, 0] * 0 + 1


def sorted_(Q: Array) -> Array:
    return 2 if np.sort(Q, axis=None)[-1] > 50 else 1


ASKING = [beyond, as_float, as_whole_number, with_maximum, rounded, sorted_]


@pytest.mark.parametrize("ask", ASKING, ids=lambda f: f.__name__)
def test_a_refusal_that_the_code_catches_is_no_proof(ask: Callable[[Array], Any]) -> None:
    def catching(Q: Array, K: Array, V: Array, mask: Array) -> Array:
        try:
            factor = ask(Q)
        except Exception:
            factor = 1
        return factor * attend(Q, K, V, mask)

    for verdict in (sa.verify(catching), sa.verify_causal(catching)):
        assert verdict.domain == "these inputs", verdict.message
        assert verdict.outcome in ("equal with that scale", "causal", "undecided")
        assert "after an error that floats do not raise" in verdict.message or verdict.outcome == "causal"


def test_what_is_refused_on_numbers_too_is_undecided() -> None:
    def catching(Q: Array, K: Array, V: Array, mask: Array) -> Array:
        try:
            return attend(Q, K, V, mask) * min(float(Q[0, 0]), 1)
        except ValueError:
            return attend(Q, K, V, mask)

    for verdict in (sa.verify(catching), sa.verify_causal(catching)):
        assert (verdict.outcome, verdict.accepted) == ("undecided", None)
        assert "float() was asked" in verdict.message


def test_an_error_that_floats_raise_as_well_may_be_caught() -> None:
    def catching(Q: Array, K: Array, V: Array, mask: Array) -> Array:
        try:
            return attend(Q, K, V @ K[:, :0], mask)
        except Exception:
            return attend(Q, K, V, mask)

    assert sa.verify(catching).domain == "all inputs"


DRAWING: list[Callable[[], float]] = [
    lambda: float(np.random.rand()),
    lambda: float(rand()),
    random.random,
    lambda: float(np.random.default_rng(0).random()),
    lambda: float(default_rng().random()),
]


@pytest.mark.parametrize("draw", DRAWING)
def test_random_numbers_are_told(draw: Callable[[], float]) -> None:
    def dropping(Q: Array, K: Array, V: Array, mask: Array) -> Array:
        return attend(Q, K, V, mask) * (draw() < 2)

    for verdict in (sa.verify(dropping), sa.verify_causal(dropping)):
        assert verdict.accepted is True
        assert "random numbers were drawn" in verdict.message
    assert "random" not in sa.verify(attend).message


def test_what_np_empty_holds_is_no_zero() -> None:
    def adds(Q: Array, K: Array, V: Array, mask: Array) -> Array:
        out = np.empty((len(Q), V.shape[1]))
        out += attend(Q, K, V, mask)
        return out

    def skips(Q: Array, K: Array, V: Array, mask: Array) -> Array:
        out = np.empty_like(V)
        out[:-1] = attend(Q, K, V, mask)[:-1]
        return out

    def fills(Q: Array, K: Array, V: Array, mask: Array) -> Array:
        out = np.empty((len(Q), V.shape[1]))
        np.multiply(attend(Q, K, V, mask), 1, out=out)
        return out

    for wrong in (adds, skips):
        verdict = sa.verify(wrong)
        assert verdict.outcome == "different"
        assert "np.empty that was never set" in verdict.message
    assert sa.verify(fills).domain == "all inputs"


X = [[0.5, -1.0, 2.0], [0.0, np.nan, -2.25]]


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.nanmean(x, axis=0),
        lambda x: np.nanprod(x),
        lambda x: np.nanargmax(x),
        lambda x: np.nanmax(x, axis=1),
        lambda x: np.fmax.reduce(x),
        lambda x: np.fmin.reduce(x, axis=1),
        lambda x: np.exp2(np.where(x > 1, -np.inf, x)),
        lambda x: np.power(0.5, np.where(x > 1, -np.inf, x)),
        lambda x: np.power(0.5, np.where(x > 1, np.inf, x)),
        lambda x: np.power(x, 0.5),
    ],
)
def test_options_and_corners_are_numpys(function: Callable[[Array], Array]) -> None:
    with np.errstate(all="ignore"):
        wanted = np.asarray(function(np.array(X)))
    found = function(exact_array(X))
    shown = np.array([_float(entry) for entry in np.ravel(np.asarray(found))])
    assert np.shape(found) == wanted.shape
    assert np.allclose(shown, wanted.ravel(), equal_nan=True)


def _float(entry: Any) -> float:
    if isinstance(entry, int | np.integer):
        return float(entry)
    known = {"oo": np.inf, "-oo": -np.inf, "nan": np.nan}
    return known[entry.kind] if entry.kind in known else float(entry.number.decimal(12))


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.sum(x, dtype=int),
        lambda x: x.sum(dtype=np.int64),
        lambda x: np.add(x, x, dtype=int),
        lambda x: np.mean(x, axis=0, dtype=int),
        lambda x: x.mean(dtype=np.int32),
        lambda x: np.var(x, dtype=int),
        lambda x: x.var(dtype=int),
        lambda x: x.cumsum(dtype=int),
        lambda x: np.std(x, dtype=int),
        lambda x: np.einsum("ij,ij->i", x, x, dtype=int),
        lambda x: np.fill_diagonal(x, 0, wrap=True),
        lambda x: np.greater(x, 0, where=[True, False, True], out=np.zeros((2, 3), dtype=bool)),
    ],
)
def test_what_would_be_cut_or_left_out_is_refused(function: Callable[[Array], Array]) -> None:
    with pytest.raises(KindError, match=r"dtype=|where=|wrap="):
        function(exact_array(X))
