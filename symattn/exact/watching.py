"""What somebody's code asks about numbers with symbols, and goes one way on the answer.

Two expressions in symbols are different as expressions, and may be equal at some numbers: k == 77 is False for the
symbol k. Code that asks such a thing, or that catches the refusal to answer, was run on one way out of several. Whoever
runs code on symbols to prove something for all numbers watches what it asks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

OWN = "symattn"  # this package's own code knows what an answer means
_QUESTIONS: ContextVar[list[str] | None] = ContextVar("questions", default=None)


@contextmanager
def watched() -> Iterator[list[str]]:
    """A list to which questions from outside of this package are added while the block runs: "whether k is 77"."""
    questions: list[str] = []
    token = _QUESTIONS.set(questions)
    try:
        yield questions
    finally:
        _QUESTIONS.reset(token)


def asked(question: Callable[[], str], depth: int = 2) -> None:
    """Note a question that the caller of the calling operator asks, so many frames up; an empty one is none."""
    questions = _QUESTIONS.get()
    if questions is None:
        return
    asking = str(sys._getframe(depth).f_globals.get("__name__", ""))
    told = question() if asking.partition(".")[0] != OWN else ""
    if told:
        questions.append(told)


__all__ = ["asked", "watched"]
