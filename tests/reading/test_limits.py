"""What would hang, fill the memory or overflow the stack is refused before it is worked out."""

from __future__ import annotations

import pytest

from symattn.errors import DomainError, LimitError, ReadError, ReadLimitError
from symattn.exact import ExactMatrix
from symattn.reading import Limits, read_text
from symattn.reading.evaluate import Evaluator


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1+" * 15_000 + "1", "more than 20000 characters"),
        ("(" * 101 + "1" + ")" * 101, "brackets are nested deeper than 100 levels"),
        ("log" + "8" * 900, "log888888888888888888888888888... is ambiguous"),
        ("8" * 900 + " " + "8" * 900, "side by side"),
        ("8" * 900 + "e7", "888... is ambiguous"),
        ("(" + "8" * 900 + "*)", "expected after"),
        (r"\sqrt" + "8" * 900, "TeX takes one digit"),
        ("x" * 900, "the word"),
        ("\\" + "x" * 900, "the command"),
        ("2*" + "e*" * 300 + "e2", "a digit right after e"),
        ("1/2e" + "(1+e)" * 300, "an implied product after / is ambiguous"),
        ("[" * 15_000, "brackets are nested deeper than 100 levels"),
        (r"\frac{1}{1+" * 101 + "1" + "}" * 101, "brackets are nested deeper"),
        ("-" * 5_000 + "1", "nested deeper than 200 levels"),
        ("x^" * 5_000 + "2", "nested deeper than 200 levels"),
        ("ln " * 5_000 + "2", "nested deeper than 200 levels"),
        ("8" * 4_001, "more than 4000 digits"),
        ("8" * 4_000 + "*" + "8" * 4_000, "more than 4000 digits"),
        ("1.5e4001", "more than 4000 digits"),
        ("1.5e-99999999999999999999", "more than 4000 digits"),
        ("7^7^7^7", "more than 4000 digits"),
        ("(7/3)^(10^9)", "more than 4000 digits"),
        ("(7/3)^-(10^9)", "more than 4000 digits"),
        ("2^(10^9+1/2)", "more than 4000 digits"),
        ("(3+e)^(10^9)", "more than"),
        ("exp(10^5*ln 2)", "more than 4000 digits"),
        ("exp(10^5*ln(2)/3)", "more than 4000 digits"),
        ("root(1+e, 3)^(10^5)", "too large"),
        ("(1+e)^(729/1000)", "too large"),
        ("(1+x+y+z+e)^60", "more than 20000 terms"),
        ("((1+x+y)^30)*((1+u+v)^30)", "more than 20000 terms"),
        ("*".join(f"(1+x_{i})" for i in range(40)), "more than 20000 terms"),
        ("+".join(f"1/(1+x_{i})" for i in range(40)), "more than 20000 terms"),
        ("+".join(f"1/(1+e^sqrt({p}))" for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)), "terms"),
        ("x_1" * 40, "a subscript of more than 60 characters"),
        ("x" + "₁" * 61, "a subscript of more than 60 characters"),
        ("(1+e+pi+sqrt(2))^60", "more than 70000 characters to write"),
        ("[(1+e)^900, (1+e)^1200]", "more than 70000 characters to write"),
        ("+".join(f"{i}e^{i}" for i in range(1, 1800)), "too much work"),
        (f"[{','.join(['e/(1+e)'] * 2400)}]", "too much work"),
        ("π" * 5000, "too much work"),
        ("*".join("y" * 5000), "too much work"),
        ("+".join(f"x_{i}" for i in range(400)), "too many different"),
        ("tanh(" * 40 + "1" + ")" * 40, "nested too deeply"),
        ("e^" * 90 + "x", "nested too deeply"),
        ("+".join(f"sqrt({10**40 + i})" for i in range(1, 300)), "too much work"),
    ],
    ids=lambda part: part[:20],
)
def test_too_much_is_refused(text: str, words: str) -> None:
    with pytest.raises(ReadError, match=words) as caught:
        read_text(text)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "text",
    [
        "((((((((((e))))))))))",
        "-" * 100 + "1",
        "1^(10^9)",
        "(-1)^(10^9+1)",
        "e^(10^12)",
        "x^(10^12)",
        "10^3999",
        "(1+e)^500",
        "(1+e^-1)^-200",
        "1/(1+e)^30 + 1/(2+e)^30",
        "+".join(f"1/({i}+e)" for i in range(1, 60)),
        "/".join(["1", *["2"] * 3_000]),
        "+".join(["e"] * 3_000),
        " ".join(["e"] * 3_000),
        "+".join(f"exp({i}*sqrt(2)/2)" for i in range(300)),
        "exp(0.12345678901234567)/(exp(0.12345678901234567)+exp(0.76543210987654321))",
        "root(2, 10^9)",
        "x^(10^9/3)",
        "tanh(10^500)",
        "e^(10^400)/(1 + e^(10^400))",
        "x^(10^400) + x^(1/10^400)",
        "root(2, 10^400) + root(2, 10^200)",
        "exp(10^9*ln(ln(pi))/3)",
        "[" + ",".join("1" * 5_000) + "]",
    ],
    ids=lambda part: part[:20],
)
def test_what_is_only_long_is_read(text: str) -> None:
    read_text(text)


def test_limits_can_be_widened_and_narrowed() -> None:
    assert read_text("7^5000", limits=Limits(digits=4_300)).value == 7**5000
    with pytest.raises(ReadError, match="more than 5 characters"):
        read_text("1+1+1+1", limits=Limits(length=5))
    with pytest.raises(ReadError, match="more than 3 digits"):
        read_text("1234", limits=Limits(digits=3))
    with pytest.raises(ReadError, match="more than 3 entries"):
        read_text("[1, 2, 3, 4]", limits=Limits(entries=3))


def test_an_engine_error_keeps_its_cause() -> None:
    with pytest.raises(ReadError) as caught:
        read_text("1 + ln(-3)")
    assert isinstance(caught.value.__cause__, DomainError)


def test_a_hidden_score_has_no_negative() -> None:
    with pytest.raises(ReadError, match="row 1, column 2 is -oo"):
        read_text("-[[0, -oo], [0, 0]]")


def test_every_call_has_a_budget_of_its_own() -> None:
    for _ in range(3):
        read_text("(1+e)^490 + k")
    assert Evaluator(Limits()).budget.spent == 0


@pytest.mark.parametrize(
    "text", ["(1+e+pi+sqrt(2))^60", "9^9^9^9", "1" * 30_000, "(" * 300 + "1" + ")" * 300, "exp(10^5*ln 2)"]
)
def test_what_is_too_large_is_told_from_what_makes_no_sense(text: str) -> None:
    with pytest.raises(ReadLimitError):
        read_text(text)
    with pytest.raises(ReadError) as found:
        read_text("1 +")
    assert not isinstance(found.value, LimitError)


def test_a_long_text_may_have_a_long_value() -> None:
    terms = " + ".join(f"{i}*e^{i * i}" for i in range(1, 150))
    row = ", ".join([f"({terms})/({terms} + 1)"] * 2)
    value = read_text(f"[{row}]").value
    assert isinstance(value, ExactMatrix)
    assert sum(len(x.numerator) + len(x.denominator) - 2 for x in (value.number(0, 0), value.number(0, 1))) < 2000
    short = Limits(shown=1_000)
    assert read_text(f"[{row}]", limits=short).value == value
    with pytest.raises(ReadLimitError, match="more than 1000 characters"):
        read_text("(1 + e)^120", limits=short)
