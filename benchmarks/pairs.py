"""The fixed set of pairs on which equality is decided: 240 of them, made from a seed by the tests' generator.

The mix is the generator's: half equal in another form, half different (two thirds of these near misses to 60 digits),
two thirds nested, a tenth each with roots, logarithms and symbols.
"""

from __future__ import annotations

from functools import lru_cache

from tests.differential.pairs import Pair, pair

SEED = 2024
COUNT = 240


@lru_cache(maxsize=COUNT)
def numbered(n: int) -> Pair:
    """Pair number n of the set."""
    return pair(SEED, n)
