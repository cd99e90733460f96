"""What reading takes on at most, so that no text can hang the program or exhaust its memory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """How long, deep and large a text and its value may be; beyond that it is refused before any work is done.

    >>> Limits(length=100).length
    100

    ``digits`` bounds the digits of any one integer, typed or computed (Python itself prints no more than 4300),
    ``terms`` the terms of any one numerator or denominator, ``shown`` roughly how many characters the value of a short
    text takes when it is written out, ``generators`` the different roots, symbols, logarithms and exponentials that
    meet in one sum or product, ``height`` how deep these are nested, ``written`` how many characters the argument of a
    function takes.
    """

    length: int = 20_000
    subscript: int = 60
    brackets: int = 100
    levels: int = 200
    digits: int = 4_000
    terms: int = 20_000
    shown: int = 70_000
    generators: int = 256
    height: int = 60
    written: int = 1_200
    entries: int = 10_000


DEFAULT_LIMITS = Limits()
