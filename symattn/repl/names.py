"""What a session knows by name: public names, functions of numbers, e and pi, and what translated lines call."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, MutableMapping
from fractions import Fraction
from functools import wraps
from typing import Any

import symattn
from symattn import values
from symattn.errors import KindError, LimitError, ReadError
from symattn.exact import MINUS_INFINITY, Exact, ExactMatrix, MinusInfinity, functions
from symattn.repl import translate
from symattn.repl.guidance import Help

# Loading these imports SymPy, which a session may never need.
_SLOW = ("Softmax",)
_NAME = re.compile(r"(?<![A-Za-z_\\])[A-Za-z][A-Za-z0-9_]*")
_FUNCTIONS: dict[str, Callable[..., Exact]] = {
    **functions.FUNCTIONS,
    "log_base": functions.log_base,
    "sigmoid": functions.sigmoid,
}
_LARGEST_POWER = 20_000  # decimal digits, about


def namespace(session: MutableMapping[str, object] | None = None) -> dict[str, object]:
    """The names with which a session begins; ``session`` is where it keeps its names, if not in this very dictionary.

    >>> sorted(set(namespace()) & {"e", "pi", "ln", "softmax", "causal", "sa"})
    ['causal', 'e', 'ln', 'pi', 'sa']
    """
    constants: dict[str, object] = {"e": functions.euler(), "E": functions.euler(), "pi": functions.pi()}
    names: dict[str, object] = {name: getattr(symattn, name) for name in symattn.__all__ if name not in _SLOW}
    names |= {name: _loaded_when_called(name) for name in _SLOW}
    names |= {name: _of_numbers(function) for name, function in _FUNCTIONS.items()}
    names |= constants | {"sa": symattn, "symbol": functions.symbol, "root": _root}
    names |= {"help": Help(), "pow": power, "sum": _of_entries(sum), "max": _of_entries(max), "min": _of_entries(min)}
    names |= {
        translate.QUOTIENT: quotient,
        translate.WHOLE_QUOTIENT: whole_quotient,
        translate.POWER: power,
        translate.SHIFT: shift,
        translate.DECIMAL: lambda digits: Exact(Fraction(digits.replace("_", ""))),
        translate.MATRIX: matrix,
        translate.SYMBOL: functions.symbol,
        translate.HIDDEN: MINUS_INFINITY,
    }
    known = names if session is None else session
    names[translate.READ] = lambda text: read(text, _numbers_in(text, known, constants))
    return names


def _numbers_in(text: str, known: Mapping[str, object], constants: Mapping[str, object]) -> dict[str, str]:
    """The exact text of the session's own numbers and matrices that a text names."""
    named = {name: known[name] for name in _NAME.findall(text) if name in known}
    return {
        name: values.exact(value).text()
        for name, value in named.items()
        if (_is_entry(value) or isinstance(value, ExactMatrix)) and value is not constants.get(name)
    }


def quotient(top: Any, bottom: Any) -> Any:
    """top / bottom, exact for Python integers and for a matrix over a number."""
    top = matrix(top) if isinstance(top, list | tuple) else top
    if isinstance(top, ExactMatrix) and not isinstance(bottom, ExactMatrix):
        return top * (1 / _number(bottom))
    return _exact_if_whole(top) / _exact_if_whole(bottom)


def whole_quotient(top: Any, bottom: Any) -> Any:
    """top // bottom is refused for numbers: nothing exact drops a remainder unsaid."""
    if _is_entry(top) and _is_entry(bottom):
        raise KindError("a division that drops the remainder is not read; write / for an exact quotient")
    return top // bottom


def shift(number: Any, places: Any) -> Any:
    """number << places, refused where it would be enormous."""
    if _is_whole(number) and _is_whole(places) and places > _LARGEST_POWER:
        raise LimitError(f"a whole number of more than {places} binary digits is not worked out")
    return number << places


def power(base: Any, exponent: Any, modulus: int | None = None) -> Any:
    """base ** exponent, exact for Python integers, and refused where it would be enormous."""
    if modulus is not None:
        return pow(base, exponent, modulus)
    if isinstance(base, ExactMatrix):
        raise KindError("a power of a matrix is not worked out; write A @ A")
    if not (_is_whole(base) and _is_whole(exponent)):
        return _exact_power(_exact_if_whole(base), _exact_if_whole(exponent))
    if abs(base) > 1 and abs(exponent) * len(str(abs(base))) > _LARGEST_POWER:
        raise LimitError(f"a power of about {abs(exponent) * len(str(abs(base)))} digits is not worked out")
    return base**exponent if exponent >= 0 else 1 / Exact(base) ** -exponent


