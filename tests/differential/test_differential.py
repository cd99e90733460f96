"""Random draws against independent witnesses; `make soak` runs many more of the same."""

from __future__ import annotations

import sys
from io import StringIO

import pytest

from tests.differential import checks, soak, workers
from tests.differential.pairs import pair
from tests.differential.workers import Answer

DRAWS = 300


def test_no_witness_contradicts_the_engine_and_nothing_hangs_or_crashes() -> None:
    summary = soak.soak(seed=2, draws=DRAWS)
    report = StringIO()
    summary.write(report)
    assert not summary.faults, report.getvalue()
    assert summary.total("undecided") <= DRAWS // 50, report.getvalue()
    assert summary.total("right") >= DRAWS * 9 // 10, report.getvalue()


def test_every_check_has_its_share_of_the_draws() -> None:
    asked = [request["check"] for request in soak.requests(seed=1, draws=200)]
    assert {check: asked.count(check) for check in checks.CHECKS} == {c: 2 * n for c, n in soak.SHARES.items()}


def test_a_wrong_verdict_is_counted_as_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    class Contrary:
        outcome = "different" if pair(2, 0).equal else "equal"

    monkeypatch.setattr(checks, "compare_numbers", lambda *_: Contrary)
    result = checks.run("pair_built", 2, 0)
    assert result.verdict == "wrong"
    summary = soak.Summary()
    request = {"check": "pair_built", "seed": 2, "draw": 0}
    summary.add(Answer(request, "answered", {"verdict": result.verdict, "example": result.example}))
    assert len(summary.faults) == 1


@pytest.mark.parametrize("check", ["problem_numerically", "problem_by_calcium", "problem_by_sympy"])
def test_each_witness_notices_a_wrong_weight(check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores with the wrong sign are seen by every witness of problems."""
    honest = checks.solve
    monkeypatch.setattr(checks, "solve", lambda given: [([m * -1 for m in ws], out) for ws, out in honest(given)])
    assert checks.run(check, 2, 3).verdict == "wrong"


def test_a_late_answer_is_a_hang_and_an_ended_process_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = workers.Worker("unused")
    worker.command = [sys.executable, "-c", "import time; input(); time.sleep(60)"]
    assert worker.ask({}, 0.2).state == "hung"
    worker.command = [sys.executable, "-c", "import os; input(); os.abort()"]
    answer = worker.ask({}, 30)
    assert (answer.state, answer.detail) == ("crashed", "ended by signal 6")
    worker.command = [sys.executable, "-c", "input(); print('{}', flush=True)"]
    assert worker.ask({}, 30).state == "answered"
    worker.stop()


def test_a_late_witness_is_no_fault_of_the_engine() -> None:
    summary = soak.Summary()
    for check in checks.CHECKS:
        summary.add(Answer({"check": check, "seed": 1, "draw": 1}, "hung"))
    assert {example.split(",")[0] for example in summary.faults} == set(checks.CHECKS) - soak.WITNESSES
