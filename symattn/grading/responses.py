"""From rows to responses: who answered what, and which responses are the same question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from symattn.grading.asked import Asked, Found
from symattn.grading.columns import Columns
from symattn.grading.judging import LONGEST_RESPONSE, Question
from symattn.grading.tables import Row, Table, as_text
from symattn.grading.verdicts import NO_ANSWER, UNREADABLE_ROW, Verdict

_DASHES = ("-", "\u2013", "\u2014")  # what learning platforms export where nothing was answered
NOBODY = "\0"  # begins the key of a row that names no student
NOTHING = Verdict(False, NO_ANSWER, "nothing was answered")


@dataclass(frozen=True)
class Response:
    """One thing that a student typed. ``key`` tells students apart, ``student`` is how they are called.

    ``verdict`` is there where nothing needs to be judged, else ``question`` is the number of the question.
    """

    row: Row
    key: str
    student: str
    exercise: str
    answer: str
    text: str
    found: Found
    verdict: Verdict | None = None
    question: int | None = None


def responses_of(table: Table, columns: Columns, asked: Asked) -> list[Response]:
    """The responses of a table in its order.

    Empty cells of a table with one row a student are none, and a row of nothing else is one that answers nothing. A
    dash alone is as good as empty.
    """
    return [response for row in table.rows for response in _of_row(_mended(row, table, columns), columns, asked)]


def _mended(row: Row, table: Table, columns: Columns) -> Row:
    """A row with too many cells: where the response comes last, they are the rest of it; else the row is faulty.

    That is how [1, 2] looks between commas when nobody has put it in quotation marks.
    """
    if not row.surplus:
        return row
    if columns.response and columns.response == table.columns[-1]:
        text = table.delimiter.join([as_text(row.cells.get(columns.response)), *row.surplus])
        return replace(row, cells={**row.cells, columns.response: text})
    count = len(table.columns)
    fault = (
        f"the row has {count + len(row.surplus)} cells and the header {count}: "
        "put a cell that holds the sign between cells in quotation marks"
    )
    return replace(row, fault=fault)


def _of_row(row: Row, columns: Columns, asked: Asked) -> Iterator[Response]:
    key, student = _student(row, columns)
    if row.fault:
        message = f"row {row.number}: {row.fault}"
        verdict = replace(Verdict.for_person(UNREADABLE_ROW, message), notes=(f"the row as it stands: {row.raw}",))
        yield Response(row, key, student, "", "", row.raw, Found(), verdict)
        return
    if not columns.is_wide:
        exercise, answer = row.text(columns.exercise), row.text(columns.answer) if columns.answer else ""
        yield _response(row, key, student, asked.find(exercise, answer), (exercise, answer), row.text(columns.response))
        return
    answered = [(named, text) for column, named in columns.exercises if not _is_blank(text := row.text(column))]
    for named, text in answered:
        exercise, _, answer = named.partition(":")
        yield _response(row, key, student, asked.find(named), (exercise.strip(), answer.strip()), text)
    if not answered and not key.startswith(NOBODY):  # the student has no marks, and is among the others
        yield Response(row, key, student, "", "", "", Found(), NOTHING)


def _student(row: Row, columns: Columns) -> tuple[str, str]:
    """What tells the student of a row apart, and how the student is called."""
    if row.fault:
        return "", ""
    key = row.text(columns.key) if columns.key else ""
    name = " ".join(filter(None, (row.text(column) for column in columns.names)))
    if not key and not name:
        return f"{NOBODY}{row.number}", f"row {row.number}"  # nobody is named: the row stands for itself
    return (key or name), f"{name} ({key})" if name and key and name != key else name or key


def _response(row: Row, key: str, student: str, found: Found, named: tuple[str, str], text: str) -> Response:
    verdict = None
    if found.outcome:
        verdict = Verdict.for_person(found.outcome, found.message)
    elif _is_blank(text):
        verdict = NOTHING
    exercise = found.exercise.id if found.exercise else named[0]
    answer = found.answer.name if found.answer else named[1]
    return Response(row, key, student, exercise, answer, text, found, verdict)


def _is_blank(text: str) -> bool:
    """Whether nothing was answered."""
    return not text or text in _DASHES


def with_questions(responses: Sequence[Response]) -> tuple[list[Response], list[Question]]:
    """The responses with the numbers of their questions, and the questions, each different one once."""
    numbers: dict[tuple[str, str, str], int] = {}
    numbered = []
    for response in responses:
        number = None
        if response.verdict is None:
            asked = (response.exercise, response.answer, response.text[:LONGEST_RESPONSE])
            number = numbers.setdefault(asked, len(numbers))
        numbered.append(replace(response, question=number))
    return numbered, [Question(number, *asked) for asked, number in numbers.items()]


def judged(response: Response, verdicts: Mapping[int, Verdict]) -> Verdict:
    """The verdict on a response."""
    if response.verdict is not None:
        return response.verdict
    assert response.question is not None, "what has no verdict is a question"
    return verdicts[response.question]


__all__ = ["Response", "judged", "responses_of", "with_questions"]
