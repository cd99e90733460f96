"""What grading finds: verdicts, points, attempts and tallies, whatever the order and whoever judges."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.checking import MISTAKES
from symattn.errors import GradeError, ProblemError, UnknownNameError
from symattn.grading import GradeReport, grade
from symattn.grading.judging import Question, Source, judge
from symattn.grading.points import points_of
from symattn.grading.report import Earned
from symattn.problems import load_exercises
from tests.grading.support import EXERCISES, exercises_in, one


@pytest.fixture(scope="module")
def exercises(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return exercises_in(tmp_path_factory.mktemp("exercises"))


def both(*responses: str, answer: str = "1") -> list[dict[str, object]]:
    return [{**row, "exercise": "both", "answer": answer} for row in one(*responses)]


def test_every_outcome_has_its_marks(exercises: Path) -> None:
    given = one("0.2689", "1/(1+e)", "0.26", "0.268941421369996", "0.9", "", "foo", "0,2689", "[1, 2]")
    report = grade(given, exercises, workers=0)
    assert [(each.verdict.outcome, each.marks, each.counts) for each in report.answers] == [
        ("rounded", 1, True),
        ("exact", 1, True),
        ("truncated", 0, True),
        ("float noise", 0, True),
        ("wrong", 0, True),
        ("no answer", 0, True),
        ("unreadable", None, True),
        ("rounded", 1, True),
        ("wrong", 0, True),
    ]
    assert [each.response for each in report.for_person] == ["foo"]
    assert report.answers[7].verdict.notes


def test_words_are_for_a_person(exercises: Path) -> None:
    row = {"student": "Ada", "exercise": "say-why", "response": "because of the filler"}
    report = grade([row], exercises, workers=0)
    assert (report.answers[0].marks, report.students[0].total) == (None, Earned(Fraction(0), Fraction(1)))


def test_undecided_is_never_wrong(exercises: Path) -> None:
    """Where entries earn marks, one that is undecided keeps the whole answer open, though another one is wrong."""
    huge, speck = "exp(exp(exp(100)))", "exp(-exp(exp(exp(100))))"
    doubtful = f"[1/2, exp({huge}) - exp({huge} + {speck})]"
    report = grade(both(doubtful), exercises, workers=0)
    assert report.answers[0].verdict.accepted is False
    assert (report.answers[0].marks, report.for_person) == (None, report.answers)
    whole = grade(both(doubtful), exercises, workers=0, marks="whole")
    assert whole.answers[0].marks == 0
    assert not whole.for_person


def test_each_right_entry_earns_its_share_unless_the_whole_is_asked(exercises: Path, tmp_path: Path) -> None:
    half = both("[0.7311, 0.5]")
    report = grade(half, exercises, workers=0)
    assert report.answers[0].marks == Fraction(1, 2)
    assert (report.answers[0].points, report.answers[0].of) == (Fraction(1), Fraction(2))
    assert grade(half, exercises, workers=0, marks="whole").answers[0].points == 0
    for said, marks, expected in (("whole", "entries", 0), ("entries", "whole", 1)):
        file = tmp_path / "exercises.toml"
        file.write_text(EXERCISES.replace('label = "Weights"', f'marks = "{said}"'), encoding="utf-8")
        assert grade(half, file, workers=0, marks=marks).answers[0].points == expected  # type: ignore[arg-type]


def test_a_way_of_marking_that_does_not_exist_is_refused(exercises: Path, tmp_path: Path) -> None:
    (tmp_path / "exercises.toml").write_text(EXERCISES.replace('label = "Weights"', 'marks = "some"'), encoding="utf-8")
    with pytest.raises(ProblemError, match=r"exercise\[1\]\.answer\[1\]\.marks: no way of marking"):
        load_exercises(tmp_path / "exercises.toml")
    with pytest.raises(UnknownNameError, match="choice of marks"):
        grade(one("1"), exercises, workers=0, marks="some")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="choice of repeats"):
        grade(one("1"), exercises, workers=0, repeats="some")  # type: ignore[arg-type]


def test_points_are_shared(tmp_path: Path) -> None:
    file = load_exercises(exercises_in(tmp_path))
    assert points_of(file) == {("both", "1"): 2, ("both", "2"): 1, ("one", "1"): 1, ("say-why", "1"): 1}
    text = EXERCISES.replace("points = 2\n", "")
    (tmp_path / "exercises.toml").write_text(text, encoding="utf-8")
    assert points_of(load_exercises(tmp_path / "exercises.toml"))["both", "2"] == Fraction(3, 2)
    (tmp_path / "exercises.toml").write_text(EXERCISES.replace("points = 2\n", "points = 4\n"), encoding="utf-8")
    with pytest.raises(GradeError, match="exercise both: its answers have more points than the exercise"):
        grade(one("1"), tmp_path / "exercises.toml", workers=0)


@pytest.mark.parametrize(
    ("repeats", "responses", "counted"),
    [
        ("last", ["0.2689", "0.9"], "0.9"),
        ("first", ["0.2689", "0.9"], "0.2689"),
        ("best", ["0.2689", "0.9"], "0.2689"),
        ("best", ["0.9", "foo", "0.8"], "foo"),
        ("best", ["foo", "0.2689", "0.9"], "0.2689"),
        ("best", ["0.9", "0.8"], "0.8"),
        ("last", ["0.2689", ""], ""),
    ],
)
def test_one_attempt_counts(repeats: str, responses: list[str], counted: str, exercises: Path) -> None:
    given = [{**row, "student": "Ada"} for row in one(*responses)]
    report = grade(given, exercises, workers=0, repeats=repeats)  # type: ignore[arg-type]
    assert [each.response for each in report.answers if each.counts] == [counted]
    assert report.tallies[0].count == 1
    right = counted == "0.2689"
    waits = counted == "foo"
    assert report.students[0].total == Earned(Fraction(right), Fraction(waits))
    assert len(report.for_person) == waits


def test_marks_by_student_and_tallies_by_answer(exercises: Path) -> None:
    given = [*both("[0.7311, 0.2689]", "[0.2689, 0.7311]", "foo"), *one("0.9", "0.2689")]
    given.append({"student": "s3", "exercise": "three", "response": "1"})
    report = grade(given, exercises, workers=0)
    assert [(each.student, each.total, each.of) for each in report.students] == [
        ("s1", Earned(Fraction(2)), Fraction(5)),
        ("s2", Earned(Fraction(1)), Fraction(5)),
        ("s3", Earned(waiting=Fraction(2)), Fraction(5)),
    ]
    assert report.students[1].exercises == (Earned(), Earned(Fraction(1)), None)
    weights, number = report.tallies
    assert (weights.exercise, weights.answer, weights.label, weights.count) == ("both", "1", "Weights", 3)
    assert weights.outcomes == (("mistake", 1), ("rounded", 1), ("unreadable", 1))
    assert ("columns-swapped", 1) in weights.mistakes
    assert (number.points, number.of, number.count, number.waiting) == (Fraction(1), Fraction(1), 2, 0)
    assert (weights.waiting, weights.mean, number.mean) == (1, Fraction(1), Fraction(1, 2))
    assert dict(report.glossary)["columns-swapped"] == MISTAKES["columns-swapped"].when
    assert [each.verdict.outcome for each in report.for_person] == ["unreadable", "unknown exercise"]


def test_a_file_of_exercises_may_be_given_loaded_or_by_name(exercises: Path) -> None:
    assert grade(one("0.2689"), load_exercises(exercises), workers=0) == grade(one("0.2689"), exercises, workers=0)
    row = {"student": "Ada", "exercise": "table-16-1", "answer": "causal", "response": "[1],[1,2],[1,2,3]"}
    assert grade([row], "masks-and-heads", workers=0).answers[0].marks == 1
    with pytest.raises(UnknownNameError):
        grade([row], "no-such-exercises", workers=0)


@pytest.mark.parametrize("limits", [{"seconds": 0}, {"seconds": -1}, {"seconds": float("nan")}, {"megabytes": 0}])
def test_limits_are_positive(limits: dict[str, float], exercises: Path) -> None:
    with pytest.raises(GradeError):
        grade(one("1"), exercises, **limits)  # type: ignore[arg-type]


def test_an_exercise_that_cannot_be_worked_out_is_for_a_person(tmp_path: Path) -> None:
    text = EXERCISES.replace('visible = "causal"', "visible = [[true, true], [false, false]]")
    (tmp_path / "exercises.toml").write_text(text, encoding="utf-8")
    report = grade(one("0.2689"), tmp_path / "exercises.toml", workers=0)
    message = report.answers[0].verdict.message
    assert report.for_person == report.answers
    assert message.startswith("the exercise cannot be worked out: ")
    assert "a valid query has no visible key" in message


def test_equal_answers_are_judged_once(exercises: Path) -> None:
    counted: list[tuple[int, int]] = []
    report = grade(
        one(*["0.2689"] * 50, "0.9"), exercises, workers=0, progress=lambda done, total: counted.append((done, total))
    )
    assert counted == [(0, 2), (1, 2), (2, 2)]
    assert len(report.answers) == 51


# -- whatever the order and whoever judges --------------------------------------------------------------------------

POOL = [
    *(("one", "", text) for text in ("0.2689", "0.9", "1/(e+1)", "e/(e+1)", "0.123456", "foo(", "", "9^9^9^9", "-oo")),
    *(("both", "1", text) for text in ("[0.7311,0.2689]", "[1/2,1/2]", "[0.2689,0.7311]", "[0.71234,0.28766]", "1")),
    *(("both", "2", text) for text in ("0.2437", "0.123456", "e/(3e+3)", "1/6")),
    ("nowhere", "", "1"),
    ("both", "", "1"),
]


def rows(picked: list[int]) -> list[dict[str, object]]:
    return [
        {"student": f"s{number}", "exercise": POOL[n][0], "answer": POOL[n][1], "response": POOL[n][2]}
        for number, n in enumerate(picked)
    ]


ORDERS = st.lists(st.integers(0, len(POOL) - 1), min_size=1, max_size=20).flatmap(
    lambda picked: st.tuples(st.just(picked), st.permutations(picked))
)


@settings(max_examples=12)
@given(orders=ORDERS)
def test_the_order_of_rows_changes_no_verdict(orders: tuple[list[int], list[int]], exercises: Path) -> None:
    found = []
    for order in orders:
        report = grade(rows(order), exercises, workers=0)
        found.append({(each.exercise, each.answer, each.response): each.verdict for each in report.answers})
    assert found[0] == found[1]


def test_the_number_of_workers_changes_nothing(exercises: Path) -> None:
    given = rows(list(range(len(POOL))) * 3)
    alone = grade(given, exercises, workers=0)
    for workers in (1, 3):
        assert grade(given, exercises, workers=workers) == alone


def test_what_was_judged_before_changes_no_verdict(exercises: Path) -> None:
    """A worker that has kept much judges as a fresh one does."""
    source = Source(EXERCISES, ".toml", "exercises.toml")
    asked = [Question(n, exercise, answer or "1", text) for n, (exercise, answer, text) in enumerate(POOL[:18]) if text]
    first = {question.number: judge(source, question) for question in asked}
    again = {question.number: judge(source, question) for question in reversed(asked)}
    assert first == again


def test_a_report_is_plain_data(exercises: Path) -> None:
    import pickle

    report = grade(rows([0, 5, 9]), exercises, workers=0)
    assert isinstance(report, GradeReport)
    assert pickle.loads(pickle.dumps(report)) == report
    assert replace(report, title="x") != report
