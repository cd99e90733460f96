"""What must hold without a formula: shapes of products, named weights, mixtures of a stated V, rows in sentences."""

from __future__ import annotations

import pytest

from symattn.auditing import audit

V = r"Let $V=\begin{bmatrix}1&0\\3&2\end{bmatrix}$. "


def matrix(*rows: str) -> str:
    return "\\begin{bmatrix}" + "\\\\".join(rows) + "\\end{bmatrix}"


def wrong(text: str) -> list[tuple[str, str]]:
    return [(claim.kind, claim.verdict) for claim in audit(text).wrong]


BROKEN = [("invariant", "contradicts an invariant")]
MISSHAPEN = [("shape", "contradicts an invariant")]


@pytest.mark.parametrize("product", ["AV", "A V", r"A \cdot V"])
def test_matrices_that_do_not_fit_are_no_product(product: str) -> None:
    given = f"Let $A={matrix('1&2', '3&4')}$ and $V="
    fitting = f"{given}{matrix('0&1', '1&0')}$. Then ${product}={matrix('2&1', '4&3')}$."
    unfit = f"{given}{matrix('0&1', '1&0', '1&1')}$. Then ${product}={matrix('2&1', '4&3')}$."
    assert wrong(fitting) == []
    assert wrong(unfit) == MISSHAPEN
    assert wrong(unfit.replace("Then", "This cannot be right:")) == []


def test_a_transpose_makes_it_fit() -> None:
    page = f"Let $Q={matrix('1&2', '0&1')}$ and $R={matrix('1&0', '0&1', '1&1')}$."
    assert wrong(f"{page} Then $QR^T={matrix('1&2&3', '0&1&1')}$.") == []
    assert wrong(f"{page} Then $QR={matrix('1&2', '0&1')}$.") == MISSHAPEN


def test_what_a_product_is_printed_as_has_its_shape() -> None:
    page = f"Let $A={matrix('1&2', '3&4')}$ and $V={matrix('1&0', '0&1')}$."
    assert wrong(f"{page} Then $AV={matrix('1&2', '3&4', '5&6')}$.") == MISSHAPEN
    assert wrong(f"{page} Then $AV={matrix('1&2', '3&4')}$.") == []


@pytest.mark.parametrize(
    "said",
    ["The attention weights are $A={}$.", "After the softmax the weights are $P={}$.", "$A_{{\\text{{causal}}}}={}$."],
)
def test_weights_that_have_a_name_add_to_one(said: str) -> None:
    assert wrong(said.format(matrix("1&0", "0.3&0.7"))) == []
    assert wrong(said.format(matrix("1&0", "0.35&0.75"))) == BROKEN


def test_named_weights_are_zero_above_the_diagonal_under_a_causal_mask() -> None:
    weights = f"The attention weights are $A={matrix('0.9&0.1', '0.3&0.7')}$."
    assert wrong(f"The mask is causal. {weights}") == BROKEN
    assert wrong(f"There is no mask. {weights}") == []


@pytest.mark.parametrize(
    "text",
    [
        f"The adjacency matrix is $A={matrix('0&2', '1&0')}$.",
        f"The weights of the linear layer are $P={matrix('0.5&0.6', '0.1&0.8')}$.",
        f"Let $A={matrix('0.5&0.6', '0.1&0.8')}$.",
        "The probabilities of rain are 0.2, 0.3 and 0.6 in the three towns.",
        "The three largest attention weights are 0.21, 0.33 and 0.31.",
        "The attention weights for the key cat are 0.21, 0.33 and 0.31.",
    ],
)
def test_other_matrices_and_parts_of_rows_need_not_add_to_one(text: str) -> None:
    assert wrong(text) == []


def test_stated_weights_mix_the_rows_of_a_stated_v() -> None:
    text = V + "The attention weights are [0.3, 0.7], and the output is [2.4, 1.4]."
    assert [claim.verdict for claim in audit(text).claims] == ["correctly rounded", "proved"]
    assert wrong(text.replace("1.4]", "1.5]")) == [("stage", "off in the last digit")]
    assert wrong(V + "The attention weights are [0.333, 0.667], and the output is [2.333, 1.333].") == []


@pytest.mark.parametrize(
    "text",
    [
        V + "The weights are [0.3, 0.7] and [0.5, 0.5], the outputs [2.4, 1.4] and [2, 1].",
        V + "The weights are [0.3, 0.7], and after the projection the output is [5, 5].",
        V + "The weights are [0.3, 0.7].\n\nLater in the text the output is [5, 5].",
        V + "The weights are [0.2, 0.3, 0.5], and the output is [5, 5].",
    ],
)
def test_an_output_that_may_belong_to_something_else_is_no_alarm(text: str) -> None:
    assert wrong(text) == []


def test_a_row_of_attention_weights_in_a_sentence_adds_to_one() -> None:
    assert wrong("The attention weights are 0.21, 0.33 and 0.46.") == []
    assert wrong("The attention weights are 0.21, 0.33 and 0.48.") == BROKEN


def test_a_formula_may_stand_at_the_left_of_its_row() -> None:
    table = "| $x$ | 0 | 1 | 2 |\n|---|---|---|---|\n| $e^x$ | 1 | {} | 7.389 |\n"
    assert [claim.verdict for claim in audit(table.format("2.718")).claims].count("correctly rounded") == 2
    assert wrong(table.format("2.719")) == [("relation", "off in the last digit")]


@pytest.mark.parametrize("transposed", [r"K^\top", r"K^{\top}", "K^T", r"K^{\mathsf{T}}", r"K^\intercal"])
def test_a_transpose_may_end_a_numerator(transposed: str) -> None:
    page = f"Let $Q={matrix('1&0', '1&1')}$, $K={matrix('1&1', '0&1')}$ and $d_k=4$."
    formula = rf"\frac{{Q{transposed}}}{{\sqrt{{d_k}}}}"
    assert [claim.verdict for claim in audit(f"{page} Then ${formula}={matrix('0.5&0', '1&0.5')}$.").claims] == [
        "proved"
    ]
    assert wrong(f"{page} Then ${formula}={matrix('0.25&0', '0.5&0.25')}$.") == [("relation", "wrong")]


@pytest.mark.parametrize(("text", "verdict"), [
    (r"$\pi\approx3.1416$", "correctly rounded"), (r"$\pi\approx3.1461$", "wrong"), ("$e = 2.7138$", "wrong"),
])  # fmt: skip
def test_constants_that_are_printed(text: str, verdict: str) -> None:
    assert [claim.verdict for claim in audit(text).claims] == [verdict]


def test_a_hidden_key_has_no_last_digit() -> None:
    page = f"The mask is causal. Let $Q={matrix('1', '1')}$, $K={matrix('1', '1')}$ and $V={matrix('1', '0')}$."
    (claim,) = audit(f"{page} The weights are $A={matrix('1&0.1', '0.5&0.5')}$.").wrong
    assert claim.verdict == "wrong"


def test_a_formula_is_quoted_as_it_stands() -> None:
    (claim,) = audit("So $4.1132/6.1413 = 4.1132/6.1431$.").wrong
    assert claim.message.startswith("4.1132/6.1431 is printed where")
