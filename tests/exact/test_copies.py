"""Copies and pickles are the same numbers, matrices and traces; -oo stays the one object."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from symattn.attention import multi_head
from symattn.exact import MINUS_INFINITY, Exact, ExactMatrix
from symattn.reading import read_text

COPIES: list[Callable[[Any], Any]] = [lambda x: pickle.loads(pickle.dumps(x)), copy.deepcopy, copy.copy]
TEXTS = ["7/3", "e/(1+e)", "exp(2e/(2e+1))/(1 + sqrt(2) ln(3))", "k + ln(k) + exp(a/k)", "sqrt(1+e) + pi", "root(2, 3)"]


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("text", TEXTS)
def test_a_number_is_its_copy(text: str, copied: Callable[[Any], Any]) -> None:
    number = read_text(text).value
    assert isinstance(number, Exact)
    other = copied(number)
    assert other == number
    assert (other.text(), other.conditions, other.reduced) == (number.text(), number.conditions, number.reduced)


@pytest.mark.parametrize("copied", COPIES)
def test_matrices_and_traces_are_their_copies(copied: Callable[[Any], Any]) -> None:
    assert copied(MINUS_INFINITY) is MINUS_INFINITY
    trace = multi_head([[1, 0], [0, "k"]], [([[1], [0]],) * 3, ([[0], [1]],) * 3], visible="causal")
    other = copied(trace)
    assert other.stage_names == trace.stage_names
    for name in trace.stage_names:
        assert other.exact(name) == trace.exact(name)
    masked = copied(trace.exact("head1.masked_scores"))
    assert isinstance(masked, ExactMatrix)
    assert masked[0, 1] is MINUS_INFINITY
