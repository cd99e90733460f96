"""From a file to data: two formats, floats kept as their digits, and errors that name the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from symattn.errors import LimitError, ProblemError
from symattn.problems.files import FloatToken, load_data, parse_data


def test_both_formats_give_the_same_data(tmp_path: Path) -> None:
    toml, json = tmp_path / "p.toml", tmp_path / "p.json"
    toml.write_text('X = [[1, "1/2"]]\n[visible]\ncausal = true\n', encoding="utf-8")
    json.write_text('{"X": [[1, "1/2"]], "visible": {"causal": true}}', encoding="utf-8")
    assert load_data(toml) == load_data(json) == {"X": [[1, "1/2"]], "visible": {"causal": True}}


@pytest.mark.parametrize("digits", ["0.5", "-0.10", "1e3", "0.1000000000000000055511151231257827"])
def test_a_number_with_a_point_keeps_the_digits_of_the_file(digits: str) -> None:
    assert parse_data(f"a = [{digits}]", ".toml", "p") == {"a": [FloatToken(digits)]}
    assert parse_data(f'{{"a": [{digits}]}}', ".json", "p") == {"a": [FloatToken(digits)]}


def test_infinities_and_nan_are_floats_too() -> None:
    assert parse_data("a = [-inf, nan]", ".toml", "p") == {"a": [FloatToken("-inf"), FloatToken("nan")]}
    assert parse_data('{"a": [-Infinity, NaN]}', ".json", "p") == {"a": [FloatToken("-Infinity"), FloatToken("NaN")]}


def test_a_byte_order_mark_and_capitals_in_the_ending_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "p.JSON"
    path.write_bytes(b'\xef\xbb\xbf{"n_heads": 2}')
    assert load_data(path) == {"n_heads": 2}


BAD = [
    ("a = ", ".toml", "p: not readable as TOML: Invalid value"),
    ("a = 1\na = 2", ".toml", "p: not readable as TOML: "),
    ('{"a": 1,}', ".json", "p: not readable as JSON: .*line 1"),
    ('{"a": 1, "b": 2, "a": 3}', ".json", 'the key "a" is written twice'),
    ("[1, 2]", ".json", "p: the file holds a list, not a table"),
    ("", ".json", "not readable as JSON"),
    (f'{{"a": {"1" * 5000}}}', ".json", "p: an integer of more than 4300 digits is not read"),
]


@pytest.mark.parametrize(("text", "kind", "message"), BAD)
def test_what_does_not_parse_is_refused_with_the_file(text: str, kind: str, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        parse_data(text, kind, "p")


@pytest.mark.parametrize("value", ["1/2", "sqrt(2)", "-ln 2", "e", "√2", "2^3", "1 / 2"])
@pytest.mark.parametrize("around", ["a = {}", "a = [[0, {}]]", "b = 1\na = [{}, 3]\nc = 2", "a = {{ b = {} }}"])
def test_an_unquoted_value_is_to_be_quoted(value: str, around: str) -> None:
    with pytest.raises(ProblemError, match=r'write anything but an integer in quotes: "sqrt\(2\)"$'):
        parse_data(around.format(value), ".toml", "p")
    with pytest.raises(ProblemError, match=r'write anything but an integer in quotes: "sqrt\(2\)"$'):
        parse_data(f'{{"a": [[0, {value}]]}}', ".json", "p")


@pytest.mark.parametrize("text", ["a = [1\n[b]\n", "a 1", "a = 1\na = 2", "a =", "[a", "a = [1, 2", 'a = "1'])
def test_other_mistakes_are_not_called_unquoted(text: str) -> None:
    with pytest.raises(ProblemError) as caught:
        parse_data(text, ".toml", "p")
    assert "quotes" not in str(caught.value)


def test_deep_nesting_is_refused_and_does_not_crash() -> None:
    with pytest.raises(LimitError, match="nested too deeply"):
        parse_data("[" * 100_000, ".json", "p")
    with pytest.raises(LimitError, match="nested too deeply"):
        parse_data("a = " + "[" * 100_000, ".toml", "p")


def test_a_missing_file_another_ending_and_other_bytes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match=r"none\.toml: cannot be opened: No such file"):
        load_data(tmp_path / "none.toml")
    with pytest.raises(ProblemError, match=r"p\.yaml: .* ends in \.toml or \.json"):
        load_data(tmp_path / "p.yaml")
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'title = "caf\xe9"')
    with pytest.raises(ProblemError, match=r"latin\.toml: not UTF-8 text \(byte 13\)"):
        load_data(latin)
