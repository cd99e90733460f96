"""Ordinary statements that look like errors and are none, each kind beside an error that is still found."""

from __future__ import annotations

import pytest

from tests.auditing.judges.verdicts import run

PASSED = r"""
The number of primes is $\pi(10) = 4$ and $\pi(100) = 25$.
The sum of the divisors is $\sigma(6) = 1 + 2 + 3 + 6 = 12$.
The symbol $\left(\frac{3}{5}\right) = -1$ tells that 3 is no square.
Define $x \ast y = xy - 1$; $2 \ast 3 = 5$.
$A = (1, 2)$, $B = (4, 6)$, $AB = 5$.
`1e16 + 1 = 1e16` in doubles, and 6 ^ 3 = 5 in C.
On the calculator 50 + 10% = 55 is shown.
The screen has 1920 × 1080 = 2.07 MP.
It takes $12\cdot768^2 = 7077888 \approx 7.1$M weights.
The share is (40 + 45)/100 = 85 %.
From 2024-01-05 to 2024-01-12 = 7 days.
$\sqrt{d} = 8$ for $d = 64$, $\sqrt{d} \approx 11.3$ for $d = 128$.
The top-3 softmax probabilities were [0.62, 0.14, 0.05].
""".strip().splitlines()
FOUND = r"""
The area is $\pi\cdot 3^2 \approx 28.37$.
The two cost $12.5 \cdot 4 = 51$.
The matrix product $\frac{3}{5} = 0.61$ is not.
The softmax weights are [0.62, 0.14, 0.34].
""".strip().splitlines()


@pytest.mark.parametrize("text", PASSED)
def test_other_meanings_are_let_pass(text: str) -> None:
    assert [str(claim) for claim in run(text + "\n", form="markdown").wrong] == []


@pytest.mark.parametrize("text", FOUND)
def test_plain_errors_beside_them_are_found(text: str) -> None:
    assert run(text + "\n", form="markdown").wrong


MEASURED = (
    "| $x$ | $y$ | $xy$ |\n|---|---|---|\n| 1.23 | 4.56 | 5.63 |\n| 2.31 | 1.07 | 2.48 |\n| 3.12 | 7.18 | 22.39 |\n"
)


def test_columns_that_were_rounded_apart_are_let_pass_and_exact_ones_are_judged() -> None:
    assert run(MEASURED, form="markdown").wrong == ()
    exact = "| $x$ | $e^x$ |\n|---|---|\n| 1 | 2.71828 |\n| 2 | 7.38906 |\n| 3 | 20.08555 |\n"
    assert [claim.expected for claim in run(exact, form="markdown").wrong] == ["20.08554"]


def test_letters_of_an_earlier_chapter_refute_nothing() -> None:
    first = "# One\n\nLet $J=[1, 2]$ and $W_O=\\begin{bmatrix}1&0\\\\0&1\\end{bmatrix}$.\n\n"
    assert run(first + "Then $Y=JW_O=[1, 3]$.\n", form="markdown").wrong
    assert run(first + "# Two\n\nThe last row gives $Y=JW_O=[7, 9]$.\n", form="markdown").wrong == ()


@pytest.mark.parametrize(
    ("printed", "verdict"), [("0.005013", "correctly rounded"), ("0.005014", "off in the last digit")]
)
def test_a_printed_decimal_is_exact_where_a_slip_shows_it(printed: str, verdict: str) -> None:
    assert [claim.verdict for claim in run(rf"So $-\ln(0.995)\approx{printed}$.").claims] == [verdict]


def test_a_printed_decimal_may_be_rounded_where_nothing_shows_it() -> None:
    assert run(r"So $0.2689\cdot3\approx0.8068$, though $0.2689\cdot3\approx0.8066$.").wrong == ()


@pytest.mark.parametrize(
    "text",
    [
        "Let $A=2$ and $B=3$. We look for digits with $AB + BA = 121$.",
        '```json\n{"lr": 1e-7, "layers": 35, "weights": [0.1, 0.2, 0.3], "seed": 4619}\n```',
        r"An answer read $7 \times 8 = 54$ and was crossed out.",
    ],
)
def test_puzzles_settings_and_answers_that_were_crossed_out(text: str) -> None:
    assert run(text).wrong == ()
