"""Every character of a text is read, skipped as layout, or refused: none is dropped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symattn.reading.characters import plain, reason, vulgar_fraction
from symattn.reading.grammar import parse
from symattn.reading.refusal import Refusal
from symattn.reading.tape import Tape
from symattn.reading.tokens import tokenize

PIECES = [
    *(
        "e",
        "pi",
        "x_1",
        "α",
        "ln",
        "sqrt",
        "exp",
        "log_",
        "log₂",
        "sigma(",
        r"\sigma(",
        "oo",
        "∞",
        r"\infty",
        "½",
        "1⁄2",
    ),
    *("1", "20", "0.5", ".5", "3.", "1.5e-3", "2e+1", "0,5", "0{,}5", "²", "⁻¹", "₂", "√", "∛", "𝑒", "１", "²⁄₃"),
    *("+", "-", "−", "*", "**", "^", "/", "·", "×", "%", r"\%", "(", ")", "[", "]", "{", "}", ",", ";", "&", "，"),
    *(
        r"\frac",
        r"\frac12",
        r"\sqrt",
        r"\left(",
        r"\right)",
        r"\cdot",
        r"\,",
        r"\;",
        "~",
        r"\ ",
        r"\quad",
        r"\mathrm{e}",
    ),
    *(
        r"\begin{bmatrix}",
        r"\end{bmatrix}",
        r"\\",
        r"\\[2pt]",
        r"\operatorname{tanh}",
        "$",
        "$$",
        r"\(",
        r"\)",
        ".",
        " ",
    ),
    *("\n", "\u00a0", "\u2009", r"\boxed", r"\displaystyle", r"\begin{array}{c|c}", r"\end{array}", r"\hline", "–"),
]
texts = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


def tokenized(text: str) -> Tape | Refusal:
    try:
        return tokenize(text)
    except Refusal as refusal:
        return refusal


def covered(tape: Tape) -> list[int]:
    spans = [(token.start, token.end) for token in tape.tokens] + tape.skipped
    return sorted(place for start, end in spans for place in range(start, end))


@given(texts | st.text(max_size=12))
def test_every_character_is_accounted_for(text: str) -> None:
    tape = tokenized(text)
    if isinstance(tape, Refusal):
        assert 0 <= tape.position <= len(text)
        assert tape.message.isprintable()
    else:
        assert covered(tape) == list(range(len(text)))


@pytest.mark.parametrize(
    "text",
    [
        r"$\left(\tfrac{1}{2}\;,\; e^{-1}\right)$.",
        "[ 1/2 ,\n 2·e⁻¹ ]",
        r"\begin{array}{cc} 1 & 2 \\ \hline 3&4\\[1ex]\end{array}",
    ],
)
def test_longer_texts_are_covered(text: str) -> None:
    assert covered(tokenize(text)) == list(range(len(text)))


@given(st.text())
def test_plain_spelling_keeps_positions(text: str) -> None:
    assert len(plain(text)) == len(text)


@given(st.characters())
def test_every_character_has_a_harmless_reason(char: str) -> None:
    assert reason(char).isprintable()


def test_vulgar_fractions() -> None:
    assert vulgar_fraction("⅞") == (7, 8)
    assert vulgar_fraction("⅒") == (1, 10)
    assert vulgar_fraction("⅟") is None  # a numerator without a denominator
    assert vulgar_fraction("x") is None


def test_two_dots_are_no_power() -> None:
    with pytest.raises(Refusal) as caught:
        parse("2··3")
    assert caught.value.position == 2
