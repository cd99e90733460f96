"""The facade: exact values from text, integers, SymPy objects or engine values, in any mixture.

    >>> from symattn import values
    >>> values.compare("e/(1+e)", "1/(1+e^-1)").outcome
    'equal'
    >>> values.exact([[1, "ln 99"], ["-oo", "1/2"]])
    ExactMatrix('[[1, ln(99)], [-oo, 1/2]]')

What counts as number-like is decided in `door`.  SymPy is not imported unless a SymPy object comes in or one is asked
for.
"""

from __future__ import annotations

from typing import Any

from symattn.door import Value, exact, exact_matrix, exact_number, own_symbols, refuse_confused_symbols, sympy_leaves
from symattn.errors import KindError
from symattn.exact import Comparison, Exact, ExactMatrix, MinusInfinity, decimals
from symattn.exact import compare as compare_values


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
    symbols = symbols_of(*sympy_leaves(x))
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

    Equal is always proved; a matrix of another shape is different.  Symbols go by name, with the assumptions of SymPy's
    as conditions.  Errors: KindError where symbols of one name are different, such as two of SymPy's Dummies.
    """
    refuse_confused_symbols(a, b)
    return compare_values(exact(a), exact(b))


def decimal(x: object, places: int) -> Any:
    """To `places` decimal places, correctly rounded (half away from zero), every digit certified.

    >>> decimal("e/(1+e)", 6), decimal("-oo", 6), decimal([["1/3", "ln k"], ["-oo", 2]], 2)
    ('0.731059', '-oo', [['0.33', None], ['-oo', '2.00']])

    A text for a number, a list of rows of them for a matrix, with None where a symbol is left.  Errors: UndecidedError
    for a number with a symbol, LimitError for absurdly many places.
    """
    return exact(x).decimal(places)


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


def significant(x: object, digits: int) -> Any:
    """To `digits` significant digits, correctly rounded (half away from zero), in plain notation.

    >>> significant("e/(1+e)", 3), significant("exp(-7)", 3), significant([["exp(9)", "1/3"]], 2)
    ('0.731', '0.000912', [['8100', '0.33']])

    A text for a number, a list of rows of them for a matrix, with None where a symbol is left.  Errors: KindError for
    -oo by itself, UndecidedError for a number with a symbol, LimitError for absurdly many digits.
    """
    value = exact(x)
    if isinstance(value, ExactMatrix):
        return value.significant(digits)
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


__all__ = [
    "Value",
    "canonical",
    "compare",
    "decimal",
    "enclosure",
    "exact",
    "exact_matrix",
    "exact_number",
    "float_bits",
    "latex",
    "nearest_float",
    "own_symbols",
    "read",
    "refuse_confused_symbols",
    "significant",
]
