"""Wrong methods written down once more, with mpmath numbers and loops, for one head and for two.

Shares no code with the package: a head is Q, K, V as rows of integers and a relation as rows of True and False.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import mpmath

Rows = list[list[Any]]


class Head(NamedTuple):
    Q: Rows
    K: Rows
    V: Rows
    seen: list[list[bool]]


class Result(NamedTuple):
    weights: Rows
    output: Rows


def product(left: Rows, right: Rows) -> Rows:
    return [
        [sum((a * b for a, b in zip(row, column, strict=True)), mpmath.mpf(0)) for column in zip(*right, strict=True)]
        for row in left
    ]


def turned(rows: Rows) -> Rows:
    return [list(column) for column in zip(*rows, strict=True)]


def scores(head: Head, scale: Any = None) -> Rows:
    factor = 1 / mpmath.sqrt(len(head.Q[0])) if scale is None else scale
    return [[factor * dot for dot in row] for row in product(head.Q, turned(head.K))]


def hidden(table: Rows, seen: Sequence[Sequence[bool]]) -> Rows:
    """The scores with None where a key is hidden."""
    return [[s if v else None for s, v in zip(row, see, strict=True)] for row, see in zip(table, seen, strict=True)]


def shares(row: Sequence[Any], base: Any = mpmath.e) -> list[Any]:
    powers = [mpmath.mpf(0) if s is None else mpmath.power(base, s) for s in row]
    return [power / sum(powers) for power in powers]


def with_weights(head: Head, weights: Rows) -> Result:
    return Result(weights, product(weights, head.V))


def row_wise(head: Head, masked: Rows) -> Result:
    """Softmax of each row; a row without any key is zero."""
    return with_weights(
        head, [shares(row) if any(s is not None for s in row) else [mpmath.mpf(0)] * len(row) for row in masked]
    )


def seeing(head: Head, seen: Callable[[int, int], bool]) -> Result:
    relation = [[seen(i, j) for j in range(len(head.K))] for i in range(len(head.Q))]
    return row_wise(head, hidden(scores(head), relation))


def scaled(head: Head, scale: Any) -> Result:
    return row_wise(head, hidden(scores(head, scale), head.seen))


def put(head: Head, value: Callable[[Any, bool], Any]) -> Result:
    """Softmax over all keys of what is put where the score was."""
    table = scores(head)
    return row_wise(
        head, [[value(s, v) for s, v in zip(row, see, strict=True)] for row, see in zip(table, head.seen, strict=True)]
    )


def right(head: Head) -> Result:
    return row_wise(head, hidden(scores(head), head.seen))


def mask_after(head: Head) -> Result:
    weights = [shares(row) for row in scores(head)]
    return with_weights(
        head,
        [
            [w if v else mpmath.mpf(0) for w, v in zip(row, see, strict=True)]
            for row, see in zip(weights, head.seen, strict=True)
        ],
    )


def over_columns(head: Head) -> Result:
    return with_weights(head, turned([shares(column) for column in turned(hidden(scores(head), head.seen))]))


def over_matrix(head: Head) -> Result:
    table = hidden(scores(head), head.seen)
    flat = shares([s for row in table for s in row])
    width = len(table[0])
    return with_weights(head, [flat[i : i + width] for i in range(0, len(flat), width)])


def twice(head: Head) -> Result:
    return row_wise(head, hidden(right(head).weights, head.seen))


def not_normalised(head: Head) -> Result:
    table = hidden(scores(head), head.seen)
    return with_weights(head, [[mpmath.mpf(0) if s is None else mpmath.exp(s) for s in row] for row in table])


def no_exponentials(head: Head) -> Result:
    table = [[mpmath.mpf(0) if s is None else s for s in row] for row in hidden(scores(head), head.seen)]
    return with_weights(head, [[s / sum(row) for s in row] for row in table])


def base_two(head: Head) -> Result:
    return with_weights(head, [shares(row, 2) for row in hidden(scores(head), head.seen)])


def rounded_weights(head: Head) -> Result:
    weights = right(head).weights
    near = [[mpmath.floor(w * 100 + mpmath.mpf("0.5")) / 100 for w in row] for row in weights]
    return Result(near, product(near, head.V))


WITH_ONE_HEAD: dict[str, Callable[[Head], Result]] = {
    "mask-after-softmax": mask_after,
    "no-mask": lambda head: seeing(head, lambda i, j: True),
    "strict-triangle": lambda head: seeing(head, lambda i, j: j < i and head.seen[i][j]),
    "one-ahead": lambda head: seeing(head, lambda i, j: j <= i + 1),
    "reversed-triangle": lambda head: seeing(head, lambda i, j: j >= i),
    "inverted-mask": lambda head: seeing(head, lambda i, j: not head.seen[i][j]),
    "zero-one-mask-added": lambda head: put(head, lambda s, v: s + 1 if v else s),
    "hidden-score-zero": lambda head: put(head, lambda s, v: s if v else mpmath.mpf(0)),
    "finite-for-infinity": lambda head: put(head, lambda s, v: s if v else mpmath.mpf(-10)),
    "scale-missing": lambda head: scaled(head, 1),
    "scale-by-d": lambda head: scaled(head, mpmath.mpf(1) / len(head.Q[0])),
    "scale-by-T": lambda head: scaled(head, 1 / mpmath.sqrt(len(head.K))),
    "scale-inverted": lambda head: scaled(head, mpmath.sqrt(len(head.Q[0]))),
    "softmax-over-columns": over_columns,
    "softmax-over-matrix": over_matrix,
    "softmax-twice": twice,
    "not-normalised": not_normalised,
    "no-exponentials": no_exponentials,
    "other-base": base_two,
    "rounded-early": rounded_weights,
    "query-and-key-swapped": lambda head: right(head._replace(Q=head.K, K=head.Q)),
    "keys-for-values": lambda head: right(head._replace(V=head.K)),
    "weights-across": lambda head: Result(right(head).weights, product(turned(right(head).weights), head.V)),
}


def side_by_side(outputs: Sequence[Rows]) -> Rows:
    return [[entry for row in rows for entry in row] for rows in zip(*outputs, strict=True)]


def pooled(outputs: Sequence[Rows], divisor: int) -> Rows:
    return [[sum(entries) / divisor for entries in zip(*rows, strict=True)] for rows in zip(*outputs, strict=True)]


def by_reshape(outputs: Sequence[Rows]) -> Rows:
    flat = [entry for rows in outputs for row in rows for entry in row]
    width = sum(len(rows[0]) for rows in outputs)
    return [flat[i : i + width] for i in range(0, len(flat), width)]


# From the outputs of the heads and w_o [4, 4] to the final output.
WITH_HEADS: dict[str, Callable[[Sequence[Rows], Rows], Rows]] = {
    "heads-swapped": lambda outputs, w_o: product(side_by_side(outputs[::-1]), w_o),
    "heads-averaged": lambda outputs, w_o: pooled(outputs, len(outputs)),
    "heads-summed": lambda outputs, w_o: pooled(outputs, 1),
    "joined-by-reshape": lambda outputs, w_o: product(by_reshape(outputs), w_o),
    "output-projection-transposed": lambda outputs, w_o: product(side_by_side(outputs), turned(w_o)),
    "output-projection-missing": lambda outputs, w_o: side_by_side(outputs),
}
