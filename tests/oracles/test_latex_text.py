from __future__ import annotations

import pytest

from tests.oracles.latex_text import is_decimal_matrix, matrices_of, value_of_cells, value_of_latex
from tests.oracles.scalar_attention import MINUS_INFINITY, mp, same


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        (r"\frac{2 e}{2 e + 1}", 2 * mp.e / (2 * mp.e + 1)),
        (r"-\frac{1}{2} + 3", mp.mpf(5) / 2),
        (r"e^{1/\sqrt{2}}", mp.exp(1 / mp.sqrt(2))),
        (r"e^{1/(2 \sqrt{2})}", mp.exp(1 / (2 * mp.sqrt(2)))),
        (r"\displaystyle \frac{3 \sqrt{2}}{2}", 3 * mp.sqrt(2) / 2),
        (r"\ln\left(\frac{200}{199}\right)", mp.log(mp.mpf(200) / 199)),
        (r"2 \ln 2", 2 * mp.log(2)),
        (r"-\infty", MINUS_INFINITY),
        (r"\frac{1}{100} \cdot 5", mp.mpf(1) / 20),
    ],
)
def test_the_value_of_what_keys_print(latex: str, value: object) -> None:
    assert same(value_of_latex(latex), value)


@pytest.mark.parametrize("latex", ["x", r"\sin 2", r"\frac{1}{2", "1 +", "2)"])
def test_everything_else_is_refused(latex: str) -> None:
    with pytest.raises(ValueError, match=r"unexpected|missing|left over|not LaTeX"):
        value_of_latex(latex)


def test_matrices_are_found_in_order() -> None:
    text = r"$\begin{bmatrix}1 & e \\[5pt] 0 & 2\end{bmatrix}$ and \begin{bmatrix}0.50 & -\infty\end{bmatrix}"
    first, second = matrices_of(text)
    assert same(value_of_cells(first)[0][1], mp.e)
    assert [is_decimal_matrix(cells) for cells in (first, second)] == [False, True]
