"""The words of the reader are those of the engine, so that what is written reads back."""

from __future__ import annotations

import pytest

from symattn.exact import functions, symbol
from symattn.exact.styles import GREEK
from symattn.reading import evaluate, read_text
from symattn.reading.words import FUNCTIONS, greek
from symattn.repl.names import namespace


@pytest.mark.parametrize("letter", sorted(GREEK - {"sigma", "Pi"}))
def test_a_greek_letter_that_is_written_reads_back(letter: str) -> None:
    assert greek(letter) == letter
    assert read_text(symbol(letter).text()).value == symbol(letter)
    assert read_text(symbol(letter).latex()).value == symbol(letter)


@pytest.mark.parametrize("name", sorted(functions.FUNCTIONS))
def test_a_function_of_the_engine_is_known_everywhere(name: str) -> None:
    assert FUNCTIONS[name]
    assert evaluate._FUNCTIONS[name] is functions.FUNCTIONS[name]
    assert name in namespace()
