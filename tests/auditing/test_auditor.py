"""What counts as a claim, what does not, and what is said of it."""

from __future__ import annotations

import pytest

from symattn.auditing import FAULTY, VERDICTS, Audit
from symattn.auditing.auditor import audit
from symattn.problems import Problem


def said(text: str) -> list[tuple[str, str]]:
    return [(claim.verdict, claim.expected) for claim in audit(text).claims]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"$e/(1+e) \approx 0.7311$", [("correctly rounded", "0.7311")]),
        (r"$e/(1+e) \approx 0.7310$", [("truncated", "0.7311")]),
        (r"$e/(1+e) \approx 0.7312$", [("off in the last digit", "0.7311")]),
        (r"$e/(1+e) \approx 0.7410$", [("wrong", "0.7311")]),
        (r"$e/(1+e) \approx 0.7310585786300048$", [("float noise", "0.7310585786300049")]),
        (r"$\frac{e}{1+e}=\frac{1}{1+e^{-1}}=\frac{1}{1-e^{-1}}$", [("proved", ""), ("wrong", "e/(e + 1)")]),
        ("so 0.5×0.25 + 0.5×0.75 = 0.5 again", [("proved", "0.5")]),
        ("0.5[1,0] + 0.5[1,2] = [1,2]", [("wrong", "1")]),
        (r"Let $a = \sqrt 2$. Then $a^2 = 2$ and $a^3 = 2.83$.", [("proved", "2"), ("correctly rounded", "2.83")]),
        (r"With $A=\begin{bmatrix}1&2\\0&1\end{bmatrix}$, $AA=\begin{bmatrix}1&4\\0&2\end{bmatrix}$", [("wrong", "1")]),
        # a rounded factor may stand for what it was rounded from
        ("0.2689 × 3 = 0.8068", [("correctly rounded", "0.8067")]),
        ("0.2689 × 3 = 0.8070", [("wrong", "0.8067")]),
    ],
)
def test_claims_and_their_verdicts(text: str, expected: list[tuple[str, str]]) -> None:
    found = said(text)
    assert [verdict for verdict, _ in found] == [verdict for verdict, _ in expected]
    for (_, digits), (_, right) in zip(found, expected, strict=True):
        assert right in digits or not right


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5 and $10, in all $16 = much.",
        "5 km = 3.1 miles, and 1 in = 2.54 cm",
        "The equation $x^2 = 4$ has the solutions $x = 2$ and $x = -2$.",
        "Modulo 7, $3 + 5 = 1$.",
        r"Is $2 + 2 = 5$?",
        r"$\log 100 = 2$ and $\pi \approx 22/7$",
        "Between 1914–18, page 12 = page 12; see https://example.org/?a=1+1=3",
        "`if x == 3 and 1 + y != 2`",
        "Suppose $1 + 1 = 3$; that is absurd.",
        "The layer has weights [1, 2, 3], the sample the weights [2, 2].",
        "10,000 = 10^4 in English, 0,5 = 1/2 in German",
        r"$f(2) = 5$ and $P(A) = 0.3$",
        "Let $x = 2$.\n\nFor this line, $x + 1 = 4$ would be wanted.",
    ],
)
def test_what_is_not_surely_a_claim_is_not_called_wrong(text: str) -> None:
    assert audit(text).wrong == ()


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("The softmax weights are [0.5, 0.6].", "the weights add to 1.1"),
        ("The attention weights are [1.2, -0.2].", "a weight of 1.2 lies outside [0, 1]"),
        ("The probabilities [0.33, 0.33, 0.33] are equal.", ""),
        ("Rounded, the softmax weights are [0.13, 0.88].", ""),
    ],
)
def test_invariants_need_no_formula(text: str, part: str) -> None:
    wrong = audit(text).wrong
    assert [claim.verdict for claim in wrong] == (["contradicts an invariant"] if part else [])
    assert all(part in claim.message for claim in wrong)


def test_an_announced_error_is_not_an_alarm() -> None:
    (claim,) = audit(r"Rounding badly, somebody writes incorrectly $e/(1+e)\approx0.7310$.").claims
    assert claim.verdict == "differs, announced"
    assert not claim.is_faulty
    assert claim.is_decided


def test_the_outputs_of_a_given_problem() -> None:
    given = Problem.from_data({"Q": [[1], [2]], "K": [[1], [0]], "V": [[4], [0]], "visible": "causal", "scale": 1})
    text = r"The outputs are $O\approx\begin{bmatrix}4\\3.5232\end{bmatrix}$."
    (right,) = audit(text, given=given).claims
    assert (right.verdict, right.stage) == ("correctly rounded", "output")
    (wrong,) = audit(text.replace("3.5232", "2.4622"), given=given).wrong
    assert wrong.stage == "output"
    assert audit(text, given=None).claims == ()


def test_the_data_are_consistent() -> None:
    found = audit(r"$\sqrt2\approx1.41$ and $\sqrt2=1.7$ and then 2×3 = 6.")
    assert isinstance(found, Audit)
    assert found.counts == (3, 3, 3)
    assert [claim.verdict for claim in found.wrong] == ["wrong"]
    assert found.first_wrong == found.wrong[0]
    assert VERDICTS[0] == "proved"
    assert set(VERDICTS[-4:]) == set(FAULTY)
    assert all(claim.kind == "relation" for claim in found.claims)


def test_nothing_hangs_on_hostile_pages() -> None:
    """Towers, deep brackets and unclosed marks are read or left alone, in a moment."""
    pages = [
        "$" * 5000,
        "\\[" * 3000,
        "$9^{9^{9^9}} = 1$ and $e^{e^{e^{e^{e^e}}}} = 2.5$",
        "(" * 3000 + "1" + ")" * 3000 + " = 1",
        "1" * 5000 + " = 2",
        "`" * 999,
        "| a |\n|---|\n" + "| 1 |\n" * 2000,
        "[" * 2000 + "1, 2",
        "0.5×" * 2000 + "1 = 0",
        r"\begin{align}" * 500,
    ]
    for page in pages:
        audit(page)
        audit(page, format="latex")
