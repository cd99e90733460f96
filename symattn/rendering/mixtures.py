"""A row of output as a sum of rows of values, each times its weight: (r*[1, 0] + [1, 2])/(r + 1)."""

from __future__ import annotations

from collections.abc import Sequence

from symattn.errors import LimitError
from symattn.exact.number import Exact
from symattn.exact.writing import Binding, Names, binding
from symattn.rendering.letters import letters_in
from symattn.rendering.matrices import WIDEST_GRID
from symattn.rendering.pieces import Grid, Number, Words, grid
from symattn.trace import Trace

MOST_TERMS = 4  # terms of a mixture that are written out
LONGEST = 400  # characters of such a mixture


def mixture_of_row(trace: Trace, i: int, names: Names = ()) -> Words | None:
    """Row i (0-based) of the mixtures of a head, where that is short; None where it is not.

    >>> from symattn.attention import attention_from_scores
    >>> mixture_of_row(attention_from_scores([[1, 0]], [[1, 0], [1, 2]]), 0).text()
    '(e*[1, 0] + [1, 2])/(e + 1)'
    """
    weights, values = trace.exact("weights"), trace.exact("V")
    keys = trace.visible.visible_keys(i) if trace.query_valid[i] else ()  # a visible key never weighs 0
    if not 1 < len(keys) <= MOST_TERMS or values.shape[1] > WIDEST_GRID:
        return None
    numbers = [weights.number(i, j) for j in keys]
    from symattn.exact.row_form import RowForm

    names = letters_in(numbers, names)
    try:
        form = RowForm.of(numbers, names=names)
    except LimitError:
        return None
    words = _sum(form.numerators, [grid(values, [j]) for j in keys], names)
    words = _over(words, form.denominator, names) if form.is_shared else words
    return words if len(words.text()) <= LONGEST else None


def _sum(factors: Sequence[Exact], rows: Sequence[Grid], names: Names) -> Words:
    """r [1, 0] + [1, 2] + ..."""
    latex, text = [], []
    for factor, row in zip(factors, rows, strict=True):
        if factor.as_fraction() == 1:
            latex.append(row.latex())
            text.append(row.text())
            continue
        number = Number(factor, names)
        is_sum = binding(factor, names) is Binding.SUM
        latex.append(f"({number.latex()}) {row.latex()}" if is_sum else f"{number.latex()} {row.latex()}")
        text.append(f"({number.text()})*{row.text()}" if is_sum else f"{number.text()}*{row.text()}")
    return Words(" + ".join(latex), " + ".join(text))


def _over(words: Words, denominator: Exact, names: Names) -> Words:
    below = Number(denominator, names)
    is_closed = binding(denominator, names) >= Binding.POWER
    return Words(
        rf"\frac{{1}}{{{below.latex()}}} \left({words.latex()}\right)",
        f"({words.text()})/{below.text()}" if is_closed else f"({words.text()})/({below.text()})",
    )


__all__ = ["mixture_of_row"]
