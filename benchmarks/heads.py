"""The heads that are timed: one causal head of width 2 with integer data, in five kinds of score.

d1: integers.  sqrt2: integers over sqrt 2.  den10: tenths.  multi: a + b sqrt 2, which takes two generators.  wide:
integers whose size grows with T, so that exponents hardly ever coincide.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

KINDS = ("d1", "sqrt2", "den10", "multi", "wide")
SIZES = (3, 8, 16, 32, 64, 128, 256, 512, 1024)
# What the integer score is multiplied by; multi has sqrt 2 in its second column instead.
SCALE = {"d1": "1", "sqrt2": "1/sqrt(2)", "den10": "1/10", "multi": "1", "wide": "1"}

Row = tuple[int, int]
Exponent = tuple[int, ...]


@dataclass(frozen=True)
class Head:
    """Queries, keys and values [T, 2]; scores are the kind's scale times Q K^T."""

    kind: str
    query: tuple[Row, ...]
    key: tuple[Row, ...]
    value: tuple[Row, ...]

    @property
    def size(self) -> int:
        return len(self.query)


@lru_cache(maxsize=4)
def head(kind: str, size: int, seed: int = 1) -> Head:
    """The head of a kind with `size` tokens; another seed gives other data of the same kind."""
    rng = Random(f"head {kind} {size} {seed}")
    reach = max(3, size // 16) if kind == "wide" else 3
    tokens = [(rng.randint(-reach, reach), rng.randint(-reach, reach)) for _ in range(size)]
    key = ((5, 8), (-7, 3)) if kind == "den10" else ((1, 1), (0, 1))
    return Head(kind, _times(tokens, ((1, 1), (2, -1))), _times(tokens, key), _times(tokens, ((1, 2), (-1, 1))))


def _times(rows: list[Row], matrix: tuple[Row, Row]) -> tuple[Row, ...]:
    (a, b), (c, d) = matrix
    return tuple((x * a + y * c, x * b + y * d) for x, y in rows)


def exponents(kind: str, query: Row, keys: tuple[Row, ...]) -> list[Exponent]:
    """The integer exponents of a row's generators, one tuple a key: what a score is in units of its scale."""
    if kind == "multi":
        return [(query[0] * k[0], query[1] * k[1]) for k in keys]
    return [(query[0] * k[0] + query[1] * k[1],) for k in keys]


def row_tables(head: Head, i: int) -> tuple[list[Exponent], dict[Exponent, int], list[dict[Exponent, int]]]:
    """Row i with its exponents shifted to begin at 0: these, the denominator's terms, the numerators'."""
    found = exponents(head.kind, head.query[i], head.key[: i + 1])
    low = [min(column) for column in zip(*found, strict=True)]
    shifted = [tuple(e - s for e, s in zip(entry, low, strict=True)) for entry in found]
    tables: list[dict[Exponent, int]] = [{}, {}, {}]
    for entry, (v, w) in zip(shifted, head.value, strict=False):
        for table, coefficient in zip(tables, (1, v, w), strict=True):
            table[entry] = table.get(entry, 0) + coefficient
    return shifted, tables[0], tables[1:]
