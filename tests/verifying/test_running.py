"""Code that makes arrays of its own, run on exact numbers; outside of the run NumPy is as it was."""

from __future__ import annotations

import sys
from functools import partial
from threading import Event, Thread
from typing import Any

import numpy as np
from numpy import ones

from symattn.verifying.arrays import ExactArray, exact_array
from symattn.verifying.equivalence import verify
from symattn.verifying.running import run
from symattn.verifying.substitution import reachable
from tests.verifying import code as loops_module
from tests.verifying.code import softmax


def test_arrays_made_inside_can_be_filled_and_are_numpys_outside() -> None:
    x = exact_array([1, 2])

    def code() -> Any:
        out = np.zeros((2, 2))
        out[0] = x
        out[1] = np.full(2, 0.5) + ones(2) + np.zeros(2)
        return np.asarray(out, dtype=float), np.array([x[0], 3.0]), np.ones(2, dtype=bool), np.zeros(3, dtype=int)

    own = np, ones
    filled, listed, flags, counts = run(code).result
    assert filled.tolist() == exact_array([[1, 2], [1.5, 1.5]]).tolist()
    assert isinstance(listed, ExactArray)
    assert flags.dtype == bool
    assert counts.dtype == int
    assert (np, ones) == own
    assert np is sys.modules["numpy"]


def test_numpy_itself_is_not_touched() -> None:
    """Compiled code makes arrays by NumPy's names and writes into their memory."""
    seen: list[Any] = []

    def code() -> Any:
        seen.append(sys.modules["numpy"].zeros)
        return np.random.default_rng(0).normal(size=(2, 2)) + np.linalg.inv(np.eye(2))

    assert run(code).result.dtype == float
    assert seen == [np.zeros]


def test_helpers_see_it_too() -> None:
    problem = {"scores": [[0, 1], [1, 2]], "visible": "causal"}
    method, bound = Layer().weigh, partial(Layer.weigh, Layer())
    for function in (Layer(), method, lambda scores, visible: bound(scores, visible), code_of_loops):
        assert set(map(id, (globals(), vars(loops_module)))) <= set(map(id, reachable(function))), function
    assert verify(method, problem).accepted is True
    assert verify(Layer(), problem).accepted is True
    assert len(reachable(verify)) == 0  # this package


def code_of_loops(Q: Any, K: Any, V: Any) -> Any:
    return loops_module.loops(Q, K, V)


class Layer:
    """Fills an array that it makes itself."""

    def weigh(self, scores: Any, visible: Any) -> Any:
        out = np.zeros(scores.shape)
        for i, row in enumerate(np.where(visible, scores, -np.inf)):
            out[i] = softmax(row)
        return out

    __call__ = weigh


def test_runs_at_the_same_time_share_the_change() -> None:
    inside, outside = Event(), Event()

    def slow() -> Any:
        inside.set()
        assert outside.wait(10)
        return np.zeros(1)

    results: list[Any] = []
    thread = Thread(target=lambda: results.append(run(slow).result))
    thread.start()
    assert inside.wait(10)
    results.append(run(lambda: np.zeros(1)).result)  # ends first
    results.append(np.zeros(1))  # no run in this thread
    outside.set()
    thread.join()
    assert [type(result) for result in results] == [ExactArray, np.ndarray, ExactArray]
    assert np is sys.modules["numpy"]


def test_an_exception_is_kept_and_numpy_restored() -> None:
    ran = run(lambda: 1 // 0)
    assert isinstance(ran.error, ZeroDivisionError)
    assert np is sys.modules["numpy"]


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
