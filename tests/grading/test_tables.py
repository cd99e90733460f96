"""Every form in which answers arrive: whatever program saved them, the same answers are read."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symattn.errors import GradeError, LimitError
from symattn.grading import tables as tables_module
from symattn.grading.tables import Table, table_of, table_of_bytes

ROWS = [["student", "exercise", "response"], ["Ädä", "one", "[1, 2]\n"], ["Ben", "one", 'say "0,5"']]
TEXT = 'student,exercise,response\r\nÄdä,one,"[1, 2]\n"\r\nBen,one,"say ""0,5"""\r\n'


def read(data: bytes, name: str = "answers.csv") -> list[list[str]]:
    table = table_of_bytes(data, name)
    return [list(table.columns), *([str(row.cells[column]) for column in table.columns] for row in table.rows)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_encodings_and_delimiters(encoding: str, delimiter: str) -> None:
    assert read(delimited(ROWS, delimiter).encode(encoding)) == ROWS


def delimited(rows: list[list[str]], delimiter: str) -> str:
    def cell(text: str) -> str:
        return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in '"\n,;\t|') else text

    return "\r\n".join(delimiter.join(map(cell, row)) for row in rows)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_ends(ending: str) -> None:
    assert read(f"exercise,response{ending}one,1{ending}{ending}two,2".encode()) == [
        ["exercise", "response"],
        ["one", "1"],
        ["two", "2"],
    ]


def test_what_the_input_was_like_is_kept_for_the_report() -> None:
    assert table_of_bytes(TEXT.encode("utf-8-sig"), "a.csv").is_marked
    assert not table_of_bytes(TEXT.encode(), "a.csv").is_marked
    assert table_of_bytes(delimited(ROWS, ";").encode(), "a.csv").delimiter == ";"
    assert table_of_bytes(b"sep=|\r\nexercise|response\r\none|1;2;3\r\n", "a.csv").delimiter == "|"


def test_a_code_page_is_remarked() -> None:
    table = table_of_bytes("exercise,response\none,½\n".encode("cp1252"), "a.csv")
    assert table.rows[0].text("response") == "½"
    assert table.remarks == ("a.csv: byte 23 is not UTF-8, so everything was read as Windows-1252",)


def test_rows_are_counted_as_spreadsheets_count_them() -> None:
    table = table_of_bytes(b'exercise,response\n\none,"1\n2"\n,\n;\nlast,3\n', "a.csv")
    assert [(row.number, row.text("exercise")) for row in table.rows] == [(3, "one"), (5, ";"), (6, "last")]


def test_headers_that_repeat_or_are_empty_get_names() -> None:
    table = table_of_bytes(b" id ,one,one,,one,\n1,2,3,4,5\n", "a.csv")
    assert table.columns == ("id", "one", "one (2)", "column 4", "one (3)")
    assert table.twins == {"one (2)": "one", "one (3)": "one"}
    assert list(table.rows[0].cells.values()) == ["1", "2", "3", "4", "5"]


def test_short_rows_have_empty_cells_and_long_ones_a_surplus() -> None:
    table = table_of_bytes(b"a,b\n1\n1,2,,\n1,2,3, 4\n", "a.csv")
    assert [row.text("b") for row in table.rows] == ["", "2", "2"]
    assert [row.surplus for row in table.rows] == [(), (), ("3", " 4")]


@pytest.mark.parametrize(
    "broken",
    ['b,"one, never closed', 'b,"one" and more', 'b,"one""'],
    ids=["never closed", "closed too early", "doubled at the end"],
)
def test_unpaired_quotation_marks_cost_one_row(broken: str) -> None:
    text = f'exercise,response\na,1\n{broken}\nc,"2, 3"\nd,"4\n5"\n'
    table = table_of_bytes(text.encode(), "a.csv")
    assert [row.text("exercise") for row in table.rows if not row.fault] == ["a", "c", "d"]
    (fault,) = (row for row in table.rows if row.fault)
    assert (fault.number, fault.raw) == (3, broken)
    assert "quotation marks" in fault.fault


def test_huge_cells_and_zero_bytes_are_read_and_the_limit_of_csv_stays() -> None:
    before = csv.field_size_limit()
    huge = "9" * 300_000
    table = table_of_bytes(f"exercise,response\none,{huge}\ntwo,1\0 2\n".encode(), "a.csv")
    assert [row.text("response") for row in table.rows] == [huge, "1\0 2"]
    assert csv.field_size_limit() == before


def test_an_apostrophe_that_marks_text_is_no_part_of_it() -> None:
    table = table_of_bytes(b"exercise,response\na,'-e/2\nb,'quoted'\nc,'=1\n", "a.csv")
    assert [row.text("response") for row in table.rows] == ["-e/2", "'quoted'", "=1"]


