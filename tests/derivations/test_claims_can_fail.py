"""No claim of a derivation is empty: for each there is a change of an input or of a step that breaks it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.derivations.changes import CHANGES, Change
from tests.derivations.scripts import SCRIPTS, count_claims, run_alone, run_of


def source_of(name: str) -> str:
    return SCRIPTS[name].read_text(encoding="utf-8")


def changed(name: str, change: Change) -> str:
    source = source_of(name)
    assert change[0] in source, f"{name} has no {change[0]!r} to change"
    return source.replace(*change)


def test_every_script_has_its_changes() -> None:
    assert set(CHANGES) == set(SCRIPTS)


@pytest.mark.parametrize("name", SCRIPTS)
class TestEveryScript:
    def test_every_claim_is_broken_by_a_change(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        as_it_is = count_claims(source_of(name), monkeypatch)
        assert (as_it_is.failed, as_it_is.stopped) == ([], "")
        broken = set()
        for change in CHANGES[name]:
            counted = count_claims(changed(name, change), monkeypatch)
            assert counted.failed or counted.stopped, f"{change[1]!r} changes nothing"
            broken |= set(counted.failed)
        assert set(as_it_is.held) - broken == set()

    def test_a_changed_script_ends_with_an_error(self, name: str, tmp_path: Path) -> None:
        script = tmp_path / f"{name}.py"
        script.write_text(changed(name, CHANGES[name][0]), encoding="utf-8")
        run = run_alone(script)
        assert run.status == 1
        assert "symattn.errors.ClaimError: " in run.errors
        assert run.output != run_of(name).output


class TestFuturePerturbation:
    """The check of exercise 6 finds a triangle that is missing or turned over, and nothing is wrong with the shapes."""

    @pytest.mark.parametrize("instead", ["sa.full(3, 3).additive()", "sa.causal(3).transpose().additive()"])
    def test_a_wrong_triangle_in_place_of_the_causal_one_is_caught(
        self, instead: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        change = ("causal = sa.causal(3).additive()", f"causal = {instead}")
        failed = count_claims(changed("future_perturbation", change), monkeypatch).failed
        assert {"causal, after", "causal, token 3 is [x, y]", "causal, symbols in O_1"} <= set(failed)
        assert "absent, shape" not in failed
        assert "reversed, shape" not in failed

    def test_no_fault_is_reported_where_there_is_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A causal triangle in place of a wrong one moves nothing, so the claim that it is caught fails."""
        change = ("absent = sa.full(3, 3).additive()", "absent = sa.causal(3).additive()")
        failed = count_claims(changed("future_perturbation", change), monkeypatch).failed
        assert {"absent, O_1 before and after", "absent, O_2 before and after"} <= set(failed)
