"""Primes with wanted roots, rationals from residues."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

import pytest
from flint import fmpz
from hypothesis import given
from hypothesis import strategies as st

from symattn.exact.modular import Residues, rational_from_residue, residue_power, residue_prime, splitting_prime


@pytest.mark.parametrize("residues", [(), (2,), (2, 3, 5), (2, 3, 5, 7, 11, 13)])
@pytest.mark.parametrize("coprime_to", [1, 6, 10**25, 101])
def test_residue_primes(residues: tuple[int, ...], coprime_to: int) -> None:
    found = [residue_prime(residues, coprime_to, skip) for skip in range(3)]
    assert found == sorted(set(found))
    for prime in found:
        order = (prime - 1) // 2
        assert fmpz(prime).is_prime()
        assert order % 2 == 1
        assert gcd(order, coprime_to) == 1
        for value in residues:
            for index in (2, 3, 7, 10**25):
                root = residue_power(value, Fraction(1, index), prime)
                assert root is not None
                assert pow(root, index, prime) == value
                assert residue_power(value, Fraction(3, index), prime) == pow(root, 3, prime)


def test_a_root_that_is_not_unique_is_declined() -> None:
    prime = residue_prime((2,), 1)
    order = (prime - 1) // 2
    assert residue_power(2, Fraction(1, order), prime) is None


@pytest.mark.parametrize("radicals", [(), ((2, 2),), ((2, 3),), ((2, 6), (3, 2)), ((2, 2), (3, 3), (5, 4))])
def test_splitting_primes(radicals: tuple[tuple[int, int], ...]) -> None:
    primes = set()
    for skip in range(3):
        prime, roots = splitting_prime(radicals, skip)
        primes.add(prime)
        assert fmpz(prime).is_prime()
        for (value, index), found in zip(radicals, roots, strict=True):
            assert len(set(found)) == index
            assert all(pow(root, index, prime) == value for root in found)
    assert len(primes) == 3


@given(st.lists(st.fractions(), min_size=1, max_size=4))
def test_rationals_are_found_again(values: list[Fraction]) -> None:
    unknown = Residues(len(values))
    for skip in range(200):
        prime, _ = splitting_prime((), skip)
        unknown.add([v.numerator * pow(v.denominator, -1, prime) % prime for v in values], prime)
        found = unknown.rationals()
        if found is not None:
            break
    assert found == values


@given(st.integers(0, 10**6 + 2))
def test_a_large_residue_is_no_small_rational(residue: int) -> None:
    found = rational_from_residue(residue, 1_000_003)
    if found is not None:
        assert (found.numerator - residue * found.denominator) % 1_000_003 == 0
        assert abs(found.numerator) * found.denominator < 1_000_003 >> 16
