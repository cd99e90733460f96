"""How the steps of reading say no: a position and a sentence, before anybody has joined them to the text."""

from __future__ import annotations


def short(typed: str, longest: int = 30) -> str:
    r"""What was typed, fit to be quoted in a sentence: on one line, printable and not long.

    >>> short("12345678901234567890", 12), short("a\n b")
    ('123456789...', 'a b')
    """
    line = " ".join(typed.split())
    line = line if line.isprintable() else ascii(line)[1:-1]
    return line if len(line) <= longest else line[: longest - 3] + "..."


class Refusal(Exception):  # noqa: N818  # it never leaves the package, and people meet it as a ReadError
    """Raised inside the reading package at a 0-based position; `read_text` turns it into a ReadError."""

    def __init__(self, position: int, message: str) -> None:
        super().__init__(position, message)
        self.position = position
        self.message = message


class Excess(Refusal):
    """A refusal of what makes sense but exceeds the limits; people meet it as a ReadLimitError."""
