"""Who may read whom: a Boolean relation [T_q, T_k] between receiving queries (rows) and contributing keys (columns).

True means *may be read*. Nothing else in this package does: additive masks (0 where visible, -oo where hidden) and the
Booleans of other systems are representations of this relation, made from it or turned into it at the door.

    causal(T)            the past and the position itself        window(T, left, right)   so many neighbours
    full(T)              every key                               prefix(T, n)             n keys for all, causal after
    padding(lengths, T)  the keys before a record's length       packed(lengths)          records side by side

Relations of one shape combine with ``&`` (both allow it), ``|`` (either allows it) and ``~`` (the opposite). A row is
kept as one integer whose bit j says whether key j may be read, so that a causal relation over 1024 positions costs
1024 small integers and combining costs one operation a row. Positions are 0-based here and 1-based in messages.
"""

from __future__ import annotations

from symattn.patterns import (
    BOTTOM_RIGHT,
    TOP_LEFT,
    causal,
    full,
    packed,
    padding,
    prefix,
    valid_positions,
    window,
)
from symattn.relation import LARGEST_SIZE, Visibility

__all__ = [
    "BOTTOM_RIGHT",
    "LARGEST_SIZE",
    "TOP_LEFT",
    "Visibility",
    "causal",
    "full",
    "packed",
    "padding",
    "prefix",
    "valid_positions",
    "window",
]
