"""The functions by which a derivation states its results: they print what is proved and refuse everything else."""

from __future__ import annotations

from typing import Any

import pytest

from symattn.attention import attention
from symattn.derivation import claim, claim_different, claim_refused, claim_same, claim_stages
from symattn.errors import ClaimError, EmptyRowError


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


class TestClaim:
    def test_a_matrix_prints_a_line_a_row(self, capsys: pytest.CaptureFixture[str]) -> None:
        claim("A", [[1, 0], ["1/(1 + e)", "e/(1 + e)"]], "[[1, 0], [1/(1+e), e/(1+e)]]")
        assert printed(capsys) == "A =\n  [1, 0]\n  [1/(e + 1), e/(e + 1)] ~ [0.268941, 0.731059]\n"

    @pytest.mark.parametrize(
        ("value", "line"),
        [
            (3, "x = 3"),
            ("1/2", "x = 1/2 ~ 0.5"),
            ("200/1", "x = 200"),
            ("1/8000000", "x = 1/8000000 ~ 0.000000"),
            ("-oo", "x = -oo"),
            ("k/2", "x = k/2"),
            ("ln k", "x = ln(k) for k > 0"),
            ([0, "-oo"], "x = [0, -oo]"),
            (["1/3", "-oo"], "x = [1/3, -oo] ~ [0.333333, -oo]"),
        ],
    )
    def test_decimals_are_shown_where_they_say_more(
        self, value: Any, line: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        claim("x", value, value)
        assert printed(capsys) == f"{line}\n"

    def test_decimals_may_be_written_as_the_text_writes_them(self, capsys: pytest.CaptureFixture[str]) -> None:
        claim("row", ["1/25", "3/5", "-1/2"], ["1/25", "3/5", "-1/2"], ".04 .60 -.50")
        assert printed(capsys) == "row = [1/25, 3/5, -1/2] ~ [0.04, 0.60, -0.50]\n"

    def test_a_name_stands_for_one_generator(self, capsys: pytest.CaptureFixture[str]) -> None:
        claim("row", ["exp(1/2)/(1 + e)", "pi"], ["exp(1/2)/(1 + e)", "pi"], r="exp(1/2)")
        assert printed(capsys) == "row = [r/(r^2 + 1), pi] ~ [0.443409, 3.141593]\n"
        with pytest.raises(ClaimError, match="r cannot stand for 2: it names one exponential"):
            claim("row", [1], [1], r=2)

    @pytest.mark.parametrize("expected", ["e/(2 + e)", "[e/(1 + e)]", "0.731059"])
    def test_what_is_not_equal_is_refused(self, expected: str) -> None:
        with pytest.raises(ClaimError, match=r"^A is e/\(e \+ 1\), which is not proved equal to "):
            claim("A", "e/(1 + e)", expected)

    @pytest.mark.parametrize("decimals", ["0.731058", "0.7311 0.7311", "0.7310585786300048", "0"])
    def test_a_decimal_that_is_not_the_rounding_is_refused(self, decimals: str) -> None:
        with pytest.raises(ClaimError):
            claim("A", "e/(1 + e)", "e/(1 + e)", decimals)


class TestOtherClaims:
    def test_different_is_proved(self, capsys: pytest.CaptureFixture[str]) -> None:
        claim_different("rows", [["e", 1], [0, 1]], [["e", 1], [0, 2]])
        assert printed(capsys) == "rows: [[e, 1], [0, 1]] differs from [[e, 1], [0, 2]]\n"
        with pytest.raises(ClaimError, match="rows is not proved different: equal"):
            claim_different("rows", ["e"], ["exp(1)"])

    def test_words_are_compared_as_they_are(self, capsys: pytest.CaptureFixture[str]) -> None:
        claim_same("flags", [True, "EOS", (1, 2)], [True, "EOS", (1, 2)])
        assert printed(capsys) == "flags: True, EOS, 1, 2\n"
        with pytest.raises(ClaimError, match="flags: True is found where False is expected"):
            claim_same("flags", True, False)

    def test_a_refusal_must_happen_and_say_the_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        def fail() -> None:
            raise EmptyRowError.of(1)

        claim_refused("row 2", fail, "query 2")
        assert printed(capsys) == 'row 2: refused, "query 2"\n'
        with pytest.raises(ClaimError, match='"query 1" is expected as an error, and a valid query'):
            claim_refused("row 1", fail, "query 1")
        with pytest.raises(ClaimError, match="nothing is said"):
            claim_refused("no row", lambda: None, "query 1")

    def test_a_trace_must_agree_in_every_stage_named(self, capsys: pytest.CaptureFixture[str]) -> None:
        trace = attention([[1], [0]], [[1], [0]], [[1], [0]], visible="causal")
        claim_stages("head", trace, {"dots": [[1, 0], [0, 0]], "output": [[1], ["1/2"]]})
        assert printed(capsys) == "head agrees in dots, output\n"
        with pytest.raises(ClaimError, match="head is not proved to agree in output: different"):
            claim_stages("head", trace, {"dots": [[1, 0], [0, 0]], "output": [[1], [1]]})
