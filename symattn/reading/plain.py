"""The short way for what problem files mostly hold: integers, decimals, fractions, 3*sqrt(2)/4, ln 99, -oo.

Each form is one regular expression and means what the grammar would make of it; anything else, and anything that is
wrong, is left to the grammar. Lark is not imported on this way.
"""

from __future__ import annotations

import re
from fractions import Fraction

from symattn.errors import SymattnError
from symattn.exact import MINUS_INFINITY, Exact, MinusInfinity
from symattn.exact import functions as engine
from symattn.reading.digits import TypedDigits

LONGEST = 80

_DECIMAL = re.compile(r"\s*([-+−]?)\s*([0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*", re.ASCII)
_FRACTION = re.compile(r"\s*([-+−]?)\s*([0-9]+)\s*/\s*([0-9]+)\s*", re.ASCII)
_SCALED = re.compile(
    r"\s*([-+−]?)\s*(?:([0-9]+)\s*\*?\s*)?(sqrt|ln)(?:\s*\(\s*([0-9]+)\s*\)(?:\s*/\s*([0-9]+))?|\s*([0-9]+))\s*",
    re.ASCII,
)
_OVER_ROOT = re.compile(r"\s*([-+−]?)\s*([0-9]+)\s*/\s*sqrt\s*\(\s*([0-9]+)\s*\)\s*", re.ASCII)
_MINUS_INFINITY = re.compile(r"\s*[-−]\s*(?:oo|inf|∞|\\infty)\s*", re.ASCII)


def read_plain(text: str) -> tuple[Exact | MinusInfinity, TypedDigits | None] | None:
    """The value of a short plain text with its digits, or None where the grammar must have a look.

    >>> read_plain("3*sqrt(2)/4"), read_plain("3 + 4")
    ((Exact('3*sqrt(2)/4'), None), None)
    """
    if len(text) > LONGEST:
        return None
    try:
        return _read(text)
    except (SymattnError, ZeroDivisionError):
        return None  # the grammar says where


def _read(text: str) -> tuple[Exact | MinusInfinity, TypedDigits | None] | None:
    if found := _DECIMAL.fullmatch(text):
        typed = TypedDigits(_sign(found.group(1)), found.group(2), 0)
        return Exact(typed.value), typed
    if found := _FRACTION.fullmatch(text):
        return Exact(_sign(found.group(1)) * Fraction(int(found.group(2)), int(found.group(3)))), None
    if found := _OVER_ROOT.fullmatch(text):
        sign, top, radicand = found.groups()
        return _sign(sign) * int(top) / engine.sqrt(Exact(int(radicand))), None
    if found := _SCALED.fullmatch(text):
        sign, factor, function, enclosed, divisor, bare = found.groups()
        value = engine.FUNCTIONS[function](Exact(int(enclosed or bare)))
        return _sign(sign) * Fraction(int(factor or 1), int(divisor or 1)) * value, None
    if _MINUS_INFINITY.fullmatch(text):
        return MINUS_INFINITY, None
    return None


def _sign(typed: str) -> int:
    return -1 if typed in ("-", "−") else 1
