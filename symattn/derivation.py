"""What derivation scripts say: each claim is proved and printed, or the script ends with an error.

    claim("A[2, 2]", A[1, 1], e / (1 + e), "0.731059")         A[2, 2] = e/(e + 1) ~ 0.731059

A derivation calculates as its text does, with SymPy matrices, and states every result through these functions. Nothing
is assumed: equal and different are the outcomes of ``symattn.compare``, and decimals are certified roundings. A claim
prints one line, or one line a row for a matrix of several rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

from symattn.errors import ClaimError, SymattnError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.values import Value, compare, exact

Number: TypeAlias = Exact | MinusInfinity
_PRINTED = re.compile(r"-oo|-?\d*\.?\d+")
_PLACES = 6


def claim(label: str, found: object, expected: object, decimals: str = "") -> None:
    """Prove that what was found equals what is expected, both number-like, and print the exact form with decimals.

    >>> claim("O_2", [["1/2 + 1/2", "3/3"]], [1, 1])
    O_2 = [1, 1]
    >>> claim("weights", [["1/(1 + e)", "e/(1 + e)"]], "[1, e]/(1 + e)", "0.268941 0.731059")
    weights = [1/(e + 1), e/(e + 1)] ~ [0.268941, 0.731059]

    ``decimals`` are the numbers as a text prints them, in reading order; each must be the correct rounding at its own
    number of places. Without them fractions and irrational numbers are shown to six. Errors: ClaimError where equality
    is not proved or a printed decimal is not the rounding.
    """
    value = exact(found)
    comparison = compare(value, expected)
    if comparison.outcome != "equal":
        raise ClaimError(
            f"{label} is {value.text()}, which is not proved equal to {exact(expected).text()}: {comparison}"
        )
    _print(label, value, _as_printed(label, value, decimals) if decimals else _decimals(value))


def claim_different(label: str, first: object, second: object) -> None:
    """Prove that two number-like things differ, and print both.

    >>> claim_different("reversed, row 1", ["e", 1], ["e", 2])
    reversed, row 1: [e, 1] differs from [e, 2]

    Errors: ClaimError where they are equal, or where it is undecided.
    """
    comparison = compare(first, second)
    if comparison.outcome != "different":
        raise ClaimError(f"{label} is not proved different: {comparison}")
    print(f"{label}: {_short(exact(first))} differs from {_short(exact(second))}")


def claim_same(label: str, found: object, expected: object) -> None:
    """State that two things that are no numbers are the same: words, Booleans, visibility relations, lists of them.

    >>> claim_same("targets", ["red", "key"], ["red", "key"])
    targets: red, key

    Errors: ClaimError where they are not.
    """
    if found != expected:
        raise ClaimError(f"{label}: {_words(found)} is found where {_words(expected)} is expected")
    print(f"{label}: {_words(found)}")


def claim_refused(label: str, calculation: Callable[[], object], message: str) -> None:
    """State that a calculation is refused with a message that contains these words, and print them.

    >>> from symattn.softmax import masked_softmax
    >>> claim_refused("empty row", lambda: masked_softmax([[0]], [[False]]), "no visible key: query 1")
    empty row: refused, "no visible key: query 1"

    Errors: ClaimError where nothing is refused or the words are others.
    """
    said = "nothing"
    try:
        calculation()
    except SymattnError as error:
        said = str(error)
    if message not in said:
        raise ClaimError(f'{label}: "{message}" is expected as an error, and {said} is said')
    print(f'{label}: refused, "{message}"')


def _as_printed(label: str, value: Value, decimals: str) -> list[list[str]]:
    """The decimals of a text by row, each checked against the exact number at its place."""
    rows = _rows(value)
    printed = _PRINTED.findall(decimals)
    if len(printed) != sum(map(len, rows)):
        raise ClaimError(f"{label} has {sum(map(len, rows))} numbers, and {len(printed)} decimals are printed")
    left = iter(printed)
    return [[_checked(label, number, next(left)) for number in row] for row in rows]


def _checked(label: str, number: Number, printed: str) -> str:
    certified = number.decimal(len(printed.partition(".")[2]))
    if certified != re.sub(r"^(-?)\.", r"\g<1>0.", printed):
        raise ClaimError(f"{label}: {number.text()} rounds to {certified}, not to the printed {printed}")
    return certified


def _decimals(value: Value) -> list[list[str]] | None:
    """Six places by row, fewer where a decimal ends before; None where the exact form says as much, or symbols stay."""
    rows = _rows(value)
    if any(number.symbols for row in rows for number in row if isinstance(number, Exact)):
        return None
    shown = [[_decimal(number) for number in row] for row in rows]
    exact_texts = [[number.text() for number in row] for row in rows]
    return None if shown == exact_texts else shown


def _decimal(number: Number) -> str:
    fraction = number.as_fraction() if isinstance(number, Exact) else None
    certified = number.decimal(_PLACES)
    if fraction is not None and (fraction * 10**_PLACES).denominator == 1:
        return certified.rstrip("0").rstrip(".")
    return certified


def _print(label: str, value: Value, decimals: list[list[str]] | None) -> None:
    exact_rows = [[number.text() for number in row] for row in _rows(value)]
    conditions = "" if isinstance(value, MinusInfinity) else _conditions(value.conditions)
    lines = [_line(exact_row, value) for exact_row in exact_rows]
    if decimals is not None:
        lines = [f"{line} ~ {_line(row, value)}" for line, row in zip(lines, decimals, strict=True)]
    if len(lines) == 1:
        print(f"{label} = {lines[0]}{conditions}")
    else:
        print("\n  ".join([f"{label} ={conditions}", *lines]))


def _line(texts: Iterable[str], value: Value) -> str:
    joined = ", ".join(texts)
    return f"[{joined}]" if isinstance(value, ExactMatrix) else joined


def _conditions(conditions: Iterable[str]) -> str:
    stated = ", ".join(sorted(conditions))
    return f" for {stated}" if stated else ""


def _rows(value: Value) -> tuple[tuple[Number, ...], ...]:
    return value.rows() if isinstance(value, ExactMatrix) else ((value,),)


def _short(value: Value) -> str:
    rows = [_line((number.text() for number in row), value) for row in _rows(value)]
    return rows[0] if len(rows) == 1 else f"[{', '.join(rows)}]"


def _words(thing: object) -> str:
    if isinstance(thing, list | tuple):
        return ", ".join(map(_words, thing))
    return str(thing)


__all__ = ["claim", "claim_different", "claim_refused", "claim_same"]
