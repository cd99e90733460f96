"""Identities at several sizes, and implementations with one mistake each, all of them refuted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import symattn as sa
from symattn import ExactMatrix
from symattn.errors import ShapeError
from symattn.exact import Exact
from symattn.exact.functions import exp
from symattn.theorems import Counterexample, Proof, Undecided


@pytest.mark.parametrize(
    "ask",
    [
        lambda: sa.prove_head_swap(T=1),
        lambda: sa.prove_head_swap(T=2, n_heads=3),
        lambda: sa.prove_mask_order(T=5),
        lambda: sa.prove_mask_order(mask=sa.window(4, 1, 1)),
        lambda: sa.prove_grouped_queries(T=2, n_heads=2, n_kv_heads=1),
        lambda: sa.prove_grouped_queries(T=1, n_heads=6, n_kv_heads=3),
        lambda: sa.prove_alibi(T=5),
        lambda: sa.prove_blockwise(T=5, block=2),
        lambda: sa.prove_blockwise(T=4, block=1),
        lambda: sa.prove_blockwise(T=3, block=8),
        lambda: sa.prove_shift_invariance(T=4),
        lambda: sa.prove_permuted_mask(mask=sa.packed([1, 2])),
        lambda: sa.prove_permuted_mask(T=1),
        lambda: sa.prove_hull(T=5),
        lambda: sa.prove_equivariance(lambda X: sa.attention(X, X, X), inputs={"X": (3, 1)}),
        lambda: sa.prove_equivariance(
            lambda scores, V: sa.masked_softmax(scores, None) @ V, inputs={"scores": (3, 3), "V": (3, 1)}
        ),
    ],
)
def test_an_identity_holds(ask: Callable[[], Any]) -> None:
    verdict = ask()
    assert isinstance(verdict, Proof), verdict


def softmax_to(power: int) -> Callable[[ExactMatrix], object]:
    def weights(scores: ExactMatrix) -> object:
        rows = []
        for row in scores.rows():
            raised = [exp(x) for x in row if isinstance(x, Exact)]
            below = sum(raised[1:], raised[0])
            rows.append([x**power / below for x in raised])
        return rows

    return weights


WRONG: dict[str, Callable[[], Any]] = {
    "heads joined in a fixed order": lambda: sa.prove_head_swap(
        lambda X, heads, w_o: sa.multi_head(X, sorted(heads, key=lambda head: str(head[0])), w_o, visible="causal")
    ),
    "w_o added up": lambda: sa.prove_head_swap(
        lambda X, heads, w_o: sa.multi_head(X, heads, visible="causal").exact("joined").columns(0, 1)
    ),
    "masked after the softmax and left so": lambda: sa.prove_mask_order(
        lambda scores, visible: [
            [sa.masked_softmax(scores, None)[i, j] if visible[i, j] else 0 for j in range(4)] for i in range(4)
        ]
    ),
    "groups tiled": lambda: sa.prove_grouped_queries(
        lambda Q, K, V, n_heads, n_kv: sa.attention(
            Q,
            *(ExactMatrix.beside([m.columns(h % n_kv, h % n_kv + 1) for h in range(n_heads)]) for m in (K, V)),
            visible="causal",
            n_heads=n_heads,
        )
    ),
    "a bias that is added after the mask is lost": lambda: sa.prove_alibi(
        lambda scores, bias: sa.masked_softmax(scores + bias.map(lambda x: x * x), "causal")
    ),
    "blocks that are not rescaled": lambda: sa.prove_blockwise(
        lambda scores, V, reference: [[_sum(scores, V, reference) / _sum(scores, None, reference)]]
    ),
    "a softmax that is not homogeneous": lambda: sa.prove_shift_invariance(softmax_to(2)),
    "a mask that stays": lambda: sa.prove_permuted_mask(lambda X, seen: sa.attention(X, X, X, visible="causal")),
    "weights that are not normalised": lambda: sa.prove_hull(softmax_to(2)),
    "weights that are negative": lambda: sa.prove_hull(
        lambda scores: [[2, -1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    ),
    "a position that is read off": lambda: sa.prove_equivariance(
        lambda X: [[X.number(i, 0) * i] for i in range(3)], inputs={"X": (3, 1)}
    ),
}


def _sum(scores: ExactMatrix, V: ExactMatrix | None, reference: Any) -> Exact:
    terms = [exp(scores.number(0, j) - reference[j // 2]) * (1 if V is None else V.number(j, 0)) for j in range(4)]
    return terms[0] + terms[1] + terms[2] + terms[3]


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_refuted_by_two_values_that_differ(name: str) -> None:
    verdict = WRONG[name]()
    assert isinstance(verdict, Counterexample), verdict
    assert verdict.before is None or verdict.after is None or verdict.before != verdict.after
    assert verdict.text().startswith("refuted")


def test_a_softmax_right_up_to_a_maximum_is_left_undecided_on_symbols() -> None:
    def stable(scores: ExactMatrix) -> object:
        shifted = []
        for row in scores.rows():
            numbers = [x for x in row if isinstance(x, Exact)]
            raised = [exp(x - max(numbers)) for x in numbers]
            shifted.append([x / sum(raised[1:], raised[0]) for x in raised])
        return shifted

    verdict = sa.prove_shift_invariance(stable, T=2)
    assert isinstance(verdict, Undecided)
    assert "stops on symbols" in verdict.tried


def test_the_hull_of_given_numbers_and_of_symbols() -> None:
    numbers = sa.Problem.from_data({"scores": [[0, "ln 99"], [1, 2]], "V": [[1], [2]]})
    assert sa.prove_hull(numbers)
    symbols = sa.Problem.from_data({"scores": [["a", "ln k"], ["b", "c"]], "V": [[1], [2]]})
    verdict = sa.prove_hull(symbols)
    assert isinstance(verdict, Proof)
    assert verdict.conditions == ("k > 0",)


def test_sizes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ShapeError, match="share"):
        sa.prove_grouped_queries(n_heads=3, n_kv_heads=2)
    with pytest.raises(ShapeError, match="T is 0"):
        sa.prove_alibi(T=0)
    with pytest.raises(ShapeError, match="n_heads"):
        sa.prove_head_swap(n_heads=1)
