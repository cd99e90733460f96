"""From the keys of a problem's data to a Problem: which keys go together, and one record after the other of a batch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from symattn.errors import ProblemError
from symattn.exact import ExactMatrix
from symattn.nesting import depth, nested
from symattn.problems.entries import EntryReader, Record, of_record, shown, whole
from symattn.problems.fitting import check_batch, check_shapes
from symattn.problems.near_keys import unknown_key
from symattn.problems.problem import Head, Problem
from symattn.problems.seeing import read_visible
from symattn.softmax import finite_entries
from symattn.visibility import BOTTOM_RIGHT, TOP_LEFT

BATCHED = ("X", "Q", "K", "V", "scores")  # the arrays that a batch gives a leading axis
PROJECTIONS = ("w_q", "w_k", "w_v")
SHARED = frozenset({"visible", "bias", "query_valid", "align"})
# What a problem may start from: the keys it needs, and those it may have beside the shared ones.
SOURCES: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "X with heads": (frozenset({"X", "heads"}), frozenset({"w_o", "scale"})),
    "X with w_q, w_k, w_v": (frozenset({"X", *PROJECTIONS}), frozenset({"w_o", "scale", "n_heads"})),
    "Q, K, V": (frozenset({"Q", "K", "V"}), frozenset({"scale", "n_heads"})),
    "scores": (frozenset({"scores"}), frozenset({"V"})),
}
KEYS = SHARED.union(*(needed | optional for needed, optional in SOURCES.values()))
# Why a key does not go with a source, where the reason is worth more than the rule.
REASONS = {
    ("scores", "scale"): "scores are already scaled, leave scale out",
    ("scores", "n_heads"): "scores belong to one head, leave n_heads out",
    ("X with heads", "n_heads"): "heads says how many there are, leave n_heads out",
    ("Q, K, V", "w_o"): "w_o goes with X and projections",
}


def problem_of(data: Mapping[str, object], where: str) -> Problem:
    """The Problem that data states; every error carries ``where``."""
    with _located(where):
        if not isinstance(data, Mapping):
            raise ProblemError(f"a problem is a table of keys and values, not {type(data).__name__}")
        given = {name: nested(value) for name, value in data.items() if value is not None}
        source = _source_of(given)
        reader = EntryReader()
        shared = _shared_fields(given, source, reader)
        records = _records(given, shared, reader, where)
        notes = tuple(dict.fromkeys(reader.notes))
        if not _batch_size(given):
            return replace(records[0], notes=notes)
        check_batch(records)
        return replace(shared, name=where, records=records, notes=notes)


@contextmanager
def _located(where: str) -> Iterator[None]:
    try:
        yield
    except ProblemError as error:
        error.file = error.file or where
        raise


def _source_of(given: Mapping[str, object]) -> str:
    """Which of the sources the keys state; a key too many or too few is an error."""
    for name in given:
        if name not in KEYS:
            raise ProblemError(unknown_key("key of a problem", name, KEYS), key=name)
    source = _likely_source(given)
    needed, optional = SOURCES[source]
    for name in given:
        if name not in needed | optional | SHARED:
            reason = REASONS.get((source, name), "keep one of the two")
            raise ProblemError(f"does not go with {source}: {reason}", key=name)
    if source.startswith("X") and not given.keys() & {"heads", *PROJECTIONS}:
        raise ProblemError("X needs heads, or w_q, w_k and w_v", key="X")
    missing = sorted(needed - given.keys())
    if missing:
        raise ProblemError(f"missing beside {_listed(needed & given.keys())}", key=", ".join(missing))
    return source


def _likely_source(given: Mapping[str, object]) -> str:
    if "X" in given:
        return "X with heads" if "heads" in given else "X with w_q, w_k, w_v"
    if "scores" in given:
        return "scores"
    if given.keys() & {"Q", "K"}:
        return "Q, K, V"
    raise ProblemError("a problem starts from X with heads or with w_q, w_k, w_v, from Q, K, V, or from scores")


def _shared_fields(given: Mapping[str, object], source: str, reader: EntryReader) -> Problem:
    """A problem of the fields that all records of a batch share."""
    projections: dict[str, Any] = {
        name: reader.matrix(given[name], name) for name in (*PROJECTIONS, "w_o") if name in given
    }
    return Problem(
        **projections,
        heads=_heads(given["heads"], reader) if source == "X with heads" else (),
        scale=reader.number(given["scale"], "scale") if "scale" in given else None,
        n_heads=whole(given["n_heads"], "n_heads") if "n_heads" in given else 1,
        align=_align(given.get("align")),
    )


def _heads(value: object, reader: EntryReader) -> tuple[Head, ...]:
    if not isinstance(value, list | tuple) or not value:
        raise ProblemError("a list of heads, each with w_q, w_k and w_v, and at least one", key="heads")
    return tuple(_head(head, f"heads[{number}]", reader) for number, head in enumerate(value, start=1))


def _head(value: object, key: str, reader: EntryReader) -> Head:
    if isinstance(value, list | tuple) and len(value) == 3:
        value = dict(zip(PROJECTIONS, value, strict=True))
    if not isinstance(value, Mapping):
        raise ProblemError(f"a head is a table of w_q, w_k and w_v, not {shown(value)}", key=key)
    for name in value:
        if name not in PROJECTIONS:
            raise ProblemError(unknown_key("key of a head", name, PROJECTIONS), key=f"{key}.{name}")
    missing = [name for name in PROJECTIONS if name not in value]
    if missing:
        raise ProblemError(f"missing in this head: {_listed(missing)}", key=key)
    return Head(*(reader.matrix(value[name], f"{key}.{name}") for name in PROJECTIONS))


def _records(given: Mapping[str, object], shared: Problem, reader: EntryReader, where: str) -> tuple[Problem, ...]:
    """Every record with the shared fields, checked to fit together; one when there is no batch."""
    count = _batch_size(given)
    if not count:
        return (_record(given, shared, None, reader, where),)
    places = (Record(place, count) for place in range(count))
    return tuple(_record(given, shared, record, reader, f"{where}, record {record.place + 1}") for record in places)


def _record(
    given: Mapping[str, object], shared: Problem, record: Record | None, reader: EntryReader, name: str
) -> Problem:
    problem = replace(shared, name=name, **_own_arrays(given, record, reader))
    check_shapes(problem)
    return _with_seeing(given, problem, record, reader)


def _batch_size(given: Mapping[str, object]) -> int:
    """How many records the leading axis counts; 0 when there is no leading axis."""
    sizes = {name: _records_in(given[name]) for name in BATCHED if name in given}
    if len(set(sizes.values())) > 1:
        said = _listed(
            f"{name} {f'has {size} records' if size else 'has no leading axis'}" for name, size in sizes.items()
        )
        raise ProblemError(f"a batch gives all its arrays the same leading axis, and {said}")
    return next(iter(sizes.values()))


def _records_in(value: object) -> int:
    return len(value) if isinstance(value, list | tuple) and depth(value) == 3 else 0


def _own_arrays(given: Mapping[str, object], record: Record | None, reader: EntryReader) -> dict[str, Any]:
    arrays: dict[str, Any] = {}
    for name in BATCHED:
        if name in given:
            value, key = _own(given[name], record, name)
            arrays[name] = reader.matrix(value, key, hiding=name == "scores")
    return arrays


def _own(value: object, record: Record | None, key: str) -> tuple[object, str]:
    """A record's part of a value that has a leading axis, or the whole value where all records share it."""
    if record is None or not _records_in(value):
        return value, key
    assert isinstance(value, list | tuple)
    return of_record(value, record, key)


