"""Attention by scalar loops at 60 digits: an oracle that shares no code with what it doubts.

Arrays are lists of lists, numbers are mpmath numbers, every sum is a loop. Nothing is simplified, cancelled or
certified: the answers are merely right to about 55 digits, which is far more than any text prints.

A stage is a list of rows. Hidden entries of ``masked_scores`` are minus infinity; they are written there for display,
while weights are computed from the visible entries alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath

mp = mpmath.MPContext()
mp.dps = 60

Number = Any  # an mpmath number of the context above; mpmath has no annotations
Row = list[Number]
Matrix = list[Row]
Relation = Sequence[Sequence[bool]]
Stages = dict[str, Matrix]

MINUS_INFINITY: Number = mp.ninf
NEAR: Number = mp.mpf(10) ** -50
NO_VISIBLE_KEY = "a valid query has no visible key"


def number(entry: object) -> Number:
    if isinstance(entry, Fraction):
        return mp.mpf(entry.numerator) / mp.mpf(entry.denominator)
    if isinstance(entry, int):
        return mp.mpf(entry)
    if isinstance(entry, mp.mpf):
        return entry
    raise TypeError(f"the oracle takes int, Fraction and its own numbers, not {type(entry).__name__}")


def matrix(rows: Sequence[Sequence[object]]) -> Matrix:
    return [[number(entry) for entry in row] for row in rows]


def dot(left: Sequence[Number], right: Sequence[Number]) -> Number:
    total = mp.mpf(0)
    for index in range(len(left)):
        total += left[index] * right[index]
    return total


def column(rows: Matrix, index: int) -> Row:
    return [row[index] for row in rows]


def project(rows: Matrix, weights: Matrix) -> Matrix:
    return [[dot(row, column(weights, j)) for j in range(len(weights[0]))] for row in rows]


def dot_products(queries: Matrix, keys: Matrix) -> Matrix:
    return [[dot(query, key) for key in keys] for query in queries]


def scaled(rows: Matrix, scale: Number) -> Matrix:
    return [[scale * entry for entry in row] for row in rows]


def full(queries: int, keys: int) -> list[list[bool]]:
    return [[True for _ in range(keys)] for _ in range(queries)]


def causal(queries: int, keys: int, offset: int = 0) -> list[list[bool]]:
    """Query i reads the keys j <= i + offset."""
    return [[j <= i + offset for j in range(keys)] for i in range(queries)]


def padding(queries: int, keys: int, length: int) -> list[list[bool]]:
    return [[j < length for j in range(keys)] for _ in range(queries)]


def both(left: Relation, right: Relation) -> list[list[bool]]:
    return [[left[i][j] and right[i][j] for j in range(len(left[i]))] for i in range(len(left))]


def masked(scores: Matrix, visible: Relation, bias: Matrix | None = None) -> Matrix:
    rows = []
    for i, row in enumerate(scores):
        biased = row if bias is None else [row[j] + bias[i][j] for j in range(len(row))]
        rows.append([biased[j] if visible[i][j] else MINUS_INFINITY for j in range(len(row))])
    return rows


def softmax(masked_row: Row, query_is_valid: bool = True) -> Row:
    """Normalise over the entries above minus infinity; an unused query gives zeros."""
    if not query_is_valid:
        return [mp.mpf(0) for _ in masked_row]
    total = mp.mpf(0)
    for score in masked_row:
        if score != MINUS_INFINITY:
            total += mp.exp(score)
    if total == 0:
        raise ValueError(NO_VISIBLE_KEY)
    return [mp.mpf(0) if score == MINUS_INFINITY else mp.exp(score) / total for score in masked_row]


def mixture(weights: Row, values: Matrix) -> Row:
    return [dot(weights, column(values, j)) for j in range(len(values[0]))]


def weigh(
    scores: Matrix,
    values: Matrix | None,
    visible: Relation,
    *,
    bias: Matrix | None = None,
    query_valid: Sequence[bool] | None = None,
) -> Stages:
    valid = [True] * len(scores) if query_valid is None else list(query_valid)
    hidden = masked(scores, visible, bias)
    stages: Stages = {"scores": scores, "masked_scores": hidden}
    stages["weights"] = [softmax(hidden[i], valid[i]) for i in range(len(scores))]
    if values is not None:
        stages["output"] = [mixture(row, values) for row in stages["weights"]]
    return stages


def head(
    queries: Matrix,
    keys: Matrix,
    values: Matrix,
    visible: Relation,
    *,
    scale: Number | None = None,
    bias: Matrix | None = None,
    query_valid: Sequence[bool] | None = None,
) -> Stages:
    """The stages of one head from [T_q, d], [T_k, d] and [T_k, d_value]."""
    factor = 1 / mp.sqrt(len(queries[0])) if scale is None else scale
    products = dot_products(queries, keys)
    stages: Stages = {"Q": queries, "K": keys, "V": values, "scale": [[factor]], "dots": products}
    stages.update(weigh(scaled(products, factor), values, visible, bias=bias, query_valid=query_valid))
    return stages


def joined(outputs: Sequence[Matrix]) -> Matrix:
    rows: Matrix = []
    for i in range(len(outputs[0])):
        row: Row = []
        for output in outputs:
            row = row + output[i]
        rows.append(row)
    return rows


def several(heads: Sequence[Mapping[str, Matrix]], w_o: Matrix | None) -> Stages:
    stages: Stages = {}
    for index, stages_of_head in enumerate(heads, start=1):
        for name, rows in stages_of_head.items():
            stages[f"head{index}.{name}"] = rows
    stages["joined"] = joined([one["output"] for one in heads])
    stages["output"] = stages["joined"] if w_o is None else project(stages["joined"], w_o)
    return stages


def loss(probability: Number) -> Number:
    return -mp.log(probability)


def as_fraction(value: Number) -> Fraction:
    """The binary number that mpmath holds, exactly."""
    sign, mantissa, exponent, _ = (int(part) for part in value._mpf_)
    magnitude = Fraction(mantissa) * (Fraction(2**exponent) if exponent >= 0 else Fraction(1, 2**-exponent))
    return -magnitude if sign else magnitude


def rounded(value: Number, places: int) -> str:
    """Round half away from zero. What is within 10^-45 of a tie counts as the tie that it stands for; never -0.00."""
    exact = as_fraction(value)
    units = int(abs(exact) * 10**places + Fraction(1, 2) + Fraction(1, 10**45))
    whole, part = divmod(units, 10**places)
    sign = "-" if exact < 0 and units else ""
    return f"{sign}{whole}.{part:0{places}d}" if places else f"{sign}{whole}"


def ulps_from_nearest_float(value: Number, typed: str) -> Fraction:
    """How many units in the last place (binary64) lie between a typed decimal and the float nearest to the value."""
    nearest = float(as_fraction(value))
    return abs(Fraction(typed) - Fraction(nearest)) / Fraction(math.ulp(nearest))


def same(left: Number, right: Number) -> bool:
    """Equal to 50 decimals; minus infinity is the same as itself only."""
    return bool(left == right or abs(left - right) < NEAR)


def same_rows(left: Matrix, right: Matrix) -> bool:
    shapes = [[len(row) for row in rows] for rows in (left, right)]
    return shapes[0] == shapes[1] and all(
        same(a, b) for row, other in zip(left, right, strict=True) for a, b in zip(row, other, strict=True)
    )
