"""The inputs on which code is run tell every named mistake from what is right."""

from __future__ import annotations

import pytest

from symattn.checking.quality import answer_quality
from symattn.errors import KindError, ShapeError
from symattn.problems import Answer, Problem
from symattn.verifying.inputs import cases_of, symbolic
from symattn.visibility import causal, window


@pytest.mark.parametrize("stage", ["weights", "output"])
def test_no_named_mistake_comes_out_right_on_the_usual_inputs(stage: str) -> None:
    for case in cases_of("causal"):
        assert answer_quality(Answer(case.problem, stage)).passing == (), case.name


def test_scores_are_equal_zero_and_negative_somewhere() -> None:
    for case in cases_of("causal"):
        solution = case.problem.solution
        assert not isinstance(solution, list)
        rows = solution.exact("dots").rows()
        seen = [[row[j] for j in range(i + 1)] for i, row in enumerate(rows)]
        assert any(len(set(row)) < len(row) for row in seen)
        assert any(entry == 0 for row in seen for entry in row)


def test_a_relation_gives_inputs_of_its_size_and_unused_queries_where_nothing_is_seen() -> None:
    (case,) = cases_of(window(4, 1, 1))
    assert case.problem.visible == window(4, 1, 1)
    (empty,) = cases_of(~causal(3))
    assert empty.problem.query_valid == (True, True, False)


def test_symbols_take_the_places_of_numbers_and_infinities_stay() -> None:
    problem = Problem.from_data({"scores": [[0, "-oo"]], "V": [[1], [2]]})
    free = symbolic(problem)
    assert free.scores is not None
    assert free.scores.text() == "[[scores_1_1, -oo]]"
    assert free.V is not None
    assert sorted(free.V.symbols) == ["V_1_1", "V_2_1"]


def test_what_is_no_specification_is_refused() -> None:
    with pytest.raises(ShapeError, match="at least one"):
        cases_of([])
    with pytest.raises(KindError, match="'causal', 'full'"):
        cases_of(3)  # type: ignore[arg-type]
