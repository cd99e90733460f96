"""What holds for every answer: symmetry, rewriting, ties, and errors that are carried forward."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import symattn as sa
from symattn.checking import check
from symattn.checking.steps import check_steps
from symattn.exact import Exact, ExactMatrix
from symattn.problems import Problem
from symattn.trace import Trace
from tests.checking.drawn import exactly, problems, rounded, written

SMALL = st.integers(1, 6)
EXPONENTS = st.sampled_from(["1", "2", "-1", "1/2", "sqrt(2)", "ln(2)", "k"])
Parts = tuple[int, str, int, int, str, int]
PARTS = st.tuples(SMALL, EXPONENTS, SMALL, SMALL, EXPONENTS, SMALL)


def plain(parts: Parts) -> str:
    a, p, b, c, q, d = parts
    return f"({a}*exp({p}) + {b})/({c}*exp({q}) + {d})"


def rewritings(parts: Parts) -> list[str]:
    """The same number in other words."""
    a, p, b, c, q, d = parts
    above, below = f"({a}*exp({p}) + {b})", f"({c}*exp({q}) + {d})"
    return [
        f"1/({below}/{above})",
        f"(e^-1*{above})/(e^-1*{below})",
        f"{a}*exp({p})/{below} + {b}/{below}",
        rf"\frac{{{b} + {a} e^{{{p}}}}}{{{d} + {c} e^{{{q}}}}}",
        f"{above}*{below}/({below}*{below})",
        f"({above} - {below})/{below} + 1",
    ]


@given(one=PARTS, other=PARTS)
def test_comparing_and_the_rule_exact_are_symmetric(one: Parts, other: Parts) -> None:
    first, second = plain(one), plain(other)
    assert sa.compare(first, second).outcome == sa.compare(second, first).outcome
    assert check(first, second, "exact").outcome == check(second, first, "exact").outcome


@given(one=PARTS, other=PARTS, data=st.data())
def test_rewriting_either_side_changes_nothing(one: Parts, other: Parts, data: st.DataObject) -> None:
    left, right = data.draw(st.sampled_from(rewritings(one))), data.draw(st.sampled_from(rewritings(other)))
    assert sa.compare(left, right).outcome == sa.compare(plain(one), plain(other)).outcome
    assert check(left, plain(one), "exact").outcome == check(plain(one), left, "exact").outcome == "exact"
    assert check(left, right, "exact").outcome == check(plain(one), plain(other), "exact").outcome


@given(one=PARTS, typed=st.decimals(-9, 9, places=3))
def test_a_decimal_is_exact_in_both_directions_or_in_none(one: Parts, typed: Decimal) -> None:
    for value in (plain(one), f"{typed}", str(Fraction(typed))):
        assert check(f"{typed}", value, "exact").accepted == check(value, f"{typed}", "exact").accepted


@given(whole=st.integers(-(10**6), 10**6), places=st.integers(1, 8))
def test_at_a_tie_both_neighbours_are_right(whole: int, places: int) -> None:
    tie = (whole + Fraction(1, 2)) / 10**places
    below, above, beyond = (f"{Decimal(whole + step).scaleb(-places):f}" for step in (0, 1, 2))
    for rule in (f"places:{places}", f"places>={places}"):
        assert check(below, tie, rule).accepted is True
        assert check(above, tie, rule).accepted is True
        assert check(beyond, tie, rule).accepted is False


# -- errors carried forward -------------------------------------------------------------------------------------------

CHAIN = ("masked_scores", "weights", "output")


def chains(seed: int, count: int) -> list[Problem]:
    """Problems of one head without W_O, so that each stage of the chain follows from the one before."""
    drawn = problems(seed, 12 * count)
    return [p for p in drawn if p.query_valid is None and set(CHAIN) <= set(trace(p).stage_names) and not p.w_o][:count]


def trace(problem: Problem) -> Trace:
    assert isinstance(problem.solution, Trace)
    return problem.solution


def with_one_wrong(matrix: ExactMatrix, random: Random) -> ExactMatrix:
    """One number of a matrix changed by something odd."""
    rows = [list(row) for row in matrix.rows()]
    i, j = random.choice([(i, j) for i, row in enumerate(rows) for j, x in enumerate(row) if isinstance(x, Exact)])
    number = rows[i][j]
    assert isinstance(number, Exact)
    rows[i][j] = number + Exact(Fraction(random.randint(50, 300), 137))
    return ExactMatrix(rows)


def carried_on(problem: Problem, wrong: str, random: Random) -> dict[str, ExactMatrix]:
    """The steps of somebody who makes one mistake in a stage and calculates rightly from there."""
    right, V = trace(problem), problem.V if problem.V is not None else trace(problem).exact("V")
    steps = {stage: right.exact(stage) for stage in CHAIN}
    steps[wrong] = with_one_wrong(steps[wrong], random)
    if wrong == "masked_scores":
        later = trace(Problem.from_data({"scores": steps[wrong], "V": V}))
        steps |= {stage: later.exact(stage) for stage in ("weights", "output")}
    if wrong == "weights":
        steps["output"] = steps["weights"] @ V
    return steps


@pytest.mark.parametrize("wrong", CHAIN)
@pytest.mark.parametrize("write", [exactly, rounded(7)])
def test_the_first_wrong_step_is_named_and_later_ones_follow(wrong: str, write: object) -> None:
    random = Random(f"{wrong}")
    for problem in chains(41, 6):
        steps = {stage: written(value, write) for stage, value in carried_on(problem, wrong, random).items()}
        assert None not in steps.values()
        found = check_steps(problem, dict(reversed(steps.items())))
        at = CHAIN.index(wrong)
        assert found.first_wrong == wrong, (problem, steps, found)
        assert [step.result.accepted for step in found.steps[:at]] == [True] * at
        assert all(step.follows for step in found.steps[at + 1 :] if not step.result.accepted), (problem, steps, found)
        assert found.message.startswith(f"{wrong} is the first wrong step: ")


def test_a_second_mistake_does_not_follow() -> None:
    random = Random(43)
    for problem in chains(42, 4):
        steps = carried_on(problem, "masked_scores", random)
        steps["output"] = with_one_wrong(steps["output"], random)
        found = check_steps(problem, {stage: written(value, rounded(7)) for stage, value in steps.items()})
        assert found.first_wrong == "masked_scores"
        assert found.steps[2].follows is False
        assert found.steps[2].is_wrong
