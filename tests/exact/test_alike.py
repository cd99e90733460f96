"""Equal rows taken together change nothing but the time."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.exact import Exact, ExactMatrix, log, sqrt, symbol
from symattn.exact.alike import MERGED_FROM, kinds_of, tallies
from symattn.exact.powers import PowerWeights
from symattn.exact.softmax_rows import softmax_rows
from symattn.exact.writing import TEXT


def views_of(size: int, data: st.DataObject) -> list[slice | list[bool] | None]:
    """Views that grow, start again, skip keys, and rows that are unused."""
    views: list[slice | list[bool] | None] = []
    for _ in range(data.draw(st.integers(1, 5))):
        start = data.draw(st.integers(0, size - 1))
        views.append(
            data.draw(
                st.one_of(
                    st.just(None),
                    st.builds(slice, st.just(0), st.integers(1, size)),
                    st.just(slice(start, size)),
                    st.lists(st.booleans(), min_size=size, max_size=size).filter(any),
                )
            )
        )
    return views


@settings(max_examples=60)
@given(st.data())
@pytest.mark.parametrize("second_unit", [False, True])
def test_merged_keys_give_the_weights_and_outputs_of_all_keys(second_unit: bool, data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 9))
    pool = data.draw(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=3))
    rows = [data.draw(st.sampled_from(pool)) for _ in range(size)]
    key = ExactMatrix(rows)
    assert key.linear is not None
    first = {row: i for i, row in reversed(list(enumerate(rows)))}
    kinds = [first[row] for row in rows]
    found = kinds_of(key.linear)
    assert found == (kinds if len(first) * MERGED_FROM <= size else None)
    views = views_of(size, data)
    root = sqrt(Exact(2)) if second_unit else Exact(2)
    query = ExactMatrix([[data.draw(st.integers(-3, 3)), data.draw(st.integers(-3, 3)) * root] for _ in views])
    value = ExactMatrix([[data.draw(st.integers(-3, 3)), Fraction(data.draw(st.integers(0, 3)), 2)] for _ in rows])
    scores = query @ key.T
    merged, plain = softmax_rows(scores, views, kinds), softmax_rows(scores, views)
    assert isinstance(merged.storage, PowerWeights)
    assert merged.text() == plain.text()
    assert (merged @ value).text() == (plain @ value).text()
    assert (merged @ value).reduced
    for i in range(len(views)):
        assert merged.decimal(9)[i] == plain.decimal(9)[i]
        assert [merged[i, j].written(TEXT) for j in range(size)] == [plain[i, j].written(TEXT) for j in range(size)]


@settings(max_examples=20)
@given(st.lists(st.sampled_from([(1, 0), (0, 2), (2, 1)]), min_size=2, max_size=5))
def test_merged_keys_under_symbolic_queries(rows: list[tuple[int, int]]) -> None:
    kinds = [rows.index(row) for row in rows]
    query = ExactMatrix([[symbol("a"), Exact(1)], [Exact(2), log(Exact(3))]])
    scores = query @ ExactMatrix(rows).T
    views: list[slice | list[bool] | None] = [slice(0, len(rows)), [j % 2 == 0 for j in range(len(rows))]]
    value = ExactMatrix([[i * i] for i in range(len(rows))])
    merged, plain = softmax_rows(scores, views, kinds), softmax_rows(scores, views)
    assert merged.text() == plain.text()
    assert (merged @ value).text() == (plain @ value).text()


@given(st.data())
def test_tallies_are_sums_over_the_chosen_rows(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 8))
    kinds = [data.draw(st.integers(0, i)) for i in range(size)]
    amounts = data.draw(st.lists(st.integers(-5, 5), min_size=size, max_size=size))
    ranges = st.builds(range, st.integers(0, size), st.integers(0, size))
    scattered = st.sets(st.integers(0, size - 1)).map(sorted)
    chosen = data.draw(st.lists(st.one_of(st.none(), ranges, scattered), max_size=8))
    found = [dict(table) for table in tallies(chosen, kinds, amounts)]
    for rows, table in zip(chosen, found, strict=True):
        right: dict[int, int] = {}
        for i in rows or ():
            right[kinds[i]] = right.get(kinds[i], 0) + amounts[i]
        assert table == right
