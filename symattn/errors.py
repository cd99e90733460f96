"""Every exception that symattn raises on purpose, one line each on when.

All of them are :class:`ValueError`; a message is one sentence that says what is wrong, where, and the way out. People
count from 1, Python from 0: positions are 0-based in arguments and attributes and 1-based in messages.

>>> from symattn.errors import ReadError
>>> raise ReadError("2 +", 3, "a number is expected")
Traceback (most recent call last):
    ...
symattn.errors.ReadError: at position 4 of '2 +': a number is expected
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isinf, isnan
from typing import Self

MOST_LISTED = 24  # known names in a message
LONGEST_MESSAGE = 1001  # characters
_CUT = " [...] "
LONGEST_QUOTED = 80  # characters of what was given, in a message
REAL = "an int, a Fraction, or text such as '1/2'"


class SymattnError(ValueError):
    """The common ancestor: whatever symattn refuses, it refuses with a subclass of this."""

    def located(self, place: str) -> Self:
        """The same error, attributes and all, with a place before its message; itself where the place is empty.

        >>> str(ShapeError("2 rows").located("w_q"))
        'w_q: 2 rows'
        """
        if not place:
            return self
        error = self._copy()
        error.args = (f"{place}: {self}",)
        return error

    def __str__(self) -> str:
        return printable(super().__str__())

    def _copy(self) -> Self:
        """A copy that does not pass through the constructor, whose arguments nobody knows here."""
        error = type(self).__new__(type(self))
        error.__dict__.update(self.__dict__)
        error.args = self.args
        return error


def printable(text: str) -> str:
    r"""A text in which whatever is invisible, or would move a cursor, is written out; a new line is a space.

    >>> printable("a\x1b[31m\nb")
    'a\\x1b[31m b'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else " " if sign == "\n" else ascii(sign)[1:-1] for sign in text)


def one_sentence(message: str) -> str:
    r"""A message on one line, without anything that moves a cursor, and cut in the middle where it is very long.

    >>> one_sentence("a\nb\x1b[1m"), len(one_sentence("x" * 10_000))
    ('a b\\x1b[1m', 1001)
    """
    line = printable(" ".join(message.split()))
    half = (LONGEST_MESSAGE - len(_CUT)) // 2
    return line if len(line) <= LONGEST_MESSAGE else f"{line[:half]}{_CUT}{line[-half:]}"


class ClaimError(SymattnError):
    """Raised when a derivation claims what is not proved."""


class ConditionsError(SymattnError):
    """Raised when the conditions of a result exclude one another, such as x > 0 and x < 0."""


class ConventionError(SymattnError):
    """Raised when a system cannot write a relation, or two systems would not mean the same by it; shows the cell."""


class DivisionError(SymattnError, ZeroDivisionError):
    """Raised when a divisor is proved zero."""


class DocumentError(SymattnError):
    """Raised when a document cannot be made: a formula that no format takes, or pdflatex absent or refusing."""


class DomainError(SymattnError):
    """Raised when a function meets an argument outside its real domain, such as ln(-1)."""


class EmptyRowError(SymattnError):
    """Raised when a valid query has no visible key."""

    @classmethod
    def of(cls, query: int) -> EmptyRowError:
        """The error for the 0-based ``query``."""
        return cls(
            f"a valid query has no visible key: query {query + 1} reads nothing; "
            "let it see a key or declare it unused with query_valid"
        )


class FloatError(SymattnError):
    """Raised when a Python float (or complex) arrives where an exact number is needed."""

    @classmethod
    def of(cls, value: object) -> FloatError:
        """The error for ``value``, with what to write instead."""
        if isinstance(value, complex):
            return cls(f"{value!r} is made of Python floats, and numbers here are real and exact: write {REAL}")
        if isinstance(value, float) and isnan(value):
            return cls(f"nan is no number and has no exact form; write {REAL}")
        if isinstance(value, float) and isinf(value):
            return cls(
                f"{value!r} is a Python float and no exact number; a hidden key is '-oo', as text, in scores, "
                "bias or a mask, and nothing else is infinite"
            )
        return cls(f"{value!r} is a Python float and not exact; write it as text ({str(value)!r}) or as a Fraction")


