"""Code that makes arrays of its own, run on exact numbers; outside of the run NumPy is as it was."""

from __future__ import annotations

from threading import Thread
from typing import Any

import numpy as np

from symattn.verifying.arrays import ExactArray, exact_array
from symattn.verifying.running import run


def test_arrays_made_inside_can_be_filled_and_are_numpys_outside() -> None:
    x = exact_array([1, 2])

    def code() -> Any:
        out = np.zeros((2, 2))
        out[0] = x
        out[1] = np.full(2, 0.5) + np.ones(2) + np.empty(2)
        return np.asarray(out, dtype=float), np.array([x[0], 3.0]), np.ones(2, dtype=bool), np.zeros(3, dtype=int)

    makers = np.zeros, np.array, np.asarray, np.finfo
    filled, listed, flags, counts = run(code).result
    assert filled.tolist() == exact_array([[1, 2], [1.5, 1.5]]).tolist()
    assert isinstance(listed, ExactArray)
    assert flags.dtype == bool
    assert counts.dtype == int
    assert (np.zeros, np.array, np.asarray, np.finfo) == makers


def test_other_threads_keep_their_numpy() -> None:
    seen: list[Any] = []

    def code() -> None:
        thread = Thread(target=lambda: seen.append(type(np.zeros(2))))
        thread.start()
        thread.join()
        seen.append(type(np.zeros(2)))

    assert run(code).error is None
    assert seen == [np.ndarray, ExactArray]


def test_an_exception_is_kept_and_numpy_restored() -> None:
    before = np.zeros
    ran = run(lambda: 1 // 0)
    assert isinstance(ran.error, ZeroDivisionError)
    assert np.zeros is before


def test_array_copies_and_asarray_does_not() -> None:
    x = exact_array([1, 2])

    def code() -> Any:
        copied, same = np.array(x), np.asarray(x)
        copied[0] = 5
        same[1] = 7
        return x

    assert run(code).result.tolist() == exact_array([1, 7]).tolist()


def test_limits_of_floats_are_those_of_binary64() -> None:
    x = exact_array([1])
    assert run(lambda: np.finfo(x.dtype).min).result == np.finfo(float).min
    assert run(lambda: np.finfo(np.float32).min).result == np.finfo(np.float32).min
    assert run(lambda: np.finfo("float16").max).result == 65504
