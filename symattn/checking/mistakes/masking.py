"""Mistakes of masking: what is hidden, from whom, and what is put where a key is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from symattn.checking.mistakes.arithmetic import Arithmetic, Row
from symattn.checking.mistakes.mistake import mistake
from symattn.checking.mistakes.patterns import below, pattern_of
from symattn.checking.mistakes.ways import Mask, Way, everything
from symattn.exact import Exact
from symattn.visibility import Visibility

FINITE = (-1, -10, -100, -1000, -(10**4), -(10**9))


def _seeing(way: Way, visible: Visibility) -> Iterator[Way]:
    """The way with another relation; where a query then sees nothing, its row is uniform or zero."""
    visible = visible & everything(way)
    if visible == way.visible:
        return
    changed = replace(way, visible=visible)
    empty = [i for i in visible.empty_queries() if way.valid[i]]
    yield changed
    if empty:
        yield replace(changed, empty="uniform", detail="with equal weights where nothing is left to see")


@mistake(
    "mask-after-softmax", "masking", "masked_scores", "the weights of hidden keys are set to 0 only after the softmax"
)
def mask_after_softmax(way: Way) -> Iterator[Way]:
    """Softmax over every key; then the hidden weights are dropped, and rows no longer add to 1."""
    if way.visible != everything(way):
        yield replace(way, visible=everything(way), after=way.visible)


@mistake("no-mask", "masking", "masked_scores", "nothing is hidden and every query reads every key")
def no_mask(way: Way) -> Iterator[Way]:
    """Every query reads every key; padding alone has a mistake of its own."""
    pattern = pattern_of(way.problem)
    if not (pattern.is_padded and pattern.base == everything(way)):
        yield from _seeing(way, everything(way))


@mistake("strict-triangle", "masking", "masked_scores", "a query does not read its own position")
def strict_triangle(way: Way) -> Iterator[Way]:
    """The triangle without its diagonal."""
    pattern = pattern_of(way.problem)
    if pattern.is_triangular:
        yield from _seeing(way, way.visible & below(way.visible, pattern.offset, 0))


@mistake("reversed-triangle", "masking", "masked_scores", "queries read what comes after them instead of before")
def reversed_triangle(way: Way) -> Iterator[Way]:
    """The upper triangle instead of the lower one; padding stays hidden."""
    pattern = pattern_of(way.problem)
    if pattern.is_triangular:
        yield from _seeing(way, ~below(way.visible, pattern.offset, 0) & pattern.padded)


@mistake("one-ahead", "masking", "masked_scores", "every query also reads the position after its own", combines=False)
def one_ahead(way: Way) -> Iterator[Way]:
    """A triangle that starts one diagonal too far to the right."""
    pattern = pattern_of(way.problem)
    if pattern.is_triangular and pattern.base == below(way.visible, pattern.offset, 1):
        yield from _seeing(way, below(way.visible, pattern.offset, 2) & pattern.padded)


@mistake("inverted-mask", "masking", "masked_scores", "hidden keys are read and the others are hidden")
def inverted_mask(way: Way) -> Iterator[Way]:
    """True taken for *hidden*."""
    if way.visible != everything(way):
        yield from _seeing(way, ~way.visible)


@mistake("padding-read", "masking", "masked_scores", "the padded keys are not hidden")
def padding_read(way: Way) -> Iterator[Way]:
    """The pattern without its padding."""
    pattern = pattern_of(way.problem)
    if pattern.is_padded:
        yield from _seeing(way, pattern.base)


@mistake("padding-only", "masking", "masked_scores", "only the padded keys are hidden, and later keys are not")
def padding_only(way: Way) -> Iterator[Way]:
    """Padding without the triangle that goes with it."""
    pattern = pattern_of(way.problem)
    if pattern.is_padded and pattern.base != everything(way):
        yield from _seeing(way, pattern.padded)


@mistake(
    "padding-on-queries", "masking", "masked_scores", "padding hides the rows of queries instead of the columns of keys"
)
def padding_on_queries(way: Way) -> Iterator[Way]:
    """Rows of padded positions see nothing, and padded keys are read by the others."""
    pattern = pattern_of(way.problem)
    if pattern.is_padded and pattern.base.T_q == pattern.base.T_k:
        yield from _seeing(way, pattern.base & pattern.padded.transpose())


@mistake("empty-row-uniform", "masking", "weights", "an unused query gets equal weights instead of zeros")
def empty_row_uniform(way: Way) -> Iterator[Way]:
    """What a softmax of equally small scores gives."""
    if not all(way.valid):
        yield replace(way, unused="uniform")


@mistake("unused-query-kept", "masking", "weights", "an unused query is calculated like the others", combines=False)
def unused_query_kept(way: Way) -> Iterator[Way]:
    """Rows of unused queries hold the softmax of what they see."""
    if any(bits and not valid for bits, valid in zip(way.visible.bits, way.valid, strict=True)):
        yield replace(way, valid=(True,) * way.queries)


# -- what is put where a key is hidden --------------------------------------------------------------------------------


def _written(way: Way, mask: Mask, detail: str = "") -> Way:
    return replace(way, mask=mask, detail=detail)


def _set_to(value: int) -> Mask:
    """The mask that replaces hidden scores by a number."""
    exact = Exact(value)

    def mask(numbers: Arithmetic, scores: Row, seen: Sequence[bool]) -> Row:
        put = numbers.number(exact)
        return [score if visible else put for score, visible in zip(scores, seen, strict=True)]

    return mask


def _added(to_hidden: int, to_visible: int = 0) -> Mask:
    """The mask that adds one number to hidden scores and another to visible ones."""
    hidden, shown = Exact(to_hidden), Exact(to_visible)

    def mask(numbers: Arithmetic, scores: Row, seen: Sequence[bool]) -> Row:
        amounts = (numbers.number(hidden), numbers.number(shown))
        pairs = zip(scores, seen, strict=True)
        return [None if score is None else score + amounts[visible] for score, visible in pairs]

    return mask


# Made once: evaluations of one problem share what equal steps give.
_ZERO_ONE = ((_added(0, 1), ""), (_added(1, 0), "1 where hidden"))
_SET = tuple((_set_to(value), f"hidden scores set to {value}") for value in FINITE)
_ADDED = tuple((_added(value), f"{value} added to hidden scores") for value in FINITE)
_SET_ZERO = _set_to(0)


@mistake("zero-one-mask-added", "masking", "masked_scores", "a mask of ones and zeros is added instead of 0 and -oo")
def zero_one_mask_added(way: Way) -> Iterator[Way]:
    """1 added where a key may be read (or where it is hidden), and all keys stay."""
    if way.visible != everything(way):
        yield from (_written(way, mask, detail) for mask, detail in _ZERO_ONE)


@mistake("hidden-score-zero", "masking", "masked_scores", "hidden scores are set to 0 instead of -oo")
def hidden_score_zero(way: Way) -> Iterator[Way]:
    """Scores times a mask of ones and zeros: a hidden key keeps exp(0) = 1."""
    if way.visible != everything(way):
        yield _written(way, _SET_ZERO)


@mistake(
    "finite-for-infinity",
    "masking",
    "masked_scores",
    "hidden scores get a finite number instead of -oo",
    combines=False,
)
def finite_for_infinity(way: Way) -> Iterator[Way]:
    """A large negative number, put in or added."""
    if way.visible != everything(way):
        yield from (_written(way, mask, detail) for mask, detail in (*_SET, *_ADDED))


MISTAKES = (
    mask_after_softmax,
    no_mask,
    strict_triangle,
    reversed_triangle,
    one_ahead,
    inverted_mask,
    padding_read,
    padding_only,
    padding_on_queries,
    empty_row_uniform,
    unused_query_kept,
    zero_one_mask_added,
    hidden_score_zero,
    finite_for_infinity,
)
__all__ = ["MISTAKES"]
