"""Documents of a wanted size, the same for the same seed."""

from __future__ import annotations

from random import Random

from tests.auditing.judges.ordinary.drawing import fill
from tests.auditing.judges.ordinary.pieces import PIECES
from tests.auditing.judges.ordinary.sentences import ASYMPTOTICS, EVERYDAY, ROUGHLY, STATISTICS, SUPPOSING, UNITS
from tests.auditing.judges.ordinary.strangers import STRANGERS
from tests.auditing.judges.ordinary.traps import LINES as TRAPS
from tests.auditing.judges.ordinary.truths import truth

SENTENCES = (EVERYDAY, UNITS, SUPPOSING, STATISTICS, ROUGHLY, ASYMPTOTICS, TRAPS, STRANGERS)


def paragraph(draw: Random) -> str:
    """A few sentences of one or several kinds."""
    kinds = draw.sample(SENTENCES, draw.randrange(1, 4))
    sentences = [fill(draw.choice(draw.choice(kinds)), draw) for _ in range(draw.randrange(2, 6))]
    sentences.insert(draw.randrange(len(sentences) + 1), truth(draw))
    return " ".join(f"\n\n{each}\n\n" if each.startswith("$$") else each for each in sentences) + "\n"


def document(characters: int, seed: int = 0) -> str:
    """Ordinary Markdown of at least so many characters."""
    draw = Random(seed)
    parts: list[str] = []
    length = 0
    while length < characters:
        part = paragraph(draw) if draw.random() < 0.7 else draw.choice(PIECES)(draw)
        parts.append(part)
        length += len(part) + 1
    return "\n".join(parts)
