"""What columns mean, which answers they name, and who answered."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from symattn.errors import GradeError
from symattn.grading import GradeReport, grade
from symattn.grading.asked import Asked
from symattn.grading.columns import Columns, columns_of
from symattn.grading.tables import table_of_bytes
from symattn.problems import load_exercises
from tests.grading.support import exercises_in


@pytest.fixture
def asked(tmp_path: Path) -> Asked:
    return Asked(load_exercises(exercises_in(tmp_path)))


def columns(header: str, asked: Asked, **said: str) -> Columns:
    table = table_of_bytes(f"{header}\n{','.join('x' for _ in header.split(','))}\n".encode(), "a.csv")
    return columns_of(table, asked, said)


def test_a_column_without_a_single_cell_tells_nobody_apart(asked: Asked) -> None:
    table = table_of_bytes(b"ID number,Email address,exercise,response\n,a@x,one,1\n,b@x,one,2\n", "a.csv")
    assert columns_of(table, asked).key == "Email address"


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("student,exercise,answer,response", Columns("student", ("student",), "exercise", "answer", "response")),
        ("Response,EXERCISE,Student", Columns("Student", ("Student",), "EXERCISE", "", "Response")),
        ("name,exercise,answer", Columns("name", ("name",), "exercise", "", "answer")),
        ("id,name,question id,student answer", Columns("id", ("name",), "question id", "", "student answer")),
        ("student,id,exercise,response", Columns("student", ("student",), "exercise", "", "response")),
        ("student,student_id,exercise,response", Columns("student_id", ("student",), "exercise", "", "response")),
        (
            "First name,Surname,Email address,exercise,response",
            Columns("Email address", ("First name", "Surname"), "exercise", "", "response"),
        ),
        ("exercise,response", Columns(exercise="exercise", response="response")),
        (
            "student,one,both:2,extra",
            Columns("student", ("student",), exercises=(("one", "one"), ("both:2", "both:2"))),
        ),
        ("ID number,ONE,Both : Weights", Columns("ID number", exercises=(("ONE", "ONE"), ("Both : Weights",) * 2))),
    ],
)
def test_columns_are_known_by_many_names(header: str, expected: Columns, asked: Asked) -> None:
    assert columns(header, asked) == expected


def test_the_caller_says_what_other_columns_hold(asked: Asked) -> None:
    assert columns("Matrikel,Q1,Q2", asked, Matrikel="student", Q1="one", Q2="both:1") == Columns(
        "Matrikel", (), exercises=(("Q1", "one"), ("Q2", "both:1"))
    )
    assert columns("student,response,exercise,typed", asked, typed="response").response == "typed"


@pytest.mark.parametrize(
    ("header", "said", "message"),
    [
        ("student,exercise", {}, "no column for response; found 'student', 'exercise'"),
        ("student,response", {}, "no column for exercise; found"),
        ("a,b", {}, r"no column for exercise and response; found 'a', 'b'.*\(both:1, both:2, one\).*--column"),
        ("student,exercise,response,response", {}, r"two columns are called 'response'.*'response \(2\)'"),
        ("student,one", {"nobody": "student"}, "no column is called 'nobody'"),
        ("student,one", {"one": "marks"}, "one cannot hold 'marks': write student, exercise, answer or response, or"),
    ],
)
def test_what_is_missing_is_one_clear_error(header: str, said: dict[str, str], message: str, asked: Asked) -> None:
    with pytest.raises(GradeError, match=message):
        columns(header, asked, **said)


@pytest.mark.parametrize(
    ("exercise", "answer", "expected"),
    [
        ("one", "", "one:1"),
        (" One ", "", "one:1"),
        ("one", "1.0", "one:1"),
        ("say why", "", "say-why:1"),
        ("SAY_WHY", "1", "say-why:1"),
        ("both", "weights", "both:1"),
        ("both", "output[2, 1]", "both:2"),
        ("both:2", "", "both:2"),
        ("both", "2,0", "both:2"),
    ],
)
def test_answers_are_found_by_what_people_write(exercise: str, answer: str, expected: str, asked: Asked) -> None:
    found = asked.find(exercise, answer)
    assert found.exercise is not None
    assert found.answer is not None
    assert f"{found.exercise.id}:{found.answer.name}" == expected


@pytest.mark.parametrize(
    ("exercise", "answer", "outcome", "message"),
    [
        ("tow", "", "unknown exercise", "did you mean two|known: both, one"),
        ("", "", "unknown exercise", "names no exercise"),
        ("x" * 10_000, "", "unknown exercise", "no exercise is called"),
        ("both", "", "unknown answer", "both asks for 2 answers; nothing says which one this is: 1, 2"),
        ("both", "3", "unknown answer", "both asks for no answer called '3'"),
        ("one:7", "", "unknown answer", "one asks for no answer called '7'"),
    ],
)
def test_other_names_have_an_outcome(exercise: str, answer: str, outcome: str, message: str, asked: Asked) -> None:
    import re

    found = asked.find(exercise, answer)
    assert (found.answer, found.outcome) == (None, outcome)
    assert re.search(message, found.message)
    assert len(found.message) < 500


def graded(text: str, folder: Path) -> GradeReport:
    return grade(text.encode(), exercises_in(folder), workers=0)


def test_one_row_a_student_gives_the_same_as_one_row_an_answer(tmp_path: Path) -> None:
    wide = graded('name,one,both:1,both:2\nAda,0.2689,,0.5\nBen,,"[1,0]",\n', tmp_path)
    long = graded('name,exercise,answer,response\nAda,one,,0.2689\nAda,both,2,0.5\nBen,both,1,"[1,0]"\n', tmp_path)

    def told(report: GradeReport) -> list[tuple[object, ...]]:
        return [(each.student, each.exercise, each.answer, each.verdict) for each in report.answers]

    assert told(wide) == told(long)
    assert wide.students == long.students
    assert wide.tallies == long.tallies
    assert (wide.is_wide, wide.columns) == (True, ("name",))


def test_a_header_that_repeats_is_another_attempt(tmp_path: Path) -> None:
    report = graded("name,one,one\nAda,0.9,0.2689\n", tmp_path)
    assert [(each.response, each.counts) for each in report.answers] == [("0.9", False), ("0.2689", True)]


@pytest.mark.parametrize("dash", ["-", "\u2013", " \u2014 "])
def test_a_dash_alone_is_no_answer(dash: str, tmp_path: Path) -> None:
    """Learning platforms export one where nothing was answered; a person need not look at it."""
    wide = graded(f"name,one,both:2\nAda,{dash},0.5\nBen,-1,{dash}\n", tmp_path)
    assert [(each.student, each.response) for each in wide.answers] == [("Ada", "0.5"), ("Ben", "-1")]
    long = graded(f"name,exercise,response\nAda,one,{dash}\n", tmp_path)
    assert [(each.verdict.outcome, each.marks) for each in long.answers] == [("no answer", Fraction(0))]


def test_students_whom_no_column_tells_apart_are_told_of(tmp_path: Path) -> None:
    """Two students of one name would otherwise become one, unnoticed."""
    table = "First name,Email address,one\nAda,ada@a.org,0.2689\nAda,ada@b.org,0.9\n"
    assert graded(table, tmp_path).remarks == ()
    report = grade(table.encode(), exercises_in(tmp_path), columns={"First name": "student"}, workers=0)
    assert report.remarks == (
        "submissions: 1 student has several rows, so the last answer counts; students are told apart by 'First name'",
    )


def test_students_of_one_name_are_told_apart_by_their_ids(tmp_path: Path) -> None:
    report = graded("id,name,exercise,response\n1,Kim,one,0.9\n2,Kim,one,0.2689\n", tmp_path)
    assert [(each.student, each.total.points) for each in report.students] == [
        ("Kim (1)", Fraction(0)),
        ("Kim (2)", Fraction(1)),
    ]


def test_rows_of_nobody_stand_for_themselves(tmp_path: Path) -> None:
    report = graded("exercise,response\none,0.9\none,0.2689\n", tmp_path)
    assert [each.student for each in report.students] == ["row 2", "row 3"]
    assert all(each.counts for each in report.answers)
    assert "no column says who answered" in report.remarks[0]
    report = graded("student,exercise,response\n,one,0.9\n,one,0.2689\n", tmp_path)
    assert [each.student for each in report.students] == ["row 2", "row 3"]
    assert report.remarks == ()


def test_commas_that_nobody_quoted_are_part_of_the_last_answer(tmp_path: Path) -> None:
    report = graded("student,exercise,answer,response\nAda,both,1,[0.7311, 0.2689]\n", tmp_path)
    assert report.answers[0].response == "[0.7311, 0.2689]"
    assert report.answers[0].verdict.accepted
    report = graded("student,response,exercise\nAda,[0.7311, 0.2689],both:1\n", tmp_path)
    assert report.answers[0].verdict.outcome == "unreadable row"
    assert report.answers[0].response == "Ada,[0.7311, 0.2689],both:1"
    assert "the row has 4 cells and the header 3" in report.answers[0].verdict.message
    assert report.for_person == report.answers


def test_a_student_who_answered_nothing_is_among_the_students(tmp_path: Path) -> None:
    wide = graded("name,one,both:2\nAda,0.2689,\nBen,,\n,,\n", tmp_path)
    assert [(each.student, str(each.total.points)) for each in wide.students] == [("Ada", "1"), ("Ben", "0")]
    assert [(each.student, each.verdict.outcome, each.of) for each in wide.answers][1:] == [("Ben", "no answer", None)]
    assert not wide.for_person
