"""Functions and problems on free symbols: dependence is of values, not of letters."""

from __future__ import annotations

import pytest

import symattn as sa
from symattn import ExactMatrix
from symattn.errors import EmptyRowError, KindError, ShapeError, UndecidedError
from symattn.exact import Exact
from symattn.exact.functions import log, symbol, tanh
from symattn.theorems import Counterexample, Proof, Undecided, Verdict

ROWS = {"X": (3, 1)}
HEAD = {"Q": (3, 2), "K": (3, 2), "V": (3, 1)}


def test_a_symbol_that_cancels_is_no_leak() -> None:
    def later_minus_itself(X: ExactMatrix) -> object:
        x = [X.number(i, 0) for i in range(3)]
        return [[x[0] + x[2] - x[2]], [x[1] * (x[2] + 1) / (x[2] + 1)], [x[2]]]

    assert isinstance(sa.prove_causal(later_minus_itself, inputs=ROWS), Proof)


def test_a_symbol_that_stays_in_the_form_and_cancels_by_an_identity_is_no_leak() -> None:
    def through_a_logarithm(X: ExactMatrix) -> object:
        x = [X.number(i, 0) for i in range(3)]
        y = tanh(x[2]) * tanh(x[2])
        one = log(1 + y) - log((1 + y) * 2) + log(Exact(2))
        return [[x[0] + one], [x[1]], [x[2]]]

    assert isinstance(sa.prove_causal(through_a_logarithm, inputs=ROWS), Proof)


def test_a_leak_through_keys_alone_is_found() -> None:
    def normalised_over_all(Q: ExactMatrix, K: ExactMatrix, V: ExactMatrix) -> object:
        weights = sa.attention(Q, K, V).exact("weights")
        kept = [[weights[i, j] if j <= i else 0 for j in range(3)] for i in range(3)]
        return sa.exact(kept) @ V

    verdict = sa.prove_causal(normalised_over_all, inputs=HEAD)
    assert isinstance(verdict, Counterexample)
    assert "K[" in verdict.change
    assert verdict.before is not None
    assert verdict.after is not None
    assert sa.compare(verdict.before, verdict.after).outcome == "different"
    rerun = normalised_over_all(*verdict.inputs.values())
    assert isinstance(rerun, ExactMatrix)
    assert rerun[verdict.entry] == verdict.before


def test_a_counterexample_can_be_calculated_again() -> None:
    def head(Q: ExactMatrix, K: ExactMatrix, V: ExactMatrix) -> object:
        return sa.attention(Q, K, V, visible=sa.window(3, 0, 1))

    verdict = sa.prove_causal(head, inputs=HEAD)
    assert isinstance(verdict, Counterexample)
    assert verdict.change == "V[2, 1] becomes 1 in place of 0"
    values = [list(row) for row in verdict.inputs["V"].rows()]
    values[1][0] = Exact(1)
    again = sa.attention(verdict.inputs["Q"], verdict.inputs["K"], values, visible=sa.window(3, 0, 1))
    assert again.exact("output")[verdict.entry] == verdict.after


def test_code_that_asks_what_its_inputs_are_equal_to_is_tried_on_numbers_too() -> None:
    def sneaky(X: ExactMatrix) -> object:
        x = [X.number(i, 0) for i in range(3)]
        return [[x[0] if x[2] != 0 else x[0] + 1], [x[1]], [x[2]]]

    verdict = sa.prove_causal(sneaky, inputs=ROWS)
    assert isinstance(verdict, Counterexample)
    assert verdict.entry == (0, 0)


def test_code_that_does_not_run_on_symbols_is_refuted_by_numbers_or_left_undecided() -> None:
    def clipped(X: ExactMatrix, reach: int) -> object:
        x = [X.number(i, 0) for i in range(3)]
        return [[max(x[: min(i + reach, 3)])] for i in range(3)]

    right = sa.prove_causal(lambda X: clipped(X, 1), inputs=ROWS)
    assert isinstance(right, Undecided)
    assert "stops on symbols" in right.tried
    assert isinstance(sa.prove_causal(lambda X: clipped(X, 2), inputs=ROWS), Counterexample)


