"""How the steps of reading say no: a position and a sentence, before anybody has joined them to the text."""

from __future__ import annotations


class Refusal(Exception):  # noqa: N818  # it never leaves the package, and people meet it as a ReadError
    """Raised inside the reading package at a 0-based position; `read_text` turns it into a ReadError."""

    def __init__(self, position: int, message: str) -> None:
        super().__init__(position, message)
        self.position = position
        self.message = message
