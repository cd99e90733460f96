"""Who may read whom: patterns, their algebra, and the way to and from additive masks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from symattn.errors import FloatError, LimitError, MaskError, PositionError, ShapeError, SymattnError
from symattn.exact import MINUS_INFINITY
from symattn.visibility import (
    Visibility,
    causal,
    full,
    packed,
    padding,
    prefix,
    valid_positions,
    window,
)


@st.composite
def relations(draw: st.DrawFn, shape: tuple[int, int] | None = None) -> Visibility:
    T_q, T_k = shape or draw(st.tuples(st.integers(1, 7), st.integers(1, 7)))
    row = st.integers(0, (1 << T_k) - 1)
    return Visibility(tuple(draw(st.lists(row, min_size=T_q, max_size=T_q))), T_k)


def several(count: int) -> st.SearchStrategy[tuple[Visibility, ...]]:
    shapes = st.tuples(st.integers(1, 6), st.integers(1, 6))
    return shapes.flatmap(lambda shape: st.tuples(*[relations(shape)] * count))


# --- patterns, each against the rule that defines it ------------------------------------------------------------------

RULES: list[tuple[str, Visibility, Callable[[int, int], bool]]] = [
    ("causal", causal(5), lambda i, j: j <= i),
    ("causal, aligned although square", causal(4, 4, align="bottom-right"), lambda i, j: j <= i),
    ("causal from the first key", causal(3, 5, align="top-left"), lambda i, j: j <= i),
    ("causal to the last key", causal(3, 5, align="bottom-right"), lambda i, j: j <= i + 2),
    ("causal to the last key, fewer keys", causal(5, 3, align="bottom-right"), lambda i, j: j <= i - 2),
    ("causal from the first key, fewer keys", causal(5, 3, align="top-left"), lambda i, j: j <= i),
    ("full", full(2, 3), lambda i, j: True),
    ("padding", padding(3, 5), lambda i, j: j < 3),
    ("padding for fewer queries", padding(3, 5, T_q=2), lambda i, j: j < 3),
    ("padding of nothing", padding(4, 4), lambda i, j: True),
    ("padding of everything", padding(0, 2), lambda i, j: False),
    ("window", window(6, 2, 1), lambda i, j: i - 2 <= j <= i + 1),
    ("window of itself", window(3, 0, 0), lambda i, j: i == j),
    ("window wider than the sequence", window(3, 9, 9), lambda i, j: True),
    ("prefix", prefix(6, 3), lambda i, j: j < 3 or j <= i),
    ("prefix of nothing", prefix(4, 0), lambda i, j: j <= i),
    ("prefix of everything", prefix(4, 4), lambda i, j: True),
    ("packed", packed([2, 1, 3]), lambda i, j: (0, 0, 1, 2, 2, 2)[i] == (0, 0, 1, 2, 2, 2)[j]),
]


@pytest.mark.parametrize(("name", "relation", "rule"), RULES, ids=[name for name, *_ in RULES])
def test_a_pattern_is_its_rule(name: str, relation: Visibility, rule: Callable[[int, int], bool]) -> None:
    T_q, T_k = relation.shape
    assert relation.rows == tuple(tuple(rule(i, j) for j in range(T_k)) for i in range(T_q))


def test_causal_and_padding_together_as_a_reader_would_list_them() -> None:
    both = causal(4) & padding(3, 4)
    assert [both.visible_keys(i) for i in range(4)] == [(0,), (0, 1), (0, 1, 2), (0, 1, 2)]


def test_a_list_of_lengths_gives_one_relation_a_record_and_leaves_query_rows_alone() -> None:
    batch = padding([1, 3], 3)
    assert batch == [padding(1, 3), full(3)]
    assert all(row == (True, False, False) for row in batch[0].rows)


def test_valid_positions_are_the_other_padding() -> None:
    assert valid_positions(1, 3) == (True, False, False)
    assert valid_positions(0, 1) == (False,)


def test_packed_causal_reads_only_the_past_of_its_own_record() -> None:
    relation = packed([2, 2]) & causal(4)
    assert relation.pairs() == ((0, 0), (1, 0), (1, 1), (2, 2), (3, 2), (3, 3))


# --- looking at one ---------------------------------------------------------------------------------------------------


@given(relations())
def test_the_views_of_a_relation_agree(relation: Visibility) -> None:
    T_q, T_k = relation.shape
    seen = {(i, j) for i in range(T_q) for j in range(T_k) if relation[i, j]}
    assert set(relation.pairs()) == seen
    assert len(relation.pairs()) == len(seen)
    assert relation.rows == tuple(relation.row(i) for i in range(T_q))
    assert [relation.visible_keys(i) for i in range(T_q)] == [
        tuple(j for j, visible in enumerate(row) if visible) for row in relation.rows
    ]
    assert relation.empty_queries() == tuple(i for i, row in enumerate(relation.rows) if not any(row))
    assert Visibility.from_rows(relation.rows) == relation
    assert relation.transpose().rows == tuple(zip(*relation.rows, strict=True))
    assert relation.transpose().transpose() == relation


@given(relations())
def test_a_range_is_given_exactly_when_the_visible_keys_are_consecutive(relation: Visibility) -> None:
    for i in range(relation.T_q):
        keys = [j for j, visible in enumerate(relation.row(i)) if visible]
        consecutive = not keys or keys == list(range(keys[0], keys[-1] + 1))
        assert relation.range(i) == (((keys[0], keys[-1] + 1) if keys else (0, 0)) if consecutive else None)


def test_text_and_repr() -> None:
    relation = causal(2, 3, align="bottom-right")
    assert relation.text() == "1 1 .\n1 1 1"
    assert repr(relation) == "Visibility [2, 3]\n1 1 .\n1 1 1"
    assert repr(causal(100)) == "Visibility [100, 100] with 5050 visible pairs"


def test_many_positions_stay_small() -> None:
    relation = causal(1024)
    assert relation.range(1000) == (0, 1001)
    assert sum(bits.bit_length() for bits in relation.bits) == 1024 * 1025 // 2
    assert relation & padding(1000, 1024) != relation


def test_positions_outside_are_refused() -> None:
    for position in [(2, 0), (-1, 0), (0, 3), (0, -1)]:
        with pytest.raises(PositionError, match="outside"):
            full(2, 3)[position]
    with pytest.raises(PositionError, match=r"v\[i, j\], not v\[0\]"):
        full(2)[0]  # type: ignore[index]
    with pytest.raises(IndexError):
        full(2).row(2)


def test_relations_do_not_change_and_serve_as_keys() -> None:
    relation = causal(2)
    with pytest.raises(AttributeError):
        relation.T_k = 3  # type: ignore[misc]
    assert {relation: "past"}[Visibility.from_rows([[True, False], [True, True]])] == "past"
    assert relation != full(2)
    assert full(1, 2) != full(2, 1)
    assert relation != object()


# --- algebra ----------------------------------------------------------------------------------------------------------


@given(several(2))
def test_de_morgan(pair: tuple[Visibility, Visibility]) -> None:
    a, b = pair
    assert ~(a & b) == ~a | ~b
    assert ~(a | b) == ~a & ~b


@given(several(3))
def test_combining_is_entry_by_entry(three: tuple[Visibility, Visibility, Visibility]) -> None:
    a, b, c = three
    both, either, opposite = a & b, a | b, ~a
    for i in range(a.T_q):
        for j in range(a.T_k):
            assert both[i, j] == (a[i, j] and b[i, j])
            assert either[i, j] == (a[i, j] or b[i, j])
            assert opposite[i, j] != a[i, j]
    assert a & (b | c) == (a & b) | (a & c)


@given(relations())
def test_full_is_neutral_and_opposites_exclude_each_other(a: Visibility) -> None:
    everything = full(*a.shape)
    assert a & everything == a
    assert a | everything == everything
    assert ~~a == a
    assert (a & ~a) == ~everything
    assert (a | ~a) == everything


@given(st.integers(1, 9), st.data())
def test_causal_padding_and_packing_relate(T: int, data: st.DataObject) -> None:
    length = data.draw(st.integers(1, T))
    both = causal(T) & padding(length, T)
    assert [both.visible_keys(i)[-1] for i in range(T)] == [min(i, length - 1) for i in range(T)]
    assert padding(length, T).transpose().rows == tuple((valid,) * T for valid in valid_positions(length, T))
    assert window(T, T, 0) == causal(T) == prefix(T, 0)
    if length < T:
        assert packed([length, T - length]) & padding(length, T) != padding(length, T)
        own = packed([length, T - length])
        assert own & own.transpose() == own


def test_shapes_must_agree_and_a_batch_is_combined_record_by_record() -> None:
    with pytest.raises(ShapeError, match=r"left is \[2, 2\], the right \[2, 3\]"):
        causal(2) & full(2, 3)
    with pytest.raises(ShapeError, match=r"\[v \| w for w in batch\]"):
        causal(2) | padding([1, 2], 2)  # type: ignore[operator]
    with pytest.raises(ShapeError, match="not one and bool"):
        causal(2) & True  # type: ignore[operator]


# --- errors of the makers ---------------------------------------------------------------------------------------------

BAD_CALLS: list[tuple[Callable[[], object], type[SymattnError], str]] = [
    (lambda: causal(2, 5), ShapeError, r'T_q = 2 .* T_k = 5 .*"top-left".*"bottom-right"'),
    (lambda: causal(2, 5, align="left"), ShapeError, "align is 'left'"),
    (lambda: causal(0), ShapeError, "T_q is 0"),
    (lambda: full(3, 0), ShapeError, "T_k is 0"),
    (lambda: full(-2), ShapeError, "T_q is -2"),
    (lambda: full(True), ShapeError, "T_q is True"),
    (lambda: full("3"), ShapeError, "T_q is '3'"),  # type: ignore[arg-type]
    (lambda: causal(3.0), FloatError, r"T_q is the float 3\.0: write a whole number"),  # type: ignore[arg-type]
    (lambda: causal(20000), LimitError, "at most 16384"),
    (lambda: padding(4, 3), ShapeError, "length is 4, more than the 3 positions"),
    (lambda: padding(-1, 3), ShapeError, "length is -1"),
    (lambda: padding([2, 4], 3), ShapeError, "length of record 2 is 4"),
    (lambda: padding(2.5, 3), FloatError, r"length is the float 2\.5"),  # type: ignore[call-overload]
    (lambda: valid_positions(4, 3), ShapeError, "length is 4"),
    (lambda: window(3, -1, 0), ShapeError, "left is -1"),
    (lambda: prefix(3, 4), ShapeError, "prefix length is 4"),
    (lambda: packed([]), ShapeError, "sum of the packed lengths is 0"),
    (lambda: packed([2, 0]), ShapeError, "length of record 2 is 0"),
    (lambda: Visibility((), 2), ShapeError, "T_q is 0"),
    (lambda: Visibility((4,), 2), ShapeError, "row 1 .* outside its 2 columns"),
]


@pytest.mark.parametrize(("call", "kind", "message"), BAD_CALLS)
def test_a_bad_call_says_what_and_the_way_out(
    call: Callable[[], object], kind: type[SymattnError], message: str
) -> None:
    with pytest.raises(kind, match=message):
        call()


# --- rows and additive masks at the door ------------------------------------------------------------------------------


class ArrayLike:
    """Stands for a NumPy array: nothing but tolist()."""

    def __init__(self, rows: object) -> None:
        self._rows = rows

    def tolist(self) -> object:
        return self._rows


class ForeignTrue:
    """Stands for a NumPy Boolean, which is no Python bool."""

    def __str__(self) -> str:
        return "True"


def test_rows_come_from_lists_arrays_and_foreign_booleans() -> None:
    expected = causal(2)
    assert Visibility.from_rows([[True, False], (True, True)]) == expected
    assert Visibility.from_rows(ArrayLike([[True, False], [True, True]])) == expected
    assert Visibility.from_rows([ArrayLike([True, False]), [True, ForeignTrue()]]) == expected
    assert Visibility.from_rows([[sympy.true, sympy.false], [sympy.true, sympy.true]]) == expected


BAD_ROWS: list[tuple[object, type[SymattnError], str]] = [
    ([[1, 0], [1, 1]], MaskError, "row 1, column 1 .* is 1: write True"),
    ([[True, 0.0]], MaskError, r"row 1, column 2 .* is 0\.0: write True"),
    ([[True, "True"]], MaskError, 'column 2 .*"True"'),
    ([[True], [sympy.S.NegativeInfinity]], MaskError, "row 2, column 1 .*from_additive"),
    ([[True], [True, False]], ShapeError, "row 2 .* has 2 entries where row 1 has 1"),
    ([], ShapeError, "at least one row"),
    ([[]], ShapeError, r"row 1 .* is \[\]"),
    ([True, False], ShapeError, "row 1 .* is True, not a list"),
    ("causal", ShapeError, 'not of "causal"'),
]


@pytest.mark.parametrize(("rows", "kind", "message"), BAD_ROWS)
def test_rows_that_could_mean_two_things_are_refused(rows: object, kind: type[SymattnError], message: str) -> None:
    with pytest.raises(kind, match=message):
        Visibility.from_rows(rows)


def test_an_additive_mask_comes_from_lists_text_and_sympy() -> None:
    expected = causal(2)
    assert Visibility.from_additive([[0, "-oo"], ["0", 0]]) == expected
    assert Visibility.from_additive([[0, "\u2212\u221e"], [0, 0]]) == expected
    assert Visibility.from_additive(sympy.Matrix([[0, -sympy.oo], [0, 0]])) == expected
    assert Visibility.from_additive(sympy.ImmutableMatrix([[0, -sympy.oo], [0, 0]])) == expected
    assert Visibility.from_additive([[0, -sympy.oo], [0, 0]]) == expected


@given(relations())
def test_every_relation_comes_back_from_its_masks(relation: Visibility) -> None:
    exact, symbolic = relation.additive_exact(), relation.additive()
    assert Visibility.from_additive(exact) == relation
    assert Visibility.from_additive(symbolic) == relation
    assert Visibility.from_additive(exact.text()) == relation
    assert Visibility.from_additive([[entry.text() for entry in row] for row in exact.rows()]) == relation


def test_a_mask_holds_zero_where_visible_and_minus_infinity_where_hidden() -> None:
    relation = causal(1, 2, align="top-left")
    assert relation.additive() == sympy.ImmutableMatrix([[0, -sympy.oo]])
    assert isinstance(relation.additive(), sympy.ImmutableMatrix)
    assert relation.additive_exact()[0, 0] == 0
    assert relation.additive_exact()[0, 1] is MINUS_INFINITY


def test_text_that_equals_zero_is_zero_and_a_finite_text_is_no_mask() -> None:
    assert Visibility.from_additive([["1 - 1", "-oo"]]) == causal(1, 2, align="top-left")
    with pytest.raises(MaskError, match='row 1, column 2 of the mask is "-10000"'):
        Visibility.from_additive([[0, "-10000"]])


BAD_MASKS: list[tuple[object, type[SymattnError], str]] = [
    ([[0, -10000]], MaskError, "row 1, column 2 of the mask is -10000: .*a finite fill or a bias is not a mask"),
    ([[0], [sympy.Symbol("c")]], MaskError, "row 2, column 1 of the mask is c"),
    ([[sympy.oo]], MaskError, "row 1, column 1 of the mask is oo"),
    ([[0.0, 0]], FloatError, r"row 1, column 1 of the mask is the float 0\.0: write 0"),
    ([[0, float("-inf")]], FloatError, 'column 2 of the mask is the float -inf: write 0 where visible and "-oo"'),
    ([[False]], MaskError, "row 1, column 1 of the mask is False"),
    ([[0, 0], [0]], ShapeError, "row 2 .* has 1 entries where row 1 has 2"),
    (0, ShapeError, "not of 0"),
]


@pytest.mark.parametrize(("mask", "kind", "message"), BAD_MASKS)
def test_what_is_no_mask_is_refused_with_its_place(mask: object, kind: type[SymattnError], message: str) -> None:
    with pytest.raises(kind, match=message):
        Visibility.from_additive(mask)
