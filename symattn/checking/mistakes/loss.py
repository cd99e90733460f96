"""Mistakes of the loss: its sign, its logarithm, its targets, and what it averages over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from symattn.checking.mistakes.mistake import Mistake
from symattn.door import exact_matrix
from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix
from symattn.exact.functions import log, total
from symattn.exact.generators import Log, LogOf
from symattn.loss import next_token_loss, position_losses

WRONG_SIGN = Mistake("loss-sign", "loss", "the sign of the logarithm is not turned", combines=False)
OTHER_LOGARITHM = Mistake("loss-log-base", "loss", "a logarithm of another base is taken", combines=False)
UNSHIFTED = Mistake("loss-unshifted", "loss", "each position is scored on its own token", combines=False)
PADDING_COUNTED = Mistake("loss-padding-counted", "loss", "positions without a score enter the mean", combines=False)
SUMMED = Mistake("loss-summed", "loss", "the losses are added and not averaged", combines=False)
DIVIDED_BY_ALL = Mistake("loss-divided-by-all", "loss", "the sum is divided by all positions", combines=False)
MEAN_OF_PROBABILITIES = Mistake(
    "loss-of-mean",
    "loss",
    "the logarithm of the mean probability is taken",
    combines=False,
)
MISTAKES = (
    WRONG_SIGN,
    OTHER_LOGARITHM,
    UNSHIFTED,
    PADDING_COUNTED,
    SUMMED,
    DIVIDED_BY_ALL,
    MEAN_OF_PROBABILITIES,
)


@dataclass(frozen=True, eq=False)
class LossProblem:
    """The mean next-token loss of probabilities [T, n_labels].

    >>> problem = LossProblem(ExactMatrix([[Exact(1) / 4, Exact(3) / 4]] * 2), (0, 1), (1, 0), (True, False))
    >>> problem.expected().decimal(6)
    '0.287682'

    ``tokens`` are the labels that the positions read, ``targets`` those that they are to predict (0-based, None where
    there is none), and ``scored`` says which positions enter the mean; all of them when left out. Errors: those of
    ``symattn.exact`` for probabilities that are no matrix of numbers.
    """

    probabilities: ExactMatrix
    tokens: tuple[int, ...]
    targets: tuple[int | None, ...]
    scored: tuple[bool, ...] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "probabilities", exact_matrix(self.probabilities, "probabilities"))

    def expected(self) -> Exact:
        """The right loss, in nats. Errors: LossError."""
        return self._expected

    @cached_property
    def _expected(self) -> Exact:
        return next_token_loss(self.probabilities, self.targets, self.scored)

    @cached_property
    def by_mistake(self) -> tuple[tuple[Mistake, str, Exact], ...]:
        """What each mistake makes of the loss, with its variant; nothing where a mistake has no result."""
        return tuple(_losses_by_mistake(self))

    @property
    def flags(self) -> tuple[bool, ...]:
        """Which positions enter the mean."""
        given = self.scored or (True,) * len(self.targets)
        return tuple(flag and target is not None for flag, target in zip(given, self.targets, strict=True))


def _losses_by_mistake(problem: LossProblem) -> Iterator[tuple[Mistake, str, Exact]]:
    yield from values_by_mistake(problem.expected())
    makers = {
        UNSHIFTED: _unshifted,
        PADDING_COUNTED: _with_padding,
        SUMMED: _summed,
        DIVIDED_BY_ALL: _divided_by_all,
        MEAN_OF_PROBABILITIES: _of_mean_probability,
    }
    for mistake, make in makers.items():
        try:
            yield mistake, "", make(problem)
        except SymattnError:
            continue


def values_by_mistake(loss: Exact) -> Iterator[tuple[Mistake, str, Exact]]:
    """What a wrong sign or base makes of a value with a logarithm in it; nothing for other values."""
    if any(isinstance(generator, Log | LogOf) for generator in loss.normal.field.generators):
        yield WRONG_SIGN, "", -loss
        for base in (2, 10):
            yield OTHER_LOGARITHM, f"base {base}", loss / log(Exact(base))


def _unshifted(problem: LossProblem) -> Exact:
    return next_token_loss(problem.probabilities, problem.tokens, problem.flags)


def _with_padding(problem: LossProblem) -> Exact:
    return next_token_loss(problem.probabilities, problem.targets)


def _summed(problem: LossProblem) -> Exact:
    return total(_losses(problem))


def _divided_by_all(problem: LossProblem) -> Exact:
    return total(_losses(problem)) / len(problem.targets)


def _losses(problem: LossProblem) -> list[Exact]:
    losses = position_losses(problem.probabilities, problem.targets, problem.flags)
    return [loss for loss in losses if loss is not None]


def _of_mean_probability(problem: LossProblem) -> Exact:
    scored: Sequence[tuple[int, int | None, bool]] = list(
        zip(range(len(problem.targets)), problem.targets, problem.flags, strict=True)
    )
    chosen = [problem.probabilities.number(i, target) for i, target, flag in scored if flag and target is not None]
    return -log(total(chosen) / len(chosen))


__all__ = ["MISTAKES", "LossProblem", "values_by_mistake"]
