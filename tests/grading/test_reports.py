"""Reports: complete, readable back, and nothing that a learner typed acts in them."""

from __future__ import annotations

import csv
import html.parser
import io
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symattn.errors import FormatError
from symattn.grading import GradeReport, grade
from symattn.rendering import grade_report_text, report_paths, write_grade_report
from symattn.rendering.grade_report_tables import number, safe_cell
from tests.grading.support import exercises_in, one
from tests.support import katex_report

HOSTILE = [
    '<script>alert("1")</script>',
    "</td></tr></table><img src=x onerror=alert(1)>",
    "&lt;b&gt; & 'quotes\"",
    "| a | b |\n|---|---|\n# heading\n\n<!-- ",
    "[click](javascript:alert(1)) ![x](http://evil.example/x.png) <http://evil.example>",
    "http://evil.example www.evil.example mail@evil.example",
    "`code` **bold** _em_ ~~gone~~ $x^2$ $$\\input{/etc/passwd}$$ \\(x\\)",
    "{{ 7 * 7 }} {% raw %} <% x %> << x >>",
    "=cmd|' /C calc'!A0",
    "+1+cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "\t=1+1",
    "\uff1d1+1",
    "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x9b31m",
    "\u202eevil\u2066",
    "\\write18{rm -rf /}",
    "NUL\0 and \ud800",
]


