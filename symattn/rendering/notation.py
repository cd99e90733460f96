r"""How stages are called in formulas, and the conventions that every document repeats.

>>> symbol("weights", head=2, row=0).latex(), symbol("weights", head=2, row=0).text()
('A^{(2)}_{1}', 'A^(2)[1]')
"""

from __future__ import annotations

from collections.abc import Sequence

from symattn.rendering.pieces import Words

# The symbol of each stage and input; with several heads, or after an output projection, `output` is Y.
SYMBOLS = {
    "X": ("X", "X"),
    "w_q": ("W_{Q}", "W_Q"),
    "w_k": ("W_{K}", "W_K"),
    "w_v": ("W_{V}", "W_V"),
    "w_o": ("W_{O}", "W_O"),
    "Q": ("Q", "Q"),
    "K": ("K", "K"),
    "V": ("V", "V"),
    "scale": ("s", "s"),
    "bias": ("B", "B"),
    "mask": ("M", "M"),
    "visible": (r"\mathrm{visible}", "visible"),
    "dots": ("D", "D"),
    "scores": ("S", "S"),
    "exponentials": ("E", "E"),
    "totals": ("z", "z"),
    "weights": ("A", "A"),
    "head_output": ("O", "O"),
    "joined": ("J", "J"),
    "output": ("Y", "Y"),
}

TITLES = {
    "Q": "Queries",
    "K": "Keys",
    "V": "Values",
    "dots": "Dot products",
    "scores": "Scores",
    "masked_scores": "Masked scores",
    "weights": "Weights",
    "joined": "Heads side by side",
    "output": "Output",
}

READING = "Rows are queries and columns are keys, counted from 1."
MASKING = "A mask is 0 where a query may read a key (True in a relation) and -oo where it may not."
ROUNDING = "Decimals are rounded half away from zero; every digit is certified."
RELATIONS = {"!=": r"\neq", ">=": r"\ge", "<=": r"\le"}  # the others are written as they are
CONVENTIONS = (READING, MASKING, ROUNDING)
NOT_REDUCED = "Not in lowest terms: the degrees are too large for common factors to be looked for."


def symbol(name: str, head: int | None = None, row: int | None = None) -> Words:
    """The symbol of a stage, of a head (counted from 1), of a row (0-based)."""
    latex, text = SYMBOLS[name]
    if head is not None:
        subscripted = "_" in latex
        latex = f"{latex[:-1]},{head}}}" if subscripted else f"{latex}^{{({head})}}"
        text = f"{text}^({head})"
    if row is not None:
        latex, text = f"{latex}_{{{row + 1}}}", f"{text}[{row + 1}]"
    return Words(latex, text)


def condition_words(condition: str) -> Words:
    """A condition such as "k > 0" or "k + 1 != 0" in both forms."""
    from symattn.exact.conditions import Condition
    from symattn.exact.writing import BOOK
    from symattn.rendering.pieces import Number

    left, relation, right = condition.rsplit(" ", 2)
    sign = RELATIONS.get(relation, relation)
    if isinstance(condition, Condition):
        return Words(f"{Number(condition.number).latex()} {sign} {right}", condition)
    if left.isidentifier():
        return Words(f"{BOOK.symbol(left)} {sign} {right}", condition)
    return Words(rf"\text{{{left}}} {sign} {right}", condition)


def chain(first: Words, second: Words) -> Words:
    """first = second."""
    return Words(f"{first.latex()} = {second.latex()}", f"{first.text()} = {second.text()}")


def product(first: Words, second: Words) -> Words:
    """The two side by side."""
    return Words(f"{first.latex()} {second.latex()}", f"{first.text()} {second.text()}")


def added(terms: Sequence[Words]) -> Words:
    """The terms with + between them."""
    return Words(" + ".join(t.latex() for t in terms), " + ".join(t.text() for t in terms))


__all__ = ["CONVENTIONS", "NOT_REDUCED", "SYMBOLS", "TITLES", "added", "chain", "condition_words", "product", "symbol"]
