"""Logarithms and roots of sums that are products of one another."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings

from symattn.exact import Exact, euler, exp, log, root, sqrt, symbol
from symattn.exact.generators import Exp, Generator, Root, RootOf
from symattn.exact.multiplicative import as_product
from tests.exact.trees import DECIDED, NESTED, Tree, close, mp, quotients

e = euler()
two = sqrt(Exact(2))
ONE = Exact(1)


def base(number: Exact) -> RootOf:
    return RootOf(number.normal, 1)


@pytest.mark.parametrize(
    ("number", "bases", "expected"),
    [
        (e**2 - 2, [base(e - two), base(e + two)], {base(e - two): 1, base(e + two): 1}),
        (3 + 2 * two, [base(1 + two)], {base(1 + two): 2}),
        (two - 1, [base(1 + two)], {base(1 + two): -1}),
        (e - 1, [base(sqrt(e) - 1), base(sqrt(e) + 1)], {base(sqrt(e) - 1): 1, base(sqrt(e) + 1): 1}),
        (two * e + 2, [base(e + two), Root(2, 1)], {base(e + two): 1, Root(2, 1): Fraction(1, 2)}),
        (e**2 + e, [base(e + 1), Exp(ONE)], {base(e + 1): 1, Exp(ONE): 1}),
        (e + 2, [base(e + 1), Exp(ONE), Root(2, 1)], None),
        (symbol("x") ** 2 - 1, [base(symbol("x") + 1)], None),
    ],
)
def test_products_are_found_and_verified(
    number: Exact, bases: list[Generator], expected: dict[Generator, Fraction] | None
) -> None:
    field = sum((b.argument for b in bases if isinstance(b, (Exp, RootOf))), start=number + two + sqrt(e)).field
    assert as_product(field, number, bases) == expected


def test_a_near_product_is_not_believed() -> None:
    near = e**2 - 2 + exp(Exact(-400))
    assert as_product((near + two).field, near, [base(e - two), base(e + two)]) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (log(e**2 - 3), log(e - sqrt(Exact(3))) + log(e + sqrt(Exact(3)))),
        (log(7 + 4 * sqrt(Exact(3))), 2 * log(2 + sqrt(Exact(3)))),
        (sqrt(e**2 - 3), sqrt(e - sqrt(Exact(3))) * sqrt(e + sqrt(Exact(3)))),
        (root(e - 1, 3), root(sqrt(e) - 1, 3) * root(sqrt(e) + 1, 3)),
        (log(1 + exp(e / (4 + e))), log(exp(4 / (4 + e)) + e) - 4 / (4 + e)),
        (sqrt(1 + exp(e / (4 + e))), sqrt(exp(4 / (4 + e)) + e) * exp(-2 / (4 + e))),
        (exp(log(2 + e) / 2 * e / (4 + e)), sqrt(2 + e) * exp(-2 * log(2 + e) / (4 + e))),
        (log(1 + exp(log(2 + e) * e / (4 + e))), log(1 + (2 + e) * exp(-4 * log(2 + e) / (4 + e)))),
        (log(symbol("x") ** 2 - 1), log(symbol("x") - 1) + log(symbol("x") + 1)),
        (log(exp(symbol("x")) + 1), symbol("x") + log(1 + exp(-symbol("x")))),
    ],
)
def test_equal_logarithms_and_roots(first: Exact, second: Exact) -> None:
    assert first == second
    assert (first - second).text() == "0"
    assert first + 1 != second


@settings(max_examples=30)
@given(quotients(DECIDED, 3), quotients(DECIDED, 2))
def test_logarithms_of_products_of_sums(first: Tree, second: Tree) -> None:
    a, b = first.exact() ** 2 + 1, second.exact() ** 2 + 2
    assert log(a * b) == log(a) + log(b)
    assert log(a / b) == log(a) - log(b)
    assert sqrt(a * b) == sqrt(a) * sqrt(b)
    assert exp(log(a) / 3) == root(a, 3)


@settings(max_examples=15)
@given(NESTED, NESTED)
def test_log_softmax(first: Tree, second: Tree) -> None:
    a, b = exp(first.exact()), exp(second.exact())
    assert log(a / (a + b)) == first.exact() - log(a + b)
    assert log(a + b) == first.exact() + log(1 + b / a)
    assert close(mp.mpf(log(a + b).decimal(50)), mp.log(mp.exp(first.value()) + mp.exp(second.value())))


def test_a_logarithm_becomes_a_sum_inside_a_quotient() -> None:
    left, right = log(e - two), log(e + two)
    whole = log(e**2 - 2)
    assert 1 / (1 + whole**2) == 1 / (1 + left**2 + 2 * left * right + right**2)
    assert (whole - left) / right == 1
