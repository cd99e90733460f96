"""Attention against an independent scalar loop, and its properties."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.attention import attention, attention_from_scores, multi_head, self_attention
from symattn.errors import EmptyRowError, FloatError, ShapeError, StageError
from symattn.exact import MINUS_INFINITY, Exact, ExactMatrix, exp, sqrt, symbol
from symattn.trace import Trace
from symattn.visibility import Visibility, causal, full, packed, padding, window
from tests.oracles import scalar_attention as oracle
from tests.support import ROOT

ENTRIES = st.integers(-3, 3)
FRACTIONS = st.fractions(-2, 2, max_denominator=6)


def matrices(rows: int, columns: int, entries: st.SearchStrategy[Any] = ENTRIES) -> st.SearchStrategy[list[list[Any]]]:
    return st.lists(st.lists(entries, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


def relations(size: int) -> st.SearchStrategy[Visibility]:
    """Any relation in which every query sees something."""
    rows = st.lists(st.booleans(), min_size=size, max_size=size).filter(any)
    return st.lists(rows, min_size=size, max_size=size).map(Visibility.from_rows)


def assert_close(found: ExactMatrix, expected: list[list[Any]]) -> None:
    for i, row in enumerate(expected):
        for j, value in enumerate(row):
            assert found.number(i, j).decimal(40) == oracle.rounded(value, 40), (i, j, found[i, j])


@settings(max_examples=60)
@given(st.data(), st.integers(1, 4), st.integers(1, 3))
def test_every_stage_agrees_with_the_scalar_loop(data: st.DataObject, size: int, width: int) -> None:
    arrays = [data.draw(matrices(size, width, st.one_of(ENTRIES, FRACTIONS))) for _ in range(3)]
    visible = data.draw(relations(size))
    trace = attention(*arrays, visible=visible)
    query, key, value = map(oracle.matrix, arrays)
    expected = oracle.head(query, key, value, visible.rows)
    for stage in ("dots", "scores", "weights", "output"):
        assert_close(trace.exact(stage), expected[stage])


@settings(max_examples=40)
@given(st.data(), st.integers(1, 4))
def test_roots_and_several_units_agree_with_the_scalar_loop(data: st.DataObject, size: int) -> None:
    """Scores a + b sqrt 2 + c sqrt 3, values with sqrt 2: packed exponents and values with roots."""
    parts = [data.draw(matrices(size, size)) for _ in range(3)]
    values = [data.draw(matrices(size, 2)) for _ in range(2)]
    roots = [Exact(1), sqrt(Exact(2)), sqrt(Exact(3))]
    scores = [
        [sum((r * p[i][j] for r, p in zip(roots, parts, strict=True)), Exact(0)) for j in range(size)]
        for i in range(size)
    ]
    value = [[values[0][i][j] + sqrt(Exact(2)) * values[1][i][j] for j in range(2)] for i in range(size)]
    trace = attention_from_scores(scores, value, visible="causal")
    mp = oracle.mp
    loop = oracle.weigh(
        [
            [parts[0][i][j] + parts[1][i][j] * mp.sqrt(2) + parts[2][i][j] * mp.sqrt(3) for j in range(size)]
            for i in range(size)
        ],
        [[values[0][i][j] + mp.sqrt(2) * values[1][i][j] for j in range(2)] for i in range(size)],
        oracle.causal(size, size),
    )
    assert_close(trace.exact("weights"), loop["weights"])
    assert_close(trace.exact("output"), loop["output"])
    assert trace.reduced


@settings(max_examples=30)
@given(st.data(), st.integers(2, 4))
def test_rows_of_weights_sum_to_one_and_hide_what_is_hidden(data: st.DataObject, size: int) -> None:
    visible = data.draw(relations(size))
    trace = attention(*(data.draw(matrices(size, 2)) for _ in range(3)), visible=visible)
    for i, row in enumerate(trace.exact("weights").rows()):
        assert sum((entry for entry in row if isinstance(entry, Exact)), Exact(0)) == 1
        for j, entry in enumerate(row):
            assert isinstance(entry, Exact)
            assert (entry.sign() > 0) if visible[i, j] else entry.as_fraction() == 0


@settings(max_examples=30)
@given(st.data(), st.integers(2, 4))
def test_outputs_lie_in_the_hull_of_the_visible_values(data: st.DataObject, size: int) -> None:
    value = data.draw(matrices(size, 1))
    trace = attention(data.draw(matrices(size, 2)), data.draw(matrices(size, 2)), value, visible="causal")
    for i in range(size):
        seen = [value[j][0] for j in range(i + 1)]
        assert min(seen) <= trace.exact("output").number(i, 0) <= max(seen)


@given(matrices(3, 3), FRACTIONS)
def test_a_shift_of_a_row_of_scores_changes_nothing(scores: list[list[int]], shift: Fraction) -> None:
    moved = [[entry + shift for entry in row] for row in scores]
    same = attention_from_scores(scores).exact("weights").text()
    assert attention_from_scores(moved).exact("weights").text() == same


@settings(max_examples=25)
@given(matrices(4, 2), matrices(4, 2), st.integers(1, 3))
def test_a_causal_row_is_what_its_prefix_gives(x: list[list[int]], w: list[list[int]], cut: int) -> None:
    whole = self_attention(x, w[:2], w[2:], w[:2], visible="causal")
    part = self_attention(x[:cut], w[:2], w[2:], w[:2], visible="causal")
    for i in range(cut):
        assert whole.exact("output").row(i) == part.exact("output").row(i)


def test_without_positions_tokens_may_be_permuted() -> None:
    x, w = [[1, 0], [0, 1], [2, -1]], [[1, 1], [0, 1]]
    base = self_attention(x, w, w, w).exact("output")
    for order in permutations(range(3)):
        moved = self_attention([x[i] for i in order], w, w, w).exact("output")
        assert all(moved.row(a) == base.row(b) for a, b in enumerate(order))


def test_swapping_heads_with_the_rows_of_w_o_changes_nothing() -> None:
    x = [[1, 0], [0, 1], [1, 1]]
    first, second = ([[1], [0]],) * 3, ([[0], [1]],) * 3
    one = multi_head(x, [first, second], [[1, 1], [1, -1]], visible="causal")
    other = multi_head(x, [second, first], [[1, -1], [1, 1]], visible="causal")
    assert one.exact("output") == other.exact("output")
    assert one.exact("joined") != other.exact("joined")


def test_the_two_heads_have_their_book_forms() -> None:
    trace = multi_head(
        [[1, 0], [0, 1], [1, 1]], [([[1], [0]],) * 3, ([[0], [1]],) * 3], [[1, 1], [1, -1]], visible="causal"
    )
    assert trace.exact("head1.weights").text() == "[[1, 0, 0], [1/2, 1/2, 0], [e/(2*e + 1), 1/(2*e + 1), e/(2*e + 1)]]"
    assert trace.exact("output").text() == "[[1, 1], [(3*e + 1)/(2*e + 2), (1 - e)/(2*e + 2)], [4*e/(2*e + 1), 0]]"
    assert trace.stage_names[:8] == tuple(
        f"head1.{n}" for n in ("Q", "K", "V", "dots", "scores", "masked_scores", "weights", "output")
    )
    assert trace.stage_names[-2:] == ("joined", "output")


def test_splitting_into_heads_is_the_explicit_heads() -> None:
    q, k, v = [[1, 2], [3, 4]], [[0, 1], [1, 1]], [[5, 6], [7, 8]]
    split = attention(q, k, v, n_heads=2, visible="causal")
    for h in range(2):
        alone = attention(*([[row[h]] for row in m] for m in (q, k, v)), visible="causal")
        assert split.heads[h].exact("weights") == alone.exact("weights")
        assert [r[h] for r in split.exact("output").rows()] == [r[0] for r in alone.exact("output").rows()]


def test_one_head_with_an_output_projection_keeps_what_was_joined() -> None:
    identity = [[1, 0], [0, 1]]
    trace = self_attention(identity, identity, identity, identity, w_o=[[2], [0]])
    assert trace.stage_names[-2:] == ("joined", "output")
    assert trace.exact("output").number(0, 0) == 2 * trace.exact("joined").number(0, 0)


def test_free_symbols_are_scores_odds_and_values() -> None:
    a, b, c = map(symbol, "abc")
    weights = attention_from_scores([[a, b, c]]).exact("weights")
    assert weights.number(0, 0) == exp(a) / (exp(a) + exp(b) + exp(c))
    leak = attention_from_scores([["0", "ln k"]], [["1/2", "1/2"], [1, 0]])
    assert leak.exact("weights").text() == "[[1/(k + 1), k/(k + 1)]]"
    assert leak.exact("output").number(0, 0) == (2 * symbol("k") + 1) / (2 * symbol("k") + 2)
    assert leak.conditions == ("k > 0",)


def test_an_unused_query_gives_zeros_and_a_valid_empty_one_is_an_error() -> None:
    strict = Visibility.from_rows([[False, False], [True, False]])
    with pytest.raises(EmptyRowError, match="a valid query has no visible key: query 1"):
        attention_from_scores([[0, 0], [0, 0]], [[1], [2]], visible=strict)
    trace = attention_from_scores([[0, 0], [0, 0]], [[1], [2]], visible=strict, query_valid=[False, True])
    assert trace.exact("weights").text() == "[[0, 0], [1, 0]]"
    assert trace.exact("output").text() == "[[0], [1]]"


def test_a_bias_enters_before_the_mask_and_may_hide() -> None:
    trace = attention_from_scores([[1, 1, 1]], bias=[[0, "-1/2", "-oo"]])
    assert trace.exact("masked_scores").row(0) == (Exact(1), Exact(Fraction(1, 2)), MINUS_INFINITY)
    half = exp(Exact(Fraction(1, 2)))
    assert trace.exact("weights").row(0) == (half / (half + 1), 1 / (half + 1), Exact(0))


def test_minus_infinity_in_the_scores_hides() -> None:
    assert attention_from_scores([[0, "-oo"], [0, 0]]).exact("weights").text() == "[[1, 0], [1/2, 1/2]]"


@pytest.mark.parametrize("visible", [full(3), causal(3), window(3, 1, 0), packed([1, 2]), padding(2, 3)])
def test_masked_scores_show_minus_infinity_exactly_where_hidden(visible: Visibility) -> None:
    masked = attention([[1], [2], [3]], [[1], [2], [3]], [[1], [2], [3]], visible=visible).exact("masked_scores")
    for i in range(3):
        for j in range(3):
            assert (masked[i, j] is MINUS_INFINITY) != visible[i, j]


def test_a_batch_gives_a_list_each_with_its_own_lengths() -> None:
    x = [[[1], [2], [3]], [[4], [5], [6]]]
    visible = [v & causal(3) for v in padding([3, 2], 3)]
    traces = attention(x, x, x, visible=visible)
    assert isinstance(traces, list)
    for record, relation, trace in zip(x, visible, traces, strict=True):
        assert trace.exact("weights") == attention(record, record, record, visible=relation).exact("weights")
    assert len(self_attention(x, [[1]], [[1]], [[1]], visible="causal")) == 2
    assert len(multi_head(x, [([[1]],) * 3])) == 2
    with pytest.raises(ShapeError, match="V has not"):
        attention(x, x, x[0])
    with pytest.raises(ShapeError, match="batch of 2"):
        attention(x, x, x, visible=[causal(3)] * 3)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: attention([[1, 2]], [[1]], [[1]]), r"Q is \[1, 2\] and K is \[1, 1\]"),
        (lambda: attention([[1]], [[1], [2]], [[1]]), r"K is \[2, 1\] and V is \[1, 1\]"),
        (lambda: attention([[1], [2]], [[1]], [[1]], visible="causal"), "align"),
        (lambda: attention([[1, 2, 3]], [[1, 2, 3]], [[1, 2, 3]], n_heads=2), "3 columns"),
        (lambda: self_attention([[1, 2]], [[1]], [[1]], [[1]]), "w_q needs 2 rows"),
        (lambda: multi_head([[1]], []), "at least one head"),
        (lambda: attention_from_scores([[1, 2]], [[1]]), "one value a key"),
        (lambda: attention_from_scores([[1, 2]], bias=[[1]]), r"bias is \[1, 1\]"),
        (lambda: attention_from_scores([[1]], visible="diagonal"), "write"),
        (lambda: attention_from_scores([[1]], query_valid=[True, False]), "2 entries for 1 queries"),
    ],
)
def test_shapes_that_do_not_fit_are_named(call: Any, message: str) -> None:
    with pytest.raises(ShapeError, match=message):
        call()


def test_a_float_is_refused_with_the_text_to_write() -> None:
    with pytest.raises(FloatError, match=r"0\.5"):
        attention([[0.5]], [[1]], [[1]])


def traces_of_all_kinds() -> list[Trace]:
    symbol = sympy.Symbol("s", positive=True)
    x: Any = [[symbol, 0], [0, 1]]
    bias = [[0, symbol], [0, 0]]
    one = attention(x, x, x, bias=bias)
    two = attention(x, x, x, bias=bias, n_heads=2)
    return [
        one,
        two,
        *two.heads,
        attention_from_scores(x, bias=bias),
        self_attention(x, x, x, x, w_o=x, bias=bias),
        self_attention(x, x, x, x, w_o=x, bias=bias, n_heads=2),
        multi_head(x, [(x, x, x)], x, bias=bias),
    ]


def test_a_trace_has_its_inputs_and_symbols_from_the_start_and_does_not_change() -> None:
    for trace in traces_of_all_kinds():
        for one in (trace, *trace.heads):
            assert one.symbols["s"] is sympy.Symbol("s", positive=True)
            assert "bias" in one.inputs
            for name in ("visible", "query_valid", "scale", "inputs", "heads", "symbols", "weights", "other"):
                with pytest.raises(StageError, match="stays as it was calculated"):
                    setattr(one, name, None)
            with pytest.raises(StageError, match="stays as it was calculated"):
                del one.scale
            with pytest.raises(TypeError):
                one.inputs["X"] = one.exact(one.stage_names[0])  # type: ignore[index]
            with pytest.raises(TypeError):
                one.symbols["t"] = 1  # type: ignore[index]


def test_nobody_changes_a_trace_that_was_made() -> None:
    names = "visible|query_valid|scale|inputs|heads|symbols"
    change = re.compile(rf"\b(trace|one|head)\.({names})(\.update\(|\[[^\]]+\] = | = )")
    for path in (ROOT / "symattn").rglob("*.py"):
        assert not change.search(path.read_text(encoding="utf-8")), path


def test_equal_scales_written_in_two_ways_are_one_scale() -> None:
    columns: Any = [[1, 0], [0, 1]]
    heads = [(columns, columns, columns), (columns, columns, columns)]
    joined = multi_head(columns, heads, scale="1/(1+e)")
    assert joined.scale == joined.heads[0].scale
    narrow: Any = [[1], [0]]
    assert multi_head(columns, [(columns,) * 3, (narrow,) * 3]).scale is None
