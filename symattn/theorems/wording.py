"""What is compared with what, in the words of a counterexample."""

from __future__ import annotations

EXCHANGED = "the outputs exchanged against the outputs of exchanged inputs"


def against_prefix(positions: int, first: int) -> str:
    """A pass over all positions and one over the first few.

    >>> against_prefix(3, 1)
    'the pass over 3 positions against the pass over the first 1'
    """
    return f"the pass over {positions} positions against the pass over the first {first}"


def after_cache(positions: int, new: int) -> str:
    """A pass over all positions and one over the new ones after cached keys.

    >>> after_cache(3, 1)
    'one pass over 3 positions against the last 1 of them after a cache'
    """
    return f"one pass over {positions} positions against the last {new} of them after a cache"


__all__ = ["EXCHANGED", "after_cache", "against_prefix"]
