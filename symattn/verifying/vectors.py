"""Golden vectors: every stage of a problem in binary formats, each entry the nearest value there is, certified.

    >>> from symattn.problems import Problem
    >>> found = golden_vectors(Problem.from_data({"scores": [[0, 1]]}), ["binary16"])
    >>> found["stages"][-1]["binary16"]
    {'value': [[0.26904296875, 0.73095703125]], 'bits': [['0x344e', '0x39d9']]}

Rounding is to nearest, ties to even. Values are Python floats, which hold those of all four formats; "-inf" stands for
a hidden score, since JSON has no infinity. Bits are those of the format.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from math import isfinite, isinf
from typing import TYPE_CHECKING, Any

from symattn.errors import FormatError, StageError, UndecidedError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.exact.floats import FORMATS, BinaryFormat, bits_of, format_named, nearest_float, nearest_floats
from symattn.problems import Problem
from symattn.saving import write_whole
from symattn.trace import Trace

if TYPE_CHECKING:
    from pathlib import Path

AS_WRITTEN, ROUNDED = "as-written", "rounded"
_NUMPY_KINDS = {"binary64": "float64", "binary32": "float32", "binary16": "float16", "bfloat16": "uint16"}


def golden_vectors(
    problem: Problem, formats: Iterable[str] = tuple(FORMATS), *, inputs: str = AS_WRITTEN, stage: str | None = None
) -> dict[str, Any]:
    """Inputs and stages of a problem as data for JSON; a batch has one more level, records first.

    With ``inputs="as-written"`` every stage is that of the problem as it stands; with "rounded" each format's stages
    are those of inputs rounded to that format, which is what code in that format starts from. ``exact_inputs`` says for
    each format whether it holds all inputs. Errors: UndecidedError for free symbols, FormatError, StageError.
    """
    if inputs not in (AS_WRITTEN, ROUNDED):
        raise FormatError(f"inputs are {AS_WRITTEN!r} or {ROUNDED!r}, not {inputs!r}")
    names = [format_named(name).name for name in formats]
    _refuse_symbols(problem)
    records = problem.records or (problem,)
    given = {name: [record.arrays[name] for record in records] for name in records[0].arrays}
    traces = {name: _traces(problem, name if inputs == ROUNDED else None) for name in dict.fromkeys(names)}
    stages = _stage_names(next(iter(traces.values())), stage)
    batched = bool(problem.records)
    return {
        "problem": problem.name,
        "rounding": "to nearest, ties to even",
        "inputs_are": inputs,
        "exact_inputs": {name: all(map(_fits(name), _flat(given.values()))) for name in names},
        "scale": None if (scale := traces[names[0]][0].scale) is None else scale.text(),
        "visible": _unbatched([_rows(record.visible) for record in records], batched),
        "query_valid": _unbatched([list(t.query_valid) for t in traces[names[0]]], batched),
        "inputs": [_named(name, dict.fromkeys(names, matrices), batched) for name, matrices in given.items()],
        "stages": [
            _named(name, {f: [t.exact(name) for t in traces[f]] for f in names}, batched, inputs) for name in stages
        ],
    }


def arrays_of(vectors: Mapping[str, Any]) -> dict[str, Any]:
    """The same as NumPy arrays for an .npz file: "stage.format" and "input.name.format", and "visible".

    bfloat16, which NumPy has not, is stored as bit patterns (uint16).
    """
    import numpy as np

    found: dict[str, Any] = {"visible": np.array(vectors["visible"], dtype=bool)}
    for prefix, entries in (("input.", vectors["inputs"]), ("", vectors["stages"])):
        for entry in entries:
            for name, kind in _NUMPY_KINDS.items():
                if name in entry:
                    found[f"{prefix}{entry['name']}.{name}"] = _array(entry[name], name, kind)
    return found


def check_ending(path: str | Path) -> None:
    """Refuse a file that says neither format by its ending. Errors: FormatError."""
    if not str(path).endswith((".npz", ".json")):
        raise FormatError(f"golden vectors are written to a file that ends in .json or .npz, not to {str(path)!r}")


def write_vectors(vectors: Mapping[str, Any], path: Path) -> None:
    """Write golden vectors to a .json or .npz file. Errors: FormatError for another ending."""
    check_ending(path)
    if path.suffix == ".npz":
        try:
            import numpy as np
        except ImportError:
            raise FormatError("an .npz file needs NumPy: pip install 'symattn[numpy]', or write .json") from None

        packed = BytesIO()
        np.savez(packed, **arrays_of(vectors))
        write_whole(path, packed.getvalue())
    else:
        write_whole(path, json_text(vectors))


def json_text(vectors: Mapping[str, Any]) -> str:
    """JSON with a line for each input and stage."""
    from json import dumps

    lines = []
    for name, value in vectors.items():
        if name in ("inputs", "stages"):
            entries = ",\n".join(f"  {dumps(entry, allow_nan=False)}" for entry in value)
            lines.append(f'"{name}": [\n{entries}\n]')
        else:
            lines.append(f'"{name}": {dumps(value, allow_nan=False)}')
    return "{" + ",\n".join(lines) + "}\n"


def numbers(values: Any) -> Any:
    """The values of one entry with floats for the text -inf and its kin."""
    if isinstance(values, list):
        return [numbers(value) for value in values]
    return float(values)


# -- calculating ------------------------------------------------------------------------------------------------------


def _traces(problem: Problem, format_name: str | None) -> list[Trace]:
    from symattn.problems import solve

    solved = solve(problem if format_name is None else rounded_inputs(problem, format_name))
    return solved if isinstance(solved, list) else [solved]


def rounded_inputs(problem: Problem, format_name: str) -> Problem:
    """The problem with every given array rounded to a format; the scale stays what it is.

    >>> rounded_inputs(Problem.from_data({"scores": [["1/3", "-oo"]]}), "bfloat16").scores.text()
    '[[171/512, -oo]]'

    Errors: FormatError for a number that the format cannot hold.
    """
    if problem.records:
        return replace(problem, records=tuple(rounded_inputs(record, format_name) for record in problem.records))
    names = ("X", "w_q", "w_k", "w_v", "w_o", "Q", "K", "V", "scores", "bias")
    own = {name: getattr(problem, name) for name in names}
    changed: dict[str, Any] = {name: _rounded(m, format_name) for name, m in own.items() if m is not None}
    heads = tuple(type(head)(*(_rounded(w, format_name) for w in head)) for head in problem.heads)
    return replace(problem, heads=heads, **changed)


def _rounded(matrix: ExactMatrix, format_name: str) -> ExactMatrix:
    def entry(number: Exact | MinusInfinity) -> Exact | MinusInfinity:
        if isinstance(number, MinusInfinity):
            return number
        value = nearest_float(number, format_name)
        if not isfinite(value):
            raise FormatError(f"{number.told()} is too large for {format_name}")
        return Exact(Fraction(value))

    return ExactMatrix([[entry(number) for number in row] for row in matrix.rows()])


def _refuse_symbols(problem: Problem) -> None:
    records = problem.records or (problem,)
    names = frozenset[str]().union(*(matrix.symbols for record in records for matrix in record.arrays.values()))
    if problem.scale is not None:
        names |= problem.scale.symbols
    if names:
        raise UndecidedError(f"{problem.name} has the symbol {min(names)}: golden vectors are numbers; put one in")


def _stage_names(traces: Sequence[Trace], stage: str | None) -> tuple[str, ...]:
    if stage is None:
        return traces[0].stage_names
    if stage not in traces[0].stage_names:
        raise StageError(f"there is no stage {stage!r}; this problem has {', '.join(traces[0].stage_names)}")
    return (stage,)


# -- as data ----------------------------------------------------------------------------------------------------------


def _named(
    name: str, by_format: Mapping[str, Sequence[ExactMatrix]], batched: bool, inputs: str = AS_WRITTEN
) -> dict[str, Any]:
    """One input or stage in every format; exact texts where these do not depend on the format."""
    matrices = next(iter(by_format.values()))
    shape = list(matrices[0].shape)
    found: dict[str, Any] = {"name": name, "shape": [len(matrices), *shape] if batched else shape}
    if inputs == AS_WRITTEN:
        found["exact"] = _unbatched([[[_told(e) for e in row] for row in m.rows()] for m in matrices], batched)
    for format_name, rounded in by_format.items():
        kind = format_named(format_name)
        tables = [nearest_floats(matrix, format_name) for matrix in rounded]
        found[format_name] = {
            "value": _unbatched([[[_plain(value) for value in row] for row in table] for table in tables], batched),
            "bits": _unbatched([[[_hex(value, kind) for value in row] for row in table] for table in tables], batched),
        }
    return found


def _told(entry: Exact | MinusInfinity) -> str:
    return entry.text()


def _plain(value: float) -> float | str:
    return str(value) if isinf(value) else value


def _hex(value: float, kind: BinaryFormat) -> str:
    return f"0x{bits_of(value, kind):0{kind.width // 4}x}"


def _unbatched(records: list[Any], batched: bool) -> Any:
    return records if batched else records[0]


def _rows(visible: Any) -> list[list[bool]]:
    return [list(row) for row in visible.rows]


def _flat(groups: Iterable[Sequence[ExactMatrix]]) -> list[Exact | MinusInfinity]:
    return [entry for group in groups for matrix in group for row in matrix.rows() for entry in row]


def _fits(format_name: str) -> Any:
    """Whether a format holds a number."""

    def fits(entry: Exact | MinusInfinity) -> bool:
        if isinstance(entry, MinusInfinity):
            return True
        value = entry.as_fraction()
        nearest = None if value is None else nearest_float(entry, format_name)
        return nearest is not None and isfinite(nearest) and Fraction(nearest) == value

    return fits


def _array(entry: Mapping[str, Any], format_name: str, kind: str) -> Any:
    import numpy as np

    if format_name == "bfloat16":
        return np.array(_integers(entry["bits"]), dtype=kind)
    return np.array(numbers(entry["value"]), dtype=kind)


def _integers(bits: Any) -> Any:
    return [_integers(one) for one in bits] if isinstance(bits, list) else int(bits, 16)


__all__ = [
    "AS_WRITTEN",
    "ROUNDED",
    "arrays_of",
    "check_ending",
    "golden_vectors",
    "json_text",
    "numbers",
    "rounded_inputs",
    "write_vectors",
]
