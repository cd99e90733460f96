"""Matrices that are too long to be shown exactly: decimals, and how long the exact entries are."""

from __future__ import annotations

from random import Random

from symattn.attention import attention_from_scores, self_attention
from symattn.rendering import solution
from symattn.rendering.lengths import LONGEST_ROW
from symattn.rendering.notation import NOT_REDUCED
from symattn.trace import Trace


def monstrous(tokens: int) -> Trace:
    rng = Random(5)

    def matrix(rows: int, columns: int) -> list[list[str]]:
        return [[f"{rng.choice(('', '-'))}0.{rng.randrange(10**17):017}" for _ in range(columns)] for _ in range(rows)]

    found: Trace = self_attention(matrix(tokens, 3), *(matrix(3, 2) for _ in range(3)))
    return found


def test_long_entries_give_way_to_decimals() -> None:
    trace = monstrous(6)
    text = solution(trace)
    assert max(map(len, text.splitlines())) <= LONGEST_ROW
    assert len(text) < 60_000
    assert text.count("left out here; --json") == 2
    assert NOT_REDUCED in text
    for row in trace.exact("output").decimal(6):
        assert ", ".join(str(digits).rjust(9) for digits in row) in text


def test_rows_of_long_entries_too() -> None:
    trace = monstrous(6)
    assert "O[2] = (exact entries of up to some" in solution(trace, stage="output", row=1)
    tex = solution(trace, "tex", stage="output", row=1)
    assert r"\cdots" in tex
    assert "exp" not in tex


def test_short_entries_are_shown_whatever_the_size() -> None:
    text = solution(attention_from_scores([[i % 3 for i in range(20)]] * 20, [[i] for i in range(20)]))
    assert "left out" not in text
    assert "e^2" in text


def test_long_symbolic_entries_say_how_long_they_are() -> None:
    scores = [[f"k_{i}*{j * j * 10**39 + j}" for j in range(40)] for i in range(2)]
    text = solution(attention_from_scores(scores, [["a^2"] for _ in range(20)] + [["k_1"] for _ in range(20)]))
    assert "[(80 terms)]" in text
    assert "left out here" in text