def test_json_lines_keep_digits_and_brackets() -> None:
    lines = (
        '\ufeff{"student": "Ada", "exercise": "one", "response": 0.7310}\n\n'
        '{"exercise": "one", "response": [[1, 0.50], ["1/2", null]], "more": {"a": 1}}\n'
        '{"exercise": "one", "response": 123456789012345678901234567890}\n'
        '{"exercise": "one", "response": "\\ud800"}\n'
    )
    table = table_of_bytes(lines.encode(), "a.jsonl")
    assert table.columns == ("student", "exercise", "response", "more")
    assert [row.text("response") for row in table.rows] == [
        "0.7310",
        "[[1, 0.50], [1/2, ]]",
        "123456789012345678901234567890",
        "\ufffd",
    ]
    assert [row.number for row in table.rows] == [1, 3, 4, 5]
    assert table.rows[1].text("more") == '{"a": 1}'


@pytest.mark.parametrize("line", ["[1, 2]", '{"a": 1', '{"a": 1, "a": 2}', "[" * 100_000, "nonsense", "1"])
def test_a_line_that_is_no_object_costs_one_row(line: str) -> None:
    table = table_of_bytes(f'{{"exercise": "one"}}\n{line}\n{{"exercise": "two"}}\n'.encode(), "a.jsonl")
    assert [row.text("exercise") for row in table.rows if not row.fault] == ["one", "two"]
    (fault,) = (row for row in table.rows if row.fault)
    assert (fault.number, fault.raw) == (2, line)


def test_the_first_sign_tells_json_lines_where_no_ending_does() -> None:
    assert table_of_bytes(b'{"exercise": "one"}', "standard input").columns == ("exercise",)
    assert table_of_bytes(b'exercise,"{x}"\n1,2\n', "standard input").columns == ("exercise", "{x}")


@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xef\xbb\xbf", b"exercise,response\n", b'"never closed', b"[1]"])
def test_a_file_without_answers_is_one_error(content: bytes) -> None:
    with pytest.raises(GradeError, match=r"^a\.csv: "):
        table_of_bytes(content, "a.csv")
    if content != b"[1]":
        return
    with pytest.raises(GradeError, match="no line is an object"):
        table_of_bytes(content, "a.jsonl")


def test_an_enormous_file_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.csv"
    path.write_text("exercise,response\n", encoding="utf-8")
    monkeypatch.setattr(tables_module, "LARGEST", 5)
    with pytest.raises(LimitError):
        table_of(path)


def test_records_are_a_table() -> None:
    table = table_of([{"student": "Ada", "exercise": "one"}, {"exercise": "two", "response": 3}])
    assert table.columns == ("student", "exercise", "response")
    assert [row.text("response") for row in table.rows] == ["", "3"]
    assert table_of([{"response": float("nan"), 7: 1}]).rows[0].cells.keys() == {"response", "7"}  # type: ignore[dict-item]
    assert table_of([{"response": float("nan")}]).rows[0].text("response") == ""
    with pytest.raises(GradeError, match="no submissions"):
        table_of([])
    with pytest.raises(GradeError, match="a submission is a record such as"):
        table_of(["student"])  # type: ignore[list-item]


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_a_table_or_one_error(data: bytes) -> None:
    for name in ("a.csv", "a.jsonl"):
        try:
            table = table_of_bytes(data, name)
        except GradeError:
            continue
        assert isinstance(table, Table)
        assert table.rows
        json.dumps([dict(row.cells) for row in table.rows], ensure_ascii=False).encode()


CELLS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=12)


@given(
    st.lists(st.lists(CELLS, min_size=2, max_size=2), min_size=1, max_size=6), st.sampled_from([",", ";", "\t", "|"])
)
def test_what_a_csv_writer_writes_is_read_as_it_was(rows: list[list[str]], delimiter: str) -> None:
    """Apart from white space alone, which is no row, and the apostrophe before a formula."""
    import io

    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerows([["first", "second"], *rows])
    table = table_of_bytes(out.getvalue().encode(), "a.csv") if _kept(rows) else None
    assert [list(row.cells.values()) for row in table.rows] == _kept(rows) if table else not _kept(rows)


def _kept(rows: list[list[str]]) -> list[list[str]]:
    def unmarked(cell: str) -> str:
        return cell[1:] if cell[:1] == "'" and cell[1:2] in ("=", "+", "-", "@", "\t", "\r") else cell

    return [[unmarked(cell) for cell in row] for row in rows if any(map(str.strip, row))]
