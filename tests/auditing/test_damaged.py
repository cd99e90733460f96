"""Documents cut and damaged anywhere are read without an error: an audit may say less, it may not fail."""

from __future__ import annotations

from random import Random

import pytest

from tests.auditing.judges.ordinary import document
from tests.auditing.judges.pages import PAGES
from tests.auditing.judges.verdicts import run

STRAY = [
    "$",
    "$$",
    "\\\\",
    "&",
    "|",
    "}",
    "{",
    "[",
    "]",
    "=",
    "^",
    "_",
    "`",
    "<",
    "-",
    "\\frac",
    "e^{",
    "\\end{bmatrix}",
    "\\begin{aligned}",
    "10^{10^{10}}",
    "²",
    "\x00",
    "```",
    "<!--",
    "⟦",
]


def damaged(text: str, draw: Random) -> str:
    """A piece of a text with a few characters taken out, put in and repeated."""
    start = draw.randrange(len(text))
    piece = text[start : start + draw.randrange(50, 2500)]
    for _ in range(draw.randrange(8)):
        place = draw.randrange(len(piece) + 1)
        insert = draw.choice(
            [draw.choice(STRAY), draw.choice(STRAY), "7" * 400, "\n\n", piece[place : place + 30] * 2, ""]
        )
        piece = piece[:place] + insert + piece[place + draw.randrange(9) :]
    return piece


@pytest.mark.parametrize("seed", range(8))
def test_damaged_documents_are_audited(seed: int) -> None:
    draw = Random(seed)
    texts = [*(page.text for page in PAGES.values()), document(4_000, seed)]
    for form in ("markdown", "latex", "text") * 4:
        text = damaged(draw.choice(texts), draw)
        for claim in run(text, form=form).claims:
            assert text[slice(*claim.span)] == claim.text
            for figure in claim.figures:
                assert text[slice(*figure.span)] == figure.text
