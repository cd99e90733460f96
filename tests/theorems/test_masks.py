"""Right masks raise no alarm; every wrong one of the stated table is refuted by two exact values that differ."""

from __future__ import annotations

import pytest

from benchmarks.limits import theorems as measured
from symattn import compare
from symattn.theorems import Counterexample, Proof
from tests.theorems.masks import LEAKING, NOT_LEAKING, RIGHT, Wrong


@pytest.mark.parametrize("name", [name for name, _ in RIGHT])
def test_a_right_mask_is_proved(name: str) -> None:
    verdict = dict(RIGHT)[name]()
    assert isinstance(verdict, Proof), verdict
    assert verdict.domain
    assert verdict.argument


def test_there_are_thirty_right_masks_and_every_kind_of_wrong_one() -> None:
    assert len(RIGHT) >= 30
    kinds = {wrong.name.partition(",")[0] for wrong in LEAKING}
    assert kinds == {
        *("absent", "reversed", "shifted forward", "transposed", "block-mean", "cache-less", "repacked"),
    }
    assert {wrong.name.partition(",")[0] for wrong in NOT_LEAKING} == {"strict", "shifted back", "padding by row"}


@pytest.mark.parametrize("wrong", LEAKING, ids=lambda wrong: wrong.name)
def test_a_leak_is_refuted_by_two_values_that_differ(wrong: Wrong) -> None:
    verdict = wrong.breaks()
    assert isinstance(verdict, Counterexample), verdict
    assert verdict.before is not None
    assert verdict.after is not None
    assert compare(verdict.before, verdict.after).outcome == "different"
    assert verdict.inputs or verdict.sizes


@pytest.mark.parametrize("wrong", NOT_LEAKING, ids=lambda wrong: wrong.name)
def test_what_leaks_nothing_is_refuted_by_another_entry_or_an_empty_row(wrong: Wrong) -> None:
    assert all(isinstance(kept(), Proof) for kept in wrong.keeps)
    verdict = wrong.breaks()
    assert isinstance(verdict, Counterexample), verdict
    if verdict.before is None or verdict.after is None:
        assert "a valid query has no visible key" in verdict.evidence
    else:
        assert compare(verdict.before, verdict.after).outcome == "different"


@pytest.mark.parametrize("name", measured.THEOREMS)
def test_every_formula_that_is_measured_is_decided(name: str) -> None:
    outcomes = [measured.THEOREMS[name](formula).outcome for formula in measured.FORMULAS]
    assert set(outcomes) == {"proved", "refuted"}


def test_what_is_measured_of_a_head_is_proved_at_a_small_size() -> None:
    assert measured.calculated(4).shape == (4, 1)
    measured.proved(4)
