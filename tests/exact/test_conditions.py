"""Conditions: what they say, when nothing satisfies them, and points that do."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from copy import deepcopy
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.attention import attention_from_scores
from symattn.errors import ConditionsError
from symattn.exact import Exact, compare, euler, exp, log, sqrt, symbol
from symattn.exact.conditions import Condition, claim_of, condition
from symattn.exact.feasibility import contradiction, excluded, forced_sign
from symattn.exact.sampling import points_under
from symattn.softmax import masked_softmax

EVERY = settings(max_examples=80, deadline=None)
k, m, n = symbol("k"), symbol("m"), symbol("n")
HOLDS: dict[str, Callable[[Fraction], bool]] = {
    ">": lambda x: x > 0,
    ">=": lambda x: x >= 0,
    "<": lambda x: x < 0,
    "<=": lambda x: x <= 0,
    "!=": lambda x: x != 0,
}


# --- what they say ----------------------------------------------------------------------------------------------------


def test_a_condition_is_a_text_and_remembers_its_number() -> None:
    made = condition(2 * k - 2 * m, ">")
    assert (made, made.number.text(), made.relation) == ("k - m > 0", "k - m", ">")
    assert condition(-3 * k, ">=") == "k <= 0"
    assert condition(1 - k, "!=") == "k - 1 != 0"
    for copied in (deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert copied == made
        assert isinstance(copied, Condition)
        assert copied.number == made.number
    claim = claim_of("k <= 0")
    assert claim is not None
    assert (claim.number.text(), claim.relation) == ("-k", ">=")
    assert claim_of("k is nice") is None


# --- what nothing satisfies -------------------------------------------------------------------------------------------

ABSURD: list[set[Condition]] = [
    {condition(k, ">"), condition(k, "<")},
    {condition(k - 1, ">"), condition(k, "<")},
    {condition(k, ">="), condition(k, "<="), condition(k, "!=")},
    {condition(k**2 - 2, ">"), condition(1 - k**2, ">")},
    {condition(k**3 - k - 1, ">"), condition(k - 1, "<")},
    {condition(-(k**4) + 2 * k**2 - 2, ">")},
    {condition(-(k**2) - m**2, ">")},
    {condition(k * m, ">"), condition(k, ">"), condition(m, "<")},
    {condition(k - m, ">"), condition(m - n, ">"), condition(n - k, ">")},
    {condition(k - m - 1, ">"), condition(m - 2, ">"), condition(k - 3, "<")},
    {condition(exp(k) - 2, ">"), condition(1 - exp(k), ">")},
    {condition(exp(k) - 1, ">"), condition(k, "<")},
    {condition(log(k), ">"), condition(k - 1, "<")},
]
OPEN: list[set[Condition]] = [
    set(),
    {condition(k, ">="), condition(k, "<=")},
    {condition(k - 1, ">"), condition(k - 2, "<")},
    {condition(k * m, ">"), condition(k, "<"), condition(m, "<")},
    {condition(k - m, ">"), condition(m - n, ">"), condition(k - n, ">")},
    {condition(3 * k**2 - 2 - k**4, ">")},
]


@pytest.mark.parametrize("conditions", ABSURD, ids=lambda conditions: " and ".join(sorted(conditions)))
def test_absurd_conditions_are_found(conditions: set[Condition]) -> None:
    given_too = frozenset(conditions | {condition(n + 17, "!=")})
    assert set(contradiction(given_too)) == conditions


@pytest.mark.parametrize("conditions", OPEN, ids=lambda conditions: " and ".join(sorted(conditions)))
def test_others_are_kept(conditions: set[Condition]) -> None:
    assert contradiction(frozenset(conditions)) == ()


ENDS = st.integers(-4, 4)
SIDES = st.sampled_from([">", ">=", "<", "<="])


@given(st.lists(st.tuples(ENDS, SIDES), min_size=1, max_size=4))
@EVERY
def test_bounds_of_one_symbol_are_decided(bounds: list[tuple[int, str]]) -> None:
    """Quarters show every interval between integers: an independent count."""
    some = any(all(HOLDS[side](Fraction(quarter, 4) - end) for end, side in bounds) for quarter in range(-24, 25))
    assert excluded(frozenset(condition(k - end, side) for end, side in bounds)) is not some


COEFFICIENTS = st.tuples(*[st.integers(-3, 3)] * 6)
Pair = tuple[Fraction, Fraction]


def polynomial(c: tuple[int, ...], x: Exact | Fraction, y: Exact | Fraction) -> Exact | Fraction:
    return c[0] + c[1] * x + c[2] * y + c[3] * x * x + c[4] * x * y + c[5] * y * y * y


@given(st.lists(COEFFICIENTS, min_size=1, max_size=4), st.tuples(ENDS, ENDS), COEFFICIENTS)
@EVERY
def test_nothing_that_a_point_satisfies_is_excluded(
    rows: list[tuple[int, ...]], point: tuple[int, int], other: tuple[int, ...]
) -> None:
    x, y = map(Fraction, point)
    held = set()
    for row in rows:
        at_point = polynomial(row, x, y)
        relation = ">" if at_point > 0 else "<" if at_point < 0 else ">="
        number = polynomial(row, k, m)
        if isinstance(number, Exact) and number.symbols:
            held.add(condition(number, relation))
    assert not excluded(frozenset(held))
    asked = polynomial(other, k, m)
    if isinstance(asked, Exact) and asked.symbols:
        for strict in (True, False):
            sign = forced_sign(asked, frozenset(held), strict=strict)
            value = polynomial(other, x, y)
            assert sign is None or sign * value > 0 or (not strict and value == 0)


@given(st.lists(COEFFICIENTS, min_size=1, max_size=3))
@EVERY
def test_sample_points_satisfy_what_they_should(rows: list[tuple[int, ...]]) -> None:
    numbers = [(row, polynomial(row, k, m)) for row in rows]
    held = frozenset(condition(x, ">") for _, x in numbers if isinstance(x, Exact) and x.symbols)
    for values in points_under(["k", "m"], held):
        for row, x in numbers:
            if isinstance(x, Exact) and x.symbols:
                assert polynomial(row, values["k"], values["m"]) > 0


def test_sample_points_are_found_in_narrow_places() -> None:
    for conditions in (
        {condition(k - 1, ">"), condition(Exact(Fraction(101, 100)) - k, ">")},
        {condition(k - 10**6, ">")},
        {condition(k, "<"), condition(m, ">"), condition(k + m, ">")},
        {condition(exp(k) - 2, ">")},
        {condition(k**2 - 2, ">"), condition(k, "<")},
    ):
        assert points_under(["k"], frozenset(conditions))
    assert not points_under(["k"], frozenset({"k is nice"}))
    assert not points_under(["k"], frozenset({condition(k, ">"), condition(k + m, "<"), condition(m, ">")}))


# --- results ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scores",
    [
        [["ln x", "ln(-2*x)"]],
        [["ln x", 0], [0, "ln(-2*x)"]],
        [["ln(x - 1)", "ln(-x)"]],
        [["ln(x^3)", "ln(-x^5)"]],
        [["ln(x^2 - 2)", "ln(1 - x^2)"]],
        [["sqrt(x - y)", "sqrt(y - x - 1)"]],
        [["ln(x*y)", "ln(-x)"]],
    ],
)
def test_a_softmax_that_holds_nowhere_is_refused(scores: list[list[object]]) -> None:
    with pytest.raises(ConditionsError, match="exclude one another"):
        masked_softmax(scores, None)
    with pytest.raises(ConditionsError, match="exclude one another"):
        attention_from_scores(scores)


def test_one_that_holds_somewhere_says_where() -> None:
    weights = masked_softmax([["ln(-k)/2", "ln(sqrt(k^2))/2"]], None)
    assert (weights.text(), set(weights.conditions)) == ("[[1/2, 1/2]]", {"k < 0", "k != 0"})
    weights = masked_softmax([["ln(x - 1)", "ln(3 - x)"]], None)
    assert (weights.text(), set(weights.conditions)) == ("[[(x - 1)/2, (3 - x)/2]]", {"x - 1 > 0", "3 - x > 0"})
    assert masked_softmax([["ln(k^2)", 0]], None).conditions == {"k != 0"}


def test_other_results_are_refused_too() -> None:
    with pytest.raises(ConditionsError):
        log(k) + log(-k)
    with pytest.raises(ConditionsError):
        k.with_conditions(["k > 0", "k < 0"])
    with pytest.raises(ConditionsError):
        attention_from_scores([["ln x", 0]], [["ln(-x)"], [1]])


def test_what_is_nowhere_defined_together_is_undecided() -> None:
    for left, right in ((log(k), log(-k)), (log(k) + 1, sqrt(-k - 1))):
        found = compare(left, right)
        assert found.outcome == "undecided"
        assert "nowhere are both defined" in found.evidence


DIFFERENT: list[tuple[Exact, Exact]] = [
    (log(k - 1), log(k - 1) + (k - 2) ** 2),
    (log(-k), log(-k) * k),
    (sqrt(k**2 - 2), sqrt(k**2 - 2) + k),
    (log((k - 1) * (2 - k)), log((k - 1) * (2 - k)) + k - Fraction(3, 2)),
    (log(k - m) * k, log(k - m) * m),
    (log(exp(k) - 2) + k, log(exp(k) - 2) * k),
    (log(k) * log(1 - k), log(k) + log(1 - k) - euler()),
]


@pytest.mark.parametrize(("left", "right"), DIFFERENT, ids=lambda number: number.text())
def test_evidence_comes_from_points_that_satisfy_the_conditions(left: Exact, right: Exact) -> None:
    found = compare(left, right)
    assert found.outcome == "different"
    assert compare(left, left + 0 * right).outcome == "equal"


def test_a_single_point_is_no_evidence() -> None:
    only = k.with_conditions(["k >= 0", "k <= 0"])
    assert compare(only, Exact(0)).outcome != "different"


def test_samples_name_values_of_all_symbols() -> None:
    values: Mapping[str, Fraction]
    for values in points_under(["k"], frozenset({condition(m - k, ">")})):
        assert values["m"] > values["k"]
