"""Reading a text: its value, the text as typed, what should be said about how it was understood, and its digits.

>>> reading = read_text("0,5")
>>> reading.value, reading.notes, reading.digits.places
(Exact('1/2'), ('decimal comma: 0,5 is read as 0.5',), 1)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from symattn.errors import LimitError, ReadError, ReadLimitError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.reading.digits import TypedDigits
from symattn.reading.limits import DEFAULT_LIMITS, Limits
from symattn.reading.plain import read_plain
from symattn.reading.refusal import Excess, Refusal

# Texts up to this length are remembered: a problem file repeats its entries.
_REMEMBERED = 200


@dataclass(frozen=True, eq=False)
class Reading:
    """What a text was read as.

    ``value`` is the number, matrix or -oo; ``typed`` the text as typed; ``notes`` say how something was understood that
    could surprise; ``digits`` are the typed digits when the text is one plain decimal number, and ``cells`` those of
    each entry, by rows, when it is a matrix written out.
    """

    value: Exact | ExactMatrix | MinusInfinity
    typed: str
    notes: tuple[str, ...] = ()
    digits: TypedDigits | None = None
    cells: tuple[tuple[TypedDigits | None, ...], ...] = ()


def read_text(text: str, *, names: frozenset[str] = frozenset(), limits: Limits = DEFAULT_LIMITS) -> Reading:
    r"""Read plain text, Python-like text, LaTeX or Unicode signs as an exact number, a matrix or -oo.

    >>> read_text(r"$\frac{2e}{2e+1}$").value
    Exact('2*e/(2*e + 1)')
    >>> read_text("[1, 2] / 3").value.text()
    '[[1/3, 2/3]]'
    >>> read_text("2,345")
    Traceback (most recent call last):
        ...
    symattn.errors.ReadError: at position 1 of '2,345': 2,345 is ambiguous; write 2.345 or 2345

    ``names`` are names that the caller has declared: they are free symbols, also where they would be something else
    (E, sigma) or have several letters. Nothing is ever executed. Raises ReadError where the text makes no sense, can
    be read in two ways or has no value; ReadLimitError where it exceeds ``limits``; UndecidedError where a divisor may
    or may not be 0.
    """
    if not isinstance(text, str):
        raise TypeError(f"read_text takes text, not {type(text).__name__}")
    read = _read_remembered if len(text) <= _REMEMBERED else _read
    return read(text, frozenset(names), limits)


def _read(text: str, names: frozenset[str], limits: Limits) -> Reading:
    plain = read_plain(text) if not names and len(text) <= min(limits.length, limits.digits) else None
    if plain is not None:
        return Reading(plain[0], text, (), plain[1])
    try:
        return _read_with_grammar(text, names, limits)
    except Refusal as refusal:
        cause = refusal.__cause__
        kind = ReadLimitError if isinstance(refusal, Excess) or isinstance(cause, LimitError) else ReadError
        raise kind(text, refusal.position, refusal.message) from cause


_read_remembered = lru_cache(maxsize=4096)(_read)


def _read_with_grammar(text: str, names: frozenset[str], limits: Limits) -> Reading:
    from symattn.reading.decimals import typed_cells, typed_digits
    from symattn.reading.evaluate import evaluate
    from symattn.reading.grammar import parse
    from symattn.reading.remarks import remarks

    parsed = parse(text, names=names, limits=limits)
    value = evaluate(parsed.root, limits)
    notes = sorted([*parsed.tape.notes, *remarks(parsed.root, text, is_latex=parsed.tape.is_latex)], key=lambda n: n[0])
    said = tuple(dict.fromkeys(note for _, note in notes))
    return Reading(value, text, said, typed_digits(parsed.root), typed_cells(parsed.root))
