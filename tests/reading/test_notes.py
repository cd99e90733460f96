"""What is said about how a text was understood, and that plain texts need no words."""

from __future__ import annotations

import pytest

from symattn.reading import read_text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("7,5", "7,5 is read as 7.5"),
        ("e^{2} + 7,25", "7,25 is read as 7.25"),
        ("1,5e-3", "scientific notation: 1.5*10^-3"),
        ("7e+1", "7e+1 is read as 7*e + 1"),
        ("7E-1", "E is Euler's number"),
        ("1.5e-3", "1.5e-3 is scientific notation"),
        ("log(7)", "log is read as the natural logarithm"),
        ("lg 7", "lg is read as the logarithm to base 10"),
        ("2½", "2 and 1/2 is read as 5/2"),
        ("5–3", "a dash is read as a minus sign"),
        ("e.", "the . at the end is taken as punctuation"),
        ("(0,5)", "(0,5) is read as a row of two entries"),
        ("k(1+e)", "k( ) is read as the product k*(1 + e)"),
        ("e^2k", "read as (e^2)*k"),
        ("e^1/2", "read as (e^1)/2"),
        ("2^-1/2", "read as (2^(-1))/2"),
        (r"\mathrm{e}^10", "the whole of 10 is read as the exponent"),
        (r"\sqrt(3)", "is read as sqrt(3)"),
    ],
)
def test_a_surprise_is_noted(text: str, words: str) -> None:
    assert any(words in note for note in read_text(text).notes), read_text(text).notes


@pytest.mark.parametrize(
    "text",
    [
        "e/(1+e)",
        r"\frac{2e}{2e+1}",
        "[1/2, 1/3]",
        "ln 99",
        "0.731",
        "50%",
        "-oo",
        "k/(1+k)",
        "2e^3",
        "e^{-1}",
        "2e + 1",
    ],
)
def test_a_plain_text_has_no_notes(text: str) -> None:
    assert read_text(text).notes == ()


def test_notes_come_in_the_order_of_the_text_and_once() -> None:
    notes = read_text("log(2) + log(3) + lg 7 + 7,5").notes
    assert [note.split()[0] for note in notes] == ["log", "lg", "decimal"]


def test_the_text_is_kept_as_typed() -> None:
    assert read_text("  $0.50$ ").typed == "  $0.50$ "
