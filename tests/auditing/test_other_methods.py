"""Attention that is no plain softmax of these inputs: other examples, masks and methods; what headings leave alone."""

from __future__ import annotations

import pytest

from tests.auditing.judges.verdicts import run


def matrix(rows: str) -> str:
    return r"\begin{bmatrix}" + rows.replace(" ", "&").replace(";", r"\\") + r"\end{bmatrix}"


def example(q: str, k: str, v: str) -> str:
    return f"$Q={matrix(q)}$, $K={matrix(k)}$ and $V={matrix(v)}$"


GIVEN = f"Let {example('1 0;0 1', '1 0;0 1', '1 2;3 4')}. "
OTHER = example("1 0;0 2", "2 0;1 0", "3 1;1 2")


@pytest.mark.parametrize("opening", ["Let", "Take", "Consider", "We use", "Here", "**Example 2.** Let"])
def test_another_example_may_give_everything_anew(opening: str) -> None:
    assert run(f"{GIVEN}\n\n{opening} {OTHER}.").wrong == ()
    assert run(f"{GIVEN}\n\nReplacing $V$ by $V={matrix('0 1;1 0')}$ changes only the output.").wrong == ()


def test_a_formula_gives_a_letter_another_value() -> None:
    first = f"Take {example('1 1;1 2', '0 2;1 2', '2 1;0 2')}. The scores are $S=QK^\\top={matrix('2 3;4 5')}$."
    second = f"Take {OTHER}. The scores are $S=QK^\\top={matrix('2 1;0 0')}$, twice that is $2S={matrix('4 2;0 0')}$."
    assert run(f"## A\n\n{first}\n\n## B\n\n{second}").wrong == ()
    assert run(f"## A\n\n{first}\n\n## B\n\n{second.replace('4&2', '4&3')}").wrong


@pytest.mark.parametrize("heading", ["", "## Weights\n\n", "### The weights\n\n"])
@pytest.mark.parametrize(
    ("weights", "mistake"),
    [
        ("1 0;0.6698 0.3302", None),
        ("0.6698 0;0.6698 0.3302", "mask-after-softmax"),
        ("1 0;0.7311 0.2689", "scale-missing"),
        ("0.6698 0.3302;0.6698 0.3302", "no-mask"),
    ],
)
def test_a_section_does_not_end_what_was_said(heading: str, weights: str, mistake: str | None) -> None:
    page = f"The mask is causal. Let {example('1 0;1 1', '1 1;0 1', '1 0;0 1')}.\n\n{heading}"
    found = run(f"{page}The weights are $A\\approx{matrix(weights)}$.").wrong
    assert [bool(claim.mistakes) for claim in found] == ([] if mistake is None else [True])
    assert mistake is None or mistake in found[0].mistakes


def test_a_sentence_may_speak_of_two_masks() -> None:
    full, causal = matrix("0.6698 0.3302;0.3302 0.6698"), matrix("1 0;0.3302 0.6698")
    text = f"Without a mask the weights are $A\\approx{{}}$; with the causal mask they are $A\\approx{causal}$."
    assert run(GIVEN + text.replace("{}", full)).wrong == ()
    assert run(GIVEN + text.replace("{}", causal)).wrong


@pytest.mark.parametrize(
    "text",
    [
        "With temperature 2 the scores [2, 1] give weights [0.6225, 0.3775].",
        f"At temperature 0.5 the weights are $A\\approx{matrix('0.8044 0.1956;0.1956 0.8044')}$.",
        "The gradient of the softmax at [0, 0] is [0.25, -0.25].",
        "The log-softmax of [0, 0] is [-0.6931, -0.6931].",
        "The softmax gives [0.7, 0.2, 0.1] where the target is [1, 0, 0]; the difference is [-0.3, 0.2, 0.1].",
        "L1-normalizing the scores [3, 1] gives weights [0.75, 0.25].",
        "Top-1 of the scores [3, 1] gives weights [1, 0].",
        f"After one training step the weights are $A\\approx{matrix('0.71 0.29;0.31 0.69')}$.",
        f"After dropout the weights are $A\\approx{matrix('1.3395 0;0 1.3395')}$.",
        f"The gradient of the weights is ${matrix('0.1 -0.1;-0.1 0.1')}$.",
        f"With the residual connection the output is ${matrix('2.6605 2.6605;2.3395 4.3395')}$.",
        f"With the rows of $V$ exchanged the output is ${matrix('2.3395 3.3395;1.6605 2.6605')}$.",
        f"The second head has weights $A_2\\approx{matrix('0.5 0.5;0.5 0.5')}$.",
    ],
)
def test_other_methods_are_not_held_against_softmax(text: str) -> None:
    assert run(GIVEN + text).wrong == ()


@pytest.mark.parametrize(
    "text",
    [
        "1e-3 = 0.001 and `1.5e-3 = 0.0015`.",
        "pp. 3-7 = 5 pages, and 1914-1918 = 4 years.",
        "7/2 = 3 remainder 1. 11/5 = 5 November. Rated 4/5 = 4 stars. 23/4 = 6 groups.",
        "n = 10. Then n = n/2 = 5.",
        "In uint8, 200 + 100 = 44. With int8, 127 + 1 = -128.",
        "Orwell wrote that 2 + 2 = 5. Suppose 2 + 2 = 5.",
    ],
)
def test_what_is_written_like_arithmetic_and_is_none(text: str) -> None:
    assert run(text).wrong == ()


def test_arithmetic_beside_it_is_still_judged() -> None:
    assert [claim.text for claim in run("7-3 = 5, 8/4 = 3, and 7/2 = 3.6.").wrong] == [
        "7-3 = 5",
        "8/4 = 3",
        "7/2 = 3.6",
    ]
