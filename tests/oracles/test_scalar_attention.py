"""The oracle against values known by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.oracles import scalar_attention as scalar
from tests.oracles.scalar_attention import Matrix, mp, same_rows
from tests.oracles.written_problems import solved


class TestTheOracleItself:
    e = mp.exp(1)

    def test_a_row_of_one_zero_one_gives_e_one_e(self) -> None:
        total = 2 * self.e + 1
        row = scalar.softmax(scalar.matrix([[1, 0, 1]])[0])
        assert same_rows([row], [[self.e / total, 1 / total, self.e / total]])

    def test_an_unmasked_head_over_root_two(self) -> None:
        queries, keys = scalar.matrix([[1, 0], [0, 1], [1, 1]]), scalar.matrix([[1, 1], [0, 1], [1, 2]])
        stages = scalar.head(queries, keys, scalar.matrix([[1, 0], [1, 2], [2, 2]]), scalar.full(3, 3))
        r = mp.exp(1 / mp.sqrt(2))
        assert same_rows(stages["dots"], scalar.matrix([[1, 0, 1], [1, 1, 2], [2, 1, 3]]))
        assert same_rows(stages["weights"][:1], [[r / (2 * r + 1), 1 / (2 * r + 1), r / (2 * r + 1)]])
        assert same_rows(stages["output"][1:2], [[2 * (1 + r) / (2 + r)] * 2])

    def test_a_causal_relation_hides_what_comes_later(self) -> None:
        assert scalar.causal(3, 3) == [[True, False, False], [True, True, False], [True, True, True]]
        assert scalar.causal(1, 2) == [[True, False]]
        assert scalar.causal(1, 2, offset=1) == [[True, True]]

    def test_padding_hides_columns(self) -> None:
        assert scalar.padding(2, 3, 1) == [[True, False, False]] * 2

    def test_a_real_query_needs_a_key(self) -> None:
        with pytest.raises(ValueError, match="a valid query has no visible key"):
            scalar.softmax([scalar.MINUS_INFINITY] * 2)

    def test_an_unused_query_gives_zeros(self) -> None:
        assert scalar.softmax([scalar.MINUS_INFINITY] * 2, query_is_valid=False) == [0, 0]

    def test_a_bias_is_added_before_the_softmax(self) -> None:
        bias = [[mp.log(3), mp.mpf(0)]]
        stages = scalar.weigh(scalar.matrix([[0, 0]]), None, scalar.full(1, 2), bias=bias)
        assert same_rows(stages["weights"], scalar.matrix([[Fraction(3, 4), Fraction(1, 4)]]))

    def test_heads_are_joined_side_by_side_and_projected(self) -> None:
        outputs: list[dict[str, Matrix]] = [{"output": scalar.matrix([[2]])}, {"output": scalar.matrix([[3]])}]
        stages = scalar.several(outputs, scalar.matrix([[1, 1], [1, -1]]))
        assert same_rows(stages["joined"], scalar.matrix([[2, 3]]))
        assert same_rows(stages["output"], scalar.matrix([[5, -1]]))

    def test_loss_of_one_half_is_log_two(self) -> None:
        assert scalar.rounded(scalar.loss(scalar.number(Fraction(1, 2))), 6) == "0.693147"

    def test_equal_heads_are_split_from_the_columns(self) -> None:
        table = {"Q": [[1, 0], [0, 1]], "K": [[1, 0], [0, 1]], "V": [[4, 5], [6, 7]], "n_heads": 2, "visible": "causal"}
        stages = solved(table)
        assert same_rows(stages["head2.V"], scalar.matrix([[5], [7]]))
        assert same_rows(stages["output"], [[mp.mpf(4), mp.mpf(5)], [mp.mpf(5), (5 + 7 * self.e) / (1 + self.e)]])

    @pytest.mark.parametrize(
        ("value", "places", "printed"),
        [
            (Fraction(1, 2), 0, "1"),
            (Fraction(-1, 2), 0, "-1"),
            (Fraction(5, 1000), 2, "0.01"),
            (Fraction(-4, 1000), 2, "0.00"),
            (Fraction(2, 3), 3, "0.667"),
            (Fraction(-2, 3), 3, "-0.667"),
            (Fraction(12), 1, "12.0"),
        ],
    )
    def test_rounding_is_half_away_from_zero(self, value: Fraction, places: int, printed: str) -> None:
        assert scalar.rounded(scalar.number(value), places) == printed

    def test_a_float_is_no_number_here(self) -> None:
        with pytest.raises(TypeError):
            scalar.number(0.5)

    def test_distance_in_units_of_the_last_place(self) -> None:
        one_and_a_bit = scalar.number(1 + Fraction(1, 2**52))
        assert scalar.ulps_from_nearest_float(one_and_a_bit, "1") == 1
