"""The short way for plain numbers: it agrees with the grammar on all that it takes, and needs no Lark."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symattn.exact import Exact, MinusInfinity, compare
from symattn.reading.decimals import typed_digits
from symattn.reading.evaluate import evaluate
from symattn.reading.grammar import parse
from symattn.reading.plain import read_plain
from symattn.reading.refusal import Refusal

signs = st.sampled_from(["", "-", "- ", "+", "−", " -"])
wholes = st.integers(0, 400).map(str)
decimals = st.from_regex(r"[0-9]{0,3}\.[0-9]{1,4}|[0-9]{1,3}", fullmatch=True)
roots = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["", "3", "2*", "12 * ", "5 ", "0*"]),
    st.sampled_from(["sqrt", "ln", "sqrt ", "ln "]),
    st.sampled_from(["(2)", "(0)", "( 12 )", "99", " 7", "(1)"]),
    st.sampled_from(["", "/4", " / 3", "/0"]),
)
plain_texts = st.builds(
    "{}{}".format,
    signs,
    decimals
    | roots
    | st.builds("{}/{}".format, wholes, wholes)
    | wholes.map("1/sqrt({})".format)
    | wholes.map("ln {}".format),
)


@given(plain_texts)
def test_the_short_way_agrees_with_the_grammar(text: str) -> None:
    short = read_plain(text)
    if short is None:
        return
    value, digits = short
    root = parse(text).root
    long = evaluate(root)
    assert isinstance(value, Exact)
    assert isinstance(long, Exact)
    assert compare(value, long).outcome == "equal"
    assert digits == typed_digits(root)


@pytest.mark.parametrize(
    "text", ["7", "-3/4", "0.25", "ln 99", "ln(2)", "3*sqrt(5)/7", "2sqrt 3", "1/sqrt(2)", "-oo", "-∞"]
)
def test_the_short_way_takes_what_problem_files_hold(text: str) -> None:
    assert read_plain(text) is not None


def test_minus_infinity_is_taken() -> None:
    short = read_plain("-\\infty")
    assert short is not None
    assert isinstance(short[0], MinusInfinity)


@pytest.mark.parametrize(
    "text", ["1/0", "ln 0", "ln 3/4", "2e", "1.5e3", "0,5", "(3)", "[1]", "٣", "1_0", "", "x", "sqrt(2"]
)
def test_the_short_way_leaves_the_rest(text: str) -> None:
    assert read_plain(text) is None


def test_what_the_short_way_takes_the_grammar_takes_too() -> None:
    for text in ("ln 99", "1/sqrt(0)"):
        short = read_plain(text)
        try:
            parse(text)
            evaluate(parse(text).root)
        except Refusal:
            assert short is None


def test_plain_numbers_import_neither_lark_nor_sympy() -> None:
    code = (
        "import sys\n"
        "from symattn.reading import read_text\n"
        "for text in ('1', '-1/2', '0.25', 'ln 99', '3*sqrt(2)/4', '1/sqrt(2)', '-oo'): read_text(text)\n"
        "print(sorted({'lark', 'sympy', 'symattn.reading.grammar'} & set(sys.modules)))\n"
        "read_text('1 + e')\n"
        "print(sorted({'lark', 'sympy', 'symattn.reading.grammar'} & set(sys.modules)))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.splitlines() == ["[]", "['lark', 'symattn.reading.grammar']"]
