"""The axes and counts of a usual implementation."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symattn.errors import FloatError, ShapeError
from symattn.shapes import head_shapes, head_width, score_bytes, score_count

sizes = st.integers(1, 12)


def test_the_axes_of_two_heads_in_order() -> None:
    shapes = head_shapes(2, 5, 12, 3)
    assert list(shapes)[:5] == ["input", "projected", "reshaped", "transposed", "scores"]
    assert shapes["input"] == shapes["joined"] == shapes["output"] == (2, 5, 12)
    assert shapes["reshaped"] == shapes["transposed back"] == (2, 5, 3, 4)
    assert shapes["transposed"] == shapes["head outputs"] == (2, 3, 5, 4)
    assert shapes["scores"] == shapes["weights"] == (2, 3, 5, 5)
    assert shapes["visible"] == (2, 1, 5, 5)
    assert shapes["w_o"] == (12, 12)


@given(B=sizes, T=sizes, d=sizes, H=sizes)
def test_regrouping_loses_no_number_and_scores_are_counted(B: int, T: int, d: int, H: int) -> None:
    shapes = head_shapes(B, T, H * d, H)
    kept = {math.prod(shapes[stage]) for stage in ("projected", "reshaped", "transposed", "head outputs", "joined")}
    assert kept == {B * T * H * d}
    assert math.prod(shapes["scores"]) == score_count(B, H, T)


def test_doubling_the_positions_takes_four_times_the_bytes() -> None:
    assert (score_count(1, 2, 3), score_bytes(1, 2, 3)) == (18, 144)
    assert (score_count(1, 2, 6), score_bytes(1, 2, 6)) == (72, 576)


@pytest.mark.parametrize(("item", "size"), [("float64", 8), ("float32", 4), ("float16", 2), ("bfloat16", 2), (16, 16)])
def test_bytes_by_format(item: int | str, size: int) -> None:
    assert score_bytes(3, 2, 5, item) == 150 * size


def test_heads_that_do_not_divide_the_width_are_refused() -> None:
    with pytest.raises(ShapeError, match=r"C = 16 does not split into H = 3 equal heads"):
        head_width(16, 3)
    with pytest.raises(ShapeError, match="H = 5"):
        head_shapes(1, 2, 16, 5)


@pytest.mark.parametrize("bad", [0, -1, True, "3"])
def test_sizes_below_one_and_other_things_are_refused(bad: object) -> None:
    with pytest.raises(ShapeError, match="T is"):
        score_count(1, 1, bad)  # type: ignore[arg-type]


def test_a_float_and_an_unknown_format_say_what_to_write() -> None:
    with pytest.raises(FloatError, match=r"B is the float 2\.0: write a whole number"):
        score_count(2.0, 1, 1)  # type: ignore[arg-type]
    with pytest.raises(ShapeError, match='"float8" is known: write float64, float32'):
        score_bytes(1, 1, 1, "float8")