def _exact_power(base: Any, exponent: Any) -> Any:
    """The power of an exact number, under the limits of reading; any other power as Python has it."""
    if not isinstance(base, Exact) or not isinstance(exponent, Exact | Fraction):
        return base**exponent
    from symattn.reading.budget import Budget
    from symattn.reading.limits import DEFAULT_LIMITS
    from symattn.reading.powers import guarded_power
    from symattn.reading.refusal import Refusal

    try:
        return guarded_power(base, exponent, Budget(DEFAULT_LIMITS), 0)
    except Refusal as refusal:
        raise LimitError(refusal.message) from None


def matrix(items: Any) -> Any:
    """A list of numbers, or of rows of numbers, as an exact matrix; any other list as it is.

    Numbers may be exact text in quotes, as in a problem file; a row of nothing but text is one only where the texts
    are numbers without free symbols, since it may be a list of words.
    """
    is_nested = bool(items) and all(isinstance(row, list | tuple) for row in items)
    entries = [entry for row in (items if is_nested else [items]) for entry in row]
    texts = [entry for entry in entries if isinstance(entry, str)]
    if not entries or not all(_is_entry(entry) or isinstance(entry, str) for entry in entries):
        return items
    if not texts:
        return values.exact(items)
    try:
        read = values.exact(items)
    except ReadError:
        return items
    may_be_words = not is_nested and len(texts) == len(entries)
    return items if may_be_words and read.symbols else read


def read(text: str, numbers: Mapping[str, str]) -> Exact | ExactMatrix | MinusInfinity:
    """The value of a text, in which ``numbers`` may stand by name; how it was read is printed."""
    from symattn.reading import read_text
    from symattn.reading.grammar import parse
    from symattn.reading.spelling import spell

    reading = read_text(_NAME.sub(lambda name: f"({numbers[name[0]]})" if name[0] in numbers else name[0], text))
    spelt = spell(parse(text, names=frozenset(numbers)).root)
    if spelt != reading.value.text():
        print(f"read: {spelt}")
    for note in reading.notes:
        print(f"note: {note}")
    return reading.value


def _root(x: object, index: int) -> Exact:
    """The real root of a number: root(8, 3)."""
    return functions.root(_number(x), index)


def _of_numbers(function: Callable[..., Exact]) -> Callable[..., Exact]:
    """The function for anything number-like."""

    @wraps(function)
    def applied(*arguments: object) -> Exact:
        return function(*map(_number, arguments))

    return applied


def _of_entries(function: Callable[..., Any]) -> Callable[..., Any]:
    """Python's function of a list, which takes a row or a column as the list of its entries: [1/2]*3 is a row here."""

    @wraps(function)
    def applied(first: Any, *more: Any, **named: Any) -> Any:
        return function(_entries_of(first, function.__name__) if not more else first, *more, **named)

    return applied


def _entries_of(items: Any, name: str) -> Any:
    if not isinstance(items, ExactMatrix):
        return items
    rows, columns = items.shape
    if min(rows, columns) > 1:
        raise KindError(f"{name} takes one row or one column, not a matrix of shape {items.shape}; choose A.row(0)")
    return [entry for row in items.rows() for entry in row]


def _number(x: object) -> Exact:
    value = values.exact(x)
    if not isinstance(value, Exact):
        raise KindError(f"one finite number is expected, not {value.text()}")
    return value


def _loaded_when_called(name: str) -> Callable[..., object]:
    def loaded(*arguments: object) -> object:
        return getattr(symattn, name)(*arguments)

    loaded.__name__ = loaded.__qualname__ = name
    loaded.__doc__ = f"symattn.{name}, loaded when it is called."
    return loaded


def _is_whole(x: object) -> bool:
    return isinstance(x, int) and not isinstance(x, bool)


def _exact_if_whole(x: Any) -> Any:
    return Exact(x) if _is_whole(x) else x


def _is_entry(x: object) -> bool:
    return _is_whole(x) or isinstance(x, Exact | Fraction | MinusInfinity)
