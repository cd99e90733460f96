"""Mistakes of scaling: scores that are multiplied by another factor than the problem's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from symattn.checking.mistakes.mistake import mistake
from symattn.checking.mistakes.ways import HeadWay, Way
from symattn.errors import SymattnError
from symattn.exact import Exact
from symattn.exact.functions import sqrt


def _scaled(way: Way, scale: Callable[[HeadWay], Exact | None], detail: str = "") -> Iterator[Way]:
    """The way with other scales, where that changes one of them."""
    try:
        scales = [None if head.scale is None else scale(head) for head in way.heads]
    except SymattnError:  # a scale of zero has no inverse
        return
    if any(scale is None for scale in scales):
        return
    if all(head.scale and scale and head.scale.key == scale.key for head, scale in zip(way.heads, scales, strict=True)):
        return
    heads = tuple(replace(head, scale=scale) for head, scale in zip(way.heads, scales, strict=True))
    yield replace(way, heads=heads, detail=detail)


@mistake("scale-missing", "scaling", "scores", "the dot products are not scaled")
def scale_missing(way: Way) -> Iterator[Way]:
    """The dot products themselves."""
    yield from _scaled(way, lambda head: Exact(1))


@mistake("scale-by-d", "scaling", "scores", "the dot products are divided by d instead of its square root")
def scale_by_d(way: Way) -> Iterator[Way]:
    """1/d_head, which is the default scale applied twice."""
    detail = "which is the scale applied twice" if way.problem.scale is None else ""
    yield from _scaled(way, lambda head: 1 / Exact(head.width), detail)


@mistake("scale-by-width-of-all", "scaling", "scores", "the square root of d_model is taken instead of that of d_head")
def scale_by_d_model(way: Way) -> Iterator[Way]:
    """1/sqrt(d_model), where a head is narrower (or wider)."""
    width = _d_model(way)
    if width is not None:
        yield from _scaled(way, lambda head: 1 / sqrt(Exact(width)))


def _d_model(way: Way) -> int | None:
    problem = way.problem
    if problem.X is not None:
        return problem.X.shape[1]
    return problem.Q.shape[1] if problem.Q is not None and problem.n_heads > 1 else None


@mistake("scale-by-T", "scaling", "scores", "the number of keys is taken for d in the scale")
def scale_by_length(way: Way) -> Iterator[Way]:
    """1/sqrt(T) and 1/T."""
    yield from _scaled(way, lambda head: 1 / sqrt(Exact(way.keys)), "divided by the square root of T")
    yield from _scaled(way, lambda head: 1 / Exact(way.keys), "divided by T")


@mistake("scale-twice", "scaling", "scores", "the scale is applied twice")
def scale_twice(way: Way) -> Iterator[Way]:
    """The square of the scale; for the default scale that is 1/d, which has its own name."""
    if way.problem.scale is not None:
        yield from _scaled(way, lambda head: None if head.scale is None else head.scale * head.scale)


@mistake("scale-inverted", "scaling", "scores", "the dot products are multiplied by the root instead of divided")
def scale_inverted(way: Way) -> Iterator[Way]:
    """1/s for s."""
    yield from _scaled(way, lambda head: None if head.scale is None else 1 / head.scale)


@mistake("scale-default", "scaling", "scores", "the scale that is given is not used, but 1/sqrt(d)")
def scale_default(way: Way) -> Iterator[Way]:
    """1/sqrt(d_head) although the problem says otherwise."""
    if way.problem.scale is not None:
        yield from _scaled(way, lambda head: 1 / sqrt(Exact(head.width)))


MISTAKES = (
    scale_missing,
    scale_by_d,
    scale_by_d_model,
    scale_by_length,
    scale_twice,
    scale_inverted,
    scale_default,
)
__all__ = ["MISTAKES"]
