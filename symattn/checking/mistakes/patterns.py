"""What a relation is made of: a triangle or another pattern, and padded keys that nobody reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from symattn.problems import Problem
from symattn.visibility import BOTTOM_RIGHT, Visibility, causal, full, padding, prefix, window


@dataclass(frozen=True)
class Pattern:
    """A relation taken apart: ``base`` without padding, and how many leading keys are no padding.

    ``offset`` is how far the diagonal is shifted to the right (new queries after cached keys); ``is_triangular`` says
    that no query reads beyond its own position.
    """

    base: Visibility
    length: int
    offset: int
    is_triangular: bool

    @property
    def is_padded(self) -> bool:
        """Whether some keys are padding."""
        return self.length < self.base.T_k

    @cached_property
    def padded(self) -> Visibility:
        """The keys that are no padding, for every query."""
        return padding(self.length, self.base.T_k, self.base.T_q)


@lru_cache(maxsize=64)
def pattern_of(problem: Problem) -> Pattern:
    """The pattern of a problem's relation.

    >>> p = Problem.from_data({"scores": [[0, 1, 2]] * 3, "visible": {"causal": True, "key_lengths": 2}})
    >>> found = pattern_of(p)
    >>> found.base == causal(3), found.length, found.is_triangular
    (True, 2, True)
    """
    relation = problem.visible
    assert relation is not None, "every record says who reads whom"
    offset = relation.T_k - relation.T_q if problem.align == BOTTOM_RIGHT else 0
    length = max((bits.bit_length() for bits in relation.bits), default=0)
    base = relation
    if length and not any(relation == known for known in _known(relation)):
        cut = padding(length, relation.T_k, relation.T_q)
        base = next((known for known in _known(relation) if known & cut == relation), relation)
    if base == relation:
        length = relation.T_k
    return Pattern(base, length, offset, _is_triangular(base, offset))


def _known(relation: Visibility) -> Iterator[Visibility]:
    """Patterns that could be the relation but for padding."""
    T_q, T_k = relation.shape
    yield full(T_q, T_k)
    yield causal(T_q, T_k, align="top-left")
    yield causal(T_q, T_k, align=BOTTOM_RIGHT)
    if T_q == T_k:
        spans = [(i, span) for i in range(T_q) if relation.bits[i] and (span := relation.range(i)) is not None]
        yield window(T_q, max((max(i - low, 0) for i, (low, _) in spans), default=0), 0)
        reach = max((max(high - 1 - i, 0) for i, (_, high) in spans), default=0)
        yield window(T_q, max((max(i - low, 0) for i, (low, _) in spans), default=0), reach)
        yield prefix(T_q, relation.bits[0].bit_count())


def _is_triangular(base: Visibility, offset: int) -> bool:
    """Whether no query reads beyond its own position, and some reads that position."""
    diagonal = below(base, offset, 1)
    return base & diagonal == base and base & below(base, offset, 0) != base


def below(like: Visibility, offset: int, reach: int) -> Visibility:
    """Each query i reads the keys before i + offset + reach."""
    widths = (max(0, min(like.T_k, i + offset + reach)) for i in range(like.T_q))
    return Visibility(tuple((1 << width) - 1 for width in widths), like.T_k)


__all__ = ["Pattern", "below", "pattern_of"]
