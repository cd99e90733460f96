"""Which mistakes an answer can tell apart, how long it is, and what its printed rows add to."""

from __future__ import annotations

from symattn.checking import check
from symattn.checking.quality import answer_quality, file_quality
from symattn.problems import Answer, Problem, load_exercises
from tests.checking.drawn import mistaken, problems, rounded, written

PROBLEM = Problem.from_data(
    {"Q": [[1, 2], [0, 1], [2, 1]], "K": [[0, 1], [1, 1], [2, 0]], "V": [[1, 0], [2, 5], [0, 3]], "visible": "causal"}
)


def test_the_last_row_of_a_triangle_does_not_show_the_mask() -> None:
    last = answer_quality(Answer(PROBLEM, "weights", row=2))
    assert {"mask-after-softmax", "no-mask", "hidden-score-zero", "one-ahead"} <= set(last.passing)
    assert last.is_ambiguous
    assert "no-mask" not in answer_quality(Answer(PROBLEM, "weights", row=1)).passing


def test_mistakes_that_look_alike_are_grouped() -> None:
    whole = answer_quality(Answer(PROBLEM, "weights"))
    assert whole.passing == ()
    entry = answer_quality(Answer(PROBLEM, "weights", row=0, column=0))
    groups = [set(group) for group in entry.alike]
    assert any({"mask-after-softmax", "no-mask"} <= group for group in groups)


def test_a_coarse_rule_tells_less() -> None:
    problem = Problem.from_data({"scores": [["1/100", 0], [0, 0]], "V": [[1], [0]], "visible": "full"})
    exact, coarse = (Answer(problem, "weights", row=0, rule=rule) for rule in ("exact", "places:2"))
    assert "other-base" not in answer_quality(exact).passing
    assert "softmax-twice" in answer_quality(coarse).passing
    assert set(answer_quality(exact).passing) < set(answer_quality(coarse).passing)


def test_what_passes_is_what_check_accepts() -> None:
    for problem in problems(seed=31, count=6):
        answer = Answer(problem, "output", row=0, rule="places>=4")
        passing = answer_quality(answer).passing
        for mistake, value in mistaken(problem, answer):
            text = written(value, rounded(12))
            if text is not None and mistake.name in passing and mistake.theme != "rounding":
                places = [[entry.decimal(4) for entry in row] for row in value.rows()]  # type: ignore[union-attr]
                assert check(places, answer).accepted is True


def test_printed_rows_that_do_not_add_to_one() -> None:
    problem = Problem.from_data({"scores": [[0, 0, 0], [0, "ln 2", 0], [0, 0, 0]], "visible": "full"})
    assert answer_quality(Answer(problem, "weights")).sums == ((0, "0.999999"), (2, "0.999999"))
    assert answer_quality(Answer(problem, "weights", row=1)).sums == ()
    assert answer_quality(Answer(problem, "weights", row=0, places=2)).sums == ((0, "0.99"),)


def test_the_length_of_the_exact_answer() -> None:
    problem = Problem.from_data({"scores": [[0, 1]]})
    assert answer_quality(Answer(problem, "weights")).length == len("e/(e + 1)")


def test_a_whole_file() -> None:
    file = load_exercises("masking-and-causality")
    found = file_quality(file)
    asked = [a for exercise in file.exercises for a in exercise.answers if a.kind in ("stage", "value")]
    assert len(found) == len(asked)
    assert [one.place for one in found] == [answer.place for answer in asked]
