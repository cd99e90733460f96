"""Finite fills: what they leave, what a format makes of them, and what becomes of a row without a visible key."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from symattn.conventions import EmptyRow, FillEffect, system
from symattn.conventions.fills import DTYPES, INFINITE, LEAST, fixed, rounded, vanishing_exponent
from symattn.exact import Exact
from symattn.exact.floats import format_named
from symattn.exact.functions import exp


def effect(fill: int, dtype: str, adds: bool = True) -> FillEffect:
    return FillEffect(fixed(fill).stored(dtype), dtype, dtype, adds)


STORED = [
    (-10_000, "float64", -10_000),
    (-10_000, "float32", -10_000),
    (-10_000, "float16", -10_000),
    (-10_000, "bfloat16", -9_984),
    (-(10**9), "float32", -(10**9)),
    (-(10**9), "float16", None),
    (-(10**9), "bfloat16", -998_244_352),
    (-(2**32) + 1, "float32", -(2**32)),
    (-(10**40), "float32", None),
]


@pytest.mark.parametrize(("fill", "dtype", "stored"), STORED)
def test_a_fill_as_the_format_stores_it(fill: int, dtype: str, stored: int | None) -> None:
    assert fixed(fill).stored(dtype) == stored


def test_the_least_values_of_the_formats() -> None:
    assert LEAST.stored("float16") == -65504
    assert LEAST.stored("float32") == Fraction(-(2 - Fraction(1, 2**23)) * 2**127)
    assert LEAST.stored("bfloat16") == Fraction(-(2 - Fraction(1, 2**7)) * 2**127)
    assert INFINITE.stored("float64") is None
    for dtype in DTYPES:
        least = LEAST.stored(dtype)
        assert least is not None
        assert rounded(least, format_named(dtype)) == least
        assert rounded(least * 2, format_named(dtype)) is None
    assert fixed(-(10**9), float16=-30_000).stored("float16") == -30_000


@pytest.mark.parametrize("dtype", DTYPES)
def test_where_an_exponential_vanishes(dtype: str) -> None:
    format_ = format_named(dtype)
    half_of_the_least = mpmath.mpf(2) ** (format_.least_exponent - 1)
    exponent = vanishing_exponent(dtype)
    assert mpmath.exp(exponent) < half_of_the_least < mpmath.exp(exponent + 1)


def test_the_share_of_a_hidden_key_is_exact() -> None:
    ten_thousand = effect(-10_000, "float32")
    assert ten_thousand.share == exp(Exact(-10_000))
    assert ten_thousand.bound(largest_score=3) == exp(Exact(-9_994))  # a hidden 3 beside a visible -3
    assert effect(-10_000, "float32", adds=False).bound(largest_score=3) == exp(Exact(-9_997))
    row = ten_thousand.bound(hidden=2, visible=1)
    assert row == 2 * exp(Exact(-10_000)) / (1 + 2 * exp(Exact(-10_000)))
    assert FillEffect(None, "float32", "float32", adds=True).share == 0


def test_the_bound_is_the_weight_that_a_softmax_gives() -> None:
    scores = [Exact(3), Exact(-2), Exact(3)]  # the first two hidden by adding -5, the last one visible
    exponentials = [exp(scores[0] - 5), exp(scores[1] - 5), exp(scores[2])]
    hidden = (exponentials[0] + exponentials[1]) / sum(exponentials, Exact(0))
    assert hidden < effect(-5, "float64").bound(largest_score=3, hidden=2, visible=1)
    worst = [exp(Exact(3) - 5), exp(Exact(3) - 5), exp(Exact(-3))]
    assert (worst[0] + worst[1]) / sum(worst, Exact(0)) == effect(-5, "float64").bound(3, hidden=2, visible=1)


def test_whether_the_format_makes_it_zero() -> None:
    assert effect(-10_000, "float32").vanishes
    assert effect(-10_000, "float32").vanishing_gap == 9_896
    assert effect(-50, "float32").vanishing_gap == -54
    assert not effect(-50, "float32").vanishes
    assert effect(-50, "float16").vanishes
    assert "does not round to 0" in effect(-50, "float32").text()
    assert FillEffect(None, "float16", "float16", adds=True).vanishes


# fill, format, added or put in place -> what an unguarded row without a visible key is
EMPTY_ROWS = [
    (-10_000, "float64", True, EmptyRow.UNMASKED),
    (-10_000, "float32", True, EmptyRow.UNMASKED),
    (-10_000, "float16", True, EmptyRow.UNMASKED),  # rounded to multiples of 8, see below
    (-10_000, "bfloat16", True, EmptyRow.UNIFORM),
    (-10_000, "float32", False, EmptyRow.UNIFORM),
    (-(10**9), "float64", True, EmptyRow.UNMASKED),
    (-(10**9), "float32", True, EmptyRow.UNIFORM),
    (-(10**9), "float16", True, EmptyRow.NAN),
    (-(10**9), "float16", False, EmptyRow.NAN),
    (-(10**10), "float32", True, EmptyRow.UNIFORM),
]


@pytest.mark.parametrize(("fill", "dtype", "adds", "outcome"), EMPTY_ROWS)
def test_a_row_without_a_visible_key(fill: int, dtype: str, adds: bool, outcome: EmptyRow) -> None:
    assert effect(fill, dtype, adds).empty_row() == outcome


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("fill", [-10_000, -(10**9), -(2**32) + 1, -4096])
def test_what_a_fill_swallows_is_where_rounding_says_so(fill: int, dtype: str) -> None:
    one = effect(fill, dtype)
    if one.fill is None or one.swallows is None or one.step is None:
        assert dtype == "float16"
        return
    format_ = format_named(dtype)
    just_inside, outside = one.swallows * Fraction(999, 1000), one.swallows * Fraction(1001, 1000)
    assert {rounded(one.fill + sign * just_inside, format_) for sign in (-1, 1)} == {one.fill}
    assert {rounded(one.fill + sign * outside, format_) for sign in (-1, 1)} != {one.fill}
    assert rounded(one.fill - one.step, format_) == one.fill - one.step
    assert rounded(one.fill - one.step / 3, format_) == one.fill


def test_berts_fill_in_half_precision_keeps_multiples_of_eight() -> None:
    assert effect(-10_000, "float16").step == 8
    assert effect(-10_000, "float16").swallows == 4
    assert effect(-10_000, "float32").step == Fraction(1, 1024)


def test_a_softcap_after_the_mask_is_a_finite_fill() -> None:
    capped = FillEffect(Fraction(-50), "float32", "float32", adds=False)  # 50 tanh(-oo / 50)
    assert capped.share == exp(Exact(-50))
    assert not capped.vanishes
    assert "turns -inf into -c" in " ".join(system("onnx-23-first").remarks)


def test_a_format_decides_what_a_system_does() -> None:
    bert = system("bert").hiding
    assert [str(bert.empty_row(dtype)) for dtype in DTYPES] == ["unmasked", "unmasked", "unmasked", "uniform"]
    assert system("annotated-transformer").hiding.empty_row("float16") == EmptyRow.NAN
    assert system("keras-3.0").hiding.empty_row("float16") == EmptyRow.UNMASKED  # -30000 in steps of 16
    assert system("jax").hiding.empty_row("float16") == EmptyRow.UNIFORM  # its scores are float32 all the same
