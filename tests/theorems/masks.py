"""Right masks, and the stated table of wrong ones with the property that each breaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import symattn as sa
from symattn import ExactMatrix

T = 6
INPUTS = {"Q": (T, 1), "K": (T, 1), "V": (T, 1)}
Verdict = Any


def head(mask: sa.Visibility | str | None) -> Callable[..., object]:
    """Attention under a mask, as a function of its matrices."""
    return lambda Q, K, V: sa.attention(Q, K, V, visible=mask)


def block_means(Q: ExactMatrix, K: ExactMatrix, V: ExactMatrix) -> object:
    """Queries read blocks of two keys by their means, their own block included."""
    keys, values = ([_mean(matrix, block) for block in range(T // 2)] for matrix in (K, V))
    mask = [[block <= i // 2 for block in range(T // 2)] for i in range(T)]
    return sa.attention(Q, keys, values, visible=mask)


def block_means_of_the_past(Q: ExactMatrix, K: ExactMatrix, V: ExactMatrix) -> object:
    """The same with blocks that are complete before the query, and the query's own key beside them."""
    outputs: list[object] = []
    for i in range(T):
        blocks = range(i // 2)
        keys, values = ([*(_mean(m, b) for b in blocks), [m.number(i, 0)]] for m in (K, V))
        outputs.append(list(sa.attention([[Q.number(i, 0)]], keys, values).exact("output").row(0)))
    return outputs


def _mean(matrix: ExactMatrix, block: int) -> list[object]:
    return [(matrix.number(2 * block, 0) + matrix.number(2 * block + 1, 0)) / 2]


class Wrong(NamedTuple):
    """A wrong mask, the property that it breaks, and those that it keeps."""

    name: str
    breaks: Callable[[], Verdict]
    keeps: tuple[Callable[[], Verdict], ...] = ()


LEAKING = (
    Wrong("absent", lambda: sa.prove_causal("True")),
    Wrong("absent, at a size", lambda: sa.prove_causal(sa.full(T))),
    Wrong("absent, as a function", lambda: sa.prove_causal(head(None), inputs=INPUTS)),
    Wrong("reversed", lambda: sa.prove_causal("not j <= i")),
    Wrong("reversed, at a size", lambda: sa.prove_causal(~sa.causal(T))),
    Wrong("shifted forward", lambda: sa.prove_causal("j <= i + 1")),
    Wrong("shifted forward, as a function", lambda: sa.prove_causal(head(sa.window(T, T, 1)), inputs=INPUTS)),
    Wrong("transposed", lambda: sa.prove_causal("i <= j")),
    Wrong("transposed, as a function", lambda: sa.prove_causal(head(sa.causal(T).transpose()), inputs=INPUTS)),
    Wrong("block-mean", lambda: sa.prove_causal("i // 2 >= j // 2")),
    Wrong("block-mean, as a function", lambda: sa.prove_causal(block_means, inputs=INPUTS)),
    Wrong("cache-less", lambda: sa.prove_cached("j <= i")),
    Wrong("cache-less, as a builder", lambda: sa.prove_cached(_top_left, sizes=[T])),
    Wrong("cache-less, without a mask for the chunk", lambda: sa.prove_cached(_unmasked_chunk, sizes=[T])),
    Wrong("repacked", lambda: sa.prove_isolated(sa.packed([2, 4]), [3, 3])),
    Wrong("repacked, every size", lambda: sa.prove_isolated("i // 4 == j // 4 and j <= i", "i // 3 == j // 3")),
    Wrong("repacked, as a function", lambda: sa.prove_isolated(head(sa.packed([2, 4])), [3, 3], inputs=INPUTS)),
)


def _top_left(T_q: int, T_k: int) -> sa.Visibility:
    return sa.causal(T_q, T_k, align="top-left")


def _unmasked_chunk(T_q: int, T_k: int) -> sa.Visibility:
    return sa.causal(T_q) if T_q == T_k else sa.full(T_q, T_k)


NOT_LEAKING = (
    Wrong(
        "strict",
        lambda: sa.prove_equal("j < i", "j <= i"),
        (lambda: sa.prove_causal("j < i"), lambda: sa.prove_prefix_passes("j < i")),
    ),
    Wrong("strict, an empty row", lambda: sa.prove_no_empty_row("j < i")),
    Wrong(
        "shifted back",
        lambda: sa.prove_equal("j <= max(i - 1, 0)", "j <= i"),
        (lambda: sa.prove_causal("j <= max(i - 1, 0)"), lambda: sa.prove_no_empty_row("j <= max(i - 1, 0)")),
    ),
    Wrong(
        "padding by row",
        lambda: sa.prove_equal("j <= i and i < L", "j <= i and j < L", where="1 <= L <= T"),
        (
            lambda: sa.prove_causal("j <= i and i < L"),
            lambda: sa.prove_padding("j <= i and i < L", "L"),
        ),
    ),
    Wrong("padding by row, an empty row", lambda: sa.prove_no_empty_row("j <= i and i < L", where="1 <= L <= T")),
)

BLOCK = [[i // 2 >= j // 2 for j in range(T)] for i in range(T)]
CAUSAL_ROWS = [[j <= i for j in range(T)] for i in range(T)]
RIGHT: tuple[tuple[str, Callable[[], Verdict]], ...] = (
    ("causal, every size", lambda: sa.prove_causal("j <= i")),
    ("causal, at a size", lambda: sa.prove_causal(sa.causal(T))),
    ("causal, rows of Booleans", lambda: sa.prove_causal(CAUSAL_ROWS)),
    ("causal, an additive mask", lambda: sa.prove_causal(sa.causal(T).additive())),
    ("causal, additive text", lambda: sa.prove_causal("[[0, -oo], [0, 0]]")),
    ("causal, a builder", lambda: sa.prove_causal(lambda n: sa.causal(n), sizes=range(1, 9))),
    ("causal, a function", lambda: sa.prove_causal(head("causal"), inputs=INPUTS)),
    ("a window", lambda: sa.prove_causal("i - 3 < j <= i")),
    ("a window of any width", lambda: sa.prove_causal("i - w < j <= i")),
    ("a window, a function", lambda: sa.prove_causal(head(sa.window(T, 2, 0)), inputs=INPUTS)),
    ("a window, prefix passes", lambda: sa.prove_prefix_passes("max(0, i - 2) <= j <= i")),
    ("after a cache", lambda: sa.prove_causal("j <= i + T_k - T_q")),
    ("after a cache, as one pass", lambda: sa.prove_cached("j <= i + T_k - T_q")),
    ("after a cache, a window", lambda: sa.prove_cached("i + T_k - T_q - w < j <= i + T_k - T_q")),
    ("after a cache, a relation", lambda: sa.prove_causal(sa.causal(2, T, align="bottom-right"), align="bottom-right")),
    ("chunks that attend to earlier chunks", lambda: sa.prove_causal("j // 4 < i // 4 or j <= i")),
    ("chunks alone", lambda: sa.prove_causal("i // 4 == j // 4 and j <= i")),
    ("dilated", lambda: sa.prove_causal("(i - j) % 4 == 0 and j <= i")),
    ("strided and local", lambda: sa.prove_causal("(i - j < 4 or j % 4 == 3) and j <= i")),
    ("sinks and a window", lambda: sa.prove_causal("j <= i and (j < 4 or i - j < 16)")),
    ("diagonal", lambda: sa.prove_causal("i == j")),
    ("strict", lambda: sa.prove_causal("j < i")),
    ("causal and padded", lambda: sa.prove_padding("j <= i and j < L", "L")),
    ("padded, at a size", lambda: sa.prove_padding(sa.padding(4, T), 4)),
    ("padded, a function", lambda: sa.prove_padding(head(sa.padding(4, T)), 4, inputs=INPUTS)),
    ("packed, at a size", lambda: sa.prove_isolated(sa.packed([2, 4]), [2, 4])),
    ("packed and causal", lambda: sa.prove_isolated(sa.packed([2, 4]) & sa.causal(T), [2, 4])),
    ("packed, every size", lambda: sa.prove_isolated("i // 8 == j // 8 and j <= i", "i // 8 == j // 8")),
    ("packed, a function", lambda: sa.prove_isolated(head(sa.packed([2, 4])), [2, 4], inputs=INPUTS)),
    ("block means of the past", lambda: sa.prove_causal(block_means_of_the_past, inputs=INPUTS)),
    ("two spellings of a window", lambda: sa.prove_equal("abs(i - j) <= 2", "i - 2 <= j <= i + 2")),
    ("blocks in two spellings", lambda: sa.prove_equal(BLOCK, "j <= 2 * (i // 2) + 1", sizes=[T])),
    ("no mask, any order", lambda: sa.prove_equivariance("full")),
    ("every query but the padded", lambda: sa.prove_no_empty_row("j <= i and j < L", where="L >= 1")),
)
