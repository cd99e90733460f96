"""Exact arrays against NumPy's own floats, and what they do with infinities, NaN and symbols."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import symattn as sa
from symattn.errors import FloatError, KindError, UndecidedError
from symattn.exact import Exact, exp, symbol
from symattn.verifying.arrays import ExactArray, exact_array
from symattn.verifying.recording import recording
from symattn.verifying.scalars import Scalar

A = [[0.5, -2.0, 3.0], [1.0, 4.0, -0.25]]
B = [[2.0, 0.25, -1.0], [3.0, 0.5, 8.0]]
MASK = np.array([[True, False, True], [True, True, False]])


def floats(value: Any) -> Any:
    """Exact entries as the nearest doubles; Booleans and integers as they are."""
    if isinstance(value, ExactArray):
        return np.array([floats(entry) for entry in value.ravel()]).reshape(value.shape)
    if isinstance(value, Scalar):
        known = {"oo": np.inf, "-oo": -np.inf, "nan": np.nan}
        return known[value.kind] if value.kind in known else float(sa.nearest_float(value.number))
    return value


def same(exact: Any, float_: Any) -> bool:
    if isinstance(exact, list | tuple):
        return len(exact) == len(float_) and all(map(same, exact, float_))
    return np.shape(exact) == np.shape(float_) and bool(
        np.allclose(floats(exact), float_, rtol=1e-12, atol=1e-12, equal_nan=True)
    )


FUNCTIONS: list[Callable[[Any, Any], Any]] = [
    lambda a, b: a + b,
    lambda a, b: a - 2 * b,
    lambda a, b: 1 / b - a / b,
    lambda a, b: a**2,
    lambda a, b: b @ a.T,
    lambda a, b: a @ b[0],
    lambda a, b: a[0] @ b.T,
    lambda a, b: np.matmul(a[None, :, None], b[:, :, None]),
    lambda a, b: np.dot(a, b.T),
    lambda a, b: np.inner(a, b),
    lambda a, b: np.outer(a[0], b[1]),
    lambda a, b: np.tensordot(a, b, axes=([1], [1])),
    lambda a, b: np.vecdot(a, b),
    lambda a, b: np.einsum("id,jd->ij", a, b),
    lambda a, b: np.einsum("...d,...d->...", a, b),
    lambda a, b: np.exp(a),
    lambda a, b: np.exp2(a) + np.expm1(a),
    lambda a, b: np.log(abs(b)) + np.log1p(abs(b)) + np.log2(abs(b)),
    lambda a, b: np.sqrt(abs(a)) + np.tanh(b) - np.sign(a) + np.square(b) + np.reciprocal(b),
    lambda a, b: np.logaddexp(a, b),
    lambda a, b: np.logaddexp.reduce(a, axis=1),
    lambda a, b: np.vectorize(lambda x: 2 * x + 1)(a),
    lambda a, b: np.maximum(a, b) - np.minimum(a, 0),
    lambda a, b: np.where(MASK, a, -np.inf),
    lambda a, b: np.where(a > b, a, b),
    lambda a, b: a.max(axis=1, keepdims=True) - np.min(b, axis=0),
    lambda a, b: np.max(a),
    lambda a, b: np.amax(a, axis=(0, 1)) + np.max(a, axis=-1, initial=2.0),
    lambda a, b: a.sum() + np.sum(b, axis=0) - a.mean(axis=0, keepdims=True) + np.mean(b),
    lambda a, b: np.sum(a, axis=1, where=MASK),
    lambda a, b: np.prod(b, axis=1),
    lambda a, b: np.var(a, axis=-1) + np.std(b, axis=1),
    lambda a, b: np.cumsum(a, axis=0) + np.add.accumulate(b, axis=1),
    lambda a, b: np.argmax(a, axis=1) + b.argmin(axis=1),
    lambda a, b: a.argmax(),
    lambda a, b: np.argsort(a, axis=-1),
    lambda a, b: np.sort(b, axis=0),
    lambda a, b: np.clip(a, -1, 1) + b.clip(0, None),
    lambda a, b: [a > b, a == a, a != b, a <= 1, np.float64(3) >= a, a < b],
    lambda a, b: [np.isfinite(a), np.isnan(a), np.isinf(b), np.isneginf(np.where(MASK, a, -np.inf)), np.isposinf(b)],
    lambda a, b: [(a > 0) & (b > 0), np.logical_or(a, b), np.logical_not(a), (a > 0).any(), np.all(b, axis=0)],
    lambda a, b: np.concatenate([a, b], axis=1),
    lambda a, b: np.stack([a, b], axis=-1),
    lambda a, b: np.split(a, 3, axis=1),
    lambda a, b: np.take(a, [2, 0], axis=1),
    lambda a, b: np.take_along_axis(a, np.argsort(b, axis=1), axis=1),
    lambda a, b: np.tril(a) + np.triu(b, k=1),
    lambda a, b: np.swapaxes(a[None], 0, 2) + np.transpose(b)[:, :, None],
    lambda a, b: a.reshape(3, 2) + b.T.reshape(3, -1),
    lambda a, b: np.moveaxis(a[None], 0, -1) + np.expand_dims(b, -1),
    lambda a, b: np.broadcast_to(a[0], (4, 3)) + np.repeat(b, 2, axis=0) + np.tile(a, (2, 1)),
    lambda a, b: np.roll(a, 1, axis=1) + np.flip(b, axis=0) + np.pad(a, ((0, 0), (1, 0)))[:, 1:],
    lambda a, b: np.zeros_like(a) + np.ones_like(b) + np.full_like(a, 0.5),
    lambda a, b: a[MASK] + b[MASK][::-1],
    lambda a, b: a[:, None, ::-1] - b[..., np.newaxis, 1:2],
    lambda a, b: a.T.copy().ravel() + b.flatten(),
    lambda a, b: np.linalg.norm(a, axis=-1),
    lambda a, b: np.nan_to_num(np.where(MASK, a, np.nan), nan=7.0),
    lambda a, b: np.diag(a @ b.T) + np.trace(a @ b.T),
    lambda a, b: np.subtract.outer(a[0], b[1]),
    lambda a, b: a.astype(np.float32) + a.astype(bool) + (4 * b).astype(int),
    lambda a, b: np.hstack([a, b]),
    lambda a, b: np.vstack([a, b]),
    lambda a, b: np.exp(np.where(MASK, a, -np.inf) - 1),
    lambda a, b: np.float64(2) * a + b * np.float32(0.5) - np.sqrt(2) + a[0, 0] * np.float64(3),
]


@pytest.mark.parametrize("number", range(len(FUNCTIONS)))
def test_a_function_is_numpys(number: int) -> None:
    function = FUNCTIONS[number]
    assert same(function(exact_array(A), exact_array(B)), function(np.array(A), np.array(B)))


@given(st.lists(st.lists(st.sampled_from([-2.0, -0.5, 0.0, 1.0, 2.5]), min_size=3, max_size=3), min_size=2, max_size=3))
def test_a_masked_softmax_is_numpys(rows: list[list[float]]) -> None:
    def softmax(x: Any) -> Any:
        x = np.where(np.tril(np.ones(np.shape(x))) == 1, x, -np.inf)
        e = np.exp(x - x.max(axis=-1, keepdims=True))
        return e / e.sum(axis=-1, keepdims=True)

    assert same(softmax(exact_array(rows)), softmax(np.array(rows)))


def test_in_place_and_views() -> None:
    a = exact_array(A)
    row = a[0]
    row += 1
    a[1] *= 2
    a[:, 2] = -np.inf
    assert a.tolist() == exact_array([[1.5, -1, "-oo"], [2, 8, "-oo"]]).tolist()
    np.divide(a, 2, out=a, where=np.isfinite(a))
    np.copyto(a, 0, where=np.isneginf(a))
    np.putmask(a, a == 4, 5)
    np.fill_diagonal(a, 9)
    assert a.tolist() == exact_array([[9, -0.5, 0], [1, 9, 0]]).tolist()
    a.fill(1)
    assert np.all(a == 1)


def test_infinities_do_what_ieee_754_says_and_a_nan_knows_its_cause() -> None:
    minus = Scalar.of(float("-inf"))
    assert minus.exp() == 0
    assert max(minus, Scalar.of(3)) == 3
    assert (minus + 5).kind == "-oo"
    assert (-minus).kind == "oo"
    assert (1 / Scalar.of(0)).kind == "oo"
    assert (3 / minus) == 0
    with recording() as record:
        causes = [minus - minus, 0 * minus, Scalar.of(0) / 0, minus / minus, Scalar.of(-1).log(), Scalar.of(-4).sqrt()]
    assert [cause.why for cause in causes] == ["-oo - -oo", "0 * -oo", "0/0", "-oo / -oo", "log(-1)", "sqrt(-4)"]
    assert list(record.nans) == [cause.why for cause in causes]
    broken = causes[0]
    assert (broken == broken) is False
    assert broken != broken
    assert (broken + 1).why == "-oo - -oo"
    assert np.isnan(exact_array([1]) * 0 * np.inf).all()


def test_floats_are_the_dyadic_rationals_that_they_are() -> None:
    with recording() as record:
        tenth = exact_array([1])[0] * 0.1
    assert tenth.number == Exact(Fraction(3602879701896397, 36028797018963968))
    assert list(record.constants) == [Fraction(3602879701896397, 36028797018963968)]
    assert exact_array(["0.1"])[0].number == Exact(Fraction(1, 10))


def test_what_would_leave_exact_numbers_is_refused() -> None:
    a = exact_array(A)
    with pytest.raises(FloatError, match=r"np\.exp, not math\.exp"):
        float(a[0, 0])
    with pytest.raises(FloatError, match=r"np\.zeros_like"):
        np.add(a, 1, out=np.zeros((2, 3)))
    with pytest.raises(KindError, match=r"np\.sin is not known"):
        np.sin(a)
    with pytest.raises(KindError, match="not rounded"):
        a.round(2)
    with pytest.raises(KindError, match=r"np\.add\.at is not known"):
        np.add.at(a, [0], 1)
    with pytest.raises(KindError, match="no number"):
        exact_array([1])[0] = object()
    with pytest.raises(KindError, match="complex"):
        a.astype(complex)


def test_what_code_prints_and_asks_beside_calculating() -> None:
    a = exact_array(["1/3", "-oo", symbol("x")])
    assert f"{a[0]:.3f} {a[0]} {a[1]:8.2f} {a[2]:.1e}" == "0.333 1/3 -oo x"
    assert a[0].item() is a[0]
    assert a != None  # noqa: E711  # as code asks that means None
    assert np.nanmean(exact_array([1, np.nan, 2])) == 1.5


def test_symbols_are_compared_only_where_all_their_values_agree() -> None:
    x, y = (exact_array([symbol(name)])[0] for name in "xy")
    with pytest.raises(UndecidedError, match="depends on x"):
        _ = x == 0  # a formula that is not 0 may be 0 for some x: the code would branch
    with pytest.raises(UndecidedError):
        bool(x)
    with pytest.raises(UndecidedError):
        np.argmax(exact_array([symbol("x"), symbol("y")]))
    assert x == x + y - y
    assert np.exp(x) > 0
    assert np.isfinite(x)


def test_the_maximum_of_symbols_is_opaque_until_it_cancels() -> None:
    a = exact_array([symbol("x"), symbol("y"), 1])
    with recording() as record:
        top = a.max()
        assert top.number.key == np.maximum(np.maximum(a[2], a[1]), a[0]).number.key  # whatever the order
        assert record.has_opaque(top.number.symbols)
        assert record.behind(top.number.symbols) == {"x", "y"}
        assert (top - top) == 0
        assert (np.exp(a[0] - top) / np.exp(a[1] - top)).number == exp(symbol("x") - symbol("y"))
        assert a.min().number.key != top.number.key
    assert exact_array([symbol("x"), float("-inf")]).max().number == symbol("x")


def test_the_entries_of_engine_matrices_and_texts() -> None:
    matrix = sa.exact([["e/(1+e)", "-oo"]])
    assert exact_array(matrix).tolist() == exact_array([["e/(1+e)", float("-inf")]]).tolist()
    assert repr(exact_array([["1/2", "-oo"]])) == "ExactArray([[1/2, -oo]])"


@pytest.mark.parametrize(
    "call",
    [
        lambda x, out: np.mean(x, axis=-1, out=out),
        lambda x, out: np.var(x, axis=-1, out=out),
        lambda x, out: np.std(x, axis=-1, out=out),
        lambda x, out: np.cumsum(x, axis=-1, out=out),
        lambda x, out: np.outer(x, x, out=out),
        lambda x, out: np.dot(x, x.T, out=out),
        lambda x, out: np.einsum("ij,kj->ik", x, x, out=out),
        lambda x, out: np.clip(x, 0, 1, out=out),
        lambda x, out: np.all(x, axis=-1, out=out),
        lambda x, out: np.any(x, axis=-1, out=out),
        lambda x, out: np.argmax(x, axis=-1, out=out),
        lambda x, out: np.argmin(x, axis=-1, out=out),
        lambda x, out: np.isneginf(x, out=out),
        lambda x, out: x.mean(axis=-1, out=out),
        lambda x, out: x.dot(x.T, out=out),
        lambda x, out: x.clip(0, 1, out=out),
        lambda x, out: x.all(axis=-1, out=out),
        lambda x, out: x.any(axis=-1, out=out),
        lambda x, out: x.argmax(axis=-1, out=out),
        lambda x, out: x.argmin(axis=-1, out=out),
    ],
)
def test_a_result_goes_where_out_says(call: Callable[[Any, Any], Any]) -> None:
    x = exact_array(A)
    alone = call(x, None)
    out = exact_array(np.full(alone.shape, 77)) if alone.dtype == object else np.full(alone.shape, 77, alone.dtype)
    assert call(x, out) is out
    assert np.array_equal(floats(out), floats(alone))


def test_only_entries_that_where_names_are_asked_about() -> None:
    x = exact_array([[0, 1], [2, 3]])
    where = np.array([[False, True], [True, True]])
    assert np.all(x, where=where)
    assert not np.any(x, where=~where)
    assert np.logical_and.reduce(x, axis=None, where=where)


def test_sums_that_would_be_cut_to_whole_numbers_are_refused() -> None:
    with pytest.raises(KindError, match="leave it out"):
        np.cumsum(exact_array(A), dtype=int)
