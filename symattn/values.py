"""The facade: exact values from text, integers, SymPy objects or engine values, in any mixture.

    >>> from symattn import values
    >>> values.compare("e/(1+e)", "1/(1+e^-1)").outcome
    'equal'
    >>> values.exact([[1, "ln 99"], ["-oo", Fraction(1, 2)]])
    ExactMatrix('[[1, 2*ln(3) + ln(11)], [-oo, 1/2]]')

What counts as number-like is decided here and nowhere else.  A Python float never does; a Boolean neither, since True
is no score.  SymPy is not imported unless a SymPy object comes in or one is asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from numbers import Rational
from typing import Any, TypeAlias, overload

from symattn.errors import FloatError, KindError, ReadError, ShapeError, SymattnError
from symattn.exact import Comparison, Exact, ExactMatrix, MinusInfinity, decimals
from symattn.exact import compare as compare_values

Value: TypeAlias = Exact | ExactMatrix | MinusInfinity
Entry: TypeAlias = Exact | MinusInfinity | int


@overload
def exact(x: Exact | int | Fraction) -> Exact: ...
@overload
def exact(x: ExactMatrix | list[Any] | tuple[Any, ...]) -> ExactMatrix: ...
@overload
def exact(x: object) -> Value: ...
def exact(x: object) -> Value:
    """The engine's value of something number-like: an Exact, or an ExactMatrix [rows, columns].

    >>> exact("e/(1+e)")
    Exact('e/(e + 1)')
    >>> exact([1, "1/2"]).shape, exact([[1], ["sqrt 2"]]).T.text()
    ((1, 2), '[[1, sqrt(2)]]')

    Takes int, Fraction, text, SymPy expressions and matrices, engine values, and lists or tuples that mix them; what
    has ``tolist()`` (a NumPy array of integers) counts as its list.  A flat list is one row.  "-oo" gives the inert
    MINUS_INFINITY.  Errors: ReadError for text, FloatError for floats, ShapeError for ragged rows, KindError for
    Booleans and anything else.
    """
    if isinstance(x, Exact | ExactMatrix | MinusInfinity):
        return x
    if isinstance(x, str):
        from symattn.reading import read_text

        return read_text(x).value
    if _is_sympy(x):
        from symattn.exact.sympy_bridge import lift

        return lift(x)
    listed = _listed(x)
    return _plain_number(x) if listed is None else ExactMatrix(_rows(listed))


def exact_matrix(x: object, name: str = "") -> ExactMatrix:
    """The same where a matrix [rows, columns] is needed; errors begin with `name`, such as "w_q"."""
    value = _placed(x, name)
    if not isinstance(value, ExactMatrix):
        raise ShapeError(f"{name or 'this'} is a single number where a matrix, rows of numbers, is needed")
    return value


def exact_number(x: object, name: str = "") -> Exact:
    """The same where one finite number is needed; errors begin with `name`, such as "scale"."""
    value = _placed(x, name)
    if not isinstance(value, Exact):
        kind = f"a matrix of shape {value.shape}" if isinstance(value, ExactMatrix) else "-oo"
        raise ShapeError(f"{name or 'this'} is {kind} where one finite number is needed")
    return value


def read(text: str) -> Any:
    """The value of a text as SymPy: an expression, or an ImmutableMatrix [rows, columns].

    >>> read("[[1, 0], [e/(1+e), -oo]]")
    Matrix([
    [        1,   0],
    [E/(1 + E), -oo]])

    Symbols are plain ``sympy.Symbol(name)``.  Errors: ReadError with the position and what was expected there.
    """
    if not isinstance(text, str):
        raise KindError(f"read takes text, not {type(text).__name__}; canonical takes other things too")
    return exact(text).sympy()


def canonical(x: object) -> Any:
    """The value of something number-like in lowest terms, as a SymPy expression or ImmutableMatrix.

    >>> canonical("1/(1 + exp(-1/2))")
    exp(1/2)/(1 + exp(1/2))

    Symbols that come in as SymPy objects come out as they are, with their assumptions; others are plain.
    """
    from symattn.exact.sympy_bridge import lower, lower_matrix, symbols_of

    value = exact(x)
    if isinstance(value, MinusInfinity):
        return value.sympy()
    symbols = symbols_of(*_leaves(x))
    return lower_matrix(value, symbols) if isinstance(value, ExactMatrix) else lower(value, symbols)


def latex(x: object) -> str:
    r"""LaTeX of something number-like in lowest terms, for use inside mathematics; matrices are bmatrix.

    >>> print(latex("1/(1 + e^-1)"), latex([1, "-oo"]))
    \frac{e}{e + 1} \begin{bmatrix}1 & -\infty\end{bmatrix}
    """
    return exact(x).latex()


def compare(a: object, b: object) -> Comparison:
    """Two number-like things: .outcome is "equal", "different" or "undecided", and .evidence says why.

    >>> compare("[r, 1]", "[[r, 1]]").outcome, compare("e^-50", "e^-51").outcome
    ('equal', 'different')

    Equal is always proved; a matrix of another shape is different.
    """
    return compare_values(exact(a), exact(b))


def decimal(x: object, places: int) -> str:
    """One number to `places` decimal places, correctly rounded (half away from zero), every digit certified.

    >>> decimal("e/(1+e)", 6), decimal("-oo", 6)
    ('0.731059', '-oo')

    Errors: KindError for a matrix (``exact(x).decimal(places)`` gives its rows), UndecidedError where a symbol is left.
    """
    return _single(x, "decimal").decimal(places)


def enclosure(x: object, digits: int) -> tuple[str, str]:
    """(low, high): decimals with `digits` significant digits that enclose one number, a unit of the last place apart.

    >>> enclosure("pi", 6)
    ('3.14159', '3.14160')

    A number that is such a decimal itself is returned twice.  Errors: KindError for a matrix or -oo.
    """
    value = _single(x, "enclosure")
    if isinstance(value, MinusInfinity):
        raise KindError("-oo has no enclosure: it is no finite number")
    return decimals.enclosure(value, digits)


def significant(x: object, digits: int) -> str:
    """One number to `digits` significant digits, correctly rounded (half away from zero), in plain notation.

    >>> significant("e/(1+e)", 3), significant("exp(-7)", 3), significant("exp(9)", 2)
    ('0.731', '0.000912', '8100')

    Errors: KindError for a matrix or -oo, UndecidedError where a symbol is left, LimitError for absurdly many digits.
    """
    value = _single(x, "significant")
    if isinstance(value, MinusInfinity):
        raise KindError("-oo has no significant digits: it is no finite number")
    return decimals.significant(value, digits)


def nearest_float(x: object, format: str = "binary64") -> Any:
    """The nearest float of a binary format: a Python float for a number, a list of rows of them for a matrix.

    >>> nearest_float("e/(1+e)"), nearest_float([["1/3", "-oo"]], "bfloat16")
    (0.7310585786300049, [[0.333984375, -inf]])

    The format is "binary64", "binary32", "binary16" or "bfloat16" (float64, float32 and float16 are other names of the
    first three); a Python float holds the values of all four without loss.  Rounding is that of IEEE 754: to nearest,
    ties to even, with subnormals, signed underflow and overflow to infinity.  Errors: FormatError for another format,
    UndecidedError where a symbol is left or a tie can be neither proved nor excluded.
    """
    from symattn.exact import floats

    value = exact(x)
    return (
        floats.nearest_floats(value, format) if isinstance(value, ExactMatrix) else floats.nearest_float(value, format)
    )


def float_bits(x: object, format: str = "binary64") -> Any:
    """The bit pattern of the nearest float, an unsigned integer; for a matrix a list of rows of them.

    >>> hex(float_bits("e/(1+e)")), [hex(bits) for bits in float_bits([1, "-1/3"], "binary16")[0]]
    ('0x3fe764d4f5d5a2bd', ['0x3c00', '0xb555'])

    Formats, rounding and errors are those of ``nearest_float``.
    """
    from symattn.exact.floats import bits_of, format_named

    found, kind = nearest_float(x, format), format_named(format)
    return [[bits_of(each, kind) for each in row] for row in found] if isinstance(found, list) else bits_of(found, kind)


def _single(x: object, what: str) -> Exact | MinusInfinity:
    value = exact(x)
    if isinstance(value, ExactMatrix):
        raise KindError(
            f"{what} takes one number, not a matrix of shape {value.shape}; choose an entry, exact(x)[i, j]"
        )
    return value


def own_symbols(given: Sequence[object]) -> dict[str, object]:
    """The caller's SymPy symbols in anything number-like, by name; empty where SymPy is not in use."""
    if "sympy" not in sys.modules:
        return {}
    from symattn.exact.sympy_bridge import symbols_of

    found: list[object] = []
    waiting = list(given)
    while waiting:
        thing = waiting.pop()
        if _is_sympy(thing):
            found.append(thing)
        elif isinstance(thing, (list, tuple)):
            waiting.extend(thing)
    return symbols_of(*found)


