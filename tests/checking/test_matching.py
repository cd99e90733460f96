"""Decimals held against what a mistake gives: enclosures say what exact values say, and spare them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.checking import check
from symattn.checking.candidates import Candidate, of_value
from symattn.checking.diagnosis import BITS
from symattn.checking.matching import Target
from symattn.checking.mistakes import MISTAKES
from symattn.checking.mistakes.arithmetic import BallArithmetic
from symattn.checking.outcomes import outcome_of
from symattn.checking.typed import typed_answer
from symattn.exact import Exact, exp
from symattn.exact.enclosures import precision
from symattn.problems import Answer, Problem

ANY = MISTAKES["mask-after-softmax"]
COUNTED = ("exact", "rounded", "float noise")


def _held_against(text: str, value: Exact, *, proves: bool = True) -> bool:
    """Whether a typed number is proved to be a candidate's with this value."""

    def proved(i: int, j: int) -> Exact:
        assert proves, "the exact value is asked for"
        return value

    with precision(BITS):
        numbers = BallArithmetic(BITS, {})
        made = of_value(ANY, "", value, numbers)
        candidate = Candidate(made.mistakes, "", made.shape, made.rough, proved)
        return Target(typed_answer(text), [(0, 0)], numbers).is_proved(candidate, 3, [(0, 0)])


@settings(max_examples=200, deadline=None)
@given(st.integers(-99_999, 99_999), st.integers(1, 20), st.integers(3, 17), st.integers(-3, 3))
def test_an_enclosure_says_what_the_exact_value_says(top: int, below: int, figures: int, off: int) -> None:
    value = Exact(Fraction(top, 100)) / (below + exp(Exact(Fraction(1, below))))
    shown = format(float(value.decimal(20)), f".{figures - 1}f")
    text = f"{shown[:-1]}{(int(shown[-1]) + off) % 10}"
    typed = typed_answer(text).rows[0][0]
    assert typed.digits is not None
    outcome, counts = outcome_of(typed, value)
    most = max(count.figures for count in counts) if outcome == "rounded" else typed.digits.significant[1]
    assert _held_against(text, value) == (outcome == "exact" or (outcome in COUNTED and most >= 3))


@pytest.mark.parametrize(
    ("text", "holds"), [("0.731059", True), ("0.73106", True), ("0.731060", False), ("0.73105858", True)]
)
def test_the_exact_value_is_not_calculated_for_a_decimal(text: str, holds: bool) -> None:
    assert _held_against(text, exp(Exact(1)) / (1 + exp(Exact(1))), proves=False) is holds


def test_a_short_decimal_that_is_exact_is_known_as_exact() -> None:
    assert _held_against("0.5", Exact(Fraction(1, 2)))
    assert not _held_against("0.5", Exact(Fraction(51, 100)))


def test_hidden_scores_of_minus_ten_thousand_cost_nothing() -> None:
    """Their exact values take seconds where scores and values are roots that hardly cancel."""
    problem = Problem.from_data(
        {
            "scores": [["3", "-12", "7"], ["2*sqrt(3)", "0.25", "0.25"], ["0.25", "1", "0.25"]],
            "V": [["2*sqrt(3)"], ["-ln 2"], ["2*sqrt(3)"]],
            "visible": "causal",
        }
    )
    found = check("3.303475", Answer(problem, "output", row=1, column=0))
    assert found.mistakes == ("rounded-early",)


@pytest.mark.parametrize("sign", ["", "-"])
def test_what_no_enclosure_bounds_is_near_no_mistake_that_has_a_bound(sign: str) -> None:
    """Else every wrong method would be compared exactly with a tower of exponentials, for more than a second."""
    typed = typed_answer(f"{sign}exp(exp(exp(exp(exp(9)))))")
    with precision(BITS):
        numbers = BallArithmetic(BITS, {})
        target = Target(typed, [(0, 0)], numbers)
        assert not target.may_match((0, 0), numbers.number(exp(Exact(40))))
        value = typed.rows[0][0].value
        assert isinstance(value, Exact)
        assert target.may_match((0, 0), numbers.number(value))
        near = Target(typed_answer("exp(40)"), [(0, 0)], numbers)
        assert near.may_match((0, 0), numbers.number(exp(Exact(40))))
