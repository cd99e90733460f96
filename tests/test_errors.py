"""Errors are one family; each message says what, where and the way out."""

from __future__ import annotations

import inspect
import pickle
from typing import Any

import pytest

from symattn import errors

NAMED = inspect.getmembers(errors, inspect.isclass)
CLASSES: list[Any] = [cls for _, cls in NAMED if cls.__module__ == errors.__name__]


@pytest.mark.parametrize("cls", CLASSES)
def test_every_error_is_a_value_error_that_says_when_it_is_raised(cls: type[Exception]) -> None:
    assert issubclass(cls, errors.SymattnError)
    assert issubclass(cls, ValueError)
    assert cls.__doc__
    assert cls.__name__.endswith("Error")


def test_the_classes_stand_in_alphabetical_order() -> None:
    lines = {cls.__name__: inspect.getsourcelines(cls)[1] for cls in CLASSES if cls is not errors.SymattnError}
    assert sorted(lines) == sorted(lines, key=lambda name: lines[name])


def test_a_division_error_is_also_a_zero_division_error() -> None:
    with pytest.raises(ZeroDivisionError):
        raise errors.DivisionError("the divisor x - x is zero")


def test_an_empty_row_names_the_query_from_one() -> None:
    message = str(errors.EmptyRowError.of(2))
    assert message.startswith("a valid query has no visible key")
    assert "query 3" in message


def test_a_float_error_says_what_to_write() -> None:
    assert "'0.5'" in str(errors.FloatError.of(0.5))


def test_a_read_error_counts_from_one_and_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(errors.ReadError("2 +", 3, "a number is expected")))
    assert str(error) == "at position 4 of '2 +': a number is expected"
    assert (error.text, error.position) == ("2 +", 3)


def test_a_read_error_quotes_a_short_harmless_excerpt() -> None:
    message = str(errors.ReadError("1+" * 500 + "\u202e\x1b[31m" + "+1" * 500, 1000, "a number is expected"))
    assert message.startswith("at position 1001 of ...")
    assert message.isprintable()
    assert len(message) < 160


def test_a_problem_error_names_the_file_and_the_key() -> None:
    error = errors.ProblemError("two columns are expected", file="heads.toml", key="heads[2].w_q")
    assert str(error) == "heads.toml: heads[2].w_q: two columns are expected"
    assert str(errors.ProblemError("X is missing")) == "X is missing"


def test_an_unknown_name_offers_the_nearest_known_one() -> None:
    stages = ("scores", "weights", "output")
    assert (
        str(errors.UnknownNameError.of("stage", "weight", stages))
        == "no stage is called 'weight'; did you mean weights?"
    )
    assert "known: output, scores, weights" in str(errors.UnknownNameError.of("stage", "zzz", stages))


def test_an_error_with_a_place_keeps_its_class_and_its_attributes() -> None:
    for cls in CLASSES:
        is_of_text = issubclass(cls, errors.ReadError)
        error: Any = cls("1+", 2, "a number is expected") if is_of_text else cls("what is wrong")
        error.more = "kept"
        found = error.located("row 2")
        assert type(found) is cls
        assert found.more == "kept"
        assert "row 2" in str(found)
        assert str(error) in str(found) or is_of_text
        assert "row 2" not in str(error)
        assert str(pickle.loads(pickle.dumps(found))) == str(found)
        assert str(error.located("")) == str(error)


def test_a_place_goes_beside_what_an_error_already_says() -> None:
    problem = errors.ProblemError("two columns are expected", file="heads.toml", key="w_q").located("record 2")
    assert str(problem) == "heads.toml: w_q: record 2: two columns are expected"
    read = errors.ReadError("2 +", 3, "a number is expected").located("w_q")
    assert str(read) == "at position 4 of '2 +': a number is expected (w_q)"
    assert read.position == 3


def test_an_error_whose_constructor_is_another_can_be_placed() -> None:
    class Own(errors.SymattnError):
        def __init__(self, *, size: int) -> None:
            super().__init__(f"{size} are too many")
            self.size = size

    found = Own(size=3).located("row 2")
    assert (str(found), found.size) == ("row 2: 3 are too many", 3)


@pytest.mark.parametrize("cls", [errors.KindError, errors.LimitError, errors.PositionError, errors.StageError])
def test_no_message_moves_a_cursor_or_fills_lines(cls: Any) -> None:
    assert str(cls("a\x1b]0;x\x07 b\u202e\nc")) == r"a\x1b]0;x\x07 b\u202e c"
    assert str(errors.ProblemError("is \x1b[31m", file="p\r.toml")) == r"p\r.toml: is \x1b[31m"