class FormatError(SymattnError):
    """Raised when a format of output or of binary numbers is not known."""


class GradeError(SymattnError):
    """Raised when submissions cannot be graded at all: no columns that say what, a report in use, workers that fail."""


class InfinityError(SymattnError):
    """Raised when arithmetic meets the inert -oo of a masked score."""


class KindError(SymattnError, TypeError):
    """Raised when something arrives that no exact number or matrix can be made of, such as None, True or a relation."""


class LimitError(SymattnError):
    """Raised when an input is too large, too deep or too precise to be worked on without hanging."""


class LossError(SymattnError):
    """Raised when a loss has nothing to score or a target outside its labels."""


class MaskError(SymattnError):
    """Raised when a mask has an entry that is neither plainly visible nor plainly hidden."""


class OutputError(SymattnError):
    """Raised when something cannot be written where it should go: over its own input, a folder, a closed output."""


class PositionError(SymattnError, IndexError):
    """Raised when an index lies outside what it indexes."""


class ProblemError(SymattnError):
    """Raised when a problem or exercise file does not say what it should; names the file and the key."""

    def __init__(self, message: str, *, file: str = "", key: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.key = key

    def located(self, place: str) -> Self:
        """The same with a place before the message, after file and key."""
        error = self._copy()
        error.message = f"{place}: {self.message}" if place else self.message
        error.args = (error.message,)
        return error

    def __str__(self) -> str:
        return printable(": ".join(part for part in (self.file, self.key, self.message) if part))


class ReadError(SymattnError):
    """Raised when text cannot be read as an exact value; names the position and what was expected there."""

    def __init__(self, text: str, position: int, message: str) -> None:
        super().__init__(text, position, message)
        self.text = text
        self.position = position
        self.message = message

    def located(self, place: str) -> Self:
        """The same with a place after the message: the position comes first."""
        error = self._copy()
        error.message = f"{self.message} ({place})" if place else self.message
        error.args = (self.text, self.position, error.message)
        return error

    def __str__(self) -> str:
        return f"at position {self.position + 1} of {self._excerpt()}: {self.message}"

    def _excerpt(self, reach: int = 24) -> str:
        """The text around the position in quotes; repr escapes whatever would be invisible or move the cursor."""
        start, end = max(0, self.position - reach), self.position + reach
        before = "..." if start else ""
        after = "..." if end < len(self.text) else ""
        return before + repr(self.text[start:end]) + after


class ReadLimitError(ReadError, LimitError):
    """Raised when text makes sense but is too long, too deep, or asks for too much work."""


class ShapeError(SymattnError):
    """Raised when the shapes of two things do not fit; names both and where the first came from."""


class StageError(SymattnError, AttributeError):
    """Raised when a trace has no stage of that name; ``choices`` are the stages of heads that may be meant."""

    def __init__(self, message: str, *, choices: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.choices = choices


class UndecidedError(SymattnError):
    """Raised when a yes or no is demanded and neither is proved."""


class UnknownNameError(SymattnError):
    """Raised when a stage, a rule, an exercise or another name is not known; offers the nearest known ones."""

    @classmethod
    def of(cls, kind: str, name: object, known: Iterable[str]) -> UnknownNameError:
        """The error for a ``kind`` of thing called ``name``, with the nearest of the ``known`` names."""
        from difflib import get_close_matches

        names = sorted(known)
        near = get_close_matches(name, names, n=3) if isinstance(name, str) else []
        more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED + 1 else ""
        listed = ", ".join(names[:MOST_LISTED] if more else names)
        offer = f"did you mean {' or '.join(near)}?" if near else f"known: {listed or 'none'}{more}"
        shown = repr(name) if len(repr(name)) <= LONGEST_QUOTED else f"{repr(name)[:LONGEST_QUOTED]}..."
        return cls(f"no {kind} is called {shown}; {offer}")
