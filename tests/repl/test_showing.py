"""What a session prints for a value."""

from __future__ import annotations

from typing import Any

import pytest

import symattn as sa
from symattn.repl.showing import shown
from symattn.values import exact


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        ("7", ["7"]),
        ("1/2", ["1/2", "= 0.5"]),
        ("1/3", ["1/3", "≈ 0.3333333333"]),
        ("e/(1+e)", ["e/(e + 1)", "≈ 0.7310585786"]),
        ("-pi", ["-pi", "≈ -3.141592654"]),
        ("e^-1000", ["1/e^1000", "≈ 5.075958898e-435"]),
        ("e^100", ["e^100", "≈ 2.688117142e43"]),
        ("1/3 * 1/10^9", ["1/3000000000", "≈ 3.333333333e-10"]),
        ("123456789123/2", ["123456789123/2", "≈ 61728394560"]),
        ("k/2", ["k/2"]),
        ("ln k", ["ln(k)   (for k > 0)"]),
        ("-oo", ["-oo"]),
        ("[1, 20]", ["[[1, 20]]"]),
        ("[[1, 0], [10, 2]]", ["[[ 1, 0],", " [10, 2]]"]),
        ("[1/2, -oo]", ["[[1/2, -oo]]", "≈ [[0.500000, -oo]]"]),
        ("[[1/2], [e]]", ["[[1/2],", " [  e]]", "≈ [[0.500000],", "   [2.718282]]"]),
        ("[k, 1/2]", ["[[k, 1/2]]"]),
    ],
)
def test_numbers_and_matrices(value: str, lines: list[str]) -> None:
    assert shown(exact(value)).splitlines() == lines


def test_what_is_shown_of_a_number_reads_back() -> None:
    value = exact("[[1/2, e/(1+e)], [sqrt 2, ln 99]]")
    text = shown(value).partition("\n≈")[0]
    assert sa.compare(text, value).outcome == "equal"


@pytest.mark.parametrize(
    ("value", "line"),
    [
        (sa.compare("1", "2"), "different: "),
        (sa.check("0.5", "1/2"), "accepted (exact): right: proved equal\nread as: 0.5"),
        (sa.causal(2), "1 .\n1 1"),
        (sa.latex("1/2"), r"\frac{1}{2}"),
        (True, "True"),
        ([1], "[1]"),
    ],
)
def test_other_values(value: Any, line: str) -> None:
    assert shown(value).startswith(line)


def test_long_entries_are_not_lined_up() -> None:
    long = "1/(1 + e + e^2 + e^3 + e^5 + e^7 + e^11 + e^13 + e^17 + e^19 + e^23 + e^29 + e^31 + e^37 + e^41 + e^43)"
    assert shown(exact([[0, 0], [long, 1]])).startswith("[[0, 0],\n [1/(e^43 + ")


def test_a_large_matrix_is_not_printed() -> None:
    assert "too large to print" in shown(exact([[1] * 21] * 21))


def test_a_number_too_large_for_decimals_is_shown_exactly() -> None:
    assert shown(exact("e^(e^(e^10))")) == "exp(exp(e^10))"
