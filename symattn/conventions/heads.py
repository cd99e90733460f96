"""How heads and rotated coordinates are laid out, and the orders that carry one layout into another.

``flat_axis``         records and heads in one first axis: "record by record" (n * H + h) or "head by head" (h * N + n)
``key_head``          which key head a query head reads: "interleave" (consecutive heads share) or "tile" (in rounds)
``query_head_order``  the order of query heads that makes one grouping read like the other
``coordinate_order``  the order of the coordinates of Q and K that makes one rotary pairing rotate like the other

An order is a tuple of positions: entry i says which old position comes to place i. Positions are 0-based.
"""

from __future__ import annotations

from symattn.conventions.rules import Grouping, HeadOrder, Pairing
from symattn.errors import PositionError, ShapeError
from symattn.shapes import at_least


def flat_axis(order: HeadOrder, record: int, head: int, records: int, heads: int) -> int:
    """The place of a head of a record in an axis that holds all of them.

    >>> flat_axis("record by record", 1, 0, records=2, heads=8), flat_axis("head by head", 1, 0, records=2, heads=8)
    (8, 1)

    Errors: PositionError when the record or the head does not exist.
    """
    _check(record, records, "record")
    _check(head, heads, "head")
    return record * heads + head if order == "record by record" else head * records + record


def key_head(grouping: Grouping, query_head: int, query_heads: int, key_heads: int) -> int:
    """The key head that a query head reads when several share one.

    >>> [key_head("interleave", head, 6, 2) for head in range(6)], [key_head("tile", head, 6, 2) for head in range(6)]
    ([0, 0, 0, 1, 1, 1], [0, 1, 0, 1, 0, 1])

    Errors: ShapeError when the numbers of heads do not divide; PositionError when the head does not exist.
    """
    each = _sharing(query_heads, key_heads)
    _check(query_head, query_heads, "query head")
    return query_head // each if grouping == "interleave" else query_head % key_heads


def query_head_order(source: Grouping, target: Grouping, query_heads: int, key_heads: int) -> tuple[int, ...]:
    """The order of the query heads in which ``target`` groups them as ``source`` groups them now.

    >>> query_head_order("interleave", "tile", 6, 2)
    (0, 3, 1, 4, 2, 5)
    """
    each = _sharing(query_heads, key_heads)
    if source == target:
        return tuple(range(query_heads))
    if target == "tile":
        return tuple(head % key_heads * each + head // key_heads for head in range(query_heads))
    return tuple(head % each * key_heads + head // each for head in range(query_heads))


def rotated_pairs(pairing: Pairing, width: int) -> tuple[tuple[int, int], ...]:
    """The pairs of coordinates that are rotated together, slowest turning last.

    >>> rotated_pairs("halves", 4), rotated_pairs("pairs", 4)
    (((0, 2), (1, 3)), ((0, 1), (2, 3)))

    Errors: ShapeError when the width is odd.
    """
    half = _half(width)
    if pairing == "halves":
        return tuple((k, k + half) for k in range(half))
    return tuple((2 * k, 2 * k + 1) for k in range(half))


def coordinate_order(source: Pairing, target: Pairing, width: int) -> tuple[int, ...]:
    """The order of the coordinates of Q and K (columns of w_q and w_k) in which ``target`` rotates what ``source`` did.

    >>> coordinate_order("pairs", "halves", 6)
    (0, 2, 4, 1, 3, 5)

    Scores do not change: both Q and K are reordered alike. Errors: ShapeError when the width is odd.
    """
    order = [0] * width
    for old, new in zip(rotated_pairs(source, width), rotated_pairs(target, width), strict=True):
        order[new[0]], order[new[1]] = old
    return tuple(order)


def _sharing(query_heads: int, key_heads: int) -> int:
    """How many query heads share a key head."""
    if at_least(1, query_heads, "query_heads") % at_least(1, key_heads, "key_heads"):
        raise ShapeError(f"{query_heads} query heads cannot share {key_heads} key heads evenly")
    return query_heads // key_heads


def _half(width: int) -> int:
    if at_least(2, width, "width") % 2:
        raise ShapeError(f"a width of {width} is odd: rotated coordinates come in pairs")
    return width // 2


def _check(position: int, count: int, what: str) -> None:
    if not 0 <= position < count:
        raise PositionError(f"{what} {position} (0-based) is outside the {count} there are")