def _with_seeing(given: Mapping[str, object], problem: Problem, record: Record | None, reader: EntryReader) -> Problem:
    """The record with what decides who reads whom: visible without the -oo of bias and scores, bias, query_valid."""
    shape = problem.score_shape
    visible = read_visible(given.get("visible"), shape, problem.align, record)
    bias = _bias(given["bias"], shape, record, reader) if "bias" in given else None
    for hiding in (bias, problem.scores):
        if hiding is not None:
            visible &= finite_entries(hiding)
    valid = _query_valid(given["query_valid"], shape[0], record) if "query_valid" in given else None
    return replace(problem, visible=visible, bias=bias, query_valid=valid)


def _bias(value: object, shape: tuple[int, int], record: Record | None, reader: EntryReader) -> ExactMatrix:
    value, key = _own(value, record, "bias")
    bias = reader.matrix(value, key, hiding=True)
    if bias.shape != shape:
        raise ProblemError(f"has shape {list(bias.shape)}, and the scores have {list(shape)}", key=key)
    return bias


def _query_valid(value: object, T_q: int, record: Record | None) -> tuple[bool, ...]:
    key = "query_valid"
    if record is not None and depth(value) == 2:
        assert isinstance(value, list | tuple)
        value, key = of_record(value, record, key)
    if not isinstance(value, list | tuple) or not all(isinstance(each, bool) for each in value):
        raise ProblemError(f"a list of true and false, one a query, not {shown(value)}", key=key)
    if len(value) != T_q:
        raise ProblemError(f"has {len(value)} entries, and there are {T_q} queries", key=key)
    return tuple(value)


def _align(value: object) -> str | None:
    if value is None:
        return None
    if value not in (TOP_LEFT, BOTTOM_RIGHT):
        raise ProblemError(f'{shown(value)} is not "{TOP_LEFT}" or "{BOTTOM_RIGHT}"', key="align")
    return str(value)


def _listed(names: Iterable[str]) -> str:
    *most, last = sorted(names)
    return f"{', '.join(most)} and {last}" if most else last
