"""What one caller does never changes what another gets: conditions, and FLINT's precision in threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest
from flint import ctx

from symattn.exact import Exact, exp, log, root, sqrt, symbol


@pytest.mark.parametrize("function", [log, sqrt, lambda x: root(x, 3), lambda x: exp(log(x) / 3)])
def test_conditions_of_an_earlier_caller_do_not_stay(function: object) -> None:
    assert callable(function)
    k = symbol("k")
    burdened = function((1 + k).with_conditions(["a > 0", "b > 0"]))
    assert {"a > 0", "b > 0"} <= burdened.conditions
    assert not function(1 + k).conditions & {"a > 0", "b > 0"}
    assert not exp(function(1 + k)).conditions & {"a > 0", "b > 0"}


def test_threads_print_the_same_digits_and_leave_the_precision_alone() -> None:
    numbers = [exp(Exact(Fraction(n, 7))) / (1 + exp(sqrt(Exact(n + 2)))) for n in range(24)]
    expected = [number.decimal(10 + 7 * (n % 9)) for n, number in enumerate(numbers)]
    before = ctx.prec
    with ThreadPoolExecutor(8) as pool:
        for _ in range(5):
            found = list(pool.map(lambda n: numbers[n].decimal(10 + 7 * (n % 9)), range(24)))
            assert found == expected
    assert ctx.prec == before
