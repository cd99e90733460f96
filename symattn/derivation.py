"""What derivation scripts say: each claim is proved and printed, or the script ends with an error.

    claim("A[2, 2]", A[1, 1], e / (1 + e), "0.731059")         A[2, 2] = e/(e + 1) ~ 0.731059

A derivation calculates as its text does, with SymPy matrices, and states every result through these functions. Nothing
is assumed: equal and different are the outcomes of ``symattn.compare``, and decimals are certified roundings. A claim
prints one line, or one line a row for a matrix of several rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from symattn.choices import PLACES
from symattn.errors import ClaimError, SymattnError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.exact.generators import Generator
from symattn.exact.writing import TEXT, Names, write
from symattn.values import Value, compare, exact

if TYPE_CHECKING:
    from symattn.trace import Trace

Number: TypeAlias = Exact | MinusInfinity
_PRINTED = re.compile(r"-oo|-?\d*\.?\d+")


def claim(label: str, found: object, expected: object, decimals: str = "", **names: object) -> None:
    """Prove that what was found equals what is expected, both number-like, and print the exact form with decimals.

    >>> claim("O_2", [["1/2 + 1/2", "3/3"]], [1, 1])
    O_2 = [1, 1]
    >>> claim("weights", [["1/(1 + e)", "e/(1 + e)"]], "[1, e]/(1 + e)", "0.268941 0.731059")
    weights = [1/(e + 1), e/(e + 1)] ~ [0.268941, 0.731059]

    ``decimals`` are the numbers as a text prints them, in reading order; each must be the correct rounding at its own
    number of places. Without them fractions and irrational numbers are shown to six. ``r="exp(1/sqrt(2))"`` writes r
    for that exponential. Errors: ClaimError where equality is not proved or a printed decimal is not the rounding.
    """
    value = exact(found)
    comparison = compare(value, expected)
    if comparison.outcome != "equal":
        raise ClaimError(
            f"{label} is {value.text()}, which is not proved equal to {exact(expected).text()}: {comparison}"
        )
    texts = [[_written(number, _generators(names)) for number in row] for row in _rows(value)]
    shown = _as_printed(label, value, decimals) if decimals else _decimals(value)
    _print(label, value, texts, shown)


def claim_different(label: str, first: object, second: object, **names: object) -> None:
    """Prove that two number-like things differ, and print both; names as in ``claim``.

    >>> claim_different("reversed, row 1", ["e", 1], ["e", 2])
    reversed, row 1: [e, 1] differs from [e, 2]

    Errors: ClaimError where they are equal, or where it is undecided.
    """
    comparison = compare(first, second)
    if comparison.outcome != "different":
        raise ClaimError(f"{label} is not proved different: {comparison}")
    generators = _generators(names)
    print(f"{label}: {_short(exact(first), generators)} differs from {_short(exact(second), generators)}")


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


def claim_stages(label: str, trace: Trace, stages: Mapping[str, object]) -> None:
    """Prove that a trace holds the same matrices as were calculated by hand, by stage name, and print the names.

    >>> from symattn.attention import attention
    >>> claim_stages("attention", attention([[1]], [[1]], [[2]]), {"dots": [[1]], "output": [[2]]})
    attention agrees in dots, output

    Errors: ClaimError at the first stage that is not proved equal.
    """
    for name, matrix in stages.items():
        comparison = compare(trace.exact(name), matrix)
        if comparison.outcome != "equal":
            raise ClaimError(f"{label} is not proved to agree in {name}: {comparison}")
    print(f"{label} agrees in {', '.join(stages)}")


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


def _decimals(value: Value) -> list[list[str]]:
    """Six places by row, fewer where a decimal ends before; nothing in rows where symbols are left."""
    rows = _rows(value)
    return [[] if _has_symbols(row) else [_decimal(number) for number in row] for row in rows]


def _has_symbols(row: Iterable[Number]) -> bool:
    return any(number.symbols for number in row if isinstance(number, Exact))


def _decimal(number: Number) -> str:
    fraction = number.as_fraction() if isinstance(number, Exact) else None
    certified = number.decimal(PLACES)
    if fraction is not None and (fraction * 10**PLACES).denominator == 1:
        return certified.rstrip("0").rstrip(".")
    return certified


def _generators(names: Mapping[str, object]) -> Names:
    """The names beside what they stand for, as the writer of numbers wants it."""
    return tuple((_generator(name, meaning), name) for name, meaning in names.items())


def _generator(name: str, meaning: object) -> Generator:
    number = exact(meaning)
    if isinstance(number, Exact):
        for generator in number.normal.field.generators:
            if write(number, TEXT, ((generator, name),)) == name:
                return generator
    raise ClaimError(f"{name} cannot stand for {_short(number)}: it names one exponential, root, logarithm or symbol")


def _written(number: Number, names: Names) -> str:
    return write(number, TEXT, names) if isinstance(number, Exact) else number.text()


def _print(label: str, value: Value, texts: list[list[str]], decimals: list[list[str]]) -> None:
    """One line, or one a row; decimals only where they say more than the exact form."""
    conditions = "" if isinstance(value, MinusInfinity) else _conditions(value.conditions)
    lines = []
    for text_row, decimal_row in zip(texts, decimals, strict=True):
        says_more = decimal_row not in ([], text_row)
        lines.append(_line(text_row, value) + (f" ~ {_line(decimal_row, value)}" if says_more else ""))
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


def _short(value: Value, names: Names = ()) -> str:
    rows = [_line((_written(number, names) for number in row), value) for row in _rows(value)]
    return rows[0] if len(rows) == 1 else f"[{', '.join(rows)}]"


def _words(thing: object) -> str:
    if isinstance(thing, list | tuple):
        return ", ".join(map(_words, thing)) or "none"
    return str(thing)


__all__ = ["claim", "claim_different", "claim_refused", "claim_same", "claim_stages"]
