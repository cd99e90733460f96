"""Calcium (in python-flint's private generic rings) as a witness: the only module that touches them.

Calcium decides equality of exact reals from text.  Its `==` may be None: it does not know, and that is no disagreement.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from tests.differential.algebras import CALCIUM, text_of
from tests.differential.trees import Tree


@cache
def ring() -> Any:
    """Calcium's real numbers."""
    private: Any = import_module("flint.types._gr")
    return private.gr_real_ca_ctx.new()


def value(tree: Tree) -> Any:
    """The tree as a Calcium number; its text must not be too long."""
    return ring()(text_of(tree, CALCIUM))


def equal(left: Tree, right: Tree) -> bool | None:
    """Whether two trees are equal, as far as Calcium knows."""
    found = value(left) == value(right)
    return None if found is None else bool(found)
