"""Assertions for test suites: exact ones for NumPy code, and golden vectors for code in any floating-point arithmetic.

>>> import numpy as np
>>> def share(scores):
...     return np.exp(scores) / np.exp(scores).sum()
>>> assert_equivalent(share, {"scores": [[0, 1]]})
>>> assert_equivalent(share, {"scores": [[0, 1], [0, 0]]})
Traceback (most recent call last):
    ...
AssertionError: share differs from the specification on the inputs of case 'problem', in 4 of 4 entries of the weights
  row 1, column 1: the code gives 1/(e + 3) = 0.174878, the specification says 1/(e + 1) = 0.268941
  row 1, column 2: the code gives e/(e + 3) = 0.475367, the specification says e/(e + 1) = 0.731059
  row 2, column 1: the code gives 1/(e + 3) = 0.174878, the specification says 1/2 = 0.500000
  ... and 1 more entries
  this is what comes out when one softmax runs over the whole matrix (softmax-over-matrix)
  inputs: scores = [[0, 1], [0, 0]]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import frexp
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias

from symattn.errors import KindError, UndecidedError
from symattn.exact.floats import BinaryFormat, format_named
from symattn.values import exact
from symattn.verifying.calling import Function, call_of, name_of
from symattn.verifying.inputs import SpecLike, cases_of
from symattn.verifying.vectors import AS_WRITTEN, ROUNDED, golden_vectors, numbers

if TYPE_CHECKING:
    from symattn.verifying.verdicts import Verdict

# The path of a JSON file of golden vectors, what such a file holds, or what `cases_of` takes.
CasesLike: TypeAlias = "SpecLike | Iterable[CasesLike]"

SHOWN = 3


def assert_equivalent(
    function: Function, spec: SpecLike | Function = "causal", *, stage: str | None = None, leak: object = None
) -> None:
    """Fail unless a NumPy function is proved to give what the specification says (see ``symattn.verify``).

    A finite number for -oo fails, unless ``leak`` bounds what hidden keys may weigh together in a row: text such as
    "1/10^12". Errors: AssertionError with what differs and the mistake that explains it; UndecidedError where neither
    is proved.
    """
    __tracebackhide__ = True
    from symattn.verifying.equivalence import verify

    _demand(verify(function, spec, stage=stage), leak)


def assert_causal(
    function: Function, spec: SpecLike = "causal", *, shape: tuple[int, int] | None = None, leak: object = None
) -> None:
    """Fail unless no output of a NumPy function depends on a later input (see ``symattn.verify_causal``).

    ``shape`` (T, d) is that of X for a function of X alone. ``leak`` bounds a change of the output that is let pass.
    Errors: AssertionError with an output before and after.
    """
    __tracebackhide__ = True
    from symattn.verifying.causality import verify_causal

    _demand(verify_causal(function, spec, shape=shape), leak)


def assert_matches(
    function: Function,
    cases: CasesLike = "causal",
    *,
    ulps: int = 8,
    format: str = "binary64",
    stage: str = "output",
    convert: Callable[[Any], Any] | None = None,
) -> None:
    """Fail unless a function, in its own floating-point arithmetic, comes near to correctly rounded results.

    ``cases`` are files or data that ``symattn vectors`` writes, or problems as in ``verify``, whose inputs are then
    rounded first. The function gets NumPy arrays, or what ``convert`` makes of them (torch.tensor), by the names of its
    parameters. An entry may be off by ``ulps`` units in the last place of the largest entry of the result. Errors:
    AssertionError with the entries that are farther off.
    """
    __tracebackhide__ = True
    for vectors in _vectors_of(cases, format, stage):
        problem = _mismatch(function, vectors, format, stage, ulps, convert)
        if problem:
            raise AssertionError(problem)


def _demand(verdict: Verdict, leak: object) -> None:
    __tracebackhide__ = True
    if verdict.accepted or (leak is not None and verdict.leak is not None and verdict.leak <= exact(leak)):
        return
    if verdict.accepted is None:
        raise UndecidedError(verdict.message)
    raise AssertionError(verdict.message)


# -- floating point ---------------------------------------------------------------------------------------------------


def _vectors_of(cases: CasesLike, format: str, stage: str) -> Iterable[Mapping[str, Any]]:
    """Golden vectors as data: from files, from data, or calculated for problems."""
    if isinstance(cases, str | PathLike) and str(cases).endswith(".json"):
        found = _loaded(cases)
        if "stages" in found:
            yield found
            return
    if isinstance(cases, Mapping) and "stages" in cases:
        yield cases
    elif isinstance(cases, list | tuple):
        for one in cases:
            yield from _vectors_of(one, format, stage)
    else:
        for case in cases_of(cases):
            yield {**golden_vectors(case.problem, [format], inputs=ROUNDED, stage=stage), "problem": case.name}


def _loaded(path: str | PathLike[str]) -> Mapping[str, Any]:
    """Floats as Python reads them: golden vectors are the one file here in which they are meant."""
    import json

    with open(path, encoding="utf-8") as file:
        found: Mapping[str, Any] = json.load(file)
    return found


def _mismatch(
    function: Function,
    vectors: Mapping[str, Any],
    format: str,
    stage: str,
    ulps: int,
    convert: Callable[[Any], Any] | None,
) -> str:
    """What is wrong with a function on one set of golden vectors; nothing where it is near enough."""
    from symattn.nesting import nested

    kind, name = format_named(format), name_of(function)
    wanted = next((entry for entry in vectors["stages"] if entry["name"] == stage), None)
    if wanted is None or kind.name not in wanted:
        raise KindError(f"the golden vectors of {vectors['problem']} have no {stage} in {kind.name}")
    if vectors["inputs_are"] == AS_WRITTEN and not vectors["exact_inputs"][kind.name]:
        raise KindError(f"{kind.name} cannot hold the inputs of {vectors['problem']}: write them with --inputs rounded")
    result = call_of(function, _float_inputs(vectors, kind.name, convert))()
    expected = numbers(wanted[kind.name]["value"])
    got = nested(result)
    while _shape(got) != _shape(expected) and isinstance(got, list) and len(got) == 1:
        got = got[0]
    if _shape(got) != _shape(expected):
        return f"{name} returns shape {list(_shape(nested(result)))} where the {stage} is {list(_shape(expected))}"
    wrong = _far_off(list(_pairs(got, expected)), kind, ulps)
    headline = f"{name} differs from the golden vectors of {vectors['problem']} ({stage}, {kind.name})"
    return "\n".join([headline, *wrong]) if wrong else ""


def _far_off(pairs: Sequence[tuple[tuple[int, ...], float, float]], kind: BinaryFormat, ulps: int) -> list[str]:
    """A line for each of the first few entries that are off by more than so many units of the largest one."""
    largest = max((abs(right) for _, _, right in pairs if right not in _INFINITE), default=0.0)
    unit = Fraction(2) ** (frexp(largest or 1.0)[1] - kind.precision)
    far = [(place, own, right, _off(own, right, unit)) for place, own, right in pairs]
    wrong = [entry for entry in far if entry[3] is None or entry[3] > ulps]
    lines = []
    for place, own, right, off in wrong[:SHOWN]:
        told = "no number" if off is None else f"{float(off):.3g} units of the last place off"
        where = ", ".join(str(i + 1) for i in place)
        lines.append(f"  entry [{where}]: the code gives {own!r}, correctly rounded is {right!r}: {told}")
    return [*lines, f"  ... and {len(wrong) - SHOWN} more entries"] if len(wrong) > SHOWN else lines


_INFINITE = (float("inf"), float("-inf"))
_NUMPY_FORMATS = {"binary64": "float64", "binary32": "float32", "binary16": "float16", "bfloat16": "float32"}


def _float_inputs(vectors: Mapping[str, Any], format: str, convert: Callable[[Any], Any] | None) -> dict[str, Any]:
    """What a function can be given, as arrays of a format; bfloat16, which NumPy has not, as float32."""
    import numpy as np

    def array(values: Any, kind: str) -> Any:
        made = np.array(values, dtype=kind)
        return made if convert is None else convert(made)

    kind = _NUMPY_FORMATS[format]
    visible = np.array(vectors["visible"], dtype=bool)
    stages = [entry for entry in vectors["stages"] if entry["name"] in ("Q", "K", "V")]
    found = {e["name"]: array(numbers(e[format]["value"]), kind) for e in (*stages, *vectors["inputs"])}
    return found | {
        "visible": array(visible, "bool"),
        "hidden": array(~visible, "bool"),
        "additive": array(np.where(visible, 0.0, -np.inf), kind),
        "query_valid": array(vectors["query_valid"], "bool"),
    }


def _shape(values: Any) -> tuple[int, ...]:
    return (len(values), *_shape(values[0])) if isinstance(values, list) and values else ()


def _pairs(got: Any, expected: Any, place: tuple[int, ...] = ()) -> Iterable[tuple[tuple[int, ...], float, float]]:
    if isinstance(expected, list):
        for i, (own, right) in enumerate(zip(got, expected, strict=True)):
            yield from _pairs(own, right, (*place, i))
    else:
        yield place, float(got), expected


def _off(own: float, right: float, unit: Fraction) -> Fraction | None:
    """How many units two values are apart; None where one is no finite number and the other is."""
    if own == right:
        return Fraction(0)
    if own != own or own in _INFINITE or right in _INFINITE:
        return None
    return abs(Fraction(own) - Fraction(right)) / unit


__all__ = ["assert_causal", "assert_equivalent", "assert_matches"]
