"""What a page says beside its matrices, in many words: each is understood, and its opposite is called wrong."""

from __future__ import annotations

import pytest

from tests.auditing.judges.verdicts import run

GIVEN = "Take $Q = [[1, 2], [0, 1], [3, 1]]$, $K = [[1, 1], [2, 0], [0, 1]]$ and $V = [[4, 1], [0, 2], [1, 3]]$.\n\n"
WEIGHTS = {
    "scaled": "[[0.5035, 0.2483, 0.2483], [0.4011, 0.1978, 0.4011], [0.1911, 0.7860, 0.0229]]",
    "unscaled": "[[0.5761, 0.2119, 0.2119], [0.4223, 0.1554, 0.4223], [0.1185, 0.8756, 0.0059]]",
    "causal": "[[1.0000, 0.0000, 0.0000], [0.6698, 0.3302, 0.0000], [0.1911, 0.7860, 0.0229]]",
    "window": "[[0.6698, 0.3302, 0.0000], [0.4011, 0.1978, 0.4011], [0.0000, 0.9717, 0.0283]]",
    "padding": "[[0.6698, 0.3302, 0.0000], [0.6698, 0.3302, 0.0000], [0.1956, 0.8044, 0.0000]]",
}
SAID = {
    "unscaled": (
        "No scaling.",
        "Scaling: none.",
        "- scale: 1",
        "The scores are not scaled.",
        "Dot-product attention without any scaling is used.",
        "The dot products are left unscaled.",
        "The scores are plain dot products.",
        "- no division",
    ),
    "scaled": (
        "The dot products are divided by $\\sqrt{2}$.",
        "Scores are divided by √2.",
        "As usual we divide by $\\sqrt{d_k} = \\sqrt{2}$.",
        "Scores are scaled by $1/\\sqrt{d_k}$ with $d_k = 2$.",
        "Scale: 1/√2.",
        "The scale factor is 1/sqrt(2).",
        "Nothing is masked.",
        "- masking: none",
        "Causal mask: no.",
        "Every query sees every key.",
    ),
    "causal": (
        "Causal mask: yes.",
        "The mask is lower triangular.",
        "Each token sees itself and earlier tokens.",
        "Every word only sees itself and the words before it.",
        "No token may look at later tokens.",
        "Queries cannot see future keys: a position must not attend to later positions.",
        "The future is hidden.",
        "Position i may only attend to positions j ≤ i.",
        "Query 1 sees key 1. Query 2 sees keys 1 and 2. Query 3 sees keys 1, 2 and 3.",
        "Mask:\n\n- token 1 → token 1\n- token 2 → tokens 1, 2\n- token 3 → tokens 1, 2, 3",
        "The mask is $M = [[1, 0, 0], [1, 1, 0], [1, 1, 1]]$.",
        "The mask is $M = [[0, 1, 1], [0, 0, 1], [0, 0, 0]]$.",
        "The mask is $M = [[0, -\\infty, -\\infty], [0, 0, -\\infty], [0, 0, 0]]$.",
    ),
    "window": (
        "Position i may only attend to positions j with |i - j| ≤ 1.",
        "Query $i$ sees key $j$ where $|i-j| \\le 1$.",
        "A sliding window of radius 1 is used.",
        "Token 1 attends to tokens 1 and 2. Token 2 attends to tokens 1, 2 and 3. Token 3 attends to tokens 2, 3.",
    ),
    "padding": ("Token 3 is padding.", "Key 3 is masked out."),
}


def _page(said: str, weights: str) -> str:
    return f"{GIVEN}{said}\n\nThe attention weights are $A \\approx {weights}$.\n"


@pytest.mark.parametrize("setting", SAID)
def test_a_setting_is_understood_in_many_words(setting: str) -> None:
    for said in SAID[setting]:
        found = run(_page(said, WEIGHTS[setting]), form="markdown")
        assert [claim.verdict for claim in found.claims if claim.stage] == ["correctly rounded"], said


@pytest.mark.parametrize("setting", SAID)
def test_the_weights_of_another_setting_are_wrong(setting: str) -> None:
    other = "scaled" if setting != "scaled" else "unscaled"
    for said in SAID[setting]:
        found = run(_page(said, WEIGHTS[other]), form="markdown")
        assert [claim.verdict for claim in found.wrong] == ["wrong"], said


@pytest.mark.parametrize(
    "said", ["Without scaling the weights would be larger.", "What happens if nothing is scaled, with 2 heads?"]
)
def test_what_is_supposed_sets_nothing(said: str) -> None:
    assert run(_page(said, WEIGHTS["scaled"]), form="markdown").wrong == ()


def test_padding_does_not_reach_inputs_that_come_later() -> None:
    first = _page("Token 3 is padding.", WEIGHTS["padding"])
    other = "Now $Q = [[1, 0]]$, $K = [[1, 0], [0, 1], [1, 1]]$, $V = [[1], [2], [3]]$ with scale 1.\n\n"
    weights = "The attention weights are $A \\approx [[0.4223, 0.1554, 0.4223]]$.\n"
    found = run(f"{first}\n## Another\n\n{other}{weights}", form="markdown")
    assert [claim.verdict for claim in found.claims if claim.stage] == ["correctly rounded"] * 2


def test_columns_are_split_into_heads_in_many_words() -> None:
    given = (
        "$Q = [[1, 0, 2, 1], [0, 1, 1, 0]]$,\n$K = [[1, 1, 0, 0], [0, 0, 1, 2]]$, $V = [[1, 2, 3, 4], [4, 3, 2, 1]]$."
    )
    printed = "The outputs are\n$O \\approx [[1.991, 2.330, 2.056, 1.167], [1.991, 2.330, 2.330, 1.991]]$."
    for said in ("There are 2 heads.", "Heads: 2", "We split the columns into two heads.", "Number of heads: $2$."):
        found = run(f"{given}\n\n{said}\n\n{printed}\n", form="markdown")
        assert [claim.verdict for claim in found.claims if claim.stage] == ["correctly rounded"], said


@pytest.mark.parametrize(
    "said",
    [
        "Each token sees itself and the previous tokens.\n\nThe attention weights are ",
        "The mask is causal.\n\nAs in the previous section, the attention weights are ",
        "The mask is causal, as previously.\n\nThe attention weights are ",
    ],
)
def test_what_came_before_is_no_word_against_a_mask(said: str) -> None:
    page = f"{GIVEN}The scores are divided by √2. {said}{{}}."
    assert run(page.format(WEIGHTS["causal"])).wrong == ()
    assert run(page.format(WEIGHTS["scaled"])).wrong


def test_a_listing_that_speaks_of_no_mask_leaves_that_of_another_chapter_there() -> None:
    page = (
        "# One\n\nThe mask is causal.\n\n# Two\n\n" + GIVEN + "The scores are divided by √2.\n\n{}The weights are {}."
    )
    for listing in ("", "```python\nprint('hello')\n```\n\n"):
        assert run(page.format(listing, WEIGHTS["scaled"])).wrong == ()


def test_lists_of_keys_are_judged_once() -> None:
    lists = ", ".join(str(list(range(1, query + 1))) for query in range(1, 31))
    assert run(f"The mask is causal.\n\nThe keys are {lists}.").counts.found == 30
