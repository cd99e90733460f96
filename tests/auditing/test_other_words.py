"""The same claims in other words: each is decided as it stands, and called wrong with one figure changed."""

from __future__ import annotations

import pytest

from symattn.auditing import Audit
from tests.auditing.judges.verdicts import run

X = "Let X = [[1, 0], [0, 1], [1, 1]], W_Q = [[1, 0], [0, 1]], W_K = [[1, 1], [0, 1]] and W_V = [[1, 0], [1, 2]].\n\n"
HEADS = (
    "Let X = [[1, 0], [0, 1], [1, 1]]. The mask is causal.\n\nHead 1: W_Q = W_K = W_V = [1, 0]ᵀ.\n\n"
    "Head 2: W_Q = W_K = W_V = [0, 1]ᵀ.\n\nW_O = [[1, 1], [1, -1]]\n\n"
)
COUNTS = "An array of scores has B·H·T² entries. With B = 1, H = 2 and T = 3 "

# the text before, what is right, and what is wrong
PAIRS = [
    (X, "The causal mask.\n\nThe weights:\n\n1\t0\t0\n0.5\t0.5\t0\n0.284\t0.140\t0.576", "0.576", "0.577"),
    (X, "The causal mask.\n\n| query | weights | output |\n|---|---|---|\n| 1 | [1, 0, 0] | [1, 0] |\n| 2 | "
        "[0.5, 0.5, 0] | [1, 1] |\n", "0.5, 0.5", "0.5, 0.6"),
    (X, "q1 → keys [1], q2 → keys [1, 2], q3 → keys [1, 2, 3].", "[1, 2, 3]", "[1, 2, 4]"),
    (X, "The mask is causal. The second token sees positions 1 and 2, the third sees all three of 1, 2 and 3.",
        "1, 2 and 3", "1, 2 and 4"),
    (X, "The keys that may be read are $\\{1\\}$, $\\{1,2\\}$ and $\\{1,2,3\\}$.", "{1,2,3", "{1,2,4"),
    (X, "Causal: M = [[0, −∞, −∞], [0, 0, −∞], [0, 0, 0]].", "[0, 0, 0]", "[0, 1, 0]"),
    ("", "| q | causal | pad | causal + pad |\n|---|---|---|---|\n| 1 | {1} | {1, 2} | {1} |\n"
         "| 2 | {1, 2} | {1, 2} | {1, 2} |\n| 3 | {1, 2, 3} | {1, 2} | {1, 2} |\n", "{1, 2, 3}", "{2, 2, 3}"),
    (HEADS, "A projection matrix is 2×1, a table of scores 3×3.", "3×3", "3×4"),
    (HEADS, "The joined array has shape (3, 2), and W_O has shape (2, 2).", "(3, 2)", "(4, 2)"),
    (HEADS, "$Y \\in \\mathbb{R}^{3\\times 2}$", "3\\times 2", "3\\times 3"),
    (HEADS, "Swap the rows of W_O as well: [[1, -1], [1, 1]].", "-1", "-2"),
    (COUNTS, "we need 18 of them.", "18", "19"),
    (COUNTS, "there are 18 numbers, at 8 bytes apiece 144 bytes.", "144", "145"),
    (COUNTS, "we need 18 of them.\n\nWith T doubled, 72 scores.", "72", "73"),
    ("The width is C = H·d; ", "C = 16, H = 2 → d = 8", "d = 8", "d = 9"),
    ("", "| sees | p(correct), red | loss |\n|---|---|---|\n| all | 0.995 | 0.005013 |\n| itself | 0.5 | 0.693147 |\n",
     "0.005013", "0.005014"),
    ("The score row is [0, ln(99)]. ", "Exponentiating leaves [1, 99].", "99]", "98]"),
    ("", "We multiply, and one obtains\n$$0.25 \\cdot 3 = 0.75$$", "0.75", "0.76"),
]  # fmt: skip


def said(text: str) -> Audit:
    return run(text, form="markdown")


@pytest.mark.parametrize(("before", "words", "right", "wrong"), PAIRS)
def test_decided_as_it_stands_and_wrong_with_a_figure_changed(before: str, words: str, right: str, wrong: str) -> None:
    assert right in words
    found = said(before + words)
    place = (before + words).index(right, len(before))
    assert [str(claim) for claim in found.wrong] == []
    assert any(
        claim.is_decided and claim.span[0] < place + len(right) and place < claim.span[1] for claim in found.claims
    )
    changed = said(before + words.replace(right, wrong))
    assert changed.wrong, "not noticed"


@pytest.mark.parametrize(
    "words",
    [
        "Query 1 reads keys 1, 2 and query 2 reads keys 2, 3: a window that looks ahead.",
        "Layer 2 sees 3 inputs, layer 3 sees 4.",
        "The token 7 has 3 neighbours, and the total number belongs to 8 of them.",
        "The resistor of 5 s and the sum 2s = 4 s are quantities.",
        "We met @ 5 and left @ 6.",
        "The panel is 3 × 2 and the score 3 × 4 at half time.",
    ],
)
def test_what_is_no_such_claim_is_left_alone(words: str) -> None:
    assert [str(claim) for claim in said(X + words).wrong] == []
