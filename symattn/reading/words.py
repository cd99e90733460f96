"""The words that are known: functions, constants, Greek letters, ways to write infinity; and help with the rest."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache

from symattn.exact import styles
from symattn.reading.refusal import short

# How a function may be spelt (plain, or after a backslash) and what it is called in the tree.
FUNCTIONS = {
    "exp": "exp",
    "ln": "ln",
    "log": "log",
    "lg": "lg",
    "sqrt": "sqrt",
    "cbrt": "cbrt",
    "root": "root",
    "tanh": "tanh",
    "sigma": "sigma",
    "sigmoid": "sigma",
    "logistic": "sigma",
    "Exp": "exp",
    "EXP": "exp",
    "Ln": "ln",
    "LN": "ln",
    "Sqrt": "sqrt",
    "SQRT": "sqrt",
    "Tanh": "tanh",
    "TANH": "tanh",
    "Rational": "fraction",
    "Fraction": "fraction",
    "Matrix": "matrix",
    "ImmutableMatrix": "matrix",
    "ImmutableDenseMatrix": "matrix",
    "MutableDenseMatrix": "matrix",
    "array": "array",
    "tensor": "array",
}
# How many arguments each function takes, at least and at most.
ARGUMENTS = {
    "exp": (1, 1),
    "ln": (1, 1),
    "log": (1, 2),
    "lg": (1, 1),
    "log_base": (1, 1),
    "sqrt": (1, 1),
    "cbrt": (1, 1),
    "root": (2, 2),
    "tanh": (1, 1),
    "sigma": (1, 1),
    "fraction": (2, 2),
    "matrix": (1, 1),
    "array": (1, 1),
}
# A digit may follow these at once: ln2, sqrt3.
GLUED = frozenset({"ln", "lg", "sqrt"})

INFINITIES = frozenset({"oo", "inf", "Inf", "INF", "infinity", "Infinity", "infty"})

# Sigma is a function here, and a capital pi the sign of a product.
GREEK = styles.GREEK - {"sigma", "Pi"}
_VARIANTS = {"varepsilon": "epsilon", "vartheta": "theta", "varphi": "phi", "varrho": "rho", "final sigma": "sigma"}

_REASONS = {
    "nan": "nan is no number",
    "NaN": "nan is no number",
    "None": "None is no number",
    "Log": "Log is natural in some systems and decimal in others; write ln or log_10",
    "LOG": "LOG is natural in some systems and decimal in others; write ln or log_10",
}


def greek(word: str) -> str | None:
    """The name of a Greek letter given by its word or as the letter itself, else None.

    >>> greek("lambda"), greek("λ"), greek("varphi"), greek("beth")
    ('lambda', 'lambda', 'phi', None)
    """
    if len(word) == 1 and not word.isascii():
        parts = unicodedata.name(word, "").split(" LETTER ")
        if parts[0] not in ("GREEK SMALL", "GREEK CAPITAL") or len(parts) != 2:
            return None
        word = parts[1].lower().replace("lamda", "lambda")
        word = word.capitalize() if parts[0] == "GREEK CAPITAL" else word
    word = _VARIANTS.get(word, word)
    return word if word in GREEK or word in ("sigma", "pi") else None


@cache
def known() -> tuple[str, ...]:
    """Every word that can be read, for suggestions."""
    return tuple(sorted({*FUNCTIONS, *INFINITIES, *GREEK, "pi", "log2", "log10", "frac"}))


def unknown(word: str, names: Iterable[str] = ()) -> str:
    """Why a word of several letters is refused, and what it may have been meant for.

    >>> unknown("sqr")
    "the word 'sqr' is not known; did you mean sqrt?"
    >>> unknown("ke")
    "the word 'ke' is not known; write k*e for a product"
    """
    from difflib import get_close_matches

    if word in _REASONS:
        return _REASONS[word]
    shown = repr(short(word))
    near = get_close_matches(word, [*known(), *names], n=1, cutoff=0.65)
    if near and len(word) > 2:
        return f"the word {shown} is not known; did you mean {near[0]}?"
    if len(word) == 2:
        return f"the word {shown} is not known; write {'*'.join(word)} for a product"
    return f"the word {shown} is not known; a symbol is one letter, with a subscript if need be, such as x_1"
