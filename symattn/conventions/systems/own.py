"""The package itself, so that it can be named like any other."""

from __future__ import annotations

from symattn.conventions.fills import EmptyRow
from symattn.conventions.forms import Additive, Booleans
from symattn.conventions.rules import Convention, Hiding, Source

_SOURCE = (Source("symattn.visibility", "this version"),)

CONVENTIONS = (
    Convention(
        name="symattn",
        title="this package: True where the key may be read",
        form=Booleans("read"),
        hiding=Hiding("left out", guard=EmptyRow.ERROR),
        grouping="interleave",
        sources=_SOURCE,
    ),
    Convention(
        name="symattn-additive",
        title="this package's additive mask: 0 and -oo",
        form=Additive(),
        hiding=Hiding("added", guard=EmptyRow.ERROR),
        grouping="interleave",
        sources=_SOURCE,
    ),
)
