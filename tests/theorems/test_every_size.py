"""Theorems about index formulas, for every size at once, against enumeration of small sizes by Python."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import symattn as sa
from symattn.errors import KindError, ReadError, ShapeError
from symattn.theorems import Counterexample, Proof, Undecided, every_size
from symattn.theorems.omega import Budget
from tests.theorems.oracle import leaks, rows
from tests.theorems.test_index_text import conditions

SIZES = range(1, 6)


@given(conditions)
@settings(max_examples=25)
def test_a_verdict_on_causality_agrees_with_every_small_size(formula: str) -> None:
    verdict = sa.prove_causal(formula)
    found = next(((T, *cell) for T in range(1, 8) for cell in leaks(formula, T)), None)
    if isinstance(verdict, Proof):
        assert found is None
    elif isinstance(verdict, Counterexample):
        T, query = verdict.sizes["T"], verdict.entry[0]
        assert any(i == query for i, _ in leaks(formula, T))
        assert verdict.before != verdict.after
        assert found is None or (found[0], found[1]) == (T, query)


@given(conditions)
@settings(max_examples=12)
def test_a_verdict_on_empty_rows_agrees_with_every_small_size(formula: str) -> None:
    verdict = sa.prove_no_empty_row(formula)
    empty = {T: [i for i, row in enumerate(rows(formula, T)) if not any(row)] for T in SIZES}
    if isinstance(verdict, Proof):
        assert not any(empty.values())
    elif isinstance(verdict, Counterexample):
        T = verdict.sizes["T"]
        assert not any(rows(formula, T)[verdict.entry[0]])


@given(conditions, conditions)
@settings(max_examples=12)
def test_a_verdict_on_equality_agrees_with_every_small_size(first: str, second: str) -> None:
    verdict = sa.prove_equal(first, second)
    if isinstance(verdict, Proof):
        assert all(rows(first, T) == rows(second, T) for T in SIZES)
    elif isinstance(verdict, Counterexample):
        T, query = verdict.sizes["T"], verdict.entry[0]
        assert rows(first, T)[query] != rows(second, T)[query]


@given(conditions)
@settings(max_examples=12)
def test_a_verdict_on_prefixes_agrees_with_every_small_size(formula: str) -> None:
    verdict = sa.prove_prefix_passes(formula)

    def same(T: int, t: int) -> bool:
        return all(
            row == [*short, *[False] * (T - t)]
            for row, short in zip(rows(formula, T)[:t], rows(formula, t), strict=True)
        )

    if isinstance(verdict, Proof):
        assert all(same(T, t) for T in SIZES for t in range(1, T))
    elif isinstance(verdict, Counterexample):
        assert not same(verdict.sizes["T"], verdict.sizes["t"])


@given(conditions)
@settings(max_examples=12)
def test_a_verdict_on_order_agrees_with_every_small_size(formula: str) -> None:
    verdict = sa.prove_equivariance(formula)

    def alike(T: int) -> bool:
        table = rows(formula, T)
        return len({table[i][i] for i in range(T)}) <= 1 and (
            len({table[i][j] for i in range(T) for j in range(T) if i != j}) <= 1
        )

    if isinstance(verdict, Proof):
        assert all(map(alike, SIZES))
    elif isinstance(verdict, Counterexample):
        assert not alike(verdict.sizes["T"])


@pytest.mark.parametrize(
    ("formula", "sizes"),
    [
        ("j <= i + 1", {"T": 2}),
        ("j <= i or j == 100", {"T": 101}),
        ("j <= i or i + 1000 < j", {"T": 1002}),
        ("j <= i + w", {"T": 2, "w": 1}),
        ("i // 128 >= j // 128", {"T": 2}),
    ],
)
def test_a_counterexample_has_the_smallest_size(formula: str, sizes: dict[str, int]) -> None:
    verdict = sa.prove_causal(formula)
    assert isinstance(verdict, Counterexample)
    assert verdict.sizes == sizes
    assert verdict.before == 0 < verdict.after  # type: ignore[operator]


def test_a_leak_beyond_all_sizes_that_are_calculated_is_told_and_not_claimed() -> None:
    verdict = sa.prove_causal("j <= i or j == 100000")
    assert isinstance(verdict, Undecided)
    assert "query 1 and key 100001" in verdict.tried


def test_parameters_are_any_integers_that_meet_the_condition() -> None:
    assert sa.prove_causal("i - w < j <= i")
    assert not sa.prove_no_empty_row("i - w < j <= i")
    assert sa.prove_no_empty_row("i - w < j <= i", where="w >= 1")
    assert sa.prove_equal("i - w < j <= i", "j <= i", where="w >= T")
    assert not sa.prove_equal("i - w < j <= i", "j <= i", where="w >= T - 1")


def test_a_condition_that_nothing_meets_proves_nothing() -> None:
    with pytest.raises(ReadError, match="no size and no parameters"):
        sa.prove_causal("j <= i + 1", where="w > 1 and w < 1")


def test_queries_after_a_cache_have_the_position_that_they_have_in_the_whole() -> None:
    assert sa.prove_causal("j <= i + T_k - T_q")
    assert not sa.prove_causal("j <= i + T_k - T_q + 1")
    assert sa.prove_causal("j <= i", align="bottom-right")
    assert not sa.prove_causal("j <= i + T_k - T_q", align="top-left")
    with pytest.raises(ShapeError, match="align"):
        sa.prove_causal("j <= i", align="left")


def test_chunks_after_a_cache() -> None:
    assert sa.prove_cached("i + T_k - T_q - 3 < j <= i + T_k - T_q")
    assert sa.prove_cached("True")
    forgotten = sa.prove_cached("j <= i")
    assert isinstance(forgotten, Counterexample)
    assert (forgotten.before, forgotten.after) == (sa.exact("1/2"), sa.exact(0))


def test_a_mask_that_grows_with_the_text_fails_on_prefixes_alone() -> None:
    formula = "T - 3 <= j <= i or j == 0"
    assert sa.prove_causal(formula)
    assert sa.prove_no_empty_row(formula)
    verdict = sa.prove_prefix_passes(formula)
    assert isinstance(verdict, Counterexample)
    assert verdict.before != verdict.after


def test_padding_and_documents_of_any_size() -> None:
    assert sa.prove_padding("j <= i and j < L", "L")
    assert sa.prove_padding("j <= i", "L")
    assert not sa.prove_padding("i < L", "L")
    assert sa.prove_padding("j < 3", 3)
    assert sa.prove_isolated("i // 4 == j // 4", "i // 4 == j // 4")
    assert not sa.prove_isolated("i // 4 == j // 4", "i // 3 == j // 3")
    assert sa.prove_isolated("i // 6 == j // 6 and i // 4 == j // 4", "i // 12 == j // 12")
    verdict = sa.prove_isolated("i == j", "(i < b) == (j < b)")
    assert isinstance(verdict, Proof)
    assert "all integers b" in verdict.domain


def test_nearly_all_drawn_formulas_are_decided() -> None:
    outcomes: list[str] = []

    @given(conditions)
    @settings(max_examples=30)
    def ask(formula: str) -> None:
        outcomes.append(sa.prove_causal(formula).outcome)

    ask()
    assert outcomes.count("undecided") <= 2
    assert min(outcomes.count("proved"), outcomes.count("refuted")) >= 5


@pytest.mark.parametrize(
    ("formula", "key"),
    [
        ("j <= i", "keys i ("),
        ("i // 2 == j", "floor(i/2)"),
        ("2 * j == i or 2 * j == i + 1", "floor(i/2) + 1"),
        ("j == T - 1 - i", "T - i - 1"),
        ("i + 2 == j or i + 3 > T - 1 and j == 0", "keys i, 0"),
    ],
)
def test_a_proof_that_no_row_is_empty_names_a_key_for_each(formula: str, key: str) -> None:
    verdict = sa.prove_no_empty_row(formula)
    assert isinstance(verdict, Proof), verdict
    assert key in verdict.argument


def test_a_formula_of_no_size_has_no_unused_queries() -> None:
    with pytest.raises(KindError, match="sizes"):
        sa.prove_no_empty_row("j < i", query_valid=[False, True])
    assert sa.prove_no_empty_row("j < i", sizes=[2], query_valid=[False, True])


def test_what_takes_too_many_steps_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(every_size, "Budget", lambda: Budget(steps=3))
    verdict = sa.prove_causal("j <= i")
    assert isinstance(verdict, Undecided)
    assert "steps allowed" in verdict.tried
