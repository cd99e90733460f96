"""Long pages of right figures, as much as is wanted: formula after formula, or one worked example after another."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

Rows: TypeAlias = Sequence[Sequence[float]]


def formulas(characters: int, seed: int = 0) -> str:
    """A text with a formula in nearly every sentence, and a worked example now and then."""
    draw = Random(seed)
    return _joined(characters, lambda number: _formula_block(draw, number))


def worked_examples(characters: int, seed: int = 0) -> str:
    """Attention worked out again and again, each time with other inputs under a heading of its own."""
    draw = Random(seed)
    return _joined(characters, lambda number: worked_example(draw, number))


def _joined(characters: int, block: Callable[[int], str]) -> str:
    parts: list[str] = []
    length = 0
    while length < characters:
        parts.append(block(len(parts) + 1))
        length += len(parts[-1]) + 2
    return "\n\n".join(parts) + "\n"


# -- sentences with formulas ------------------------------------------------------------------------------------------


def _formula_block(draw: Random, number: int) -> str:
    if number % 40 == 0:
        return worked_example(draw, number // 40)
    if number % 12 == 0:
        return _table(draw)
    return " ".join(draw.choice(_SENTENCES)(draw) for _ in range(draw.randrange(3, 7)))


def _table(draw: Random) -> str:
    rows = [f"| {x / 4:g} | {math.exp(x / 4):.4f} |" for x in draw.sample(range(1, 20), 6)]
    return "\n".join(["The values of the function are these.", "", "| $x$ | $e^x$ |", "|---|---|", *rows])


def _sum(draw: Random) -> str:
    a, b, c = (draw.randrange(100, 9999) / 1000 for _ in range(3))
    return f"The three parts make ${a:.3f} + {b:.3f} + {c:.3f} = {a + b + c:.3f}$ together."


def _chain(draw: Random) -> str:
    a, b = draw.randrange(2, 9), draw.randrange(2, 40)
    together = rf"\frac{{{b} + {a}\sqrt{{{b}}}}}{{{a}}}"
    return rf"Hence $\frac{{{b}}}{{{a}}} + \sqrt{{{b}}} = {together} \approx {b / a + b**0.5:.5f}$."


def _softmax(draw: Random) -> str:
    a, b = draw.sample(range(1, 30), 2)
    low, high = math.exp(a / 10), math.exp(b / 10)
    return rf"We get $e^{{{a / 10}}}/(e^{{{a / 10}}} + e^{{{b / 10}}}) \approx {low / (low + high):.6f}$ for its share."


def _vector(draw: Random) -> str:
    values = [draw.randrange(1, 99) / 10 for _ in range(3)]
    factor = draw.randrange(2, 9)
    listed = ", ".join(f"{value:g}" for value in values)
    return f"Scaling it leads to ${factor}[{listed}] = [{', '.join(f'{factor * value:g}' for value in values)}]$."


def _definition(draw: Random) -> str:
    letter, value = draw.choice("abcdt"), draw.randrange(2, 30)
    return rf"Let ${letter} = {value}$; then $e^{{-{letter}/10}} \approx {math.exp(-value / 10):.4f}$ is what is left."


def _product(draw: Random) -> str:
    left, right = _whole(draw, 2, 2), _whole(draw, 2, 2)
    product = _times(left, right)
    return f"One finds $${matrix(left)}{matrix(right)} = {matrix(product)}$$ for the product."


def _words(draw: Random) -> str:
    a, b, c = draw.randrange(2, 90), draw.randrange(2, 90), draw.randrange(2, 9)
    return f"In figures, {a} × {b} + {c} = {a * b + c}, and of this the square root is about {(a * b + c) ** 0.5:.4f}."


_SENTENCES = (_sum, _chain, _softmax, _vector, _definition, _product, _words)


# -- worked examples --------------------------------------------------------------------------------------------------


def worked_example(draw: Random, number: int) -> str:
    """One head of attention with all its stages, right to four places."""
    x = [[draw.randrange(-2, 3) / 2 for _ in range(2)] for _ in range(3)]
    w_q, w_k, w_v = (_whole(draw, 2, 2) for _ in range(3))
    q, k, v = (_times(x, w) for w in (w_q, w_k, w_v))
    scores = [[value / math.sqrt(2) for value in row] for row in _times(q, [*zip(*k, strict=True)])]
    weights = [_normalised([math.exp(score) for score in row]) for row in scores]
    output = _times(weights, v)
    return "\n\n".join(
        [
            f"## Example {number}",
            f"Let $$X = {matrix(x)}$$ be the inputs, and take the projections",
            f"$$W_Q = {matrix(w_q)}, \\qquad W_K = {matrix(w_k)}, \\qquad W_V = {matrix(w_v)}.$$",
            f"Then $$Q = {matrix(q)}, \\qquad K = {matrix(k)}, \\qquad V = {matrix(v)},$$",
            f"and the scores are $${matrix(scores, 4)}.$$",
            f"The attention weights are $$A \\approx {matrix(weights, 4)},$$",
            f"those of the second query being {row(weights[1])}, and the outputs",
            f"$$O \\approx {matrix(output, 4)},$$",
            f"so that the first output is {row(output[0])} and the largest weight {max(map(max, weights)):.6f}.",
        ]
    )


def _whole(draw: Random, rows: int, columns: int) -> list[list[int]]:
    return [[draw.randrange(-2, 3) for _ in range(columns)] for _ in range(rows)]


def _times(left: Rows, right: Rows) -> list[list[float]]:
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*right, strict=True)] for row in left
    ]


def _normalised(row: Sequence[float]) -> list[float]:
    return [value / sum(row) for value in row]


def matrix(rows: Rows, places: int | None = None) -> str:
    """A matrix in LaTeX."""
    lines = r"\\".join("&".join(_number(value, places) for value in row) for row in rows)
    return rf"\begin{{bmatrix}}{lines}\end{{bmatrix}}"


def row(values: Sequence[float]) -> str:
    """A row in brackets, to four places."""
    return f"[{', '.join(_number(value, 4) for value in values)}]"


def _number(value: float, places: int | None) -> str:
    text = f"{value:g}" if places is None else f"{value:.{places}f}"
    return text.removeprefix("-") if not float(text) else text


__all__ = ["formulas", "matrix", "row", "worked_example", "worked_examples"]
