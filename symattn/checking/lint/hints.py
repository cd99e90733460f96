"""What would make a mistake show in a problem that cannot show it, by the name of the mistake.

Each hint follows "... cannot be told from the right answer; ".
"""

from __future__ import annotations

from collections.abc import Iterable

_SCALE = "a scale shows where it is not 1 and the scores of one row differ"
_HIDDEN = "it shows in a query from which something is hidden, by scores that are not all alike"
_PADDING = "it shows where key_lengths hides a key that the triangle alone would show"
_UNUSED = "it shows only in an unused query, and none is asked about"
_ROWS = "make the second row of X (or of the scores) differ from its first"
_HEADS = "give the heads different projections, and w_o rows that differ"

HINTS = {
    "key-not-transposed": "make K differ from its transpose",
    "query-and-key-swapped": "make w_q differ from w_k (or Q from K), so that the scores are not symmetric",
    "keys-for-values": "make V differ from K",
    "inputs-for-values": "make V differ from X: a w_v that is not the identity",
    "weights-across": "ask where rows and columns of the weights differ",
    "projections-transposed": "take a projection that is not symmetric",
    "scale-missing": _SCALE,
    "scale-by-d": _SCALE,
    "scale-by-width-of-all": _SCALE,
    "scale-by-T": "let the number of keys differ from the width of the head",
    "scale-twice": _SCALE,
    "scale-inverted": _SCALE,
    "scale-default": "take a scale other than 1/sqrt(d_head)",
    "mask-after-softmax": _HIDDEN,
    "no-mask": "ask about a query from which something is hidden",
    "strict-triangle": "make the value at a query's own position matter",
    "reversed-triangle": "ask about a query with keys on both sides of it",
    "one-ahead": "ask about a query after which there is another key",
    "inverted-mask": "ask about a query from which something is hidden",
    "padding-read": _PADDING,
    "padding-only": "hide later keys that are no padding: causal = true beside key_lengths",
    "padding-on-queries": _PADDING,
    "empty-row-uniform": _UNUSED,
    "unused-query-kept": _UNUSED,
    "zero-one-mask-added": _HIDDEN,
    "hidden-score-zero": _HIDDEN,
    "finite-for-infinity": "a finite number shows where the other scores are as low, or in an empty row",
    "softmax-over-columns": _ROWS,
    "softmax-over-matrix": "ask about a matrix of more than one row",
    "softmax-twice": "take a query that reads keys of different scores",
    "not-normalised": "take scores whose exponentials do not add to 1",
    "no-exponentials": "take scores that are not all alike",
    "other-base": "take scores that are not all alike",
    "heads-swapped": _HEADS,
    "heads-averaged": _HEADS,
    "heads-summed": _HEADS,
    "heads-by-reshape": _HEADS,
    "joined-by-reshape": _HEADS,
    "heads-not-split": _HEADS,
    "output-projection-transposed": "take a w_o that is not symmetric",
    "output-projection-missing": "take a w_o that is not the identity",
    "rounded-early": "take inputs that have to be rounded on the way, or ask for more digits",
    "rows-swapped": "make the rows of the answer differ",
    "columns-swapped": "make the columns of the answer differ",
    "transposed": "make the answer differ from its transpose",
    "loss-sign": "take probabilities below 1",
    "loss-log-base": "take probabilities below 1",
    "loss-unshifted": "make targets differ from the tokens read",
    "loss-padding-counted": "leave a position unscored",
    "loss-summed": "score more than one position",
    "loss-divided-by-all": "leave a position unscored",
    "loss-of-mean": "give the scored positions different probabilities",
}


def hint(mistakes: Iterable[str]) -> str:
    """What would make the first of these mistakes show that has a hint."""
    found = (HINTS[name] for name in mistakes if name in HINTS)
    return next(found, "change the numbers of the problem")


__all__ = ["HINTS", "hint"]
