"""An expression written in another form: identities applied at random places."""

from __future__ import annotations

from random import Random

from tests.differential.identities import IDENTITIES, Identity
from tests.differential.trees import Tree, nodes, replaced, size

LARGEST = 400
TRIES = 40


def rewritten(tree: Tree, rng: Random, steps: int, largest: int = LARGEST) -> tuple[Tree, list[str]]:
    """The tree after so many identities (fewer where none fits), and their names."""
    done: list[str] = []
    for _ in range(TRIES):
        if len(done) == steps:
            break
        identity = _chosen(rng)
        new = _somewhere(tree, identity, rng)
        if new is not None and new != tree and size(new) <= largest:
            tree = new
            done.append(identity.__name__)
    return tree, done


def _chosen(rng: Random) -> Identity:
    return rng.choices([i for i, _ in IDENTITIES], [w for _, w in IDENTITIES])[0]


def _somewhere(tree: Tree, identity: Identity, rng: Random) -> Tree | None:
    """The identity applied at one node that it fits, chosen at random; None where it fits none of those looked at."""
    places = list(nodes(tree))
    rng.shuffle(places)
    for path, node in places[:30]:
        new = identity(node, rng)
        if new is not None:
            return replaced(tree, path, new)
    return None