@pytest.fixture(scope="module")
def exercises(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return exercises_in(tmp_path_factory.mktemp("exercises"))


@pytest.fixture(scope="module")
def hostile(exercises: Path) -> GradeReport:
    """Everything hostile wherever a learner can put it: as answer, as name, as exercise, as another column."""
    rows: list[dict[str, object]] = []
    for text in HOSTILE:
        rows.append({"student": text, "exercise": "one", "response": text, "comment": text})
        rows.append({"student": "Ada", "exercise": text, "response": "1"})
    return grade(rows, exercises, workers=0)


class _Page(html.parser.HTMLParser):
    """The tags with attributes and the texts of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[tuple[str, tuple[str, ...]]] = set()
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_no_tag_of_a_page_is_typed(hostile: GradeReport, exercises: Path) -> None:
    page = grade_report_text(hostile, "html")
    harmless = grade_report_text(grade(one("foo", "0.9"), exercises, workers=0), "html")
    extra = {("tr", ()), ("tr", ("class",)), ("td", ("class",)), ("p", ("class",))}
    assert _Page(page).tags <= _Page(harmless).tags | extra
    assert not {"script", "img", "a", "iframe"} & {tag for tag, _ in _Page(page).tags}
    assert any('<script>alert("1")</script>' in text for text in _Page(page).texts), "it is shown as it was typed"
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\u2066\ud800]", page)
    assert "default-src 'none'" in page


def test_no_cell_of_a_markdown_table_is_broken_and_no_markup_is_typed(hostile: GradeReport) -> None:
    text = grade_report_text(hostile, "md")
    tables = [line for line in text.splitlines() if line.startswith("|")]
    widths = {len(re.findall(r"(?<!\\)\|", line)) for line in tables}
    assert widths == {6, 8}, "the tables for a person and of answers, and that of marks"
    assert not re.search(r"<[a-zA-Z/!]", text)
    assert not re.search(r"(?<!\\)[`*_~$]", re.sub(r"^\|[-:|]+\|$", "", text, flags=re.M).replace("say-why", ""))
    assert not re.search(r"(?<!\\)\]\(", text)
    assert not re.search(r"https?://|www\.|\w@\w", text)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\u2066\ud800]", text)
    assert sum(line.startswith("#") for line in text.splitlines()) == 4
    assert "{{ 7" not in text.replace("\\{\\{ 7", "")


def test_no_formula_is_in_the_summary(hostile: GradeReport) -> None:
    assert katex_report(grade_report_text(hostile, "md")).count == 0


def test_no_cell_of_a_csv_is_a_formula(hostile: GradeReport) -> None:
    text = grade_report_text(hostile, "csv")
    cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
    assert not [cell for cell in cells if re.match("[=+@\t\r\n\uff1d\uff0b\uff0d\uff20]", cell)]
    assert not [cell for cell in cells if cell.startswith("-") and not re.fullmatch(r"-(\d+([.,/]\d+)?)?", cell)]
    assert "'=cmd|' /C calc'!A0" in cells
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800]", text)


def test_json_lines_keep_what_was_typed_without_a_sign_that_acts(hostile: GradeReport) -> None:
    text = grade_report_text(hostile, "jsonl")
    kept = [json.loads(line) for line in text.splitlines()]
    assert [row["response"] for row in kept[::2]] == HOSTILE
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2066\ud800]", text)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        *((cell, cell) for cell in ("-1/2", "-0.5", "+3", "-1,5", "-1.5e-3", "1/2", "[1, 2]", "", "'", "e-1", "-")),
        *((cell, f"'{cell}") for cell in ("-e/2", "-1/2+A1", "=1", "@x", "+A1", "--1", "-1/2\n", "\t1", "\r", "\n=1")),
        ("\x1b[0m", "\ufffd[0m"),
    ],
)
def test_numbers_with_a_sign_stay_and_formulas_are_marked_as_text(cell: str, expected: str) -> None:
    assert safe_cell(cell) == expected


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_a_csv_report_can_be_graded_again(text: str) -> None:
    """What was typed comes back from the report, apart from control signs and white space around it."""
    from symattn.grading.tables import table_of_bytes

    out = io.StringIO()
    csv.writer(out).writerows([["exercise", "response"], ["one", safe_cell(text)]])
    back = table_of_bytes(out.getvalue().encode(), "a.csv").rows[0].cells["response"]
    marked = text[1:] if text[:1] == "'" and text[1:2] in ("=", "+", "-", "@", "\t", "\r") else text
    expected = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", "\ufffd", marked)
    assert str(back) in (expected, f"'{expected}")


def test_all_columns_of_the_input_are_kept_and_names_that_collide_are_told_apart(exercises: Path) -> None:
    row = {"student": "Ada", "exercise": "one", "response": "0.2689", "marks": "?", "note": [1, {"a": None}]}
    nothing = grade([{**row, "marks": float("nan")}], exercises, workers=0)
    assert json.loads(grade_report_text(nothing, "jsonl"))["marks (input)"] is None
    report = grade([row], exercises, workers=0)
    (kept,) = csv.DictReader(io.StringIO(grade_report_text(report, "csv")))
    assert list(kept) == [
        *("student", "exercise", "response", "marks (input)", "note"),
        *("marks", "points", "of", "outcome", "accepted", "mistakes", "message", "reading", "latex", "notes"),
        *("counts", "row"),
    ]
    assert (kept["marks (input)"], kept["marks"], kept["accepted"], kept["reading"]) == ("?", "1", "yes", "0.2689")
    (data,) = map(json.loads, grade_report_text(report, "jsonl").splitlines())
    assert list(data) == list(kept)
    assert (data["note"], data["marks"], data["accepted"], data["mistakes"]) == ([1, {"a": None}], 1, True, [])


def test_one_row_a_student_becomes_one_row_an_answer(exercises: Path) -> None:
    report = grade(b"name;one;both:1;group\nAda;0,2689;[1/2, 1/2];7\n", exercises, workers=0)
    first, second = csv.DictReader(io.StringIO(grade_report_text(report, "csv")), delimiter=";")
    assert list(first)[:5] == ["name", "group", "exercise", "answer", "response"]
    assert (first["name"], first["exercise"], first["answer"], first["response"]) == ("Ada", "one", "1", "0,2689")
    assert (second["exercise"], second["group"], second["response"]) == ("both", "7", "[1/2, 1/2]")


def test_a_table_with_semicolons_gets_decimal_commas_and_one_with_a_mark_a_mark(
    exercises: Path, tmp_path: Path
) -> None:
    given = 'student;exercise;response\nAda;both:1;"[0,7311; 0,5]"\nBen;both:1;[0.7311, 0.5]\n'
    report = grade(given.encode("utf-8-sig"), exercises, workers=0)
    assert report.answers[1].marks == Fraction(1, 2)
    write_grade_report(report, tmp_path / "r.csv")
    written = (tmp_path / "r.csv").read_bytes()
    assert written.startswith(b"\xef\xbb\xbfstudent;exercise;response;marks;")
    assert b";0,5;1;2;" in written
    assert not grade_report_text(report, "csv").startswith("\ufeff")


def test_a_person_reads_first_what_a_person_must_look_at(exercises: Path) -> None:
    report = grade(one("0.2689", "three quarters"), exercises, workers=0)
    for to in ("md", "html"):
        text = grade_report_text(report, to)
        assert text.index("three quarters") < text.index("Marks by student") < text.index("Answers by exercise")
    assert "2 answers by 2 students; a person must look at 1." in grade_report_text(report, "md")
    assert "| one | 1 | output\\[2, 2\\] | 2 | 1 of 1 |" in grade_report_text(report, "md"), "a mean of what was judged"
    assert "At nothing" in grade_report_text(grade(one("0.2689"), exercises, workers=0), "md")


def test_what_is_long_is_shown_in_part_and_kept_whole(exercises: Path) -> None:
    long = "9" * 30_000
    report = grade(one(long), exercises, workers=0)
    assert "... (30000 characters)" in grade_report_text(report, "md")
    assert len(grade_report_text(report, "md")) < 3_000
    assert long in grade_report_text(report, "csv")


def test_endings_say_formats(tmp_path: Path) -> None:
    assert list(report_paths(tmp_path)) == ["csv", "jsonl", "md", "html"]
    assert report_paths(tmp_path)["md"] == tmp_path / "report.md"
    assert report_paths("a.HTM") == {"html": Path("a.HTM")}
    with pytest.raises(FormatError, match=r"a\.pdf: a report ends in \.csv"):
        report_paths("a.pdf")


def test_a_report_takes_the_place_of_an_older_one_at_once(exercises: Path, tmp_path: Path) -> None:
    report = grade(one("0.2689"), exercises, workers=0)
    (tmp_path / "new" / "r.md").parent.mkdir()
    (tmp_path / "new" / "r.md").write_text("old", encoding="utf-8")
    assert write_grade_report(report, tmp_path / "new" / "r.md") == [tmp_path / "new" / "r.md"]
    assert (tmp_path / "new" / "r.md").read_text(encoding="utf-8") == grade_report_text(report, "md")
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["r.md"]


def test_another_format_is_refused(exercises: Path) -> None:
    with pytest.raises(FormatError, match="csv, jsonl, md, html"):
        grade_report_text(grade(one("1"), exercises, workers=0), "pdf")


@given(st.fractions(min_value=-100, max_value=100))
def test_marks_are_decimals_with_six_places_at_most(value: Fraction) -> None:
    written = number(value)
    assert abs(Fraction(written) - value) <= Fraction(1, 2 * 10**6)
    assert not re.search(r"\.$|\.\d*0$|\.\d{7}", written)
