"""Values of one table of an exercise file by key, each of the kind expected or an error with the key path."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from symattn.errors import ProblemError
from symattn.exact import Exact
from symattn.problems.entries import EntryReader, shown, whole
from symattn.problems.near_keys import unknown_key

Table = Mapping[str, object]

_SLUG = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?")


def known_keys(table: Table, known: Collection[str], key: str, kind: str) -> None:
    """Refuse a key that is not known, with the nearest that is."""
    for name in table:
        if name not in known:
            raise ProblemError(unknown_key(kind, name, known), key=at(key, name))


def text(table: Table, name: str, key: str, *, required: bool = False) -> str:
    """Text, empty when absent unless it is required."""
    value = table.get(name)
    if isinstance(value, str) and (value.strip() or not required):
        return value
    if value is None and not required:
        return ""
    if value is None:
        raise ProblemError(f'is missing: write {name} = "..."', key=at(key, name))
    found = "nothing" if value == "" else shown(value)
    raise ProblemError(f"text is expected, not {found}", key=at(key, name))


def flag(table: Table, name: str, key: str) -> bool:
    """True or false, false when absent."""
    value = table.get(name, False)
    if not isinstance(value, bool):
        raise ProblemError(f"true or false is expected, not {shown(value)}", key=at(key, name))
    return value


def count(table: Table, name: str, key: str, lowest: int) -> int | None:
    """A whole number of at least ``lowest``, None when absent."""
    if name not in table:
        return None
    value = whole(table[name], at(key, name))
    if value < lowest:
        raise ProblemError(f"{value} is less than {lowest}", key=at(key, name))
    return value


def place(table: Table, name: str, key: str) -> int | None:
    """A position, 1-based in the file and 0-based as given back, None when absent."""
    value = count(table, name, key, 1)
    return None if value is None else value - 1


def slug(table: Table, name: str, key: str, default: str = "") -> str:
    """A short name of letters, digits, hyphens and underscores."""
    return checked_slug(text(table, name, key, required=not default) or default, at(key, name))


def checked_slug(value: str, key: str) -> str:
    """The value where it is such a name; ProblemError that says the key where it is not."""
    if not _SLUG.fullmatch(value):
        raise ProblemError(f'"{value}" is not a name of letters, digits and hyphens', key=key)
    return value


def points(table: Table, key: str) -> Exact | None:
    """Points, an integer or exact text such as "1/2", not negative; None when absent."""
    if "points" not in table:
        return None
    value = EntryReader().number(table["points"], at(key, "points"))
    if value.as_fraction() is None or value.sign() < 0:
        raise ProblemError(f"{value.text()} is not a share of points, 0 or more", key=at(key, "points"))
    return value


def tables(table: Table, name: str, key: str) -> Sequence[Table]:
    """A list of tables, at least one."""
    value = table.get(name)
    if isinstance(value, Mapping):
        raise ProblemError(f"a list of tables is expected: write [[{name}]], not [{name}]", key=at(key, name))
    if not isinstance(value, list | tuple) or not value:
        raise ProblemError(f"at least one is needed, written [[{name}]]", key=at(key, name))
    for number, each in enumerate(value, start=1):
        if not isinstance(each, Mapping):
            raise ProblemError(f"a table is expected, not {shown(each)}", key=f"{at(key, name)}[{number}]")
    return value


def unique(names: Sequence[str], key: str, what: str) -> None:
    """Refuse a name that stands twice."""
    for number, name in enumerate(names):
        if name in names[:number]:
            first = names.index(name) + 1
            raise ProblemError(
                f'the {what} "{name}" stands at {key}[{first}] already', key=f"{key}[{number + 1}].{what}"
            )


def at(key: str, name: str) -> str:
    """The path of a name inside a key."""
    return f"{key}.{name}" if key else name
