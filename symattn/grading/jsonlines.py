"""JSON Lines: one object a line, whose keys are columns; numbers keep the digits that were written."""

from __future__ import annotations

import json

from symattn.errors import GradeError
from symattn.grading.tables import Row, Table
from symattn.grading.texts import Decoded, without_surrogates

_LONGEST_INTEGER = 18


def json_table(found: Decoded, name: str, digest: str) -> Table:
    """The table in lines of objects; a line that is none is a faulty row. Errors: GradeError where no line is one."""
    lines = enumerate(found.text.split("\n"), start=1)
    rows = tuple(_row(number, line) for number, line in lines if line.strip())
    if all(row.fault for row in rows):
        raise GradeError(
            f'{name}: no line is an object such as {{"student": "Ada", "exercise": "...", "response": "..."}}'
        )
    columns = tuple(dict.fromkeys(column for row in rows for column in row.cells))
    return Table(columns, rows, name, digest, remarks=tuple(f"{name}: {remark}" for remark in found.remarks))


def _row(number: int, line: str) -> Row:
    try:
        data = json.loads(
            line, parse_float=str, parse_int=_integer, parse_constant=str, object_pairs_hook=_without_repeats
        )
    except RecursionError:
        return Row(number, {}, "the line is nested too deeply", without_surrogates(line.strip()))
    except ValueError as error:
        return Row(number, {}, f"the line is no JSON: {error}", without_surrogates(line.strip()))
    if not isinstance(data, dict):
        return Row(number, {}, "the line is no object of named values", without_surrogates(line.strip()))
    return Row(number, data)


def _integer(digits: str) -> int | str:
    """A number that every program can hold; longer ones stay digits."""
    return int(digits) if len(digits) <= _LONGEST_INTEGER else digits


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data = {" ".join(without_surrogates(key).split()): value for key, value in pairs}
    if len(data) < len(pairs):
        raise ValueError("a key is written twice")
    return data


__all__ = ["json_table"]
