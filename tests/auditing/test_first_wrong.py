"""A page with inputs and a wrong stage: the audit says which stage is wrong first, and which mistake explains it."""

from __future__ import annotations

from collections.abc import Sequence

import mpmath
import pytest

from tests.auditing.judges.verdicts import run

X = [[1, 0], [0, 1], [1, 1]]
W_K, W_V = [[1, 2], [0, 1]], [[1, 0], [3, 1]]
Rows = Sequence[Sequence[mpmath.mpf]]


def product(a: Rows, b: Rows) -> list[list[mpmath.mpf]]:
    return [
        [mpmath.fsum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*b, strict=True)] for row in a
    ]


def transposed(a: Rows) -> list[list[mpmath.mpf]]:
    return [list(column) for column in zip(*a, strict=True)]


def softmax(rows: Rows, visible: bool = True) -> list[list[mpmath.mpf]]:
    """Softmax along rows; causal where ``visible`` is false."""
    out = []
    for i, row in enumerate(rows):
        powers = [mpmath.exp(x) if visible or j <= i else mpmath.mpf(0) for j, x in enumerate(row)]
        out.append([power / mpmath.fsum(powers) for power in powers])
    return out


def written(rows: Rows, places: int) -> str:
    entries = ([mpmath.nstr(x, 30) if places == 0 else f"{float(x):.{places}f}" for x in row] for row in rows)
    return "\\begin{bmatrix}" + "\\\\".join("&".join(row) for row in entries) + "\\end{bmatrix}"


def page(dots: Rows, weights: Rows, output: Rows) -> str:
    return f"""\
Take $X={written(X, 0)}$, $W_Q={written([[1, 0], [0, 1]], 0)}$, $W_K={written(W_K, 0)}$ and $W_V={written(W_V, 0)}$.
The scale is $s=1/\\sqrt{{2}}$ and the mask is causal.

The dot products are
$$D=QK^T={written(dots, 1)}.$$

The attention weights are
$$A\\approx{written(weights, 4)}.$$

The outputs are
$$O\\approx{written(output, 4)}.$$
"""


K, V = product(X, W_K), product(X, W_V)
DOTS = product(X, transposed(K))
SCALED = [[x / mpmath.sqrt(2) for x in row] for row in DOTS]
RIGHT = softmax(SCALED, visible=False)


def by_columns() -> list[list[mpmath.mpf]]:
    """Softmax down each column, over the queries that may read its key."""
    columns = transposed(SCALED)
    return transposed(
        [
            [
                mpmath.exp(x) / mpmath.fsum(mpmath.exp(y) for k, y in enumerate(column) if j <= k)
                if j <= i
                else mpmath.mpf(0)
                for i, x in enumerate(column)
            ]
            for j, column in enumerate(columns)
        ]
    )


WRONG = {
    "no-mask": softmax(SCALED),
    "scale-missing": softmax(DOTS, visible=False),
    "softmax-over-columns": by_columns(),
    "mask-after-softmax": [
        [x if j <= i else mpmath.mpf(0) for j, x in enumerate(r)] for i, r in enumerate(softmax(SCALED))
    ],
}


@pytest.mark.parametrize("mistake", WRONG)
def test_wrong_weights_are_named_with_their_mistake(mistake: str) -> None:
    found = run(page(DOTS, WRONG[mistake], product(WRONG[mistake], V)), form="markdown")
    assert found.first_wrong is not None
    assert found.first_wrong.stage.startswith("weights")
    assert mistake in found.first_wrong.mistakes


def test_a_wrong_stage_comes_before_what_follows_from_it() -> None:
    dots = [list(row) for row in DOTS]
    dots[2][0] += 1
    weights = softmax([[x / mpmath.sqrt(2) for x in row] for row in dots], visible=False)
    found = run(page(dots, weights, product(weights, V)), form="markdown")
    assert found.first_wrong is not None
    assert found.first_wrong.stage.startswith("dots")


def test_a_wrong_output_alone() -> None:
    found = run(page(DOTS, RIGHT, product(transposed(RIGHT), V)), form="markdown")
    assert found.first_wrong is not None
    assert found.first_wrong.stage.startswith("output")


def test_a_right_page_has_no_first_wrong_stage() -> None:
    found = run(page(DOTS, RIGHT, product(RIGHT, V)), form="markdown")
    assert found.first_wrong is None
    assert found.counts.decided >= 3
