"""A negative answer is an argument and no option."""

from __future__ import annotations

import pytest

from symattn.cli.arguments import Parser, parse

Capture = pytest.CaptureFixture[str]


def parser() -> Parser:
    made = Parser("try", "Try it.", ["-1/2 1"])
    made.add_argument("first", nargs="?")
    made.add_argument("second")
    made.add_argument("--expected")
    made.add_argument("--json", action="store_true")
    return made


@pytest.mark.parametrize(
    "text", ["-1/2", "-oo", "-e", "-e/(1+e)", "-x", "-(1+e)", "-ln 2", "--1", "-", "-0.5", "-1", "-√2", "-=", "-1=2"]
)
@pytest.mark.parametrize("before", [[], ["--json"], ["--expected", "-1/2"]])
def test_minus_signs_begin_answers(text: str, before: list[str]) -> None:
    options = parse(parser(), [*before, text])
    assert (options.first, options.second) == (None, text)
    assert options.expected == ("-1/2" if "--expected" in before else None)


def test_options_between_and_after_arguments() -> None:
    options = parse(parser(), ["-1", "--expected", "-2", "-3", "--json"])
    assert (options.first, options.second, options.expected, options.json) == ("-1", "-3", "-2", True)
    assert parse(parser(), ["--expected=-2", "x"]).expected == "-2"
    assert parse(parser(), ["--", "--json"]).second == "--json"


def test_a_misspelt_option_is_no_answer(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(parser(), ["1", "2", "--jason"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "symattn try: unrecognized arguments: --jason; symattn try --help shows examples\n"
    )


def test_options_are_not_guessed_from_their_beginning(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        parse(parser(), ["1", "--js"])
    assert "--js" in capsys.readouterr().err


def test_marks_do_not_show_in_messages(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        parse(parser(), ["-1", "-2", "-3"])
    said = capsys.readouterr().err
    assert "-3" in said
    assert "\0" not in said


def test_a_known_short_option_keeps_its_meaning() -> None:
    made = parser()
    made.add_argument("-o", "--output")
    options = parse(made, ["-o", "file", "-1"])
    assert (options.output, options.second) == ("file", "-1")
    assert parse(made, ["-ofile", "-1"]).output == "file"
