"""Fields of generators: which generators they choose, how one maps into another, and what they claim to know."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings

from symattn.exact import Exact, euler, exp, log, pi, root, sqrt, symbol
from symattn.exact.field import RATIONALS, Field, closure, field_of, join, merged
from symattn.exact.generators import Exp, Log, LogOf, Pi, Root, RootOf, Symbol
from symattn.exact.parts import common_parts
from tests.exact.trees import ANY, NESTED, Tree, quotients

e = euler()
ONE = Exact(1)


def indices(field: Field) -> dict[str, int]:
    """The index of each exponential and root, by what it is of."""
    found = {}
    for generator in field.generators:
        if isinstance(generator, Root):
            found[str(generator.prime)] = generator.index
        elif isinstance(generator, (Exp, RootOf)):
            found[f"{type(generator).__name__} {generator.argument}"] = generator.index
    return found


def test_roots_of_a_prime_and_powers_of_an_exponential_share_one_generator() -> None:
    both = join((sqrt(Exact(2)) + exp(ONE / 4)).field, (root(Exact(2), 3) + exp(ONE / 6)).field)
    assert indices(both) == {"2": 6, "Exp 1": 12}
    assert merged([Root(2, 2), Root(2, 3), Root(3, 2)]) == [Root(2, 6), Root(3, 2)]


def test_a_field_holds_what_its_generators_are_made_of() -> None:
    inner = Exp(e / (sqrt(Exact(3)) + e))
    assert closure([inner]) == {inner, Exp(ONE), Root(3, 2)}
    assert set(field_of(frozenset([inner])).generators) == {inner, Exp(ONE), Root(3, 2)}


def test_fields_are_shared() -> None:
    assert field_of(frozenset([Exp(ONE)])) is e.field
    assert join(e.field, RATIONALS) is e.field
    assert join(RATIONALS, e.field) is e.field
    assert join(e.field, sqrt(Exact(2)).field) is join(sqrt(Exact(2)).field, e.field)


@settings(max_examples=60)
@given(quotients(ANY) | NESTED, quotients(ANY))
def test_a_map_into_a_larger_field_keeps_the_number(first: Tree, second: Tree) -> None:
    a, b = first.exact(), second.exact()
    field, (top, bottom), _ = common_parts(a.parts, b.parts)
    assert Exact.from_parts(field, top, bottom) == a
    assert Exact.from_parts(field, top, bottom).text() == a.text() or not field.is_independent


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (Exact(2), True),
        (e + sqrt(Exact(2)), True),
        (exp(sqrt(Exact(2))) + exp(sqrt(Exact(3))) + exp(sqrt(Exact(6))) + e, True),
        (exp(root(Exact(2), 3)) + root(Exact(3), 5), True),
        (log(Exact(2)) + sqrt(Exact(2)), True),
        (pi() + 1, True),
        (symbol("x") + exp(symbol("x")) + exp(symbol("x") * symbol("y")), True),
        (exp(symbol("x") / (1 + symbol("x"))) + e, True),
        (pi() + log(Exact(2)), False),
        (log(Exact(2)) + log(Exact(3)), False),
        (e + pi(), False),
        (e + log(Exact(2)), False),
        (exp(e) + e, False),
        (exp(e / (1 + e)), False),
        (exp(pi()), False),
        (exp(sqrt(Exact(2)) * log(Exact(2))), False),
        (sqrt(1 + e), False),
        (log(1 + e), False),
        (sqrt(1 + sqrt(Exact(2))), False),
    ],
)
def test_what_is_known_to_be_independent(number: Exact, expected: bool) -> None:
    assert number.field.is_independent is expected


def test_roots_stay_below_their_index() -> None:
    field = (sqrt(Exact(2)) + root(Exact(5), 3) + e).field
    two, five = (field.generators.index(g) for g in (Root(2, 2), Root(5, 3)))
    high = field.unit(two, 7) * field.unit(five, 8) + field.unit(two, 3)
    assert field.reduce(high) == 8 * 25 * field.unit(two) * field.unit(five, 2) + 2 * field.unit(two)
    assert field.reduce(field.constant(7)) == 7
    assert field.reduce(field.unit(two, 2 * 10**4)) == 2 ** (10**4)


def test_a_root_of_a_sum_is_reduced_by_its_radicand() -> None:
    number = root(1 + e, 3)
    assert (number**7).text() == "root(e + 1, 3)*e^2 + 2*root(e + 1, 3)*e + root(e + 1, 3)"
    assert number**6 == (1 + e) ** 2


def test_the_smallest_field_is_found_again() -> None:
    tenth = exp(ONE / 10)
    assert indices(((tenth**3 + tenth) / tenth).normal.field) == {"Exp 1": 5}
    assert (e + sqrt(Exact(2)) - e).normal.field.generators == (Root(2, 2),)
    assert ((e * symbol("x")) / symbol("x")).normal.field is e.field


def test_generators_know_their_kind_and_height() -> None:
    assert [g.height for g in (Root(2, 2), Log(2), Pi(), Symbol("x"))] == [0, 0, 0, 0]
    assert Exp(ONE).height == 1
    assert Exp(e).height == LogOf(1 + e).height == RootOf(1 + e).height == 2
    assert Exp(e, 2) == Exp(euler(), 2)
    assert Exp(e, 2) != Exp(e, 3)
    assert hash(Exp(e, 2)) == hash(Exp(euler(), 2))
    assert Exp(e) != LogOf(e)


def test_equal_numbers_of_different_origin_are_one_generator() -> None:
    half = Fraction(1, 2)
    first, second = exp(e / (e + 1)), exp(half * e / (half * e + half))
    assert first.field is second.field
