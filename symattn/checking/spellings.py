"""What was meant by a text that is wrong as it was read, if people write otherwise than the reader reads.

Decimal commas, with semicolons between entries: 0,25; 0,75. Semicolons in a row, where the reader sees rows: 1; 2. A
power of ten, where the reader sees Euler's number: 1e-3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_DECIMAL_COMMA = re.compile(r"(?<=[0-9]),(?=[0-9])")
_BRACKETS = frozenset("[](){}\\")  # with one of these, and no commas, semicolons end rows
_POWER_OF_TEN = re.compile(r"(?<![0-9.,A-Za-z_])([0-9]+)[eE]([+-]?[0-9]{1,4})(?![0-9.A-Za-z_])")


def other_spellings(text: str) -> Iterator[tuple[str, str]]:
    """The texts that may have been meant, in the spelling of the reader, each after "it is right if ...".

    >>> [meant for _, meant in other_spellings("[0,25; 0,75]")]
    ['[0.25; 0.75]', '[0.25, 0.75]']
    >>> list(other_spellings("1; 2")), list(other_spellings("1e-3"))
    ([('semicolons stand between entries', '1, 2')], [('e is a power of ten', '1.0e-3')])
    """
    pointed = _DECIMAL_COMMA.sub(".", text)
    if pointed != text:
        yield "commas are decimal marks", pointed
        if ";" in text:
            yield "commas are decimal marks and semicolons stand between entries", pointed.replace(";", ",")
    elif ";" in text and not set(text) & _BRACKETS:
        yield "semicolons stand between entries", text.replace(";", ",")
    powered = _POWER_OF_TEN.sub(r"\1.0e\2", text)
    if powered != text:
        yield "e is a power of ten", powered


__all__ = ["other_spellings"]
