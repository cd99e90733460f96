"""What the measurement of a thousand answers measures, at a small size."""

from __future__ import annotations

import json

from benchmarks.limits import grading as bench
from symattn.grading.judging import Question, Source, judge


def test_the_answers_are_different_numbers_of_every_kind() -> None:
    source = Source(json.dumps(bench.exercises()), ".json", "a dozen numbers")
    drawn = list(bench.answers(source, 150, seed=2))
    assert len(set(drawn)) == 150
    assert {id for id, _ in drawn} == {name.replace(" ", "-") for name in bench.ASKED}
    outcomes = [judge(source, Question(0, id, "1", text)).outcome for id, text in drawn]
    assert {"exact", "rounded", "wrong", "truncated"} <= set(outcomes)
    assert not {"unreadable", "undecided"} & set(outcomes)


def test_time_is_taken() -> None:
    spent, clock = bench.measured(12, seed=3)
    assert spent > 0
    assert clock > 0
