"""Linear forms with integer coefficients in named unknowns, such as i - 2*j + 3."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import gcd


@dataclass(frozen=True, slots=True)
class Form:
    """A linear form: nonzero coefficients by name, in order of names, and a constant.

    >>> i, j = Form.of("i"), Form.of("j")
    >>> print(i - 2 * j + 3)
    i - 2*j + 3
    """

    terms: tuple[tuple[str, int], ...] = ()
    constant: int = 0

    @classmethod
    def of(cls, name: str) -> Form:
        """The unknown itself."""
        return cls(((name, 1),))

    @classmethod
    def made(cls, coefficients: Mapping[str, int], constant: int = 0) -> Form:
        """The form with these coefficients; zeros are left out."""
        return cls(tuple(sorted((name, c) for name, c in coefficients.items() if c)), constant)

    def coefficient(self, name: str) -> int:
        """The coefficient of an unknown, 0 where it does not occur."""
        for known, c in self.terms:
            if known == name:
                return c
        return 0

    @property
    def names(self) -> tuple[str, ...]:
        """The unknowns that occur."""
        return tuple(name for name, _ in self.terms)

    @property
    def is_constant(self) -> bool:
        """Whether no unknown occurs."""
        return not self.terms

    @property
    def content(self) -> int:
        """The greatest common divisor of the coefficients, 0 for a constant."""
        return gcd(*[c for _, c in self.terms])

    def __add__(self, other: Form | int) -> Form:
        if isinstance(other, int):
            return Form(self.terms, self.constant + other)
        return self.plus(other, 1, 1)

    def plus(self, other: Form, own: int, factor: int) -> Form:
        """own * self + factor * other."""
        coefficients = {name: own * c for name, c in self.terms}
        for name, c in other.terms:
            coefficients[name] = coefficients.get(name, 0) + factor * c
        return Form.made(coefficients, own * self.constant + factor * other.constant)

    __radd__ = __add__

    def __neg__(self) -> Form:
        return self * -1

    def __sub__(self, other: Form | int) -> Form:
        return self + -other if isinstance(other, int) else self.plus(other, 1, -1)

    def __mul__(self, factor: int) -> Form:
        if not factor:
            return Form()
        return Form(tuple((name, c * factor) for name, c in self.terms), self.constant * factor)

    __rmul__ = __mul__

    def replaced(self, name: str, by: Form) -> Form:
        """The form with another one in place of an unknown."""
        factor = self.coefficient(name)
        if not factor:
            return self
        rest = Form(tuple(term for term in self.terms if term[0] != name), self.constant)
        return rest.plus(by, 1, factor)

    def value(self, values: Mapping[str, int]) -> int:
        """The number that it is at these values of all unknowns."""
        return self.constant + sum(c * values[name] for name, c in self.terms)

    def __str__(self) -> str:
        pieces = [_term(c, name) for name, c in sorted(self.terms, key=lambda term: term[1] < 0)]
        if self.constant or not pieces:
            pieces.append((self.constant < 0, str(abs(self.constant))))
        return _joined(pieces)


def _term(coefficient: int, name: str) -> tuple[bool, str]:
    size = abs(coefficient)
    return coefficient < 0, name if size == 1 else f"{size}*{name}"


def _joined(pieces: Iterable[tuple[bool, str]]) -> str:
    text = ""
    for is_negative, piece in pieces:
        sign = ("-" if is_negative else "") if not text else (" - " if is_negative else " + ")
        text += sign + piece
    return text


__all__ = ["Form"]
