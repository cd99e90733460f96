"""Dependent exponents: found, verified, used as aliases, and kept when fields are joined."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.exact import Exact, euler, exp, log, relations, root, sqrt, symbol
from symattn.exact.comparing import compare_numbers
from symattn.exact.field import closure, field_of, join
from symattn.exact.generators import Exp
from symattn.exact.relations import related_field, vanishes_identically
from tests.exact.trees import NESTED, SMALL, Tree

e = euler()
two = sqrt(Exact(2))


def exponentials(number: Exact) -> set[str]:
    """The exponents (over the index) that generate a number's field."""
    return {f"({g.argument})/{g.index}" for g in number.field.generators if isinstance(g, Exp)}


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (exp(3 * e / (3 * e + 1)) * exp(1 / (3 * e + 1)), "e"),
        (exp(e / (5 + e)) * exp(5 / (5 + e)), "e"),
        (exp(e / (5 + e)) / exp(Fraction(1, 2) * e / (5 + e)) ** 2, "1"),
        (exp(e / (2 + 2 * e)) ** 2 * exp(1 / (1 + e)) + exp(Exact(Fraction(1, 3))), "e + exp(1/3)"),
        (exp(log(Exact(2)) / (1 + e)) * exp(log(Exact(2)) * e / (1 + e)), "2"),
        (exp(log(Exact(2)) / (2 + 2 * e)) * exp(log(Exact(2)) * e / (2 + 2 * e)), "sqrt(2)"),
        (exp(log(1 + e) / (1 + e)) * exp(log(1 + e) * e / (1 + e)), "e + 1"),
        (exp(two / (two + e)) * exp(e / (two + e)), "e"),
        (exp(exp(e / (5 + e))) / exp(e * exp(-5 / (5 + e))), "1"),
        (exp(symbol("x") / (1 + symbol("x"))) * exp(1 / (1 + symbol("x"))), "e"),
        (exp(e / (5 + e) + Fraction(1, 10**30)) * exp(5 / (5 + e)), f"exp({10**30 + 1}/{10**30})"),
    ],
)
def test_dependent_exponents_cancel(number: Exact, text: str) -> None:
    assert number.text() == text


def test_an_alias_refines_the_exponentials_it_is_made_of() -> None:
    joined = join(exp(e / (2 + 2 * e)).field, exp(1 / (1 + e)).field)
    assert len([g for g in joined.generators if isinstance(g, Exp)]) == 2
    number = exp(e / (2 + 2 * e)) + exp(1 / (1 + e))
    assert exponentials(number) == {"(1)/2", "(1/(e + 1))/2"}


def test_aliases_survive_further_joins() -> None:
    pieces = [
        exp(e / (5 + e)),
        exp(5 / (5 + e)),
        exp(Exact(Fraction(1, 7))),
        exp(two),
        exp(exp(e / (5 + e))),
        log(1 + e),
    ]
    for order in (pieces, pieces[::-1]):
        total = sum(order, start=Exact(0))
        difference = total - exp(two) - log(1 + e) - exp(Exact(Fraction(1, 7))) - exp(e * exp(-5 / (5 + e)))
        assert difference == e * exp(-5 / (5 + e)) + exp(5 / (5 + e))


@settings(max_examples=15)
@given(NESTED, NESTED, SMALL, SMALL)
def test_exponentials_of_combinations(first: Tree, second: Tree, left: Tree, right: Tree) -> None:
    a, b, p, q = first.exact(), second.exact(), left.number, right.number
    assert exp(p * a + q * b) == exp(p * a) * exp(q * b)
    assert exp(a / 3 + b / 2) ** 6 == exp(a) ** 2 * exp(b) ** 3


@settings(max_examples=15)
@given(NESTED, NESTED)
def test_third_layers(first: Tree, second: Tree) -> None:
    a, b = exp(first.exact()), exp(second.exact())
    weight = a / (a + b)
    assert exp(weight) * exp(b / (a + b)) == e
    assert exp(exp(weight)) == exp(e * exp(-b / (a + b)))
    assert compare_numbers(exp(weight), exp(b / (a + b)), refute_first=False).outcome != "different"


def test_independent_exponents_are_proved_so() -> None:
    x = symbol("x")
    assert (exp(x / (1 + x)) + exp(x) + e).field.is_independent
    assert (exp(1 / (1 + x)) + exp(1 / (2 + x)) + exp(two * x)).field.is_independent
    assert exp(1 / (1 + x)) != exp(1 / (2 + x))


def test_more_conjugates_than_are_tried_leave_the_exponents_unrelated() -> None:
    high = root(Exact(2), 1_000)
    first, second = exp(e / (high + e)), exp(high / (high + e))
    assert compare_numbers(first * second, e, refute_first=False).outcome == "undecided"
    assert compare_numbers(first * second, e).outcome == "equal"  # their logarithms show it
    assert not (first * second).field.is_independent


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: [(Fraction(1), e / (1 + e)), (Fraction(1), 1 / (1 + e)), (Fraction(-1), Exact(1))], True),
        (lambda: [(Fraction(1, 2), 2 * e), (Fraction(-1), e)], True),
        (lambda: [(Fraction(1), two / (e - two)), (Fraction(-2), 1 / (two * e - 2))], True),
        (lambda: [(Fraction(1), e / (1 + e)), (Fraction(-1), Exact(1))], False),
        (list, True),
    ],
)
def test_a_relation_is_verified_exactly(make: Callable[[], list[tuple[Fraction, Exact]]], expected: bool) -> None:
    field = (e + two).field
    assert vanishes_identically(field, make()) is expected


def test_a_wrong_suggestion_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    x = symbol("x")
    members = closure([Exp(1 / (3 + x)), Exp(x / (3 + x)), Exp(Exact(1))])

    def wrong(tower: object, values: list[Exact]) -> dict[int, dict[int, Fraction]]:
        return {len(values) - 1: {0: Fraction(1), 1: Fraction(-2)}}  # x/(3 + x) is 1 - 3/(3 + x)

    monkeypatch.setattr(relations._Tower, "proposals", wrong)
    relations._tower.cache_clear()
    field = related_field(members)
    relations._tower.cache_clear()
    assert not field.aliases
    assert not field.is_independent
    assert {g for g in field.generators if isinstance(g, Exp)} == {g for g in members if isinstance(g, Exp)}


@settings(max_examples=15)
@given(st.lists(NESTED, min_size=1, max_size=3))
def test_a_related_field_holds_all_its_members(trees: list[Tree]) -> None:
    numbers = [exp(tree.exact()) for tree in trees]
    members = closure(generator for number in numbers for generator in number.field.generators)
    field = related_field(members)
    for number in numbers:
        top, bottom = field.embed(number)
        assert Exact.from_parts(field, top, bottom) == number
    assert field_of(frozenset(members)).generators == field.generators
