"""The digits of a decimal as typed: places, significant figures, exponents; and None for anything else."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symattn.reading import TypedDigits, read_text


@pytest.mark.parametrize(
    ("text", "sign", "digits", "exponent", "places", "significant"),
    [
        ("0.7310", 1, "0.7310", 0, 4, (4, 4)),
        ("-0.05", -1, "0.05", 0, 2, (1, 1)),
        (".5", 1, ".5", 0, 1, (1, 1)),
        ("7", 1, "7", 0, 0, (1, 1)),
        ("1200", 1, "1200", 0, 0, (2, 4)),
        ("1200.", 1, "1200.", 0, 0, (2, 4)),
        ("1200.0", 1, "1200.0", 0, 1, (5, 5)),
        ("0", 1, "0", 0, 0, (1, 1)),
        ("0.00", 1, "0.00", 0, 2, (1, 1)),
        ("007.50", 1, "007.50", 0, 2, (3, 3)),
        ("8.4e22", 1, "8.4", 22, -21, (2, 2)),
        ("8.40e-3", 1, "8.40", -3, 5, (3, 3)),
        ("127*10^-3", 1, "127", -3, 3, (3, 3)),
        (r"1.27\times10^{-3}", 1, "1.27", -3, 5, (3, 3)),
        ("1.27×10⁻³", 1, "1.27", -3, 5, (3, 3)),
        ("-127*10^-3", -1, "127", -3, 3, (3, 3)),
        (r"-1.27\cdot 10^{-3}", -1, "1.27", -3, 5, (3, 3)),
        ("−1.27×10⁻³", -1, "1.27", -3, 5, (3, 3)),
        ("-(-1.27)*(10)^(-3)", 1, "1.27", -3, 5, (3, 3)),
        ("-(1.27*10^2)", -1, "1.27", 2, 0, (3, 3)),
        ("-(0.05)", -1, "0.05", 0, 2, (1, 1)),
        ("(-(-(0.05)))", 1, "0.05", 0, 2, (1, 1)),
        ("12.5%", 1, "12.5", -2, 3, (3, 3)),
        ("0,25", 1, "0.25", 0, 2, (2, 2)),
        ("$0{,}25$", 1, "0.25", 0, 2, (2, 2)),
        ("−0.25", -1, "0.25", 0, 2, (2, 2)),
        ("+0.25", 1, "0.25", 0, 2, (2, 2)),
    ],
)
def test_digits(text: str, sign: int, digits: str, exponent: int, places: int, significant: tuple[int, int]) -> None:
    typed = read_text(text).digits
    assert typed == TypedDigits(sign, digits, exponent)
    assert (typed.places, typed.significant) == (places, significant)
    assert typed.unit == Fraction(10) ** -places
    assert read_text(text).value == typed.value


@pytest.mark.parametrize("text", ["1/2", "½", "2½", "e", "0.5 + 0", "2*0.5", "0.5*10", "10^-3", "[0.5]", "-oo", "0.5e"])
def test_no_digits(text: str) -> None:
    assert read_text(text).digits is None


@given(st.integers(-(10**12), 10**12), st.integers(0, 8))
def test_places_and_value_agree(number: int, places: int) -> None:
    text = f"{abs(number):0{places + 1}d}"
    text = ("-" if number < 0 else "") + (f"{text[:-places]}.{text[-places:]}" if places else text)
    typed = read_text(text).digits
    assert typed is not None
    assert typed.places == places
    assert typed.value == Fraction(number, 10**places)
    low, high = typed.significant
    assert 1 <= low <= high <= len(str(abs(number)))
