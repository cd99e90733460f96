"""Ways to change a printed figure by one unit in its last digit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

_DECIMAL = re.compile(r"-?\d+(?:\.\d*)?|-?\.\d+")
_WITHOUT_DIGITS = re.compile(r"-?\\infty|[-−](?:∞|inf)")


def changes(printed: str, step: int = 1) -> Iterator[str]:
    r"""What a figure becomes when it is changed by one unit of its last place; a list changes in each of its numbers.

    >>> list(changes("0.731059")), list(changes("-1")), list(changes("2s")), list(changes("[1, 2]"))
    (['0.731060'], ['-2'], ['3s'], ['[2, 2]', '[1, 3]'])
    >>> list(changes("s")), list(changes(r"-\infty")), list(changes("0.99")), list(changes("9"))
    (['2s'], ['0'], ['1.00'], ['10'])

    A negative number moves away from zero, as its digits do. A letter alone is once itself and becomes twice itself;
    an infinity becomes 0.
    """
    if _WITHOUT_DIGITS.fullmatch(printed):
        yield "0"
        return
    found = list(_DECIMAL.finditer(re.sub(r"(?<=[\d)])[-–]", ",", printed)))
    if not found:
        yield f"2{printed}" if step > 0 else f"0{printed}"
    for match in found:
        yield printed[: match.start()] + _moved(match.group(), step) + printed[match.end() :]


def _moved(number: str, step: int) -> str:
    """A decimal number one unit of its last place further from zero (or nearer to it)."""
    places = len(number.partition(".")[2])
    digits = Decimal(number)
    away = -1 if number.startswith("-") else 1
    moved = f"{digits + Decimal(away * step).scaleb(-places):.{places}f}"
    if number.endswith("."):
        moved += "."
    return moved.replace("0.", ".", 1) if number.lstrip("-").startswith(".") else moved
