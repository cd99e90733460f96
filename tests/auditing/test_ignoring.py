"""Comments that silence alarms: of this line, the next block, or all between start and end, and of nothing else."""

from __future__ import annotations

import json

import pytest

from symattn.auditing.auditor import audit

WRONG = "so $2^5=33$"
IGNORE = "<!-- symattn: ignore -->"


def lines(text: str, format: str = "markdown") -> tuple[list[int], list[int]]:
    """The lines of alarms, and of those that are ignored."""
    found = audit(text, format=format)
    return [claim.line for claim in found.wrong], [claim.line for claim in found.ignored]


@pytest.mark.parametrize(
    ("text", "wrong", "ignored"),
    [
        (f"{WRONG} {IGNORE}\nand {WRONG}", [2], [1]),
        (f"{IGNORE}\n{WRONG}\nand {WRONG}\n\n{WRONG}", [5], [2, 3]),
        (f"{WRONG}\n{IGNORE}\n{WRONG}", [1], [3]),
        (f"{IGNORE}\n\n{WRONG}\n\n{WRONG}", [5], [3]),
        (f"{IGNORE}\n\n$$\n2^5=33\n$$\n\n{WRONG}", [7], [4]),
        (f"{IGNORE}\n\n| formula | value |\n|---|---|\n| $e^2$ | 7.39 |\n| $e^{{-1}}$ | 0.3678 |\n\n{WRONG}", [8], [6]),
        (f"{IGNORE}\n```python\n>>> 2**5\n33\n\n>>> 1 + 1\n3\n```\n{WRONG}", [9], [3, 6]),
        (f"<!--symattn:ignore-start-->\n{WRONG}\n\n{WRONG}\n<!-- symattn: ignore-end -->\n{WRONG}", [6], [2, 4]),
        (f"{WRONG}\n\n<!-- symattn: ignore-start -->\n{WRONG}\n\n{WRONG}", [1], [4, 6]),
        (f"> {IGNORE}\n> {WRONG}\n\n{WRONG}", [4], [2]),
        (f"{IGNORE}\r\n{WRONG}\r\n\r\n{WRONG}\r\n", [4], [2]),
        (f"{WRONG} <!-- symattn: ignored -->\n\n{WRONG} <!-- ignore -->", [1, 3], []),
        ("```python\n>>> 2**5\n33\n>>> 1 + 1  # symattn: ignore\n3\n```", [2], [4]),
        ("```python\n# symattn: ignore\n>>> 2**5\n33\n\n>>> 1 + 1\n3\n```", [6], [3]),
        (f".. symattn: ignore\n\n{WRONG}\n\n{WRONG}", [5], [3]),
        (IGNORE, [], []),
    ],
)
def test_a_comment_is_for_its_line_or_for_the_next_block(text: str, wrong: list[int], ignored: list[int]) -> None:
    assert lines(text) == (wrong, ignored)


def test_comments_of_latex() -> None:
    text = (
        f"{WRONG} % symattn: ignore\n\n% symattn: ignore\n\\begin{{align}}\n2^5&=33\n\\end{{align}}\n\n"
        f"{WRONG} \\% symattn: ignore\n"
    )
    assert lines(text, "latex") == ([8], [1, 5])
    assert lines(f"{WRONG} {IGNORE}", "latex") == ([1], [])


def test_comments_in_notebooks_and_exercise_files() -> None:
    cells = [{"cell_type": "markdown", "source": f"{text}{WRONG}"} for text in (f"{IGNORE}\n", "")]
    assert lines(json.dumps({"cells": cells}, indent=0), "notebook") == ([9], [5])
    exercises = [
        f"[[exercise]]\nid = 'a{i}'\n{above}\nstatement = '{WRONG}' {beside}\nanswer = [{{ words = 'w' }}]\n"
        for i, (above, beside) in enumerate([("", ""), ("# symattn: ignore", ""), ("", "# symattn: ignore")])
    ]
    assert lines("title = 't'\n" + "".join(exercises), "exercises") == ([5], [10, 15])


def test_what_is_ignored_is_still_claimed() -> None:
    found = audit(f"{WRONG} {IGNORE}")
    (claim,) = found.claims
    assert (claim.verdict, claim.is_ignored, claim.is_faulty) == ("wrong", True, False)
    assert found.counts == (1, 1, 1)
    assert "1:5: wrong, ignored: 33 is printed" in str(claim)
    right = audit(f"so $2^5=32$ {IGNORE}")
    assert not right.ignored
