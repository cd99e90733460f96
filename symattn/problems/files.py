"""From a TOML or JSON file to plain data, without a float on the way.

Both formats would turn ``0.5`` into a binary float. Here it becomes a ``FloatToken`` that keeps the file's own
digits, so that whoever reads the entry can refuse it by its place and quote what to write. Nothing else is
interpreted.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symattn.errors import LimitError, ProblemError

if TYPE_CHECKING:
    from pathlib import Path

QUOTES = '; write anything but an integer in quotes: "sqrt(2)"'
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)|: line (\d+) column (\d+) ")
_OF_A_NUMBER = re.compile(r"[\w/*^(\\√−+-]")
LARGEST_FILE = 64 << 20  # bytes; a thousand tokens of a hundred numbers are a hundredth of it


@dataclass(frozen=True, slots=True)
class FloatToken:
    """A number written with a point or an exponent and without quotes, as the file spells it."""

    digits: str


def load_data(path: str | Path) -> dict[str, object]:
    """The tables of a .toml or .json file as dictionaries, lists, text, Booleans, integers and FloatTokens.

    Errors: ProblemError when the file is missing, has another ending or does not parse; LimitError when it is enormous.
    """
    name = os.fspath(path)
    kind = os.path.splitext(name)[1].lower()  # pathlib would cost a quarter of starting up
    if kind not in _PARSERS:
        raise ProblemError("the name of a problem or exercise file ends in .toml or .json", file=name)
    return parse_data(text_of(name), kind, name)


def is_exercise_file(data: Mapping[str, object]) -> bool:
    """Whether the data of a file is that of an exercise file and not of one problem."""
    return bool(data.keys() & {"exercise", "problem", "problems"})


def parse_data(text: str, kind: str, file: str) -> dict[str, object]:
    """The same from text; kind is ".toml" or ".json", file is the name that errors give."""
    try:
        data = _PARSERS[kind](text)
    except RecursionError:
        raise LimitError(f"{file}: the lists or tables are nested too deeply") from None
    except ValueError as error:  # both parsers' own errors, and integers of too many digits
        if "set_int_max_str_digits" in str(error):
            raise ProblemError("an integer of more than 4300 digits is not read: write it shorter", file=file) from None
        advice = QUOTES if _is_unquoted(text, error) else ""
        raise ProblemError(f"not readable as {kind[1:].upper()}: {error}{advice}", file=file) from None
    if not isinstance(data, dict):
        raise ProblemError(f"the file holds a {type(data).__name__}, not a table of named values", file=file)
    return data


def text_of(name: str) -> str:
    """The text of a file. Errors: ProblemError where it cannot be read, LimitError when it is enormous."""
    try:
        if os.stat(name).st_size > LARGEST_FILE:
            raise LimitError(f"{name}: larger than {LARGEST_FILE >> 20} MB")
        with open(name, encoding="utf-8-sig") as file:
            return file.read()
    except UnicodeDecodeError as error:
        raise ProblemError(f"not UTF-8 text (byte {error.start + 1})", file=name) from None
    except OSError as error:
        raise ProblemError(f"cannot be opened: {error.strerror}", file=name) from None
    except LimitError:
        raise
    except ValueError as error:  # a sign of code 0, or half of a pair
        raise ProblemError(f"no file can have this name: {error}", file=name) from None


def _is_unquoted(text: str, error: ValueError) -> bool:
    """Whether a parser stopped inside something such as 1/2 or sqrt(2) that stands where a value is expected."""
    found = _PLACE.search(str(error))
    if not found:
        return False
    row, column = (int(digits) - 1 for digits in found.groups() if digits)
    lines = text.splitlines()
    rest = lines[row][column:] if row < len(lines) else ""
    is_after_a_sign = any(sign in lines[row][:column] for sign in "=[,:") if rest else False
    return is_after_a_sign and bool(_OF_A_NUMBER.match(rest))


def _toml(text: str) -> object:
    import tomllib

    return tomllib.loads(text, parse_float=FloatToken)


def _json(text: str) -> object:
    import json

    return json.loads(text, parse_float=FloatToken, parse_constant=FloatToken, object_pairs_hook=without_repeats)


def without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object; a key written twice is an error here, as it is in TOML."""
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f'the key "{twice}" is written twice')
    return data


_PARSERS: dict[str, Callable[[str], object]] = {".toml": _toml, ".json": _json}