def _is_sympy(x: object) -> bool:
    """Whether x is SymPy's; where SymPy was never imported nothing can be."""
    if type(x) in (int, Fraction, list, tuple) or "sympy" not in sys.modules:
        return False
    from symattn.exact.sympy_bridge import is_sympy

    return is_sympy(x)


def _leaves(x: object) -> Iterator[object]:
    """The SymPy objects in x, through lists."""
    if _is_sympy(x):
        yield x
    else:
        for item in _listed(x) or ():
            yield from _leaves(item)


def _listed(x: object) -> list[object] | None:
    """The items of a list, a tuple or what unfolds to one; None for anything else."""
    if not isinstance(x, list | tuple) and not isinstance(x, str | Exact | ExactMatrix | MinusInfinity):
        unfold = getattr(x, "tolist", None)
        x = unfold() if callable(unfold) else x
    return list(x) if isinstance(x, list | tuple) else None


def _plain_number(x: object) -> Exact:
    if hasattr(x, "tolist"):
        x = x.tolist()  # a NumPy scalar
    if isinstance(x, float | complex):
        raise FloatError.of(x)
    if not isinstance(x, bool) and isinstance(x, Rational):
        return Exact(Fraction(int(x.numerator), int(x.denominator)))
    shown = repr(x) if len(repr(x)) <= 40 else f"{repr(x)[:37]}..."
    raise KindError(f"{shown} is no exact number: write an int, a Fraction, text such as '1/2', or a SymPy number")


