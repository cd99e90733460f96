"""Templates whose blanks are filled with drawn words and numbers: ``<n>``, ``<year>``, ``<dec2>`` ..."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

_BLANK = re.compile(r"<([a-z]+\d?)>")


def _words(text: str) -> list[str]:
    return text.split()


NAMES = _words("Ada Boris Chen Dalia Emil Farah Goran Hana Ivo Jun Kofi Lena Mira Nils Oona Pavel Rosa Sven Tariq Uma")
CITIES = _words("Basel Bergen Cork Graz Ghent Leiden Lund Oslo Porto Riga Siena Turin Utrecht Zadar")
THINGS = _words("bolts lamps bricks ropes tiles books seeds stamps jars nails cables lenses")
WORDS = _words("estimate bound remainder sample grid filter signal mesh kernel basis sequence layer channel")
MONTHS = _words("January February March April May June July August September October November December")


def _decimal(places: int, top: int = 90) -> Callable[[Random], str]:
    return lambda draw: f"{draw.randrange(1, top * 10**places) / 10**places:.{places}f}"


BLANKS: dict[str, Callable[[Random], str]] = {
    "n": lambda draw: str(draw.randrange(2, 40)),
    "m": lambda draw: str(draw.randrange(2, 13)),
    "k": lambda draw: str(draw.randrange(1, 10)),
    "big": lambda draw: str(draw.randrange(100, 9999)),
    "huge": lambda draw: f"{draw.randrange(10**4, 10**7):,}",
    "spaced": lambda draw: f"{draw.randrange(10**4, 10**7):,}".replace(",", " "),
    "year": lambda draw: str(draw.randrange(1890, 2027)),
    "day": lambda draw: str(draw.randrange(1, 29)),
    "month": lambda draw: draw.choice(MONTHS),
    "iso": lambda draw: f"{draw.randrange(1990, 2027)}-{draw.randrange(1, 13):02}-{draw.randrange(1, 29):02}",
    "clock": lambda draw: f"{draw.randrange(24)}:{draw.randrange(60):02}",
    "version": lambda draw: f"{draw.randrange(1, 9)}.{draw.randrange(20)}.{draw.randrange(10)}",
    "section": lambda draw: f"{draw.randrange(1, 12)}.{draw.randrange(1, 9)}",
    "pages": lambda draw: (lambda first: f"{first}–{first + draw.randrange(3, 40)}")(draw.randrange(3, 900)),
    "money": lambda draw: f"{draw.randrange(1, 900)}.{draw.randrange(100):02}",
    "euros": lambda draw: f"{draw.randrange(1, 900)},{draw.randrange(100):02}",
    "percent": lambda draw: str(draw.randrange(1, 100)),
    "p2": _decimal(2, 1),
    "p3": _decimal(3, 1),
    "dec1": _decimal(1),
    "dec2": _decimal(2),
    "dec3": _decimal(3, 9),
    "dec4": _decimal(4, 2),
    "hex": lambda draw: f"{draw.getrandbits(28):07x}",
    "name": lambda draw: draw.choice(NAMES),
    "city": lambda draw: draw.choice(CITIES),
    "things": lambda draw: draw.choice(THINGS),
    "word": lambda draw: draw.choice(WORDS),
    "letter": lambda draw: draw.choice("abcghmnpqtuwz"),
}


def fill(template: str, draw: Random) -> str:
    """A template with each blank filled anew."""
    return _BLANK.sub(lambda match: BLANKS[match[1]](draw) if match[1] in BLANKS else match[0], template)
