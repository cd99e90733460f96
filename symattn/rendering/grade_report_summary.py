"""What grading found in short, as data for programs: what waits for a person, and figures by student and answer."""

from __future__ import annotations

from symattn.grading import GradeReport
from symattn.grading.report import AnswerTally, GradedAnswer, StudentMarks
from symattn.rendering.grade_report_tables import json_number


def summary_data(report: GradeReport) -> dict[str, object]:
    """The summary as JSON holds it."""
    return {
        "answers": len(report.answers),
        "for_person": [_waiting(answer) for answer in report.for_person],
        "students": [_marks(student) for student in report.students],
        "exercises": [_figures(tally) for tally in report.tallies],
        "remarks": list(report.remarks),
    }


def _waiting(answer: GradedAnswer) -> dict[str, object]:
    return {
        "row": answer.row,
        "student": answer.student,
        "exercise": answer.exercise,
        "answer": answer.answer,
        "response": answer.response,
        "outcome": answer.verdict.outcome,
        "message": answer.verdict.message,
    }


def _marks(student: StudentMarks) -> dict[str, object]:
    return {
        "student": student.student,
        "points": json_number(student.total.points),
        "waiting": json_number(student.total.waiting),
        "of": json_number(student.of),
    }


def _figures(tally: AnswerTally) -> dict[str, object]:
    return {
        "exercise": tally.exercise,
        "answer": tally.answer,
        "answers": tally.count,
        "outcomes": dict(tally.outcomes),
        "mistakes": dict(tally.mistakes),
    }


__all__ = ["summary_data"]
