"""Who may read whom, for three slots of which the third may be filler.

The relation comes first; the additive mask of 0 and -oo is one way to write it down and gives the relation back. That a
key is real, that a query is used and that a target is scored are three statements, even where they look alike.
Source: table 16.1 and figure 16.1 of the chapter on masks and multi-head attention.
"""

from sympy import oo

import symattn as sa
from symattn.derivation import claim, claim_same
from symattn.loss import scored_positions
from symattn.visibility import valid_positions

SLOTS, LENGTH = 3, 2

causal = sa.causal(SLOTS)
padding = sa.padding(LENGTH, SLOTS)
both = causal & padding


def keys(relation: sa.Visibility, query: int) -> list[int]:
    """The keys of a query, both counted from 1."""
    return [key + 1 for key in relation.visible_keys(query - 1)]


def table() -> None:
    claim("causal, keys of query 1", keys(causal, 1), [1])
    claim("causal, keys of query 2", keys(causal, 2), [1, 2])
    claim("causal, keys of query 3", keys(causal, 3), [1, 2, 3])
    claim("padding, keys of query 1", keys(padding, 1), [1, 2])
    claim("padding, keys of query 2", keys(padding, 2), [1, 2])
    claim("padding, keys of query 3", keys(padding, 3), [1, 2])
    claim("both, keys of query 1", keys(both, 1), [1])
    claim("both, keys of query 2", keys(both, 2), [1, 2])
    claim("both, keys of query 3", keys(both, 3), [1, 2])
    claim("causal pairs", len(causal.pairs()), 6)


def masks() -> None:
    claim("causal mask", causal.additive(), [[0, -oo, -oo], [0, 0, -oo], [0, 0, 0]])
    claim("padding mask", padding.additive(), [[0, 0, -oo], [0, 0, -oo], [0, 0, -oo]])
    claim("both masks", both.additive(), [[0, -oo, -oo], [0, 0, -oo], [0, 0, -oo]])
    claim("sum of the masks", causal.additive() + padding.additive(), both.additive())


def read_back() -> None:
    for name, relation in (("causal", causal), ("padding", padding), ("both", both)):
        again = sa.Visibility.from_additive(relation.additive())
        claim_same(f"{name} relation read back from its mask", keys_of_all(again), keys_of_all(relation))


def keys_of_all(relation: sa.Visibility) -> list[str]:
    return [f"{query} reads {keys(relation, query)}" for query in range(1, SLOTS + 1)]


def three_rows() -> None:
    claim_same("keys that are real", padding.row(0), (True, True, False))
    claim_same("queries that are used", valid_positions(LENGTH, SLOTS), (True, True, False))
    claim_same("targets that are scored", scored_positions(LENGTH, SLOTS), (True, True, False))


def main() -> None:
    table()
    masks()
    read_back()
    three_rows()


if __name__ == "__main__":
    main()
