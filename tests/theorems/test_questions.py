"""A function that asks what its inputs are, and goes one way on the answer, is not proved by a run on symbols."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

import symattn as sa
from symattn import ExactMatrix
from symattn.errors import SymattnError
from symattn.exact import exp, symbol
from symattn.exact.watching import watched
from symattn.theorems import Counterexample, Proof, Undecided

HEAD = {"Q": (2, 1), "K": (2, 1), "V": (2, 1)}
CAUSAL, FULL = sa.causal(2), sa.full(2)
Asking = Callable[[ExactMatrix, ExactMatrix], bool]


def caught(Q: ExactMatrix, K: ExactMatrix, ask: Asking) -> bool:
    with suppress(SymattnError):
        return ask(Q, K)
    return False


ASKING: dict[str, Asking] = {
    "equal": lambda Q, K: K.number(1, 0) == 77,
    "unequal": lambda Q, K: not (K.number(1, 0) != 77),  # noqa: SIM202  # the operator is asked
    "turned": lambda Q, K: 77 == K.number(1, 0),  # noqa: SIM300  # asked of the int first
    "in a list": lambda Q, K: 77 in [K.number(1, 0)],
    "in a set": lambda Q, K: K.number(1, 0) in {sa.exact(77)},
    "a row": lambda Q, K: list(K.row(1)) == [77],
    "a matrix": lambda Q, K: sa.exact([[0], [77]]) == K,
    "truth": lambda Q, K: not K.number(1, 0) - 77,
    "order, caught": lambda Q, K: caught(Q, K, lambda Q, K: K.number(1, 0) > 77),
    "order the other way, caught": lambda Q, K: caught(Q, K, lambda Q, K: 77 < K.number(1, 0)),  # noqa: SIM300  # the same
    "at most, caught": lambda Q, K: caught(Q, K, lambda Q, K: K.number(1, 0) >= 77),
    "maximum, caught": lambda Q, K: caught(Q, K, lambda Q, K: max(K.number(1, 0), sa.exact(77)) == 78),
    "float, caught": lambda Q, K: caught(Q, K, lambda Q, K: float(K.number(1, 0)) == 77),
}


@pytest.mark.parametrize("ask", ASKING.values(), ids=list(ASKING))
def test_who_asks_is_not_proved(ask: Asking) -> None:
    def sometimes(Q: ExactMatrix, K: ExactMatrix, V: ExactMatrix) -> object:
        return sa.attention(Q, K, V, visible=FULL if ask(Q, K) else CAUSAL)

    def right(Q: ExactMatrix, K: ExactMatrix, V: ExactMatrix) -> object:
        return sa.attention(Q, K, V, visible=CAUSAL)

    causal = sa.prove_causal(sometimes, inputs=HEAD)
    assert isinstance(causal, Undecided)
    assert "asks" in causal.tried
    assert isinstance(sa.prove_equal(sometimes, right, inputs=HEAD), Undecided)


def test_numbers_that_are_tried_still_refute() -> None:
    def leaks_at_zeros(Q: ExactMatrix, K: ExactMatrix, V: ExactMatrix) -> object:
        return sa.attention(Q, K, V, visible=FULL if K.number(1, 0) == 0 else CAUSAL)

    assert isinstance(sa.prove_causal(leaks_at_zeros, inputs=HEAD), Counterexample)


def test_questions_with_one_answer_for_all_numbers_are_free() -> None:
    def careful(Q: ExactMatrix, K: ExactMatrix, V: ExactMatrix) -> object:
        k = K.number(1, 0)
        total = exp(k) + 1
        if total == 0 or not total or total < 0 or k - k != 0 or K != K or K.shape == (3, 3):
            return V
        return sa.attention(Q, K, V, visible=CAUSAL)

    assert isinstance(sa.prove_causal(careful, inputs=HEAD), Proof)


def test_only_what_is_asked_from_outside_counts() -> None:
    k = symbol("k")
    with watched() as questions:
        sa.attention([[k]], [[k + 1]], [[k]]).exact("output").text()
        sa.compare(k, 77)
    assert questions == []
    assert k != 77
    assert questions == []
    with watched() as questions:
        assert k != 77
    assert questions == ["whether k is 77"]
