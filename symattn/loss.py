"""Next-token loss: targets are the inputs shifted by one, and only scored positions count.

Loss is the mean negative natural logarithm of the probability of each scored target, in nats. Key padding, unused
queries and scored positions are three different things; this module knows only the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, SupportsIndex, TypeVar

from symattn.door import exact_matrix
from symattn.errors import LossError
from symattn.exact.comparing import compare
from symattn.exact.functions import log, total
from symattn.exact.matrix import ExactMatrix
from symattn.exact.number import Exact
from symattn.nesting import listed, unfolded

Token = TypeVar("Token")


def shifted_targets(tokens: Sequence[Token], end: Token) -> list[Token]:
    """What each position must predict: the next token, and `end` for the last.

    >>> shifted_targets(["BOS", "red", "key"], "EOS")
    ['red', 'key', 'EOS']

    Source: the factorization p(x_1) p(x_2 | x_1) ... of a sequence, Bengio et al. 2003, section 1.
    """
    return [*tokens[1:], end]


def scored_positions(length: int, T: int) -> tuple[bool, ...]:
    """Which of T positions enter the loss in a record of this length: those that hold real tokens.

    >>> scored_positions(3, 4)
    (True, True, True, False)

    Errors: LossError for a length outside 0 to T, or no whole number.
    """
    if any(isinstance(each, bool) or not isinstance(each, int) for each in (length, T)):
        raise LossError(f"a length and a number of positions are whole numbers, not {length!r} and {T!r}")
    if not 0 <= length <= T:
        raise LossError(f"a record of length {length} does not fit {T} positions")
    return tuple(i < length for i in range(T))


def position_losses(
    probabilities: object, targets: Sequence[int | None], scored: Sequence[bool] | None = None
) -> list[Exact | None]:
    """-ln p of each position's target, from probabilities [T, n_labels]; None where nothing is scored.

    >>> position_losses([["1/2", "1/2"], ["1/4", "3/4"]], [0, None])
    [Exact('ln(2)'), None]

    Targets are 0-based columns; None marks an ignored target. Errors: LossError for a target outside the labels, for
    one of probability 0, for a scored row that is proved not to add to 1, and where targets or flags are not one a
    row. Source: the natural logarithm, for natural units, Shannon 1948, introduction.
    """
    matrix = exact_matrix(probabilities, "probabilities")
    rows, labels = matrix.shape
    aims = _listed(targets, "targets")
    flags = [True] * rows if scored is None else _listed(scored, "scored")
    if len(aims) != rows or len(flags) != rows:
        raise LossError(f"{rows} rows of probabilities need as many targets ({len(aims)}) and flags ({len(flags)})")
    losses: list[Exact | None] = []
    for i, (aim, counts) in enumerate(zip(aims, flags, strict=True)):
        if not _is_scored(counts, i) or aim is None:
            losses.append(None)
            continue
        target = _label(aim, i)
        if not 0 <= target < labels:
            raise LossError(f"the target at position {i + 1} is label {target}, and labels are 0 to {labels - 1}")
        _check_distribution(matrix, i)
        losses.append(_surprise(matrix, i, target))
    return losses


def _listed(values: object, name: str, of: str = "position") -> list[Any]:
    found = listed(values)
    if found is None:
        raise LossError(f"{name} is a list with one entry a {of}, not {values!r}")
    return found


def _is_scored(flag: object, i: int) -> bool:
    """A flag as True or False; a text such as "no" would count as true."""
    found = unfolded(flag)
    if not isinstance(found, bool):
        raise LossError(f"scored at position {i + 1} is {flag!r}: write True or False")
    return found


def _label(target: object, i: int) -> int:
    """A target as a plain whole number."""
    if isinstance(target, bool) or not isinstance(target, SupportsIndex):
        raise LossError(f"the target at position {i + 1} is {target!r}: write the number of a label, from 0, or None")
    return index(target)


def _check_distribution(matrix: ExactMatrix, i: int) -> None:
    """Refuse a row that is proved not to be probabilities: it has a negative entry, or does not add to 1."""
    row = [matrix.number(i, j) for j in range(matrix.shape[1])]
    for j, entry in enumerate(row):
        known = entry.as_fraction()
        if known is not None and known < 0:
            raise LossError(f"row {i + 1}, column {j + 1} is {entry.text()}: probabilities are not negative")
    sum_of_row = total(row)
    if compare(sum_of_row, Exact(1)).outcome == "different":
        raise LossError(
            f"row {i + 1} adds to {sum_of_row.told()}: a row of probabilities adds to 1, as softmax makes it"
        )


def _surprise(matrix: ExactMatrix, i: int, target: int) -> Exact:
    probability = matrix.number(i, target)
    if probability.is_zero():
        raise LossError(f"the target at position {i + 1} has probability 0, so its loss is infinite")
    return -log(probability)


def next_token_loss(
    probabilities: object, targets: Sequence[int | None], scored: Sequence[bool] | None = None
) -> Exact:
    """The mean of -ln p over all scored positions, in nats; probabilities [T, n_labels].

    >>> next_token_loss([["99/100", "1/100"]], [0]).decimal(6)
    '0.010050'

    Errors: LossError when no target is scored, as in a batch of nothing but padding, and those of ``position_losses``.
    Source: the mean log-likelihood of Bengio et al. 2003, section 2, with the opposite sign.
    """
    return batch_loss([(probabilities, targets, scored)])


def batch_loss(records: Sequence[tuple[object, Sequence[int | None], Sequence[bool] | None]]) -> Exact:
    """The mean over all scored positions of all records together (not the mean of the records' means).

    >>> batch_loss([([["1/2", "1/2"]] * 2, [0, 1], None), ([["1/4", "3/4"]], [0], None)])
    Exact('4*ln(2)/3')

    A record is (probabilities [T, n_labels], targets, scored). Errors and source: those of ``next_token_loss``.
    """
    losses = []
    for number, record in enumerate(_listed(records, "records", "record"), start=1):
        if not isinstance(record, list | tuple) or len(record) != 3:
            raise LossError(f"record {number} is not (probabilities, targets, scored); scored may be None")
        losses += [loss for loss in position_losses(*record) if loss is not None]
    if not losses:
        raise LossError("no target is scored: a batch of ignored targets has no loss; score at least one position")
    return total(losses) / len(losses)


__all__ = ["batch_loss", "next_token_loss", "position_losses", "scored_positions", "shifted_targets"]
