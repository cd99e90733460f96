"""Layouts of heads and of rotated coordinates, and the orders between them."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

import pytest

from symattn.conventions import SYSTEMS
from symattn.conventions.heads import coordinate_order, flat_axis, key_head, query_head_order, rotated_pairs
from symattn.conventions.rules import Grouping, HeadOrder, Pairing
from symattn.errors import PositionError, ShapeError

GROUPINGS: tuple[Grouping, ...] = get_args(Grouping)
PAIRINGS: tuple[Pairing, ...] = get_args(Pairing)
ORDERS: tuple[HeadOrder, ...] = get_args(HeadOrder)


@pytest.mark.parametrize("order", ORDERS)
def test_a_flat_axis_has_a_place_for_every_head(order: HeadOrder) -> None:
    places = [flat_axis(order, record, head, 3, 4) for record in range(3) for head in range(4)]
    assert sorted(places) == list(range(12))
    assert (places == sorted(places)) == (order == "record by record")


@pytest.mark.parametrize("source", GROUPINGS)
@pytest.mark.parametrize("target", GROUPINGS)
def test_reordered_query_heads_read_the_same_key_heads(source: Grouping, target: Grouping) -> None:
    for query_heads, key_heads in [(6, 2), (6, 3), (8, 1), (4, 4), (12, 3)]:
        order = query_head_order(source, target, query_heads, key_heads)
        assert sorted(order) == list(range(query_heads))
        for place, head in enumerate(order):
            assert key_head(target, place, query_heads, key_heads) == key_head(source, head, query_heads, key_heads)
        back = query_head_order(target, source, query_heads, key_heads)
        assert [order[place] for place in back] == list(range(query_heads))


def test_flash_attentions_example_of_six_heads_on_two() -> None:
    assert [key_head("interleave", head, 6, 2) for head in range(6)] == [0, 0, 0, 1, 1, 1]


def rotate(vector: list[Fraction], pairing: Pairing) -> list[Fraction]:
    """Turn each pair by its own angle with cosine 3/5, 5/13, ...: exact."""
    turned = list(vector)
    angles = [
        (Fraction(3, 5), Fraction(4, 5)),
        (Fraction(5, 13), Fraction(12, 13)),
        (Fraction(8, 17), Fraction(15, 17)),
    ]
    for (first, second), (cosine, sine) in zip(rotated_pairs(pairing, len(vector)), angles, strict=True):
        turned[first] = cosine * vector[first] - sine * vector[second]
        turned[second] = sine * vector[first] + cosine * vector[second]
    return turned


@pytest.mark.parametrize("source", PAIRINGS)
@pytest.mark.parametrize("target", PAIRINGS)
def test_reordered_coordinates_rotate_alike_and_keep_every_score(source: Pairing, target: Pairing) -> None:
    query, key = [Fraction(n) for n in (1, -2, 3, 5, 7, -11)], [Fraction(n) for n in (2, 1, 4, -3, 6, 5)]
    order = coordinate_order(source, target, 6)
    reordered = [query[old] for old in order]
    assert rotate(reordered, target) == [rotate(query, source)[old] for old in order]
    score = sum(a * b for a, b in zip(rotate(query, source), key, strict=True))
    other = sum(a * b for a, b in zip(rotate(reordered, target), [key[old] for old in order], strict=True))
    assert score == other
    back = coordinate_order(target, source, 6)
    assert [order[place] for place in back] == list(range(6))


def test_what_the_table_says_of_heads() -> None:
    assert {name for name, one in SYSTEMS.items() if one.grouping == "tile"} == {
        "onnx-23-first",
        "onnx-23-first-causal",
    }
    assert {name for name, one in SYSTEMS.items() if one.head_order == "head by head"} == {"kyubyong-key-padding"}
    assert SYSTEMS["torch-mha"].head_order == "record by record"
    assert SYSTEMS["mistral-window"].rope == "pairs"
    assert SYSTEMS["transformers-eager"].rope == "halves"
    assert SYSTEMS["onnx-23-first"].softcap == "after the mask"
    assert SYSTEMS["onnx-25"].softcap == "before the mask"


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ShapeError, match="6 query heads cannot share 4"):
        key_head("tile", 0, 6, 4)
    with pytest.raises(ShapeError, match="odd"):
        rotated_pairs("pairs", 5)
    with pytest.raises(PositionError, match="head 4"):
        flat_axis("record by record", 0, 4, 1, 4)
    with pytest.raises(PositionError, match="query head 6"):
        key_head("interleave", 6, 6, 2)
