"""The decision of integer conditions, against plain enumeration of a box of integers."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.errors import LimitError
from symattn.theorems.forms import Form
from symattn.theorems.formulas import All, AtLeast, Formula, Some, Zero, holds, is_possible, negated, smallest_values
from symattn.theorems.omega import Budget, has_solution

NAMES = ("x", "y", "z")
REACH = 3
BOX: list[Formula] = [AtLeast(s * Form.of(name) + REACH) for name in NAMES for s in (1, -1)]
POINTS = [dict(zip(NAMES, values, strict=True)) for values in product(range(-REACH, REACH + 1), repeat=3)]

small = st.integers(-7, 7)
forms = st.builds(
    lambda coefficients, constant: Form.made(dict(zip(NAMES, coefficients, strict=True)), constant),
    st.tuples(small, small, small),
    st.integers(-12, 12),
)
atoms = st.one_of(st.builds(AtLeast, forms), st.builds(Zero, forms))
formulas = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.builds(All, st.lists(inner, max_size=3).map(tuple)), st.builds(Some, st.lists(inner, max_size=3).map(tuple))
    ),
    max_leaves=6,
)


@given(st.lists(forms, max_size=2), st.lists(forms, max_size=4))
@settings(max_examples=50)
def test_a_system_has_a_solution_exactly_where_enumeration_finds_one(zero: list[Form], least: list[Form]) -> None:
    inside = [atom.form for atom in BOX if isinstance(atom, AtLeast)]
    expected = any(
        all(form.value(p) == 0 for form in zero) and all(form.value(p) >= 0 for form in least) for p in POINTS
    )
    assert has_solution(zero, [*least, *inside], Budget()) == expected


@given(formulas)
@settings(max_examples=50)
def test_a_formula_is_possible_exactly_where_enumeration_finds_a_point(formula: Formula) -> None:
    assert is_possible(All((formula, *BOX))) == any(holds(formula, point) for point in POINTS)


@given(formulas)
@settings(max_examples=20)
def test_at_every_point_either_a_formula_or_its_opposite_holds(formula: Formula) -> None:
    opposite = negated(formula)
    assert all(holds(formula, point) != holds(opposite, point) for point in POINTS[::7])
    assert not is_possible(All((formula, opposite)))


@given(formulas)
@settings(max_examples=20)
def test_the_smallest_values_meet_the_formula_and_none_are_smaller(formula: Formula) -> None:
    positive = All((formula, *BOX, *(AtLeast(Form.of(name)) for name in NAMES)))
    if not is_possible(positive):
        return
    found = smallest_values(positive, NAMES)
    first = min(tuple(p.values()) for p in POINTS if holds(positive, p))
    assert tuple(found.values()) == first


@pytest.mark.parametrize(
    ("zero", "least", "expected"),
    [
        # 27 <= 11 x + 13 y <= 45 and -10 <= 7 x - 9 y <= 4: real solutions, no integer one (Pugh's example)
        ([], [(11, 13, -27), (-11, -13, 45), (7, -9, 10), (-7, 9, 4)], False),
        ([], [(11, 13, -27), (-11, -13, 46), (7, -9, 10), (-7, 9, 4)], False),
        ([(7, 12, -17)], [], True),
        ([(6, 10, -5)], [], False),
        ([(3, 0, -7)], [], False),
        ([], [(3, 0, -7), (-3, 0, 8)], False),
        ([], [(3, 0, -7), (-3, 0, 9)], True),
    ],
)
def test_systems_whose_real_solutions_mislead(
    zero: list[tuple[int, int, int]], least: list[tuple[int, int, int]], expected: bool
) -> None:
    def form(a: int, b: int, constant: int) -> Form:
        return Form.made({"x": a, "y": b}, constant)

    box = range(-60, 61)
    brute = any(
        all(a * x + b * y + c == 0 for a, b, c in zero) and all(a * x + b * y + c >= 0 for a, b, c in least)
        for x, y in product(box, box)
    )
    assert has_solution([form(*f) for f in zero], [form(*f) for f in least], Budget()) == expected == brute


def test_work_beyond_the_budget_is_refused_rather_than_guessed() -> None:
    with pytest.raises(LimitError, match="steps allowed"):
        has_solution([], [Form.made({"x": 5, "y": 7}, -3), Form.made({"x": -6, "y": -5}, 40)], Budget(steps=3))
