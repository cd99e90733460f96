"""Characters: which ones are other spellings of plain ones, and what to say about those that are never read.

`plain` maps every character to one character, so that positions in the plain text are positions in the source.
"""

from __future__ import annotations

import unicodedata
from functools import cache

SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾", "0123456789+-()", strict=True))
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
ROOT_SIGNS = {"√": 2, "∛": 3, "∜": 4}
FRACTION_SLASH = "⁄"
TIMES_SIGN = "×"
WHITE_SPACE = " \t\n\r"

# Written for the same sign; × stands for the raised dots too, so that two of them are never taken for a power.
_ALIKE = {
    "-": "−‐‑–﹣",
    TIMES_SIGN: "·⋅∙•✕",
    "*": "∗",
    "/": "÷∕",
    "ε": "ϵ",
    "θ": "ϑ",
    "φ": "ϕ",
    " ": "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
}

_REASONS = {
    "=": "an equation is not read; give one side of it",
    "≈": "an approximation is not read; give the exact side or the decimal alone",
    "≃": "an approximation is not read; give the exact side or the decimal alone",
    "≠": "a relation is not read; give one number",
    "<": "a relation is not read; give one number",
    ">": "a relation is not read; give one number",
    "≤": "a relation is not read; give one number",
    "≥": "a relation is not read; give one number",
    "±": "± stands for two values; give one",
    "~": "~ is not read; a rounded decimal is written without it",
    "|": "an absolute value or a determinant is not read",
    "!": "a factorial is not read; write the number",
    "@": "a matrix product is not read; write its value",
    "'": "a prime or quotation mark is not read",
    "′": "a prime is not read",
    '"': "a quotation mark is not read",
    "_": "an underscore is read only in a subscript such as x_1",
    ".": "a point is read only in a decimal number such as 0.5",
    "$": "a dollar sign may only stand at both ends",
    "…": "dots for what is left out are not read; write every entry",
    "—": "a long dash is not read; write a minus sign or leave it out",
}


@cache
def _table() -> dict[int, str]:
    table = {ord(variant): sign for sign, variants in _ALIKE.items() for variant in variants}
    for code in (*range(0xFF01, 0xFF5F), *range(0x1D400, 0x1D800), *map(ord, "ℎℯⅇℓ")):
        folded = unicodedata.normalize("NFKC", chr(code))
        if len(folded) == 1 and folded != chr(code):
            table[code] = folded
    return table


def plain(text: str) -> str:
    """The text, of the same length, with signs, full-width forms and mathematical letters in their plain spelling.

    >>> plain("１−𝑒·x")
    '1-e×x'
    """
    return text if text.isascii() else text.translate(_table())


def vulgar_fraction(char: str) -> tuple[int, int] | None:
    """The numerator and denominator of a one-character fraction such as ¾, else None.

    >>> vulgar_fraction("¾")
    (3, 4)
    """
    if char.isascii() or not unicodedata.decomposition(char).startswith("<fraction>"):
        return None
    top, _, bottom = unicodedata.normalize("NFKC", char).partition(FRACTION_SLASH)
    return (int(top), int(bottom)) if top and bottom else None


def reason(char: str) -> str:
    r"""Why this character is refused, in one sentence that names it.

    >>> reason("\u202e")
    'the invisible character U+202E RIGHT-TO-LEFT OVERRIDE is refused'
    """
    if char in _REASONS:
        return _REASONS[char]
    code, name = f"U+{ord(char):04X}", unicodedata.name(char, "")
    if not char.isprintable():
        return f"the invisible character {' '.join(filter(None, (code, name)))} is refused"
    return f"{char!r} is not read" if char.isascii() else f"the character {code} {name or 'without a name'} is not read"