def test_an_entry_of_scores_belongs_to_its_query_and_its_key() -> None:
    def mixed(scores: ExactMatrix, V: ExactMatrix) -> object:
        return sa.masked_softmax(scores, "causal") @ V

    assert sa.prove_causal(mixed, inputs={"scores": (3, 3), "V": (3, 1)})
    verdict = sa.prove_causal(lambda scores: sa.masked_softmax(scores, None), inputs={"scores": (2, 2)})
    assert isinstance(verdict, Counterexample)


def test_symbols_that_a_function_brings_in_are_constants_and_conditions_are_told() -> None:
    bias = [[0, "ln k"], [0, 0]]
    verdict = sa.prove_causal(
        lambda scores: sa.masked_softmax(scores + sa.exact(bias), "full"), inputs={"scores": (2, 2)}
    )
    assert isinstance(verdict, Counterexample)
    slope = symbol("m")
    verdict = sa.prove_causal(lambda X: [[slope * X.number(0, 0)], [log(slope) + X.number(1, 0)]], inputs={"X": (2, 1)})
    assert isinstance(verdict, Proof)
    assert verdict.conditions == ("m > 0",)


def test_queries_after_a_cache_belong_to_the_last_positions() -> None:
    def chunk(Q: ExactMatrix, K: ExactMatrix, V: ExactMatrix) -> object:
        return sa.attention(Q, K, V, visible=sa.causal(2, 4, align="bottom-right"))

    shapes = {"Q": (2, 1), "K": (4, 1), "V": (4, 1)}
    assert sa.prove_causal(chunk, inputs=shapes)
    assert not sa.prove_causal(chunk, inputs=shapes, align="top-left")


def test_scores_of_few_queries_belong_to_the_last_of_all_keys() -> None:
    def mixed(mask: list[list[bool]]) -> Verdict:
        return sa.prove_causal(lambda scores: sa.masked_softmax(scores, mask), inputs={"scores": (2, 3)})

    assert mixed([[True, True, False], [True, True, True]])
    assert not mixed([[True, True, True], [True, True, True]])


def test_functions_on_prefixes_and_after_a_cache() -> None:
    def head(Q: ExactMatrix, K: ExactMatrix, V: ExactMatrix) -> object:
        return sa.attention(Q, K, V, visible=sa.causal(Q.shape[0], K.shape[0], align="bottom-right"))

    def top_left(Q: ExactMatrix, K: ExactMatrix, V: ExactMatrix) -> object:
        return sa.attention(Q, K, V, visible=sa.causal(Q.shape[0], K.shape[0], align="top-left"))

    assert sa.prove_prefix_passes(head, inputs=HEAD)
    assert sa.prove_cached(head, inputs=HEAD)
    assert sa.prove_prefix_passes(top_left, inputs=HEAD)
    assert not sa.prove_cached(top_left, inputs=HEAD)
    assert not sa.prove_prefix_passes(lambda Q, K, V: sa.attention(Q, K, V), inputs=HEAD)


def test_equal_functions() -> None:
    def shifted(Q: ExactMatrix, K: ExactMatrix, V: ExactMatrix) -> object:
        bias = [[Q.number(i, 0)] * 3 for i in range(3)]
        return sa.attention(Q, K, V, visible="causal", bias=bias)

    def doubled(Q: ExactMatrix, K: ExactMatrix, V: ExactMatrix) -> object:
        return sa.attention(Q, K, V, visible="causal", scale=1)

    def plain(Q: ExactMatrix, K: ExactMatrix, V: ExactMatrix) -> object:
        return sa.attention(Q, K, V, visible="causal")

    assert sa.prove_equal(shifted, plain, inputs=HEAD)
    verdict = sa.prove_equal(doubled, plain, inputs=HEAD)
    assert isinstance(verdict, Counterexample)
    assert verdict.before is not None
    assert verdict.before.symbols == frozenset()


def problem(**data: object) -> sa.Problem:
    return sa.Problem.from_data({"X": [[1, 0], [0, 1], [1, 1]], "w_q": [[1], [0]], "w_k": [[0], [1]], **data})


def test_problems() -> None:
    causal = sa.prove_causal(problem(w_v=[[1], [0]], visible="causal"))
    assert isinstance(causal, Proof)
    assert "all weights" in causal.domain
    leak = sa.prove_causal(problem(w_v=[[1], [0]]))
    assert isinstance(leak, Counterexample)
    assert leak.inputs["X"] == sa.exact([[1, 0], [0, 1], [1, 1]])
    assert leak.change.startswith("X[")


