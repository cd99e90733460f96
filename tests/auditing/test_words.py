"""Numbers that only words explain: widths, keys that are hidden, a weight of 1, a numbered title."""

from __future__ import annotations

import pytest

from symattn.auditing import audit
from symattn.auditing.labels import Label, label_of
from symattn.problems import Problem

TWO_HEADS = r"""
Let $X=\begin{bmatrix}1&0\\0&1\end{bmatrix}$. There are two heads,
$$W_{Q,1}=W_{K,1}=W_{V,1}=\begin{bmatrix}1\\0\end{bmatrix},
\qquad W_{Q,2}=W_{K,2}=W_{V,2}=\begin{bmatrix}0\\1\end{bmatrix}.$$

"""
TABLE = """Some slots are padding.

| Query | Causal | Padding | Both |
|---|---|---|---|
| 1 | 1 | 1, 2 | 1 |
| 2 | 1, 2 | 1, 2 | 1, 2 |
| 3 | 1, 2, 3 | 1, 2 | 1, 2 |

"""


def wrong(text: str) -> list[str]:
    return [claim.text for claim in audit(text).wrong]


@pytest.mark.parametrize("text", ["Head 1, width {}", "head 2 has width {}", "Head 2 (width {})", "Head 1 of width {}"])
def test_the_width_of_a_head_follows_from_its_projections(text: str) -> None:
    assert wrong(TWO_HEADS + text.format(1)) == []
    assert wrong(TWO_HEADS + text.format(2)) == ["2"]
    assert wrong(TWO_HEADS + "# Another model\n\n" + text.format(2)) == []


def test_rows_of_a_matrix_have_its_width() -> None:
    assert wrong(TWO_HEADS + "Keep the two [2] rows of X.") == []
    assert wrong(TWO_HEADS + "Keep the two [3] rows of X.") == ["3"]
    assert wrong(TWO_HEADS + "Keep the two [3] rows of Z.") == []


@pytest.mark.parametrize("hidden", ["excluded", "masked", "is hidden", "left out"])
def test_padding_hides_what_the_table_says(hidden: str) -> None:
    assert wrong(TABLE + f"With padding, key 3 {hidden}.") == []
    assert wrong(TABLE + f"With padding, key 2 {hidden}.") == ["2"]
    assert wrong(TABLE + f"For another reason key 2 {hidden}.") == []


@pytest.mark.parametrize("key", ["Key 1: allowed; 2: forbidden", "an ordinary lineKey 1: allowed; 2: forbidden"])
def test_a_space_may_be_lost_before_a_key(key: str) -> None:
    page = f"The mask is causal.\n\nQuery 1: the first\n\n{key}"
    assert audit(page).counts.decided == 2
    assert wrong(page.replace("2: f", "3: f")) == ["3"]


def test_the_keys_before_a_word_are_counted_only_under_a_causal_mask() -> None:
    text = "A query may read (1), (3) and itself."
    assert wrong(f"The mask is causal. {text}") == ["(1), (3)"]
    assert wrong(text) == []


def test_the_weight_of_the_only_key_is_one() -> None:
    given = Problem.from_data({"Q": [[1], [2]], "K": [[1], [0]], "V": [[4], [0]], "visible": "causal", "scale": 1})
    text = "The mask is causal. The first query gives its only key the weight {}."
    assert [claim.stage for claim in audit(text.format(1), given=given).claims] == ["weights[1]"]
    assert [claim.expected for claim in audit(text.format(2), given=given).wrong] == ["1"]
    assert audit(text.format("2 to 1"), given=given).wrong == ()


@pytest.mark.parametrize(
    ("chain", "weights"), [(r"\sqrt{1}=1", "0.268941, 0.731059"), (r"4/2=2", "0.377541, 0.622459")]
)
def test_a_divisor_that_is_calculated_sets_the_scale(chain: str, weights: str) -> None:
    page = f"Let Q = [[0, 0], [0, 1]], K = [[1, 0], [0, 1]] and V = [[1], [2]]. The divisor is ${chain}$.\n\n"
    assert audit(f"{page}The second row of weights is [{weights}].").counts.decided == 2
    assert wrong(f"{page}The second row of weights is [{weights}].") == []
    assert wrong(f"{page}The second row of weights is [0.330238, 0.669762].") == ["[0.330238, 0.669762]"]


@pytest.mark.parametrize("title", ["2.3 Another model", "12.1.4 Two heads of another kind"])
def test_a_numbered_title_begins_a_section(title: str) -> None:
    assert wrong(f"{TWO_HEADS}{title}\n\nHead 1, width 3") == []
    assert wrong(f"{TWO_HEADS}{title}, and so on.\n\nHead 1, width 3") == ["3"]


def test_a_head_beside_an_earlier_single_head_is_another_example() -> None:
    page = "Let $W_Q=[[1,0],[0,1]]$, $W_K=[[1,0],[0,1]]$ and $W_V=[[1,0],[1,2]]$.\n" + TWO_HEADS
    assert wrong(page + "It follows that V row 1 is [1, 0].") == []
    assert wrong(page + "This is so, since V row 1 is [1, 1].") == ["[1, 1]"]


@pytest.mark.parametrize("said", ["When slot 2 is padding, it is left out.", "If slot 2 is padding, nobody reads it."])
def test_padding_that_is_only_supposed_hides_nothing(said: str) -> None:
    page = "Let Q = [[0], [1]], K = [[1], [0]] and V = [[1], [2]]. The scores are not scaled.\n\n{}\n\n"
    weights = "The second row of weights is [0.731059, 0.268941]."
    assert wrong(page.format("There is no mask.") + weights) == []
    assert wrong(page.format(said) + weights) == []
    assert wrong(page.format("Slot 2 is padding.") + weights) == ["[0.731059, 0.268941]"]


def test_a_formula_may_stand_for_all_entries_of_a_row() -> None:
    page = "For head 1 the projection matrices are {}.\n\nLet $W_{{Q,1}}=\\begin{{bmatrix}}1\\\\0\\end{{bmatrix}}$."
    assert wrong(page.format("[1, 0]")) == []
    assert {claim.verdict for claim in audit(page.format("[1, e]/(1+e)")).wrong} == {"wrong"}


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("Weights of the second head:", Label("weights", 2)),
        ("Weights of the fifth head:", Label("weights", 5)),
        ("**Query projection, tenth head**", Label("w_q", 10)),
        ("Weights of the last head:", None),
    ],
)
def test_an_ordinal_tells_the_head_of_a_label(words: str, label: Label | None) -> None:
    assert label_of(words) == label
