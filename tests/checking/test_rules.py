"""What each rule takes."""

from __future__ import annotations

import pytest

from symattn.checking import Rule, check
from symattn.errors import DomainError, SymattnError, UnknownNameError

SHARE = "e/(1+e)"


@pytest.mark.parametrize(
    ("typed", "rule", "accepted"),
    [
        ("1/(1+e^-1)", "exact", True),
        ("0.731059", "exact", False),
        ("0.7311", "auto", True),
        ("0.731", "auto", False),
        ("0.7310", "auto", False),
        ("0.7310585786300048", "auto", False),
        (SHARE, "auto", True),
        ("0.7311", "places:4", True),
        ("0.73106", "places:4", False),
        (SHARE, "places:4", False),
        ("0.7311", "places>=4", True),
        ("0.731059", "places>=4", True),
        ("0.731", "places>=4", False),
        (SHARE, "places>=4", True),
        ("0.731", "sig:3", True),
        ("0.7311", "sig:3", False),
        ("0.731", "sig>=3", True),
        ("0.73", "sig>=3", False),
        ("0.74", "within:1/100", True),
        ("0.75", "within:1/100", False),
        ("0.75", "within 0.02", True),
        ("3/4", "within:0.02", True),
        ("0.7240", "relative:1/100", True),
        ("0.7230", "relative:1/100", False),
        ("0.74.1", "within:1", None),
    ],
)
def test_what_a_rule_accepts(typed: str, rule: str, accepted: bool | None) -> None:
    assert check(typed, SHARE, rule).accepted is accepted


@pytest.mark.parametrize(
    ("typed", "expected", "rule", "accepted"),
    [
        ("1/2", "1/2", "places:2", False),
        ("0.5", "1/2", "places:2", False),
        ("0.50", "1/2", "places:2", True),
        ("0.5", "1/2", "places>=2", True),
        ("1", "1", "places:6", True),
        ("1.0", "1", "places:6", False),
        ("1.000000", "1", "places:6", True),
        ("0", "0", "sig:3", True),
        ("0.00", "0", "sig:1", True),
        ("0.00", "0", "sig:3", False),
        ("0.00", "0", "places:3", False),
        ("-oo", "-oo", "places:3", True),
        ("[1.50, -oo]", "[3/2, -oo]", "places:2", True),
        ("k/(k + 1)", "1 - 1/(k + 1)", "sig:3", True),
        ("0.000", "e^-50", "places:3", True),
        ("0.000", "e^-50", "places>=3", True),
        ("0.000", "e^-50", "sig:1", False),
        ("0.000", "e^-50", "sig>=1", False),
        ("0", "3/10", "sig:1", False),
        ("0", "3/10", "places:0", True),
        ("4000", "3996", "sig:1", True),
        ("4000", "3996", "sig:2", True),
        ("4000", "3996", "sig:3", True),
        ("4000", "3996", "sig:4", False),
        ("4000", "3996", "auto", False),
        ("4000", "4000", "sig:2", True),
        ("4000.0", "4000", "sig:2", False),
        ("2.5e3", "2460", "sig:2", True),
        ("5*10^-1", "1/2", "places:1", True),
        ("5*10^-1", "1/2", "places:2", False),
    ],
)
def test_counts_of_digits(typed: str, expected: str, rule: str, accepted: bool) -> None:
    assert check(typed, expected, rule).accepted is accepted


def test_a_bound_that_is_kept_says_so_instead_of_wrong() -> None:
    found = check("0.735", SHARE, "within:1/100")
    assert (found.outcome, found.accepted) == ("within the bound", True)
    assert check("0.7311", SHARE, "within:1/100").outcome == "rounded"


def test_a_relative_bound_goes_by_the_size_of_a_negative_value() -> None:
    assert check("-101", "-100", "relative:1/100").accepted is True
    assert check("-102", "-100", "relative:1/100").accepted is False


@pytest.mark.parametrize(
    ("typed", "expected", "rule", "accepted"),
    [
        ("1/3 + 1/100", "1/3", "within:1/100", True),  # just as far as allowed: enclosures do not tell
        ("1/3 + 1/100 + 1/10^40", "1/3", "within:1/100", False),
        ("e + e/100", "e", "relative:1/100", True),
        ("e + e/100 + exp(-99)", "e", "relative:1/100", False),
        ("1/(1 + exp(6931/10000))", "1/3", "within:1/10000", True),
        ("1/(1 + exp(6931/10000))", "1/3", "relative:1/10^6", False),
        ("e^(10^20)", "1", "within:1", False),
        ("-oo", "1", "within:1", False),
    ],
)
def test_a_bound_is_proved_to_hold_or_not(typed: str, expected: str, rule: str, accepted: bool) -> None:
    assert check(typed, expected, rule).accepted is accepted


def test_a_bound_with_a_symbol_left_is_for_a_person() -> None:
    assert check("k + 1/100", "k", "within:1/10").accepted is True
    assert check("2k", "k", "within:1/10").accepted is None


@pytest.mark.parametrize("rule", ["within:1/100", "relative:1/10"])
@pytest.mark.parametrize(
    "typed", ["0.7310", "0.7309", "0.7312", "0.7310585786300048", "0.7311", "0.731", "0.74", SHARE]
)
def test_what_a_bound_takes_is_not_called_faulty(typed: str, rule: str) -> None:
    found = check(typed, SHARE, rule)
    assert found.accepted is True
    assert found.outcome in ("exact", "rounded", "within the bound")
    assert found.message.startswith("right: ")


@pytest.mark.parametrize("rule", ["", "sig", "sig:0", "places:-1", "decimals:3", "within", "exactly", "places:3.5"])
def test_another_rule_is_refused(rule: str) -> None:
    if not rule:
        assert check("1", 1, rule).accepted
        return
    with pytest.raises(UnknownNameError, match="no rule is called"):
        check("1", 1, rule)


@pytest.mark.parametrize(
    ("rule", "offer"),
    [
        ("places=3", "did you mean places>=3 or places:3?"),
        ("place:12", "did you mean places:12 or places>=12?"),
        ("sig=2", "did you mean sig>=2 or sig:2?"),
    ],
)
def test_the_rule_offered_keeps_the_number_typed(rule: str, offer: str) -> None:
    with pytest.raises(UnknownNameError) as refused:
        check("1", 1, rule)
    assert str(refused.value).endswith(offer)


@pytest.mark.parametrize("rule", ["within:0", "within:-1/2", "relative:-oo", "within:k", "within:[1, 2]"])
def test_a_bound_is_a_positive_number(rule: str) -> None:
    with pytest.raises(DomainError):
        check("1", 1, rule)


def test_an_unreadable_bound_is_an_error_and_no_verdict() -> None:
    with pytest.raises(SymattnError):
        Rule.parse("within:1..2")


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("places:1", "exactly 1 decimal place"),
        ("sig>=3", "at least 3 significant digits"),
        ("exact", "the exact form"),
        ("auto", "the exact form or at least 4 significant digits"),
        ("relative:1/8", "at most 1/8 of the value away"),
    ],
)
def test_a_rule_in_words(rule: str, words: str) -> None:
    assert Rule.parse(rule).asks() == words


def test_a_bound_says_nothing_of_a_formula_but_of_a_difference_without_symbols() -> None:
    assert check("k/(k+1) + 1/2000", "k/(k+1)", "within:1/1000").accepted is True
    assert check("k/(k+1) + 1/200", "k/(k+1)", "within:1/1000").accepted is False
    assert check("k/(k+2)", "k/(k+1)", "within:1/1000").accepted is None