def test_a_problem_whose_values_are_nought_leaks_nothing_without_a_mask() -> None:
    verdict = sa.prove_causal(problem(w_v=[[0], [0]]))
    assert isinstance(verdict, Proof)
    assert "all weights" not in verdict.domain


def test_problems_of_every_kind() -> None:
    Q, K, V = [[1, 0], [0, 1]], [[1, 1], [0, 1]], [[1, 2], [3, 4]]
    heads = [{"w_q": [[1], [0]], "w_k": [[1], [0]], "w_v": [[1], [0]]}] * 2
    kinds: list[dict[str, object]] = [
        {"Q": Q, "K": K, "V": V},
        {"Q": Q, "K": K, "V": V, "n_heads": 2},
        {"X": Q, "heads": heads, "w_o": [[1, 1], [1, -1]]},
        {"X": Q, "w_q": Q, "w_k": K, "w_v": V, "n_heads": 2},
        {"scores": Q, "V": V},
        {"scores": Q},
        {"scores": Q, "V": V, "bias": [[1, 2], [0, 1]]},
    ]
    for data in kinds:
        assert sa.prove_causal(sa.Problem.from_data({**data, "visible": "causal"})), data
        assert isinstance(sa.prove_causal(sa.Problem.from_data(data)), Counterexample), data
        assert sa.prove_hull(sa.Problem.from_data(data)), data
    hidden = sa.Problem.from_data({"scores": [[0, "-oo"], [0, 1]], "V": V})
    assert sa.prove_causal(hidden)


def test_batches_and_unused_queries() -> None:
    data = {"scores": [[[0, 1], [1, 0]]] * 2, "visible": {"causal": True, "key_lengths": [1, 2]}}
    assert sa.prove_causal(sa.Problem.from_data(data))
    assert sa.prove_padding(sa.Problem.from_data(data), 1) is not None
    unused = {"scores": [[0, 1], [1, 0]], "visible": [[True, False], [False, False]], "query_valid": [True, False]}
    assert sa.prove_padding(sa.Problem.from_data(unused), 1)
    assert sa.prove_no_empty_row(sa.Problem.from_data(unused).visible, query_valid=[True, False])
    strict = {"scores": [[0, 1], [1, 0]], "visible": [[False, False], [True, False]]}
    with pytest.raises(EmptyRowError):
        sa.prove_causal(sa.Problem.from_data(strict))


def test_undecided_is_no_truth_value() -> None:
    verdict = sa.prove_causal(lambda X: [[max(X.row(0))]], inputs={"X": (1, 2)})
    assert isinstance(verdict, Undecided)
    with pytest.raises(UndecidedError):
        bool(verdict)


def test_what_cannot_be_asked_is_refused_with_the_way_out() -> None:
    with pytest.raises(KindError, match="inputs="):
        sa.prove_causal(3)
    with pytest.raises(KindError, match="load it first"):
        sa.prove_causal("mine.toml")
    with pytest.raises(KindError, match="sizes=range"):
        sa.prove_causal(lambda T: sa.causal(T))
    with pytest.raises(ShapeError, match="align"):
        sa.prove_causal(sa.causal(2, 3, align="top-left"))
    with pytest.raises(ShapeError, match="rows, columns"):
        sa.prove_causal(lambda X: X, inputs={"X": 3})  # type: ignore[dict-item]
    with pytest.raises(ShapeError, match="positions together"):
        sa.prove_isolated(sa.full(3), [1, 1])
    with pytest.raises(KindError, match="lengths"):
        sa.prove_isolated(sa.full(3), "i == j")
    with pytest.raises(KindError, match="single mask"):
        sa.prove_cached(sa.causal(3))
    with pytest.raises(ShapeError, match="sizes is empty"):
        sa.prove_causal("j <= i", sizes=[])
    with pytest.raises(ShapeError, match="has shape"):
        sa.prove_causal(lambda T: sa.causal(T + 1), sizes=[2])


def test_a_head_of_many_positions_on_free_symbols() -> None:
    shapes = {"scores": (20, 20), "V": (20, 1)}
    assert sa.prove_causal(lambda scores, V: sa.masked_softmax(scores, "causal") @ V, inputs=shapes)
