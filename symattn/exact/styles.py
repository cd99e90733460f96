r"""How the pieces of a written number look: in plain text that reads back, and in three kinds of LaTeX.

TEXT, LATEX (fractions built up everywhere), BOOK (as LATEX, with slanted exponents such as e^{1/\sqrt{2}}) and LINEAR
(slanted throughout: its lines can break).
"""

from __future__ import annotations

import re
from typing import Protocol

LONGEST_EXPONENT = 60  # LaTeX breaks no lines inside an exponent


class Style(Protocol):
    """How the pieces of a number look."""

    @property
    def name(self) -> str: ...
    @property
    def in_exponents(self) -> Style: ...  # the style of exponents within it
    @property
    def lowers_roots(self) -> bool: ...  # whether exponents are written as 1/sqrt(2), not sqrt(2)/2
    def __hash__(self) -> int: ...
    def product(self, factors: list[str]) -> str: ...
    def fraction(self, top: str, bottom: str, top_is_sum: bool, bottom_is_atom: bool) -> str: ...
    def exponential(self, exponent: str, is_integer: bool) -> str: ...
    def power(self, base: str, exponent: str) -> str: ...
    def root(self, radicand: str, index: int) -> str: ...
    def function(self, name: str, argument: str) -> str: ...
    def symbol(self, name: str) -> str: ...
    def pi(self) -> str: ...
    def infinity(self) -> str: ...


class TextStyle:
    """2*e/(2*e + 1): what the reader reads."""

    name = "text"
    lowers_roots = False

    @property
    def in_exponents(self) -> Style:
        return self

    def product(self, factors: list[str]) -> str:
        return "*".join(factors)

    def fraction(self, top: str, bottom: str, top_is_sum: bool, bottom_is_atom: bool) -> str:
        above = f"({top})" if top_is_sum else top
        return f"{above}/{bottom}" if bottom_is_atom else f"{above}/({bottom})"

    def exponential(self, exponent: str, is_integer: bool) -> str:
        if exponent == "1":
            return "e"
        return f"e^{exponent}" if is_integer else f"exp({exponent})"

    def power(self, base: str, exponent: str) -> str:
        return f"{base}^{exponent}"

    def root(self, radicand: str, index: int) -> str:
        return f"sqrt({radicand})" if index == 2 else f"root({radicand}, {index})"

    def function(self, name: str, argument: str) -> str:
        return f"{name}({argument})"

    def symbol(self, name: str) -> str:
        return name

    def pi(self) -> str:
        return "pi"

    def infinity(self) -> str:
        return "oo"


GREEK = frozenset(
    re.findall(
        r"\w+",
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau upsilon phi chi psi"
        " omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega",
    )
)


class LatexStyle:
    r"""\frac{2 e}{2 e + 1}."""

    name = "latex"
    lowers_roots = False

    @property
    def in_exponents(self) -> Style:
        return self

    def product(self, factors: list[str]) -> str:
        # A bare logarithm reaches as far as the product goes, so only the last factor may be one.
        closed = [_closed_logarithm(factor) for factor in factors[:-1]] + factors[-1:]
        written = closed[0]
        for factor in closed[1:]:
            written += (r" \cdot " if factor[0].isdigit() else " ") + factor
        return written

    def fraction(self, top: str, bottom: str, top_is_sum: bool, bottom_is_atom: bool) -> str:
        return rf"\frac{{{top}}}{{{bottom}}}"

    def exponential(self, exponent: str, is_integer: bool) -> str:
        return "e" if exponent == "1" else f"e^{{{exponent}}}"

    def power(self, base: str, exponent: str) -> str:
        return rf"\left({base}\right)^{{{exponent}}}" if base.startswith(r"\ln") else f"{base}^{{{exponent}}}"

    def root(self, radicand: str, index: int) -> str:
        return rf"\sqrt{{{radicand}}}" if index == 2 else rf"\sqrt[{index}]{{{radicand}}}"

    def function(self, name: str, argument: str) -> str:
        if argument.isdigit():
            return rf"\{name} {argument}"
        return rf"\{name}\left({argument}\right)"

    def symbol(self, name: str) -> str:
        head, _, tail = name.partition("_")
        written = f"\\{head}" if head in GREEK else (head if len(head) == 1 else rf"\mathrm{{{head}}}")
        return f"{written}_{{{tail.replace('_', ' ')}}}" if tail else written

    def pi(self) -> str:
        return r"\pi"

    def infinity(self) -> str:
        return r"\infty"


def _closed_logarithm(factor: str) -> str:
    r"""\ln 2 as \ln\left(2\right); anything else as it is."""
    return rf"\ln\left({factor[4:]}\right)" if factor.startswith(r"\ln ") else factor


class LinearStyle(LatexStyle):
    r"""2 e / (2 e + 1): LaTeX without built-up fractions, for exponents and for lines that must break."""

    name = "linear"
    lowers_roots = True

    def exponential(self, exponent: str, is_integer: bool) -> str:
        if len(exponent) > LONGEST_EXPONENT:
            return rf"\exp({exponent})"
        return super().exponential(exponent, is_integer)

    def fraction(self, top: str, bottom: str, top_is_sum: bool, bottom_is_atom: bool) -> str:
        above = f"({top})" if top_is_sum else top
        return f"{above}/{bottom}" if bottom_is_atom else f"{above}/({bottom})"


class BookStyle(LatexStyle):
    r"""\frac{e^{1/\sqrt{2}}}{2 e + 1}: built-up fractions, slanted exponents."""

    name = "book"

    @property
    def in_exponents(self) -> Style:
        return LINEAR


TEXT = TextStyle()
LATEX = LatexStyle()
LINEAR = LinearStyle()
BOOK = BookStyle()


__all__ = ["BOOK", "LATEX", "LINEAR", "TEXT", "BookStyle", "LatexStyle", "LinearStyle", "Style", "TextStyle"]