def _rows(items: list[object]) -> list[list[Entry]]:
    """Rows of entries from a list of rows, or from one flat row."""
    unfolded = [None if _is_sympy(item) else _listed(item) for item in items]
    reader = _EntryReader()
    if all(row is None for row in unfolded):
        return [reader.row(items, 1)]
    rows: list[list[Entry]] = []
    for number, (item, row) in enumerate(zip(items, unfolded, strict=True), start=1):
        if row is None:
            raise ShapeError(f"row {number} is {item!r}, not a list of entries as other rows are")
        rows.append(reader.row(row, number))
    return rows


class _EntryReader:
    """Reads the entries of one matrix; a text that occurs often is read once."""

    def __init__(self) -> None:
        self._known: dict[str, Value] = {}

    def row(self, items: list[object], number: int) -> list[Entry]:
        """One row; plain integers pass as they are."""
        if all(type(item) is int for item in items):
            return items  # type: ignore[return-value]
        return [self._entry(item, f"row {number}, column {column}") for column, item in enumerate(items, start=1)]

    def _entry(self, item: object, place: str) -> Entry:
        value = self._text(item, place) if isinstance(item, str) else _placed(item, place)
        if isinstance(value, ExactMatrix):
            raise ShapeError(f"{place} is a matrix of shape {value.shape} where one number is expected")
        return value

    def _text(self, text: str, place: str) -> Value:
        if text not in self._known:
            self._known[text] = _placed(text, place)
        return self._known[text]


def _placed(x: object, place: str) -> Value:
    """The value of x; an error says in which place of a larger thing it arose."""
    try:
        return exact(x)
    except ReadError as error:
        if not place:
            raise
        raise ReadError(error.text, error.position, f"{error.message} ({place})") from error
    except SymattnError as error:
        if not place:
            raise
        raise type(error)(f"{place}: {error}") from error
