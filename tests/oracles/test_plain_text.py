"""The oracle's reader of plain exact text."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.oracles import scalar_attention as scalar
from tests.oracles.plain_text import rows_of, value_of
from tests.oracles.scalar_attention import Number, mp, same, same_rows


class TestPlainText:
    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("1/2", mp.mpf(1) / 2),
            (".60", mp.mpf(3) / 5),
            ("2e/(2e+1)", 2 * mp.exp(1) / (2 * mp.exp(1) + 1)),
            ("-ln(1/2)", mp.log(2)),
            ("ln 99", mp.log(99)),
            ("e^sqrt(2)", mp.exp(mp.sqrt(2))),
            ("e^-1", mp.exp(-1)),
            ("1*2*3^2", mp.mpf(18)),
            ("-2^2", mp.mpf(-4)),
            ("-oo", scalar.MINUS_INFINITY),
        ],
    )
    def test_values(self, text: str, value: Number) -> None:
        assert same(value_of(text), value)

    def test_a_row_over_a_number(self) -> None:
        assert same_rows(rows_of(value_of("[1, 3]/4")), scalar.matrix([[Fraction(1, 4), Fraction(3, 4)]]))

    @pytest.mark.parametrize("text", ["", "1 +", "x", "1 2", "[1, 2", "1 ! 2", "(1"])
    def test_what_is_not_plain_text(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"is |not |unknown "):
            value_of(text)
